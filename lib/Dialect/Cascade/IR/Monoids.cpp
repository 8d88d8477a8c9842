//===- Monoids.cpp - The monoids that the dialect defines -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace redfuser::cascade;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static TypedAttr getFloat(Type type, double value) {
  return FloatAttr::get(type, value);
}

static TypedAttr getInf(Type type, bool negative) {
  auto floatType = cast<FloatType>(type);
  return FloatAttr::get(
      type, APFloat::getInf(floatType.getFloatSemantics(), negative));
}

static TypedAttr getNaN(Type type) {
  auto floatType = cast<FloatType>(type);
  return FloatAttr::get(type, APFloat::getQNaN(floatType.getFloatSemantics()));
}

/// True for the float types that have infinities and NaN in the IEEE manner:
/// the identities of maxima and minima need them.
static bool isIEEELike(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// Matches `yielded = OpTy(acc, term)` in either operand order.
template <typename OpTy>
static Value matchCommutative(Value yielded, Value acc) {
  auto op = yielded.getDefiningOp<OpTy>();
  if (!op || op->getNumOperands() != 2)
    return {};
  if (op->getOperand(0) == acc)
    return op->getOperand(1);
  if (op->getOperand(1) == acc)
    return op->getOperand(0);
  return {};
}

//===----------------------------------------------------------------------===//
// addf
//===----------------------------------------------------------------------===//

bool AddFAttr::supportsType(Type type) const { return isIEEELike(type); }
TypedAttr AddFAttr::getIdentity(Type type) const {
  return getFloat(type, -0.0);
}
Value AddFAttr::buildCombine(OpBuilder &b, Location loc, Value lhs,
                             Value rhs) const {
  return arith::AddFOp::create(b, loc, lhs, rhs);
}
Value AddFAttr::matchTerm(Value yielded, Value acc, bool &negated) const {
  negated = false;
  if (Value term = matchCommutative<arith::AddFOp>(yielded, acc))
    return term;
  auto sub = yielded.getDefiningOp<arith::SubFOp>();
  if (sub && sub.getLhs() == acc) {
    negated = true;
    return sub.getRhs();
  }
  return {};
}
Distribution AddFAttr::getDistribution() const {
  return Distribution::Multiply;
}
Trend AddFAttr::getTrend() const { return Trend::None; }
bool AddFAttr::isRounded() const { return true; }

//===----------------------------------------------------------------------===//
// mulf
//===----------------------------------------------------------------------===//

bool MulFAttr::supportsType(Type type) const { return isIEEELike(type); }
TypedAttr MulFAttr::getIdentity(Type type) const { return getFloat(type, 1.0); }
Value MulFAttr::buildCombine(OpBuilder &b, Location loc, Value lhs,
                             Value rhs) const {
  return arith::MulFOp::create(b, loc, lhs, rhs);
}
Value MulFAttr::matchTerm(Value yielded, Value acc, bool &negated) const {
  negated = false;
  return matchCommutative<arith::MulFOp>(yielded, acc);
}
Distribution MulFAttr::getDistribution() const { return Distribution::None; }
Trend MulFAttr::getTrend() const { return Trend::None; }
bool MulFAttr::isRounded() const { return true; }

//===----------------------------------------------------------------------===//
// Maxima and minima
//===----------------------------------------------------------------------===//

/// A monoid that is one commutative op of arith and computes exactly.
#define REDFUSER_EXACT_OP(ATTR, OP, SUPPORTS, IDENTITY, DISTRIBUTION, TREND)   \
  bool ATTR::supportsType(Type type) const { return SUPPORTS(type); }          \
  TypedAttr ATTR::getIdentity(Type type) const { return IDENTITY; }            \
  Value ATTR::buildCombine(OpBuilder &b, Location loc, Value lhs, Value rhs)   \
      const {                                                                  \
    return OP::create(b, loc, lhs, rhs);                                       \
  }                                                                            \
  Value ATTR::matchTerm(Value yielded, Value acc, bool &negated) const {       \
    negated = false;                                                           \
    return matchCommutative<OP>(yielded, acc);                                 \
  }                                                                            \
  Distribution ATTR::getDistribution() const {                                 \
    return Distribution::DISTRIBUTION;                                         \
  }                                                                            \
  Trend ATTR::getTrend() const { return Trend::TREND; }                        \
  bool ATTR::isRounded() const { return false; }

#define REDFUSER_EXTREMUM(ATTR, OP, IDENTITY, TREND)                           \
  REDFUSER_EXACT_OP(ATTR, OP, isIEEELike, IDENTITY, Monotone, TREND)

REDFUSER_EXTREMUM(MaximumFAttr, arith::MaximumFOp, getInf(type, true),
                  Increasing)
REDFUSER_EXTREMUM(MaxNumFAttr, arith::MaxNumFOp, getNaN(type), Increasing)
REDFUSER_EXTREMUM(MinimumFAttr, arith::MinimumFOp, getInf(type, false),
                  Decreasing)
REDFUSER_EXTREMUM(MinNumFAttr, arith::MinNumFOp, getNaN(type), Decreasing)

#undef REDFUSER_EXTREMUM

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The signless integers that arith computes on. `index` has no width here.
static bool isSignlessInteger(Type type) { return type.isSignlessInteger(); }

static TypedAttr getInteger(Type type,
                            llvm::function_ref<APInt(unsigned)> make) {
  return IntegerAttr::get(type, make(type.getIntOrFloatBitWidth()));
}

#define REDFUSER_INTEGER(ATTR, OP, IDENTITY, DISTRIBUTION, TREND)              \
  REDFUSER_EXACT_OP(                                                           \
      ATTR, OP, isSignlessInteger,                                             \
      getInteger(type, [](unsigned width) { return APInt::IDENTITY; }),        \
      DISTRIBUTION, TREND)

REDFUSER_INTEGER(AddIAttr, arith::AddIOp, getZero(width), Multiply, None)
REDFUSER_INTEGER(MulIAttr, arith::MulIOp, getOneBitSet(width, 0), None, None)
REDFUSER_INTEGER(MaxSIAttr, arith::MaxSIOp, getSignedMinValue(width), Monotone,
                 Increasing)
REDFUSER_INTEGER(MinSIAttr, arith::MinSIOp, getSignedMaxValue(width), Monotone,
                 Decreasing)
REDFUSER_INTEGER(MaxUIAttr, arith::MaxUIOp, getMinValue(width), Monotone,
                 Increasing)
REDFUSER_INTEGER(MinUIAttr, arith::MinUIOp, getMaxValue(width), Monotone,
                 Decreasing)
REDFUSER_INTEGER(AndIAttr, arith::AndIOp, getAllOnes(width), Lattice, None)
REDFUSER_INTEGER(OrIAttr, arith::OrIOp, getZero(width), Lattice, None)
REDFUSER_INTEGER(XOrIAttr, arith::XOrIOp, getZero(width), Conjunction, None)

#undef REDFUSER_INTEGER
#undef REDFUSER_EXACT_OP

SmallVector<MonoidAttrInterface>
redfuser::cascade::getBuiltinMonoids(MLIRContext *ctx) {
  return {AddFAttr::get(ctx),    MulFAttr::get(ctx),     MaximumFAttr::get(ctx),
          MaxNumFAttr::get(ctx), MinimumFAttr::get(ctx), MinNumFAttr::get(ctx),
          AddIAttr::get(ctx),    MulIAttr::get(ctx),     MaxSIAttr::get(ctx),
          MinSIAttr::get(ctx),   MaxUIAttr::get(ctx),    MinUIAttr::get(ctx),
          AndIAttr::get(ctx),    OrIAttr::get(ctx),      XOrIAttr::get(ctx)};
}
