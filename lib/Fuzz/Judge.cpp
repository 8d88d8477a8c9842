//===- Judge.cpp - Is a fused program right? ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Judge.h"

#include "Deviations.h"

#include "RedFuser/Reference/Interpreter.h"
#include "RedFuser/Runtime/Compare.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::fuzz;
using reference::Rounding;

/// Samples of the unfused program with random rounding; more where a case
/// seems to fail, since few may miss how badly it is conditioned.
static constexpr unsigned kNumSamples = 4;
static constexpr unsigned kNumMoreSamples = 64;

static StringRef getName(Special special) {
  switch (special) {
  case Special::Finite:
    return "a number";
  case Special::NaN:
    return "NaN";
  case Special::PosInf:
  case Special::NegInf:
    return "infinity";
  }
  llvm_unreachable("unknown class");
}

/// Numbers beyond 1e300 and infinity: in f64, one or the other by the order of
/// operations.
static bool areBothHuge(double a, double b) {
  return std::abs(a) > 1e300 && std::abs(b) > 1e300 &&
         std::signbit(a) == std::signbit(b);
}

/// True if what is NaN within the term may leave a number of it.
static bool dropsNaN(const ExprRef &term) {
  return anyOf(term, [](const Expr &node) {
    return node.kind == Expr::Compare || node.name == "arith.maxnumf" ||
           node.name == "arith.minnumf";
  });
}

/// The tensor with NaN, which errors are not measured at, in some places.
static HostTensor hide(const HostTensor &tensor, ArrayRef<bool> ignored) {
  HostTensor copy =
      llvm::cantFail(HostTensor::create(tensor.getKind(), tensor.getShape()));
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    copy.setDouble(i, ignored[i] ? std::numeric_limits<double>::quiet_NaN()
                                 : tensor.getDouble(i));
  return copy;
}

Case fuzz::returnAll(const Case &spec) {
  Case full = spec;
  for (Case::Reduction &reduction : full.reductions)
    reduction.isReturned = true;
  return full;
}

void fuzz::foldConstants(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](Operation *op) {
    if (op->getNumOperands() == 0 ||
        !llvm::all_of(op->getOperands(), [](Value operand) {
          return matchPattern(operand, m_Constant());
        }))
      return;
    rewriter.setInsertionPoint(op);
    SmallVector<Value> folded;
    if (succeeded(rewriter.tryFold(op, folded)) && !folded.empty())
      rewriter.replaceOp(op, folded);
  });
}

static OwningOpRef<ModuleOp> parse(const Case &spec, MLIRContext &context) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(spec.printProgram(), &context);
  if (module)
    foldConstants(*module);
  return module;
}

static FailureOr<Results> interpretMain(ModuleOp module,
                                        ArrayRef<HostTensor> arguments,
                                        Rounding rounding, uint64_t seed = 0,
                                        bool reorders = false,
                                        bool repeats = false) {
  reference::InterpreterOptions how;
  how.rounding = rounding;
  how.seed = seed;
  how.reorders = reorders;
  how.repeats = repeats;
  return reference::interpret(module.lookupSymbol<func::FuncOp>("main"),
                              arguments, how);
}

Judge::Judge(MLIRContext &context, const Case &spec,
             ArrayRef<HostTensor> arguments)
    : context(context), spec(spec), arguments(arguments) {}
Judge::~Judge() = default;

LogicalResult Judge::prepare() {
  OwningOpRef<ModuleOp> source = parse(returnAll(spec), context);
  if (!source)
    return failure();
  auto meaning = interpretMain(*source, arguments, Rounding::None);
  auto nearest = interpretMain(*source, arguments, Rounding::Nearest);
  if (failed(meaning) || failed(nearest))
    return failure();
  exact = std::move(*meaning);
  samples.push_back(std::move(*nearest));
  addSamples(*source, kNumSamples, /*reorders=*/false);
  return success();
}

void Judge::addSamples(ModuleOp program, unsigned count, bool reorders) {
  // The score that attains an extremum is computed again.
  bool repeats =
      llvm::any_of(llvm::seq<unsigned>(0, spec.reductions.size()),
                   [&](unsigned r) { return spec.getChoice(r).has_value(); });
  for (unsigned k = 0; k < count; ++k)
    samples.push_back(
        std::move(*interpretMain(program, arguments, Rounding::Random,
                                 samples.size(), reorders, repeats)));
}

/// Many samples of the same reductions, in random orders: sums may be
/// associated otherwise.
void Judge::addMoreSamples() {
  Case chain = returnAll(spec);
  chain.form = Form::Chain;
  OwningOpRef<ModuleOp> program = parse(chain, context);
  addSamples(*program, kNumMoreSamples, /*reorders=*/true);
  // The sine of a large product has no digits in f32, and few in f64.
  scatterInDouble.assign(exact.size(), 0);
  for (unsigned k = 0; k < kNumMoreSamples; ++k) {
    auto sample = interpretMain(*program, arguments, Rounding::None, k,
                                /*reorders=*/true);
    for (auto [scatter, value, wanted] :
         llvm::zip_equal(scatterInDouble, *sample, exact))
      scatter = std::max(scatter, measureError(value, wanted).relative);
    inOtherOrders.push_back(std::move(*sample));
  }
}

/// True if a value of this class is expected there: as in the exact value, as
/// in that value rounded, or as in one of the samples.
bool Judge::hasKnownClass(unsigned reduction, int64_t element, double got,
                          Stage stage) const {
  Special here = classify(got);
  double want = exact[reduction].getDouble(element);
  ElementKind kind = samples.front()[reduction].getKind();
  // Constants that are infinite in the type of the terms are numbers of f64
  // where they are not computed.
  if (here == classify(want) || areBothHuge(got, want) ||
      (stage.isReal && classifyAs(got, spec.type) == classify(want)) ||
      (!stage.isReal && here == classifyAs(want, kind)))
    return true;
  // Rounding may overflow where the meaning does not. What lies beyond the
  // largest number in one rounding or order does so in some.
  return llvm::any_of(
      stage.isReal ? inOtherOrders : samples, [&](const Results &sample) {
        return here == classify(sample[reduction].getDouble(element));
      });
}

bool Judge::isSampledNaN(unsigned reduction, int64_t element,
                         Stage stage) const {
  if (std::isnan(exact[reduction].getDouble(element)))
    return true;
  return llvm::any_of(stage.isReal ? inOtherOrders : samples,
                      [&](const Results &sample) {
                        return std::isnan(sample[reduction].getDouble(element));
                      });
}

Difference Judge::compare(unsigned r, const HostTensor &got, Stage stage,
                          ArrayRef<bool> ignored) const {
  Difference difference;
  llvm::raw_string_ostream os(difference.text);
  const HostTensor &wanted = exact[r];
  int64_t count = wanted.getNumElements();
  if (got.getShape() != wanted.getShape()) {
    os << "reduction #" << r << " is "
       << describe(got.getKind(), got.getShape()) << ", expected "
       << describe(wanted.getKind(), wanted.getShape());
    return difference;
  }
  if (!isFloat(got.getKind())) {
    // Rounding makes ties, and so moves positions.
    const HostTensor &source = stage.isReal ? wanted : samples.front()[r];
    for (int64_t i = 0; i < count; ++i) {
      if (ignored[i] || got.getInt(i) == source.getInt(i))
        continue;
      os << "reduction #" << r << " element " << i << ": expected "
         << source.getInt(i) << ", got " << got.getInt(i);
      difference.kind = "another integer";
      return difference;
    }
    return difference;
  }
  for (int64_t i = 0; i < count; ++i) {
    if (ignored[i] || hasKnownClass(r, i, got.getDouble(i), stage))
      continue;
    os << "reduction #" << r << " element " << i << ": expected "
       << wanted.getDouble(i) << " (unfused " << samples.front()[r].getDouble(i)
       << "), got " << got.getDouble(i);
    difference.kind = (getName(classify(got.getDouble(i))) + " for " +
                       getName(classify(wanted.getDouble(i))))
                          .str();
    return difference;
  }
  // If rounding leaves nothing of an element that is a number, no sample says
  // how large its error may be.
  SmallVector<bool> hidden(ignored);
  if (!stage.isReal)
    for (int64_t i = 0; i < count; ++i)
      hidden[i] |= std::isfinite(wanted.getDouble(i)) &&
                   llvm::none_of(samples, [&](const Results &sample) {
                     return std::isfinite(sample[r].getDouble(i));
                   });
  HostTensor reference = hide(wanted, hidden);
  double scatter = 0, tolerance = 0;
  for (const Results &sample : samples) {
    Comparison comparison =
        compareResults(hide(got, hidden), hide(sample[r], hidden), reference);
    scatter = std::max(scatter, comparison.unfused.relative);
    tolerance = std::max(tolerance, comparison.tolerance);
  }
  // The same program with 29 bits more; but passes fold constants in the types
  // of the program, and a later reduction may magnify that.
  if (stage.isReal && samples.front()[r].getKind() != ElementKind::F64)
    tolerance = std::max(1e-6, std::ldexp(scatter, -20));
  if (stage.isReal && !scatterInDouble.empty())
    tolerance = std::max(tolerance, 64 * scatterInDouble[r]);
  double error = measureError(hide(got, hidden), reference).relative;
  if (!(error <= tolerance))
    os << "reduction #" << r
       << llvm::format(": error %.3g, tolerance %.3g", error, tolerance);
  return difference;
}

bool Judge::isExcused(unsigned reduction, int64_t element, double got,
                      Stage stage) {
  if (!stage.isFused)
    return false;
  if (!deviations)
    deviations = std::make_unique<Deviations>(context, spec, arguments);
  double want = exact[reduction].getDouble(element);
  const Case::Reduction &of = spec.reductions[reduction];
  if (std::isinf(got) && isSampledNaN(reduction, element, stage) &&
      !deviations->hasNaN(reduction, element) &&
      (deviations->hasSingularFactor(reduction, element, stage.isReal) ||
       deviations->hasInfiniteParts(reduction, element, stage.isReal)))
    return true;
  // Of zero in a divisor, rounding makes a small number.
  if (!std::isnan(got) && !std::isfinite(want) &&
      deviations->hasSingularFactor(reduction, element, stage.isReal) &&
      deviations->readsCancelledSum(reduction, element))
    return true;
  ElementKind kind = samples.front()[reduction].getKind();
  bool isInfinite =
      std::isinf(want) ||
      (!stage.isReal && classifyAs(want, kind) != Special::Finite);
  if (std::isnan(got) && isInfinite &&
      deviations->hasInfiniteParts(reduction, element, stage.isReal))
    return true;
  if (!std::isfinite(got) && !std::isfinite(want) && isExtremum(of.monoid) &&
      deviations->isInfiniteThroughout(reduction, element))
    return true;
  if ((std::isnan(want) ||
       (std::isinf(want) &&
        (dropsNaN(of.term) ||
         (stage.isReal && deviations->vanishes(reduction, element))))) &&
      deviations->cancels(reduction, element, got))
    return true;
  return stage.isTiled && std::isnan(want) &&
         deviations->isHidden(reduction, element, got);
}

/// True if reduction `r` reads the position that reduction `j` holds only to
/// exclude it.
bool Judge::onlyExcludes(unsigned r, unsigned j) const {
  SmallVector<unsigned> excluded;
  ExprRef core;
  if (std::optional<Case::Choice> choice = spec.getChoice(r)) {
    excluded = choice->excluded;
    core = choice->score;
  } else {
    core = stripExclusions(spec.reductions[r].term, excluded);
  }
  return llvm::is_contained(excluded, j) && !reads(core, Expr::Reference, j);
}

/// Finds the elements that may differ: those that are excused, and those that
/// differ and read one of these.
Difference Judge::findDeviations(const Results &all, Stage stage,
                                 Elements &deviates) {
  Elements chosen;
  for (auto [r, got] : llvm::enumerate(all)) {
    std::vector<bool> &here = deviates.emplace_back(got.getNumElements());
    std::vector<bool> &equal = chosen.emplace_back(got.getNumElements());
    for (int64_t i = 0, e = got.getNumElements(); i < e; ++i) {
      double value = got.getDouble(i);
      for (unsigned j = 0; j < r && !here[i]; ++j) {
        if (!reads(spec.reductions[r].term, Expr::Reference, j))
          continue;
        int64_t element = deviations->project(r, i, j);
        // Another position of equal scores is excluded: that leaves the same
        // scores.
        here[i] =
            chosen[j][element] ? !onlyExcludes(r, j) : deviates[j][element];
      }
      if (here[i])
        continue;
      if (!isFloat(got.getKind())) {
        int64_t source = (stage.isReal ? exact : samples.front())[r].getInt(i);
        // Where another one was excluded before, so may be this one.
        bool wasMoved = false;
        for (unsigned j = 0; j < r && !wasMoved; ++j)
          wasMoved = reads(spec.reductions[r].term, Expr::Reference, j) &&
                     chosen[j][deviations->project(r, i, j)];
        if (got.getInt(i) == source && !wasMoved)
          continue;
        here[i] = deviations->isEqualChoice(r, i, all, stage.isReal);
        // A start that is excluded in place of another position may be NaN.
        equal[i] = here[i] && spec.reductions[r].start <= 0;
        if (wasMoved && !here[i]) {
          Difference difference;
          difference.text =
              ("reduction #" + Twine(r) + " element " + Twine(i) + ": got " +
               Twine(got.getInt(i)) + ", which is excluded")
                  .str();
          return difference;
        }
        continue;
      }
      if (!hasKnownClass(r, i, value, stage))
        here[i] = isExcused(r, i, value, stage);
      else if (dropsNaN(spec.reductions[r].term) && std::isfinite(value) &&
               !deviations->isAsExact(r, i, value))
        here[i] = deviations->cancels(r, i, value);
    }
    SmallVector<bool> ignored(here.begin(), here.end());
    Difference difference = compare(r, got, stage, ignored);
    if (!difference.isNone())
      return difference;
  }
  return {};
}

Difference Judge::judge(const Results &returned, Stage stage,
                        function_ref<std::optional<Results>()> runAll) {
  SmallVector<unsigned> indices;
  for (auto [i, reduction] : llvm::enumerate(spec.reductions))
    if (reduction.isReturned)
      indices.push_back(i);
  auto compareReturned = [&](const Elements *deviates) {
    for (auto [r, got] : llvm::zip_equal(indices, returned)) {
      SmallVector<bool> ignored(exact[r].getNumElements());
      if (deviates)
        ignored.assign((*deviates)[r].begin(), (*deviates)[r].end());
      Difference difference = compare(r, got, stage, ignored);
      if (!difference.isNone())
        return difference;
    }
    return Difference();
  };
  Difference difference = compareReturned(nullptr);
  if (!difference.isNone() && scatterInDouble.empty()) {
    addMoreSamples();
    difference = compareReturned(nullptr);
  }
  if (difference.isNone() || !stage.isFused)
    return difference;
  std::optional<Results> all = runAll();
  if (!all)
    return difference;
  if (!deviations)
    deviations = std::make_unique<Deviations>(context, spec, arguments);
  Elements deviates;
  Difference unknown = findDeviations(*all, stage, deviates);
  if (!unknown.isNone())
    return difference;
  difference = compareReturned(&deviates);
  difference.hasDeviation = difference.isNone();
  return difference;
}
