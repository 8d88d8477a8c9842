//===- MonotoneTest.cpp - Extrema through monotone maps -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Monotone.h"
#include "RedFuser/Algebra/Import.h"
#include "RedFuser/Algebra/Interval.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace redfuser::algebra;

namespace {
class MonotoneTest : public testing::Test {
protected:
  MonotoneTest() {
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        func::FuncDialect>();
  }

  /// Analyses `body` for %r; %x and %y are inputs, %d and %q references, of
  /// which %q is not negative.
  FailureOr<MonotoneMap> analyze(llvm::StringRef body, bool isMaximum = true,
                                 bool propagatesNaN = true) {
    std::string text = ("func.func @f(%x: f32, %y: f32, %d: f32, %q: f32, %m: "
                        "i1) -> f32 {\n"
                        "%zero = arith.constant 0.0 : f32\n"
                        "%one = arith.constant 1.0 : f32\n"
                        "%eps = arith.constant 1.0e-5 : f32\n" +
                        body + "\nreturn %r : f32 }")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return failure();
    auto function = *module->getOps<func::FuncOp>().begin();
    Block &block = function.getBody().front();
    c.setReferenceSign(1, Sign::NonNegative);
    Importer importer(c, Rounding::Transparent, [&](Value value) -> Expr {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument)
        return nullptr;
      unsigned number = argument.getArgNumber();
      if (number == 4)
        return c.input(2, /*fixed=*/false, /*boolean=*/true);
      return number < 2 ? c.input(number) : c.reference(number - 2);
    });
    importer.run(block);
    auto expr = [&](Value value) { return importer.get(value); };
    auto varies = [&](Value value) { return depends(value, {0, 1, 4}); };
    auto reads = [&](Value value) { return depends(value, {2, 3}); };
    return findMonotoneMap(c, block, block.getTerminator()->getOperand(0),
                           {varies, reads, expr}, {isMaximum, propagatesNaN},
                           failed);
  }

  static bool depends(Value value, llvm::ArrayRef<unsigned> arguments) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return llvm::is_contained(arguments, argument.getArgNumber());
    return llvm::any_of(
        value.getDefiningOp()->getOperands(),
        [&](Value operand) { return depends(operand, arguments); });
  }

  /// "max", "min" or "max min": where the map is to be taken; "no" if it fails.
  std::string ends(llvm::StringRef body, bool isMaximum = true,
                   bool propagatesNaN = true) {
    FailureOr<MonotoneMap> map = analyze(body, isMaximum, propagatesNaN);
    if (mlir::failed(map))
      return "no";
    std::string text = map->atLargest ? "max" : "";
    if (map->atSmallest)
      text += map->atLargest ? " min" : "min";
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ExprContext c;
  MonotoneFailure failed;
};
} // namespace

TEST_F(MonotoneTest, Sums) {
  EXPECT_EQ(ends("%r = arith.subf %x, %d : f32"), "max");
  EXPECT_EQ(ends("%r = arith.subf %d, %x : f32"), "min");
  EXPECT_EQ(ends("%r = arith.addf %d, %x : f32", /*isMaximum=*/false), "min");
  EXPECT_EQ(ends("%0 = arith.negf %x : f32\n%r = arith.addf %d, %0 : f32"),
            "max");
}

// inf * 0 is NaN: the other end is looked at, too.
TEST_F(MonotoneTest, FactorsOfOneSign) {
  EXPECT_EQ(ends("%r = arith.mulf %x, %q : f32"), "max min");
  EXPECT_EQ(ends("%r = arith.divf %x, %q : f32"), "max min");
  llvm::StringRef bounded = "%0 = arith.minimumf %q, %one : f32\n"
                            "%1 = arith.addf %0, %eps : f32\n";
  EXPECT_EQ(ends((bounded + "%r = arith.mulf %x, %1 : f32").str()), "max");
  EXPECT_EQ(ends((bounded + "%r = arith.divf %x, %1 : f32").str()), "max");
  EXPECT_EQ(ends((bounded + "%2 = arith.negf %1 : f32\n"
                            "%r = arith.divf %x, %2 : f32")
                     .str()),
            "min");
  EXPECT_EQ(ends((bounded + "%2 = math.rsqrt %1 : f32\n"
                            "%r = arith.mulf %x, %2 : f32")
                     .str()),
            "max");
}

TEST_F(MonotoneTest, UnknownSigns) {
  EXPECT_EQ(ends("%r = arith.mulf %x, %d : f32"), "max min");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%r = math.absf %0 : f32"),
            "max min");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n"
                 "%r = arith.mulf %0, %0 : f32"),
            "max min");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%1 = arith.negf %0 : f32\n"
                 "%r = arith.maximumf %0, %1 : f32"),
            "max min");
}

// The least distance from a value is not at an end.
TEST_F(MonotoneTest, NoValleys) {
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%r = math.absf %0 : f32",
                 /*isMaximum=*/false),
            "no");
  EXPECT_NE(failed.message.find("between the largest and the smallest"),
            std::string::npos);
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%1 = math.absf %0 : f32\n"
                 "%r = arith.negf %1 : f32"),
            "no");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%1 = math.absf %0 : f32\n"
                 "%r = arith.mulf %1, %d : f32"),
            "no");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%r = math.sin %0 : f32"), "no");
  EXPECT_NE(failed.message.find("'math.sin' is neither"), std::string::npos);
}

TEST_F(MonotoneTest, Functions) {
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%r = math.exp %0 : f32"),
            "max min");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%r = math.tanh %0 : f32", true,
                 /*propagatesNaN=*/false),
            "no");
  // 1 / (1 + exp(d - x))
  EXPECT_EQ(ends("%0 = arith.subf %d, %x : f32\n%1 = math.exp %0 : f32\n"
                 "%2 = arith.addf %1, %one : f32\n"
                 "%r = arith.divf %one, %2 : f32"),
            "max min");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%1 = arith.truncf %0 : f32 to "
                 "f16\n%r = arith.extf %1 : f16 to f32"),
            "max");
  // No infinities there: what is too large is NaN.
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n%1 = arith.truncf %0 : f32 to "
                 "f8E4M3FN\n%r = arith.extf %1 : f8E4M3FN to f32"),
            "max min");
}

TEST_F(MonotoneTest, Clamps) {
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n"
                 "%r = arith.maximumf %0, %zero : f32"),
            "max min");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n"
                 "%1 = arith.cmpf ugt, %0, %zero : f32\n"
                 "%r = arith.select %1, %0, %zero : f32"),
            "max min");
  // NaN becomes zero.
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n"
                 "%1 = arith.cmpf ogt, %0, %zero : f32\n"
                 "%r = arith.select %1, %0, %zero : f32"),
            "no");
  EXPECT_EQ(ends("%0 = arith.subf %x, %d : f32\n"
                 "%r = arith.maxnumf %0, %zero : f32"),
            "no");
  EXPECT_NE(failed.message.find("makes a number of NaN"), std::string::npos);
  // An infinite factor hides a zero from the clamp.
  EXPECT_EQ(ends("%0 = arith.mulf %x, %d : f32\n"
                 "%r = arith.maximumf %0, %zero : f32"),
            "no");
}

TEST_F(MonotoneTest, IgnoredNaN) {
  EXPECT_EQ(ends("%r = arith.subf %x, %d : f32", true, false), "max");
  EXPECT_EQ(ends("%r = arith.mulf %x, %q : f32", true, false), "no");
  EXPECT_NE(failed.message.find("expected an extremum that is NaN if an "
                                "element is"),
            std::string::npos);
  EXPECT_EQ(ends("%0 = arith.minimumf %q, %one : f32\n"
                 "%1 = arith.addf %0, %eps : f32\n"
                 "%r = arith.mulf %x, %1 : f32",
                 true, false),
            "max");
}

TEST_F(MonotoneTest, NoSecondEntry) {
  EXPECT_EQ(ends("%0 = arith.mulf %x, %d : f32\n"
                 "%r = arith.mulf %0, %y : f32"),
            "no");
  EXPECT_NE(failed.message.find("in 2 places"), std::string::npos);
  EXPECT_EQ(ends("%0 = arith.mulf %x, %y : f32\n"
                 "%r = arith.mulf %0, %d : f32"),
            "max min");
}
