//===- BufferBounds.cpp - Constant bounds of buffer sizes -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferBounds.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

std::optional<int64_t> redfuser::getSizeBound(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  // memref.view has no bounds interface: its sizes are operands.
  ValueBoundsConstraintSet::Variable size(memref, dim);
  if (auto view = memref.getDefiningOp<memref::ViewOp>())
    size = ValueBoundsConstraintSet::Variable(
        view.getSizes()[type.getDynamicDimIndex(dim)]);
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, size, /*stopCondition=*/nullptr,
      /*closedUB=*/true);
  if (failed(bound))
    return std::nullopt;
  return *bound;
}

int64_t redfuser::getElementBytes(memref::AllocOp alloc) {
  return DataLayout::closest(alloc).getTypeSize(
      alloc.getType().getElementType());
}

std::optional<int64_t> redfuser::getByteBound(memref::AllocOp alloc) {
  int64_t bytes = getElementBytes(alloc);
  for (int64_t dim = 0; dim < alloc.getType().getRank(); ++dim) {
    std::optional<int64_t> size = getSizeBound(alloc.getResult(), dim);
    if (!size || llvm::MulOverflow(bytes, std::max<int64_t>(*size, 0), bytes) ||
        bytes > int64_t(1) << 40)
      return std::nullopt;
  }
  return std::max<int64_t>(llvm::alignTo(bytes, kSharedAlignment),
                           kSharedAlignment);
}
