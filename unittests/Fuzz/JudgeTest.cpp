//===- JudgeTest.cpp - What a deviation excuses, and what not -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule of "Known deviations" in docs/Fuzzing.md with a result that it
// allows, and with results near by that are defects.
//
//===----------------------------------------------------------------------===//

#include "FuzzContext.h"

#include "RedFuser/Fuzz/Judge.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace redfuser;
using namespace redfuser::fuzz;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kRows = 2, kColumns = 4;

ExprRef x() { return Expr::leaf(Expr::Input, 0); }
ExprRef y() { return Expr::leaf(Expr::Input, 1); }
ExprRef d(unsigned i) { return Expr::leaf(Expr::Reference, i); }
ExprRef number(double value) { return Expr::constant(value); }
ExprRef add(ExprRef a, ExprRef b) { return Expr::op("arith.addf", {a, b}); }
ExprRef sub(ExprRef a, ExprRef b) { return Expr::op("arith.subf", {a, b}); }
ExprRef mul(ExprRef a, ExprRef b) { return Expr::op("arith.mulf", {a, b}); }
ExprRef div(ExprRef a, ExprRef b) { return Expr::op("arith.divf", {a, b}); }
ExprRef exp(ExprRef a) { return Expr::op("math.exp", {a}); }
ExprRef causal(ExprRef seen, ExprRef hidden) {
  Expr expr;
  expr.kind = Expr::Causal;
  expr.index = 1;
  expr.other = 0;
  expr.operands = {seen, hidden};
  return std::make_shared<Expr>(expr);
}

/// Two rows of four elements of two inputs, reduced along the rows.
class JudgeTest : public testing::Test {
protected:
  JudgeTest() {
    loadDialects(context);
    spec.dims = {{/*isAxis=*/false, /*isDynamic=*/false, kRows},
                 {/*isAxis=*/true, /*isDynamic=*/false, kColumns}};
    for (unsigned k = 0; k < 2; ++k) {
      spec.inputs.emplace_back();
      spec.inputs.back().dims = {0, 1};
    }
  }

  void reduce(Monoid monoid, ExprRef term) {
    Case::Reduction reduction;
    reduction.monoid = monoid;
    reduction.dims = {0};
    reduction.term = std::move(term);
    reduction.init = Init::Identity;
    spec.reductions.push_back(reduction);
  }

  static HostTensor makeTensor(ElementKind kind, llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<double> values) {
    HostTensor tensor = llvm::cantFail(HostTensor::create(kind, shape));
    for (auto [i, value] : llvm::enumerate(values))
      tensor.setDouble(i, value);
    return tensor;
  }

  void setData(llvm::ArrayRef<double> xs,
               llvm::ArrayRef<double> ys = {1, 2, 3, 4, 1, 2, 3, 4}) {
    arguments.clear();
    for (llvm::ArrayRef<double> values : {xs, ys})
      arguments.push_back(
          makeTensor(ElementKind::F32, {kRows, kColumns}, values));
  }

  /// The best `count` of `score`, the first positions first.
  void rank(ExprRef score, unsigned count, Expr::Kind attains = Expr::Compare) {
    ExprRef left = score;
    for (unsigned k = 0; k < count; ++k) {
      unsigned value = spec.reductions.size();
      reduce(Monoid::Maximum, left);
      Expr chosen;
      chosen.kind = attains;
      chosen.name = "oeq";
      chosen.operands = {left, d(value), Expr::leaf(Expr::IntegerPosition, 1),
                         Expr::integer(std::numeric_limits<int32_t>::max())};
      reduce(Monoid::MinSI, std::make_shared<Expr>(chosen));
      Expr other;
      other.kind = Expr::At;
      other.index = 1;
      other.operands = {Expr::leaf(Expr::IntegerReference, value + 1),
                        number(-kInf), left};
      left = std::make_shared<Expr>(other);
    }
  }

  /// Judges the source's own results but for some of row 0.
  Difference judgeRow(llvm::ArrayRef<std::pair<unsigned, double>> others,
                      Stage stage) {
    Judge judge(context, spec, arguments);
    EXPECT_TRUE(succeeded(judge.prepare()));
    auto make = [&] {
      Results results;
      for (const HostTensor &exact : judge.getExact())
        results.push_back(makeTensor(
            isFloat(exact.getKind()) && !stage.isReal ? ElementKind::F32
                                                      : exact.getKind(),
            {kRows}, {exact.getDouble(0), exact.getDouble(1)}));
      for (auto [reduction, value] : others)
        results[reduction].setDouble(0, value);
      return results;
    };
    return judge.judge(make(), stage,
                       [&]() -> std::optional<Results> { return make(); });
  }

  /// Judges the source's own results but for those of the last reduction (and,
  /// with `before`, of the one before).
  Difference judge(llvm::ArrayRef<double> last, Stage stage,
                   llvm::ArrayRef<double> before = {}) {
    Judge judge(context, spec, arguments);
    EXPECT_TRUE(succeeded(judge.prepare()));
    auto make = [&] {
      Results results;
      unsigned count = spec.reductions.size();
      for (unsigned r = 0; r < count; ++r) {
        llvm::SmallVector<double> values{judge.getExact()[r].getDouble(0),
                                         judge.getExact()[r].getDouble(1)};
        if (r + 1 == count)
          values.assign(last.begin(), last.end());
        else if (r + 2 == count && !before.empty())
          values.assign(before.begin(), before.end());
        results.push_back(
            makeTensor(stage.isReal ? ElementKind::F64 : ElementKind::F32,
                       {kRows}, values));
      }
      return results;
    };
    return judge.judge(make(), stage,
                       [&]() -> std::optional<Results> { return make(); });
  }

  /// In both roundings; a deviation is counted.
  bool excuses(llvm::ArrayRef<double> last, bool isTiled = false,
               llvm::ArrayRef<double> before = {}) {
    bool all = true;
    for (bool isReal : {false, true}) {
      Difference difference =
          judge(last, {isReal, /*isFused=*/true, isTiled}, before);
      EXPECT_NE(difference.isNone(), !difference.hasDeviation);
      all &= difference.isNone();
      // What does not fuse has no reason to deviate.
      EXPECT_FALSE(
          judge(last, {isReal, /*isFused=*/false, isTiled}, before).isNone());
    }
    return all;
  }

  /// In neither rounding.
  bool refuses(llvm::ArrayRef<double> last, bool isTiled = false,
               llvm::ArrayRef<double> before = {}) {
    return !judge(last, {false, true, isTiled}, before).isNone() &&
           !judge(last, {true, true, isTiled}, before).isNone();
  }

  mlir::MLIRContext context;
  Case spec;
  llvm::SmallVector<HostTensor> arguments;
};

TEST_F(JudgeTest, SourceIsRight) {
  reduce(Monoid::Add, x());
  reduce(Monoid::Add, div(y(), d(0)));
  setData({1, 2, 3, 4, 2, 3, 2, 3});
  EXPECT_TRUE(judge({1, 1}, {}).isNone());
  EXPECT_FALSE(judge({1, 1}, {}).hasDeviation);
  EXPECT_TRUE(refuses({1, 1.001}));
  EXPECT_TRUE(refuses({kNaN, 1}));
  EXPECT_TRUE(refuses({kInf, 1}));
}

/// sum(x / 0) of both signs is NaN, sum(x) / 0 infinity.
TEST_F(JudgeTest, InfiniteFactor) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, div(x(), d(0)));
  setData({1, -1, 3, 2, 1, 2, 3, 4}, {1, -1, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(excuses({kInf, 1}));
  // Nothing else for NaN; nothing at the other row.
  EXPECT_TRUE(refuses({5, 1}));
  EXPECT_TRUE(refuses({0, 1}));
  EXPECT_TRUE(refuses({kInf, kInf}));
  EXPECT_TRUE(refuses({kInf, 1.01}));
  EXPECT_TRUE(refuses({kInf, kNaN}));
}

/// A NaN of the data is not lost in an infinity.
TEST_F(JudgeTest, no_InfiniteFactorForNaN) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, div(x(), d(0)));
  setData({1, kNaN, 3, 2, 1, 2, 3, 4}, {1, -1, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(refuses({kInf, 1}));
  setData({1, -1, 3, 2, 1, 2, 3, 4}, {1, kNaN, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(refuses({kInf, 1}));
  // A factor that is a number does not make infinities.
  setData({1, kInf, -kInf, 2, 1, 2, 3, 4}, {1, 1, 1, 1, 4, 3, 2, 1});
  EXPECT_TRUE(refuses({kInf, 1}));
}

/// What reads a value that deviates: there, and nowhere else.
TEST_F(JudgeTest, ReadsDeviation) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, div(x(), d(0)));
  reduce(Monoid::Add, div(y(), d(1)));
  setData({1, -1, 3, 2, 1, 2, 3, 4}, {1, -1, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(excuses({0, 10}, false, {kInf, 1}));
  EXPECT_TRUE(refuses({0, 11}, false, {kInf, 1}));
  EXPECT_TRUE(refuses({0, kNaN}, false, {kInf, 1}));
  // The value that is read is the source's.
  EXPECT_TRUE(refuses({0, 10}, false, {kNaN, 1}));
}

/// exp(1 - d) exp(d) is e, but NaN for an infinite d.
TEST_F(JudgeTest, Cancels) {
  reduce(Monoid::Maximum, x());
  reduce(Monoid::Add, mul(exp(sub(number(1), d(0))), exp(d(0))));
  setData({1, kInf, 3, 4, 1, 2, 3, 4});
  double e = std::exp(1.0);
  EXPECT_TRUE(excuses({4 * e, 4 * e}));
  EXPECT_TRUE(refuses({3 * e, 4 * e}));
  EXPECT_TRUE(refuses({kInf, 4 * e}));
  EXPECT_TRUE(refuses({4 * e, 3 * e}));
}

TEST_F(JudgeTest, CancelsAtZero) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, mul(div(d(0), d(0)), x()));
  setData({1, 2, 3, 4, 1, 2, 3, 4}, {1, -1, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(excuses({10, 10}));
  EXPECT_TRUE(refuses({9, 10}));
  // A NaN that does not come from the reference.
  setData({1, kNaN, 3, 4, 1, 2, 3, 4}, {1, -1, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(refuses({10, 10}));
}

/// y / d1 with a sum that another form leaves at 1e-7: anything but NaN.
TEST_F(JudgeTest, CancelledSum) {
  reduce(Monoid::Add, mul(x(), x()));
  reduce(Monoid::Add, div(x(), d(0)));
  reduce(Monoid::Add, mul(number(2), d(1)));
  reduce(Monoid::Add, mul(y(), div(number(1), d(2))));
  setData({1, -1, 1, -1, 1, 1, 1, 1}, {1, -2, 3, 4, 1, 1, 1, 1});
  EXPECT_TRUE(excuses({-5.5e6, 0.5}));
  EXPECT_TRUE(excuses({kInf, 0.5}));
  EXPECT_TRUE(refuses({kNaN, 0.75}));
  // The other row's sum is a number.
  EXPECT_TRUE(refuses({-5.5e6, -5.5e6}));
}

/// Nothing cancels in a sum of zeros; a sum of inputs has one form.
TEST_F(JudgeTest, no_CancelledSum) {
  reduce(Monoid::Add, number(1));
  reduce(Monoid::Add, div(x(), d(0)));
  reduce(Monoid::Add, mul(y(), div(number(1), d(1))));
  setData({0, 0, 0, 0, 1, 1, 1, 1}, {1, -2, 3, 4, 1, 1, 1, 1});
  EXPECT_TRUE(refuses({-5.5e6, 4}));
  spec.reductions.clear();
  reduce(Monoid::Add, x());
  reduce(Monoid::Add, mul(y(), div(number(1), d(0))));
  setData({1, -1, 2, -2, 1, 1, 1, 1}, {1, -2, 3, 4, 1, 1, 1, 1});
  EXPECT_TRUE(refuses({-5.5e6, 1}));
}

/// A reference that is read twice and stays is NaN where it is.
TEST_F(JudgeTest, no_CancelsNaN) {
  reduce(Monoid::Maximum, y());
  reduce(Monoid::Add, mul(x(), mul(d(0), d(0))));
  setData({1, 2, 3, 4, 1, 2, 3, 4}, {1, kNaN, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(refuses({10, 160}));
  EXPECT_TRUE(refuses({0, 160}));
  // Read once, nothing cancels.
  spec.reductions.pop_back();
  reduce(Monoid::Add, mul(x(), d(0)));
  EXPECT_TRUE(refuses({10, 40}));
}

/// The same behind an operation that ignores NaN.
TEST_F(JudgeTest, CancelsAndIsDropped) {
  reduce(Monoid::Maximum, x());
  reduce(Monoid::Add,
         Expr::op("arith.maxnumf",
                  {mul(exp(sub(number(1), d(0))), exp(d(0))), number(-kInf)}));
  setData({1, kInf, 3, 4, 1, 2, 3, 4});
  double e = std::exp(1.0);
  EXPECT_TRUE(excuses({4 * e, 4 * e}));
  EXPECT_TRUE(refuses({3 * e, 4 * e}));
  EXPECT_TRUE(refuses({kInf, 4 * e}));
}

/// What such an operation gives may be another number, that of d / d = 1.
TEST_F(JudgeTest, CancelsToAnotherNumber) {
  reduce(Monoid::Maximum, x());
  reduce(Monoid::Add,
         Expr::op("arith.maxnumf", {y(), mul(number(2), div(d(0), d(0)))}));
  setData({1, kInf, 3, 4, 1, 2, 3, 4}, {1, 2, 3, 4, 1, 2, 3, 4});
  EXPECT_TRUE(excuses({11, 11}));
  EXPECT_TRUE(refuses({12, 11}));
  EXPECT_TRUE(refuses({kNaN, 11}));
  EXPECT_TRUE(refuses({11, 10}));
}

/// d * d may vanish where d does not.
TEST_F(JudgeTest, CancelsNearZero) {
  reduce(Monoid::Mul, y());
  reduce(Monoid::Add, div(mul(x(), d(0)), mul(d(0), d(0))));
  double small = 1.401298464324817e-45, d0 = small * small * small * small;
  setData({1, -1, 3, 4, 1, 2, 3, 4}, {small, small, small, small, 1, 1, 1, 1});
  // What f32 does not hold, so without rounding.
  Stage real;
  real.isReal = true;
  EXPECT_TRUE(judge({7 / d0, 10}, real).isNone());
  EXPECT_FALSE(judge({7 / d0, 11}, real).isNone());
}

/// Infinite data are not references that make every element infinite.
TEST_F(JudgeTest, InfiniteData) {
  reduce(Monoid::Maximum, y());
  reduce(Monoid::Maximum, sub(x(), d(0)));
  setData({-kInf, -kInf, -kInf, -kInf, 1, 2, 3, 4}, {1, 2, 3, 4, 1, 2, 3, 4});
  EXPECT_TRUE(refuses({kNaN, 0}));
  EXPECT_TRUE(refuses({kInf, 0}));
}

/// How large other rows are is no excuse for this one.
TEST_F(JudgeTest, OtherRowsAreLarge) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, mul(div(d(0), d(0)), x()));
  setData({1, 2, 3, 4, 1e6, 2e6, 3e6, 4e6}, {1, -1, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(excuses({10, 1e7}));
  EXPECT_TRUE(refuses({12345, 1e7}));
  EXPECT_TRUE(refuses({-1e4, 1e7}));
}

/// Where x / d + x d has no value, a number is none either.
TEST_F(JudgeTest, NoNumberAtZero) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, add(div(x(), d(0)), mul(x(), d(0))));
  setData({1, -1, 3, -3, 1, 2, 3, 4}, {1, -1, 2, -2, 4, 3, 2, 1});
  EXPECT_TRUE(refuses({12345, 101}));
  EXPECT_TRUE(refuses({-7, 101}));
}

/// Parts over a divisor that is zero.
TEST_F(JudgeTest, InfinitePartsOfQuotients) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, div(add(d(0), x()), sub(x(), y())));
  setData({1, 2, 3, 4, 2, 4, 6, 8}, {2, 2, 2, 2, 1, 2, 3, 4});
  double other = 12 + 14. / 2 + 16. / 3 + 18. / 4;
  EXPECT_TRUE(excuses({kNaN, other}));
  EXPECT_TRUE(refuses({1, other}));
  EXPECT_TRUE(refuses({kNaN, kNaN}));
}

/// x - d (x y) for (1 - d y) x.
TEST_F(JudgeTest, InfiniteParts) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, mul(sub(number(1), mul(d(0), y())), x()));
  setData({1, kInf, 3, 4, 1, 1, 1, 1}, {1, 2, 3, 4, 1, 1, 1, 1});
  EXPECT_TRUE(excuses({kNaN, -12}));
  EXPECT_TRUE(refuses({kInf, -12}));
  EXPECT_TRUE(refuses({-7, -12}));
  EXPECT_TRUE(refuses({-kInf, kNaN}));
  // One product has no parts.
  spec.reductions.pop_back();
  reduce(Monoid::Add, mul(d(0), x()));
  EXPECT_TRUE(refuses({kNaN, 16}));
}

/// (1 + d) x for x + d x.
TEST_F(JudgeTest, InfinitePartsOfTheSource) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, add(x(), mul(x(), d(0))));
  setData({1, kInf, 3, 4, 1, 2, 3, 4}, {-1, -1, -1, -1, 1, 1, 1, 1});
  EXPECT_TRUE(excuses({-kInf, 50}));
  EXPECT_TRUE(refuses({-24, 50}));
  EXPECT_TRUE(refuses({-kInf, 51}));
  setData({1, kNaN, 3, 4, 1, 2, 3, 4}, {-1, -1, -1, -1, 1, 1, 1, 1});
  EXPECT_TRUE(refuses({-kInf, 50}));
}

/// x d - x y may overflow where x (d - y) does as well.
TEST_F(JudgeTest, PartsThatOverflow) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Add, mul(x(), sub(d(0), y())));
  setData({3e38, 1, 1, 1, 1, 2, 3, 4}, {4, 4, 4, 4, 1, 1, 1, 1});
  EXPECT_TRUE(judge({kNaN, 30}, {}).isNone());
  EXPECT_FALSE(judge({kNaN, 31}, {}).isNone());
  EXPECT_FALSE(judge({-kInf, 30}, {}).isNone());
  EXPECT_FALSE(judge({kNaN, 30}, {true, true, false}).isNone());
}

/// A maximum of terms none of which is finite.
TEST_F(JudgeTest, InfiniteThroughout) {
  reduce(Monoid::Add, y());
  reduce(Monoid::Maximum, mul(x(), d(0)));
  setData({1, 2, 3, 4, 1, 2, 3, 4}, {1, kInf, 3, 4, 1, 1, 1, 1});
  EXPECT_TRUE(excuses({kNaN, 16}));
  EXPECT_TRUE(refuses({4, 16}));
  EXPECT_TRUE(refuses({kNaN, kInf}));
  EXPECT_TRUE(refuses({kNaN, 12}));
  // One element alone is infinite.
  setData({1, kInf, 3, 4, 1, 2, 3, 4}, {1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_TRUE(refuses({kNaN, 16}));
  EXPECT_TRUE(refuses({-kInf, 16}));
}

/// What a mask of positions hides is not multiplied by zero in tiles that are
/// skipped.
TEST_F(JudgeTest, Hidden) {
  ExprRef score = causal(x(), number(-kInf));
  reduce(Monoid::Maximum, score);
  reduce(Monoid::Add, mul(exp(sub(score, d(0))), y()));
  // Row 0 sees column 0, row 1 columns 0 and 1.
  setData({0, 0, 0, 0, 0, 0, 0, 0}, {5, 1, kNaN, 1, 1, 2, 3, 4});
  EXPECT_TRUE(excuses({5, 3}, /*isTiled=*/true));
  EXPECT_TRUE(refuses({6, 3}, /*isTiled=*/true));
  EXPECT_TRUE(refuses({5, 10}, /*isTiled=*/true));
  EXPECT_TRUE(refuses({kInf, 3}, /*isTiled=*/true));
  // Before tiles are made nothing is skipped.
  EXPECT_TRUE(refuses({5, 3}));
  // What is seen is not hidden.
  setData({0, 0, 0, 0, 0, 0, 0, 0}, {5, 1, 1, 1, kNaN, 2, 3, 4});
  EXPECT_TRUE(refuses({5, 2}, /*isTiled=*/true));
}

/// An element that no rounding leaves finite says nothing about others.
TEST_F(JudgeTest, UnknownElement) {
  reduce(Monoid::Mul, x());
  setData({1e20, 1e20, 1, 1, 1, 2, 3, 4});
  Stage typed;
  EXPECT_TRUE(judge({kInf, 24}, typed).isNone());
  EXPECT_FALSE(judge({kInf, 25}, typed).isNone());
  EXPECT_FALSE(judge({kNaN, 24}, typed).isNone());
}

/// Probabilities that round to one number are ties of the source alone.
TEST_F(JudgeTest, EqualChoice) {
  reduce(Monoid::Maximum, x());
  reduce(Monoid::Add, exp(sub(x(), d(0))));
  rank(div(exp(sub(x(), d(0))), d(1)), 2);
  unsigned first = 3, second = 5;
  setData({1e-9, 2e-9, -3, -4, 1, 2, 3, 4});
  Stage typed, real{/*isReal=*/true};
  // As the source has it with and without rounding.
  EXPECT_TRUE(judgeRow({{first, 0}, {second, 1}}, typed).isNone());
  EXPECT_TRUE(judgeRow({{first, 1}, {second, 0}}, real).isNone());
  Difference moved = judgeRow({{first, 1}, {second, 0}}, typed);
  EXPECT_TRUE(moved.isNone() && moved.hasDeviation);
  EXPECT_FALSE(judgeRow({{first, 0}, {second, 1}}, real).isNone());
  // Another score, one position twice, none.
  EXPECT_FALSE(judgeRow({{first, 2}, {second, 0}}, typed).isNone());
  EXPECT_FALSE(judgeRow({{first, 1}, {second, 2}}, typed).isNone());
  EXPECT_FALSE(judgeRow({{first, 1}, {second, 1}}, typed).isNone());
  EXPECT_FALSE(judgeRow({{first, 0}, {second, 0}}, typed).isNone());
  EXPECT_FALSE(judgeRow({{first, -1}, {second, 1}}, typed).isNone());
  EXPECT_FALSE(judgeRow({{first, 4}, {second, 1}}, typed).isNone());
  // The value at the second rank stays what it was.
  EXPECT_FALSE(
      judgeRow({{first, 1}, {second, 0}, {second - 1, 0.25}}, typed).isNone());
  // Without a fold, and where roundings stay where they are.
  EXPECT_FALSE(
      judgeRow({{first, 1}, {second, 0}}, {/*isReal=*/false, /*isFused=*/false})
          .isNone());
  spec.isStrict = true;
  EXPECT_FALSE(judgeRow({{first, 1}, {second, 0}}, typed).isNone());
}

/// More ranks than scores: what is left is excluded, and position 0 has it.
TEST_F(JudgeTest, EqualChoiceOfNone) {
  reduce(Monoid::Maximum, x());
  reduce(Monoid::Add, exp(sub(x(), d(0))));
  rank(div(exp(sub(x(), d(0))), d(1)), 5);
  setData({1e-9, 2e-9, -300, -400, 1, 2, 3, 4});
  Stage typed;
  EXPECT_TRUE(judgeRow({{3, 1}, {5, 0}, {7, 3}, {9, 2}}, typed).isNone());
  EXPECT_FALSE(judgeRow({{3, 1}, {5, 0}, {7, 3}, {9, 3}}, typed).isNone());
}

/// Scores of inputs alone have the ties that are compared.
TEST_F(JudgeTest, no_EqualChoiceOfInputs) {
  rank(mul(x(), number(0.5)), 2);
  setData({2, 2, 1, 0, 1, 2, 3, 4});
  for (bool isReal : {false, true}) {
    EXPECT_TRUE(judgeRow({}, {isReal}).isNone());
    EXPECT_FALSE(judgeRow({{1, 1}}, {isReal}).isNone());
    EXPECT_FALSE(judgeRow({{1, 1}, {3, 0}}, {isReal}).isNone());
  }
}

/// Where a NaN has no position, the source's loop stays at the last better one.
TEST_F(JudgeTest, ChoiceOfNaN) {
  for (Expr::Kind attains : {Expr::Compare, Expr::CompareOrNaN}) {
    spec.reductions.clear();
    spec.form = Form::Generics;
    rank(x(), 1, attains);
    spec.reductions.back().partner = 0;
    setData({1, 2, kNaN, 3, 1, 2, 3, 4});
    for (bool isReal : {false, true}) {
      bool hasPosition = attains == Expr::CompareOrNaN;
      EXPECT_EQ(judgeRow({{1, 0}}, {isReal}).isNone(), !hasPosition);
      EXPECT_EQ(judgeRow({{1, 2}}, {isReal}).isNone(), hasPosition);
      EXPECT_FALSE(judgeRow({{1, 3}}, {isReal}).isNone());
      EXPECT_FALSE(judgeRow({{1, 0}}, {isReal, /*isFused=*/false}).isNone());
    }
    // A row of numbers.
    setData({1, 2, -kInf, 3, 1, 2, 3, 4});
    EXPECT_FALSE(judgeRow({{1, 0}}, {}).isNone());
  }
}

} // namespace
