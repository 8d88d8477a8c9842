//===- LinalgToForall.cpp - Kernels for linalg ops that fusion left alone -===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/Support/MathExtras.h"

namespace redfuser {
#define GEN_PASS_DEF_LINALGTOFORALL
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// True inside a kernel that exists already.
static bool isInKernel(Operation *op) {
  return op->getParentOfType<scf::ForallOp>() ||
         op->getParentOfType<gpu::LaunchOp>() ||
         op->getParentOfType<gpu::GPUModuleOp>();
}

/// True if a reduction dimension is the innermost dimension of an input, so
/// that the lanes of a warp can read along it.
static bool reducesInnermostDim(linalg::LinalgOp op) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.getNumResults() == 0)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (dim && linalg::isReductionIterator(
                   op.getIteratorTypesArray()[dim.getPosition()]))
      return true;
  }
  return false;
}

/// True if some input misses some parallel dimension: several results share its
/// elements.
static bool sharesInputs(linalg::LinalgOp op) {
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    return map.getNumResults() > 0 && llvm::any_of(parallel, [&](unsigned dim) {
             return !map.isFunctionOfDim(dim);
           });
  });
}

/// Largest tensor that a sequential loop may compute in one block.
static constexpr int64_t kMaxLoopTensor = 1 << 14;

/// True if `loop` carries small tensors and computes small tensors only: what
/// tiling leaves where one tile covers all rows. It is the work of one block,
/// not a sequence of launches.
static bool isBlockLoop(scf::ForOp loop) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  if (loop.getNumResults() == 0 ||
      !llvm::all_of(loop.getResultTypes(), [&](Type type) {
        return isTensor(type) &&
               cast<RankedTensorType>(type).hasStaticShape() &&
               cast<RankedTensorType>(type).getNumElements() <= kMaxLoopTensor;
      }))
    return false;
  WalkResult result = loop.getBody()->walk([](Operation *op) {
    if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      // Dynamic tails need a constant bound to have a place in the block.
      int64_t elements = 1;
      for (int64_t dim = 0; dim < empty.getType().getRank(); ++dim) {
        FailureOr<int64_t> bound =
            ValueBoundsConstraintSet::computeConstantBound(
                presburger::BoundType::UB,
                ValueBoundsConstraintSet::Variable(empty.getResult(), dim),
                /*stopCondition=*/nullptr, /*closedUB=*/true);
        if (failed(bound) ||
            llvm::MulOverflow(elements, std::max<int64_t>(*bound, 1),
                              elements) ||
            elements > kMaxLoopTensor)
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    }
    bool ok =
        isa<linalg::LinalgOp, scf::ForOp, scf::IfOp, tensor::ExtractSliceOp,
            tensor::InsertSliceOp, tensor::DimOp, tensor::CastOp>(op) ||
        op->hasTrait<OpTrait::IsTerminator>() ||
        (isPure(op) && llvm::none_of(op->getResultTypes(), [](Type type) {
           return isa<TensorType>(type);
         }));
    return ok ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

namespace {
struct LinalgToForallPass
    : public redfuser::impl::LinalgToForallBase<LinalgToForallPass> {
  using LinalgToForallBase::LinalgToForallBase;
  void runOnOperation() override;

private:
  LogicalResult decompose(IRRewriter &rewriter);
  LogicalResult tile(IRRewriter &rewriter, linalg::LinalgOp op);
  void wrap(IRRewriter &rewriter, Operation *op, ValueRange outs);
  SmallVector<int64_t> chooseTileSizes(linalg::LinalgOp op);
};
} // namespace

SmallVector<int64_t> LinalgToForallPass::chooseTileSizes(linalg::LinalgOp op) {
  int64_t budget = elementwiseTile;
  int64_t perDim = budget;
  if (op.getNumReductionLoops() > 0) {
    bool shares = sharesInputs(op);
    budget =
        !shares && reducesInnermostDim(op) ? reductionTile : contractionTile;
    perDim = budget;
    // A square tile reads the shared operands least often.
    if (shares)
      while (perDim > 1 && perDim * perDim > budget)
        perDim /= 2;
  }
  budget = std::max<int64_t>(budget, 1);
  perDim = std::max<int64_t>(perDim, 1);

  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> sizes(ranges.size(), 0);
  // Innermost result dimension first.
  SmallVector<unsigned> order;
  op.getParallelDims(order);
  for (unsigned dim : llvm::reverse(order)) {
    int64_t size = std::min(budget, perDim);
    if (!ShapedType::isDynamic(ranges[dim]))
      size = std::min(size, std::max<int64_t>(ranges[dim], 1));
    sizes[dim] = size;
    budget /= size;
  }
  return sizes;
}

/// One block for the whole of `op`, a forall of one iteration. `outs` are the
/// tensors that become its results, none for buffers.
void LinalgToForallPass::wrap(IRRewriter &rewriter, Operation *op,
                              ValueRange outs) {
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  auto forall = scf::ForallOp::create(
      rewriter, loc, ArrayRef<OpFoldResult>{rewriter.getIndexAttr(1)}, outs,
      std::nullopt);
  rewriter.setInsertionPointToStart(forall.getBody());
  IRMapping mapping;
  for (auto [out, arg] : llvm::zip(outs, forall.getRegionIterArgs()))
    mapping.map(out, arg);
  Operation *inner = rewriter.clone(*op, mapping);
  if (!outs.empty()) {
    rewriter.setInsertionPointToStart(forall.getTerminator().getBody());
    for (auto [result, arg] :
         llvm::zip(inner->getResults(), forall.getRegionIterArgs())) {
      auto type = cast<RankedTensorType>(result.getType());
      SmallVector<OpFoldResult> zeros(type.getRank(), rewriter.getIndexAttr(0));
      SmallVector<OpFoldResult> ones(type.getRank(), rewriter.getIndexAttr(1));
      SmallVector<OpFoldResult> shape;
      {
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.setInsertionPoint(forall);
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          shape.push_back(tensor::getMixedSize(
              rewriter, loc, outs[arg.getArgNumber() - forall.getRank()], dim));
      }
      tensor::ParallelInsertSliceOp::create(rewriter, loc, result, arg, zeros,
                                            shape, ones);
    }
  }
  rewriter.replaceOp(op, forall.getResults());
}

LogicalResult LinalgToForallPass::tile(IRRewriter &rewriter,
                                       linalg::LinalgOp op) {
  // Without iterations results are what they start from. (Tiling takes the size
  // zero for a dimension that is not tiled.)
  if (llvm::is_contained(op.getStaticLoopRanges(), 0)) {
    if (op.hasPureTensorSemantics())
      rewriter.replaceOp(op, op.getDpsInits());
    else
      rewriter.eraseOp(op);
    return success();
  }
  if (op.getNumParallelLoops() == 0) {
    wrap(rewriter, op,
         op.hasPureTensorSemantics() ? ValueRange(op.getDpsInits())
                                     : ValueRange());
    return success();
  }

  SmallVector<OpFoldResult> sizes;
  for (int64_t size : chooseTileSizes(op))
    sizes.push_back(rewriter.getIndexAttr(size));
  scf::SCFTilingOptions options;
  options.setLoopType(scf::SCFTilingOptions::LoopType::ForallOp);
  options.setTileSizes(sizes);
  rewriter.setInsertionPoint(op);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(op.getOperation()), options);
  if (failed(tiled))
    return op.emitOpError("could not be tiled into blocks");
  if (op->getNumResults() > 0)
    rewriter.replaceOp(op, tiled->replacements);
  else
    rewriter.eraseOp(op);
  return success();
}

/// Turns composite ops into ones that tile.
LogicalResult LinalgToForallPass::decompose(IRRewriter &rewriter) {
  SmallVector<linalg::AggregatedOpInterface> aggregates;
  SmallVector<memref::CopyOp> copies;
  getOperation()->walk([&](Operation *op) {
    if (isInKernel(op))
      return;
    if (auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op))
      aggregates.push_back(aggregate);
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      copies.push_back(copy);
  });
  for (linalg::AggregatedOpInterface op : aggregates) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return op->emitOpError("could not be decomposed for the GPU");
    rewriter.replaceOp(op, *results);
  }
  for (memref::CopyOp copy : copies) {
    auto source = dyn_cast<MemRefType>(copy.getSource().getType());
    auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
    if (!source || !target)
      return copy.emitOpError("of an unranked memref has no GPU lowering");
    if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
      continue; // One device-to-device copy.
    rewriter.setInsertionPoint(copy);
    linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  }
  RewritePatternSet patterns(&getContext());
  patterns.add<linalg::DecomposePadOpPattern>(&getContext());
  tensor::PadOp::getCanonicalizationPatterns(patterns, &getContext());
  return applyPatternsGreedily(getOperation(), std::move(patterns));
}

void LinalgToForallPass::runOnOperation() {
  IRRewriter rewriter(&getContext());
  if (failed(decompose(rewriter)))
    return signalPassFailure();
  SmallVector<scf::ForOp> loops;
  getOperation()->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (isInKernel(loop) || !isBlockLoop(loop))
      return WalkResult::advance();
    loops.push_back(loop);
    return WalkResult::skip();
  });
  for (scf::ForOp loop : loops)
    wrap(rewriter, loop, loop.getInitArgs());

  SmallVector<linalg::LinalgOp> ops;
  getOperation()->walk([&](linalg::LinalgOp op) {
    if (!isInKernel(op))
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops)
    if (failed(tile(rewriter, op)))
      return signalPassFailure();
}
