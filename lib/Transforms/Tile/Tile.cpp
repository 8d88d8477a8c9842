//===- Tile.cpp - Tile folds -===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseProducers.h"

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace redfuser {
#define GEN_PASS_DEF_TILEPASS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

namespace {
/// The loops of one fold, in the order of its TilingInterface.
struct LoopSizes {
  SmallVector<OpFoldResult> parallel, axis;
};

struct TilePass : public redfuser::impl::TilePassBase<TilePass> {
  using TilePassBase::TilePassBase;

  void runOnOperation() override;
  LogicalResult tileFold(RewriterBase &rewriter, cascade::FoldOp fold);
  SmallVector<OpFoldResult> getParallelSizes(OpBuilder &b,
                                             unsigned numParallel);
};
} // namespace

SmallVector<OpFoldResult> TilePass::getParallelSizes(OpBuilder &b,
                                                     unsigned numParallel) {
  SmallVector<OpFoldResult> sizes(numParallel, b.getIndexAttr(1));
  if (numParallel > 0)
    sizes.back() = b.getIndexAttr(rows);
  for (auto [index, size] : llvm::enumerate(parallelTiles))
    if (index < numParallel)
      sizes[index] = b.getIndexAttr(size);
  return sizes;
}

/// Elementwise consumers of the results of `loop` (finalizers, readouts) that
/// can be computed from a tile of it, in program order.
static Operation *getNextConsumer(LoopLikeOpInterface loop,
                                  const DenseSet<Operation *> &failed) {
  Operation *next = nullptr;
  for (Operation *user : loop->getUsers()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
    if (!linalgOp || user->getBlock() != loop->getBlock() ||
        linalgOp.getNumReductionLoops() != 0 || failed.contains(user))
      continue;
    if (!next || user->isBeforeInBlock(next))
      next = user;
  }
  return next;
}

static void fuseConsumers(RewriterBase &rewriter,
                          SmallVector<LoopLikeOpInterface> &loops) {
  DenseSet<Operation *> failures;
  while (Operation *consumer = getNextConsumer(loops.front(), failures)) {
    FailureOr<scf::SCFFuseConsumerOfSliceResult> fused =
        scf::tileAndFuseConsumer(rewriter, consumer, loops);
    if (failed(fused))
      failures.insert(consumer);
  }
}

LogicalResult TilePass::tileFold(RewriterBase &rewriter,
                                 cascade::FoldOp fold) {
  moveReshapesOutOfTheWay(rewriter, fold);

  unsigned numParallel = fold.getCommonParallelDims().size();
  unsigned numAxis = fold.getAxisDims().size();
  auto loopType = loops == "forall" ? scf::SCFTilingOptions::LoopType::ForallOp
                                    : scf::SCFTilingOptions::LoopType::ForOp;
  OpFoldResult zero = rewriter.getIndexAttr(0);
  SmallVector<OpFoldResult> parallelSizes =
      getParallelSizes(rewriter, numParallel);

  // Rows, with the consumers of the results.
  bool tilesRows = llvm::any_of(
      parallelSizes, [](OpFoldResult size) { return !isZeroInteger(size); });
  if (tilesRows) {
    SmallVector<OpFoldResult> sizes(parallelSizes);
    sizes.append(numAxis, zero);
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes).setLoopType(loopType);
    rewriter.setInsertionPoint(fold);
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(fold.getOperation()), options);
    if (failed(tiled))
      return fold.emitError("could not tile the parallel dimensions");
    rewriter.replaceOp(fold, tiled->replacements);
    fold = cast<cascade::FoldOp>(tiled->tiledOps.front());
    fuseConsumers(rewriter, tiled->loops);
  }

  // The axis.
  if (axis != 0) {
    SmallVector<OpFoldResult> sizes(numParallel, zero);
    sizes.append(numAxis, rewriter.getIndexAttr(1));
    sizes.back() = rewriter.getIndexAttr(axis);
    scf::SCFTilingOptions options;
    options.setTileSizes(sizes);
    rewriter.setInsertionPoint(fold);
    FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(fold.getOperation()), options);
    if (failed(tiled))
      return fold.emitError("could not tile the axis");
    rewriter.replaceOp(fold, tiled->replacements);
    fold = cast<cascade::FoldOp>(tiled->tiledOps.front());
  }
  fuseProducers(rewriter, fold);
  return success();
}

void TilePass::runOnOperation() {
  if (loops != "forall" && loops != "for") {
    getOperation()->emitError("redfuser-tile: expected loops=forall or "
                              "loops=for, got '")
        << loops << "'";
    return signalPassFailure();
  }
  if (rows < 0 || axis < 0 || segments < 1 ||
      llvm::any_of(parallelTiles, [](int64_t size) { return size < 0; })) {
    getOperation()->emitError(
        "redfuser-tile: expected tile sizes of at least 0 and at least one "
        "segment, got rows=")
        << rows << " axis=" << axis << " segments=" << segments;
    return signalPassFailure();
  }
  SmallVector<cascade::FoldOp> folds;
  getOperation()->walk([&](cascade::FoldOp fold) { folds.push_back(fold); });
  IRRewriter rewriter(&getContext());
  for (cascade::FoldOp fold : folds)
    if (failed(tileFold(rewriter, fold)))
      return signalPassFailure();
}
