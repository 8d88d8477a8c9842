//===- ElementArithmetic.cpp - Fewer operations an element ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"

#include "../Utils/FoldCode.h"

#include "../FoldToGPU/ScalarCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/SetVector.h"

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

static Value scaleValue(OpBuilder &b, Location loc, Value value,
                        const APFloat &factor) {
  FloatAttr constant;
  if (factor.isExactlyValue(1.0))
    return value;
  if (matchPattern(value, m_Constant(&constant)))
    return getF32(b, loc, multiply(constant.getValue(), factor));
  return arith::MulFOp::create(b, loc, value, getF32(b, loc, factor));
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
    return dependsOnAny(value, [&](Value source) {
      if (source.getParentBlock()->getParentOp() != fold)
        return false;
      if (auto index = source.getDefiningOp<IndexOp>())
        return index.getDim() == axis ||
               index.getDim() == getPositionStepDim(fold);
      auto arg = dyn_cast<BlockArgument>(source);
      return arg && arg.getArgNumber() < fold.getInputs().size() &&
             fold.getInputMap(arg.getArgNumber()).isFunctionOfDim(axis);
    });
  }

  /// True for an integer that depends on positions alone.
  bool isPosition(Value value) const {
    if (isa<BlockArgument>(value))
      return value.getParentBlock()->getParentOp() != fold;
    Operation *op = value.getDefiningOp();
    return op->getParentOp() != fold || isa<IndexOp>(op) ||
           (isa<arith::ArithDialect>(op->getDialect()) &&
            llvm::all_of(op->getOperands(),
                         [&](Value operand) { return isPosition(operand); }));
  }

  /// The float of a position as splitPositions leaves it: what a thread's
  /// elements of a row share, and the rest.
  std::optional<std::pair<Value, Value>> matchSplit(Value value) const {
    auto add = value.getDefiningOp<arith::AddFOp>();
    if (!add)
      return std::nullopt;
    auto first = add.getLhs().getDefiningOp<arith::SIToFPOp>();
    auto step = add.getRhs().getDefiningOp<arith::SIToFPOp>();
    if (!first || !step || varies(first) || !varies(step) ||
        !isPosition(first.getIn()) || !isPosition(step.getIn()))
      return std::nullopt;
    return std::pair(add.getLhs(), add.getRhs());
  }

  /// True for a product of a position's float that does not vary.
  bool isShift(Value value) const {
    if (auto conversion = value.getDefiningOp<arith::SIToFPOp>())
      return !varies(value) && isPosition(conversion.getIn());
    auto mul = value.getDefiningOp<arith::MulFOp>();
    return mul && !varies(value) &&
           (isShift(mul.getLhs()) || isShift(mul.getRhs()));
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

/// (x c1) c2 is x (c1 c2), and (x + p) c is x c + p c where p is a shift, or p
/// c a constant small enough, to be taken out of an exponential's argument.
struct JoinFactors : OpRewritePattern<arith::MulFOp> {
  JoinFactors(MLIRContext *context, const ElementAnalysis &analysis)
      : OpRewritePattern(context), analysis(analysis) {}

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
    if (!add)
      return rewriter.notifyMatchFailure(op, "expected a product or a sum");
    bool isSmall = matchPattern(add.getRhs(), m_Constant(&shift)) &&
                   isSmallShift(multiply(shift.getValue(), outer->second));
    if (!isSmall && !analysis.isShift(add.getRhs()))
      return rewriter.notifyMatchFailure(op, "expected a small shift");
    Value factor = getF32(rewriter, loc, outer->second);
    rewriter.replaceOpWithNewOp<arith::AddFOp>(
        op, arith::MulFOp::create(rewriter, loc, add.getLhs(), factor),
        scaleValue(rewriter, loc, add.getRhs(), outer->second));
    return success();
  }

private:
  const ElementAnalysis &analysis;
};

/// True if all that becomes of `value` is NaN where it is.
static bool propagatesNaN(Value value) {
  llvm::SetVector<Operation *> users;
  users.insert_range(value.getUsers());
  for (unsigned i = 0; i < users.size(); ++i) {
    if (isa<cascade::YieldOp>(users[i]))
      continue;
    if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             arith::NegFOp, arith::TruncFOp, arith::ExtFOp, arith::MaximumFOp,
             arith::MinimumFOp, math::FmaOp, math::ExpOp, math::Exp2Op,
             math::TanhOp>(users[i]))
      return false;
    users.insert_range(users[i]->getUsers());
  }
  return true;
}

/// With `afn`, tanh(x) is 1 - 2 / (1 + exp(2 x)): see redfuser-gpu-math. In the
/// parts that constants around it can be joined with.
///
/// With `shares`, elements of a row share the reciprocal, of the product of
/// their divisors, which are bounded for that: beyond 2^30 there is nothing but
/// 1 in f32. A NaN among them makes all of them NaN, which makes no difference
/// where it makes the row's results NaN anyway.
struct ExpandTanh : OpRewritePattern<math::TanhOp> {
  ExpandTanh(MLIRContext *context, FoldOp fold, unsigned axis, bool shares)
      : OpRewritePattern(context), fold(fold), axis(axis), shares(shares) {}

  LogicalResult matchAndRewrite(math::TanhOp op,
                                PatternRewriter &rewriter) const override {
    constexpr auto kApproximate = arith::FastMathFlags::afn;
    if (!op.getType().isF32() ||
        !bitEnumContainsAll(op.getFastmath(), kApproximate))
      return rewriter.notifyMatchFailure(op, "expected f32 with afn");
    unsigned component = 0;
    for (auto [i, term] : llvm::enumerate(fold.getTerms()))
      if (&term == op->getParentRegion())
        component = i;
    if (llvm::is_contained(peelIncreasing(fold, component, axis), op))
      return rewriter.notifyMatchFailure(op, "it is applied to the maximum");
    Location loc = op.getLoc();
    bool isShared = shares && propagatesNaN(op);
    Value one = getF32(rewriter, loc, APFloat(1.0f));
    // 2 log2(e)
    Value power =
        arith::MulFOp::create(rewriter, loc, op.getOperand(),
                              getF32(rewriter, loc, APFloat(0x1.715476p+1f)));
    if (isShared)
      power = arith::MinimumFOp::create(rewriter, loc, power,
                                        getF32(rewriter, loc, APFloat(30.0f)));
    Value sum = arith::AddFOp::create(
        rewriter, loc, math::Exp2Op::create(rewriter, loc, power, kApproximate),
        one);
    auto inverse = arith::DivFOp::create(
        rewriter, loc, one, sum, kApproximate | arith::FastMathFlags::arcp);
    if (isShared)
      inverse->setAttr(kSharedReciprocalAttrName, rewriter.getUnitAttr());
    Value part = arith::MulFOp::create(
        rewriter, loc, arith::NegFOp::create(rewriter, loc, inverse),
        getF32(rewriter, loc, APFloat(2.0f)));
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, part, one);
    return success();
  }

private:
  mutable FoldOp fold;
  unsigned axis;
  bool shares;
};

/// What is the same for all elements, to the end of the term: from there it
/// goes into the exponential's multiply-add and behind the maximum. For a
/// positive constant c and a d that does not vary,
///
/// - x c + y d is (x + y (d / c)) c;
/// - with `takesShifts`, x c + (p + q) d, p a position and q a constant of the
///   register, is (x + q (d / c)) c + p d.
struct FactorOut : RewritePattern {
  FactorOut(MLIRContext *context, const ElementAnalysis &analysis,
            bool takesShifts)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        analysis(analysis), takesShifts(takesShifts) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<arith::AddFOp, arith::SubFOp>(op) ||
        !op->getResult(0).getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected a sum of f32");
    bool isSub = isa<arith::SubFOp>(op);
    for (unsigned i : {0, 1}) {
      Value x = op->getOperand(i);
      auto other = op->getOperand(1 - i).getDefiningOp<arith::MulFOp>();
      if (!other || !analysis.varies(x) || (isSub && i == 1))
        continue;
      APFloat scale(1.0f);
      if (auto scaled = matchScaled(x); scaled && !scaled->second.isNegative())
        std::tie(x, scale) = *scaled;
      for (unsigned k : {0, 1}) {
        Value y = other->getOperand(1 - k), factor = other->getOperand(k);
        if (!analysis.varies(y) || analysis.varies(factor))
          continue;
        auto split = takesShifts ? analysis.matchSplit(y) : std::nullopt;
        if (!split && scale.isExactlyValue(1.0))
          continue;
        Location loc = op->getLoc();
        if (isSub)
          factor = scaleValue(rewriter, loc, factor, APFloat(-1.0f));
        Value ratio = scaleValue(rewriter, loc, factor, invert(scale));
        Value sum = math::FmaOp::create(rewriter, loc,
                                        split ? split->second : y, ratio, x);
        if (!scale.isExactlyValue(1.0))
          sum = arith::MulFOp::create(rewriter, loc, sum,
                                      getF32(rewriter, loc, scale));
        if (split)
          sum = arith::AddFOp::create(
              rewriter, loc, sum,
              arith::MulFOp::create(rewriter, loc, split->first, factor));
        rewriter.replaceOp(op, sum);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "expected two scaled values");
  }

private:
  const ElementAnalysis &analysis;
  bool takesShifts;
};

/// A shift that does not vary, behind the rest: (x + p) + y is (x + y) + p.
struct ShiftLast : OpRewritePattern<arith::AddFOp> {
  ShiftLast(MLIRContext *context, const ElementAnalysis &analysis)
      : OpRewritePattern(context), analysis(analysis) {}

  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      auto inner = op->getOperand(i).getDefiningOp<arith::AddFOp>();
      Value other = op->getOperand(1 - i);
      if (!inner || !analysis.varies(other) ||
          !analysis.isShift(inner.getRhs()))
        continue;
      Value sum =
          arith::AddFOp::create(rewriter, op.getLoc(), inner.getLhs(), other);
      rewriter.replaceOpWithNewOp<arith::AddFOp>(op, sum, inner.getRhs());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "expected a shifted operand");
  }

private:
  const ElementAnalysis &analysis;
};

/// A mask by an infinity of x c, for a positive c, is a mask of x times c; that
/// of x + p is a mask of x plus p.
struct MaskFirst : OpRewritePattern<arith::SelectOp> {
  MaskFirst(MLIRContext *context, const ElementAnalysis &analysis)
      : OpRewritePattern(context), analysis(analysis) {}

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    for (unsigned i : {1, 2}) {
      Value other = op->getOperand(3 - i);
      FloatAttr constant;
      if (!op.getType().isF32() ||
          !matchPattern(other, m_Constant(&constant)) ||
          !constant.getValue().isInfinity())
        continue;
      auto mask = [&](Value value) -> Value {
        return arith::SelectOp::create(rewriter, op.getLoc(), op.getCondition(),
                                       i == 1 ? value : other,
                                       i == 1 ? other : value);
      };
      auto scaled = matchScaled(op->getOperand(i));
      if (scaled && !scaled->second.isNegative()) {
        rewriter.replaceOpWithNewOp<arith::MulFOp>(
            op, mask(scaled->first),
            getF32(rewriter, op.getLoc(), scaled->second));
        return success();
      }
      auto add = op->getOperand(i).getDefiningOp<arith::AddFOp>();
      if (add && analysis.isShift(add.getRhs())) {
        rewriter.replaceOpWithNewOp<arith::AddFOp>(op, mask(add.getLhs()),
                                                   add.getRhs());
        return success();
      }
    }
    return rewriter.notifyMatchFailure(
        op, "expected a scaled or shifted value and an infinity");
  }

private:
  const ElementAnalysis &analysis;
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
      Value lhs = mul.getLhs(), rhs = mul.getRhs(),
            rest = op->getOperand(1 - i);
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

bool redfuser::isPositionShift(FoldOp fold, unsigned axis, Value value) {
  return ElementAnalysis(fold, axis).isShift(value);
}

void redfuser::gatherConstants(
    FoldOp fold, unsigned axis, bool isCoarse, bool shares,
    llvm::function_ref<void(RewritePatternSet &&)> apply) {
  MLIRContext *context = fold.getContext();
  ElementAnalysis analysis(fold, axis);
  RewritePatternSet patterns(context);
  patterns.add<DivideByConstant>(context);
  patterns.add<ExpandTanh>(context, fold, axis, shares);
  patterns.add<JoinFactors, MaskFirst, ShiftLast>(context, analysis);
  patterns.add<FactorOut>(context, analysis, /*takesShifts=*/isCoarse);
  apply(std::move(patterns));
}

void redfuser::formMultiplyAdds(
    FoldOp fold, llvm::function_ref<void(RewritePatternSet &&)> apply) {
  RewritePatternSet patterns(fold.getContext());
  patterns.add<FormFma>(fold.getContext());
  apply(std::move(patterns));
}
