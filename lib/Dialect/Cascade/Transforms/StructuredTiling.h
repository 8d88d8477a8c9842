//===- StructuredTiling.h - Tiles of chain and fold -------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the tiling models; private to this folder.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_STRUCTUREDTILING_H
#define REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_STRUCTUREDTILING_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Dialect/Cascade/IR/Clone.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace redfuser::cascade {

/// Offset and size of a tile along every iteration dimension.
struct DimTile {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes;
};

/// The dimensions that are loops: see TilingInterfaceImpl.h.
inline llvm::SmallVector<unsigned> getLoopDims(ChainOp op) {
  return op.getCommonParallelDims();
}
inline llvm::SmallVector<unsigned> getLoopDims(FoldOp op) {
  llvm::SmallVector<unsigned> dims = op.getCommonParallelDims();
  llvm::append_range(dims, op.getAxisDims());
  return dims;
}

/// `values` of the dimensions that `map` names, in its order.
inline llvm::SmallVector<mlir::OpFoldResult>
applyMap(mlir::AffineMap map, llvm::ArrayRef<mlir::OpFoldResult> values) {
  return llvm::map_to_vector(map.getResults(), [&](mlir::AffineExpr expr) {
    return values[llvm::cast<mlir::AffineDimExpr>(expr).getPosition()];
  });
}

template <typename OpTy>
DimTile getWholeTile(mlir::OpBuilder &b, OpTy op) {
  return {
      llvm::SmallVector<mlir::OpFoldResult>(op.getNumDims(), b.getIndexAttr(0)),
      op.getDimSizes(b)};
}

/// The tile of all dimensions, given that of the loops.
template <typename OpTy>
DimTile expandTile(mlir::OpBuilder &b, OpTy op,
                   llvm::ArrayRef<mlir::OpFoldResult> offsets,
                   llvm::ArrayRef<mlir::OpFoldResult> sizes) {
  DimTile tile = getWholeTile(b, op);
  for (auto [dim, offset, size] :
       llvm::zip_equal(getLoopDims(op), offsets, sizes)) {
    tile.offsets[dim] = offset;
    tile.sizes[dim] = size;
  }
  return tile;
}

/// The slice of `value` that `tile` covers. Slices that cover everything are
/// made as well: they canonicalize away, and drivers find producers by them.
inline mlir::Operation *sliceOperand(mlir::OpBuilder &b, mlir::Location loc,
                                     mlir::Value value, mlir::AffineMap map,
                                     const DimTile &tile) {
  llvm::SmallVector<mlir::OpFoldResult> strides(map.getNumResults(),
                                                b.getIndexAttr(1));
  return mlir::tensor::ExtractSliceOp::create(
      b, loc, value, applyMap(map, tile.offsets), applyMap(map, tile.sizes),
      strides);
}

/// Makes `cascade.index` in the regions of `op` count from the tile's offsets.
template <typename OpTy>
void offsetIndices(mlir::OpBuilder &b, OpTy op,
                   llvm::ArrayRef<mlir::OpFoldResult> offsets) {
  mlir::OpBuilder::InsertionGuard guard(b);
  llvm::SmallVector<IndexOp> indices;
  op->walk([&](IndexOp index) { indices.push_back(index); });
  for (IndexOp index : indices) {
    mlir::OpFoldResult offset = offsets[index.getDim()];
    if (mlir::isZeroInteger(offset))
      continue;
    b.setInsertionPointAfter(index);
    mlir::Value start =
        mlir::getValueOrCreateConstantIndexOp(b, index.getLoc(), offset);
    mlir::Value shifted =
        mlir::arith::AddIOp::create(b, index.getLoc(), index, start);
    index.getResult().replaceAllUsesExcept(shifted, shifted.getDefiningOp());
  }
}

/// The op on the slices that `tile` covers.
template <typename OpTy>
mlir::FailureOr<mlir::TilingResult> tileStructured(mlir::OpBuilder &b, OpTy op,
                                                   const DimTile &tile) {
  mlir::TilingResult result;
  llvm::SmallVector<mlir::Value> operands;
  auto slice = [&](mlir::Value value, mlir::AffineMap map) {
    mlir::Operation *slice = sliceOperand(b, op.getLoc(), value, map, tile);
    operands.push_back(slice->getResult(0));
    result.generatedSlices.push_back(slice);
  };
  for (auto [index, input] : llvm::enumerate(op.getInputs()))
    slice(input, op.getInputMap(index));
  for (auto [index, init] : llvm::enumerate(op.getInits()))
    slice(init, op.getResultMap(index));
  mlir::TypeRange types =
      mlir::ValueRange(operands).drop_front(op.getInputs().size()).getTypes();
  mlir::Operation *tiled = cloneOn(b, op, types, operands);
  offsetIndices(b, llvm::cast<OpTy>(tiled), tile.offsets);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

} // namespace redfuser::cascade

#endif // REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_STRUCTUREDTILING_H
