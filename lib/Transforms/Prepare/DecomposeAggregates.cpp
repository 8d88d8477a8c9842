//===- DecomposeAggregates.cpp - Splits aggregate ops ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace redfuser {
#define GEN_PASS_DEF_DECOMPOSEAGGREGATES
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

struct DecomposeAggregate final
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "expected tensor semantics");
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      return rewriter.notifyMatchFailure(op, "op does not decompose");
    rewriter.replaceOp(op, *parts);
    return success();
  }
};

struct DecomposeAggregatesPass final
    : redfuser::impl::DecomposeAggregatesBase<DecomposeAggregatesPass> {
  void runOnOperation() override {
    // The verifier accepts any element type, upstream's decomposition only
    // floats.
    WalkResult floats = getOperation()->walk([](linalg::SoftmaxOp op) {
      for (Type type : op->getOperandTypes())
        if (!isa<FloatType>(getElementTypeOrSelf(type))) {
          op.emitError("expected a softmax of floats, got ")
              << type << "; convert the operand first";
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (floats.wasInterrupted())
      return signalPassFailure();

    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeAggregate>(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    // Only the named rewrites: what is left must look as the source did.
    GreedyRewriteConfig config;
    config.enableFolding(false)
        .enableConstantCSE(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
