//===- ExpandFloat8.cpp - Conversions of 8-bit floats in integers ---------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace redfuser {
#define GEN_PASS_DEF_EXPANDFLOAT8
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

/// An 8-bit float with subnormals: a sign, `exponentBits`, `mantissaBits`.
struct Format {
  int mantissaBits;
  int bias;
  /// The bit pattern, without sign, of infinity (E5M2) or of the only NaN
  /// (E4M3FN): what is too large becomes it.
  int overflow;
  /// That of the NaN that other NaN become.
  int nan;
};

/// Constants and arithmetic on i32, f32 or vectors of these.
class BitBuilder {
public:
  BitBuilder(OpBuilder &b, Location loc, Type shaped)
      : b(b), loc(loc), shaped(shaped) {}

  Type getType(Type element) const {
    if (auto vector = dyn_cast<VectorType>(shaped))
      return vector.clone(element);
    return element;
  }
  Value constant(int64_t value) {
    Type type = getType(b.getI32Type());
    TypedAttr attr = b.getI32IntegerAttr(int32_t(value));
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, cast<IntegerAttr>(attr));
    return arith::ConstantOp::create(b, loc, attr);
  }
  Value toBits(Value value) {
    return arith::BitcastOp::create(b, loc, getType(b.getI32Type()), value);
  }
  Value toFloat(Value value) {
    return arith::BitcastOp::create(b, loc, getType(b.getF32Type()), value);
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, loc, x, y); }
  Value either(Value x, Value y) { return arith::OrIOp::create(b, loc, x, y); }
  Value left(Value x, int by) {
    return arith::ShLIOp::create(b, loc, x, constant(by));
  }
  Value right(Value x, int by) {
    return arith::ShRUIOp::create(b, loc, x, constant(by));
  }
  Value less(Value x, Value y) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x, y);
  }
  Value choose(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, loc, condition, x, y);
  }

  OpBuilder &b;
  Location loc;
  Type shaped;
};

} // namespace

static std::optional<Format> getFormat(Type type) {
  type = getElementTypeOrSelf(type);
  if (isa<Float8E4M3FNType>(type))
    return Format{3, 7, 0x7f, 0x7f};
  if (isa<Float8E5M2Type>(type))
    return Format{2, 15, 0x7c, 0x7e};
  return std::nullopt;
}

/// Rounds to nearest, ties to even.
static Value truncate(BitBuilder &bits, Value value, Type to,
                      const Format &format) {
  Value all = bits.toBits(value);
  Value magnitude = bits.both(all, bits.constant(0x7fffffff));
  Value sign = bits.both(bits.right(all, 24), bits.constant(0x80));

  // Normal numbers: add half an ulp, less one where the result would be odd.
  int shift = 23 - format.mantissaBits;
  Value odd = bits.both(bits.right(magnitude, shift), bits.constant(1));
  Value rounded =
      bits.add(bits.add(magnitude, bits.constant((1 << (shift - 1)) - 1)), odd);
  Value normal =
      bits.sub(bits.right(rounded, shift),
               bits.constant((127 - format.bias) << format.mantissaBits));
  normal = bits.choose(bits.less(bits.constant(format.overflow), normal),
                       bits.constant(format.overflow), normal);

  // Subnormal ones: adding 2^k makes the hardware round at the right place.
  int exponent = 127 - format.bias + shift + 1;
  Value magic = bits.constant(exponent << 23);
  Value sum = arith::AddFOp::create(bits.b, bits.loc, bits.toFloat(magnitude),
                                    bits.toFloat(magic));
  Value subnormal = bits.sub(bits.toBits(sum), magic);

  Value least = bits.constant((127 - format.bias + 1) << 23);
  Value result = bits.choose(bits.less(magnitude, least), subnormal, normal);
  Value isNaN = bits.less(bits.constant(0x7f800000), magnitude);
  result = bits.choose(isNaN, bits.constant(format.nan), result);
  result = bits.either(result, sign);
  Value byte = arith::TruncIOp::create(
      bits.b, bits.loc, bits.getType(bits.b.getI8Type()), result);
  return arith::BitcastOp::create(bits.b, bits.loc, to, byte);
}

static Value extend(BitBuilder &bits, Value value, const Format &format) {
  Value byte = arith::BitcastOp::create(
      bits.b, bits.loc, bits.getType(bits.b.getI8Type()), value);
  Value all = arith::ExtUIOp::create(bits.b, bits.loc,
                                     bits.getType(bits.b.getI32Type()), byte);
  Value magnitude = bits.both(all, bits.constant(0x7f));
  Value sign = bits.left(bits.both(all, bits.constant(0x80)), 24);

  int shift = 23 - format.mantissaBits;
  Value normal = bits.add(bits.left(magnitude, shift),
                          bits.constant((127 - format.bias) << 23));
  // A subnormal is an integer times the smallest one, a power of two.
  int exponent = 127 + 1 - format.bias - format.mantissaBits;
  Value integer = arith::UIToFPOp::create(
      bits.b, bits.loc, bits.getType(bits.b.getF32Type()), magnitude);
  Value subnormal = bits.toBits(arith::MulFOp::create(
      bits.b, bits.loc, integer, bits.toFloat(bits.constant(exponent << 23))));
  Value least = bits.constant(1 << format.mantissaBits);
  Value result = bits.choose(bits.less(magnitude, least), subnormal, normal);

  Value overflow = bits.constant(format.overflow);
  Value special = bits.constant(0x7f800000);
  if (format.nan != format.overflow)
    special = bits.choose(bits.less(overflow, magnitude),
                          bits.constant(0x7fc00000), special);
  else
    special = bits.constant(0x7fc00000);
  result = bits.choose(bits.less(magnitude, overflow), result, special);
  return bits.toFloat(bits.either(result, sign));
}

namespace {

struct ExpandTruncate : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Format> format = getFormat(op.getType());
    if (!format)
      return rewriter.notifyMatchFailure(op, "expected a float of 8 bits");
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return rewriter.notifyMatchFailure(op,
                                         "expected rounding to nearest even");
    Value value = op.getIn();
    BitBuilder bits(rewriter, op.getLoc(), value.getType());
    Type from = getElementTypeOrSelf(value.getType());
    if (from.getIntOrFloatBitWidth() > 32)
      return rewriter.notifyMatchFailure(
          op, "expected at most 32 bits: two roundings are not one");
    if (!from.isF32())
      value = arith::ExtFOp::create(rewriter, op.getLoc(),
                                    bits.getType(rewriter.getF32Type()), value);
    rewriter.replaceOp(op, truncate(bits, value, op.getType(), *format));
    return success();
  }
};

/// Two at a time. The instruction saturates: 464 is the last value that rounds
/// to 448, and what is larger is NaN.
struct PackTruncate : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = op.getIn();
    auto type = dyn_cast<VectorType>(value.getType());
    if (!isa<Float8E4M3FNType>(getElementTypeOrSelf(op.getType())) ||
        !getElementTypeOrSelf(value.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "expected f32 to f8E4M3FN");
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return rewriter.notifyMatchFailure(op,
                                         "expected rounding to nearest even");
    if (type && (type.getRank() != 1 || type.isScalable() ||
                 type.getNumElements() % 2 != 0))
      return rewriter.notifyMatchFailure(op, "expected an even vector");
    auto constant = [&](double number) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getF32FloatAttr(number));
    };
    Value limit = constant(464.0);
    Value nan = constant(std::numeric_limits<double>::quiet_NaN());
    auto limited = [&](Value x) -> Value {
      Value magnitude = LLVM::CallIntrinsicOp::create(
                            rewriter, loc, x.getType(),
                            rewriter.getStringAttr("llvm.fabs"), ValueRange(x))
                            .getResult(0);
      Value isLarge = arith::CmpFOp::create(
          rewriter, loc, arith::CmpFPredicate::OGT, magnitude, limit);
      return arith::SelectOp::create(rewriter, loc, isLarge, nan, x);
    };
    Type i8 = rewriter.getI8Type(), i16 = rewriter.getI16Type();
    auto convert = [&](Value low, Value high) -> Value {
      return LLVM::InlineAsmOp::create(
                 rewriter, loc, i16, ValueRange{high, low},
                 "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=h,f,f",
                 /*has_side_effects=*/false, /*is_align_stack=*/false,
                 LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
          .getResult(0);
    };
    if (!type) {
      Value pair = convert(limited(value), constant(0.0));
      Value byte = arith::TruncIOp::create(rewriter, loc, i8, pair);
      rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), byte);
      return success();
    }
    SmallVector<Value> pairs;
    for (int64_t i = 0, e = type.getNumElements(); i < e; i += 2) {
      Value low = vector::ExtractOp::create(rewriter, loc, value, i);
      Value high = vector::ExtractOp::create(rewriter, loc, value, i + 1);
      pairs.push_back(convert(limited(low), limited(high)));
    }
    auto pairType = VectorType::get({int64_t(pairs.size())}, i16);
    Value joined =
        vector::FromElementsOp::create(rewriter, loc, pairType, pairs);
    Value bytes =
        vector::BitCastOp::create(rewriter, loc, type.clone(i8), joined);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bytes);
    return success();
  }
};

struct ExpandExtend : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Format> format = getFormat(op.getIn().getType());
    if (!format)
      return rewriter.notifyMatchFailure(op, "expected a float of 8 bits");
    BitBuilder bits(rewriter, op.getLoc(), op.getIn().getType());
    Value value = extend(bits, op.getIn(), *format);
    Type to = getElementTypeOrSelf(op.getType());
    // All that an 8-bit float holds fits f16 and bf16.
    if (to.getIntOrFloatBitWidth() < 32)
      value =
          arith::TruncFOp::create(rewriter, op.getLoc(), op.getType(), value);
    else if (!to.isF32())
      value = arith::ExtFOp::create(rewriter, op.getLoc(), op.getType(), value);
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Bytes of a vector, two at a time, to vectors of other elements.
class PairBuilder {
public:
  PairBuilder(OpBuilder &b, Location loc, VectorType type)
      : b(b), loc(loc), type(type) {}

  static bool hasPairs(VectorType type) {
    return type.getRank() == 1 && !type.isScalable() &&
           type.getNumElements() % 2 == 0;
  }

  /// The two bytes of each pair, an i16 that `text` makes one i32 of.
  Value convert(Value bytes, StringRef text, Type element) {
    auto pairs = VectorType::get(type.getNumElements() / 2, b.getI16Type());
    bytes = vector::BitCastOp::create(b, loc, pairs, bytes);
    SmallVector<Value> results;
    for (int64_t i = 0; i < pairs.getNumElements(); ++i) {
      Value pair = vector::ExtractOp::create(b, loc, bytes, i);
      results.push_back(assembly(text, "=r,h", pair));
    }
    return join(results, element);
  }
  /// The i32 with bytes x and y of each pair: `low` x `low` y, or
  /// x `high` y `high`. `of` says what becomes of that.
  Value spread(Value bytes, int64_t other, bool isHigh, Type element,
               llvm::function_ref<Value(Value)> of) {
    // Of four bytes, 4 being the other one.
    static constexpr StringRef kAsHigh[] = {"0x1404", "0x3424"},
                               kAsLow[] = {"0x4140", "0x4342"};
    Value constant = i32(other);
    bool isWhole = type.getNumElements() % 4 == 0;
    auto words = VectorType::get(type.getNumElements() / (isWhole ? 4 : 2),
                                 b.getIntegerType(isWhole ? 32 : 16));
    Value all = vector::BitCastOp::create(b, loc, words, bytes);
    SmallVector<Value> results;
    for (int64_t i = 0; i < words.getNumElements(); ++i) {
      Value word = vector::ExtractOp::create(b, loc, all, i);
      if (!isWhole)
        word = arith::ExtUIOp::create(b, loc, b.getI32Type(), word);
      for (int half = 0; half < (isWhole ? 2 : 1); ++half) {
        StringRef select = (isHigh ? kAsHigh : kAsLow)[half];
        std::string text = ("prmt.b32 $0, $1, $2, " + select + ";").str();
        results.push_back(of(assembly(text, "=r,r,r", {word, constant})));
      }
    }
    return join(results, element);
  }
  Value i32(int64_t value) {
    return arith::ConstantIntOp::create(b, loc, b.getI32Type(),
                                        static_cast<int32_t>(value));
  }

private:
  Value assembly(StringRef text, StringRef constraints, ValueRange operands) {
    return LLVM::InlineAsmOp::create(
               b, loc, b.getI32Type(), operands, text, constraints,
               /*has_side_effects=*/false, /*is_align_stack=*/false,
               LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
        .getResult(0);
  }
  Value join(ArrayRef<Value> words, Type element) {
    Value joined = vector::FromElementsOp::create(
        b, loc, VectorType::get(words.size(), b.getI32Type()), words);
    return vector::BitCastOp::create(b, loc, type.clone(element), joined);
  }

  OpBuilder &b;
  Location loc;
  VectorType type;
};

/// From f16, which has all its values, to the type of the result.
Value extendHalf(PatternRewriter &rewriter, Location loc, Value value,
                 Type type) {
  Type to = getElementTypeOrSelf(type);
  if (to.isF16())
    return value;
  Type f32 = rewriter.getF32Type();
  if (auto vector = dyn_cast<VectorType>(type))
    f32 = vector.clone(f32);
  value = arith::ExtFOp::create(rewriter, loc, f32, value);
  if (to.isF32())
    return value;
  if (to.getIntOrFloatBitWidth() < 32)
    return arith::TruncFOp::create(rewriter, loc, type, value);
  return arith::ExtFOp::create(rewriter, loc, type, value);
}

/// Two at a time become f16. Of f8E5M2 they are its high bytes.
struct PackExtend : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value value = op.getIn();
    Type from = getElementTypeOrSelf(value.getType());
    auto type = dyn_cast<VectorType>(value.getType());
    if (!isa<Float8E4M3FNType, Float8E5M2Type>(from))
      return rewriter.notifyMatchFailure(op, "expected f8E4M3FN or f8E5M2");
    if (!type || !PairBuilder::hasPairs(type))
      return rewriter.notifyMatchFailure(op, "expected an even vector");
    PairBuilder pairs(rewriter, loc, type);
    Type f16 = rewriter.getF16Type();
    Value bytes = arith::BitcastOp::create(
        rewriter, loc, type.clone(rewriter.getI8Type()), value);
    Value half = isa<Float8E4M3FNType>(from)
                     ? pairs.convert(bytes, "cvt.rn.f16x2.e4m3x2 $0, $1;", f16)
                     : pairs.spread(bytes, 0, /*isHigh=*/true, f16,
                                    [](Value pair) { return pair; });
    rewriter.replaceOp(op, extendHalf(rewriter, loc, half, op.getType()));
    return success();
  }
};

/// Bytes to floats by putting them below a power of two that has units of one:
/// conversions of integers are slower.
struct PackInteger : OpRewritePattern<arith::SIToFPOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SIToFPOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = dyn_cast<VectorType>(op.getIn().getType());
    if (!type || !type.getElementType().isInteger(8) ||
        !PairBuilder::hasPairs(type))
      return rewriter.notifyMatchFailure(op, "expected an even vector of i8");
    PairBuilder pairs(rewriter, loc, type);
    auto constant = [&](Type element, double value) -> Value {
      auto shaped = type.clone(element);
      return arith::ConstantOp::create(
          rewriter, loc,
          DenseElementsAttr::get(shaped,
                                 rewriter.getFloatAttr(element, value)));
    };
    Type to = getElementTypeOrSelf(op.getType());
    if (to.isBF16()) {
      // 128 + the low bits, less 128 + what the sign counts.
      auto get = [&](int64_t mask) {
        return pairs.spread(op.getIn(), 0x43, /*isHigh=*/false, to,
                            [&](Value pair) -> Value {
                              return arith::AndIOp::create(rewriter, loc, pair,
                                                           pairs.i32(mask));
                            });
      };
      rewriter.replaceOpWithNewOp<arith::SubFOp>(op, get(0xff7fff7f),
                                                 get(0xff80ff80));
      return success();
    }
    // 1024 + 128 + the integer.
    Type f16 = rewriter.getF16Type();
    Value shifted = pairs.spread(
        op.getIn(), 0x64, /*isHigh=*/false, f16, [&](Value pair) -> Value {
          return arith::XOrIOp::create(rewriter, loc, pair,
                                       pairs.i32(0x00800080));
        });
    Value half = arith::SubFOp::create(rewriter, loc, shifted,
                                       constant(f16, 1024 + 128));
    rewriter.replaceOp(op, extendHalf(rewriter, loc, half, op.getType()));
    return success();
  }
};

struct ExpandFloat8Pass final
    : redfuser::impl::ExpandFloat8Base<ExpandFloat8Pass> {
  using ExpandFloat8Base::ExpandFloat8Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandTruncate, ExpandExtend>(&getContext());
    if (packed)
      patterns.add<PackTruncate, PackExtend, PackInteger>(&getContext(),
                                                          /*benefit=*/2);
    // No folding: what is not expanded stays as it is.
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns),
                                  GreedyRewriteConfig().enableFolding(false))))
      signalPassFailure();
  }
};

} // namespace
