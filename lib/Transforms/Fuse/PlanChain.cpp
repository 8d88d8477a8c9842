//===- PlanChain.cpp - What a plan needs to know of its chain -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;

std::optional<APFloat> redfuser::getSplat(Value value) {
  while (value) {
    DenseElementsAttr dense;
    if (matchPattern(value, m_Constant(&dense))) {
      if (dense.isSplat() && isa<FloatType>(dense.getElementType()))
        return dense.getSplatValue<APFloat>();
      return std::nullopt;
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    APFloat scalar(0.0);
    if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      if (matchPattern(fill.getInputs().front(), m_ConstantFloat(&scalar)))
        return scalar;
      return std::nullopt;
    }
    if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
      if (matchPattern(splat.getInput(), m_ConstantFloat(&scalar)))
        return scalar;
      return std::nullopt;
    }
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      if (std::optional<Value> filled = linalg::isaFillOpInterface(generic))
        if (matchPattern(*filled, m_ConstantFloat(&scalar)))
          return scalar;
      return std::nullopt;
    }
    // Elements are moved, not changed.
    if (isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
            tensor::ExtractSliceOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op)) {
      value = broadcast.getInput();
      continue;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

std::pair<TypedAttr, bool>
redfuser::getStart(cascade::MonoidAttrInterface monoid, Type sourceType,
                   Type stateType, Value init) {
  TypedAttr start = monoid.getIdentity(stateType);
  std::optional<APFloat> value = getSplat(init);
  auto identity = dyn_cast<FloatAttr>(monoid.getIdentity(sourceType));
  if (!value || !identity)
    return {start, false};
  APFloat neutral = identity.getValue();
  if (neutral.isNaN())
    return {start, value->isNaN()};
  if (value->compare(neutral) != APFloat::cmpEqual)
    return {start, false};
  if (value->isZero())
    start = FloatAttr::get(
        stateType,
        APFloat::getZero(cast<FloatType>(stateType).getFloatSemantics(),
                         value->isNegative()));
  return {start, true};
}

AxisLength redfuser::getAxisLength(cascade::ChainOp chain) {
  AxisLength length = AxisLength::Positive;
  for (unsigned dim : chain.getAxisDims()) {
    auto [value, position] = chain.getDimSource(dim);
    int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(position);
    if (size == 0)
      return AxisLength::Zero;
    if (ShapedType::isDynamic(size))
      length = AxisLength::Dynamic;
  }
  return length;
}

Type redfuser::getStateType(cascade::MonoidAttrInterface monoid, Type type,
                            const NumericOptions &options) {
  if (options.numerics == Numerics::Contract && monoid.isRounded() &&
      isa<Float16Type, BFloat16Type>(type))
    return Float32Type::get(type.getContext());
  return type;
}
