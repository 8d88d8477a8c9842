//===- Plan.cpp - Derive the fused form of a chain ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Properties of the chain
//===----------------------------------------------------------------------===//

/// The constant that every element of `value` has, if that is known.
static std::optional<APFloat> getSplat(Value value) {
  while (value) {
    DenseElementsAttr dense;
    if (matchPattern(value, m_Constant(&dense))) {
      if (dense.isSplat() && isa<FloatType>(dense.getElementType()))
        return dense.getSplatValue<APFloat>();
      return std::nullopt;
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    APFloat scalar(0.0);
    if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      if (matchPattern(fill.getInputs().front(), m_ConstantFloat(&scalar)))
        return scalar;
      return std::nullopt;
    }
    if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
      if (matchPattern(splat.getInput(), m_ConstantFloat(&scalar)))
        return scalar;
      return std::nullopt;
    }
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      if (std::optional<Value> filled = linalg::isaFillOpInterface(generic))
        if (matchPattern(*filled, m_ConstantFloat(&scalar)))
          return scalar;
      return std::nullopt;
    }
    // Elements are moved, not changed.
    if (isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
            tensor::ExtractSliceOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op)) {
      value = broadcast.getInput();
      continue;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

/// The value that the state starts at, and whether the source's init is known
/// to be it or another identity. Of the two zeros, which are both neutral for
/// sums, it is the source's: it is the result where nothing is added.
static std::pair<TypedAttr, bool> getStart(cascade::MonoidAttrInterface monoid,
                                           Type sourceType, Type stateType,
                                           Value init) {
  TypedAttr start = monoid.getIdentity(stateType);
  std::optional<APFloat> value = getSplat(init);
  auto identity = dyn_cast<FloatAttr>(monoid.getIdentity(sourceType));
  if (!value || !identity)
    return {start, false};
  APFloat neutral = identity.getValue();
  if (neutral.isNaN())
    return {start, value->isNaN()};
  if (value->compare(neutral) != APFloat::cmpEqual)
    return {start, false};
  if (value->isZero())
    start = FloatAttr::get(
        stateType,
        APFloat::getZero(cast<FloatType>(stateType).getFloatSemantics(),
                         value->isNegative()));
  return {start, true};
}

static AxisLength getAxisLength(cascade::ChainOp chain) {
  AxisLength length = AxisLength::Positive;
  for (unsigned dim : chain.getAxisDims()) {
    auto [value, position] = chain.getDimSource(dim);
    int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(position);
    if (size == 0)
      return AxisLength::Zero;
    if (ShapedType::isDynamic(size))
      length = AxisLength::Dynamic;
  }
  return length;
}

/// Sums of f16 and bf16 are carried in f32: they stick at 2048 otherwise.
static Type getStateType(cascade::MonoidAttrInterface monoid, Type type,
                         const NumericOptions &options) {
  if (options.numerics == Numerics::Contract && monoid.isRounded() &&
      isa<Float16Type, BFloat16Type>(type))
    return Float32Type::get(type.getContext());
  return type;
}

//===----------------------------------------------------------------------===//
// Planner
//===----------------------------------------------------------------------===//

Planner::Planner(cascade::ChainOp chain, const NumericOptions &options,
                 Reason &reason)
    : chain(chain), options(options), reason(reason),
      plan(std::make_shared<FusionPlanImpl>()),
      context(*(plan->context = std::make_unique<ExprContext>())) {
  plan->chain = chain;
  plan->options = options;
  plan->axisLength = getAxisLength(chain);
  leaf = [this](Value value) { return getLeaf(value); };
}

LogicalResult Planner::refuse(unsigned i, const Twine &message,
                              std::optional<Location> loc) {
  reason.message = message.str();
  reason.loc = loc ? *loc : chain.getTermValue(i).getLoc();
  reason.reduction = i;
  return failure();
}

std::string Planner::getName(unsigned reduction) {
  std::string name;
  llvm::raw_string_ostream os(name);
  os << "reduction " << reduction << " (" << chain.getMonoid(reduction) << ")";
  return name;
}

/// Leaves of terms: arguments and positions.
Expr Planner::getLeaf(Value value) {
  if (auto index = value.getDefiningOp<cascade::IndexOp>())
    return context.position(index.getDim());
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner()->getParentOp() != chain)
    return nullptr;
  unsigned number = argument.getArgNumber();
  unsigned numInputs = chain.getInputs().size();
  if (number >= numInputs)
    return context.reference(number - numInputs);
  return context.input(number, /*fixed=*/false,
                       /*boolean=*/argument.getType().isInteger(1));
}

Importer Planner::makeImporter(unsigned i, Rounding rounding) {
  Importer importer(context, rounding, leaf);
  for (const SourceGuard &guard : plan->reductions[i].sourceGuards)
    for (Value value : guard.values)
      importer.override(value, context.reference(guard.reference));
  return importer;
}

LogicalResult Planner::run() {
  for (auto [index, init] : llvm::enumerate(chain.getInits()))
    if (cast<RankedTensorType>(init.getType()).getEncoding())
      return refuse(index, "expected a result without a tensor encoding",
                    std::nullopt);
  for (unsigned i = 0, e = chain.getNumReductions(); i < e; ++i)
    if (failed(planReduction(i)))
      return failure();
  return success();
}

LogicalResult Planner::checkTerm(unsigned i) {
  Block &block = chain.getTermBlock(i);
  unsigned count = 0;
  for (Operation &op : block.without_terminator()) {
    if (++count > maxTermOps)
      return refuse(
          i, "expected at most " + Twine(maxTermOps) + " operations in a term",
          op.getLoc());
    if (!isMemoryEffectFree(&op))
      return refuse(
          i, "'" + op.getName().getStringRef() + "' may have side effects",
          op.getLoc());
  }
  return success();
}

LogicalResult Planner::planReduction(unsigned i) {
  if (failed(checkTerm(i)))
    return failure();
  ReductionPlan &reduction = plan->reductions.emplace_back();
  reduction.monoid = chain.getMonoid(i);
  reduction.sourceType = chain.getStateElementType(i);
  reduction.stateType =
      getStateType(reduction.monoid, reduction.sourceType, options);
  std::tie(reduction.start, reduction.startsAtIdentity) =
      getStart(reduction.monoid, reduction.sourceType, reduction.stateType,
               chain.getInits()[i]);

  TermAnalysis analysis(chain, i);
  if (failed(planReading(i, analysis)))
    return failure();
  if (analysis.getReferences().none() &&
      reduction.monoid.getTrend() != cascade::Trend::None) {
    Importer exact = makeImporter(i, Rounding::Opaque);
    exact.run(chain.getTermBlock(i));
    bounds.push_back(
        {i, exact.get(chain.getTermValue(i)),
         reduction.monoid.getTrend() == cascade::Trend::Increasing});
  }

  // Sums and extrema of values of one sign have it, unless the init has not.
  bool keepsSign =
      reduction.monoid.getTrend() != cascade::Trend::None ||
      reduction.monoid.getDistribution() == cascade::Distribution::Multiply;
  if (reduction.startsAtIdentity && keepsSign)
    context.setReferenceSign(i, getSign(reduction.f));
  return success();
}

LogicalResult Planner::planReading(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  findSourceGuards(i, analysis);
  if (reduction.sourceGuards.empty())
    return planSplit(i, analysis);
  LogicalResult guarded = planSplit(i, analysis);
  if (succeeded(guarded) &&
      llvm::all_of(reduction.sourceGuards, [&](const SourceGuard &guard) {
        return reduction.keeps(guard.reference);
      }))
    return checkSourceGuards(i);
  // A reference that is not kept may be read through any function.
  Reason first = reason;
  reduction.sourceGuards.clear();
  if (succeeded(planSplit(i, analysis)))
    return success();
  if (failed(guarded))
    reason = first;
  return failure();
}

LogicalResult Planner::planSplit(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  reduction.factors.clear();
  reduction.replaced.clear();
  reduction.kept.clear();
  reduction.correction = reduction.emittedFactor = nullptr;

  Importer importer = makeImporter(i, getRounding());
  importer.run(chain.getTermBlock(i));
  reduction.f = importer.get(chain.getTermValue(i));
  reduction.g = reduction.term = reduction.f;
  reduction.h = reduction.deferred = context.constant(1);

  llvm::SmallBitVector used = analysis.getReferences();
  if (used.none())
    return success();
  if (reduction.monoid.getDistribution() != cascade::Distribution::Multiply) {
    std::string message;
    llvm::raw_string_ostream os(message);
    os << "the term of " << getName(i) << " reads the result of reduction "
       << used.find_first()
       << "; only sums whose terms read earlier results are fused";
    return refuse(i, message, std::nullopt);
  }
  SplitFailure failed;
  FailureOr<Split> split = splitProduct(context, reduction.f, failed);
  if (mlir::failed(split))
    return refuse(i, failed.message, failed.loc);
  reduction.g = split->g;
  reduction.h = split->h;
  if (mlir::failed(chooseForms(i)) ||
      mlir::failed(replaceDeferred(i, analysis)) ||
      mlir::failed(checkKept(i, analysis)) ||
      mlir::failed(checkMasks(i, analysis)) ||
      mlir::failed(checkRanges(i, analysis)))
    return failure();
  return success();
}

void Planner::findSourceGuards(unsigned i, TermAnalysis &analysis) {
  llvm::SmallBitVector used = analysis.getReferences();
  for (unsigned k : used.set_bits())
    if (chain.getMonoid(k).getTrend() != cascade::Trend::None)
      if (std::optional<SourceGuard> guard =
              findSourceGuard(analysis, chain.getTermReference(i, k), k))
        plan->reductions[i].sourceGuards.push_back(std::move(*guard));
}

LogicalResult Planner::checkSourceGuards(unsigned i) {
  ReductionPlan &reduction = plan->reductions[i];
  // Masks in exponents are part of the score.
  bool masked = false;
  for (const algebra::Term &term : reduction.f->getTerms())
    for (const Power &power : term.product->powers)
      walkAtoms(context.fromAtom(power.atom), [&](const Atom &atom) {
        masked |= atom.boolean && (atom.dependence & OnAxis);
      });
  for (const SourceGuard &guard : reduction.sourceGuards) {
    bool increasing = chain.getMonoid(guard.reference).getTrend() ==
                      cascade::Trend::Increasing;
    const llvm::APFloat &extreme = guard.atExtreme(increasing);
    const llvm::APFloat &other = guard.atOther(increasing);
    Location loc = guard.values.front().getLoc();
    if ((extreme.isInfinity() && extreme.isNegative() != increasing) ||
        (other.isInfinity() && other.isNegative() == increasing))
      return refuse(i,
                    "the guard around the result of " +
                        getName(guard.reference) +
                        " turns one infinity into the other",
                    loc);
    // From +inf, where exp(inf - inf) is NaN, nothing leads back to finite
    // sums; an init that is NaN would.
    if (guard.atNaN.isFinite() && other.isInfinity() &&
        !plan->reductions[guard.reference].startsAtIdentity)
      return refuse(i,
                    "the guard around the result of " +
                        getName(guard.reference) +
                        " changes NaN, which the init may be; expected an "
                        "init that is known to be the identity",
                    loc);
    // Where the reference goes to a finite value, a sum of masked terms, which
    // may be zero, would meet an infinite correction.
    if (masked && guard.definesMore(increasing))
      return refuse(i,
                    "the term of " + getName(i) +
                        " is masked, and its guard around the result of " +
                        getName(guard.reference) + " changes more than " +
                        (increasing ? "-inf" : "+inf"),
                    loc);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Keep or defer
//===----------------------------------------------------------------------===//

/// Kept: only what a monotone reference makes shrink, so that corrections are
/// at most one and never meet infinity.
bool Planner::tryKeep(FactorPlan &factor, std::string &why) {
  std::string text = toString(factor.factor);
  if (factor.references.size() != 1) {
    why = "'" + text + "' reads several references";
    return false;
  }
  unsigned k = factor.references.front();
  cascade::Trend trend = chain.getMonoid(k).getTrend();
  if (trend == cascade::Trend::None) {
    why = getName(k) + " is not monotone, so the correction of '" + text +
          "' may be arbitrarily large";
    return false;
  }
  Expr rate = matchExponential(context, factor.factor, k);
  if (!rate) {
    why = "'" + text + "' is not an exponential of a multiple of the reference";
    return false;
  }
  Expr shrinking =
      trend == cascade::Trend::Increasing ? context.neg(rate) : rate;
  if (getSign(shrinking) != Sign::Positive) {
    why = "the sign of '" + toString(rate) +
          "' is not known, so the correction of '" + text +
          "' may be larger than one";
    return false;
  }
  if (!Emitter::canEmit(rate)) {
    why = "'" + toString(rate) + "' cannot be computed outside the term";
    return false;
  }
  factor.form = FactorPlan::Form::Kept;
  factor.rate = rate;
  factor.why = "the reference is monotone, so corrections never exceed one";
  return true;
}

/// Deferred: what leaves the sum in range without it. Exponentials do not.
bool Planner::tryDefer(FactorPlan &factor, std::string &why) {
  std::string text = toString(factor.factor);
  if (hasExponentialOfReference(factor.factor)) {
    why = "without '" + text + "' the sum may leave the range of its type";
    return false;
  }
  if (!Emitter::canEmit(factor.factor) || factor.factor->dependsOn(OnAxis)) {
    why = "'" + text + "' cannot be computed outside the term";
    return false;
  }
  factor.form = FactorPlan::Form::Deferred;
  factor.why = "the sum stays in range without it; the finalizer applies it";
  return true;
}

/// The guard follows from where the factor has no inverse: at the value that
/// the reference has before anything but its identity was seen.
void Planner::deriveGuard(unsigned reference, Expr factor, Expr rate) {
  ReductionPlan &target = plan->reductions[reference];
  bool increasing = target.monoid.getTrend() == cascade::Trend::Increasing;
  auto factorAt = [&](double value) {
    return evaluate(factor, [&](const Atom &atom) {
      return atom.isLeaf(LeafKind::Reference) ? value : 1.0;
    });
  };
  double extreme = increasing ? -INFINITY : INFINITY;
  double there = factorAt(extreme);
  bool invertible = std::isfinite(there) && there != 0;
  assert(factorAt(0.0) == 1.0 && "an exponential is one at zero");
  if (invertible || target.guard)
    return;
  const llvm::fltSemantics &semantics =
      cast<FloatType>(target.stateType).getFloatSemantics();
  auto identity =
      dyn_cast<FloatAttr>(target.monoid.getIdentity(target.stateType));
  target.guard = Guard{APFloat::getInf(semantics, /*Negative=*/increasing),
                       APFloat::getZero(semantics),
                       identity && identity.getValue().isNaN()};
}

LogicalResult Planner::chooseForms(unsigned i) {
  ReductionPlan &reduction = plan->reductions[i];
  llvm::SmallDenseMap<unsigned, FactorPlan::Form> forms;
  for (Expr expr : getFactors(context, reduction.h)) {
    FactorPlan factor;
    factor.factor = expr;
    factor.references = getReferences(expr);
    std::string keep, defer;
    if (!tryKeep(factor, keep) && !tryDefer(factor, defer))
      return refuse(i,
                    "the factor '" + toString(expr) + "' of the term of " +
                        getName(i) + " can neither be kept (" + keep +
                        ") nor deferred (" + defer + ")",
                    std::nullopt);
    for (unsigned k : factor.references) {
      auto [known, inserted] = forms.try_emplace(k, factor.form);
      if (!inserted && known->second != factor.form)
        return refuse(i,
                      "the term of " + getName(i) + " needs the result of " +
                          getName(k) +
                          " both in the state and in the finalizer",
                      std::nullopt);
    }
    reduction.factors.push_back(factor);
  }

  Expr exponent = context.constant(0);
  for (FactorPlan &factor : reduction.factors) {
    if (factor.form == FactorPlan::Form::Deferred) {
      reduction.deferred = context.mul(reduction.deferred, factor.factor);
      continue;
    }
    unsigned k = factor.references.front();
    reduction.kept.push_back(k);
    deriveGuard(k, factor.factor, factor.rate);
    // H(new) / H(old) = exp(rate * (new - old)), as one difference.
    exponent = context.add(
        exponent, context.mul(factor.rate, context.sub(context.newValue(k),
                                                       context.oldValue(k))));
  }
  llvm::sort(reduction.kept);
  if (!reduction.kept.empty())
    reduction.correction = context.exp(exponent);
  return success();
}

//===----------------------------------------------------------------------===//
// Plan queries
//===----------------------------------------------------------------------===//

SmallVector<unsigned> FusionPlanImpl::getDeferredReferences(unsigned i) const {
  return getReferences(reductions[i].deferred);
}

bool FusionPlanImpl::definesExtreme(unsigned i, unsigned reference) const {
  const SourceGuard *guard = reductions[i].getSourceGuard(reference);
  return guard && guard->definesExtreme(isIncreasing(reference));
}

bool FusionPlanImpl::isIncreasing(unsigned reference) const {
  return reductions[reference].monoid.getTrend() == cascade::Trend::Increasing;
}

bool FusionPlanImpl::restoresNaN(unsigned i, unsigned reference) const {
  if (!reductions[reference].guard || definesExtreme(i, reference))
    return false;
  // A factor that is a power of another such sum is NaN already. Anything else
  // (a clamp) may hide it.
  Expr factor = reductions[i].deferred;
  if (factor->getTerms().size() != 1)
    return true;
  return llvm::none_of(
      factor->getTerms().front().product->powers, [&](const Power &power) {
        return power.atom->isLeaf(LeafKind::Reference) &&
               reductions[power.atom->index].keeps(reference) &&
               !definesExtreme(power.atom->index, reference);
      });
}

FailureOr<FusionPlan> redfuser::planFusion(cascade::ChainOp chain,
                                           const NumericOptions &options,
                                           Reason &reason) {
  Planner planner(chain, options, reason);
  if (failed(planner.run()))
    return failure();
  return FusionPlan(planner.takePlan());
}
