//===- IndexCode.cpp - Code around positions ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/IndexCode.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace redfuser;

Value redfuser::getAppliedIndex(Value value) {
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return {};
  AffineMap map = apply.getAffineMap();
  AffineExpr expr = map.getResult(0);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return apply.getMapOperands()[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return apply.getMapOperands()[map.getNumDims() + symbol.getPosition()];
  return {};
}

bool redfuser::holdsPositions(Type type, int64_t size) {
  if (type.isIndex() || type.getIntOrFloatBitWidth() >= 32)
    return true;
  return !ShapedType::isDynamic(size) &&
         size < int64_t(1) << (type.getIntOrFloatBitWidth() - 1);
}
