//===- ExpandExp.cpp - Exponentials that vectorise ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace redfuser {
#define GEN_PASS_DEF_EXPANDEXP
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

/// exp(x) = 2^k exp(r) with k = round(x / ln 2), |r| <= ln(2) / 2.
struct ExpandExpOp : OpRewritePattern<math::ExpOp> {
  ExpandExpOp(MLIRContext *context, bool useLdexp)
      : OpRewritePattern(context), useLdexp(useLdexp) {}

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected a scalar f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type f32 = b.getF32Type(), i32 = b.getI32Type();
    auto constant = [&](float value) -> Value {
      return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
    };
    auto integer = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(b, i32, value);
    };
    // Fused where the host can.
    auto multiplyAdd = [&](Value x, Value y, Value z) -> Value {
      auto contract = arith::FastMathFlags::contract;
      return arith::AddFOp::create(b, arith::MulFOp::create(b, x, y, contract),
                                   z, contract);
    };
    // Beyond these the result is 0 or infinity anyway. NaN passes both.
    Value x = op.getOperand();
    for (auto [bound, predicate] :
         {std::pair(-105.0f, arith::CmpFPredicate::OLT),
          std::pair(89.0f, arith::CmpFPredicate::OGT)}) {
      Value beyond = arith::CmpFOp::create(b, predicate, x, constant(bound));
      x = arith::SelectOp::create(b, beyond, constant(bound), x);
    }
    Value quotient = arith::MulFOp::create(b, x, constant(0x1.715476p+0f));
    Value k, exponent;
    if (useLdexp) {
      // One instruction there, to nearest even, and the way back another. Of
      // NaN it is some integer; r is NaN then.
      exponent = LLVM::LrintOp::create(b, i32, quotient);
      k = arith::SIToFPOp::create(b, f32, exponent);
    } else {
      k = math::RoundEvenOp::create(b, quotient);
    }
    // ln 2 in two parts (Cody and Waite): k times the first is exact.
    Value negated = arith::NegFOp::create(b, k);
    Value r = multiplyAdd(negated, constant(0.693359375f), x);
    r = multiplyAdd(negated, constant(-2.12194440e-4f), r);
    // 1 + r + r^2 q(r): the relative error of the real polynomial is 3.1e-9.
    Value p = constant(0x1.6a23dp-10f);
    for (float coefficient : {0x1.123a2p-7f, 0x1.5558f2p-5f, 0x1.555492p-3f,
                              0x1.fffffcp-2f, 1.0f, 1.0f})
      p = multiplyAdd(p, r, constant(coefficient));
    if (useLdexp) {
      rewriter.replaceOpWithNewOp<LLVM::LoadExpOp>(op, f32, p, exponent);
      return success();
    }
    Value isNan = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
    exponent = arith::FPToSIOp::create(
        b, i32, arith::SelectOp::create(b, isNan, constant(0.0f), k));
    // 2^k in two factors, which are normal where their product is not.
    Value half = arith::ShRSIOp::create(b, exponent, integer(1));
    Value rest = arith::SubIOp::create(b, exponent, half);
    for (Value part : {half, rest}) {
      Value biased = arith::AddIOp::create(b, part, integer(127));
      Value bits = arith::ShLIOp::create(b, biased, integer(23));
      p = arith::MulFOp::create(b, p, arith::BitcastOp::create(b, f32, bits));
    }
    rewriter.replaceOp(op, p);
    return success();
  }

  bool useLdexp;
};

struct ExpandExpPass final : redfuser::impl::ExpandExpBase<ExpandExpPass> {
  using ExpandExpBase::ExpandExpBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExpOp>(&getContext(), useLdexp);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
