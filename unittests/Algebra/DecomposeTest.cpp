//===- DecomposeTest.cpp - Splitting terms into inputs and references -----===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Decompose.h"

#include "gtest/gtest.h"

using namespace redfuser::algebra;

namespace {
class DecomposeTest : public testing::Test {
protected:
  ExprContext c;
  Expr x = c.input(0), v = c.input(1), m = c.reference(0), s = c.reference(1);

  void expectSplit(Expr f, Expr g, Expr h) {
    SplitFailure failure;
    mlir::FailureOr<Split> split = splitProduct(c, f, failure);
    ASSERT_TRUE(mlir::succeeded(split)) << failure.message;
    EXPECT_EQ(split->g, g) << toString(split->g);
    EXPECT_EQ(split->h, h) << toString(split->h);
    EXPECT_TRUE(passesFixedPointTest(c, f));
  }

  std::string expectNoSplit(Expr f) {
    SplitFailure failure;
    EXPECT_TRUE(mlir::failed(splitProduct(c, f, failure))) << toString(f);
    EXPECT_FALSE(passesFixedPointTest(c, f));
    return failure.message;
  }
};

TEST_F(DecomposeTest, Softmax) {
  expectSplit(c.exp(c.sub(x, m)), c.exp(x), c.exp(c.neg(m)));
}

TEST_F(DecomposeTest, Base2) {
  Expr scale = c.constant(llvm::APFloat(0.18033688f));
  expectSplit(c.exp2(c.mul(scale, c.sub(x, m))), c.exp2(c.mul(scale, x)),
              c.exp2(c.neg(c.mul(scale, m))));
}

TEST_F(DecomposeTest, AttentionSpellings) {
  c.setReferenceSign(2, Sign::Positive);
  Expr l = c.reference(2);
  Expr g = c.mul(c.exp(x), v);
  Expr h = c.div(c.exp(c.neg(m)), l);
  Expr p = c.exp(c.sub(x, m));
  expectSplit(c.mul(c.div(p, l), v), g, h);
  expectSplit(c.mul(p, c.mul(c.div(c.constant(1), l), v)), g, h);
  expectSplit(c.mul(c.exp(c.sub(x, c.add(m, c.log(l)))), v), g, h);
}

TEST_F(DecomposeTest, LogarithmsOfUnknownSign) {
  // exp(-log s) is no 1 / s where s is negative, but no exponential of s.
  Expr h = c.exp(c.neg(c.log(s)));
  expectSplit(c.exp(c.sub(x, c.log(s))), c.exp(x), h);
  EXPECT_FALSE(hasExponentialOfReference(h));
  EXPECT_TRUE(hasExponentialOfReference(c.exp(c.neg(c.add(s, c.log(s))))));
}

TEST_F(DecomposeTest, SumsOfInputsShareOneFactor) {
  expectSplit(c.mul(c.add(x, v), s), c.add(x, v), s);
  expectSplit(c.div(c.mul(x, v), c.add(s, c.constant(1))), c.mul(x, v),
              c.pow(c.add(s, c.constant(1)), Rational(-1)));
}

TEST_F(DecomposeTest, SumsOfReferencesShareOneInput) {
  Expr h = c.add(s, m);
  SplitFailure failure;
  mlir::FailureOr<Split> split = splitProduct(c, c.mul(x, h), failure);
  ASSERT_TRUE(mlir::succeeded(split));
  EXPECT_EQ(c.mul(split->g, split->h), c.mul(x, h));
  EXPECT_FALSE(split->g->dependsOn(OnReference));
  EXPECT_FALSE(split->h->dependsOn(OnAxis));
}

TEST_F(DecomposeTest, RootMeanSquare) {
  Expr h = c.pow(
      c.add(c.scale(s, Rational(1, 64)), c.constant(llvm::APFloat(1e-5f))),
      Rational(-1, 2));
  SplitFailure failure;
  mlir::FailureOr<Split> split =
      splitProduct(c, c.mul(c.mul(x, h), v), failure);
  ASSERT_TRUE(mlir::succeeded(split));
  EXPECT_EQ(c.mul(split->g, split->h), c.mul(c.mul(x, h), v));
  EXPECT_FALSE(split->h->dependsOn(OnAxis));
}

TEST_F(DecomposeTest, NoSigmoid) {
  Expr one = c.constant(1);
  Expr sigmoid = c.div(one, c.add(one, c.exp(c.sub(m, x))));
  EXPECT_NE(expectNoSplit(sigmoid).find("mixes elements"), std::string::npos);
}

TEST_F(DecomposeTest, NoAbsoluteDeviation) {
  EXPECT_NE(expectNoSplit(c.abs(c.sub(x, m))).find("abs"), std::string::npos);
}

TEST_F(DecomposeTest, NoRelu) {
  mlir::MLIRContext context;
  auto name = mlir::StringAttr::get(&context, "arith.maximumf");
  expectNoSplit(c.extremum(name, c.sub(x, m), c.constant(0)));
}

TEST_F(DecomposeTest, NoDeviation) {
  EXPECT_NE(expectNoSplit(c.sub(x, m)).find("sum of 2 different functions"),
            std::string::npos);
  EXPECT_NE(expectNoSplit(c.pow(c.sub(x, m), Rational(2)))
                .find("sum of 3 different functions"),
            std::string::npos);
}

TEST_F(DecomposeTest, NoTemperatureOfTheRow) {
  EXPECT_NE(expectNoSplit(c.exp(c.mul(x, s))).find("exponent"),
            std::string::npos);
  expectNoSplit(c.exp(c.div(c.sub(x, m), s)));
}

TEST_F(DecomposeTest, NoRoundedProduct) {
  mlir::MLIRContext context;
  Expr p =
      c.round(c.div(c.exp(c.sub(x, m)), s), mlir::Float16Type::get(&context));
  expectNoSplit(c.mul(p, v));
}

TEST_F(DecomposeTest, NoUnknown) {
  EXPECT_NE(expectNoSplit(c.mul(x, c.unknown())).find("limits"),
            std::string::npos);
}

TEST_F(DecomposeTest, Factors) {
  Expr h = c.div(c.exp(c.neg(m)), s);
  llvm::SmallVector<Expr> factors = getFactors(c, h);
  ASSERT_EQ(factors.size(), 2u);
  EXPECT_EQ(c.mul(factors[0], factors[1]), h);
  EXPECT_EQ(getReferences(h), (llvm::SmallVector<unsigned>{0, 1}));
  EXPECT_TRUE(hasExponentialOfReference(h));
  EXPECT_FALSE(hasExponentialOfReference(c.div(c.exp(x), s)));
}

TEST_F(DecomposeTest, Exponentials) {
  EXPECT_EQ(matchExponential(c, c.exp(c.neg(m)), 0), c.constant(-1));
  EXPECT_EQ(matchExponential(c, c.exp2(c.neg(m)), 0), c.neg(c.ln2()));
  EXPECT_EQ(matchExponential(c, c.exp(c.neg(m)), 1), nullptr);
  EXPECT_EQ(matchExponential(c, c.exp(c.mul(m, m)), 0), nullptr);
  EXPECT_EQ(matchExponential(c, c.exp(c.mul(m, s)), 0), nullptr);
  EXPECT_EQ(matchExponential(c, s, 1), nullptr);
}

TEST_F(DecomposeTest, Bounds) {
  mlir::MLIRContext context;
  mlir::Type f16 = mlir::Float16Type::get(&context);
  Bound max{0, x, /*upper=*/true}, min{1, x, /*upper=*/false};
  EXPECT_TRUE(isNonPositive(c, c.sub(x, m), max));
  EXPECT_TRUE(isNonPositive(c, c.scale(c.sub(x, m), Rational(3)), max));
  EXPECT_TRUE(isNonPositive(c, c.round(c.sub(x, m), f16), max));
  EXPECT_TRUE(isNonPositive(c, c.sub(c.sub(x, m), c.exp(v)), max));
  EXPECT_TRUE(isNonPositive(c, c.sub(s, x), min));

  EXPECT_FALSE(isNonPositive(c, c.sub(m, x), max));
  EXPECT_FALSE(isNonPositive(c, c.sub(v, m), max));
  EXPECT_FALSE(isNonPositive(c, c.sub(c.scale(x, Rational(1, 2)), m), max));
  EXPECT_FALSE(isNonPositive(c, c.add(c.sub(x, m), v), max));
  EXPECT_FALSE(isNonPositive(c, c.sub(c.round(x, f16), m), max));
  EXPECT_FALSE(isNonPositive(c, c.sub(x, s), min));
  EXPECT_FALSE(isNonPositive(c, c.sub(x, m), {}));
}
} // namespace
