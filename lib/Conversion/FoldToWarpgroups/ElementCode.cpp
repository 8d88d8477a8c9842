//===- ElementCode.cpp - The code of a fold for one element ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"

#include "../FoldToGPU/ScalarCode.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

static constexpr float kLog2E = 0x1.715476p+0f;

namespace {
/// extf(truncf(x)) is x, and an op on narrow operands one on wide ones.
struct DropRounding : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Operation *source = op.getIn().getDefiningOp();
    Type wide = op.getType();
    if (!source)
      return rewriter.notifyMatchFailure(op, "the operand is an argument");
    if (auto trunc = dyn_cast<arith::TruncFOp>(source)) {
      if (trunc.getIn().getType() != wide)
        return rewriter.notifyMatchFailure(op, "another type was rounded");
      rewriter.replaceOp(op, trunc.getIn());
      return success();
    }
    if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp, arith::SelectOp>(source))
      return rewriter.notifyMatchFailure(op, "the operand may not be widened");
    IRMapping map;
    rewriter.setInsertionPoint(source);
    for (Value operand : source->getOperands())
      if (operand.getType() == op.getIn().getType())
        map.map(operand,
                arith::ExtFOp::create(rewriter, op.getLoc(), wide, operand));
    Operation *copy = rewriter.clone(*source, map);
    rewriter.modifyOpInPlace(copy, [&] { copy->getResult(0).setType(wide); });
    rewriter.replaceOp(op, copy->getResult(0));
    return success();
  }
};

/// Exponentials with `afn` to powers of two; see createElementCode.
struct ExpToExp2 : OpRewritePattern<math::ExpOp> {
  ExpToExp2(MLIRContext *context, unsigned axis, References references)
      : OpRewritePattern(context), axis(axis), references(references) {}

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "it may not be approximated");
    Type type = op.getType();
    if (!type.isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    Location loc = op.getLoc();
    auto constant = [&](APFloat value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getFloatAttr(type, value));
    };
    APFloat log2e(kLog2E);
    auto sub = op.getOperand().getDefiningOp<arith::SubFOp>();
    Value power;
    auto fold = op->getParentOfType<FoldOp>();
    bool isTerm = fold && llvm::any_of(fold.getTerms(), [&](Region &term) {
                    return &term == op->getParentRegion();
                  });
    if (sub && isTerm && references != References::Exact) {
      APFloat factor(1.0f);
      Value x = sub.getLhs(), reference = sub.getRhs();
      FloatAttr scale, shift;
      auto add = x.getDefiningOp<arith::AddFOp>();
      if (add && (isPositionShift(fold, axis, add.getRhs()) ||
                  (matchPattern(add.getRhs(), m_Constant(&shift)) &&
                   isSmallShift(shift.getValue())))) {
        x = add.getLhs();
        reference =
            arith::SubFOp::create(rewriter, loc, reference, add.getRhs());
      }
      Value unscaled = x;
      if (auto mul = x.getDefiningOp<arith::MulFOp>()) {
        for (unsigned i : {0, 1})
          if (matchPattern(mul->getOperand(i), m_Constant(&scale))) {
            factor.multiply(scale.getValue(), APFloat::rmNearestTiesToEven);
            x = mul->getOperand(1 - i);
            break;
          }
      } else if (auto div = x.getDefiningOp<arith::DivFOp>()) {
        if (matchPattern(div.getRhs(), m_Constant(&scale))) {
          factor.divide(scale.getValue(), APFloat::rmNearestTiesToEven);
          x = div.getLhs();
        }
      }
      // Zero times an infinite score would be NaN where the source has it, too,
      // but an infinite factor is none of the source's.
      if (!factor.isFiniteNonZero()) {
        factor = APFloat(1.0f);
        x = unscaled;
      }
      // Rounding the product of the reference and log2(e) moves all powers of a
      // row alike, by 2^64 at most up to 2^30. Beyond that, scores differ by 0
      // or by more than any power is above 0: without log2(e) the powers are
      // the same, and the difference of equal scores is 0. So a row without
      // unmasked keys is what the source makes of it, also under a mask of
      // -3e38 (a scale that is no power of two leaves a rest of its rounding).
      Value isLarge;
      if (references == References::Any) {
        auto compare = arith::CmpFOp::create(
            rewriter, loc, arith::CmpFPredicate::OGT,
            math::AbsFOp::create(rewriter, loc, reference),
            constant(APFloat(0x1p30f)));
        compare->setAttr(kLargeReferenceAttrName, rewriter.getUnitAttr());
        isLarge = compare;
      }
      auto timesLog2E = [&](APFloat value) -> Value {
        APFloat product = value;
        product.multiply(log2e, APFloat::rmNearestTiesToEven);
        if (!isLarge)
          return constant(product);
        return arith::SelectOp::create(rewriter, loc, isLarge, constant(value),
                                       constant(product));
      };
      Value rest = arith::MulFOp::create(rewriter, loc, reference,
                                         timesLog2E(APFloat(-1.0f)));
      power = math::FmaOp::create(rewriter, loc, x, timesLog2E(factor), rest);
    } else {
      power = arith::MulFOp::create(rewriter, loc, op.getOperand(),
                                    constant(log2e));
    }
    rewriter.replaceOpWithNewOp<math::Exp2Op>(op, power, op.getFastmath());
    return success();
  }

private:
  unsigned axis;
  References references;
};
} // namespace

using Bounds = DenseMap<Value, std::optional<double>>;

static std::optional<double> getBound(Value value, Bounds &known);

/// The same of an op's result. Infinite constants, with which masks replace
/// scores, count as nothing.
static std::optional<double> findBound(Operation *op, Bounds &known) {
  if (isa<math::TanhOp>(op))
    return 1.0;
  bool isSelect = isa<arith::SelectOp>(op), isProduct = isa<arith::MulFOp>(op);
  if (!isSelect && !isProduct &&
      !isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::ExtFOp,
           arith::TruncFOp>(op))
    return std::nullopt;
  double bound = isProduct ? 1.0 : 0.0;
  for (Value operand : op->getOperands().drop_front(isSelect)) {
    FloatAttr constant;
    if (isSelect && matchPattern(operand, m_Constant(&constant)) &&
        constant.getValue().isInfinity())
      continue;
    std::optional<double> other = getBound(operand, known);
    if (!other)
      return std::nullopt;
    if (isProduct)
      bound *= *other;
    else
      bound = isSelect ? std::max(bound, *other) : bound + *other;
  }
  // Roundings.
  return 1.01 * bound;
}

/// An upper bound of what a value of a term is in magnitude, if there is one.
/// Values that are used often are looked at once.
static std::optional<double> getBound(Value value, Bounds &known) {
  FloatAttr constant;
  if (matchPattern(value, m_Constant(&constant))) {
    double bound = std::fabs(constant.getValue().convertToDouble());
    return std::isfinite(bound) ? std::optional(bound) : std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  auto [it, isNew] = known.try_emplace(value, std::nullopt);
  if (!isNew)
    return it->second;
  std::optional<double> bound = findBound(op, known);
  known[value] = bound;
  return bound;
}

/// True if no maximum can be large, like that of scores behind a tanh.
static bool hasSmallReferences(FoldOp fold) {
  Bounds known;
  return llvm::all_of(llvm::seq(fold.getNumReductions()), [&](unsigned i) {
    if (!isa<MaximumFAttr, MaxNumFAttr>(fold.getMonoid(i)))
      return true;
    std::optional<double> bound = getBound(fold.getTermValue(i), known);
    return bound && *bound <= kLargeReference;
  });
}

FoldOp redfuser::createElementCode(RewriterBase &rewriter,
                                   const WarpgroupFold &group,
                                   Numerics numerics,
                                   const DenseMap<Value, bool> &known,
                                   bool hasTail, References references) {
  FoldOp fold = group.getFold();
  if (hasSmallReferences(fold))
    references = References::Small;
  rewriter.setInsertionPoint(fold);
  IRMapping map;
  auto copy = cast<FoldOp>(rewriter.clone(*fold, map));
  copy.getTermBlock(group.getProduct())
      .getTerminator()
      ->setOperand(0, map.lookup(group.getFactor()));

  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    auto mark = [&](Block &block, bool isTerm) {
      block.walk([&](math::ExpOp exp) {
        auto copied = map.lookup(exp.getResult()).getDefiningOp<math::ExpOp>();
        if (exp.getType().isF32() && getBoundingMaximum(fold, exp, isTerm))
          copied.setFastmath(exp.getFastmath() | arith::FastMathFlags::afn);
      });
    };
    mark(fold.getTermBlock(i), /*isTerm=*/true);
    // What scores of 16-bit operands and a factor of 16 bits are exact to is
    // far coarser.
    if (numerics == Numerics::Contract)
      copy.getTermBlock(i).walk([](math::TanhOp tanh) {
        tanh.setFastmath(tanh.getFastmath() | arith::FastMathFlags::afn);
      });
    if (fold.hasCorrection(i))
      mark(fold.getCorrectionBlock(i), /*isTerm=*/false);
  }
  for (auto [condition, holds] : known) {
    Value copied = map.lookup(condition);
    rewriter.setInsertionPointAfterValue(copied);
    rewriter.replaceAllUsesWith(
        copied, arith::ConstantIntOp::create(rewriter, copied.getLoc(),
                                             rewriter.getI1Type(), holds));
  }

  auto applyTo = [&](MutableArrayRef<Region> regions,
                     RewritePatternSet &&patterns) {
    SmallVector<Operation *> ops;
    for (Region &region : regions)
      region.walk([&](Operation *op) {
        if (!isa<cascade::YieldOp>(op))
          ops.push_back(op);
      });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    config.setUseTopDownTraversal(true);
    (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
  };
  auto applyToTerms = [&](RewritePatternSet &&patterns) {
    applyTo(copy.getTerms(), std::move(patterns));
  };
  RewritePatternSet rounding(fold.getContext()), powers(fold.getContext());
  if (numerics == Numerics::Contract)
    rounding.add<DropRounding>(fold.getContext());
  applyTo(copy->getRegions(), std::move(rounding));
  // Now constants are folded and next to what they scale.
  splitPositions(rewriter, copy, group.getAxis(), group.getColumn(), numerics);
  // Results of 32 bits would show what this adds to the rounding of scores.
  bool isCoarse =
      llvm::all_of(group.getOutputs(), [](const FoldTensor &output) {
        return output.getType().getElementTypeBitWidth() <= 16;
      });
  bool simplifies =
      numerics == Numerics::Contract && references != References::Exact;
  if (simplifies)
    gatherConstants(copy, group.getAxis(), isCoarse,
                    /*shares=*/isCoarse && !hasTail, applyToTerms);
  powers.add<ExpToExp2>(fold.getContext(), group.getAxis(), references);
  applyTo(copy->getRegions(), std::move(powers));
  if (simplifies)
    formMultiplyAdds(copy, applyToTerms);
  return copy;
}

bool redfuser::mayLag(FoldOp fold, unsigned component) {
  MonoidAttrInterface monoid = fold.getMonoid(component);
  if (!isa<MaximumFAttr, MaxNumFAttr>(monoid) ||
      !fold.getStateElementType(component).isF32())
    return false;
  // All that is computed from the reference, up to exponentials that it bounds.
  bool isReferred = false;
  std::function<bool(Value, bool)> onlyBounds = [&](Value value, bool isTerm) {
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      if (auto exp = dyn_cast<math::ExpOp>(user)) {
        isReferred |= isTerm;
        return getBoundingMaximum(fold, exp, isTerm) == component;
      }
      return isa<arith::SubFOp, arith::SelectOp, arith::CmpFOp,
                 arith::MaxNumFOp>(user) &&
             onlyBounds(user->getResult(0), isTerm);
    });
  };
  for (unsigned i = component + 1, e = fold.getNumReductions(); i < e; ++i) {
    if (!onlyBounds(fold.getTermReference(i, component), /*isTerm=*/true))
      return false;
    bool readsReference = !fold.getTermReference(i, component).use_empty();
    if (readsReference && !fold.hasCorrection(i))
      return false;
    if (fold.hasCorrection(i) &&
        !onlyBounds(fold.getCorrectionNew(i, component), /*isTerm=*/false))
      return false;
  }
  return isReferred && !fold.hasCorrection(component);
}

/// True if `op` weakly increases with its first operand and otherwise reads
/// constants or, with `takesShifts`, a shift. Commutative ops have constants
/// last after folding.
static bool isIncreasing(FoldOp fold, unsigned axis, bool takesShifts,
                         Operation *op) {
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return true;
  if (auto tanh = dyn_cast<math::TanhOp>(op))
    return bitEnumContainsAll(tanh.getFastmath(), arith::FastMathFlags::afn);
  FloatAttr constant;
  if (isa<arith::AddFOp, math::FmaOp>(op)) {
    Value shift = op->getOperands().back();
    bool isFinite = matchPattern(shift, m_Constant(&constant))
                        ? constant.getValue().isFinite()
                        : takesShifts && isPositionShift(fold, axis, shift);
    if (!isFinite || isa<arith::AddFOp>(op))
      return isFinite;
  }
  return isa<arith::MulFOp, arith::DivFOp, math::FmaOp>(op) &&
         matchPattern(op->getOperand(1), m_Constant(&constant)) &&
         constant.getValue().isFiniteNonZero() &&
         !constant.getValue().isNegative();
}

SmallVector<Operation *>
redfuser::peelIncreasing(FoldOp fold, unsigned component, unsigned axis) {
  SmallVector<Operation *> chain, result;
  if (!isa<MaximumFAttr, MaxNumFAttr, MinimumFAttr, MinNumFAttr>(
          fold.getMonoid(component)))
    return result;
  // A thread's shift is added before lanes are combined, by shuffles of 32
  // bits.
  bool takesShifts = fold.getStateElementType(component).isF32();
  Value value = fold.getTermValue(component);
  while (Operation *op = value.getDefiningOp()) {
    if (!isIncreasing(fold, axis, takesShifts, op))
      break;
    chain.push_back(op);
    value = op->getOperand(0);
    // Shuffles move 32 bits.
    if (value.getType().isF32())
      result = chain;
  }
  std::reverse(result.begin(), result.end());
  return result;
}
