//===- MonoidsTest.cpp - Laws of the monoids ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace redfuser::cascade;

namespace {

class MonoidsTest : public ::testing::Test {
protected:
  MonoidsTest() : builder(&context) {
    context.loadDialect<arith::ArithDialect, CascadeDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
    floats = {builder.getF16Type(), builder.getBF16Type(), builder.getF32Type(),
              builder.getF64Type()};
    integers = {builder.getI1Type(), builder.getI8Type(), builder.getI32Type(),
                builder.getI64Type()};
  }

  Value constant(TypedAttr value) {
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), value);
  }

  /// What the op that `monoid` builds computes, by its own constant folder.
  TypedAttr combine(MonoidAttrInterface monoid, TypedAttr lhs, TypedAttr rhs) {
    Value result = monoid.buildCombine(builder, builder.getUnknownLoc(),
                                       constant(lhs), constant(rhs));
    SmallVector<OpFoldResult> folded;
    SmallVector<Attribute> operands{lhs, rhs};
    EXPECT_TRUE(succeeded(result.getDefiningOp()->fold(operands, folded)));
    if (folded.empty())
      return lhs;
    if (auto attr = dyn_cast<Attribute>(folded.front()))
      return cast<TypedAttr>(attr);
    // The folder returned an operand.
    auto operand =
        cast<Value>(folded.front()).getDefiningOp<arith::ConstantOp>();
    return operand.getValue();
  }

  static bool isNaN(TypedAttr attr) {
    auto value = dyn_cast<FloatAttr>(attr);
    return value && value.getValue().isNaN();
  }
  /// The same bits, or both NaN.
  static bool isIdentical(TypedAttr a, TypedAttr b) {
    return a == b || (isNaN(a) && isNaN(b));
  }
  /// The same but for the signs of zeros.
  static bool isEqual(TypedAttr a, TypedAttr b) {
    auto x = dyn_cast<FloatAttr>(a), y = dyn_cast<FloatAttr>(b);
    return isIdentical(a, b) || (x && y && x.getValue() == y.getValue());
  }

  /// Ordinary and special values of `type`.
  SmallVector<TypedAttr> values(Type type) {
    SmallVector<TypedAttr> result;
    if (auto integer = dyn_cast<IntegerType>(type)) {
      unsigned width = integer.getWidth();
      for (const APInt &value :
           {APInt::getZero(width), APInt::getOneBitSet(width, 0),
            APInt::getAllOnes(width), APInt::getSignedMinValue(width),
            APInt::getSignedMaxValue(width),
            APInt(width, 0x5a, /*isSigned=*/false, /*implicitTrunc=*/true)})
        result.push_back(IntegerAttr::get(type, value));
      return result;
    }
    const llvm::fltSemantics &semantics =
        cast<FloatType>(type).getFloatSemantics();
    for (double value : {1.0, -1.0, 0.5, -3.0, 0.0, -0.0})
      result.push_back(FloatAttr::get(type, value));
    for (bool negative : {false, true}) {
      result.push_back(
          FloatAttr::get(type, APFloat::getInf(semantics, negative)));
      result.push_back(
          FloatAttr::get(type, APFloat::getLargest(semantics, negative)));
      result.push_back(
          FloatAttr::get(type, APFloat::getSmallest(semantics, negative)));
    }
    result.push_back(FloatAttr::get(type, APFloat::getQNaN(semantics)));
    return result;
  }

  /// Calls `visit` with each monoid and each type that it is defined on.
  void
  forEachMonoid(llvm::function_ref<void(MonoidAttrInterface, Type)> visit) {
    for (MonoidAttrInterface monoid : getBuiltinMonoids(&context))
      for (ArrayRef<Type> group : {ArrayRef(floats), ArrayRef(integers)})
        for (Type type : group)
          if (monoid.supportsType(type))
            visit(monoid, type);
  }
  static std::string describe(MonoidAttrInterface monoid, Type type,
                              ArrayRef<TypedAttr> values) {
    std::string what;
    llvm::raw_string_ostream os(what);
    os << monoid << " on " << type << ": ";
    llvm::interleaveComma(values, os);
    return what;
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  SmallVector<Type> floats, integers;
};

TEST_F(MonoidsTest, IdentityLeavesEveryValueAlone) {
  forEachMonoid([&](MonoidAttrInterface monoid, Type type) {
    TypedAttr identity = monoid.getIdentity(type);
    ASSERT_EQ(identity.getType(), type);
    for (TypedAttr value : values(type)) {
      EXPECT_TRUE(isIdentical(combine(monoid, value, identity), value))
          << describe(monoid, type, {value});
      EXPECT_TRUE(isIdentical(combine(monoid, identity, value), value))
          << describe(monoid, type, {value});
    }
  });
}

TEST_F(MonoidsTest, CombinationCommutes) {
  forEachMonoid([&](MonoidAttrInterface monoid, Type type) {
    for (TypedAttr lhs : values(type))
      for (TypedAttr rhs : values(type))
        // maxnumf and minnumf leave the sign of a zero open.
        EXPECT_TRUE(
            isEqual(combine(monoid, lhs, rhs), combine(monoid, rhs, lhs)))
            << describe(monoid, type, {lhs, rhs});
  });
}

TEST_F(MonoidsTest, ExactCombinationAssociates) {
  forEachMonoid([&](MonoidAttrInterface monoid, Type type) {
    if (monoid.isRounded())
      return;
    for (TypedAttr a : values(type))
      for (TypedAttr b : values(type))
        for (TypedAttr c : values(type))
          EXPECT_TRUE(isEqual(combine(monoid, combine(monoid, a, b), c),
                              combine(monoid, a, combine(monoid, b, c))))
              << describe(monoid, type, {a, b, c});
  });
}

/// What getTrend says of running results.
TEST_F(MonoidsTest, TrendsAreKept) {
  forEachMonoid([&](MonoidAttrInterface monoid, Type type) {
    if (monoid.getTrend() == Trend::None)
      return;
    for (TypedAttr value : values(type))
      for (TypedAttr added : values(type)) {
        // A monotone result that has reached a value stays there or moves on,
        // never back.
        TypedAttr moved = combine(monoid, value, added);
        EXPECT_TRUE(isEqual(combine(monoid, moved, value), moved))
            << describe(monoid, type, {value, added});
      }
  });
}

TEST_F(MonoidsTest, SupportsItsTypesOnly) {
  for (MonoidAttrInterface monoid : getBuiltinMonoids(&context)) {
    bool onFloats = monoid.supportsType(builder.getF32Type());
    for (Type type : floats)
      EXPECT_EQ(monoid.supportsType(type), onFloats);
    for (Type type : integers)
      EXPECT_EQ(monoid.supportsType(type), !onFloats);
    EXPECT_FALSE(monoid.supportsType(builder.getIndexType()));
    EXPECT_FALSE(monoid.supportsType(
        IntegerType::get(&context, 8, IntegerType::Unsigned)));
    EXPECT_FALSE(monoid.supportsType(Float8E4M3FNType::get(&context)));
    EXPECT_FALSE(
        monoid.supportsType(RankedTensorType::get({4}, builder.getF32Type())));
    EXPECT_FALSE(monoid.getPartner());
  }
}

TEST_F(MonoidsTest, MeanHasAPartner) {
  Type f32 = builder.getF32Type(), f16 = builder.getF16Type();
  auto mean = MeanAttr::get(&context, 3);
  MonoidAttrInterface monoid = mean;
  EXPECT_EQ(monoid.getPartner(), 3u);
  EXPECT_EQ(cast<MonoidAttrInterface>(mean.withPartner(1)).getPartner(), 1u);
  EXPECT_TRUE(monoid.supportsType(f32));
  EXPECT_FALSE(monoid.supportsType(f16));
  EXPECT_TRUE(mean.checkPartner(AddFAttr::get(&context), f16).empty());
  EXPECT_TRUE(
      mean.checkPartner(AddIAttr::get(&context), builder.getI64Type()).empty());
  EXPECT_FALSE(mean.checkPartner(MulFAttr::get(&context), f32).empty());
  EXPECT_FALSE(
      monoid.buildCombine(builder, builder.getUnknownLoc(), Value(), Value()));
}

TEST_F(MonoidsTest, MatchesItsOwnCombinationInEitherOrder) {
  forEachMonoid([&](MonoidAttrInterface monoid, Type type) {
    if (type != builder.getF32Type() && type != builder.getI32Type())
      return;
    Location loc = builder.getUnknownLoc();
    Value acc = constant(values(type)[0]);
    Value term = constant(values(type)[1]);
    bool negated = true;
    Value combined = monoid.buildCombine(builder, loc, acc, term);
    EXPECT_EQ(monoid.matchTerm(combined, acc, negated), term);
    EXPECT_FALSE(negated);
    combined = monoid.buildCombine(builder, loc, term, acc);
    EXPECT_EQ(monoid.matchTerm(combined, acc, negated), term);
    EXPECT_FALSE(negated);
    // No other monoid's combination, and nothing that leaves the accumulator
    // out.
    for (MonoidAttrInterface other : getBuiltinMonoids(&context))
      if (other != monoid && other.supportsType(type))
        EXPECT_FALSE(monoid.matchTerm(
            other.buildCombine(builder, loc, acc, term), acc, negated));
    combined = monoid.buildCombine(builder, loc, term, term);
    EXPECT_FALSE(monoid.matchTerm(combined, acc, negated));
    EXPECT_FALSE(monoid.matchTerm(term, acc, negated));
  });
}

TEST_F(MonoidsTest, SumMatchesADifference) {
  Type f32 = builder.getF32Type();
  Location loc = builder.getUnknownLoc();
  Value acc = constant(FloatAttr::get(f32, 1.0));
  Value term = constant(FloatAttr::get(f32, 2.0));
  MonoidAttrInterface sum = AddFAttr::get(&context);
  bool negated = false;
  Value difference = arith::SubFOp::create(builder, loc, acc, term);
  EXPECT_EQ(sum.matchTerm(difference, acc, negated), term);
  EXPECT_TRUE(negated);
  // term - acc flips the sign at every step: no sum.
  difference = arith::SubFOp::create(builder, loc, term, acc);
  EXPECT_FALSE(sum.matchTerm(difference, acc, negated));
}

} // namespace
