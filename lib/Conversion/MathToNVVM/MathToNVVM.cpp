//===- MathToNVVM.cpp - math ops without a device library -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUMATH
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// Ops that the NVPTX backend selects for every type.
static bool isDirect(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::ClampFOp,
             math::CopySignOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp, math::CtPopOp, math::FloorOp,
             math::FmaOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
             math::IsNormalOp, math::RoundEvenOp, math::RoundOp, math::RsqrtOp,
             math::SqrtOp, math::TruncOp>(op);
}

static bool isMath(Operation *op) {
  return isa_and_nonnull<math::MathDialect>(op->getDialect());
}

static Value getF32(OpBuilder &b, Location loc, float value) {
  return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
}

namespace {
/// f16 and bf16 are computed in f32.
struct PromoteNarrow : RewritePattern {
  PromoteNarrow(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/10, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto isNarrow = [](Type type) {
      return isa<Float16Type, BFloat16Type>(type);
    };
    if (!isMath(op))
      return failure();
    if (llvm::none_of(op->getOperandTypes(), isNarrow))
      return rewriter.notifyMatchFailure(op, "has no f16 or bf16 operand");
    Location loc = op->getLoc();
    Type f32 = rewriter.getF32Type();
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (isNarrow(operand.getType()) && !mapping.contains(operand))
        mapping.map(operand,
                    arith::ExtFOp::create(rewriter, loc, f32, operand));
    Operation *wide = rewriter.clone(*op, mapping);
    SmallVector<Value> results;
    for (Value result : wide->getResults()) {
      Type type = result.getType();
      if (isNarrow(type)) {
        result.setType(f32);
        result = arith::TruncFOp::create(rewriter, loc, type, result);
      }
      results.push_back(result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// exp(x) = 2^t (1 + r ln 2) with t = fl(x log2 e), r = x log2 e - t exactly
/// enough: t carries the rounding error of the product, up to 2^-18 near the
/// ends of the range, and r takes it back.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    Location loc = op.getLoc();
    Type f32 = rewriter.getF32Type();
    Value x = op.getOperand();
    // log2(e) = high + low, both f32.
    Value high = getF32(rewriter, loc, 0x1.715476p+0f);
    Value low = getF32(rewriter, loc, 0x1.4ae0c0p-26f);
    Value ln2 = getF32(rewriter, loc, 0x1.62e430p-1f);
    Value t = arith::MulFOp::create(rewriter, loc, x, high);
    Value p = LLVM::Exp2Op::create(rewriter, loc, f32, t);
    Value negT = arith::NegFOp::create(rewriter, loc, t);
    Value r = math::FmaOp::create(rewriter, loc, x, high, negT);
    r = math::FmaOp::create(rewriter, loc, x, low, r);
    Value rLn2 = arith::MulFOp::create(rewriter, loc, r, ln2);
    Value corrected = math::FmaOp::create(rewriter, loc, p, rLn2, p);
    // Outside -160 < t < 128 the power is 0, +inf or NaN as it stands, and the
    // correction would form inf - inf or 0 * inf.
    Value shifted = arith::AddFOp::create(rewriter, loc, t,
                                          getF32(rewriter, loc, 16.0f));
    Value magnitude = math::AbsFOp::create(rewriter, loc, shifted);
    Value inRange =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OLT,
                              magnitude, getF32(rewriter, loc, 144.0f));
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, inRange, corrected, p);
    return success();
  }
};

struct ExpandExp2 : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Exp2Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    rewriter.replaceOpWithNewOp<LLVM::Exp2Op>(op, op.getType(),
                                              op.getOperand());
    return success();
  }
};

struct ExpandRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isF32() && !type.isF64())
      return rewriter.notifyMatchFailure(op, "expected f32 or f64");
    Value one = arith::ConstantOp::create(rewriter, op.getLoc(),
                                          rewriter.getFloatAttr(type, 1.0));
    Value root = math::SqrtOp::create(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root);
    return success();
  }
};

struct GPUMathPass : public redfuser::impl::GPUMathBase<GPUMathPass> {
  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> modules;
    getOperation()->walk([&](gpu::GPUModuleOp op) { modules.push_back(op); });
    for (gpu::GPUModuleOp module : modules)
      if (failed(checkF64(module)) || failed(expand(module)) ||
          failed(checkRest(module)))
        return signalPassFailure();
  }

private:
  /// Before anything is expanded, so that the error names the source's op.
  static LogicalResult checkF64(gpu::GPUModuleOp module) {
    WalkResult result = module.walk([](Operation *op) {
      if (!isMath(op) || isDirect(op) ||
          llvm::none_of(op->getOperandTypes(),
                        [](Type type) { return type.isF64(); }))
        return WalkResult::advance();
      emitError(op->getLoc())
          << "f64 '" << op->getName()
          << "' has no GPU lowering; compute it in f32 or on the CPU";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  static LogicalResult expand(gpu::GPUModuleOp module) {
    RewritePatternSet patterns(module.getContext());
    patterns.add<PromoteNarrow, ExpandExp, ExpandExp2, ExpandRsqrt>(
        module.getContext());
    math::populateExpansionPatterns(patterns,
                                    {"acosh", "asinh", "atanh", "cosh", "fpowi",
                                     "powf", "sinh", "tan"});
    populateMathPolynomialApproximationPatterns(
        patterns,
        [](StringRef name) {
          return name != math::ExpOp::getOperationName();
        });
    return applyPatternsGreedily(module, std::move(patterns));
  }

  static LogicalResult checkRest(gpu::GPUModuleOp module) {
    WalkResult result = module.walk([](Operation *op) {
      if (!isMath(op) || isDirect(op))
        return WalkResult::advance();
      emitError(op->getLoc()) << "'" << op->getName() << "' of "
                              << op->getOperand(0).getType()
                              << " has no GPU lowering";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
