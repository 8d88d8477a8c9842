//===- PlanIndicators.cpp - Sums over where an extremum is attained -------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Hard attention and counts of maxima sum F = [x == m] * v, where m is the
// maximum of x. That is no product of a function of x and one of m, but it can
// be kept in the state: of what was summed under a smaller m, nothing is left,
// and under the same m everything,
//
//   sum' = [m == m'] * sum + ...
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "SameCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

/// The predicate with its operands exchanged.
static arith::CmpFPredicate exchange(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::OGE:
    return P::OLE;
  case P::OLE:
    return P::OGE;
  default:
    return predicate;
  }
}

void Planner::findIndicators(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  reduction.indicators.clear();
  if (reduction.monoid.getDistribution() != cascade::Distribution::Multiply)
    return;
  unsigned numInputs = chain.getInputs().size();
  for (auto compare : chain.getTermBlock(i).getOps<arith::CmpFOp>()) {
    if (!analysis.isLive(compare))
      continue;
    for (unsigned side : {0, 1}) {
      // A conversion to a wider type changes no comparison.
      Value reference = compare->getOperand(side);
      while (auto extension = reference.getDefiningOp<arith::ExtFOp>())
        reference = extension.getIn();
      auto argument = dyn_cast<BlockArgument>(reference);
      if (!argument || argument.getOwner() != &chain.getTermBlock(i) ||
          argument.getArgNumber() < numInputs)
        continue;
      unsigned k = argument.getArgNumber() - numInputs;
      const Bound *bound = llvm::find_if(
          bounds, [&](const Bound &bound) { return bound.reference == k; });
      if (bound == bounds.end() || !plan->reductions[k].isInState())
        continue;
      // x == m; or what comes to the same, as x never exceeds m.
      using P = arith::CmpFPredicate;
      P predicate = compare.getPredicate();
      if (side == 0)
        predicate = exchange(predicate);
      if (predicate != P::OEQ &&
          predicate != (plan->isIncreasing(k) ? P::OGE : P::OLE))
        continue;
      if (!isSameCode(compare->getOperand(1 - side), chain.getTermValue(k)))
        continue;
      reduction.indicators.push_back({compare, k});
      break;
    }
  }
}

/// The comparison as a function of the element alone: what the reference is has
/// no part in how the term splits.
Expr Planner::getIndicator(unsigned i, const Indicator &indicator) {
  const Bound *bound = llvm::find_if(bounds, [&](const Bound &bound) {
    return bound.reference == indicator.reference;
  });
  return context.compare(
      unsigned(arith::CmpFPredicate::OEQ), bound->term,
      context.parameter(chain.getTermReference(i, indicator.reference)));
}

bool Planner::dropIndicators(unsigned i) {
  ReductionPlan &reduction = plan->reductions[i];
  size_t count = reduction.indicators.size();
  llvm::erase_if(reduction.indicators, [&](const Indicator &indicator) {
    const Atom *atom = getIndicator(i, indicator)->getAtom();
    return !context.assume(reduction.f, *atom, context.constant(0))->isZero();
  });
  return reduction.indicators.size() != count;
}

void Planner::keepIndicators(unsigned i) {
  ReductionPlan &reduction = plan->reductions[i];
  for (const Indicator &indicator : reduction.indicators) {
    unsigned k = indicator.reference;
    FactorPlan factor;
    factor.factor = getIndicator(i, indicator);
    factor.references = {k};
    factor.why = "elements are not equal to an extremum that was found later, "
                 "so the sum starts anew with it";
    reduction.factors.push_back(factor);
    if (!reduction.keeps(k))
      reduction.kept.push_back(k);
  }
}

Value redfuser::buildIndicators(OpBuilder &b, Location loc,
                                const FusionPlanImpl &plan, unsigned i,
                                Value sum, function_ref<Value(unsigned)> from,
                                function_ref<Value(unsigned)> to) {
  for (const Indicator &indicator : plan.reductions[i].indicators) {
    Value before = from(indicator.reference);
    if (!before)
      continue;
    Value same = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                       before, to(indicator.reference));
    Value zero =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(sum.getType()));
    sum = arith::SelectOp::create(b, loc, same, sum, zero);
  }
  return sum;
}
