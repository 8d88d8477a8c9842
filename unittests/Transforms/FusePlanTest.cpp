//===- FusePlanTest.cpp - Plans and their reasons -------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/InitAllDialects.h"
#include "RedFuser/Transforms/Fuse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace redfuser;

namespace {
class FusePlanTest : public testing::Test {
protected:
  FusePlanTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        func::FuncDialect, linalg::LinalgDialect,
                        tensor::TensorDialect, cascade::CascadeDialect>();
  }

  /// Plans rows of maximumf and a sum with `term`, over %x, %max.
  FailureOr<FusionPlan> plan(llvm::StringRef term,
                             const NumericOptions &options = {}) {
    std::string text = (R"(
      func.func @f(%s: tensor<4x64xf32>, %m0: tensor<4xf32>,
                   %l0: tensor<4xf32>) -> tensor<4xf32> {
        %m, %l = cascade.chain [parallel, axis]
            ins(%s (d0, d1) : tensor<4x64xf32>)
            inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
          reduce #cascade.maximumf -> (d0) (%x) {
            cascade.yield %x : f32
          }
          reduce #cascade.addf -> (d0) (%x | %max) {
            )" + term + R"(
            cascade.yield %r : f32
          }
        return %l : tensor<4xf32>
      })")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    cascade::ChainOp chain;
    module->walk([&](cascade::ChainOp op) { chain = op; });
    return planFusion(chain, options, reason);
  }

  static std::string toText(const FusionPlan &plan) {
    std::string text;
    llvm::raw_string_ostream os(text);
    plan.print(os);
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Reason reason;
};

TEST_F(FusePlanTest, SoftmaxSum) {
  FailureOr<FusionPlan> result = plan("%0 = arith.subf %x, %max : f32\n"
                                      "%r = math.exp %0 : f32");
  ASSERT_TRUE(succeeded(result)) << reason.message;
  std::string text = toText(*result);
  EXPECT_NE(text.find("F = exp(x0 - d0)"), std::string::npos) << text;
  EXPECT_NE(text.find("H = exp(-d0)"), std::string::npos) << text;
  EXPECT_NE(text.find("kept        exp(-d0)"), std::string::npos) << text;
  EXPECT_NE(text.find("new0 = -Inf reads as 0"), std::string::npos) << text;
}

TEST_F(FusePlanTest, PlanningLeavesTheModuleAlone) {
  llvm::StringRef term = "%0 = arith.subf %x, %max : f32\n"
                         "%r = math.exp %0 : f32";
  ASSERT_TRUE(succeeded(plan(term)));
  std::string before, after;
  llvm::raw_string_ostream(before) << **module;
  cascade::ChainOp chain;
  module->walk([&](cascade::ChainOp op) { chain = op; });
  (void)planFusion(chain, {}, reason);
  llvm::raw_string_ostream(after) << **module;
  EXPECT_EQ(before, after);
}

TEST_F(FusePlanTest, NoOtherValuesUnderTheExponential) {
  // The maximum is of x, the exponential of x / 2: it may overflow early.
  EXPECT_TRUE(failed(plan("%h = arith.constant 0.5 : f32\n"
                          "%0 = arith.mulf %x, %h : f32\n"
                          "%1 = arith.subf %0, %max : f32\n"
                          "%r = math.exp %1 : f32")));
  EXPECT_NE(reason.message.find("not bounded"), std::string::npos)
      << reason.message;
  EXPECT_EQ(reason.reduction, 1u);
  ASSERT_TRUE(reason.loc);
}

TEST_F(FusePlanTest, NoGrowingExponential) {
  EXPECT_TRUE(failed(plan("%0 = arith.addf %x, %max : f32\n"
                          "%r = math.exp %0 : f32")));
  EXPECT_NE(reason.message.find("neither be kept"), std::string::npos)
      << reason.message;
}

TEST_F(FusePlanTest, NoSigmoid) {
  EXPECT_TRUE(failed(plan("%one = arith.constant 1.0 : f32\n"
                          "%0 = arith.subf %max, %x : f32\n"
                          "%1 = math.exp %0 : f32\n"
                          "%2 = arith.addf %1, %one : f32\n"
                          "%r = arith.divf %one, %2 : f32")));
  EXPECT_NE(reason.message.find("mixes elements"), std::string::npos)
      << reason.message;
}

TEST_F(FusePlanTest, NoNonlinearUseOfAKeptReference) {
  // x / x cancels in the algebra, but not where the stand-in is zero.
  EXPECT_TRUE(failed(plan("%0 = arith.subf %x, %max : f32\n"
                          "%1 = math.exp %0 : f32\n"
                          "%2 = arith.divf %max, %max : f32\n"
                          "%r = arith.mulf %1, %2 : f32")));
  EXPECT_NE(reason.message.find("reads a reference that is kept"),
            std::string::npos)
      << reason.message;
}

TEST_F(FusePlanTest, NoEndlessTerm) {
  std::string term = "%v0 = arith.mulf %x, %max : f32\n";
  for (unsigned i = 0; i < 1100; ++i)
    term += "%v" + std::to_string(i + 1) + " = arith.mulf %v" +
            std::to_string(i) + ", %v" + std::to_string(i) + " : f32\n";
  term += "%r = arith.negf %v1100 : f32";
  EXPECT_TRUE(failed(plan(term)));
  EXPECT_NE(reason.message.find("at most 1024"), std::string::npos)
      << reason.message;
}

TEST_F(FusePlanTest, NoExponentialGrowth) {
  std::string term = "%v0 = arith.addf %x, %max : f32\n";
  for (unsigned i = 0; i < 60; ++i)
    term += "%v" + std::to_string(i + 1) + " = arith.mulf %v" +
            std::to_string(i) + ", %v" + std::to_string(i) + " : f32\n";
  term += "%r = arith.negf %v60 : f32";
  EXPECT_TRUE(failed(plan(term)));
  EXPECT_NE(reason.message.find("limits"), std::string::npos) << reason.message;
}

TEST_F(FusePlanTest, SourceGuards) {
  // Each condition makes %g the maximum wherever that is finite.
  const std::pair<const char *, const char *> guards[] = {
      {"%a = math.absf %max : f32\n"
       "%c = arith.cmpf oeq, %a, %inf : f32\n"
       "%g = arith.select %c, %zero, %max : f32\n",
       "0 at -inf, 0 at +inf, NaN at NaN"},
      {"%c = arith.cmpf oeq, %ninf, %max : f32\n"
       "%g = arith.select %c, %zero, %max : f32\n",
       "0 at -inf, +Inf at +inf, NaN at NaN"},
      {"%c = arith.cmpf une, %max, %ninf : f32\n"
       "%g = arith.select %c, %max, %zero : f32\n",
       "0 at -inf, +Inf at +inf, NaN at NaN"},
      {"%c = arith.cmpf ogt, %max, %ninf : f32\n"
       "%d = arith.cmpf ord, %max, %max : f32\n"
       "%e = arith.andi %c, %d : i1\n"
       "%g = arith.select %e, %max, %zero : f32\n",
       nullptr}, // NaN, which the init may be
      {"%c = math.isfinite %max : f32\n"
       "%g = arith.select %c, %max, %zero : f32\n",
       "0 at -inf, 0 at +inf, 0 at NaN"},
      {"%a = arith.negf %max : f32\n"
       "%c = math.isinf %a : f32\n"
       "%d = arith.xori %c, %true : i1\n"
       "%e = arith.ori %d, %c : i1\n"
       "%h = arith.select %d, %max, %zero : f32\n"
       "%g = arith.select %e, %h, %inf : f32\n",
       "0 at -inf, 0 at +inf, NaN at NaN"},
      {"%a = arith.subf %max, %max : f32\n"
       "%c = arith.cmpf oeq, %a, %zero : f32\n"
       "%g = arith.select %c, %max, %zero : f32\n",
       "0 at -inf, 0 at +inf, 0 at NaN"},
      // Not a guard: the lowest float is finite.
      {"%c = arith.cmpf oeq, %max, %low : f32\n"
       "%g = arith.select %c, %zero, %max : f32\n",
       nullptr},
      {"%c = arith.cmpf olt, %max, %zero : f32\n"
       "%g = arith.select %c, %zero, %max : f32\n",
       nullptr},
      // Not a guard: the negative, the magnitude.
      {"%a = math.absf %max : f32\n"
       "%c = arith.cmpf oeq, %a, %inf : f32\n"
       "%g = arith.select %c, %zero, %a : f32\n",
       nullptr},
      // A guard to infinity.
      {"%c = arith.cmpf oeq, %max, %inf : f32\n"
       "%g = arith.select %c, %ninf, %max : f32\n",
       nullptr},
  };
  for (auto [guard, expected] : guards) {
    std::string term = "%zero = arith.constant 0.0 : f32\n"
                       "%true = arith.constant true\n"
                       "%low = arith.constant -3.40282347E+38 : f32\n"
                       "%ninf = arith.constant 0xFF800000 : f32\n"
                       "%inf = arith.constant 0x7F800000 : f32\n";
    term += guard;
    term += "%0 = arith.subf %x, %g : f32\n"
            "%r = math.exp %0 : f32";
    FailureOr<FusionPlan> result = plan(term);
    if (!expected) {
      EXPECT_TRUE(failed(result)) << guard;
      continue;
    }
    ASSERT_TRUE(succeeded(result)) << guard << reason.message;
    std::string text = toText(*result);
    EXPECT_NE(text.find(expected), std::string::npos) << guard << text;
  }
}
} // namespace
