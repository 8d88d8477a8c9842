//===- PlanChain.cpp - What a plan needs to know of its chain -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "RedFuser/Analysis/Splat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;

std::pair<TypedAttr, bool>
redfuser::getStart(cascade::MonoidAttrInterface monoid, Type sourceType,
                   Type stateType, Value init) {
  TypedAttr start = monoid.getIdentity(stateType);
  TypedAttr identity = monoid.getIdentity(sourceType);
  TypedAttr splat = getSplat(init);
  if (!splat || splat.getType() != sourceType)
    return {start, false};
  auto number = dyn_cast<FloatAttr>(splat);
  if (!number)
    return {start, splat == identity};
  APFloat value = number.getValue();
  APFloat neutral = cast<FloatAttr>(identity).getValue();
  if (neutral.isNaN())
    return {start, value.isNaN()};
  if (value.compare(neutral) != APFloat::cmpEqual)
    return {start, false};
  if (value.isZero())
    start = FloatAttr::get(
        stateType,
        APFloat::getZero(cast<FloatType>(stateType).getFloatSemantics(),
                         value.isNegative()));
  return {start, true};
}

Type redfuser::getStateType(cascade::MonoidAttrInterface monoid, Type type,
                            const NumericOptions &options) {
  Type wide = Float32Type::get(type.getContext());
  if (options.numerics == Numerics::Contract && monoid.isRounded() &&
      isa<Float16Type, BFloat16Type>(type) && monoid.supportsType(wide))
    return wide;
  return type;
}

/// The factors of a product of sizes: dynamic sizes, and the rest as a
/// constant.
static bool collectSizes(cascade::ChainOp chain, Value value,
                         llvm::SmallBitVector &dims, int64_t &constant,
                         unsigned depth = 0) {
  Operation *op = value.getDefiningOp();
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)))
    return integer.isSignedIntN(32) &&
           !llvm::MulOverflow(constant, integer.getSExtValue(), constant);
  if (!op || depth > 16)
    return false;
  // A narrow type does not hold every length.
  if (!value.getType().isIndex() &&
      value.getType().getIntOrFloatBitWidth() < 32)
    return false;
  if (isa<arith::SIToFPOp, arith::UIToFPOp, arith::IndexCastOp,
          arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp,
          arith::TruncIOp>(op))
    return collectSizes(chain, op->getOperand(0), dims, constant, depth + 1);
  if (isa<arith::MulIOp>(op))
    return collectSizes(chain, op->getOperand(0), dims, constant, depth + 1) &&
           collectSizes(chain, op->getOperand(1), dims, constant, depth + 1);
  auto size = dyn_cast<tensor::DimOp>(op);
  if (!size || !size.getConstantIndex())
    return false;
  for (auto [index, input] : llvm::enumerate(chain.getInputs())) {
    if (input != size.getSource())
      continue;
    int64_t position = *size.getConstantIndex();
    AffineMap map = chain.getInputMap(index);
    if (position >= map.getNumResults())
      return false;
    unsigned dim = map.getDimPosition(position);
    if (dims.test(dim))
      return false;
    dims.set(dim);
    return true;
  }
  return false;
}

bool redfuser::isAxisLength(cascade::ChainOp chain, Value value) {
  if (!isa<FloatType, IntegerType, IndexType>(value.getType()) ||
      value.getType().isInteger(1) || value.getParentRegion() == nullptr ||
      chain->isAncestor(value.getParentRegion()->getParentOp()))
    return false;
  llvm::SmallBitVector dims(chain.getNumDims());
  int64_t constant = 1, expected = 1;
  if (!collectSizes(chain, value, dims, constant) || dims.none())
    return false;
  for (unsigned dim : chain.getAxisDims()) {
    if (dims.test(dim)) {
      dims.reset(dim);
      continue;
    }
    auto [source, position] = chain.getDimSource(dim);
    int64_t size =
        cast<RankedTensorType>(source.getType()).getDimSize(position);
    if (ShapedType::isDynamic(size))
      return false;
    expected *= size;
  }
  return dims.none() && constant == expected;
}

std::optional<int64_t> redfuser::getStaticAxisLength(cascade::ChainOp chain) {
  int64_t length = 1;
  for (unsigned dim : chain.getAxisDims()) {
    auto [source, position] = chain.getDimSource(dim);
    int64_t size =
        cast<RankedTensorType>(source.getType()).getDimSize(position);
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    length *= size;
  }
  return length;
}
