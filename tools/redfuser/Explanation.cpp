//===- Explanation.cpp - What is said of a program's chains ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace redfuser;

/// "maximumf" of #cascade.maximumf.
static std::string getName(cascade::MonoidAttrInterface monoid) {
  std::string text;
  llvm::raw_string_ostream(text) << monoid;
  StringRef name = text;
  name.consume_front("#cascade.");
  return name.str();
}

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Constants as a mathematician writes them.
static std::string toText(TypedAttr value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto number = dyn_cast<FloatAttr>(value)) {
    llvm::SmallString<16> digits;
    number.getValue().toString(digits);
    llvm::StringRef name = digits;
    os << llvm::StringSwitch<StringRef>(name)
              .Case("-Inf", "-inf")
              .Cases({"Inf", "+Inf"}, "+inf")
              .Default(name);
  } else {
    value.print(os, /*elideType=*/true);
  }
  return text;
}

/// "(i0, i2)": dimensions are called as the positions along them are, since d0
/// is a result.
static std::string getDims(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleaveComma(map.getResults(), os, [&](AffineExpr dim) {
    os << 'i' << cast<AffineDimExpr>(dim).getPosition();
  });
  os << ')';
  return text;
}

/// Where the source computes `value`, without the reshapes before it.
static std::string describeInput(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    std::string text = "argument #" + std::to_string(argument.getArgNumber());
    if (auto func = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
      text += " of '" + func.getName().str() + "'";
    return text;
  }
  return "the result of '" +
         value.getDefiningOp()->getName().getStringRef().str() + "' at " +
         describeLocation(value.getLoc());
}

static ReductionAccount makeAccount(cascade::ChainOp chain, unsigned i) {
  ReductionAccount account;
  Value term = chain.getTermValue(i);
  account.where = describeLocation(isa<BlockArgument>(term) ? chain.getLoc()
                                                            : term.getLoc());
  account.monoid = getName(chain.getMonoid(i));
  account.type = toText(chain.getStateElementType(i));
  account.dims = getDims(chain.getResultMap(i));
  for (unsigned k = 0; k < i; ++k)
    if (!chain.getTermReference(i, k).use_empty())
      account.reads.push_back(k);
  return account;
}

/// "the running mean of x0", "the running value of d0".
static std::string describe(const Derivation::Center &center) {
  if (center.extremum)
    return "the running value of d" + std::to_string(*center.extremum);
  std::string text = "the running mean of " + algebra::toString(center.value);
  if (center.weight)
    text += ", weighted by the terms of d" + std::to_string(*center.weight);
  return text + ", carried as s" + std::to_string(center.component);
}

/// "u0 = x0 - d0 / n in the split, x0 - c0 in the state".
static std::string describe(const Derivation::View &view,
                            const Derivation &derivation) {
  std::string index = std::to_string(view.center);
  std::string value = algebra::toString(derivation.centers[view.center].value);
  std::string scale = algebra::toString(view.scale);
  return "u" + index + " = " + value + " - " +
         (scale == "1" ? "" : "(" + scale + ") * ") + "d" +
         std::to_string(view.reference) + " in the split, " + value + " - c" +
         index + " in the state";
}

static void addDerivation(ReductionAccount &account,
                          const Derivation::Reduction &reduction,
                          const Derivation &derivation) {
  using algebra::toString;
  account.term = toString(reduction.term);
  account.why = reduction.why;
  if (reduction.form == Derivation::Form::Monotone)
    account.form = "monotone map";
  if (reduction.form == Derivation::Form::Ranked)
    account.form = "the best elements";
  if (reduction.form == Derivation::Form::Independent)
    account.form = "independent";
  if (reduction.form == Derivation::Form::ReReferenced)
    account.form = "re-referenced";
  if (reduction.form != Derivation::Form::Plain)
    for (auto [g, h] : reduction.split)
      account.split.push_back({toString(g), toString(h)});
  for (const Derivation::View &view : reduction.views)
    account.views.push_back(describe(view, derivation));
  for (const Derivation::Factor &factor : reduction.factors)
    account.factors.push_back(
        {toString(factor.factor), factor.kept, factor.why});
  account.finalizer = reduction.finalizer;
}

ChainAccount redfuser::explainChain(cascade::ChainOp chain,
                                    const NumericOptions &numerics) {
  ChainAccount account;
  account.where = describeLocation(chain.getLoc());
  for (auto [dim, kind] : llvm::enumerate(chain.getDimKinds()))
    account.space += (dim ? ", i" : "i") + std::to_string(dim) + " " +
                     cascade::stringifyDimKind(kind).str();
  for (auto [i, input] : llvm::enumerate(chain.getInputs()))
    account.inputs.push_back("x" + std::to_string(i) + " " +
                             getDims(chain.getInputMap(i)) + " is " +
                             describeInput(input));
  for (unsigned i = 0; i < chain.getNumReductions(); ++i)
    account.reductions.push_back(makeAccount(chain, i));

  Reason reason;
  FailureOr<FusionPlan> plan = planFusion(chain, numerics, reason);
  if (failed(plan)) {
    account.refusal = {describeLocation(reason.loc.value_or(chain.getLoc())),
                       reason.message};
    return account;
  }
  Derivation derivation = plan->getDerivation();
  for (auto [reduction, derived] :
       llvm::zip_equal(account.reductions, derivation.reductions))
    addDerivation(reduction, derived, derivation);
  for (auto [i, center] : llvm::enumerate(derivation.centers))
    account.centers.push_back("c" + std::to_string(i) + " is " +
                              describe(center));
  for (const Derivation::Component &component : derivation.components) {
    account.components.push_back(
        {getName(component.monoid), toText(component.type),
         getDims(component.map), component.reduction, toText(component.start),
         algebra::toString(component.term) + component.condition,
         component.correction});
    // One product is corrected by a factor.
    if (!component.correction.empty() &&
        derivation.reductions[component.reduction].form ==
            Derivation::Form::RankOne)
      account.components.back().correction = "times " + component.correction;
  }
  return account;
}

unsigned Explanation::getNumFused() const {
  unsigned count = 0;
  for (const FunctionAccount &function : functions)
    for (const ChainAccount &chain : function.chains)
      count += !chain.refusal;
  return count;
}

unsigned Explanation::getNumRefused() const {
  unsigned count = 0;
  for (const FunctionAccount &function : functions) {
    count += function.refusals.size();
    for (const ChainAccount &chain : function.chains)
      count += chain.refusal.has_value();
  }
  return count;
}

//===----------------------------------------------------------------------===//
// What follows from the components
//===----------------------------------------------------------------------===//

/// "correct1(s1)" or "s1".
static std::string getCorrected(const ChainAccount &chain, unsigned i,
                                StringRef state) {
  std::string index = std::to_string(i);
  std::string old = (state + index).str();
  if (chain.components[i].correction.empty())
    return old;
  return "correct" + index + "(" + old + ")";
}

std::string redfuser::describeSplit(const ReductionAccount &reduction) {
  std::string text = "rank " + std::to_string(reduction.split.size());
  if (!reduction.form.empty())
    text += ", " + reduction.form;
  return text + ": " + reduction.why;
}

SmallVector<std::string> redfuser::getStep(const ChainAccount &chain) {
  SmallVector<std::string> lines;
  for (auto [i, component] : llvm::enumerate(chain.components))
    lines.push_back("s" + std::to_string(i) + "' = " + component.monoid + "(" +
                    getCorrected(chain, i, "s") + ", " + component.monoid +
                    " over the tile of " + component.term + ")");
  return lines;
}

SmallVector<std::string> redfuser::getMerge(const ChainAccount &chain) {
  SmallVector<std::string> lines;
  for (auto [i, component] : llvm::enumerate(chain.components))
    lines.push_back("s" + std::to_string(i) + "' = " + component.monoid + "(" +
                    getCorrected(chain, i, "a") + ", " +
                    getCorrected(chain, i, "b") + ")");
  return lines;
}

SmallVector<std::string> redfuser::getFinalizers(const ChainAccount &chain) {
  SmallVector<std::string> lines;
  for (auto [i, reduction] : llvm::enumerate(chain.reductions))
    lines.push_back("d" + std::to_string(i) + " = " + reduction.finalizer);
  return lines;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printLines(llvm::raw_ostream &os, StringRef label,
                       ArrayRef<std::string> lines) {
  for (auto [i, line] : llvm::enumerate(lines))
    os << "    " << llvm::left_justify(i ? "" : label, 12) << line << '\n';
}

static void printReduction(llvm::raw_ostream &os, const ChainAccount &chain,
                           unsigned i) {
  const ReductionAccount &reduction = chain.reductions[i];
  os << "    reduction " << i << ": #cascade." << reduction.monoid
     << ", result d" << i << ' ' << reduction.dims << " : " << reduction.type
     << ", at " << reduction.where << '\n';
  if (chain.refusal)
    return;
  os << "      term        F = " << reduction.term << '\n';
  if (reduction.split.empty()) {
    os << "      split       none needed: the term reads no earlier result\n";
  } else {
    os << "      split       " << describeSplit(reduction) << '\n';
    for (auto [g, h] : reduction.split)
      os << "                  G = " << g << ", H = " << h << '\n';
    for (const std::string &view : reduction.views)
      os << "                  " << view << '\n';
    for (const FactorAccount &factor : reduction.factors)
      os << (factor.kept ? "      kept        " : "      deferred    ")
         << factor.factor << ": " << factor.why << '\n';
  }
  for (auto [k, component] : llvm::enumerate(chain.components)) {
    if (component.reduction != i)
      continue;
    os << "      state       s" << k << " : " << component.type << ' '
       << component.dims << ", " << component.monoid << " from "
       << component.start << ", of " << component.term << '\n';
    if (!component.correction.empty())
      os << "      correction  " << component.correction << '\n';
  }
}

static void printChain(llvm::raw_ostream &os, const ChainAccount &chain) {
  size_t count = chain.reductions.size();
  os << "  " << chain.where << ": chain of " << count
     << (count == 1 ? " reduction" : " reductions");
  if (chain.refusal) {
    os << ", not fused\n    " << chain.refusal->where << ": "
       << chain.refusal->message << '\n';
  } else {
    os << ", fused into one pass\n";
  }
  os << "    over " << chain.space << '\n';
  for (const std::string &input : chain.inputs)
    os << "    " << input << '\n';
  for (const std::string &center : chain.centers)
    os << "    " << center << '\n';
  for (unsigned i = 0; i < count; ++i)
    printReduction(os, chain, i);
  if (chain.refusal)
    return;
  printLines(os, "step", getStep(chain));
  printLines(os, "merge", getMerge(chain));
  printLines(os, "finalizer", getFinalizers(chain));
}

void redfuser::printText(llvm::raw_ostream &os,
                         const Explanation &explanation) {
  for (auto [i, function] : llvm::enumerate(explanation.functions)) {
    os << (i ? "\n" : "") << "function " << function.name << " ("
       << function.where << ")\n";
    for (const ChainAccount &chain : function.chains)
      printChain(os, chain);
    for (const Refusal &refusal : function.refusals)
      os << "  " << refusal.where << ": " << refusal.message << '\n';
    if (function.chains.empty() && function.refusals.empty())
      os << "  no chain of dependent reductions was found\n";
    for (const Refusal &note : function.notes)
      os << "  " << note.where << ": " << note.message << '\n';
  }
  os << '\n'
     << explanation.getNumFused() << " fused, " << explanation.getNumRefused()
     << " refused\n";
}

//===----------------------------------------------------------------------===//
// Markdown
//===----------------------------------------------------------------------===//

void redfuser::printMarkdown(llvm::raw_ostream &os,
                             const Explanation &explanation) {
  auto code = [](StringRef text) { return ("`" + text + "`").str(); };
  for (const FunctionAccount &function : explanation.functions) {
    for (const ChainAccount &chain : function.chains) {
      if (chain.refusal) {
        os << "Not fused: " << chain.refusal->message << "\n\n";
        continue;
      }
      os << "| | F | G | H | rank | |\n|---|---|---|---|---|---|\n";
      for (auto [i, reduction] : llvm::enumerate(chain.reductions)) {
        std::string g, h, fate;
        for (auto [k, pair] : llvm::enumerate(reduction.split)) {
          g += (k ? "<br>" : "") + code(pair.first);
          h += (k ? "<br>" : "") + code(pair.second);
        }
        for (const FactorAccount &factor : reduction.factors)
          fate += (fate.empty() ? "" : "<br>") + code(factor.factor) +
                  (factor.kept ? " kept" : " deferred");
        os << "| d" << i << " = " << reduction.monoid << " | "
           << code(reduction.term) << " | " << g << " | " << h << " | ";
        if (!reduction.split.empty())
          os << reduction.split.size();
        os << " | " << reduction.form
           << (reduction.form.empty() || fate.empty() ? "" : "; ") << fate
           << " |\n";
      }
      os << "\n```\n";
      for (const std::string &center : chain.centers)
        os << "about      " << center << '\n';
      for (const ReductionAccount &reduction : chain.reductions)
        for (const std::string &view : reduction.views)
          os << "           " << view << '\n';
      for (auto [k, component] : llvm::enumerate(chain.components))
        if (!component.correction.empty())
          os << "correct" << k << "   " << component.correction << '\n';
      auto lines = [&](StringRef label, ArrayRef<std::string> formulas) {
        for (auto [i, formula] : llvm::enumerate(formulas))
          os << llvm::left_justify(i ? "" : label, 11) << formula << '\n';
      };
      lines("step", getStep(chain));
      lines("merge", getMerge(chain));
      lines("finalizer", getFinalizers(chain));
      os << "```\n\n";
    }
    for (const Refusal &refusal : function.refusals)
      os << "Not fused: " << refusal.message << "\n\n";
    if (function.chains.empty() && function.refusals.empty())
      os << "No chain of dependent reductions.\n\n";
    for (const Refusal &note : function.notes)
      os << "Note: " << note.message << "\n\n";
  }
}
