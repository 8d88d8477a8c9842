//===- RowsToForall.cpp - Blocks of large ops for threads -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

namespace redfuser {
#define GEN_PASS_DEF_ROWSTOFORALL
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// What a dimension of unknown size is taken for.
static constexpr int64_t kUnknownSize = 256;

/// The outermost loop over results with more than one position.
static std::optional<unsigned> getBlockLoop(linalg::LinalgOp op,
                                            ArrayRef<int64_t> ranges) {
  if (op.getNumDpsInits() == 0)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr result : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim)
      return std::nullopt;
    if (ranges[dim.getPosition()] == 1)
      continue;
    // Every result has to be split with the first one, into parts that do not
    // overlap.
    bool isOfAll = llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
      return llvm::is_contained(op.getMatchingIndexingMap(&init).getResults(),
                                dim);
    });
    if (!isOfAll)
      return std::nullopt;
    return dim.getPosition();
  }
  return std::nullopt;
}

/// Sizes of a tile of about `block` iterations; none if the op is one.
static SmallVector<int64_t> chooseSizes(linalg::LinalgOp op, int64_t block) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  std::optional<unsigned> loop = getBlockLoop(op, ranges);
  if (!loop || llvm::is_contained(ranges, 0))
    return {};
  int64_t others = 1;
  for (auto [dim, range] : llvm::enumerate(ranges))
    if (dim != *loop)
      others = llvm::SaturatingMultiply<uint64_t>(
          others, ShapedType::isDynamic(range) ? kUnknownSize : range);
  others = std::min<uint64_t>(others, block);
  SmallVector<int64_t> sizes(ranges.size(), 0);
  sizes[*loop] = std::max<int64_t>(block / others, 1);
  if (!ShapedType::isDynamic(ranges[*loop]) && ranges[*loop] <= sizes[*loop])
    return {};
  return sizes;
}

namespace {
struct RowsToForallPass
    : public redfuser::impl::RowsToForallBase<RowsToForallPass> {
  using RowsToForallBase::RowsToForallBase;

  void runOnOperation() override {
    if (block < 1) {
      getOperation()->emitError(
          "redfuser-rows-to-forall: expected a block of at "
          "least one iteration, got block=")
          << block.getValue();
      return signalPassFailure();
    }
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (!op->getParentOfType<scf::ForallOp>() && op.hasPureTensorSemantics())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      SmallVector<int64_t> sizes = chooseSizes(op, block);
      if (sizes.empty())
        continue;
      scf::SCFTilingOptions options;
      options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp)
          .setTileSizes(getAsIndexOpFoldResult(&getContext(), sizes));
      rewriter.setInsertionPoint(op);
      FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
          rewriter, cast<TilingInterface>(op.getOperation()), options);
      // What does not tile runs on one thread.
      if (succeeded(tiled))
        rewriter.replaceOp(op, tiled->replacements);
    }
  }
};
} // namespace
