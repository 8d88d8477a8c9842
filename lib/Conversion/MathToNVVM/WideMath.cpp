//===- WideMath.cpp - Functions that need more than f32 -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

#include <limits>

using namespace mlir;
using namespace redfuser;

Value redfuser::createExp2Approx(OpBuilder &b, Location loc, Value x) {
  return LLVM::CallIntrinsicOp::create(
             b, loc, x.getType(), b.getStringAttr("llvm.nvvm.ex2.approx.ftz"),
             ValueRange{x})
      .getResult(0);
}

namespace {
/// Scalar code of f32, f64 and i64.
class Code : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value f32(float value) { return make(getF32FloatAttr(value)); }
  Value f64(double value) { return make(getF64FloatAttr(value)); }
  Value i64(int64_t value) { return make(getI64IntegerAttr(value)); }

  Value add(Value x, Value y) { return arith::AddFOp::create(*this, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(*this, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(*this, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(*this, x, y); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(*this, x, y, z);
  }
  Value widen(Value x) { return arith::ExtFOp::create(*this, getF64Type(), x); }
  Value narrow(Value x) {
    return arith::TruncFOp::create(*this, getF32Type(), x);
  }
  Value toBits(Value x) {
    return arith::BitcastOp::create(*this, getI64Type(), x);
  }
  Value fromBits(Value x) {
    return arith::BitcastOp::create(*this, getF64Type(), x);
  }
  Value abs(Value x) { return math::AbsFOp::create(*this, x); }
  Value floor(Value x) { return math::FloorOp::create(*this, x); }
  Value negate(Value x) { return arith::NegFOp::create(*this, x); }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(*this, condition, x, y);
  }
  Value cmp(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(*this, predicate, x, y);
  }
  Value both(Value x, Value y) { return arith::AndIOp::create(*this, x, y); }
  Value any(Value x, Value y) { return arith::OrIOp::create(*this, x, y); }
  Value shiftLeft(Value x, Value count) {
    return arith::ShLIOp::create(*this, x, count);
  }
  Value shiftLeft(Value x, int64_t count) { return shiftLeft(x, i64(count)); }
  Value shiftRight(Value x, Value count) {
    return arith::ShRUIOp::create(*this, x, count);
  }
  Value shiftRight(Value x, int64_t count) { return shiftRight(x, i64(count)); }
  Value addInts(Value x, Value y) { return arith::AddIOp::create(*this, x, y); }
  Value subInts(Value x, Value y) { return arith::SubIOp::create(*this, x, y); }
  /// True if bit `index` of an i64 is set.
  Value hasBit(Value x, unsigned index) {
    Value bit = both(x, i64(int64_t(1) << index));
    return arith::CmpIOp::create(*this, arith::CmpIPredicate::ne, bit, i64(0));
  }

  /// coefficients[0] + coefficients[1] x + ...
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    auto constant = [&](double value) {
      return x.getType().isF32() ? f32(value) : f64(value);
    };
    Value sum = constant(coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, constant(coefficient));
    return sum;
  }

  /// The integer next to an f64 below 2^51, and an i64 that ends in its bits.
  /// Without a conversion, which is poison for what is not finite.
  std::pair<Value, Value> roundToInteger(Value x) {
    Value magic = f64(0x1.8p52);
    Value shifted = add(x, magic);
    return {sub(shifted, magic), toBits(shifted)};
  }

private:
  Value make(TypedAttr value) {
    return arith::ConstantOp::create(*this, value);
  }
};

/// r = x - k pi/2, |r| <= pi/4, and an i64 whose last two bits are those of k.
using Reduced = std::pair<Value, Value>;

/// For |x| < 2^50.
Reduced reduceSmall(Code &c, Value x) {
  auto [k, bits] = c.roundToInteger(c.mul(x, c.f64(0x1.45f306dc9c883p-1)));
  // pi/2 as a sum of two f64.
  Value rest = c.fma(k, c.f64(-0x1.921fb54442d18p0), x);
  return {c.fma(k, c.f64(-0x1.1a62633145c07p-54), rest), bits};
}

/// For an f32 of 2^50 or more as an f64, by the method of Payne and Hanek
/// ("Radian reduction for trigonometric functions", 1983): x is m 2^e with 24
/// bits of m, and bits of 2/pi whose product with it is a multiple of 4 do not
/// matter. The 64 bits that follow give x 2/pi modulo 4 in units of 2^-62, off
/// by 2^-38.
Reduced reduceLarge(Code &c, Value x) {
  Value bits = c.toBits(c.abs(x));
  Value m = c.shiftRight(c.any(c.both(bits, c.i64((int64_t(1) << 52) - 1)),
                               c.i64(int64_t(1) << 52)),
                         29);
  // e - 2, from 25 to 102.
  Value skipped = c.subInts(c.shiftRight(bits, 52), c.i64(1023 + 23 + 2));
  Value isInSecond = c.hasBit(skipped, 6);
  Value first = c.i64(0xa2f9836e4e441529), second = c.i64(0xfc2757d1f534ddc0),
        third = c.i64(0xdb6295993c439041);
  Value high = c.select(isInSecond, second, first);
  Value low = c.select(isInSecond, third, second);
  Value count = c.both(skipped, c.i64(63));
  Value window =
      c.any(c.shiftLeft(high, count),
            c.shiftRight(c.shiftRight(low, 1), c.subInts(c.i64(63), count)));
  Value turns = arith::MulIOp::create(c, m, window);
  Value k = c.shiftRight(c.addInts(turns, c.i64(int64_t(1) << 61)), 62);
  Value part = c.subInts(turns, c.shiftLeft(k, 62));
  Value rest = c.mul(arith::SIToFPOp::create(c, c.getF64Type(), part),
                     c.f64(0x1.921fb54442d18p-62));
  Value isNegative = c.cmp(arith::CmpFPredicate::OLT, x, c.f64(0));
  return {c.select(isNegative, c.negate(rest), rest),
          c.select(isNegative, c.subInts(c.i64(0), k), k)};
}

/// sin(x) and cos(x) from those of r = x - k pi/2, |r| <= pi/4, with
/// polynomials of Cephes (sinf.c).
template <typename OpTy>
struct ExpandSinOrCos : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    Code c(op.getLoc(), rewriter);
    Value x = c.widen(op.getOperand());
    Value size = c.abs(x);
    Value isLarge =
        c.both(c.cmp(arith::CmpFPredicate::OGE, size, c.f64(0x1p50)),
               c.cmp(arith::CmpFPredicate::OLT, size,
                     c.f64(std::numeric_limits<double>::infinity())));
    // Both, as a kernel has no cheaper way to choose.
    auto [restSmall, bitsSmall] = reduceSmall(c, x);
    auto [restLarge, bitsLarge] = reduceLarge(c, x);
    Value r = c.narrow(c.select(isLarge, restLarge, restSmall));
    Value bits = c.select(isLarge, bitsLarge, bitsSmall);
    Value square = c.mul(r, r);
    Value sin =
        c.mul(r, c.polynomial(square, {1.0, -1.6666654611e-1, 8.3321608736e-3,
                                       -1.9515295891e-4}));
    Value cos =
        c.polynomial(square, {1.0, -0.5, 4.166664568298827e-2,
                              -1.388731625493765e-3, 2.443315711809948e-5});
    // cos x = sin (x + pi/2)
    if (std::is_same_v<OpTy, math::CosOp>)
      bits = c.addInts(bits, c.i64(1));
    Value value = c.select(c.hasBit(bits, 0), cos, sin);
    rewriter.replaceOp(op, c.select(c.hasBit(bits, 1), c.negate(value), value));
    return success();
  }
};

/// x^y = 2^(y log2 |x|) with the sign of x where y is odd.
struct ExpandPow : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "expected f32");
    Value x = op.getLhs(), y = op.getRhs();
    APFloat exponent(0.0f);
    if (matchPattern(y, m_ConstantFloat(&exponent)) &&
        llvm::is_contained({-1.0f, -0.5f, 0.0f, 0.5f, 1.0f, 2.0f, 3.0f},
                           exponent.convertToFloat()))
      return rewriter.notifyMatchFailure(op, "is a product or a root");
    Code c(op.getLoc(), rewriter);
    Value magnitude = c.abs(x);
    Value product = c.mul(c.widen(y), createLog2(c, magnitude));
    rewriter.replaceOp(
        op, setSpecialValues(c, x, y, magnitude, createExp2(c, product)));
    return success();
  }

private:
  /// log2 of an f32 that is not negative, as f64, relative error about 2^-40.
  static Value createLog2(Code &c, Value x) {
    // x = m 2^e with m from sqrt(1/2) to sqrt(2). No f32 is subnormal as f64.
    Value bits = c.toBits(c.widen(x));
    Value exponent = arith::SubIOp::create(c, bits, c.i64(0x3fe6a09e667f3bcd));
    exponent = arith::ShRSIOp::create(c, exponent, c.i64(52));
    Value m =
        c.fromBits(arith::SubIOp::create(c, bits, c.shiftLeft(exponent, 52)));
    // log m = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.172.
    Value one = c.f64(1.0);
    Value s = c.div(c.sub(m, one), c.add(m, one));
    SmallVector<double> coefficients;
    for (int i = 0; i < 8; ++i)
      coefficients.push_back(2 / (0.69314718055994531 * (2 * i + 1)));
    Value sum = c.polynomial(c.mul(s, s), coefficients);
    Value log =
        c.fma(s, sum, arith::SIToFPOp::create(c, c.getF64Type(), exponent));
    // 0 -> -inf; inf and NaN stay.
    double inf = std::numeric_limits<double>::infinity();
    Value isZero = c.cmp(arith::CmpFPredicate::OEQ, x, c.f32(0.0f));
    Value isFinite = c.cmp(arith::CmpFPredicate::OLT, x, c.f32(inf));
    log = c.select(isFinite, log, c.widen(x));
    return c.select(isZero, c.f64(-inf), log);
  }

  /// 2^x of an f64, as f32.
  static Value createExp2(Code &c, Value x) {
    // Beyond these, f32 is 0 or inf. NaN stays.
    x = arith::MaximumFOp::create(c, x, c.f64(-200.0));
    x = arith::MinimumFOp::create(c, x, c.f64(200.0));
    auto [n, bits] = c.roundToInteger(x);
    Value fraction = c.narrow(c.sub(x, n));
    Value power = createExp2Approx(c, c.getLoc(), fraction);
    Value scale = arith::AddIOp::create(c, bits, c.i64(1023));
    scale = c.fromBits(c.shiftLeft(scale, 52));
    return c.narrow(c.mul(c.widen(power), scale));
  }

  static Value setSpecialValues(Code &c, Value x, Value y, Value magnitude,
                                Value power) {
    using Predicate = arith::CmpFPredicate;
    Value inf = c.f32(std::numeric_limits<float>::infinity());
    Value zero = c.f32(0.0f), one = c.f32(1.0f);
    Value isInteger = c.cmp(Predicate::OEQ, c.floor(y), y);
    Value half = c.mul(y, c.f32(0.5f));
    Value isOdd = c.both(isInteger, c.cmp(Predicate::ONE, c.floor(half), half));
    // The sign of zeros counts.
    Value sign = math::CopySignOp::create(c, one, x);
    power = c.select(isOdd, c.mul(power, sign), power);
    // A finite negative number to a power that is no integer.
    Value isNegative = c.both(c.cmp(Predicate::OLT, x, zero),
                              c.cmp(Predicate::OLT, magnitude, inf));
    power = c.select(c.both(isNegative, c.cmp(Predicate::UNE, c.floor(y), y)),
                     c.f32(std::numeric_limits<float>::quiet_NaN()), power);
    // 1 to any power, any number to 0, and (-1)^inf.
    Value isInfinite = c.both(c.cmp(Predicate::OEQ, magnitude, one),
                              c.cmp(Predicate::OEQ, c.abs(y), inf));
    Value isOne =
        c.any(c.cmp(Predicate::OEQ, x, one), c.cmp(Predicate::OEQ, y, zero));
    return c.select(c.any(isOne, isInfinite), one, power);
  }
};
} // namespace

void redfuser::populateWideMathPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ExpandSinOrCos<math::SinOp>, ExpandSinOrCos<math::CosOp>, ExpandPow>(
          patterns.getContext(), /*benefit=*/2);
}
