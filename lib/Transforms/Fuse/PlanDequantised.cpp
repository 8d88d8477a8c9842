//===- PlanDequantised.cpp - Sums of values that were quantised -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A term that quantises a value and scales it back, as
//
//   (round((x - lo) / s) * s + lo) * w      with s = max((hi - lo) / 255, tiny)
//
// is x * w but for the rounding, whatever the earlier results are. So nothing
// in the state needs a correction when they move: under `allow-requantize` the
// term is summed as it stands, under the references that were found so far.
//
// What has to be proved:
//   1. With every rounding taken for the identity, the references cancel.
//   2. The term is linear in each rounded value, and the factor, its step in
//      units of the result, grows as the references go on (hi - lo does): no
//      element is off by more than under the final references.
//   3. What the references divide by is positive from the first element on.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Algebra/Interval.h"
#include "RedFuser/Analysis/Splat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

/// Bits of the integers that are quantised values.
static constexpr unsigned kMaxBits = 20;

namespace {

//===----------------------------------------------------------------------===//
// How functions of references move
//===----------------------------------------------------------------------===//

/// How a value moves as the axis is folded.
enum class Drift { None, Up, Down, Unknown };

class DriftFinder {
public:
  explicit DriftFinder(const FusionPlanImpl &plan) : plan(plan) {}

  Drift get(Expr value) const {
    Drift all = Drift::None;
    for (const algebra::Term &term : value->getTerms()) {
      Drift drift = get(*term.product);
      all = join(all, term.coefficient < 0 ? turn(drift) : drift);
    }
    return all;
  }

private:
  static Drift turn(Drift drift) {
    switch (drift) {
    case Drift::Up:
      return Drift::Down;
    case Drift::Down:
      return Drift::Up;
    default:
      return drift;
    }
  }
  static Drift join(Drift lhs, Drift rhs) {
    if (lhs == Drift::None || lhs == rhs)
      return rhs;
    return rhs == Drift::None ? lhs : Drift::Unknown;
  }

  Drift get(const Product &product) const {
    if (!(product.dependence & OnReference))
      return Drift::None;
    Drift all = product.exponent ? get(product.exponent) : Drift::None;
    bool isAlone = !product.exponent && product.powers.size() == 1;
    for (const Power &power : product.powers) {
      // A factor of unknown sign may turn the others around.
      bool isFirstPower = isAlone && power.exponent == 1;
      if (power.atom->sign == Sign::Unknown && !isFirstPower)
        return Drift::Unknown;
      Drift drift = get(*power.atom);
      all = join(all, power.exponent < 0 ? turn(drift) : drift);
    }
    return all;
  }

  Drift get(const Atom &atom) const {
    if (!(atom.dependence & OnReference))
      return Drift::None;
    if (atom.isLeaf(LeafKind::Reference)) {
      switch (plan.reductions[atom.index].monoid.getTrend()) {
      case cascade::Trend::Increasing:
        return Drift::Up;
      case cascade::Trend::Decreasing:
        return Drift::Down;
      case cascade::Trend::None:
        return Drift::Unknown;
      }
    }
    switch (atom.kind) {
    case AtomKind::Extremum:
    case AtomKind::Group:
    case AtomKind::Round: {
      Drift all = Drift::None;
      for (Expr arg : atom.args)
        all = join(all, get(arg));
      return all;
    }
    default:
      return Drift::Unknown;
    }
  }

  const FusionPlanImpl &plan;
};

/// The first divisor in `value` that reads references and may be zero; or a
/// function of them that may not be finite.
const Atom *findUnsafe(Expr value) {
  for (const algebra::Term &term : value->getTerms()) {
    if (term.product->exponent)
      if (const Atom *atom = findUnsafe(term.product->exponent))
        return atom;
    for (const Power &power : term.product->powers) {
      const Atom &atom = *power.atom;
      if (!(atom.dependence & OnReference))
        continue;
      bool isKnown = atom.kind == AtomKind::Leaf ||
                     atom.kind == AtomKind::Extremum ||
                     atom.kind == AtomKind::Group || atom.kind == AtomKind::Abs;
      bool isNatural = power.exponent > 0 && power.exponent.den == 1;
      if (!isKnown || (!isNatural && atom.sign != Sign::Positive))
        return &atom;
      for (Expr arg : atom.args)
        if (const Atom *inner = findUnsafe(arg))
          return inner;
    }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Clamps
//===----------------------------------------------------------------------===//

/// True if no product of `value` is negative; min(d, 0) never is positive.
bool isNonNegative(Expr value) {
  return llvm::all_of(value->getTerms(), [](const algebra::Term &term) {
    bool isNegative = term.coefficient < 0;
    for (const Power &power : term.product->powers) {
      if (power.atom->sign != Sign::Unknown)
        continue;
      bool isNonPositive =
          power.atom->kind == AtomKind::Extremum && !power.atom->isMaximum() &&
          llvm::any_of(power.atom->args, [](Expr arg) {
            std::optional<Rational> constant = arg->getConstant();
            return constant && *constant <= 0;
          });
      if (!isNonPositive || power.exponent != 1)
        return false;
      isNegative = !isNegative;
    }
    return !isNegative;
  });
}

/// Whether values of the axis stay within constants, given that an element lies
/// between earlier extrema of the same values.
class RangeProof {
public:
  RangeProof(ExprContext &context, const FusionPlanImpl &plan,
             const llvm::SmallBitVector &references)
      : context(context), plan(plan), references(references) {}

  /// `value` <= `limit` if `upper`, `value` >= `limit` otherwise.
  bool isWithin(Expr value, const Rational &limit, bool upper) {
    if (!upper)
      return isAtMost(context.neg(value), -limit);
    return isAtMost(value, limit);
  }

private:
  bool isAtMost(Expr value, const Rational &limit) {
    if (!value->dependsOn(OnAxis))
      return isFinalAtMost(value, limit);
    for (unsigned k : references.set_bits()) {
      const ReductionPlan &reference = plan.reductions[k];
      Expr element = reference.f;
      if (reference.monoid.getTrend() == cascade::Trend::None || !element ||
          !canCenter(element))
        continue;
      bool isLargest =
          reference.monoid.getTrend() == cascade::Trend::Increasing;
      // The value as a line in the element, which rises towards the extremum.
      Expr variable = context.oldValue(k);
      Expr line = replaceValue(context, value, element, variable);
      Expr slope = differentiate(context, line, *variable->getAtom());
      if (line->dependsOn(OnAxis) || slope->dependsOn(OnOld) ||
          !isNonNegative(isLargest ? slope : context.neg(slope)))
        continue;
      // What is beyond the extremum will do as well: max(hi, 0).
      SmallVector<Expr> ends{context.reference(k)};
      walkAtoms(line, [&](const Atom &atom) {
        if (atom.kind == AtomKind::Extremum && atom.isMaximum() == isLargest &&
            llvm::is_contained(atom.args, context.reference(k)))
          ends.push_back(context.fromAtom(&atom));
      });
      for (Expr end : ends) {
        Expr atEnd = context.substitute(line, [&](const Atom &leaf) -> Expr {
          return leaf.isLeaf(LeafKind::Old) ? end : nullptr;
        });
        if (isFinalAtMost(atEnd, limit))
          return true;
      }
    }
    return false;
  }

  /// The same for a value that does not vary: a constant, and n / max(t, u)
  /// where c t - n is not negative, so that it is at most c.
  bool isFinalAtMost(Expr value, Rational limit) {
    Expr rest = value;
    for (const algebra::Term &term : value->getTerms())
      if (term.product->isOne()) {
        limit -= term.coefficient;
        rest = context.sub(value, context.fromTerm(term));
      }
    if (limit >= 0 && isNonNegative(context.neg(rest)))
      return true;
    bool found = false;
    walkAtoms(rest, [&](const Atom &atom) {
      if (found || atom.kind != AtomKind::Extremum || !atom.isMaximum() ||
          atom.sign != Sign::Positive)
        return;
      Expr numerator = context.mul(rest, context.fromAtom(&atom));
      for (Expr part : atom.args)
        for (const algebra::Term &ours : numerator->getTerms())
          for (const algebra::Term &theirs : part->getTerms()) {
            Rational ratio = ours.coefficient / theirs.coefficient;
            if (ours.product == theirs.product && ratio >= 0 && ratio <= limit)
              found |= isNonNegative(
                  context.sub(context.scale(part, ratio), numerator));
          }
    });
    return found;
  }

  ExprContext &context;
  const FusionPlanImpl &plan;
  const llvm::SmallBitVector &references;
};

} // namespace

/// `value` without clamps of what varies along the axis to constants within
/// which it stays. `expand` says what `value` stands for.
static Expr removeClamps(ExprContext &context, Expr value, RangeProof &proof,
                         llvm::function_ref<Expr(Expr)> expand) {
  while (true) {
    const Atom *clamp = nullptr;
    Expr inner = nullptr;
    walkAtoms(value, [&](const Atom &atom) {
      if (clamp || atom.kind != AtomKind::Extremum)
        return;
      for (unsigned side : {0, 1}) {
        std::optional<Rational> limit = atom.args[side]->getConstant();
        if (!limit)
          continue;
        if (proof.isWithin(expand(atom.args[1 - side]), *limit,
                           /*upper=*/!atom.isMaximum())) {
          clamp = &atom;
          inner = atom.args[1 - side];
        }
      }
    });
    if (!clamp)
      return value;
    value = context.assume(value, *clamp, inner);
  }
}

/// True if an element for which the extremum of `term` is not set makes `value`
/// NaN as well: it is NaN itself, and a factor or summand of `value`.
static bool bringsNaN(Expr value, Expr term) {
  bool all = true;
  walkAtoms(term, [&](const Atom &atom) {
    if (!(atom.dependence & OnAxis) || atom.kind != AtomKind::Leaf)
      return;
    all &= llvm::any_of(value->getTerms(), [&](const algebra::Term &summand) {
      return llvm::any_of(summand.product->powers, [&](const Power &power) {
        return power.atom == &atom;
      });
    });
  });
  return all;
}

/// True if no element leaves an extremum of `term` unset but by being infinite
/// or NaN.
static bool isSetByAny(Expr term) {
  bool chooses = term->dependsOn(OnNonFinite);
  walkAtoms(term, [&](const Atom &atom) {
    chooses |= atom.isMask() || atom.kind == AtomKind::Select;
  });
  return !chooses;
}

LogicalResult Planner::checkFollowed(unsigned i, unsigned k, Expr free) {
  const ReductionPlan &reference = plan->reductions[k];
  auto fail = [&](const Twine &why) {
    return refuse(
        i, "it is quantised with the result of " + getName(k) + ": " + why,
        std::nullopt);
  };
  if (reference.monoid.getTrend() == cascade::Trend::None ||
      !isa<FloatType>(reference.sourceType))
    return fail("expected a maximum or minimum of floats");
  auto init = dyn_cast_or_null<FloatAttr>(getSplat(chain.getInits()[k]));
  if (!reference.startsAtIdentity && !(init && init.getValue().isFinite()))
    return fail("expected an init that is the identity or finite");
  if (!reference.isInState() || !isSetByAny(reference.f))
    return fail("expected one that every element moves");
  bool ignoresNaN =
      isa<cascade::MaxNumFAttr, cascade::MinNumFAttr>(reference.monoid);
  if (ignoresNaN && !bringsNaN(free, reference.f))
    return fail("it ignores NaN, so expected what is summed to be NaN there");
  return success();
}

FailureOr<bool> Planner::planDequantised(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  Block &block = chain.getTermBlock(i);
  Value yielded = chain.getTermValue(i);
  llvm::SmallBitVector references = analysis.getReferences();
  if (reduction.monoid.getDistribution() != cascade::Distribution::Multiply ||
      !isa<FloatType>(reduction.sourceType))
    return false;

  RangeProof proof(context, *plan, references);
  Importer exact(context, Rounding::Requantized, leaf);
  exact.run(block);
  auto asIs = [](Expr value) { return value; };
  Expr free = removeClamps(context, exact.get(yielded), proof, asIs);
  if (free->dependsOn(OnReference))
    return false;
  for (unsigned k : references.set_bits())
    if (failed(checkFollowed(i, k, free)))
      return failure();

  DriftFinder drifts(*plan);
  FactorPlan followed;
  for (Operation &op : block.without_terminator()) {
    if (!analysis.isLive(&op) || op.getNumResults() != 1 ||
        analysis.getReferences(op.getResult(0)).none())
      continue;
    Value result = op.getResult(0);
    if (isa<FloatType>(result.getType()))
      if (const Atom *unsafe = findUnsafe(exact.get(result)))
        return refuse(i,
                      "what is quantised is divided by '" +
                          toString(context.fromAtom(unsafe)) +
                          "'; expected a divisor that is positive from the "
                          "first element on, such as max(scale, 1e-12)",
                      op.getLoc());
    // Sums of few integers of kMaxBits do not wrap around.
    bool mayWrap =
        isa<arith::MulIOp>(op) ||
        (isa<arith::AddIOp, arith::SubIOp>(op) &&
         getElementTypeOrSelf(result.getType()).getIntOrFloatBitWidth() < 32);
    if (mayWrap)
      return refuse(i,
                    "'" + op.getName().getStringRef() +
                        "' of quantised values may wrap around; expected sums "
                        "of 32 bits",
                    op.getLoc());
    if (!isQuantisation(&op))
      continue;
    auto fail = [&](const Twine &why) {
      return refuse(i,
                    "'" + op.getName().getStringRef() +
                        "' rounds to steps that earlier results give: " + why,
                    op.getLoc());
    };
    if (isa<arith::TruncFOp>(op))
      return fail("expected steps of one size, as integers have");
    // A number that is too large for an integer type has no value there.
    if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
      Interval range = getInterval(context, op.getOperand(0), [&](Value value) {
        return exact.get(value);
      });
      auto getEnd = [&](bool upper) {
        bool isSigned = isa<arith::FPToSIOp>(op);
        unsigned width =
            getElementTypeOrSelf(result.getType()).getIntOrFloatBitWidth();
        int64_t end = int64_t(1) << std::min(width - isSigned, kMaxBits);
        return upper ? end - 1 : isSigned ? -end : 0;
      };
      Expr value = exact.get(op.getOperand(0));
      for (bool upper : {false, true}) {
        int64_t end = getEnd(upper);
        bool inRange =
            upper ? range.high < double(end + 1) : range.low >= double(end);
        if (!inRange && !proof.isWithin(value, Rational(end), upper))
          return fail("expected values that are clamped to the integer type");
      }
    }

    // The term as a line in what is rounded.
    Expr rounded = context.parameter(result);
    const Atom &variable = *rounded->getAtom();
    Importer apart(context, Rounding::Requantized, leaf);
    apart.override(result, rounded);
    apart.run(block);
    Expr line =
        removeClamps(context, apart.get(yielded), proof, [&](Expr value) {
          return context.substitute(value, [&](const Atom &leaf) -> Expr {
            return leaf.isLeaf(LeafKind::Parameter) && leaf.parameter == result
                       ? exact.get(result)
                       : nullptr;
          });
        });
    Expr step = differentiate(context, line, variable);
    bool isLine = true;
    walkAtoms(context.sub(line, context.mul(step, rounded)),
              [&](const Atom &atom) { isLine &= &atom != &variable; });
    walkAtoms(step, [&](const Atom &atom) { isLine &= &atom != &variable; });
    SplitFailure why;
    FailureOr<Split> split = splitProduct(context, step, why);
    if (!isLine || failed(split))
      return fail("expected the term to be linear in what is rounded");
    Drift drift = drifts.get(split->h);
    if (drift != Drift::None &&
        (drift != Drift::Up || getSign(split->h) == Sign::Unknown))
      return fail("expected steps '" + toString(split->h) +
                  "' that are never smaller under later results");
    if (!followed.factor || drift == Drift::Up)
      followed.factor = split->h;
  }
  for (unsigned k : references.set_bits())
    reduction.kept.push_back(k);
  followed.references = reduction.kept;
  followed.why = "values are rounded in steps of what the references are so "
                 "far, which only grow, and scaled back";
  reduction.factors.push_back(followed);
  reduction.g = reduction.term = free;
  reduction.followsReferences = true;
  return true;
}
