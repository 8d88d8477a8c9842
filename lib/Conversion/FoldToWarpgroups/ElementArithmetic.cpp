//===- ElementArithmetic.cpp - Fewer operations an element ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Factors that others may be divided by: neither they nor their reciprocals
/// come near the ends of the range.
static bool isModerate(const APFloat &value) {
  APFloat size = abs(value);
  return size >= APFloat(0x1p-40f) && size <= APFloat(0x1p40f);
}

static Value getF32(OpBuilder &b, Location loc, const APFloat &value) {
  return arith::ConstantOp::create(b, loc,
                                   b.getFloatAttr(b.getF32Type(), value));
}

static APFloat multiply(APFloat lhs, const APFloat &rhs) {
  lhs.multiply(rhs, APFloat::rmNearestTiesToEven);
  return lhs;
}

static APFloat invert(const APFloat &value) {
  APFloat one(1.0f);
  one.divide(value, APFloat::rmNearestTiesToEven);
  return one;
}

/// `value` as the product of another value and a constant.
static std::optional<std::pair<Value, APFloat>> matchScaled(Value value) {
  auto mul = value.getDefiningOp<arith::MulFOp>();
  if (!mul || !mul.getType().isF32())
    return std::nullopt;
  FloatAttr factor;
  for (unsigned i : {0, 1})
    if (matchPattern(mul->getOperand(i), m_Constant(&factor)) &&
        isModerate(factor.getValue()))
      return std::pair(mul->getOperand(1 - i), factor.getValue());
  return std::nullopt;
}

namespace {
/// What is the same for all elements that a thread has of a row.
class ElementAnalysis {
public:
  ElementAnalysis(FoldOp fold, unsigned axis) : fold(fold), axis(axis) {}

  bool varies(Value value) const {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      unsigned number = arg.getArgNumber();
      return arg.getOwner()->getParentOp() == fold &&
             number < fold.getInputs().size() &&
             fold.getInputMap(number).isFunctionOfDim(axis);
    }
    Operation *op = value.getDefiningOp();
    if (op->getParentOp() != fold)
      return false;
    if (auto index = dyn_cast<IndexOp>(op))
      return index.getDim() == axis ||
             index.getDim() == getPositionStepDim(fold);
    return llvm::any_of(op->getOperands(),
                        [&](Value operand) { return varies(operand); });
  }

private:
  mutable FoldOp fold;
  unsigned axis;
};

/// x / c is x (1 / c).
struct DivideByConstant : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    FloatAttr divisor;
    if (!op.getType().isF32() ||
        !matchPattern(op.getRhs(), m_Constant(&divisor)) ||
        !isModerate(divisor.getValue()))
      return rewriter.notifyMatchFailure(op, "expected a moderate constant");
    rewriter.replaceOpWithNewOp<arith::MulFOp>(
        op, op.getLhs(),
        getF32(rewriter, op.getLoc(), invert(divisor.getValue())));
    return success();
  }
};

/// (x c1) c2 is x (c1 c2), and (x + c1) c2 is x c2 + c1 c2 where that constant
/// is small enough to be taken out of an exponential's argument.
struct JoinFactors : OpRewritePattern<arith::MulFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::MulFOp op,
                                PatternRewriter &rewriter) const override {
    auto outer = matchScaled(op);
    if (!outer)
      return rewriter.notifyMatchFailure(op, "expected a moderate constant");
    Location loc = op.getLoc();
    if (auto inner = matchScaled(outer->first)) {
      APFloat factor = multiply(inner->second, outer->second);
      if (!isModerate(factor))
        return rewriter.notifyMatchFailure(op, "the product is not moderate");
      rewriter.replaceOpWithNewOp<arith::MulFOp>(op, inner->first,
                                                 getF32(rewriter, loc, factor));
      return success();
    }
    auto add = outer->first.getDefiningOp<arith::AddFOp>();
    FloatAttr shift;
    if (!add || !matchPattern(add.getRhs(), m_Constant(&shift)))
      return rewriter.notifyMatchFailure(op, "expected a product or a sum");
    APFloat product = multiply(shift.getValue(), outer->second);
    if (!isSmallShift(product))
      return rewriter.notifyMatchFailure(op, "the constant is not small");
    Value scaled = arith::MulFOp::create(rewriter, loc, add.getLhs(),
                                         getF32(rewriter, loc, outer->second));
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, scaled,
                                               getF32(rewriter, loc, product));
    return success();
  }
};

/// With `afn`, tanh(x) is 1 - 2 / (1 + exp(2 x)): see redfuser-gpu-math. In the
/// parts that constants around it can be joined with.
struct ExpandTanh : OpRewritePattern<math::TanhOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::TanhOp op,
                                PatternRewriter &rewriter) const override {
    constexpr auto kApproximate = arith::FastMathFlags::afn;
    if (!op.getType().isF32() ||
        !bitEnumContainsAll(op.getFastmath(), kApproximate))
      return rewriter.notifyMatchFailure(op, "expected f32 with afn");
    Location loc = op.getLoc();
    Value one = getF32(rewriter, loc, APFloat(1.0f));
    // 2 log2(e)
    Value power =
        arith::MulFOp::create(rewriter, loc, op.getOperand(),
                              getF32(rewriter, loc, APFloat(0x1.715476p+1f)));
    Value sum = arith::AddFOp::create(
        rewriter, loc, math::Exp2Op::create(rewriter, loc, power, kApproximate),
        one);
    Value inverse = arith::DivFOp::create(
        rewriter, loc, one, sum, kApproximate | arith::FastMathFlags::arcp);
    Value part = arith::MulFOp::create(
        rewriter, loc, arith::NegFOp::create(rewriter, loc, inverse),
        getF32(rewriter, loc, APFloat(2.0f)));
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, part, one);
    return success();
  }
};

/// A scale that is the same for all elements, to the end of the term: from there
/// it goes into the exponential's multiply-add and behind the maximum.
///
/// x c + y d is (x + y (d / c)) c, for a positive constant c and a d that does
/// not vary.
struct FactorOutScale : RewritePattern {
  FactorOutScale(MLIRContext *context, const ElementAnalysis &analysis)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        analysis(analysis) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<arith::AddFOp, arith::SubFOp>(op) ||
        !op->getResult(0).getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected a sum of f32");
    bool isSub = isa<arith::SubFOp>(op);
    for (unsigned i : {0, 1}) {
      auto scaled = matchScaled(op->getOperand(i));
      auto other = op->getOperand(1 - i).getDefiningOp<arith::MulFOp>();
      if (!scaled || scaled->second.isNegative() || !other || (isSub && i == 1))
        continue;
      if (!analysis.varies(scaled->first))
        continue;
      for (unsigned k : {0, 1}) {
        Value value = other->getOperand(1 - k), factor = other->getOperand(k);
        if (!analysis.varies(value) || analysis.varies(factor))
          continue;
        Location loc = op->getLoc();
        APFloat inverse = invert(scaled->second);
        FloatAttr constant;
        Value ratio;
        if (isSub)
          inverse.changeSign();
        if (matchPattern(factor, m_Constant(&constant)))
          ratio =
              getF32(rewriter, loc, multiply(constant.getValue(), inverse));
        else
          ratio = arith::MulFOp::create(rewriter, loc, factor,
                                        getF32(rewriter, loc, inverse));
        Value sum = math::FmaOp::create(rewriter, loc, value, ratio,
                                        scaled->first);
        rewriter.replaceOpWithNewOp<arith::MulFOp>(
            op, sum, getF32(rewriter, loc, scaled->second));
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "expected two scaled values");
  }

private:
  const ElementAnalysis &analysis;
};

/// A mask of x c, for a positive c, is a mask of x times c.
struct MaskBeforeScale : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    for (unsigned i : {1, 2}) {
      auto scaled = matchScaled(op->getOperand(i));
      Value other = op->getOperand(3 - i);
      FloatAttr constant;
      if (!scaled || scaled->second.isNegative() ||
          !matchPattern(other, m_Constant(&constant)) ||
          !constant.getValue().isInfinity())
        continue;
      Value values[2] = {scaled->first, other};
      if (i == 2)
        std::swap(values[0], values[1]);
      Value masked =
          arith::SelectOp::create(rewriter, op.getLoc(), op.getCondition(),
                                  values[0], values[1]);
      rewriter.replaceOpWithNewOp<arith::MulFOp>(
          op, masked, getF32(rewriter, op.getLoc(), scaled->second));
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "expected a scaled value and an infinity");
  }
};

/// a b + c and a b - c, c - a b, in one op.
struct FormFma : RewritePattern {
  FormFma(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<arith::AddFOp, arith::SubFOp>(op) ||
        !op->getResult(0).getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected a sum of f32");
    bool isSub = isa<arith::SubFOp>(op);
    for (unsigned i : {0, 1}) {
      auto mul = op->getOperand(i).getDefiningOp<arith::MulFOp>();
      if (!mul || !mul->hasOneUse())
        continue;
      Value lhs = mul.getLhs(), rhs = mul.getRhs(), rest = op->getOperand(1 - i);
      Value &negative = i == 0 ? rest : lhs;
      if (isSub)
        negative = arith::NegFOp::create(rewriter, op->getLoc(), negative);
      rewriter.replaceOpWithNewOp<math::FmaOp>(op, lhs, rhs, rest);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "expected a product that is not "
                                           "used otherwise");
  }
};
} // namespace

bool redfuser::isSmallShift(const APFloat &value) {
  return value.isFinite() && abs(value) <= APFloat(0x1p10f);
}

void redfuser::gatherConstants(
    FoldOp fold, unsigned axis,
    llvm::function_ref<void(RewritePatternSet &&)> apply) {
  MLIRContext *context = fold.getContext();
  ElementAnalysis analysis(fold, axis);
  RewritePatternSet patterns(context);
  patterns.add<DivideByConstant, JoinFactors, ExpandTanh, MaskBeforeScale>(
      context);
  patterns.add<FactorOutScale>(context, analysis);
  apply(std::move(patterns));
}

void redfuser::formMultiplyAdds(
    FoldOp fold, llvm::function_ref<void(RewritePatternSet &&)> apply) {
  RewritePatternSet patterns(fold.getContext());
  patterns.add<FormFma>(fold.getContext());
  apply(std::move(patterns));
}
