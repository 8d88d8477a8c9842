//===- RankTest.cpp - Splitting terms into sums of products ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Rank.h"

#include "gtest/gtest.h"

using namespace redfuser::algebra;

namespace {
class RankTest : public testing::Test {
protected:
  ExprContext c;
  Expr x = c.input(0), y = c.input(1), w = c.input(2);
  Expr d0 = c.reference(0), d1 = c.reference(1), n = c.length();
  Expr u = c.deviation(0), v = c.deviation(1), shift = c.shift(0),
       other = c.shift(1);

  static bool isNothing(const Term &) { return false; }

  llvm::SmallVector<Split> expectRank(Expr f, unsigned rank) {
    SplitFailure failure;
    auto parts = splitSum(c, f, isNothing, failure);
    EXPECT_TRUE(mlir::succeeded(parts)) << failure.message;
    if (mlir::failed(parts))
      return {};
    EXPECT_EQ(parts->size(), rank) << toString(f);
    Expr sum = c.constant(0);
    for (const Split &part : *parts)
      sum = c.add(sum, c.mul(part.g, part.h));
    EXPECT_EQ(sum, f) << toString(sum);
    return *parts;
  }

  Expr square(Expr value) { return c.mul(value, value); }
};

TEST_F(RankTest, IndependentFunctionsAreCounted) {
  expectRank(square(c.sub(x, c.div(d0, n))), 3);
  expectRank(c.mul(c.sub(x, d0), c.sub(y, d1)), 4);
  // (x + y) d0 + x d1 + y d1: G = x + y in both.
  expectRank(c.mul(c.add(x, y), c.add(d0, d1)), 1);
  expectRank(c.add(c.mul(x, d0), c.mul(y, d1)), 2);
}

TEST_F(RankTest, DependentColumnsShareASum) {
  // Relative entropy: the joint logarithm is one sum.
  Expr p = c.exp(c.sub(x, y));
  Expr f = c.div(c.mul(p, c.sub(c.sub(x, c.log(d0)), c.sub(w, c.log(d1)))), d0);
  auto parts = expectRank(f, 2);
  EXPECT_EQ(parts[0].g, c.mul(p, c.sub(x, w)));
}

TEST_F(RankTest, RankIsBounded) {
  Expr f = c.constant(0);
  for (unsigned i = 1; i <= 9; ++i)
    f = c.add(f, c.mul(c.pow(x, Rational(i)), c.pow(d0, Rational(i))));
  SplitFailure failure;
  EXPECT_TRUE(mlir::failed(splitSum(c, f, isNothing, failure)));
  EXPECT_NE(failure.message.find("more than 8 sums"), std::string::npos)
      << failure.message;
}

TEST_F(RankTest, ExponentsStayWhole) {
  // exp(x - 10^4) is in range, exp(x) and exp(-10^4) are not.
  Expr e = c.exp(c.sub(x, c.constant(10000)));
  auto parts = expectRank(c.sub(d0, e), 2);
  EXPECT_EQ(parts[1].g, c.neg(e));
}

TEST_F(RankTest, MixedAtomsAreRefused) {
  SplitFailure failure;
  EXPECT_TRUE(
      mlir::failed(splitSum(c, c.abs(c.sub(x, d0)), isNothing, failure)));
}

TEST_F(RankTest, CoordinatesAddUp) {
  Span span(c);
  EXPECT_TRUE(span.insert(c.add(x, y)));
  EXPECT_TRUE(span.insert(c.add(y, w)));
  EXPECT_TRUE(span.insert(c.add(w, x)));
  EXPECT_FALSE(span.insert(c.sub(x, w)));
  auto coordinates = span.getCoordinates(c.scale(x, Rational(2)));
  ASSERT_TRUE(coordinates);
  EXPECT_EQ((*coordinates)[0], Rational(1));
  EXPECT_EQ((*coordinates)[1], Rational(-1));
  EXPECT_EQ((*coordinates)[2], Rational(1));
  EXPECT_FALSE(span.getCoordinates(c.mul(x, y)));
}

TEST_F(RankTest, MeansAreFound) {
  Expr mean = c.div(d0, n);
  Expr f = c.mul(square(c.sub(x, mean)), w);
  auto scales = getScales(c, f, x, 0);
  ASSERT_EQ(scales.size(), 1u);
  EXPECT_EQ(scales[0], c.pow(n, Rational(-1)));
  EXPECT_EQ(centerOn(c, f, {x, scales[0], 0}, u), c.mul(square(u), w));
  // Not with any other scale.
  EXPECT_EQ(centerOn(c, f, {x, c.constant(1), 0}, u), nullptr);
}

TEST_F(RankTest, MeansOfSumsAndProducts) {
  Expr sum = c.add(x, c.scale(y, Rational(3)));
  Expr f = c.pow(c.sub(sum, d0), Rational(3));
  auto scales = getScales(c, f, sum, 0);
  ASSERT_EQ(scales.size(), 1u);
  EXPECT_EQ(centerOn(c, f, {sum, scales[0], 0}, u), c.pow(u, Rational(3)));

  Expr product = c.mul(x, square(y));
  Expr g = square(c.sub(product, c.div(d0, d1)));
  scales = getScales(c, g, product, 0);
  ASSERT_EQ(scales.size(), 1u);
  EXPECT_EQ(centerOn(c, g, {product, scales[0], 0}, u), square(u));
}

TEST_F(RankTest, NoMeanOfSomethingElse) {
  Expr f = square(c.sub(x, c.div(d0, n)));
  EXPECT_TRUE(getScales(c, f, y, 0).empty());
  EXPECT_EQ(centerOn(c, c.mul(x, d0), {x, c.constant(1), 0}, u), nullptr);
}

TEST_F(RankTest, ExponentsStayApart) {
  Expr f = c.mul(c.exp(c.sub(x, d0)), c.sub(x, d0));
  EXPECT_EQ(centerOn(c, f, {x, c.constant(1), 0}, u),
            c.mul(c.exp(c.sub(x, d0)), u));
}

TEST_F(RankTest, MomentsAreClosed) {
  Span span(c);
  span.insert(c.mul(c.pow(u, Rational(4)), w));
  ASSERT_TRUE(mlir::succeeded(closeUnderDerivatives(c, span, {u->getAtom()})));
  EXPECT_EQ(span.getBasis().size(), 5u);
  EXPECT_EQ(span.getBasis().back(), w);
  // (u + D)^4 is binomial.
  Rational binomial[] = {1, 4, 6, 4, 1};
  auto moves = propagate(c, span, 0, {u->getAtom()}, {shift});
  ASSERT_EQ(moves.size(), 5u);
  for (const Move &move : moves) {
    EXPECT_EQ(move.factor, binomial[move.member]);
    EXPECT_EQ(move.shift, c.pow(shift, Rational(move.member)));
  }
}

TEST_F(RankTest, SeveralReferencesCommute) {
  Span span(c);
  span.insert(c.mul(u, v));
  ASSERT_TRUE(mlir::succeeded(
      closeUnderDerivatives(c, span, {u->getAtom(), v->getAtom()})));
  EXPECT_EQ(span.getBasis().size(), 4u);
  auto moves =
      propagate(c, span, 0, {u->getAtom(), v->getAtom()}, {shift, other});
  EXPECT_EQ(moves.size(), 4u);
  Expr sum = c.constant(0);
  for (const Move &move : moves)
    sum = c.add(sum, c.scale(c.mul(move.shift, span.getBasis()[move.member]),
                             move.factor));
  EXPECT_EQ(sum, c.mul(c.add(u, shift), c.add(v, other)));
}

TEST_F(RankTest, JointTermsStayJoint) {
  // p (u - v): the derivatives are p, once.
  Expr p = c.exp(x);
  Span span(c);
  span.insert(c.mul(p, c.sub(u, v)));
  ASSERT_TRUE(mlir::succeeded(
      closeUnderDerivatives(c, span, {u->getAtom(), v->getAtom()})));
  EXPECT_EQ(span.getBasis().size(), 2u);
}

TEST_F(RankTest, ClosureIsBounded) {
  Span span(c);
  span.insert(c.pow(u, Rational(8)));
  EXPECT_TRUE(mlir::failed(closeUnderDerivatives(c, span, {u->getAtom()})));
}
} // namespace
