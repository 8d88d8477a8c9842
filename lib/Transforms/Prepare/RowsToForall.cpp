//===- RowsToForall.cpp - Blocks of large ops for threads -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
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

/// Sizes of a tile of about `block` iterations; none if the op is known to be
/// one. What the other dimensions have may be found at run time only.
static SmallVector<OpFoldResult> chooseSizes(OpBuilder &b, linalg::LinalgOp op,
                                             int64_t block) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  std::optional<unsigned> loop = getBlockLoop(op, ranges);
  if (!loop || llvm::is_contained(ranges, 0))
    return {};
  int64_t known = 1;
  SmallVector<unsigned> unknown;
  for (auto [dim, range] : llvm::enumerate(ranges)) {
    if (dim == *loop)
      continue;
    if (ShapedType::isDynamic(range))
      unknown.push_back(dim);
    else
      known = llvm::SaturatingMultiply<uint64_t>(known, range);
  }
  int64_t most = std::max<int64_t>(block / std::min<uint64_t>(known, block), 1);
  if (!ShapedType::isDynamic(ranges[*loop]) && unknown.empty() &&
      ranges[*loop] <= most)
    return {};
  SmallVector<OpFoldResult> sizes(ranges.size(), b.getIndexAttr(0));
  sizes[*loop] = b.getIndexAttr(most);
  if (unknown.empty() || most == 1)
    return sizes;

  Location loc = op.getLoc();
  SmallVector<Range> domain =
      cast<TilingInterface>(op.getOperation()).getIterationDomain(b);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value others = one;
  for (unsigned dim : unknown)
    others = b.createOrFold<arith::MulIOp>(
        loc, others, getValueOrCreateConstantIndexOp(b, loc, domain[dim].size));
  others = arith::MaxUIOp::create(b, loc, others, one);
  Value size = arith::DivUIOp::create(
      b, loc, arith::ConstantIndexOp::create(b, loc, most), others);
  sizes[*loop] = arith::MaxUIOp::create(b, loc, size, one).getResult();
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
      rewriter.setInsertionPoint(op);
      SmallVector<OpFoldResult> sizes = chooseSizes(rewriter, op, block);
      if (sizes.empty())
        continue;
      scf::SCFTilingOptions options;
      options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp)
          .setTileSizes(sizes);
      FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
          rewriter, cast<TilingInterface>(op.getOperation()), options);
      // What does not tile runs on one thread.
      if (succeeded(tiled))
        rewriter.replaceOp(op, tiled->replacements);
    }
  }
};
} // namespace
