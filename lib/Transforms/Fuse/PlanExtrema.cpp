//===- PlanExtrema.cpp - Maxima and minima of earlier results -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Extrema of terms that read earlier results are deferred: nothing in the state
// refers to a reference, and the finalizer applies what does. There are two
// forms.
//
// - The term is a monotone map of one value, the entry. The state carries the
//   largest entry, the smallest, or both, and the finalizer clones the source's
//   code from there.
// - The term is a product G(x) * H(d) with H >= 0, in which elements may meet
//   references in several places: abs(x * r * gain). The state carries the
//   extremum of G, and the finalizer multiplies.
//
// The first is exact bit for bit. It is taken if it carries one value; the
// second is tried before the first with two.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

static bool isFloatExtremum(cascade::MonoidAttrInterface monoid) {
  return isa<cascade::MaximumFAttr, cascade::MaxNumFAttr, cascade::MinimumFAttr,
             cascade::MinNumFAttr>(monoid);
}

static bool propagatesNaN(cascade::MonoidAttrInterface monoid) {
  return isa<cascade::MaximumFAttr, cascade::MinimumFAttr>(monoid);
}

/// The monoid with the NaN semantics of `like` that takes the largest or the
/// smallest value.
static cascade::MonoidAttrInterface
getExtremumMonoid(cascade::MonoidAttrInterface like, bool largest) {
  MLIRContext *context = like.getContext();
  if (propagatesNaN(like))
    return largest ? cascade::MonoidAttrInterface(
                         cascade::MaximumFAttr::get(context))
                   : cascade::MinimumFAttr::get(context);
  return largest
             ? cascade::MonoidAttrInterface(cascade::MaxNumFAttr::get(context))
             : cascade::MinNumFAttr::get(context);
}

/// The term as a product whose deferred factor cannot turn the order around.
bool Planner::tryExtremumOfProduct(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  bool increasing = reduction.monoid.getTrend() == cascade::Trend::Increasing;
  SplitFailure unused;
  FailureOr<Split> split = splitProduct(context, reduction.f, unused);
  if (failed(split) || getSign(split->h) == Sign::Unknown)
    return false;
  // 0 * inf is NaN, which must not be an element that the extremum hides.
  if (!propagatesNaN(reduction.monoid) ||
      getSign(increasing ? split->g : context.neg(split->g)) == Sign::Unknown)
    return false;
  SmallVector<FactorPlan> factors;
  for (Expr expr : getFactors(context, split->h)) {
    FactorPlan factor;
    factor.factor = expr;
    factor.references = getReferences(expr);
    std::string why;
    if (!tryDefer(factor, /*f=*/nullptr, why))
      return false;
    factor.why = "it is not negative, so it keeps the order of elements; the "
                 "finalizer applies it";
    factors.push_back(factor);
  }
  for (const FactorPlan &factor : factors) {
    reduction.deferred = context.mul(reduction.deferred, factor.factor);
    reduction.factors.push_back(factor);
  }
  Reason before = reason;
  if (succeeded(replaceDeferred(i, analysis)) &&
      succeeded(checkMasks(i, analysis)) &&
      succeeded(checkRanges(i, analysis))) {
    reduction.g = split->g;
    reduction.h = split->h;
    return true;
  }
  reason = before;
  reduction.factors.clear();
  reduction.replaced.clear();
  reduction.deferred = context.constant(1);
  reduction.emittedFactor = nullptr;
  reduction.term = reduction.f;
  return false;
}

/// `value`, of a term, as a map of one value of the element.
FailureOr<MonotoneMap> Planner::findMap(TermAnalysis &analysis,
                                        Importer &importer, Value value,
                                        ExtremumKind kind,
                                        MonotoneFailure &failure) {
  auto varies = [&](Value value) { return analysis.dependsOnInputs(value); };
  auto readsReference = [&](Value value) {
    return analysis.getReferences(value).any();
  };
  auto expr = [&](Value value) { return importer.get(value); };
  return findMonotoneMap(context, analysis.getBlock(), value,
                         {varies, readsReference, expr}, kind, failure);
}

LogicalResult Planner::planExtremum(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  if (!isFloatExtremum(reduction.monoid))
    return refuse(i,
                  "the term of " + getName(i) +
                      " reads earlier results; expected a maximum or minimum "
                      "of floats, or a sum",
                  std::nullopt);
  Importer importer = makeImporter(i, getRounding());
  importer.run(chain.getTermBlock(i));
  ExtremumKind kind{reduction.monoid.getTrend() == cascade::Trend::Increasing,
                    propagatesNaN(reduction.monoid)};
  MonotoneFailure failure;
  FailureOr<MonotoneMap> map =
      findMap(analysis, importer, chain.getTermValue(i), kind, failure);
  // The other end is looked at for a NaN; one that all elements share shows at
  // either.
  if (succeeded(map) && map->atLargest && map->atSmallest &&
      (map->course == Course::Increasing ||
       map->course == Course::Decreasing) &&
      isNormalized(i, chain.getTermValue(i))) {
    map->atLargest = kind.isMaximum == (map->course == Course::Increasing);
    map->atSmallest = !map->atLargest;
  }
  bool single = succeeded(map) && map->atLargest != map->atSmallest;
  if (!single && tryExtremumOfProduct(i, analysis))
    return success();
  if (failed(map))
    return refuse(i, failure.message, failure.loc);
  if (!reduction.monoid.supportsType(map->entry.getType()))
    return refuse(i,
                  "expected elements of a type with infinities to meet earlier "
                  "results",
                  map->entry.getLoc());

  ExtremumPlan &extremum = reduction.extremum.emplace();
  extremum.entry = map->entry;
  llvm::SmallBitVector references = analysis.getReferences();
  for (unsigned k : references.set_bits())
    extremum.references.push_back(k);
  reduction.g = reduction.term = importer.get(map->entry);
  for (bool largest : {true, false}) {
    if (!(largest ? map->atLargest : map->atSmallest))
      continue;
    ExtremumPlan::End end;
    end.monoid = getExtremumMonoid(reduction.monoid, largest);
    extremum.ends.push_back(end);
  }
  return success();
}

void Planner::addExtremumComponents(unsigned i) {
  ReductionPlan &reduction = plan->reductions[i];
  Type type = reduction.extremum->entry.getType();
  reduction.component = plan->components.size();
  for (ExtremumPlan::End &end : reduction.extremum->ends) {
    end.component = plan->components.size();
    ComponentPlan component;
    component.kind = ComponentPlan::Kind::Entry;
    component.reduction = i;
    component.monoid = end.monoid;
    component.type = type;
    component.map = chain.getResultMap(i);
    component.start = end.monoid.getIdentity(type);
    component.term = reduction.term;
    plan->components.push_back(component);
  }
}
