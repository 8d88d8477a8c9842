//===- Cleanup.cpp - Tidy the loops that tiling made ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cleanup.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace redfuser;

/// True if the slice starts at zero, has unit strides and, dimension by
/// dimension, the size of `tensor`.
static bool coversAll(OffsetSizeAndStrideOpInterface slice, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!llvm::all_of(slice.getMixedOffsets(), isZeroInteger) ||
      !llvm::all_of(slice.getMixedStrides(), isOneInteger))
    return false;
  for (auto [index, size] : llvm::enumerate(slice.getMixedSizes())) {
    if (!type.isDynamicDim(index)) {
      if (getConstantIntValue(size) != type.getDimSize(index))
        return false;
      continue;
    }
    FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
        size, ValueBoundsConstraintSet::Variable(tensor, index));
    if (failed(equal) || !*equal)
      return false;
  }
  return true;
}

namespace {
struct FoldFullExtractSlice : public OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getSourceType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the slice has another type");
    if (!coversAll(op, op.getSource()))
      return rewriter.notifyMatchFailure(op, "the slice is not everything");
    rewriter.replaceOp(op, op.getSource());
    return success();
  }
};

struct FoldFullInsertSlice : public OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getSourceType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the source has another type");
    if (!coversAll(op, op.getDest()))
      return rewriter.notifyMatchFailure(op, "part of the target stays");
    rewriter.replaceOp(op, op.getSource());
    return success();
  }
};
} // namespace

static void apply(ArrayRef<Operation *> ops, RewritePatternSet patterns,
                  bool fold, OpBuilder::Listener *listener) {
  GreedyRewriteConfig config;
  config.setListener(static_cast<RewriterBase::Listener *>(listener));
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  config.enableFolding(fold);
  (void)applyOpPatternsGreedily(
      ops, FrozenRewritePatternSet(std::move(patterns)), config);
}

/// Applies one pattern to the ops of one kind in `loop`.
template <typename OpTy, typename Pattern>
static void applyTo(Operation *loop, RewriterBase::Listener *listener) {
  SmallVector<Operation *> ops;
  loop->walk([&](OpTy op) { ops.push_back(op); });
  RewritePatternSet patterns(loop->getContext());
  patterns.add<Pattern>(loop->getContext());
  apply(ops, std::move(patterns), /*fold=*/false, listener);
}

void DeadOps::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) {
  candidates.insert(op);
}

void DeadOps::notifyOperationErased(Operation *op) {
  candidates.remove(op);
  for (Value operand : op->getOperands())
    if (Operation *producer = operand.getDefiningOp())
      candidates.insert(producer);
}

void DeadOps::erase(RewriterBase &rewriter, Block *block) {
  while (!candidates.empty()) {
    Operation *op = candidates.pop_back_val();
    if (op->getBlock() == block && isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  }
}

cascade::FoldOp redfuser::dropUnusedOutputs(RewriterBase &rewriter,
                                            cascade::FoldOp fold) {
  // Upstream's patterns may clone the body: a mark finds the fold again.
  constexpr StringLiteral mark = "redfuser.tile";
  Operation *loop = fold->getParentOp();
  Block *block = loop->getBlock();
  Operation *before = loop->getPrevNode(), *after = loop->getNextNode();
  fold->setDiscardableAttr(mark, UnitAttr::get(fold.getContext()));

  // Fusing consumers leaves insertions that nothing uses; last users first.
  loop->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op != loop && isOpTriviallyDead(op))
      rewriter.eraseOp(op);
  });
  RewritePatternSet patterns(loop->getContext());
  scf::ForallOp::getCanonicalizationPatterns(patterns, loop->getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, loop->getContext());
  apply({loop}, std::move(patterns), /*fold=*/false, rewriter.getListener());

  // What takes the place of the loop stands where it did.
  cascade::FoldOp found;
  auto search = [&](cascade::FoldOp candidate) {
    if (!candidate->removeDiscardableAttr(mark))
      return WalkResult::advance();
    found = candidate;
    return WalkResult::interrupt();
  };
  auto end = after ? after->getIterator() : block->end();
  auto op = before ? std::next(before->getIterator()) : block->begin();
  for (; op != end && !found; ++op)
    op->walk(search);
  return found;
}

void redfuser::cleanupLoop(Operation *loop, RewriterBase::Listener *listener) {
  MLIRContext *ctx = loop->getContext();
  RewritePatternSet patterns(ctx);
  for (StringRef dialect : {affine::AffineDialect::getDialectNamespace(),
                            arith::ArithDialect::getDialectNamespace(),
                            scf::SCFDialect::getDialectNamespace(),
                            tensor::TensorDialect::getDialectNamespace()}) {
    ctx->getLoadedDialect(dialect)->getCanonicalizationPatterns(patterns);
    // Upstream's list of the ops of one dialect is empty or not by chance.
    for (RegisteredOperationName op : ctx->getRegisteredOperations())
      if (op.getDialectNamespace() == dialect)
        op.getCanonicalizationPatterns(patterns, ctx);
  }
  // It knows how to take in the casts that these leave.
  cascade::FoldOp::getCanonicalizationPatterns(patterns, ctx);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
  patterns.add<FoldFullExtractSlice>(ctx);

  // The size of a loop-carried tensor is provably constant only while it is
  // updated by insertions: slices of it go before these.
  applyTo<tensor::ExtractSliceOp, FoldFullExtractSlice>(loop, listener);
  applyTo<tensor::InsertSliceOp, FoldFullInsertSlice>(loop, listener);

  SmallVector<Operation *> ops;
  loop->walk([&](Operation *op) { ops.push_back(op); });
  apply(ops, std::move(patterns), /*fold=*/true, listener);
}
