//===- ExprTest.cpp - Laws of the normal form -----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace redfuser::algebra;

namespace {
class ExprTest : public testing::Test {
protected:
  ExprTest() {
    c.setReferenceSign(2, Sign::Positive);
    l = c.reference(2);
  }

  ExprContext c;
  Expr x = c.input(0), y = c.input(1), m = c.reference(0), s = c.reference(1);
  /// Positive.
  Expr l;
};

TEST_F(ExprTest, SumsAndProducts) {
  EXPECT_EQ(c.add(x, y), c.add(y, x));
  EXPECT_EQ(c.sub(x, x), c.constant(0));
  EXPECT_EQ(c.mul(x, c.add(y, m)), c.add(c.mul(x, m), c.mul(y, x)));
  EXPECT_EQ(c.mul(c.mul(x, y), m), c.mul(x, c.mul(y, m)));
  EXPECT_NE(c.mul(x, y), c.mul(x, x));
  EXPECT_EQ(c.div(c.mul(x, y), y), x);
  EXPECT_EQ(c.scale(x, Rational(2)), c.add(x, x));
}

TEST_F(ExprTest, Constants) {
  EXPECT_EQ(c.constant(llvm::APFloat(0.5f)), c.constant(Rational(1, 2)));
  EXPECT_EQ(c.constant(llvm::APFloat(-3.0)), c.constant(-3));
  EXPECT_EQ(c.constant(llvm::APFloat(-0.0)), c.constant(0));
  EXPECT_EQ(c.constant(llvm::APFloat(6.0e30f)),
            c.constant(llvm::APFloat(double(6.0e30f))));
  // The smallest denormal, exactly.
  llvm::APFloat smallest =
      llvm::APFloat::getSmallest(llvm::APFloat::IEEEdouble());
  EXPECT_EQ(toDouble(*c.constant(smallest)->getConstant()), 4.9e-324);
  EXPECT_EQ(toDouble(*c.constant(llvm::APFloat(0.1))->getConstant()), 0.1);
  EXPECT_FALSE(c.constant(llvm::APFloat(INFINITY))->getConstant());
}

TEST_F(ExprTest, Exponentials) {
  EXPECT_EQ(c.mul(c.exp(x), c.exp(y)), c.exp(c.add(x, y)));
  EXPECT_EQ(c.exp(c.log(l)), l);
  EXPECT_EQ(c.exp(c.scale(c.log(l), Rational(-1))), c.div(c.constant(1), l));
  EXPECT_EQ(c.exp2(c.log2(l)), l);
  // NaN where s is negative.
  EXPECT_NE(c.exp(c.log(s)), s);
  EXPECT_EQ(c.log(c.exp(x)), x);
  EXPECT_EQ(c.pow(c.exp(x), Rational(1, 2)), c.exp(c.scale(x, Rational(1, 2))));
  EXPECT_EQ(c.exp(c.sub(x, x)), c.constant(1));
  EXPECT_NE(c.exp2(x), c.exp(x));
}

TEST_F(ExprTest, ExponentialsOfSumsOfLogs) {
  // exp(x - (m + log l)) = exp(x - m) / l.
  EXPECT_EQ(c.exp(c.sub(x, c.add(m, c.log(l)))), c.div(c.exp(c.sub(x, m)), l));
}

TEST_F(ExprTest, Powers) {
  Expr sum = c.add(x, y);
  EXPECT_EQ(c.pow(sum, Rational(2)), c.mul(sum, sum));
  EXPECT_EQ(c.div(sum, sum), c.constant(1));
  EXPECT_EQ(c.mul(c.pow(sum, Rational(1, 2)), c.pow(sum, Rational(1, 2))), sum);
  // Common factors do not matter.
  EXPECT_EQ(c.div(c.scale(sum, Rational(2)), sum), c.constant(2));
  EXPECT_EQ(c.div(c.mul(sum, m), c.add(c.mul(x, m), c.mul(y, m))),
            c.constant(1));
  EXPECT_EQ(c.pow(c.pow(x, Rational(1, 2)), Rational(2)), x);
}

TEST_F(ExprTest, RootsRespectSigns) {
  EXPECT_EQ(c.pow(c.pow(x, Rational(2)), Rational(1, 2)), c.abs(x));
  EXPECT_NE(c.pow(c.pow(x, Rational(2)), Rational(1, 2)), x);
  // sqrt(x y) is not sqrt(x) sqrt(y) where both are negative.
  EXPECT_NE(c.pow(c.mul(x, y), Rational(1, 2)),
            c.mul(c.pow(x, Rational(1, 2)), c.pow(y, Rational(1, 2))));
  EXPECT_EQ(c.mul(c.pow(c.mul(x, y), Rational(1, 2)),
                  c.pow(c.mul(x, y), Rational(1, 2))),
            c.mul(x, y));
}

TEST_F(ExprTest, AbsoluteValues) {
  EXPECT_EQ(c.abs(c.sub(x, y)), c.abs(c.sub(y, x)));
  EXPECT_EQ(c.abs(c.exp(x)), c.exp(x));
  EXPECT_EQ(c.mul(c.abs(x), c.abs(x)), c.mul(x, x));
  EXPECT_EQ(c.abs(c.scale(x, Rational(-3))), c.scale(c.abs(x), Rational(3)));
  EXPECT_NE(c.abs(x), x);
}

TEST_F(ExprTest, Selects) {
  Expr condition = c.compare(2, x, y);
  Expr zero = c.constant(0);
  EXPECT_EQ(c.select(condition, m, m), m);
  // Factors move through a choice between finite values.
  EXPECT_EQ(c.select(condition, c.mul(x, m), zero),
            c.mul(m, c.select(condition, x, zero)));
  // An infinite alternative stays a choice.
  Expr inf = c.constant(llvm::APFloat(-INFINITY));
  EXPECT_TRUE(c.select(condition, x, inf)->getAtom());
}

TEST_F(ExprTest, Rounding) {
  mlir::MLIRContext context;
  mlir::Type f16 = mlir::Float16Type::get(&context);
  mlir::Type bf16 = mlir::BFloat16Type::get(&context);
  EXPECT_NE(c.round(x, f16), x);
  EXPECT_EQ(c.round(c.round(x, f16), f16), c.round(x, f16));
  EXPECT_NE(c.round(x, f16), c.round(x, bf16));
}

TEST_F(ExprTest, Signs) {
  EXPECT_EQ(getSign(c.exp(x)), Sign::Positive);
  EXPECT_EQ(getSign(c.mul(x, x)), Sign::NonNegative);
  EXPECT_EQ(getSign(x), Sign::Unknown);
  // A maximum has the sign of either side; one that ignores NaN has that of a
  // constant, since the other side may be taken in place of NaN.
  mlir::MLIRContext mlirContext;
  auto extremum = [&](llvm::StringRef name, Expr lhs, Expr rhs) {
    return getSign(
        c.extremum(mlir::StringAttr::get(&mlirContext, name), lhs, rhs));
  };
  Expr one = c.constant(1), e = c.exp(x);
  EXPECT_EQ(extremum("arith.maximumf", x, one), Sign::Positive);
  EXPECT_EQ(extremum("arith.maximumf", e, x), Sign::Positive);
  EXPECT_EQ(extremum("arith.maximumf", c.constant(0), x), Sign::NonNegative);
  EXPECT_EQ(extremum("arith.maxnumf", x, one), Sign::Positive);
  EXPECT_EQ(extremum("arith.maxnumf", e, x), Sign::Unknown);
  EXPECT_EQ(extremum("arith.minimumf", x, one), Sign::Unknown);
  EXPECT_EQ(extremum("arith.minimumf", e, one), Sign::Positive);
  EXPECT_EQ(getSign(c.add(c.exp(x), c.mul(x, x))), Sign::Positive);
  EXPECT_EQ(getSign(c.neg(c.exp(x))), Sign::Unknown);
  c.setReferenceSign(2, Sign::Positive);
  EXPECT_EQ(getSign(c.div(c.constant(1), c.reference(2))), Sign::Positive);
}

TEST_F(ExprTest, Substitution) {
  Expr f = c.div(c.exp(c.sub(x, m)), c.add(s, y));
  Expr replaced = c.substitute(f, [&](const Atom &leaf) -> Expr {
    return leaf.isLeaf(LeafKind::Input) && leaf.index == 1 ? c.constant(0)
                                                           : nullptr;
  });
  EXPECT_EQ(replaced, c.div(c.exp(c.sub(x, m)), s));
}

TEST_F(ExprTest, Evaluation) {
  Expr f = c.exp(c.neg(m));
  auto at = [&](double value) {
    return evaluate(f, [&](const Atom &) { return value; });
  };
  EXPECT_EQ(at(0), 1.0);
  EXPECT_EQ(at(-INFINITY), INFINITY);
  EXPECT_EQ(at(INFINITY), 0.0);
}

TEST_F(ExprTest, GrowthIsBounded) {
  // (x0 + ... + x7)^16 has 245157 products.
  Expr sum = c.constant(0);
  for (unsigned i = 0; i < 8; ++i)
    sum = c.add(sum, c.input(i));
  Expr power = c.pow(sum, Rational(16));
  EXPECT_TRUE(c.isLimitExceeded());
  EXPECT_NE(power, c.pow(sum, Rational(16)));
}

TEST_F(ExprTest, CoefficientsAreBounded) {
  Expr value = c.constant(3);
  for (unsigned i = 0; i < 64; ++i)
    value = c.mul(value, value);
  EXPECT_TRUE(c.isLimitExceeded());
}

TEST_F(ExprTest, PrintingSharedExpressionsIsBounded) {
  Expr value = x;
  for (unsigned i = 0; i < 64; ++i)
    value = c.log(c.add(value, c.abs(value)));
  EXPECT_LT(toString(value).size(), 1u << 16);
}

TEST_F(ExprTest, Assumptions) {
  Expr mask = c.input(2, /*fixed=*/false, /*boolean=*/true);
  Expr ninf = c.constant(
      llvm::APFloat::getInf(llvm::APFloat::IEEEsingle(), /*Negative=*/true));
  Expr score = c.select(mask, x, ninf);
  const Atom &atom = *mask->getAtom();
  EXPECT_EQ(c.assume(score, atom, c.constant(1)), x);
  EXPECT_EQ(c.assume(score, atom, c.constant(0)), ninf);
  Expr term = c.mul(mask, c.exp(c.sub(score, m)));
  EXPECT_EQ(c.assume(term, atom, c.constant(1)), c.exp(c.sub(x, m)));
  EXPECT_TRUE(c.assume(term, atom, c.constant(0))->isZero());
  // Other masks stay.
  Expr other = c.input(3, /*fixed=*/false, /*boolean=*/true);
  EXPECT_EQ(c.assume(c.mul(other, y), atom, c.constant(0)), c.mul(other, y));
}

TEST_F(ExprTest, Text) {
  EXPECT_EQ(toString(c.exp(c.sub(x, m))), "exp(x0 - d0)");
  EXPECT_EQ(toString(c.div(y, s)), "x1 / d1");
  EXPECT_EQ(toString(c.constant(0)), "0");
  EXPECT_EQ(toString(c.neg(x)), "-x0");
}
} // namespace
