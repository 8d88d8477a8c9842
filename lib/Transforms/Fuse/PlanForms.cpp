//===- PlanForms.cpp - Factors to keep and factors to defer ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Algebra/Emit.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

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
  if (trend == cascade::Trend::None ||
      !isa<FloatType>(chain.getStateElementType(k))) {
    why = getName(k) + " is not monotone, so the correction of '" + text +
          "' may be arbitrarily large";
    return false;
  }
  if (!plan->reductions[k].isInState()) {
    why = getName(k) + " has its value only in the end";
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
  bool readsRow = false;
  walkAtoms(rate,
            [&](const Atom &atom) { readsRow |= atom.isLeaf(LeafKind::Row); });
  if (readsRow || !Emitter::canEmit(rate)) {
    why = "'" + toString(rate) + "' cannot be computed outside the term";
    return false;
  }
  factor.form = FactorPlan::Form::Kept;
  factor.rate = rate;
  factor.why = "the reference is monotone, so corrections never exceed one";
  return true;
}

/// True if the only exponential of the axis in `f` is that of its product,
/// bounded by a reference, so that sums are in range without other factors.
static bool isKeptInRange(Expr f) {
  if (f->getTerms().size() != 1)
    return false;
  const Product &product = *f->getTerms().front().product;
  auto varies = [](Expr exponent) {
    return exponent && exponent->dependsOn(OnAxis);
  };
  if (varies(product.exponent) && !product.exponent->dependsOn(OnReference))
    return false;
  bool nested = false;
  walkAtoms(f, [&](const Atom &atom) {
    for (Expr arg : atom.args)
      for (const algebra::Term &term : arg->getTerms())
        nested |= varies(term.product->exponent);
  });
  return !nested;
}

/// Deferred: what leaves the sum in range without it. Exponentials do not, nor
/// do functions of them where the sum has others (exp(x) / (1 + exp(d))).
bool Planner::tryDefer(FactorPlan &factor, Expr f, std::string &why) {
  std::string text = toString(factor.factor);
  if (isExponentialOfReference(factor.factor) ||
      (hasExponentialOfReference(factor.factor) && !(f && isKeptInRange(f)))) {
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
void Planner::deriveGuard(unsigned reference, Expr factor) {
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
  for (Expr expr : getFactors(context, reduction.h)) {
    FactorPlan factor;
    factor.factor = expr;
    factor.references = getReferences(expr);
    std::string keep, defer;
    if (!tryKeep(factor, keep) && !tryDefer(factor, reduction.f, defer))
      return refuse(i,
                    "the factor '" + toString(expr) + "' of the term of " +
                        getName(i) + " can neither be kept (" + keep +
                        ") nor deferred (" + defer + ")",
                    std::nullopt);
    reduction.factors.push_back(factor);
  }

  for (const FactorPlan &factor : reduction.factors) {
    if (factor.form == FactorPlan::Form::Deferred) {
      reduction.deferred = context.mul(reduction.deferred, factor.factor);
      continue;
    }
    unsigned k = factor.references.front();
    reduction.kept.push_back(k);
    deriveGuard(k, factor.factor);
  }
  keepIndicators(i);
  llvm::sort(reduction.kept);
  // A factor that reads others as well is told apart by these.
  for (const FactorPlan &factor : reduction.factors)
    if (factor.form == FactorPlan::Form::Deferred &&
        llvm::all_of(factor.references,
                     [&](unsigned k) { return reduction.keeps(k); }))
      return refuse(i,
                    "the term of " + getName(i) + " needs the result of " +
                        getName(factor.references.front()) +
                        " both in the state and in the finalizer",
                    std::nullopt);
  return success();
}
