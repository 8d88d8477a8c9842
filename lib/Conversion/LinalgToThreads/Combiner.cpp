//===- Combiner.cpp - What a reduction body combines with -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace redfuser;

/// The identity of `op`, null if `op` is no combiner. -0.0 is the identity of a
/// sum (0.0 would lose the sign of a sum of negative zeros), NaN that of
/// maxnumf.
static TypedAttr getNeutral(Operation *op) {
  Type type = op->getResult(0).getType();
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    auto inf = [&](bool negative) {
      return FloatAttr::get(type, APFloat::getInf(semantics, negative));
    };
    return llvm::TypeSwitch<Operation *, TypedAttr>(op)
        .Case<arith::AddFOp, math::FmaOp>([&](auto) {
          return FloatAttr::get(type, APFloat::getZero(semantics, true));
        })
        .Case([&](arith::MulFOp) { return FloatAttr::get(type, 1.0); })
        .Case([&](arith::MaximumFOp) { return inf(/*negative=*/true); })
        .Case([&](arith::MinimumFOp) { return inf(/*negative=*/false); })
        .Case<arith::MaxNumFOp, arith::MinNumFOp>([&](auto) {
          return FloatAttr::get(type, APFloat::getNaN(semantics));
        })
        .Default([](Operation *) { return TypedAttr(); });
  }
  auto intType = dyn_cast<IntegerType>(type);
  if (!intType)
    return {};
  unsigned width = intType.getWidth();
  auto get = [&](const APInt &value) { return IntegerAttr::get(type, value); };
  return llvm::TypeSwitch<Operation *, TypedAttr>(op)
      .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
          [&](auto) { return get(APInt::getZero(width)); })
      .Case([&](arith::MulIOp) { return get(APInt(width, 1)); })
      .Case<arith::AndIOp, arith::MinUIOp>(
          [&](auto) { return get(APInt::getAllOnes(width)); })
      .Case(
          [&](arith::MaxSIOp) { return get(APInt::getSignedMinValue(width)); })
      .Case(
          [&](arith::MinSIOp) { return get(APInt::getSignedMaxValue(width)); })
      .Default([](Operation *) { return TypedAttr(); });
}

FailureOr<Combiner> Combiner::match(linalg::LinalgOp op, unsigned index) {
  // The accumulator and the combined value have one use each, so no term can
  // depend on an accumulator if every result matches.
  BlockArgument accumulator = op.getRegionOutputArgs()[index];
  if (!accumulator.hasOneUse())
    return failure();
  Operation *combiner = *accumulator.user_begin();
  if (combiner->getNumResults() != 1 || !combiner->hasOneUse() ||
      combiner->getNumRegions() != 0)
    return failure();
  OpOperand &use = *combiner->getResult(0).use_begin();
  if (use.getOwner() != op.getBlock()->getTerminator() ||
      use.getOperandNumber() != index)
    return failure();
  // fma(a, b, acc) adds a product; the accumulator as a factor is no reduction.
  if (isa<math::FmaOp>(combiner) && combiner->getOperand(2) != accumulator)
    return failure();
  TypedAttr neutral = getNeutral(combiner);
  if (!neutral)
    return failure();
  return Combiner(combiner, neutral);
}

Value Combiner::identity(OpBuilder &b, Location loc) const {
  return arith::ConstantOp::create(b, loc, neutral);
}

Value Combiner::combine(OpBuilder &b, Location loc, Value lhs,
                        Value rhs) const {
  if (isa<math::FmaOp>(op))
    return arith::AddFOp::create(b, loc, lhs, rhs);
  OperationState state(loc, op->getName(), {lhs, rhs}, {lhs.getType()},
                       op->getAttrs());
  return b.create(state)->getResult(0);
}

Value redfuser::shuffleXor(OpBuilder &b, Location loc, Value value,
                           int32_t offset) {
  Type type = value.getType();
  auto shuffle32 = [&](Value v) -> Value {
    return gpu::ShuffleOp::create(b, loc, v, offset, /*width=*/32,
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return shuffle32(value);
  Type i32 = b.getI32Type();
  Type bitsType = b.getIntegerType(width);
  Value bits = isa<FloatType>(type)
                   ? arith::BitcastOp::create(b, loc, bitsType, value)
                   : value;
  Value result;
  if (width < 32) {
    Value wide = arith::ExtUIOp::create(b, loc, i32, bits);
    result = arith::TruncIOp::create(b, loc, bitsType, shuffle32(wide));
  } else {
    assert(width == 64 && "scalar wider than 64 bits");
    Value c32 = arith::ConstantIntOp::create(b, loc, bitsType, 32);
    Value low = arith::TruncIOp::create(b, loc, i32, bits);
    Value high = arith::TruncIOp::create(
        b, loc, i32, arith::ShRUIOp::create(b, loc, bits, c32));
    low = arith::ExtUIOp::create(b, loc, bitsType, shuffle32(low));
    high = arith::ExtUIOp::create(b, loc, bitsType, shuffle32(high));
    result = arith::OrIOp::create(b, loc, low,
                                  arith::ShLIOp::create(b, loc, high, c32));
  }
  return isa<FloatType>(type) ? arith::BitcastOp::create(b, loc, type, result)
                              : result;
}

Value redfuser::warpAllReduce(OpBuilder &b, Location loc,
                              const Combiner &combiner, Value value) {
  for (int32_t offset = 16; offset > 0; offset /= 2)
    value = combiner.combine(b, loc, value, shuffleXor(b, loc, value, offset));
  return value;
}
