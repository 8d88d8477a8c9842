//===- MaximaToLLVM.cpp - Maxima that vectorise ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace redfuser {
#define GEN_PASS_DEF_MAXIMATOLLVM
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

template <typename SourceOp, typename TargetOp>
struct ToIntrinsic : OpRewritePattern<SourceOp> {
  using OpRewritePattern<SourceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(SourceOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() && !op.getType().isF64())
      return rewriter.notifyMatchFailure(op, "expected a scalar f32 or f64");
    rewriter.replaceOpWithNewOp<TargetOp>(op, op.getLhs(), op.getRhs());
    return success();
  }
};

struct MaximaToLLVMPass final
    : redfuser::impl::MaximaToLLVMBase<MaximaToLLVMPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ToIntrinsic<arith::MaximumFOp, LLVM::MaximumOp>,
                 ToIntrinsic<arith::MinimumFOp, LLVM::MinimumOp>>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
