//===- Plan.cpp - Derive the fused form of a chain ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Analysis/Splat.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Planner
//===----------------------------------------------------------------------===//

Planner::Planner(cascade::ChainOp chain, const NumericOptions &options,
                 const llvm::SmallBitVector &rows, Reason &reason)
    : chain(chain), options(options), reason(reason),
      plan(std::make_shared<FusionPlanImpl>()),
      context(*(plan->context = std::make_unique<ExprContext>())) {
  plan->chain = chain;
  plan->rows = rows;
  plan->staticLength = getStaticAxisLength(chain);
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
  if (isAxisLength(chain, value)) {
    plan->length = value;
    return context.length();
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner()->getParentOp() != chain)
    return nullptr;
  unsigned number = argument.getArgNumber();
  unsigned numInputs = chain.getInputs().size();
  if (number >= numInputs)
    return context.reference(number - numInputs);
  if (plan->isRow(number))
    return context.row(number);
  return context.input(number, /*fixed=*/false,
                       /*boolean=*/argument.getType().isInteger(1));
}

void Planner::readWholes(unsigned i, Importer &importer) {
  for (Value value : wholes[i])
    importer.readWhole(value);
}

Importer Planner::makeImporter(unsigned i, Rounding rounding) {
  Importer importer(context, rounding, leaf);
  readWholes(i, importer);
  for (const SourceGuard &guard : plan->reductions[i].sourceGuards)
    for (Value value : guard.values)
      importer.override(value, context.reference(guard.reference));
  for (const Indicator &indicator : plan->reductions[i].indicators)
    importer.override(indicator.compare, getIndicator(i, indicator));
  return importer;
}

LogicalResult Planner::run() {
  for (auto [index, init] : llvm::enumerate(chain.getInits()))
    if (cast<RankedTensorType>(init.getType()).getEncoding())
      return refuse(index, "expected a result without a tensor encoding",
                    std::nullopt);
  for (unsigned i = 0, e = chain.getNumReductions(); i < e; ++i)
    if (chain.getMonoid(i).getPartner())
      return refuse(i,
                    "expected a reduction without partner; a companion is "
                    "fused already",
                    std::nullopt);
  for (unsigned i = 0, e = chain.getNumReductions(); i < e; ++i)
    if (failed(planReduction(i)))
      return failure();
  assemble();
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

  TermAnalysis analysis(chain, i, plan->rows);
  wholes.push_back(analysis.getInputFrontier());
  FailureOr<bool> isRanked = planRank(i, analysis);
  if (failed(isRanked))
    return failure();
  if (!*isRanked) {
    if (planAttained(i, analysis))
      startRanking(i, analysis);
    else if (failed(planReading(i, analysis)))
      return failure();
  }
  recordScore(i);
  bool isFloat = isa<FloatType>(reduction.sourceType);
  exactTerms.push_back(nullptr);
  if (analysis.getReferences().none()) {
    Importer exact = makeImporter(i, Rounding::Opaque);
    exact.run(chain.getTermBlock(i));
    exactTerms.back() = exact.get(chain.getTermValue(i));
    if (isFloat && reduction.monoid.getTrend() != cascade::Trend::None)
      bounds.push_back(
          {i, exactTerms.back(),
           reduction.monoid.getTrend() == cascade::Trend::Increasing});
  }

  // A maximum of values that are not negative may start at zero as well, but
  // not where its components start at the identity, which is NaN if it ignores
  // NaN.
  bool ignoresNaN = isa<cascade::MaxNumFAttr>(reduction.monoid);
  if (!reduction.startsAtIdentity && !(reduction.extremum && ignoresNaN) &&
      reduction.monoid.getTrend() == cascade::Trend::Increasing &&
      getSign(reduction.f) != Sign::Unknown)
    if (auto init = dyn_cast_or_null<FloatAttr>(getSplat(chain.getInits()[i]));
        init && init.getValue().isPosZero()) {
      reduction.startsAtIdentity = true;
      reduction.start = FloatAttr::get(
          reduction.stateType,
          APFloat::getZero(
              cast<FloatType>(reduction.stateType).getFloatSemantics()));
    }

  // Sums and extrema of values of one sign have it, unless the init has not.
  bool keepsSign =
      reduction.monoid.getTrend() != cascade::Trend::None ||
      reduction.monoid.getDistribution() == cascade::Distribution::Multiply;
  // A maximum is at least its terms whatever it starts from.
  bool isAtLeast = reduction.monoid.getTrend() == cascade::Trend::Increasing;
  if (isFloat && ((reduction.startsAtIdentity && keepsSign) || isAtLeast))
    context.setReferenceSign(
        i,
        getSign(reduction.family ? reduction.family->centered : reduction.f));
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
  reduction.family.reset();
  reduction.emittedFactor = nullptr;
  reduction.extremum.reset();
  reduction.quantise.reset();
  reduction.followsReferences = false;
  reduction.masks.clear();

  findIndicators(i, analysis);
  do {
    Importer importer = makeImporter(i, getRounding());
    importer.run(chain.getTermBlock(i));
    reduction.f = importer.get(chain.getTermValue(i));
    for (Value value : wholes[i]) {
      Expr whole = importer.get(value);
      if (whole->getTerms().size() != 1)
        continue;
      const algebra::Term &term = whole->getTerms().front();
      const Atom *atom =
          context.scale(whole, Rational(1) / term.coefficient)->getAtom();
      if (atom && atom->kind == AtomKind::Whole)
        plan->wholes.try_emplace(atom, WholePlan{i, value, term.coefficient});
    }
  } while (dropIndicators(i));
  reduction.g = reduction.term = reduction.f;
  reduction.h = reduction.deferred = context.constant(1);

  llvm::SmallBitVector used = analysis.getReferences();
  if (used.none())
    return success();
  if (Operation *rounding = findQuantisation(i, analysis)) {
    if (options.allowRequantize && reduction.indicators.empty() &&
        plan->rows.empty()) {
      if (succeeded(planQuantised(i, analysis, rounding)))
        return success();
      reduction.replaced.clear();
      Reason first = reason;
      FailureOr<bool> follows = planDequantised(i, analysis);
      if (failed(follows) || *follows)
        return follows;
      reason = first;
      return failure();
    }
    return refuse(i,
                  "'" + rounding->getName().getStringRef() +
                      "' rounds a multiple of earlier results to few values; "
                      "only allow-requantize lets it round multiples of what "
                      "these are so far",
                  rounding->getLoc());
  }
  if (reduction.monoid.getDistribution() == cascade::Distribution::Monotone)
    return planExtremum(i, analysis);
  if (reduction.monoid.getDistribution() != cascade::Distribution::Multiply ||
      !isa<FloatType>(reduction.sourceType)) {
    std::string message;
    llvm::raw_string_ostream os(message);
    os << "the term of " << getName(i) << " reads the result of reduction "
       << used.find_first()
       << "; only sums, maxima and minima of floats whose terms read earlier "
          "results are fused";
    return refuse(i, message, std::nullopt);
  }
  SplitFailure failed;
  FailureOr<Split> split = splitProduct(context, reduction.f, failed);
  if (mlir::failed(split)) {
    if (!failed.isSum || !isa<FloatType>(reduction.stateType) ||
        !reduction.indicators.empty())
      return refuse(i, failed.message, failed.loc);
    return planFamily(i, analysis, failed);
  }
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
// Plan queries
//===----------------------------------------------------------------------===//

SmallVector<KeptRate> FusionPlanImpl::getRates(unsigned i) const {
  SmallVector<KeptRate> rates;
  for (const FactorPlan &factor : reductions[i].factors)
    if (factor.rate)
      rates.push_back({factor.references.front(), factor.rate});
  return rates;
}

Expr FusionPlanImpl::getSum(const SumPart &part) const {
  if (part.g->getConstant())
    return context->mul(part.g, context->length());
  Expr sum = context->constant(0);
  for (auto [factor, state] : part.states)
    sum = context->add(sum, context->scale(context->state(state), factor));
  return sum;
}

SmallVector<unsigned> FusionPlanImpl::getDeferredReferences(unsigned i) const {
  if (reductions[i].quantise)
    return reductions[i].quantise->references;
  if (reductions[i].extremum)
    return reductions[i].extremum->references;
  return getReferences(reductions[i].deferred);
}

bool FusionPlanImpl::definesExtreme(unsigned i, unsigned reference) const {
  const SourceGuard *guard = reductions[i].getSourceGuard(reference);
  return guard && guard->definesExtreme(isIncreasing(reference));
}

bool FusionPlanImpl::isIncreasing(unsigned reference) const {
  return reductions[reference].monoid.getTrend() == cascade::Trend::Increasing;
}

bool FusionPlanImpl::keepsExponential(unsigned i, unsigned reference) const {
  return llvm::any_of(reductions[i].factors, [&](const FactorPlan &factor) {
    return factor.rate && factor.references.front() == reference;
  });
}

bool FusionPlanImpl::isMasked(unsigned i) const {
  return !reductions[i].masks.empty() ||
         (reductions[i].family && reductions[i].family->mask);
}

bool FusionPlanImpl::restoresNaN(unsigned i, unsigned reference) const {
  if (!reductions[reference].guard || definesExtreme(i, reference) ||
      !keepsExponential(i, reference))
    return false;
  if (reductions[i].family)
    return true;
  // A factor that is a power of another such sum is NaN already. Anything else
  // (a clamp, a mask) may hide it.
  Expr factor = reductions[i].deferred;
  if (factor->getTerms().size() != 1)
    return true;
  return llvm::none_of(
      factor->getTerms().front().product->powers, [&](const Power &power) {
        return power.atom->isLeaf(LeafKind::Reference) &&
               keepsExponential(power.atom->index, reference) &&
               !definesExtreme(power.atom->index, reference) &&
               !isMasked(power.atom->index);
      });
}

/// Floats that do not vary along the axis, and with which every result varies.
static llvm::SmallBitVector findRows(cascade::ChainOp chain) {
  llvm::SmallBitVector common(chain.getNumDims(), true);
  for (unsigned i = 0, e = chain.getNumReductions(); i < e; ++i)
    common &= cascade::getDims(chain.getResultMap(i));
  llvm::SmallBitVector rows(chain.getInputs().size());
  for (unsigned k = 0, e = rows.size(); k < e; ++k) {
    AffineMap map = chain.getInputMap(k);
    if (map.isProjectedPermutation() &&
        isa<FloatType>(chain.getInputElementType(k)) &&
        !cascade::getDims(map).test(common))
      rows.set(k);
  }
  return rows;
}

FailureOr<FusionPlan> redfuser::planFusion(cascade::ChainOp chain,
                                           const NumericOptions &options,
                                           Reason &reason) {
  Planner planner(chain, options, {}, reason);
  if (succeeded(planner.run()))
    return FusionPlan(planner.takePlan());
  // What does not vary along the axis may be read as a constant of the row, so
  // that the finalizer can read it, too. That it is one more leaf to tell apart
  // makes proofs fail that do without.
  llvm::SmallBitVector rows = findRows(chain);
  if (rows.none())
    return failure();
  Reason second;
  Planner again(chain, options, rows, second);
  if (failed(again.run()))
    return failure();
  return FusionPlan(again.takePlan());
}
