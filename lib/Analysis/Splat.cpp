//===- Splat.cpp - Tensors of one constant --------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/Splat.h"
#include "RedFuser/Analysis/ScalarExpr.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;

TypedAttr redfuser::getSplat(Value value) {
  while (value) {
    DenseElementsAttr dense;
    if (matchPattern(value, m_Constant(&dense))) {
      if (dense.isSplat())
        return dyn_cast<TypedAttr>(dense.getSplatValue<Attribute>());
      return {};
    }
    Operation *op = value.getDefiningOp();
    if (!op)
      return {};
    auto getScalar = [](Value element) {
      Attribute constant;
      matchPattern(element, m_Constant(&constant));
      return dyn_cast_or_null<TypedAttr>(constant);
    };
    if (auto fill = dyn_cast<linalg::FillOp>(op))
      return getScalar(fill.getInputs().front());
    if (auto splat = dyn_cast<tensor::SplatOp>(op))
      return getScalar(splat.getInput());
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      if (std::optional<Value> filled = linalg::isaFillOpInterface(generic))
        return getScalar(*filled);
    // Elements are moved, not changed.
    if (isCopy(op) ||
        isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
            tensor::ExtractSliceOp>(op)) {
      value = op->getOperand(0);
      continue;
    }
    return {};
  }
  return {};
}
