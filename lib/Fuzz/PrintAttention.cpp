//===- PrintAttention.cpp - Attention-like programs as text ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Attention.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <functional>
#include <map>

using namespace redfuser;
using namespace redfuser::fuzz;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

int64_t AttentionCase::getSize(char dim) const {
  switch (dim) {
  case 'b':
    return batch;
  case 'h':
    return heads;
  case 'g':
    return groups;
  case 'H':
    return heads * groups;
  case 'q':
    return rows;
  case 'k':
    return keys;
  case 'd':
    return depth;
  default:
    return width;
  }
}

bool AttentionCase::isDynamic(char dim) const {
  return (dim == 'q' && hasDynamicRows) || (dim == 'k' && hasDynamicKeys);
}

bool AttentionCase::hidesPositions() const {
  return mask == Mask::Causal || mask == Mask::CausalFromEnd ||
         mask == Mask::Window || mask == Mask::Lengths;
}

/// "hg" as "H".
static std::string joinHeads(std::string dims) {
  size_t at = dims.find("hg");
  return at == std::string::npos ? dims : dims.replace(at, 2, "H");
}

std::vector<AttentionCase::Argument> AttentionCase::getArguments() const {
  std::vector<Argument> list;
  list.push_back({"q", joinsHeads ? joinHeads(query) : query, type});
  list.push_back({"k", key, type});
  if (!isLatent)
    list.push_back({"v", value, type});
  if (mask == Mask::Table)
    list.push_back({"table", "bqk", ElementKind::I1});
  if (mask == Mask::KeyTable)
    list.push_back({"table", "bk", ElementKind::I1});
  if (mask == Mask::Documents) {
    list.push_back({"ofrow", "bq", ElementKind::I64});
    list.push_back({"ofkey", "bk", ElementKind::I64});
  }
  if (mask == Mask::Lengths)
    list.push_back({"length", "b", ElementKind::I64});
  if (bias != Bias::None)
    list.push_back({"bias",
                    bias == Bias::Full     ? "bhgqk"
                    : bias == Bias::ByHead ? "hgqk"
                                           : "bk",
                    type});
  if (hasAlibi)
    list.push_back({"slope", "hg", ElementKind::F32});
  if (hasSink)
    list.push_back({"sink", "hg", ElementKind::F32});
  if (hasGate)
    list.push_back({"gate", "bhgqc", type});
  return list;
}

namespace {

/// A value of the program.
struct Tensor {
  std::string name;
  std::string dims;
  ElementKind kind = ElementKind::F32;
};

/// Writes the body of an op and says what it yields.
class Body {
public:
  Body(llvm::raw_ostream &os, unsigned &counter, StringRef domain)
      : os(os), counter(counter), domain(domain) {}

  std::string define(const llvm::Twine &op) {
    std::string name = "%t" + llvm::utostr(counter++);
    os << "    " << name << " = " << op << '\n';
    return name;
  }
  std::string constant(double value) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.9e", value);
    if (std::isinf(value))
      text = value < 0 ? "0xFF800000" : "0x7F800000";
    return define("arith.constant " + text + " : f32");
  }
  std::string call(const llvm::Twine &op, const std::string &a) {
    return define(op + " " + a + " : f32");
  }
  std::string binary(const llvm::Twine &op, const std::string &a,
                     const std::string &b, StringRef type = "f32") {
    return define(op + " " + a + ", " + b + " : " + type);
  }
  std::string widen(const std::string &value, ElementKind kind) {
    if (kind == ElementKind::F32)
      return value;
    return define("arith.extf " + value + " : " + stringify(kind) + " to f32");
  }
  std::string round(const std::string &value, ElementKind kind) {
    if (kind == ElementKind::F32)
      return value;
    return define("arith.truncf " + value + " : f32 to " + stringify(kind));
  }
  /// The position along `dim` as an i64.
  std::string position(char dim) {
    std::string index =
        define("linalg.index " + llvm::utostr(domain.find(dim)) + " : index");
    return define("arith.index_cast " + index + " : index to i64");
  }

private:
  llvm::raw_ostream &os;
  unsigned &counter;
  StringRef domain;
};

using BodyPrinter =
    std::function<std::string(Body &, ArrayRef<std::string>, std::string)>;

class AttentionPrinter {
public:
  AttentionPrinter(llvm::raw_ostream &os, const AttentionCase &spec)
      : os(os), spec(spec) {}

  void print();

private:
  std::string typeOf(StringRef dims, ElementKind kind) {
    std::string text = "tensor<";
    for (char dim : dims)
      text +=
          (spec.isDynamic(dim) ? "?" : llvm::itostr(spec.getSize(dim))) + "x";
    return text + stringify(kind).str() + ">";
  }
  std::string typeOf(const Tensor &tensor) {
    return typeOf(tensor.dims, tensor.kind);
  }
  std::string makeName() { return "%v" + llvm::utostr(counter++); }

  std::string printMap(StringRef domain, StringRef dims);
  Tensor printEmpty(const std::string &dims, ElementKind kind);
  Tensor printGeneric(const std::string &domain, ArrayRef<Tensor> inputs,
                      const std::string &dims, ElementKind kind,
                      std::optional<double> init, const BodyPrinter &body);
  Tensor transpose(const Tensor &from, const std::string &dims);
  Tensor contract(const std::string &domain, const Tensor &a, const Tensor &b,
                  const std::string &dims);
  Tensor splitHeads(const Tensor &from, const std::string &dims);
  Tensor joinHeadsOf(const Tensor &from);
  Tensor convert(const Tensor &from, ElementKind kind, const std::string &dims);
  void readArguments();
  Tensor modifyScores(const Tensor &scores);
  std::string printMask(Body &body, ArrayRef<std::string> values,
                        ArrayRef<Tensor> inputs, const std::string &score);
  void printAttention();

  Tensor &argument(StringRef name) { return arguments[name.str()]; }

  llvm::raw_ostream &os;
  const AttentionCase &spec;
  unsigned counter = 0;
  std::map<std::string, Tensor> arguments;
  SmallVector<Tensor> results;
};

} // namespace

std::string AttentionPrinter::printMap(StringRef domain, StringRef dims) {
  std::string text = "affine_map<(";
  for (size_t i = 0; i < domain.size(); ++i)
    text += (i ? ", d" : "d") + llvm::utostr(i);
  text += ") -> (";
  for (auto [i, dim] : llvm::enumerate(dims))
    text += (i ? ", d" : "d") + llvm::utostr(domain.find(dim));
  return text + ")>";
}

Tensor AttentionPrinter::printEmpty(const std::string &dims, ElementKind kind) {
  Tensor tensor{makeName(), dims, kind};
  std::string sizes;
  for (char dim : dims)
    if (spec.isDynamic(dim))
      sizes += (sizes.empty() ? "%size_" : ", %size_") + std::string(1, dim);
  os << "  " << tensor.name << " = tensor.empty(" << sizes
     << ") : " << typeOf(tensor) << '\n';
  return tensor;
}

/// With `init`, dimensions of the domain that the result lacks are reduced.
Tensor AttentionPrinter::printGeneric(const std::string &domain,
                                      ArrayRef<Tensor> inputs,
                                      const std::string &dims, ElementKind kind,
                                      std::optional<double> init,
                                      const BodyPrinter &body) {
  Tensor out = printEmpty(dims, kind);
  if (init) {
    std::string start = makeName();
    Tensor filled{makeName(), dims, kind};
    os << "  " << start << " = arith.constant ";
    if (std::isinf(*init))
      os << "0xFF800000";
    else
      os << llvm::format("%.9e", *init);
    os << " : f32\n  " << filled.name << " = linalg.fill ins(" << start
       << " : f32) outs(" << out.name << " : " << typeOf(out) << ") -> "
       << typeOf(out) << '\n';
    out = filled;
  }
  Tensor result{makeName(), dims, kind};
  os << "  " << result.name << " = linalg.generic {indexing_maps = [";
  for (const Tensor &input : inputs)
    os << printMap(domain, input.dims) << ", ";
  os << printMap(domain, dims) << "], iterator_types = [";
  llvm::interleaveComma(domain, os, [&](char dim) {
    os << (StringRef(dims).contains(dim) ? "\"parallel\"" : "\"reduction\"");
  });
  os << "]}\n      ";
  if (!inputs.empty()) {
    os << "ins(";
    llvm::interleaveComma(inputs, os, [&](const Tensor &t) { os << t.name; });
    os << " : ";
    llvm::interleaveComma(inputs, os,
                          [&](const Tensor &t) { os << typeOf(t); });
    os << ") ";
  }
  os << "outs(" << out.name << " : " << typeOf(out) << ") {\n  ^bb0(";
  SmallVector<std::string> values;
  for (const Tensor &input : inputs) {
    values.push_back("%x" + llvm::utostr(counter++));
    os << values.back() << ": " << stringify(input.kind) << ", ";
  }
  std::string acc = "%acc" + llvm::utostr(counter++);
  os << acc << ": " << stringify(kind) << "):\n";
  Body printer(os, counter, domain);
  std::string yielded = body(printer, values, acc);
  os << "    linalg.yield " << yielded << " : " << stringify(kind)
     << "\n  } -> " << typeOf(result) << '\n';
  return result;
}

Tensor AttentionPrinter::transpose(const Tensor &from,
                                   const std::string &dims) {
  if (from.dims == dims)
    return from;
  Tensor out = printEmpty(dims, from.kind);
  Tensor result{makeName(), dims, from.kind};
  os << "  " << result.name << " = linalg.transpose ins(" << from.name << " : "
     << typeOf(from) << ") outs(" << out.name << " : " << typeOf(out)
     << ") permutation = [";
  llvm::interleaveComma(dims, os, [&](char dim) { os << from.dims.find(dim); });
  os << "]\n";
  return result;
}

/// The sum of products, in f32.
Tensor AttentionPrinter::contract(const std::string &domain, const Tensor &a,
                                  const Tensor &b, const std::string &dims) {
  return printGeneric(
      domain, {a, b}, dims, ElementKind::F32, 0.0,
      [&](Body &body, ArrayRef<std::string> values, const std::string &acc) {
        std::string x = body.widen(values[0], a.kind);
        std::string y = body.widen(values[1], b.kind);
        return body.binary("arith.addf", acc, body.binary("arith.mulf", x, y));
      });
}

/// A dimension H as h and g, which `dims` has.
Tensor AttentionPrinter::splitHeads(const Tensor &from,
                                    const std::string &dims) {
  if (from.dims == dims)
    return from;
  Tensor result{makeName(), dims, from.kind};
  os << "  " << result.name << " = tensor.expand_shape " << from.name << " [";
  unsigned next = 0;
  llvm::interleaveComma(from.dims, os, [&](char dim) {
    os << '[' << next++;
    if (dim == 'H')
      os << ", " << next++;
    os << ']';
  });
  os << "] output_shape [";
  llvm::interleaveComma(dims, os, [&](char dim) {
    if (spec.isDynamic(dim))
      os << "%size_" << dim;
    else
      os << spec.getSize(dim);
  });
  os << "] : " << typeOf(from) << " into " << typeOf(result) << '\n';
  return result;
}

Tensor AttentionPrinter::joinHeadsOf(const Tensor &from) {
  Tensor result{makeName(), joinHeads(from.dims), from.kind};
  if (result.dims == from.dims)
    return from;
  os << "  " << result.name << " = tensor.collapse_shape " << from.name << " [";
  unsigned next = 0;
  llvm::interleaveComma(result.dims, os, [&](char dim) {
    os << '[' << next++;
    if (dim == 'H')
      os << ", " << next++;
    os << ']';
  });
  os << "] : " << typeOf(from) << " into " << typeOf(result) << '\n';
  return result;
}

Tensor AttentionPrinter::convert(const Tensor &from, ElementKind kind,
                                 const std::string &dims) {
  return printGeneric(
      dims, {from}, dims, kind, std::nullopt,
      [&](Body &body, ArrayRef<std::string> values, const std::string &) {
        if (from.kind == kind)
          return values[0];
        return body.round(body.widen(values[0], from.kind), kind);
      });
}

/// Sizes, and query, key and value as the contractions read them.
void AttentionPrinter::readArguments() {
  auto printSize = [&](char dim, StringRef name) {
    if (!spec.isDynamic(dim))
      return;
    const Tensor &tensor = argument(name);
    os << "  %at_" << dim << " = arith.constant " << tensor.dims.find(dim)
       << " : index\n  %size_" << dim << " = tensor.dim " << tensor.name
       << ", %at_" << dim << " : " << typeOf(tensor) << '\n';
  };
  printSize('q', "q");
  printSize('k', "k");
  Tensor &q = argument("q"), &k = argument("k"), &v = argument("v");
  if (spec.isLatent) {
    v = {makeName(), k.dims, k.kind};
    v.dims[v.dims.find('d')] = 'c';
    os << "  " << v.name << " = tensor.extract_slice " << k.name << '[';
    llvm::interleaveComma(v.dims, os, [&](char) { os << 0; });
    os << "] [";
    llvm::interleaveComma(v.dims, os, [&](char dim) {
      if (spec.isDynamic(dim))
        os << "%size_" << dim;
      else
        os << spec.getSize(dim);
    });
    os << "] [";
    llvm::interleaveComma(v.dims, os, [&](char) { os << 1; });
    os << "] : " << typeOf(k) << " to " << typeOf(v) << '\n';
  }
  q = splitHeads(q, spec.query);
  if (spec.transposesQuery)
    q = transpose(q, "bhgqd");
  if (spec.transposesKey)
    k = transpose(k, "bhkd");
  if (spec.transposesValue)
    v = transpose(v, "bhkc");
  if (spec.sharing == AttentionCase::Sharing::Broadcast) {
    k = convert(k, k.kind, "bhgkd");
    v = convert(v, v.kind, "bhgkc");
  }
  if (spec.scale == AttentionCase::Scale::OnQuery)
    q = printGeneric(
        q.dims, {q}, q.dims, q.kind, std::nullopt,
        [&](Body &body, ArrayRef<std::string> values, const std::string &) {
          std::string factor = body.constant(1 / std::sqrt(spec.depth));
          std::string scaled =
              body.binary("arith.mulf", body.widen(values[0], q.kind), factor);
          return body.round(scaled, q.kind);
        });
}

/// The score, or what a masked one becomes.
std::string AttentionPrinter::printMask(Body &body,
                                        ArrayRef<std::string> values,
                                        ArrayRef<Tensor> inputs,
                                        const std::string &score) {
  using Mask = AttentionCase::Mask;
  if (spec.mask == Mask::None)
    return score;
  auto value = [&](StringRef name) {
    const Tensor &tensor = argument(name);
    for (auto [i, input] : llvm::enumerate(inputs))
      if (input.name == tensor.name)
        return values[i];
    llvm_unreachable("not an input");
  };
  auto compare = [&](StringRef predicate, const std::string &a,
                     const std::string &b) {
    return body.define("arith.cmpi " + predicate + ", " + a + ", " + b +
                       " : i64");
  };
  auto integer = [&](int64_t number) {
    return body.define("arith.constant " + llvm::Twine(number) + " : i64");
  };
  std::string shown;
  switch (spec.mask) {
  case Mask::None:
    break;
  case Mask::Causal:
    shown = compare("sle", body.position('k'), body.position('q'));
    break;
  case Mask::CausalFromEnd: {
    // The last row sees the last key.
    std::string shift;
    if (spec.hasDynamicRows || spec.hasDynamicKeys) {
      auto size = [&](char dim) {
        return spec.isDynamic(dim)
                   ? body.define("arith.index_cast %size_" + llvm::Twine(dim) +
                                 " : index to i64")
                   : integer(spec.getSize(dim));
      };
      std::string keys = size('k'), rows = size('q');
      shift = body.binary("arith.subi", keys, rows, "i64");
    } else {
      shift = integer(spec.keys - spec.rows);
    }
    std::string last =
        body.binary("arith.addi", body.position('q'), shift, "i64");
    shown = compare("sle", body.position('k'), last);
    break;
  }
  case Mask::Window: {
    std::string row = body.position('q'), key = body.position('k');
    std::string first =
        body.binary("arith.subi", row, integer(spec.window), "i64");
    std::string before = compare("sle", key, row);
    std::string after = compare("sgt", key, first);
    shown = body.binary("arith.andi", before, after, "i1");
    break;
  }
  case Mask::Table:
  case Mask::KeyTable:
    shown = value("table");
    break;
  case Mask::Documents:
    shown = compare("eq", value("ofrow"), value("ofkey"));
    break;
  case Mask::Lengths:
    shown = compare("slt", body.position('k'), value("length"));
    break;
  }
  std::string other;
  switch (spec.masked) {
  case AttentionCase::Masked::NegInf:
    other = body.constant(-INFINITY);
    break;
  case AttentionCase::Masked::Lowest:
    other = body.constant(-3.4028235e38);
    break;
  case AttentionCase::Masked::Added:
    other = body.binary("arith.addf", score, body.constant(-1e4));
    break;
  }
  return body.define("arith.select " + shown + ", " + score + ", " + other +
                     " : f32");
}

/// Scale, softcap, biases and mask, in this order.
Tensor AttentionPrinter::modifyScores(const Tensor &scores) {
  SmallVector<Tensor> inputs{scores};
  for (StringRef name : {"bias", "slope", "table", "ofrow", "ofkey", "length"})
    if (auto it = arguments.find(name.str()); it != arguments.end())
      inputs.push_back(it->second);
  auto indexOf = [&](StringRef name) {
    for (auto [i, input] : llvm::enumerate(inputs))
      if (input.name == argument(name).name)
        return i;
    llvm_unreachable("not an input");
  };
  return printGeneric(
      "bhgqk", inputs, "bhgqk", ElementKind::F32, std::nullopt,
      [&](Body &body, ArrayRef<std::string> values, const std::string &) {
        std::string score = body.widen(values[0], scores.kind);
        if (spec.scale == AttentionCase::Scale::OnScores)
          score = body.binary("arith.mulf", score,
                              body.constant(1 / std::sqrt(spec.depth)));
        if (spec.hasSoftcap) {
          std::string cap = body.constant(5);
          std::string bounded =
              body.call("math.tanh", body.binary("arith.divf", score, cap));
          score = body.binary("arith.mulf", bounded, cap);
        }
        if (spec.bias != AttentionCase::Bias::None) {
          std::string bias =
              body.widen(values[indexOf("bias")], argument("bias").kind);
          score = body.binary("arith.addf", score, bias);
        }
        if (spec.hasAlibi) {
          std::string key = body.position('k'), row = body.position('q');
          std::string distance = body.define(
              "arith.sitofp " + body.binary("arith.subi", key, row, "i64") +
              " : i64 to f32");
          std::string sixteenth =
              body.binary("arith.mulf", distance, body.constant(0.0625));
          score = body.binary(
              "arith.addf", score,
              body.binary("arith.mulf", sixteenth, values[indexOf("slope")]));
        }
        return printMask(body, values, inputs, score);
      });
}

void AttentionPrinter::printAttention() {
  using Values = ArrayRef<std::string>;
  ElementKind f32 = ElementKind::F32, type = spec.type;
  readArguments();
  Tensor scores = contract("bhgqkd", argument("q"), argument("k"), "bhgqk");
  if (spec.roundsScores)
    scores = convert(scores, type, "bhgqk");
  scores = modifyScores(scores);

  const std::string row = "bhgq", element = "bhgqk";
  Tensor max = printGeneric(element, {scores}, row, f32, -INFINITY,
                            [](Body &body, Values x, const std::string &acc) {
                              return body.binary("arith.maximumf", x[0], acc);
                            });
  if (spec.hasSink)
    max = printGeneric(row, {max, argument("sink")}, row, f32, std::nullopt,
                       [](Body &body, Values x, const std::string &) {
                         return body.binary("arith.maximumf", x[0], x[1]);
                       });
  auto power = [](Body &body, Values x, const std::string &) {
    return body.call("math.exp", body.binary("arith.subf", x[0], x[1]));
  };
  Tensor terms =
      printGeneric(element, {scores, max}, element, f32, std::nullopt, power);
  Tensor sum = printGeneric(element, {terms}, row, f32, 0.0,
                            [](Body &body, Values x, const std::string &acc) {
                              return body.binary("arith.addf", x[0], acc);
                            });
  if (spec.hasSink)
    sum = printGeneric(
        row, {argument("sink"), max, sum}, row, f32, std::nullopt,
        [&](Body &body, Values x, const std::string &acc) {
          return body.binary("arith.addf", power(body, x, acc), x[2]);
        });
  ElementKind weightKind = spec.roundsWeights ? type : f32;
  Tensor weights = terms;
  if (!spec.dividesLast)
    weights = printGeneric(
        element, {terms, sum}, element, weightKind, std::nullopt,
        [&](Body &body, Values x, const std::string &) {
          return body.round(body.binary("arith.divf", x[0], x[1]), weightKind);
        });
  else if (spec.roundsWeights)
    weights = convert(terms, type, element);
  Tensor out = contract("bhgqkc", weights, argument("v"), "bhgqc");

  // The readout, in the order of the result.
  SmallVector<Tensor> inputs{out};
  if (spec.dividesLast)
    inputs.push_back(sum);
  if (spec.hasGate)
    inputs.push_back(argument("gate"));
  ElementKind outKind = spec.returnsF32 ? f32 : type;
  Tensor result =
      printGeneric("bhgqc", inputs, spec.result, outKind, std::nullopt,
                   [&](Body &body, Values x, const std::string &) {
                     std::string y = x[0];
                     if (spec.dividesLast)
                       y = body.binary("arith.divf", y, x[1]);
                     if (spec.hasGate) {
                       std::string gate =
                           body.widen(x.back(), argument("gate").kind);
                       std::string power =
                           body.call("math.exp", body.call("arith.negf", gate));
                       std::string one = body.constant(1);
                       y = body.binary("arith.divf", y,
                                       body.binary("arith.addf", one, power));
                     }
                     return body.round(y, outKind);
                   });
  results.push_back(spec.joinsHeads ? joinHeadsOf(result) : result);
  if (spec.returnsLogSum)
    results.push_back(printGeneric(
        row, {max, sum}, row, f32, std::nullopt,
        [](Body &body, Values x, const std::string &) {
          return body.binary("arith.addf", x[0], body.call("math.log", x[1]));
        }));
}

void AttentionPrinter::print() {
  // The types of the results are known in the end.
  std::string text;
  llvm::raw_string_ostream body(text);
  std::vector<AttentionCase::Argument> list = spec.getArguments();
  for (const AttentionCase::Argument &a : list)
    arguments[a.name] = {"%" + a.name, a.dims, a.kind};
  AttentionPrinter inner(body, spec);
  inner.arguments = arguments;
  inner.printAttention();
  os << "func.func @main(";
  llvm::interleaveComma(list, os, [&](const AttentionCase::Argument &a) {
    os << '%' << a.name << ": " << typeOf(a.dims, a.kind);
  });
  os << ") -> (";
  auto printTypes = [&] {
    llvm::interleaveComma(inner.results, os,
                          [&](const Tensor &t) { os << typeOf(t); });
  };
  printTypes();
  os << ") {\n" << text << "  return ";
  llvm::interleaveComma(inner.results, os,
                        [&](const Tensor &t) { os << t.name; });
  os << " : ";
  printTypes();
  os << "\n}\n";
}

std::string AttentionCase::printProgram(const std::string &note) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  SmallVector<StringRef> lines;
  StringRef(note).rtrim().split(lines, '\n');
  for (StringRef line : lines)
    if (!line.empty())
      os << "// " << line << '\n';
  AttentionPrinter(os, *this).print();
  return text;
}

std::string AttentionCase::printPipelineOptions() const {
  SmallVector<std::string> options;
  if (tileRows)
    options.push_back("rows=" + llvm::itostr(tileRows));
  if (tileKeys)
    options.push_back("axis=" + llvm::itostr(tileKeys));
  if (segments != 1)
    options.push_back("segments=" + llvm::itostr(segments));
  if (isStrict)
    options.push_back("numerics=strict");
  options.append(gpuOptions.begin(), gpuOptions.end());
  return llvm::join(options, " ");
}

std::string AttentionCase::printDims() const {
  SmallVector<std::string> tensors;
  for (const Argument &argument : getArguments()) {
    std::string text;
    for (char dim : argument.dims)
      text += (text.empty() ? "" : "x") + llvm::itostr(getSize(dim));
    tensors.push_back(text);
  }
  return llvm::join(tensors, ",");
}

std::string AttentionCase::printSuiteLine(StringRef inputFile) const {
  llvm::json::Object line{{"input-file", inputFile},
                          {"dims", printDims()},
                          {"seed", static_cast<int64_t>(seed)},
                          {"pipeline-options", printPipelineOptions()}};
  if (isForGpu)
    line["target"] = "cuda";
  if (data != DataMode::Normal) {
    line["data"] = getDataModeNames()[static_cast<int>(data)];
    line["data-arg"] = llvm::utostr(dataArgument);
    line["data-axis"] = llvm::utostr(dataDim);
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(line)) << '\n';
  return text;
}
