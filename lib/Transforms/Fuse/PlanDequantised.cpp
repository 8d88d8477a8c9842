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
//   3. Under any references so far every operation has a value: divisors are
//      positive, what is rounded stays in range, integers do not wrap around.
//
// The first is a statement of real numbers, so the third is about the code.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Algebra/Interval.h"
#include "RedFuser/Analysis/Splat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

/// Bits of the integers that are quantised values, and sums of them in a term:
/// these do not wrap around.
static constexpr unsigned kMaxBits = 20;
static constexpr unsigned kMaxIntegerSums = 8;

/// Operations of which the checks below know what they do to running values.
static bool isFollowable(Operation *op) {
  return isQuantisation(op)
             ? !isa<arith::TruncFOp>(op)
             : isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
                   arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
                   arith::MaxNumFOp, arith::MinNumFOp, arith::ExtFOp,
                   arith::SIToFPOp, arith::UIToFPOp, arith::ExtSIOp,
                   arith::ExtUIOp, arith::AddIOp, arith::SubIOp, arith::MaxSIOp,
                   arith::MinSIOp>(op);
}

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
  /// `exactTerms`: the terms of extrema with the rounding of their code.
  RangeProof(ExprContext &context, const FusionPlanImpl &plan,
             ArrayRef<Expr> exactTerms, const llvm::SmallBitVector &references)
      : context(context), plan(plan), exactTerms(exactTerms),
        references(references) {}

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
      // A rounded value is no bound of the value.
      if (reference.monoid.getTrend() == cascade::Trend::None || !element ||
          element != exactTerms[k] || !canCenter(element))
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
  ArrayRef<Expr> exactTerms;
  const llvm::SmallBitVector &references;
};

} // namespace

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

  RangeProof proof(context, *plan, exactTerms, references);
  Importer exact(context, Rounding::Requantized, leaf);
  exact.run(block);
  auto isInactive = [&](Expr value, const Rational &limit, bool isMaximum) {
    return proof.isWithin(value, limit, /*upper=*/!isMaximum);
  };
  Expr free = removeClamps(context, exact.get(yielded), isInactive);
  if (free->dependsOn(OnReference))
    return false;
  if (!isSetByAny(free))
    return refuse(i,
                  "the term of " + getName(i) +
                      " quantises and masks; expected a term that counts "
                      "wherever its references do",
                  std::nullopt);
  for (unsigned k : references.set_bits())
    if (failed(checkFollowed(i, k, free)))
      return failure();

  DriftFinder drifts(*plan);
  FactorPlan followed;
  unsigned numIntegerSums = 0, numRoundings = 0;
  for (Operation &op : block.without_terminator()) {
    if (!analysis.isLive(&op))
      continue;
    auto fail = [&](const Twine &why) {
      return refuse(i,
                    "'" + op.getName().getStringRef() +
                        "' is computed under running results: " + why,
                    op.getLoc());
    };
    bool rounds = isQuantisation(&op);
    if (op.getNumResults() != 1 ||
        analysis.getReferences(op.getResult(0)).none()) {
      // Read as the identity, it would be none.
      if (rounds)
        return fail("expected no rounding of inputs alone");
      continue;
    }
    Value result = op.getResult(0);
    auto getRange = [&](Value value) {
      return getInterval(context, value,
                         [&](Value other) { return exact.get(other); });
    };
    if (!isFollowable(&op))
      return fail("expected sums, products, quotients, clamps and rounding to "
                  "integers");
    if (auto quotient = dyn_cast<arith::DivFOp>(op);
        quotient && analysis.getReferences(quotient.getRhs()).any() &&
        !(getRange(quotient.getRhs()).low > 0))
      return fail("expected a divisor that is positive from the first element "
                  "on, such as max(scale, 1e-12), got '" +
                  toString(exact.get(quotient.getRhs())) + "'");
    if (isa<arith::AddIOp, arith::SubIOp>(op) &&
        (++numIntegerSums > kMaxIntegerSums ||
         getElementTypeOrSelf(result.getType()).getIntOrFloatBitWidth() < 32))
      return fail("expected at most " + Twine(kMaxIntegerSums) +
                  " sums of integers, of 32 bits, which do not wrap around");
    if (!rounds)
      continue;

    // What is rounded has a bound, so that nothing overflows on the way, and
    // what becomes an integer is one of its type: however it was rounded.
    ++numRoundings;
    Expr before = exact.get(op.getOperand(0));
    Interval range = getRange(op.getOperand(0));
    bool isInteger = isa<arith::FPToSIOp, arith::FPToUIOp>(op);
    bool isUnsigned = isa<arith::FPToUIOp>(op);
    unsigned bits = kMaxBits;
    if (isInteger)
      bits = std::min<unsigned>(
          bits, getElementTypeOrSelf(result.getType()).getIntOrFloatBitWidth() -
                    !isUnsigned);
    int64_t high = (int64_t(1) << bits) - 1;
    int64_t low = isUnsigned ? 0 : -high - 1;
    bool isBelow = range.high < double(high + 1) ||
                   proof.isWithin(before, Rational(high - numRoundings),
                                  /*upper=*/true);
    bool isAbove = range.low >= double(low) ||
                   proof.isWithin(before, Rational(low + numRoundings),
                                  /*upper=*/false);
    if (!isBelow || !isAbove)
      return fail(isInteger
                      ? "expected values that are clamped to the integer type"
                      : "expected values that the results bound, such as "
                        "(x - min) / scale");

    // The term as a line in what is rounded.
    Expr rounded = context.parameter(result);
    const Atom &variable = *rounded->getAtom();
    Importer apart(context, Rounding::Requantized, leaf);
    apart.override(result, rounded);
    apart.run(block);
    auto isInactiveApart = [&](Expr value, const Rational &limit,
                               bool isMaximum) {
      Expr whole = context.substitute(value, [&](const Atom &leaf) -> Expr {
        return &leaf == &variable ? exact.get(result) : nullptr;
      });
      return isInactive(whole, limit, isMaximum);
    };
    Expr line = removeClamps(context, apart.get(yielded), isInactiveApart);
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
