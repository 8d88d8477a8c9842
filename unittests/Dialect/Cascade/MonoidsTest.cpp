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
    types = {builder.getF16Type(), builder.getBF16Type(), builder.getF32Type(),
             builder.getF64Type()};
  }

  Value constant(TypedAttr value) {
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(), value);
  }

  /// What the op that `monoid` builds computes, by its own constant folder.
  APFloat combine(MonoidAttrInterface monoid, TypedAttr lhs, TypedAttr rhs) {
    Value result = monoid.buildCombine(builder, builder.getUnknownLoc(),
                                       constant(lhs), constant(rhs));
    SmallVector<OpFoldResult> folded;
    SmallVector<Attribute> operands{lhs, rhs};
    EXPECT_TRUE(succeeded(result.getDefiningOp()->fold(operands, folded)));
    if (folded.empty())
      return cast<FloatAttr>(lhs).getValue();
    if (auto attr = dyn_cast<Attribute>(folded.front()))
      return cast<FloatAttr>(attr).getValue();
    // The folder returned an operand.
    auto operand =
        cast<Value>(folded.front()).getDefiningOp<arith::ConstantOp>();
    return cast<FloatAttr>(operand.getValue()).getValue();
  }

  /// Ordinary and special values of `type`.
  SmallVector<TypedAttr> values(FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    SmallVector<TypedAttr> result;
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

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  SmallVector<FloatType> types;
};

TEST_F(MonoidsTest, IdentityLeavesEveryValueAlone) {
  for (MonoidAttrInterface monoid : getBuiltinMonoids(&context))
    for (FloatType type : types) {
      TypedAttr identity = monoid.getIdentity(type);
      ASSERT_EQ(identity.getType(), type);
      for (TypedAttr value : values(type)) {
        APFloat expected = cast<FloatAttr>(value).getValue();
        for (bool swapped : {false, true}) {
          APFloat actual = swapped ? combine(monoid, value, identity)
                                   : combine(monoid, identity, value);
          std::string what;
          llvm::raw_string_ostream(what)
              << monoid << " on " << type << ", " << value;
          if (expected.isNaN())
            EXPECT_TRUE(actual.isNaN()) << what;
          else
            EXPECT_TRUE(actual.bitwiseIsEqual(expected)) << what;
        }
      }
    }
}

TEST_F(MonoidsTest, CombinationCommutes) {
  for (MonoidAttrInterface monoid : getBuiltinMonoids(&context))
    for (FloatType type : types)
      for (TypedAttr lhs : values(type))
        for (TypedAttr rhs : values(type)) {
          APFloat forth = combine(monoid, lhs, rhs);
          APFloat back = combine(monoid, rhs, lhs);
          std::string what;
          llvm::raw_string_ostream(what)
              << monoid << " of " << lhs << " and " << rhs;
          // maxnumf and minnumf leave the sign of a zero open.
          EXPECT_TRUE((forth.isNaN() && back.isNaN()) || forth == back) << what;
        }
}

TEST_F(MonoidsTest, SupportsFloatsWithInfinitiesOnly) {
  for (MonoidAttrInterface monoid : getBuiltinMonoids(&context)) {
    for (FloatType type : types)
      EXPECT_TRUE(monoid.supportsType(type));
    EXPECT_FALSE(monoid.supportsType(builder.getI32Type()));
    EXPECT_FALSE(monoid.supportsType(builder.getIndexType()));
    EXPECT_FALSE(monoid.supportsType(Float8E4M3FNType::get(&context)));
    EXPECT_FALSE(
        monoid.supportsType(RankedTensorType::get({4}, builder.getF32Type())));
  }
}

TEST_F(MonoidsTest, MatchesItsOwnCombinationInEitherOrder) {
  Type f32 = builder.getF32Type();
  Value acc = constant(FloatAttr::get(f32, 1.0));
  Value term = constant(FloatAttr::get(f32, 2.0));
  for (MonoidAttrInterface monoid : getBuiltinMonoids(&context)) {
    Location loc = builder.getUnknownLoc();
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
      if (other != monoid)
        EXPECT_FALSE(monoid.matchTerm(
            other.buildCombine(builder, loc, acc, term), acc, negated));
    combined = monoid.buildCombine(builder, loc, term, term);
    EXPECT_FALSE(monoid.matchTerm(combined, acc, negated));
    EXPECT_FALSE(monoid.matchTerm(term, acc, negated));
  }
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
