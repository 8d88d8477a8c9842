//===- MathToNVVM.cpp - math ops without a device library -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideMath.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUMATH
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

/// Ops that the NVPTX backend selects for every type.
static bool isDirect(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::ClampFOp,
             math::CopySignOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp, math::CtPopOp, math::FloorOp,
             math::FmaOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
             math::IsNormalOp, math::RoundEvenOp, math::RoundOp, math::RsqrtOp,
             math::SqrtOp, math::TruncOp, arith::RemFOp>(op);
}

/// arith.remf counts, because it would become a libdevice call, too.
static bool isMath(Operation *op) {
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
         isa<arith::RemFOp>(op);
}

/// The LLVM intrinsic of an op that the backend selects, empty if the ordinary
/// conversions do the right thing. convert-gpu-to-nvvm turns the intrinsics'
/// own ops (llvm.intr.sqrt ...) into libdevice calls, but leaves
/// llvm.call_intrinsic alone.
static StringRef getIntrinsic(Operation *op) {
  auto ifSelected = [](auto op, StringRef name) {
    return isa<Float32Type, Float16Type, BFloat16Type>(op.getType()) ? name
                                                                     : "";
  };
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::AbsFOp) { return "llvm.fabs"; })
      .Case([](math::CeilOp) { return "llvm.ceil"; })
      .Case([](math::CopySignOp) { return "llvm.copysign"; })
      .Case([](math::Exp2Op) { return "llvm.exp2"; })
      .Case([](math::FloorOp) { return "llvm.floor"; })
      .Case([](math::FmaOp) { return "llvm.fma"; })
      .Case([](math::RoundEvenOp) { return "llvm.roundeven"; })
      .Case([](math::RoundOp) { return "llvm.round"; })
      .Case([](math::SqrtOp) { return "llvm.sqrt"; })
      .Case([](math::TruncOp) { return "llvm.trunc"; })
      // One instruction each, where arith-expand would compare and select.
      .Case(
          [&](arith::MaximumFOp op) { return ifSelected(op, "llvm.maximum"); })
      .Case(
          [&](arith::MinimumFOp op) { return ifSelected(op, "llvm.minimum"); })
      .Case([&](arith::MaxNumFOp op) { return ifSelected(op, "llvm.maxnum"); })
      .Case([&](arith::MinNumFOp op) { return ifSelected(op, "llvm.minnum"); })
      // 2 ulp over the whole range, in place of a subroutine.
      .Case([](arith::DivFOp div) {
        bool isApproximate =
            div.getType().isF32() &&
            bitEnumContainsAll(div.getFastmath(), arith::FastMathFlags::arcp);
        return isApproximate ? "llvm.nvvm.div.full" : "";
      })
      .Default([](Operation *) { return ""; });
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

/// exp(x) = 2^n 2^f with n = round(x log2 e) within the range of normal powers
/// and f = x log2 e - n, exact enough by a two-term log2 e. Beyond that range f
/// grows and the powers do what they must: 0, a subnormal number, +inf, NaN.
///
/// With `afn`, exp(x) = 2^fl(x log2 e): relative error |x| 2^-24 more, and 0
/// below 2^-126.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    Location loc = op.getLoc();
    Value x = op.getOperand();
    // log2(e) = high + low, both f32.
    Value high = getF32(rewriter, loc, 0x1.715476p+0f);
    Value t = arith::MulFOp::create(rewriter, loc, x, high);
    if (bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn)) {
      rewriter.replaceOp(op, createExp2Approx(rewriter, loc, t));
      return success();
    }
    Value low = getF32(rewriter, loc, 0x1.4ae0c0p-26f);
    // Adding 1.5 * 2^23 rounds to an integer; 127 more make it the exponent's
    // field in the low bits.
    Value magic = getF32(rewriter, loc, 12582912.0f + 127.0f);
    Value clamped = arith::MaxNumFOp::create(rewriter, loc, t,
                                             getF32(rewriter, loc, -126.0f));
    clamped = arith::MinNumFOp::create(rewriter, loc, clamped,
                                       getF32(rewriter, loc, 127.0f));
    Value biased = arith::AddFOp::create(rewriter, loc, clamped, magic);
    Value n = arith::SubFOp::create(rewriter, loc, biased, magic);
    Value negN = arith::NegFOp::create(rewriter, loc, n);
    Value f = math::FmaOp::create(rewriter, loc, x, high, negN);
    f = math::FmaOp::create(rewriter, loc, x, low, f);
    Type i32 = rewriter.getI32Type();
    Value bits = arith::BitcastOp::create(rewriter, loc, i32, biased);
    Value c23 = arith::ConstantIntOp::create(rewriter, loc, i32, 23);
    bits = arith::ShLIOp::create(rewriter, loc, bits, c23);
    Value scale = arith::BitcastOp::create(rewriter, loc, op.getType(), bits);
    rewriter.replaceOpWithNewOp<arith::MulFOp>(
        op, createExp2Approx(rewriter, loc, f), scale);
    return success();
  }
};

/// x - trunc(x / y) y, as the NVPTX backend itself expands a remainder.
struct ExpandRem : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemFOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isF32() && !type.isF64())
      return rewriter.notifyMatchFailure(op, "expected f32 or f64");
    Location loc = op.getLoc();
    Value x = op.getLhs(), y = op.getRhs();
    Value quotient = arith::DivFOp::create(rewriter, loc, x, y);
    quotient = math::TruncOp::create(rewriter, loc, quotient);
    quotient = arith::NegFOp::create(rewriter, loc, quotient);
    Value rest = math::FmaOp::create(rewriter, loc, quotient, y, x);
    // The remainder by infinity is x itself.
    auto inf = APFloat::getInf(cast<FloatType>(type).getFloatSemantics());
    Value infinity = arith::ConstantOp::create(
        rewriter, loc, rewriter.getFloatAttr(type, inf));
    Value magnitude = math::AbsFOp::create(rewriter, loc, y);
    Value isInf = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OEQ, magnitude, infinity);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isInf, x, rest);
    return success();
  }
};

/// With `afn`, one instruction; without, the backend keeps subnormal results.
struct ExpandExp2 : OpRewritePattern<math::Exp2Op> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::Exp2Op op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() ||
        !bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "expected f32 with afn");
    rewriter.replaceOp(
        op, createExp2Approx(rewriter, op.getLoc(), op.getOperand()));
    return success();
  }
};

/// With `afn`, tanh(x) = 1 - 2 / (1 + exp(2 x)): off by 2^-22 at most, which
/// near 0 is more than a few units of the value.
struct ExpandTanh : OpRewritePattern<math::TanhOp> {
  // Before upstream's polynomial.
  ExpandTanh(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(math::TanhOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() ||
        !bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "expected f32 with afn");
    Location loc = op.getLoc();
    // 2 log2(e)
    Value power = arith::MulFOp::create(rewriter, loc, op.getOperand(),
                                        getF32(rewriter, loc, 0x1.715476p+1f));
    Value one = getF32(rewriter, loc, 1.0f);
    Value sum = arith::AddFOp::create(
        rewriter, loc, createExp2Approx(rewriter, loc, power), one);
    Value part =
        arith::DivFOp::create(rewriter, loc, getF32(rewriter, loc, 2.0f), sum,
                              arith::FastMathFlags::arcp);
    rewriter.replaceOpWithNewOp<arith::SubFOp>(op, one, part);
    return success();
  }
};

/// With `afn` and `arcp`, c / x is c times `rcp.approx.ftz` of x: 2 ulp, 0
/// where |x| is above 2^126.
struct ExpandReciprocal : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    FloatAttr dividend;
    if (!op.getType().isF32() ||
        !bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn |
                                                  arith::FastMathFlags::arcp) ||
        !matchPattern(op.getLhs(), m_Constant(&dividend)))
      return rewriter.notifyMatchFailure(
          op, "expected a constant over f32 with afn and arcp");
    Value inverse =
        LLVM::CallIntrinsicOp::create(
            rewriter, op.getLoc(), op.getType(),
            rewriter.getStringAttr("llvm.nvvm.rcp.approx.ftz.f"), op.getRhs())
            ->getResult(0);
    if (dividend.getValue().isExactlyValue(1.0))
      rewriter.replaceOp(op, inverse);
    else
      rewriter.replaceOpWithNewOp<arith::MulFOp>(op, inverse, op.getLhs());
    return success();
  }
};

struct ExpandAbsI : OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                           rewriter.getZeroAttr(op.getType()));
    Value negated =
        arith::SubIOp::create(rewriter, op.getLoc(), zero, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negated);
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
    for (gpu::GPUModuleOp module : modules)
      toIntrinsics(module);
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
    patterns.add<PromoteNarrow, ExpandAbsI, ExpandExp, ExpandExp2, ExpandTanh,
                 ExpandReciprocal, ExpandRem, ExpandRsqrt>(module.getContext());
    populateWideMathPatterns(patterns);
    math::populateExpansionPatterns(
        patterns,
        {"acosh", "asinh", "atanh", "cosh", "fpowi", "powf", "sinh", "tan"});
    populateMathPolynomialApproximationPatterns(patterns, [](StringRef name) {
      return name != math::ExpOp::getOperationName() &&
             name != math::SinOp::getOperationName() &&
             name != math::CosOp::getOperationName();
    });
    return applyPatternsGreedily(module, std::move(patterns));
  }

  static void toIntrinsics(gpu::GPUModuleOp module) {
    module.walk([](Operation *op) {
      StringRef name = getIntrinsic(op);
      if (name.empty())
        return;
      OpBuilder b(op);
      auto call = LLVM::CallIntrinsicOp::create(
          b, op->getLoc(), op->getResult(0).getType(), b.getStringAttr(name),
          op->getOperands());
      op->replaceAllUsesWith(call);
      op->erase();
    });
  }

  static LogicalResult checkRest(gpu::GPUModuleOp module) {
    WalkResult result = module.walk([](Operation *op) {
      if (!isMath(op) || isDirect(op) || isa<math::Exp2Op>(op))
        return WalkResult::advance();
      emitError(op->getLoc())
          << "'" << op->getName() << "' of " << op->getOperand(0).getType()
          << " has no GPU lowering";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }
};
} // namespace
