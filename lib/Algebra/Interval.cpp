//===- Interval.cpp - Bounds of scalar values at run time
//--------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Interval.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace redfuser::algebra;

/// Bounds are computed in double; this covers the rounding of any narrower
/// type: 1/9 in f8E5M2.
static constexpr double kSlack = 1.0 / 8;
/// Operations that are followed back.
static constexpr unsigned kMaxDepth = 16;

/// What rounding to `type` makes of bounds: beyond its range lies infinity, and
/// below its smallest number zero.
static Interval toType(Interval range, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  double largest = APFloat::getLargest(semantics).convertToDouble();
  double smallest = APFloat::getSmallestNormalized(semantics).convertToDouble();
  auto widen = [&](double bound, bool up) {
    if (bound == 0 || std::isinf(bound))
      return bound;
    double wide = bound * ((bound > 0) == up ? 1 + kSlack : 1 - kSlack);
    if (std::fabs(wide) > largest)
      return up == (wide > 0) ? std::copysign(INFINITY, wide)
                              : std::copysign(largest, wide);
    if (std::fabs(wide) < smallest)
      return up == (wide > 0) ? std::copysign(smallest, wide) : 0.0;
    return wide;
  };
  return {widen(range.low, false), widen(range.high, true)};
}

namespace {
class IntervalFinder {
public:
  IntervalFinder(ExprContext &context, function_ref<Expr(Value)> expr)
      : context(context), expr(expr) {}

  /// Operands are shared: without memory, the time is exponential in the depth.
  Interval get(Value value, unsigned depth) {
    auto found = known.find({value, depth});
    if (found != known.end())
      return found->second;
    Interval range = compute(value, depth);
    known[{value, depth}] = range;
    return range;
  }

private:
  Interval compute(Value value, unsigned depth) {
    APFloat constant(0.0);
    if (matchPattern(value, m_ConstantFloat(&constant))) {
      if (constant.isNaN())
        return {};
      bool losesInfo;
      constant.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                       &losesInfo);
      double number = constant.convertToDouble();
      return {number, number};
    }
    Interval range;
    auto type = dyn_cast<FloatType>(value.getType());
    if (!type)
      return range;
    if (Operation *op = value.getDefiningOp(); op && depth < kMaxDepth) {
      range = getOf(op, depth + 1);
      bool rounds =
          !isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
               arith::MinNumFOp, arith::NegFOp, math::AbsFOp, arith::ExtFOp>(
              op);
      if (rounds)
        range = toType(range, type);
    }
    // Signs survive rounding, but for underflow.
    if (Expr exact = expr(value)) {
      if (getSign(exact) != Sign::Unknown)
        range.low = std::max(range.low, 0.0);
      if (getSign(context.neg(exact)) != Sign::Unknown)
        range.high = std::min(range.high, 0.0);
    }
    if (std::isnan(range.low) || std::isnan(range.high))
      return {};
    return range;
  }

  static Interval negate(Interval range) { return {-range.high, -range.low}; }
  static Interval larger(Interval a, Interval b) {
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  /// `both`, or `a` or `b` where the other operand of `op` may be NaN.
  static Interval unite(Operation *op, Interval both, Interval a, Interval b) {
    auto isNumber = [&](unsigned i) {
      return matchPattern(op->getOperand(i), m_Constant());
    };
    if (!isNumber(0))
      both = {std::min(both.low, b.low), std::max(both.high, b.high)};
    if (!isNumber(1))
      both = {std::min(both.low, a.low), std::max(both.high, a.high)};
    return both;
  }

  Interval getOf(Operation *op, unsigned depth) {
    auto arg = [&](unsigned i) { return get(op->getOperand(i), depth); };
    return llvm::TypeSwitch<Operation *, Interval>(op)
        .Case([&](arith::MaximumFOp) { return larger(arg(0), arg(1)); })
        .Case([&](arith::MinimumFOp) {
          return negate(larger(negate(arg(0)), negate(arg(1))));
        })
        // If one operand is NaN, the result is the other.
        .Case([&](arith::MaxNumFOp) {
          Interval a = arg(0), b = arg(1);
          return unite(op, larger(a, b), a, b);
        })
        .Case([&](arith::MinNumFOp) {
          Interval a = arg(0), b = arg(1);
          return unite(op, negate(larger(negate(a), negate(b))), a, b);
        })
        .Case([&](arith::NegFOp) { return negate(arg(0)); })
        .Case([&](math::AbsFOp) -> Interval {
          Interval a = arg(0);
          double low = a.low > 0 ? a.low : a.high < 0 ? -a.high : 0;
          return {low, std::max(std::fabs(a.low), std::fabs(a.high))};
        })
        .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) { return arg(0); })
        .Case([&](arith::AddFOp) -> Interval {
          Interval a = arg(0), b = arg(1);
          // Bounds far apart may cancel: only sums of one sign are kept.
          if (a.low >= 0 && b.low >= 0)
            return {a.low + b.low, a.high + b.high};
          return {};
        })
        .Case([&](arith::MulFOp) -> Interval {
          Interval a = arg(0), b = arg(1);
          if (a.low < 0 || b.low < 0)
            return {};
          return {a.low * b.low, a.high * b.high};
        })
        .Case([&](arith::DivFOp) -> Interval {
          Interval a = arg(0), b = arg(1);
          if (a.low < 0 || b.low < 0)
            return {};
          return {std::isinf(b.high) ? 0 : a.low / b.high,
                  b.low == 0 ? INFINITY : a.high / b.low};
        })
        .Case([&](math::SqrtOp) -> Interval {
          Interval a = arg(0);
          return {std::sqrt(std::max(a.low, 0.0)),
                  std::sqrt(std::max(a.high, 0.0))};
        })
        .Case([&](math::RsqrtOp) -> Interval {
          Interval a = arg(0);
          return {a.high > 0 ? 1 / std::sqrt(a.high) : 0,
                  a.low > 0 ? 1 / std::sqrt(a.low) : INFINITY};
        })
        .Default([](Operation *) { return Interval(); });
  }

  ExprContext &context;
  function_ref<Expr(Value)> expr;
  DenseMap<std::pair<Value, unsigned>, Interval> known;
};
} // namespace

Interval redfuser::algebra::getInterval(ExprContext &context, Value value,
                                        function_ref<Expr(Value)> expr) {
  return IntervalFinder(context, expr).get(value, 0);
}
