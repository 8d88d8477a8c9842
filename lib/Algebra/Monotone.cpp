//===- Monotone.cpp - Extrema through monotone maps -----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Abstract interpretation of a term in one variable, the entry. A value's flow
// is its course, and where it may be NaN although the entry is not:
//
//   hard  others may be finite there. inf * 0 is NaN while 1 * 0 is 0.
//   soft  nothing is finite there, whatever the entry: inf + (-inf). Soft NaN
//         becomes hard where an operation makes infinities finite (a clamp).
//
// and at which end of the entry's range it starts. An end that the extremum
// does not look at hides NaN there.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Monotone.h"

#include "RedFuser/Algebra/Interval.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace redfuser::algebra;

namespace {
/// Where NaN may appear: from some entry upwards, from some entry downwards, or
/// anywhere in between.
enum Place : unsigned { Low = 1, High = 2, Inside = 4 };

struct Flow {
  Course course = Course::Unknown;
  unsigned hard = 0;
  unsigned soft = 0;
  /// A NaN entry is NaN here.
  bool strict = true;

  static Flow entry() { return {Course::Increasing, 0, 0, true}; }
};

/// What is known of a value, but for NaN.
struct Sides {
  bool mayBeNegative = true;
  bool mayBePositive = true;
  bool mayBeZero = true;
  bool mayBeInfinite = true;
};

class Analysis {
public:
  Analysis(ExprContext &context, const TermFacts &facts)
      : context(context), facts(facts) {}

  /// The flow of the result of `op`; unknown if there is none.
  Flow visit(Operation *op);
  Flow get(Value value) const {
    auto found = flows.find(value);
    return found == flows.end() ? Flow{Course::Constant, 0, 0, true}
                                : found->second;
  }
  void set(Value value, Flow flow) { flows[value] = flow; }

private:
  bool varies(Value value) const { return flows.contains(value); }
  Sides getSides(Value value) const;
  Flow visitBinary(Operation *op);
  Flow visitChoice(arith::SelectOp select);

  ExprContext &context;
  const TermFacts &facts;
  llvm::DenseMap<Value, Flow> flows;
};
} // namespace

Sides Analysis::getSides(Value value) const {
  Sides sides;
  Interval range = getInterval(context, value, facts.expr);
  sides.mayBeZero = range.low <= 0 && range.high >= 0;
  sides.mayBeInfinite = std::isinf(range.low) || std::isinf(range.high);
  sides.mayBeNegative = range.low < 0;
  sides.mayBePositive = range.high > 0;
  return sides;
}

//===----------------------------------------------------------------------===//
// Courses
//===----------------------------------------------------------------------===//

static Course flip(Course course) {
  switch (course) {
  case Course::Increasing:
    return Course::Decreasing;
  case Course::Decreasing:
    return Course::Increasing;
  case Course::Valley:
    return Course::Peak;
  case Course::Peak:
    return Course::Valley;
  default:
    return course;
  }
}

/// A course under a factor that may have either sign.
static Course flipMaybe(Course course) {
  switch (course) {
  case Course::Constant:
    return Course::Constant;
  case Course::Increasing:
  case Course::Decreasing:
  case Course::Either:
    return Course::Either;
  default:
    return Course::Unknown;
  }
}

static Course scale(Course course, const Sides &factor) {
  if (!factor.mayBeNegative)
    return course;
  return factor.mayBePositive ? flipMaybe(course) : flip(course);
}

/// The larger of two values.
static Course larger(Course lhs, Course rhs) {
  if (lhs == Course::Constant)
    return rhs;
  if (rhs == Course::Constant)
    return lhs;
  if (lhs == rhs && lhs != Course::Either && lhs != Course::Peak)
    return lhs;
  auto falls = [](Course course) {
    return course != Course::Peak && course != Course::Unknown;
  };
  // Of monotone values and valleys, a valley.
  return falls(lhs) && falls(rhs) ? Course::Valley : Course::Unknown;
}

/// Of two peaks, the larger is none: it may fall between them.
static Course combineExtremum(Course lhs, Course rhs, bool maximum) {
  if (maximum)
    return larger(lhs, rhs);
  return flip(larger(flip(lhs), flip(rhs)));
}

/// The ends at which a value of `course` may be infinite.
static unsigned getEnds(Course course) {
  switch (course) {
  case Course::Constant:
    return 0;
  case Course::Increasing:
  case Course::Decreasing:
  case Course::Either:
    return Low | High;
  default:
    return Low | High | Inside;
  }
}

/// The ends at which a value of `course` is smallest (`largest`: is largest).
static unsigned getEnd(Course course, bool largest) {
  switch (course) {
  case Course::Constant:
    return 0;
  case Course::Increasing:
    return largest ? High : Low;
  case Course::Decreasing:
    return largest ? Low : High;
  case Course::Either:
    return Low | High;
  case Course::Valley:
    return largest ? Low | High : Inside;
  case Course::Peak:
    return largest ? Inside : Low | High;
  case Course::Unknown:
    return Low | High | Inside;
  }
  llvm_unreachable("unknown course");
}

/// Infinities may become finite: NaN that would have been among them shows.
static Flow absorb(Flow flow) {
  flow.hard |= flow.soft;
  flow.soft = 0;
  return flow;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Functions of one value that are increasing wherever they are defined.
static bool isIncreasing(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::TanhOp,
             math::AtanOp, math::ErfOp, math::AsinhOp, math::SinhOp,
             math::CbrtOp, math::FloorOp, math::CeilOp, math::RoundOp,
             math::RoundEvenOp, math::TruncOp, arith::ExtFOp>(op);
}

/// Increasing functions that make finite values of infinities.
static bool boundsInfinity(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::TanhOp,
             math::AtanOp, math::ErfOp>(op);
}

Flow Analysis::visit(Operation *op) {
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      !isa<FloatType>(op->getResult(0).getType()))
    return {};
  if (isIncreasing(op)) {
    Flow flow = get(op->getOperand(0));
    return boundsInfinity(op) ? absorb(flow) : flow;
  }
  return llvm::TypeSwitch<Operation *, Flow>(op)
      .Case([&](arith::NegFOp negate) {
        Flow flow = get(negate.getOperand());
        flow.course = flip(flow.course);
        return flow;
      })
      .Case([&](arith::TruncFOp truncate) {
        Flow flow = get(truncate.getIn());
        // Types without infinities make NaN of what they cannot hold.
        if (!isa<Float16Type, BFloat16Type, Float32Type>(truncate.getType()))
          flow.hard |= getEnds(flow.course);
        return flow;
      })
      .Case([&](math::AbsFOp abs) {
        Flow flow = get(abs.getOperand());
        Sides sides = getSides(abs.getOperand());
        if (!sides.mayBeNegative)
          return flow;
        if (!sides.mayBePositive) {
          flow.course = flip(flow.course);
          return flow;
        }
        bool monotone = flow.course == Course::Increasing ||
                        flow.course == Course::Decreasing ||
                        flow.course == Course::Either;
        if (flow.course != Course::Constant)
          flow.course = monotone ? Course::Valley : Course::Unknown;
        return flow;
      })
      .Case<math::SqrtOp, math::LogOp, math::Log2Op, math::Log10Op,
            math::Log1pOp>([&](auto) {
        Flow flow = get(op->getOperand(0));
        if (getSides(op->getOperand(0)).mayBeNegative)
          flow.hard |= getEnd(flow.course, /*largest=*/false);
        return flow;
      })
      .Case([&](math::RsqrtOp root) {
        Flow flow = get(root.getOperand());
        if (getSides(root.getOperand()).mayBeNegative)
          return Flow{};
        flow.course = flip(flow.course);
        return absorb(flow);
      })
      .Case([&](arith::SelectOp select) { return visitChoice(select); })
      .Case<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
            arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
            arith::MinNumFOp>([&](auto) { return visitBinary(op); })
      .Default([](Operation *) { return Flow{}; });
}

Flow Analysis::visitBinary(Operation *op) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  bool maximum = isa<arith::MaximumFOp, arith::MaxNumFOp>(op);
  if (maximum || isa<arith::MinimumFOp, arith::MinNumFOp>(op)) {
    Flow a = get(lhs), b = get(rhs);
    Flow flow;
    flow.course = combineExtremum(a.course, b.course, maximum);
    flow.hard = a.hard | b.hard;
    flow.soft = a.soft | b.soft;
    // The number of a number and a NaN hides the NaN.
    bool propagates = isa<arith::MaximumFOp, arith::MinimumFOp>(op);
    flow.strict = a.strict && b.strict && propagates;
    return absorb(flow);
  }
  if (varies(lhs) && varies(rhs)) {
    if (lhs != rhs || !isa<arith::MulFOp>(op))
      return {};
    // A square.
    Flow flow = get(lhs);
    Sides sides = getSides(lhs);
    if (!sides.mayBeNegative)
      return flow;
    if (!sides.mayBePositive)
      flow.course = flip(flow.course);
    else
      flow.course = flow.course == Course::Valley || flow.course == Course::Peak
                        ? Course::Unknown
                        : Course::Valley;
    return flow;
  }
  Value other = varies(lhs) ? rhs : lhs;
  Flow flow = get(varies(lhs) ? lhs : rhs);
  unsigned ends = getEnds(flow.course);
  Sides sides = getSides(other);
  if (isa<arith::AddFOp, arith::SubFOp>(op)) {
    // inf - inf, where every other element is infinite.
    if (sides.mayBeInfinite)
      flow.soft |= ends;
    if (isa<arith::SubFOp>(op) && other == lhs)
      flow.course = flip(flow.course);
    return flow;
  }
  if (isa<arith::MulFOp>(op)) {
    flow.course = scale(flow.course, sides);
    if (sides.mayBeZero)
      flow.hard |= ends; // inf * 0
    if (sides.mayBeInfinite)
      flow.soft |= ends | Inside; // 0 * inf
    return flow;
  }
  // Divisions.
  if (other == rhs) {
    flow.course = scale(flow.course, sides);
    if (sides.mayBeInfinite) {
      flow.hard |= ends; // inf / inf
      flow = absorb(flow);
    }
    if (sides.mayBeZero)
      flow.soft |= ends | Inside; // 0 / 0
    return flow;
  }
  // c / v, with v on one side of zero.
  Expr divisor = facts.expr(rhs);
  if (getSign(divisor) != Sign::Positive &&
      getSign(context.neg(divisor)) != Sign::Positive)
    return {};
  flow.course = scale(flip(flow.course), sides);
  if (sides.mayBeZero || sides.mayBeInfinite)
    flow.hard |= ends | Inside;
  return absorb(flow);
}

/// `v > c ? v : c` and its spellings, clamps of v.
Flow Analysis::visitChoice(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return {};
  Value a = compare.getLhs(), b = compare.getRhs();
  bool straight = select.getTrueValue() == a && select.getFalseValue() == b;
  bool swapped = select.getTrueValue() == b && select.getFalseValue() == a;
  if (!straight && !swapped)
    return {};
  bool greater;
  bool unordered = false;
  using P = arith::CmpFPredicate;
  switch (compare.getPredicate()) {
  case P::UGT:
  case P::UGE:
    unordered = true;
    [[fallthrough]];
  case P::OGT:
  case P::OGE:
    greater = true;
    break;
  case P::ULT:
  case P::ULE:
    unordered = true;
    [[fallthrough]];
  case P::OLT:
  case P::OLE:
    greater = false;
    break;
  default:
    return {};
  }
  // One side is a number, so that NaN goes where the predicate sends it.
  Value clamped = varies(a) ? a : b;
  Value bound = varies(a) ? b : a;
  APFloat number(0.0);
  if (varies(bound) || !matchPattern(bound, m_ConstantFloat(&number)) ||
      number.isNaN())
    return {};
  bool maximum = greater == straight;
  Flow flow = get(clamped);
  flow.course = combineExtremum(flow.course, Course::Constant, maximum);
  Value onNaN = unordered ? select.getTrueValue() : select.getFalseValue();
  flow.strict &= onNaN == clamped;
  return absorb(flow);
}

//===----------------------------------------------------------------------===//
// The map
//===----------------------------------------------------------------------===//

/// The ends at which an extremum of a value of `course` is; nullopt if it may
/// be in between.
static std::optional<unsigned> getEndsOfExtremum(Course course, bool maximum) {
  if (course == Course::Constant || course == Course::Unknown)
    return std::nullopt;
  unsigned ends = getEnd(course, maximum);
  if (ends & Inside)
    return std::nullopt;
  return ends;
}

FailureOr<MonotoneMap> redfuser::algebra::findMonotoneMap(
    ExprContext &context, Block &block, Value value, const TermFacts &facts,
    ExtremumKind kind, MonotoneFailure &failure) {
  auto fail = [&](const Twine &message,
                  std::optional<Location> loc) -> FailureOr<MonotoneMap> {
    failure.message = message.str();
    failure.loc = loc;
    return mlir::failure();
  };
  auto isMixed = [&](Value v) {
    return facts.varies(v) && facts.readsReference(v);
  };
  if (!isMixed(value))
    return fail("the term does not vary along the axis", std::nullopt);

  // What the value is computed from, as far as it is mixed.
  llvm::SetVector<Value> entries;
  llvm::SmallPtrSet<Operation *, 16> mixed;
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != &block)
      return fail("a value that varies along the axis and depends on earlier "
                  "results is not computed in the term",
                  std::nullopt);
    if (!mixed.insert(op).second)
      continue;
    for (Value operand : op->getOperands()) {
      if (isMixed(operand))
        pending.push_back(operand);
      else if (facts.varies(operand))
        entries.insert(operand);
    }
  }
  if (entries.size() != 1) {
    // The last place where one enters.
    Location loc = value.getLoc();
    for (Operation &op : block)
      if (mixed.contains(&op) && llvm::any_of(op.getOperands(), [&](Value v) {
            return entries.contains(v);
          }))
        loc = op.getLoc();
    return fail("elements of the inputs meet earlier results in " +
                    Twine(entries.size()) +
                    " places; expected one value that an increasing or "
                    "decreasing map takes to the term",
                loc);
  }

  MonotoneMap map;
  map.entry = entries.front();
  if (!isa<FloatType>(map.entry.getType()))
    return fail("elements of the inputs meet earlier results as a value that "
                "is not a float",
                map.entry.getLoc());
  Analysis analysis(context, facts);
  analysis.set(map.entry, Flow::entry());
  for (Operation &op : block) {
    // Comparisons are read with the choices that they are for.
    if (!mixed.contains(&op) || isa<arith::CmpFOp>(op))
      continue;
    Flow flow = analysis.visit(&op);
    if (flow.course == Course::Unknown)
      return fail("'" + op.getName().getStringRef() +
                      "' is neither an increasing nor a decreasing map of "
                      "elements of the inputs for all values of earlier "
                      "results",
                  op.getLoc());
    if (!flow.strict)
      return fail("'" + op.getName().getStringRef() +
                      "' makes a number of NaN, so the NaN of an element may "
                      "not show in the extremum",
                  op.getLoc());
    analysis.set(op.getResult(0), flow);
  }

  Flow flow = analysis.get(value);
  map.course = flow.course;
  std::optional<unsigned> ends = getEndsOfExtremum(flow.course, kind.isMaximum);
  if (!ends)
    return fail(Twine("the term is ") +
                    (kind.isMaximum ? "largest" : "smallest") +
                    " between the largest and the smallest element, not at "
                    "one of them",
                value.getLoc());
  unsigned looked = *ends;
  if (kind.propagatesNaN) {
    if (flow.hard & Inside)
      return fail("an infinite factor makes NaN of an element that is zero, "
                  "and a clamp behind it makes numbers of the others",
                  value.getLoc());
    looked |= flow.hard;
  } else if (flow.hard & (looked | Inside)) {
    // At a NaN end, the extremum of the others would be needed.
    return fail("where an earlier result is zero or infinite, the largest or "
                "smallest element may be NaN and is ignored; expected an "
                "extremum that is NaN if an element is",
                value.getLoc());
  }
  map.atLargest = looked & High;
  map.atSmallest = looked & Low;
  return map;
}
