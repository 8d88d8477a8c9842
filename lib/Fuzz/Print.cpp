//===- Print.cpp - Cases as programs --------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Case.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <limits>

using namespace redfuser;
using namespace redfuser::fuzz;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

/// A literal; what has no decimal spelling is written as bits.
static std::string literal(ElementKind kind, double value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!isFloat(kind)) {
    os << int64_t(value);
    return text;
  }
  bool negative = std::signbit(value);
  if (std::isfinite(value)) {
    os << llvm::format("%.17e", value);
    return text;
  }
  bool isNaN = std::isnan(value);
  switch (kind) {
  case ElementKind::F16:
    os << (isNaN ? "0x7E00" : negative ? "0xFC00" : "0x7C00");
    break;
  case ElementKind::BF16:
    os << (isNaN ? "0x7FC0" : negative ? "0xFF80" : "0x7F80");
    break;
  case ElementKind::F32:
    os << (isNaN ? "0x7FC00000" : negative ? "0xFF800000" : "0x7F800000");
    break;
  default:
    os << (isNaN      ? "0x7FF8000000000000"
           : negative ? "0xFFF0000000000000"
                      : "0x7FF0000000000000");
    break;
  }
  return text;
}

static double getInitValue(Monoid monoid, Init init, ElementKind kind) {
  double inf = std::numeric_limits<double>::infinity();
  double lowest = kind == ElementKind::F16 ? -65504.0 : -3.3e38;
  bool usual = init == Init::Usual;
  switch (monoid) {
  case Monoid::Add:
    return usual ? 0.0 : -0.0;
  case Monoid::Mul:
    return 1.0;
  case Monoid::Maximum:
    return usual ? lowest : -inf;
  case Monoid::MaxNum:
    return usual ? -inf : std::numeric_limits<double>::quiet_NaN();
  case Monoid::Minimum:
    return usual ? -lowest : inf;
  case Monoid::MinNum:
    return usual ? inf : std::numeric_limits<double>::quiet_NaN();
  case Monoid::AddI:
  case Monoid::OrI:
  case Monoid::XorI:
  case Monoid::MaxUI:
    return 0;
  case Monoid::MulI:
    return 1;
  case Monoid::MaxSI:
    return usual ? -1 : std::numeric_limits<int32_t>::min();
  case Monoid::MinSI:
    return std::numeric_limits<int32_t>::max();
  case Monoid::MinUI:
  case Monoid::AndI:
    return -1;
  }
  llvm_unreachable("unknown monoid");
}

namespace {

/// Prints one scalar region.
class BodyPrinter {
public:
  BodyPrinter(llvm::raw_ostream &os, const Case &spec, StringRef indexOp,
              llvm::function_ref<unsigned(unsigned)> positionOf,
              unsigned &counter)
      : os(os), spec(spec), indexOp(indexOp), positionOf(positionOf),
        counter(counter), type(redfuser::stringify(spec.type)) {}

  /// The name of a value of the compute type.
  std::string print(const ExprRef &expr) {
    if (std::string name = names.lookup(expr.get()); !name.empty())
      return name;
    // Operands get their names first, which moves the others.
    std::string name = printNew(*expr);
    names[expr.get()] = name;
    return name;
  }

  /// A term as a value of `kind`.
  std::string printTerm(const ExprRef &term, ElementKind kind) {
    return convert(print(term), isInteger(*term) ? ElementKind::I32 : spec.type,
                   kind);
  }

  /// `value` of kind `from` as one of kind `to`.
  std::string convert(std::string value, ElementKind from, ElementKind to) {
    if (from == to)
      return value;
    if (from == ElementKind::I32)
      return define(llvm::Twine("arith.sitofp ") + value + " : i32 to " +
                    redfuser::stringify(to));
    bool widens = getByteWidth(to) > getByteWidth(from);
    return define(llvm::Twine(widens ? "arith.extf " : "arith.truncf ") +
                  value + " : " + redfuser::stringify(from) + " to " +
                  redfuser::stringify(to));
  }

private:
  std::string define(const llvm::Twine &op) {
    std::string name = "%t" + llvm::utostr(counter++);
    os << "      " << name << " = " << op << '\n';
    return name;
  }

  std::string printIndex(unsigned dim) {
    return define(indexOp + llvm::Twine(" ") + llvm::Twine(positionOf(dim)) +
                  (indexOp.starts_with("linalg") ? " : index" : ""));
  }

  std::string printPosition(unsigned dim) {
    return define("arith.index_cast " + printIndex(dim) + " : index to i32");
  }

  std::string compare(StringRef predicate, std::string lhs, std::string rhs) {
    return define("arith.cmpf " + predicate + ", " + lhs + ", " + rhs + " : " +
                  type);
  }

  /// The result of an earlier reduction. A position of linalg's reduction of
  /// two results stays at its start where no score is better than infinity, or
  /// one is NaN without having a position; that of a chain does not.
  std::string printResult(unsigned i) {
    std::string name = "%d" + llvm::utostr(i);
    const Case::Reduction &reduction = spec.reductions[i];
    if (spec.form != Form::Chain || !spec.isPaired(i))
      return name;
    std::string value = "%d" + llvm::utostr(*reduction.partner);
    std::string stays;
    if (reduction.monoid == Monoid::MinSI) {
      double infinity = getInitValue(spec.reductions[*reduction.partner].monoid,
                                     Init::Identity, spec.type);
      std::string worst = define("arith.constant " +
                                 literal(spec.type, infinity) + " : " + type);
      stays = compare("oeq", worst, value);
    }
    if (reduction.term->kind == Expr::Compare) {
      std::string isNaN = compare("uno", value, value);
      stays = stays.empty()
                  ? isNaN
                  : define("arith.ori " + stays + ", " + isNaN + " : i1");
    }
    if (stays.empty())
      return name;
    std::string start =
        define("arith.constant " + llvm::Twine(reduction.start) + " : i32");
    return define("arith.select " + stays + ", " + start + ", " + name +
                  " : i32");
  }

  std::string select(std::string condition, const Expr &expr, unsigned first) {
    std::string yes = print(expr.operands[first]);
    std::string no = print(expr.operands[first + 1]);
    return define("arith.select " + condition + ", " + yes + ", " + no + " : " +
                  (isInteger(expr) ? "i32" : type));
  }

  std::string printNew(const Expr &expr) {
    switch (expr.kind) {
    case Expr::Input:
      return convert("%x" + llvm::utostr(expr.index),
                     spec.getInputKind(spec.inputs[expr.index]), spec.type);
    case Expr::Reference:
      return convert(printResult(expr.index),
                     spec.getReductionKind(spec.reductions[expr.index]),
                     spec.type);
    case Expr::IntegerReference:
      return printResult(expr.index);
    case Expr::Parameter:
      return "%p" + llvm::utostr(expr.index);
    case Expr::Constant:
      return define("arith.constant " + literal(spec.type, expr.value) + " : " +
                    type);
    case Expr::Position:
      return convert(printPosition(expr.index), ElementKind::I32, spec.type);
    case Expr::Integer:
      return define("arith.constant " + literal(ElementKind::I32, expr.value) +
                    " : i32");
    case Expr::IntegerPosition:
      return printPosition(expr.index);
    case Expr::Op: {
      std::string text = expr.name;
      for (auto [i, operand] : llvm::enumerate(expr.operands))
        text += (i ? ", " : " ") + print(operand);
      return define(text + " : " + type);
    }
    case Expr::Compare: {
      std::string lhs = print(expr.operands[0]);
      std::string rhs = print(expr.operands[1]);
      return select(compare(expr.name, lhs, rhs), expr, 2);
    }
    case Expr::CompareOrNaN: {
      std::string lhs = print(expr.operands[0]);
      std::string rhs = print(expr.operands[1]);
      std::string isTrue = compare(expr.name, lhs, rhs);
      std::string left = compare("uno", lhs, lhs);
      std::string right = compare("uno", rhs, rhs);
      std::string areNaN =
          define("arith.andi " + left + ", " + right + " : i1");
      return select(define("arith.ori " + isTrue + ", " + areNaN + " : i1"),
                    expr, 2);
    }
    case Expr::At: {
      std::string position = printPosition(expr.index);
      std::string other = print(expr.operands[0]);
      return select(
          define("arith.cmpi eq, " + position + ", " + other + " : i32"), expr,
          1);
    }
    case Expr::Mask:
      return select("%x" + llvm::utostr(expr.index), expr, 0);
    case Expr::Causal: {
      std::string lhs = printIndex(expr.index);
      std::string rhs = printIndex(expr.other);
      return select(define("arith.cmpi sle, " + lhs + ", " + rhs + " : index"),
                    expr, 0);
    }
    case Expr::Round:
      return convert(convert(print(expr.operands[0]), spec.type, spec.narrow),
                     spec.narrow, spec.type);
    }
    llvm_unreachable("unknown kind");
  }

  llvm::raw_ostream &os;
  const Case &spec;
  StringRef indexOp;
  llvm::function_ref<unsigned(unsigned)> positionOf;
  unsigned &counter;
  StringRef type;
  llvm::DenseMap<const Expr *, std::string> names;
};

class ProgramPrinter {
public:
  ProgramPrinter(llvm::raw_ostream &os, const Case &spec)
      : os(os), spec(spec) {}

  void print() {
    printNote();
    printSignature();
    printInits();
    if (spec.form == Form::Chain)
      printChain();
    else
      for (unsigned i = 0; i < spec.reductions.size(); ++i)
        printGenerics(i);
    SmallVector<unsigned> returned = getReturned();
    os << "  return ";
    llvm::interleaveComma(returned, os, [&](unsigned i) { os << "%r" << i; });
    os << " : ";
    llvm::interleaveComma(returned, os,
                          [&](unsigned i) { os << resultType(i); });
    os << "\n}\n";
  }

private:
  std::string tensorType(ArrayRef<unsigned> dims, ElementKind kind) {
    std::string text = "tensor<";
    for (unsigned d : dims)
      text += (spec.dims[d].isDynamic ? "?" : llvm::itostr(spec.dims[d].size)) +
              "x";
    return text + redfuser::stringify(kind).str() + ">";
  }
  std::string inputType(unsigned k) {
    return tensorType(spec.inputs[k].dims, spec.getInputKind(spec.inputs[k]));
  }
  std::string resultType(unsigned i) {
    return tensorType(spec.reductions[i].dims,
                      spec.getReductionKind(spec.reductions[i]));
  }
  SmallVector<unsigned> getReturned() {
    SmallVector<unsigned> returned;
    for (unsigned i = 0; i < spec.reductions.size(); ++i)
      if (spec.reductions[i].isReturned)
        returned.push_back(i);
    return returned;
  }

  void printNote() {
    SmallVector<StringRef> lines;
    StringRef(spec.note).split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines)
      os << "// " << line << '\n';
  }

  void printSignature() {
    SmallVector<std::string> arguments;
    for (unsigned k = 0; k < spec.inputs.size(); ++k)
      arguments.push_back("%in" + llvm::utostr(k) + ": " + inputType(k));
    for (unsigned p = 0; p < spec.numParameters; ++p)
      arguments.push_back("%p" + llvm::utostr(p) + ": " +
                          redfuser::stringify(spec.type).str());
    for (auto [i, reduction] : llvm::enumerate(spec.reductions))
      if (reduction.init == Init::Argument)
        arguments.push_back("%init" + llvm::utostr(i) + ": " + resultType(i));
    os << "func.func @main(" << llvm::join(arguments, ", ") << ") -> (";
    llvm::interleaveComma(getReturned(), os,
                          [&](unsigned i) { os << resultType(i); });
    os << ") {\n";
  }

  /// The name of the size of a dynamic dimension.
  std::string sizeOf(unsigned dim) {
    std::string &name = sizes[dim];
    if (!name.empty())
      return name;
    for (auto [k, input] : llvm::enumerate(spec.inputs))
      for (auto [at, d] : llvm::enumerate(input.dims))
        if (d == dim) {
          name = "%size" + llvm::utostr(dim);
          os << "  %at" << dim << " = arith.constant " << at << " : index\n"
             << "  " << name << " = tensor.dim %in" << k << ", %at" << dim
             << " : " << inputType(k) << '\n';
          return name;
        }
    return "%no_input_has_this_dimension";
  }

  std::string printEmpty(StringRef name, ArrayRef<unsigned> dims,
                         ElementKind kind) {
    std::string operands;
    for (unsigned d : dims)
      if (spec.dims[d].isDynamic)
        operands += (operands.empty() ? "" : ", ") + sizeOf(d);
    std::string type = tensorType(dims, kind);
    os << "  " << name << " = tensor.empty(" << operands << ") : " << type
       << '\n';
    return type;
  }

  void printInits() {
    for (auto [i, reduction] : llvm::enumerate(spec.reductions)) {
      if (reduction.init == Init::Argument)
        continue;
      ElementKind kind = spec.getReductionKind(reduction);
      std::string empty = "%empty" + llvm::utostr(i);
      std::string type = printEmpty(empty, reduction.dims, kind);
      // Of linalg's pair, the position has a start of its own.
      double start = spec.form != Form::Chain && spec.isPaired(i)
                         ? reduction.start
                         : getInitValue(reduction.monoid, reduction.init, kind);
      os << "  %start" << i << " = arith.constant " << literal(kind, start)
         << " : " << redfuser::stringify(kind) << '\n';
      os << "  %init" << i << " = linalg.fill ins(%start" << i << " : "
         << redfuser::stringify(kind) << ") outs(" << empty << " : " << type
         << ") -> " << type << '\n';
    }
  }

  void printDims(ArrayRef<unsigned> dims) {
    os << '(';
    llvm::interleaveComma(dims, os, [&](unsigned d) { os << 'd' << d; });
    os << ')';
  }

  void printChain() {
    os << "  ";
    llvm::interleaveComma(llvm::seq<unsigned>(0, spec.reductions.size()), os,
                          [&](unsigned i) { os << "%r" << i; });
    os << " = cascade.chain [";
    llvm::interleaveComma(spec.dims, os, [&](const Case::Dim &dim) {
      os << (dim.isAxis ? "axis" : "parallel");
    });
    os << "]\n      ins(";
    auto inputs = llvm::seq<unsigned>(0, spec.inputs.size());
    llvm::interleaveComma(inputs, os, [&](unsigned k) {
      os << "%in" << k << ' ';
      printDims(spec.inputs[k].dims);
    });
    os << " : ";
    llvm::interleaveComma(inputs, os, [&](unsigned k) { os << inputType(k); });
    os << ")\n      inits(";
    auto reductions = llvm::seq<unsigned>(0, spec.reductions.size());
    llvm::interleaveComma(reductions, os,
                          [&](unsigned i) { os << "%init" << i; });
    os << " : ";
    llvm::interleaveComma(reductions, os,
                          [&](unsigned i) { os << resultType(i); });
    os << ")\n";
    for (auto [i, reduction] : llvm::enumerate(spec.reductions)) {
      os << "    reduce #cascade." << fuzz::stringify(reduction.monoid)
         << " -> ";
      printDims(reduction.dims);
      os << " (";
      llvm::interleaveComma(inputs, os, [&](unsigned k) { os << "%x" << k; });
      if (i)
        os << " | ";
      llvm::interleaveComma(llvm::seq<unsigned>(0, i), os,
                            [&](unsigned j) { os << "%d" << j; });
      os << ") {\n";
      BodyPrinter body(
          os, spec, "cascade.index", [](unsigned d) { return d; }, counter);
      ElementKind kind = spec.getReductionKind(reduction);
      std::string value = body.printTerm(reduction.term, kind);
      os << "      cascade.yield " << value << " : "
         << redfuser::stringify(kind) << "\n    }\n";
    }
  }

  struct Operand {
    std::string value, type, argument;
    SmallVector<unsigned> dims;
    ElementKind kind;
  };

  /// A linalg.generic over `domain`; `printBody` returns what is yielded.
  void printGeneric(std::string result, ArrayRef<unsigned> domain,
                    ArrayRef<Operand> inputs, ArrayRef<Operand> outs,
                    bool reduces,
                    llvm::function_ref<SmallVector<std::string>(
                        llvm::function_ref<unsigned(unsigned)>)>
                        printBody) {
    auto positionOf = [&](unsigned dim) -> unsigned {
      return llvm::find(domain, dim) - domain.begin();
    };
    auto printMap = [&](const Operand &operand) {
      os << "affine_map<(";
      llvm::interleaveComma(llvm::seq<size_t>(0, domain.size()), os,
                            [&](unsigned d) { os << 'd' << d; });
      os << ") -> (";
      llvm::interleaveComma(operand.dims, os,
                            [&](unsigned d) { os << 'd' << positionOf(d); });
      os << ")>";
    };
    auto printValue = [&](const Operand &operand) { os << operand.value; };
    auto printType = [&](const Operand &operand) { os << operand.type; };
    SmallVector<Operand> all(inputs);
    llvm::append_range(all, outs);
    os << "  " << result << " = linalg.generic {indexing_maps = [";
    llvm::interleaveComma(all, os, printMap);
    os << "], iterator_types = [";
    llvm::interleaveComma(domain, os, [&](unsigned d) {
      os << (reduces && spec.dims[d].isAxis ? "\"reduction\"" : "\"parallel\"");
    });
    os << "]}\n      ins(";
    llvm::interleaveComma(inputs, os, printValue);
    os << " : ";
    llvm::interleaveComma(inputs, os, printType);
    os << ") outs(";
    llvm::interleaveComma(outs, os, printValue);
    os << " : ";
    llvm::interleaveComma(outs, os, printType);
    os << ") {\n    ^bb0(";
    llvm::interleaveComma(all, os, [&](const Operand &operand) {
      os << operand.argument << ": " << redfuser::stringify(operand.kind);
    });
    os << "):\n";
    SmallVector<std::string> values = printBody(positionOf);
    os << "      linalg.yield " << llvm::join(values, ", ") << " : ";
    llvm::interleaveComma(outs, os, [&](const Operand &out) {
      os << redfuser::stringify(out.kind);
    });
    os << "\n  } -> (";
    llvm::interleaveComma(outs, os, printType);
    os << ")\n";
  }

  /// What reduction `i` reads, and whatever gives its domain a size.
  SmallVector<Operand> getOperands(unsigned i, ArrayRef<unsigned> domain) {
    const Case::Reduction &reduction = spec.reductions[i];
    SmallVector<Operand> operands;
    SmallVector<unsigned> sized(reduction.dims);
    auto addInput = [&](unsigned k) {
      operands.push_back({"%in" + llvm::utostr(k), inputType(k),
                          "%x" + llvm::utostr(k), spec.inputs[k].dims,
                          spec.getInputKind(spec.inputs[k])});
      llvm::append_range(sized, spec.inputs[k].dims);
    };
    for (unsigned k = 0; k < spec.inputs.size(); ++k)
      if (reads(reduction.term, Expr::Input, k) ||
          reads(reduction.term, Expr::Mask, k))
        addInput(k);
    for (unsigned j = 0; j < i; ++j)
      if (reads(reduction.term, Expr::Reference, j))
        operands.push_back({"%r" + llvm::utostr(j), resultType(j),
                            "%d" + llvm::utostr(j), spec.reductions[j].dims,
                            spec.getReductionKind(spec.reductions[j])});
    for (unsigned d : domain)
      for (unsigned k = 0; k < spec.inputs.size(); ++k)
        if (!llvm::is_contained(sized, d) &&
            llvm::is_contained(spec.inputs[k].dims, d) &&
            llvm::all_of(spec.inputs[k].dims, [&](unsigned other) {
              return llvm::is_contained(domain, other);
            }))
          addInput(k);
    return operands;
  }

  void printGenerics(unsigned i) {
    const Case::Reduction &reduction = spec.reductions[i];
    if (spec.isPaired(i))
      return;
    ElementKind kind = spec.getReductionKind(reduction);
    SmallVector<unsigned> domain = spec.getDomain(i);
    std::string number = llvm::utostr(i), result = "%r" + number;
    SmallVector<Operand> accumulators{{"%init" + number, resultType(i),
                                       "%acc" + number, reduction.dims, kind}};
    std::optional<unsigned> position = spec.getPosition(i);
    if (position) {
      std::string other = llvm::utostr(*position);
      accumulators.push_back({"%init" + other, resultType(*position),
                              "%acc" + other, spec.reductions[*position].dims,
                              ElementKind::I32});
      result += ", %r" + other;
    }
    auto printTerm = [&](llvm::function_ref<unsigned(unsigned)> positionOf) {
      BodyPrinter body(os, spec, "linalg.index", positionOf, counter);
      return body.printTerm(reduction.term, kind);
    };
    auto printCombined = [&](std::string term,
                             llvm::function_ref<unsigned(unsigned)> positionOf)
        -> SmallVector<std::string> {
      if (position)
        return printChoice(i, *position, term, positionOf);
      return {define("arith." + fuzz::stringify(reduction.monoid).str() + ' ' +
                     term + ", %acc" + number + " : " +
                     redfuser::stringify(kind).str())};
    };
    if (spec.form == Form::Generics) {
      printGeneric(result, domain, getOperands(i, domain), accumulators, true,
                   [&](llvm::function_ref<unsigned(unsigned)> at) {
                     return printCombined(printTerm(at), at);
                   });
      return;
    }
    std::string shape = "%shape" + number;
    std::string type = printEmpty(shape, domain, kind);
    printGeneric("%term" + number, domain, getOperands(i, domain),
                 {{shape, type, "%unused" + number, domain, kind}}, false,
                 [&](llvm::function_ref<unsigned(unsigned)> at) {
                   return SmallVector<std::string>{printTerm(at)};
                 });
    printGeneric(result, domain,
                 {{"%term" + number, type, "%value" + number, domain, kind}},
                 accumulators, true,
                 [&](llvm::function_ref<unsigned(unsigned)> at) {
                   return printCombined("%value" + number, at);
                 });
  }

  std::string define(std::string op) {
    std::string name = "%t" + llvm::utostr(counter++);
    os << "      " << name << " = " << op << '\n';
    return name;
  }

  /// The better of `term` and what extremum `i` has, with its position; as JAX
  /// lowers it, where a NaN has one, and as torch-mlir does, where not.
  SmallVector<std::string>
  printChoice(unsigned i, unsigned position, const std::string &term,
              llvm::function_ref<unsigned(unsigned)> positionOf) {
    const Case::Reduction &reduction = spec.reductions[i];
    const Expr &choice = *spec.reductions[position].term;
    std::string type =
        redfuser::stringify(spec.getReductionKind(reduction)).str();
    std::string best = "%acc" + llvm::utostr(i);
    std::string where = "%acc" + llvm::utostr(position);
    bool isMax = reduction.monoid == Monoid::Maximum;
    bool isFirst = spec.reductions[position].monoid == Monoid::MinSI;
    auto compare = [&](StringRef predicate, StringRef a, StringRef b) {
      return define(
          ("arith.cmpf " + predicate + ", " + a + ", " + b + " : " + type)
              .str());
    };
    auto any = [&](StringRef a, StringRef b) {
      return define(("arith.ori " + a + ", " + b + " : i1").str());
    };
    std::string here =
        define("arith.index_cast " +
               define("linalg.index " +
                      llvm::utostr(positionOf(choice.operands[2]->index)) +
                      " : index") +
               " : index to i32");
    if (choice.kind == Expr::Compare) {
      StringRef wins =
          isMax ? (isFirst ? "ogt" : "oge") : (isFirst ? "olt" : "ole");
      std::string value =
          define("arith." + fuzz::stringify(reduction.monoid).str() + ' ' +
                 term + ", " + best + " : " + type);
      std::string isBetter = compare(wins, term, best);
      return {value, define("arith.select " + isBetter + ", " + here + ", " +
                            where + " : i32")};
    }
    std::string isBest = compare(isMax ? "ogt" : "olt", best, term);
    std::string isNaN = compare("une", best, best);
    std::string isEqual = compare("oeq", best, term);
    std::string isBefore =
        define("arith.cmpi slt, " + where + ", " + here + " : i32");
    std::string isTie =
        define("arith.andi " + isEqual + ", " + isBefore + " : i1");
    std::string keepsValue = any(isBest, isNaN);
    std::string stays = any(keepsValue, isTie);
    return {define("arith.select " + keepsValue + ", " + best + ", " + term +
                   " : " + type),
            define("arith.select " + stays + ", " + where + ", " + here +
                   " : i32")};
  }

  llvm::raw_ostream &os;
  const Case &spec;
  unsigned counter = 0;
  llvm::DenseMap<unsigned, std::string> sizes;
};

} // namespace

std::string Case::printProgram() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  ProgramPrinter(os, *this).print();
  return text;
}

std::string Case::printPipelineOptions() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "rows=" << rows << " axis=" << axisTile << " segments=" << segments;
  if (isStrict)
    os << " numerics=strict";
  for (const std::string &option : gpuOptions)
    os << ' ' << option;
  return text;
}

std::string Case::printDims() const {
  SmallVector<std::string> tensors;
  auto add = [&](ArrayRef<unsigned> tensorDims) {
    std::string text;
    for (unsigned d : tensorDims)
      text += (text.empty() ? "" : "x") + llvm::itostr(dims[d].size);
    tensors.push_back(text.empty() ? "_" : text);
  };
  for (const Input &input : inputs)
    add(input.dims);
  for (const Reduction &reduction : reductions)
    if (reduction.init == Init::Argument)
      add(reduction.dims);
  return llvm::join(tensors, ",");
}

std::string Case::printSuiteLine(StringRef inputFile) const {
  llvm::json::Object line{
      {"input-file", inputFile},
      {"dims", printDims()},
      {"seed", static_cast<int64_t>(seed)},
      {"pipeline-options", printPipelineOptions()},
  };
  if (isForGpu)
    line["target"] = "cuda";
  if (data != DataMode::Normal) {
    line["data"] = getDataModeNames()[static_cast<int>(data)];
    line["data-arg"] = llvm::utostr(dataInput);
    line["data-axis"] = llvm::utostr(dataDim);
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(line)) << '\n';
  return text;
}
