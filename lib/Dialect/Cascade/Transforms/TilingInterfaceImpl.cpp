//===- TilingInterfaceImpl.cpp - Tiling of the cascade ops ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/Transforms/TilingInterfaceImpl.h"

#include "PartialReduction.h"
#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "StructuredTiling.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace redfuser::cascade;

namespace {

/// What chain and fold share; `OpTy` decides whether the axis is a loop.
template <typename Model, typename OpTy>
struct StructuredTilingModel
    : public TilingInterface::ExternalModel<Model, OpTy> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto structured = cast<OpTy>(op);
    return llvm::map_to_vector(getLoopDims(structured), [&](unsigned dim) {
      return structured.isAxis(dim) ? utils::IteratorType::reduction
                                    : utils::IteratorType::parallel;
    });
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    auto structured = cast<OpTy>(op);
    SmallVector<OpFoldResult> sizes = structured.getDimSizes(b);
    return llvm::map_to_vector(getLoopDims(structured), [&](unsigned dim) {
      return Range{b.getIndexAttr(0), sizes[dim], b.getIndexAttr(1)};
    });
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto structured = cast<OpTy>(op);
    return tileStructured(b, structured,
                          expandTile(b, structured, offsets, sizes));
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &b, unsigned resultNumber,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    auto structured = cast<OpTy>(op);
    DimTile tile = expandTile(b, structured, offsets, sizes);
    AffineMap map = structured.getResultMap(resultNumber);
    resultOffsets = applyMap(map, tile.offsets);
    resultSizes = applyMap(map, tile.sizes);
    return success();
  }

  /// The tile of every dimension that a tile of one result needs: the whole
  /// extent of those that the result does not have.
  DimTile getTileOfResult(OpBuilder &b, OpTy op, unsigned resultNumber,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    DimTile tile = getWholeTile(b, op);
    AffineMap map = op.getResultMap(resultNumber);
    for (auto [expr, offset, size] :
         llvm::zip_equal(map.getResults(), offsets, sizes)) {
      unsigned dim = cast<AffineDimExpr>(expr).getPosition();
      tile.offsets[dim] = offset;
      tile.sizes[dim] = size;
    }
    return tile;
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &b, unsigned resultNumber,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    auto structured = cast<OpTy>(op);
    FailureOr<TilingResult> result = tileStructured(
        b, structured,
        getTileOfResult(b, structured, resultNumber, offsets, sizes));
    if (failed(result))
      return failure();
    Value tile = result->tiledValues[resultNumber];
    result->tiledValues = {tile};
    return result;
  }

  LogicalResult getIterationDomainTileFromResultTile(
      Operation *op, OpBuilder &b, unsigned resultNumber,
      ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    auto structured = cast<OpTy>(op);
    DimTile tile = getTileOfResult(b, structured, resultNumber, offsets, sizes);
    for (unsigned dim : getLoopDims(structured)) {
      domainOffsets.push_back(tile.offsets[dim]);
      domainSizes.push_back(tile.sizes[dim]);
    }
    return success();
  }
};

struct ChainTiling : public StructuredTilingModel<ChainTiling, ChainOp> {};
struct FoldTiling : public StructuredTilingModel<FoldTiling, FoldOp> {};

/// Segments of the axis folded apart, then merged.
struct FoldPartialReduction
    : public PartialReductionOpInterface::ExternalModel<FoldPartialReduction,
                                                        FoldOp> {
  FailureOr<SmallVector<Value>> generateInitialTensorForPartialReduction(
      Operation *op, OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
      const SetVector<unsigned> &reductionDims) const {
    return createSegmentStates(b, loc, cast<FoldOp>(op), sizes, reductionDims);
  }

  FailureOr<TilingResult>
  tileToPartialReduction(Operation *op, OpBuilder &b, Location loc,
                         ReductionTilingStrategy strategy, ValueRange init,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes,
                         const SetVector<unsigned> &reductionDims,
                         ArrayRef<OpFoldResult> splitReductionIvs) const {
    if (failed(checkStrategy(op, strategy, reductionDims)))
      return failure();
    return foldSegment(b, loc, cast<FoldOp>(op), init, offsets, sizes,
                       splitReductionIvs.front());
  }

  FailureOr<MergeResult>
  mergeReductions(Operation *op, OpBuilder &b, Location loc,
                  ValueRange partialReduce,
                  const SetVector<unsigned> &reductionDims) const {
    FoldOp merge = createMerge(b, loc, cast<FoldOp>(op), partialReduce);
    return MergeResult{{merge}, llvm::to_vector_of<Value>(merge->getResults())};
  }

  LogicalResult getPartialResultTilePosition(
      Operation *op, OpBuilder &b, unsigned resultNumber,
      ReductionTilingStrategy strategy, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, const SetVector<unsigned> &reductionDims,
      ArrayRef<OpFoldResult> splitReductionIvs,
      SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    if (failed(checkStrategy(op, strategy, reductionDims)))
      return failure();
    auto fold = cast<FoldOp>(op);
    DimTile tile = expandTile(b, fold, offsets, sizes);
    AffineMap map = fold.getResultMap(resultNumber);
    resultOffsets = {splitReductionIvs.front()};
    resultSizes = {b.getIndexAttr(1)};
    llvm::append_range(resultOffsets, applyMap(map, tile.offsets));
    llvm::append_range(resultSizes, applyMap(map, tile.sizes));
    return success();
  }

private:
  static LogicalResult checkStrategy(Operation *op,
                                     ReductionTilingStrategy strategy,
                                     const SetVector<unsigned> &dims) {
    // Keeping every position of a tile apart as a partial state would give each
    // key its own accumulator row: never wanted where a contraction exists.
    if (strategy != ReductionTilingStrategy::PartialReductionOuterParallel)
      return op->emitOpError("expected segments as an outer parallel loop; "
                             "partial states per position are not supported");
    if (dims.size() != 1)
      return op->emitOpError("expected one axis dimension to be split into "
                             "segments, got ")
             << dims.size();
    return success();
  }
};

} // namespace

void redfuser::cascade::registerTilingInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *ctx, CascadeDialect *) {
    ChainOp::attachInterface<ChainTiling>(*ctx);
    FoldOp::attachInterface<FoldTiling>(*ctx);
    FoldOp::attachInterface<FoldPartialReduction>(*ctx);
    // Tiling creates ops of these dialects.
    ctx->getOrLoadDialect<affine::AffineDialect>();
    ctx->getOrLoadDialect<scf::SCFDialect>();
    ctx->getOrLoadDialect<tensor::TensorDialect>();
  });
}
