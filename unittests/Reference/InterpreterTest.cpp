//===- InterpreterTest.cpp - Laws of merged states ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Reference/Interpreter.h"
#include "RedFuser/InitAllDialects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::reference;

namespace {

class InterpreterTest : public testing::Test {
protected:
  InterpreterTest() {
    DialectRegistry registry;
    redfuser::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        func::FuncDialect, linalg::LinalgDialect,
                        tensor::TensorDialect, cascade::CascadeDialect>();
  }

  func::FuncOp parse(llvm::StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return *module->getOps<func::FuncOp>().begin();
  }

  static HostTensor makeTensor(llvm::ArrayRef<double> values) {
    HostTensor tensor = llvm::cantFail(
        HostTensor::create(ElementKind::F32, {int64_t(values.size())}));
    for (auto [i, value] : llvm::enumerate(values))
      tensor.setDouble(i, value);
    return tensor;
  }

  /// The first result of the function of one tensor.
  double run(func::FuncOp func, llvm::ArrayRef<double> values,
             const InterpreterOptions &options) {
    SmallVector<HostTensor> arguments;
    arguments.push_back(makeTensor(values));
    auto results = interpret(func, arguments, options);
    EXPECT_TRUE(succeeded(results));
    return (*results)[0].getDouble(0);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr llvm::StringLiteral kOnlineSum = R"(
  func.func @f(%x: tensor<?xf32>) -> tensor<f32> {
    %ninf = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    %m0 = arith.constant dense<0xFF800000> : tensor<f32>
    %l0 = arith.constant dense<-0.0> : tensor<f32>
    %m, %l = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
        state(%m0, %l0 : tensor<f32>, tensor<f32>)
      component #cascade.maximumf -> () (%a) {
        cascade.yield %a : f32
      }
      component #cascade.addf -> () (%a | %max) {
        %empty = arith.cmpf oeq, %max, %ninf : f32
        %ref = arith.select %empty, %zero, %max : f32
        %0 = arith.subf %a, %ref : f32
        %1 = math.exp %0 : f32
        cascade.yield %1 : f32
      } correct (%old_max, %old_sum | %max) {
        %empty = arith.cmpf oeq, %max, %ninf : f32
        %ref = arith.select %empty, %zero, %max : f32
        %0 = arith.subf %old_max, %ref : f32
        %1 = math.exp %0 : f32
        %2 = arith.mulf %old_sum, %1 : f32
        cascade.yield %2 : f32
      }
    return %l : tensor<f32>
  })";

/// Associativity, commutativity and identity at once: all bracketings of all
/// rows of four scores out of these.
TEST_F(InterpreterTest, BracketingsAgree) {
  func::FuncOp func = parse(kOnlineSum);
  double inf = std::numeric_limits<double>::infinity();
  double scores[] = {-inf, -2, 3, inf, std::nan("")};
  std::mt19937_64 random(0);
  for (unsigned row = 0; row < 625; ++row) {
    double values[] = {scores[row % 5], scores[row / 5 % 5],
                       scores[row / 25 % 5], scores[row / 125]};
    double max = -inf, want = 0;
    for (double value : values)
      max = std::isnan(value) || std::isnan(max) ? std::nan("")
                                                 : std::max(max, value);
    for (double value : values)
      want += std::exp(value - (max == -inf ? 0 : max));
    for (unsigned k = 0; k < 4; ++k) {
      InterpreterOptions options;
      options.bracketing = [&](cascade::FoldOp, int64_t positions) {
        return k == 0 ? Bracketing::makeSegments(positions, 3)
                      : Bracketing::makeRandom(positions, random);
      };
      double got = run(func, values, options);
      if (std::isnan(want))
        EXPECT_TRUE(std::isnan(got)) << "row " << row;
      else
        EXPECT_NEAR(got, want, 1e-6) << "row " << row;
    }
  }
}

TEST_F(InterpreterTest, EmptyAxis) {
  func::FuncOp func = parse(kOnlineSum);
  std::mt19937_64 random(0);
  for (unsigned k = 0; k < 20; ++k) {
    InterpreterOptions options;
    options.bracketing = [&](cascade::FoldOp, int64_t positions) {
      EXPECT_EQ(positions, 0);
      return Bracketing::makeRandom(positions, random);
    };
    double got = run(func, {}, options);
    EXPECT_TRUE(got == 0 && std::signbit(got));
  }
}

constexpr llvm::StringLiteral kSum = R"(
  func.func @f(%x: tensor<?xf32>) -> tensor<f32> {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %s = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
        inits(%zero : tensor<f32>)
      reduce #cascade.addf -> () (%a) {
        cascade.yield %a : f32
      }
    return %s : tensor<f32>
  })";

/// Random rounding scatters around the value, by no more than the roundings.
TEST_F(InterpreterTest, RandomRounding) {
  func::FuncOp func = parse(kSum);
  std::vector<double> values(100, 0.1f);
  InterpreterOptions options;
  options.rounding = Rounding::None;
  double exact = run(func, values, options);
  EXPECT_NEAR(exact, 100 * double(0.1f), 1e-12);
  options.rounding = Rounding::Random;
  double least = INFINITY, most = -INFINITY;
  for (options.seed = 0; options.seed < 20; ++options.seed) {
    double got = run(func, values, options);
    EXPECT_NEAR(got, exact, 100 * 1e-6);
    least = std::min(least, got);
    most = std::max(most, got);
  }
  EXPECT_LT(least, most);
}

/// What is computed again may be rounded as before.
TEST_F(InterpreterTest, RandomRoundingRepeats) {
  func::FuncOp func =
      parse(R"(func.func @main(%x: tensor<?xf32>) -> tensor<f32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<f32>
    %i = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %s = linalg.generic {
        indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
        iterator_types = ["reduction"]}
        ins(%x : tensor<?xf32>) outs(%i : tensor<f32>) {
    ^bb0(%v: f32, %acc: f32):
      %a = math.exp %v : f32
      %b = math.exp %v : f32
      %c = arith.subf %a, %b : f32
      %d = arith.addf %acc, %c : f32
      linalg.yield %d : f32
    } -> tensor<f32>
    return %s : tensor<f32>
  })");
  InterpreterOptions options;
  options.rounding = Rounding::Random;
  bool scatters = false;
  for (options.seed = 0; options.seed < 20; ++options.seed) {
    options.repeats = false;
    scatters |= run(func, {0.3, 0.7, 1.1}, options) != 0;
    options.repeats = true;
    EXPECT_EQ(run(func, {0.3, 0.7, 1.1}, options), 0);
  }
  EXPECT_TRUE(scatters);
  // It is random all the same.
  double least = INFINITY, most = -INFINITY;
  func::FuncOp sum = parse(kSum);
  for (options.seed = 0; options.seed < 20; ++options.seed) {
    double got = run(sum, std::vector<double>(100, 0.1f), options);
    least = std::min(least, got);
    most = std::max(most, got);
  }
  EXPECT_LT(least, most);
}

/// What is exact is not disturbed.
TEST_F(InterpreterTest, RandomRoundingOfExactValues) {
  func::FuncOp func = parse(kSum);
  InterpreterOptions options;
  options.rounding = Rounding::Random;
  for (options.seed = 0; options.seed < 20; ++options.seed)
    EXPECT_EQ(run(func, {1, 2, 0.5, -8}, options), -4.5);
}

} // namespace
