//===- ImportTest.cpp - Scalar code to expressions and back ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Import.h"
#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace redfuser::algebra;

namespace {
class ImportTest : public testing::Test {
protected:
  ImportTest() {
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        func::FuncDialect>();
  }

  /// Reads `func @f(%x: f32, %m: f32, %s: f32) -> f32 { body }`; %x is input 0,
  /// %m and %s are references 0 and 1.
  Expr read(llvm::StringRef body, Rounding rounding = Rounding::Transparent) {
    std::string text = ("func.func @f(%x: f32, %m: f32, %s: f32, %h: f16, %i: "
                        "i32) -> f32 {\n" +
                        body + "\nreturn %r : f32 }")
                           .str();
    modules.push_back(parseSourceString<ModuleOp>(text, &context));
    if (!modules.back())
      return nullptr;
    auto function = *modules.back()->getOps<func::FuncOp>().begin();
    Block &block = function.getBody().front();
    Importer importer(c, rounding, [&](Value value) -> Expr {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument)
        return nullptr;
      unsigned number = argument.getArgNumber();
      return number == 0   ? c.input(0)
             : number == 3 ? c.input(1)
             : number == 4 ? c.input(2)
                           : c.reference(number - 1);
    });
    importer.run(block);
    return importer.get(block.getTerminator()->getOperand(0));
  }

  MLIRContext context;
  SmallVector<OwningOpRef<ModuleOp>> modules;
  ExprContext c;
  Expr x = c.input(0), m = c.reference(0), s = c.reference(1);
};

TEST_F(ImportTest, Arithmetic) {
  EXPECT_EQ(read("%0 = arith.subf %x, %m : f32\n"
                 "%1 = math.exp %0 : f32\n"
                 "%r = arith.divf %1, %s : f32"),
            c.div(c.exp(c.sub(x, m)), s));
  EXPECT_EQ(read("%c = arith.constant 2.0 : f32\n"
                 "%0 = arith.negf %x : f32\n"
                 "%1 = arith.mulf %0, %c : f32\n"
                 "%r = math.fma %1, %m, %s : f32"),
            c.add(c.mul(c.scale(x, Rational(-2)), m), s));
}

TEST_F(ImportTest, Functions) {
  EXPECT_EQ(read("%0 = math.sqrt %s : f32\n%r = arith.mulf %0, %0 : f32"), s);
  EXPECT_EQ(read("%0 = math.rsqrt %s : f32\n%1 = math.sqrt %s : f32\n"
                 "%r = arith.mulf %0, %1 : f32"),
            c.constant(1));
  EXPECT_EQ(read("%a = math.absf %s : f32\n%0 = math.log2 %a : f32\n"
                 "%r = math.exp2 %0 : f32"),
            c.abs(s));
  EXPECT_EQ(read("%c = arith.constant 2.0 : f32\n"
                 "%r = math.powf %x, %c : f32"),
            c.mul(x, x));
  EXPECT_EQ(read("%c = arith.constant 3 : i32\n"
                 "%r = math.fpowi %x, %c : f32, i32"),
            c.pow(x, Rational(3)));
  EXPECT_EQ(read("%0 = math.absf %x : f32\n%r = arith.mulf %0, %0 : f32"),
            c.mul(x, x));
  EXPECT_EQ(read("%c = arith.constant 1.0 : f32\n%0 = math.expm1 %x : f32\n"
                 "%r = arith.addf %0, %c : f32"),
            c.exp(x));
}

TEST_F(ImportTest, OpaqueFunctionsOfEqualOperandsAreEqual) {
  Expr tanh = read("%r = math.tanh %x : f32");
  EXPECT_EQ(tanh, read("%r = math.tanh %x : f32"));
  EXPECT_NE(tanh, read("%r = math.tanh %m : f32"));
  EXPECT_NE(tanh, read("%r = math.erf %x : f32"));
  EXPECT_EQ(tanh->getAtom()->kind, AtomKind::Opaque);
}

TEST_F(ImportTest, Casts) {
  llvm::StringRef body = "%0 = math.exp %x : f32\n"
                         "%1 = arith.truncf %0 : f32 to f16\n"
                         "%r = arith.extf %1 : f16 to f32";
  EXPECT_EQ(read(body), c.exp(x));
  Expr rounded = read(body, Rounding::Opaque);
  ASSERT_TRUE(rounded->getAtom());
  EXPECT_EQ(rounded->getAtom()->kind, AtomKind::Round);
}

TEST_F(ImportTest, ConstantsConvertExactly) {
  Expr tenth = read("%0 = arith.constant 0.1 : f64\n"
                    "%r = arith.truncf %0 : f64 to f32",
                    Rounding::Opaque);
  EXPECT_EQ(tenth, c.constant(llvm::APFloat(0.1f)));
  EXPECT_NE(tenth, c.constant(llvm::APFloat(0.1)));
}

TEST_F(ImportTest, NarrowArithmeticRounds) {
  llvm::StringRef body = "%0 = arith.addf %h, %h : f16\n"
                         "%r = arith.extf %0 : f16 to f32";
  EXPECT_EQ(read(body), c.scale(c.input(1), Rational(2)));
  EXPECT_EQ(read(body, Rounding::Opaque)->getAtom()->kind, AtomKind::Round);
  // A maximum does not.
  EXPECT_EQ(read("%0 = arith.negf %h : f16\n%r = arith.extf %0 : f16 to f32",
                 Rounding::Opaque),
            c.neg(c.input(1)));
}

TEST_F(ImportTest, Fp8IsOpaque) {
  Expr value = read("%0 = arith.truncf %x : f32 to f8E4M3FN\n"
                    "%r = arith.extf %0 : f8E4M3FN to f32");
  ASSERT_TRUE(value->getAtom());
  EXPECT_EQ(value->getAtom()->kind, AtomKind::Opaque);
}

TEST_F(ImportTest, Selects) {
  EXPECT_EQ(read("%z = arith.constant 0.0 : f32\n"
                 "%c = arith.cmpf ogt, %x, %z : f32\n"
                 "%0 = arith.mulf %x, %m : f32\n"
                 "%r = arith.select %c, %0, %z : f32"),
            c.mul(m, read("%z = arith.constant 0.0 : f32\n"
                          "%c = arith.cmpf ogt, %x, %z : f32\n"
                          "%r = arith.select %c, %x, %z : f32")));
}

TEST_F(ImportTest, DivisionByZeroIsOpaque) {
  Expr value = read("%z = arith.constant 0.0 : f32\n"
                    "%r = arith.divf %x, %z : f32");
  ASSERT_TRUE(value->getAtom());
  EXPECT_EQ(value->getAtom()->kind, AtomKind::Opaque);
}

TEST_F(ImportTest, EmittedCodeReadsBackTheSame) {
  Expr values[] = {
      c.div(c.exp(c.sub(x, m)), s),
      c.exp2(c.scale(c.sub(m, x), Rational(3, 2))),
      c.pow(c.add(c.scale(s, Rational(1, 8)), c.constant(1)), Rational(-1, 2)),
      c.log(c.add(s, c.abs(x))),
      c.pow(s, Rational(3)),
      c.sub(c.mul(x, m), c.constant(llvm::APFloat(0.25f))),
      read("%0 = arith.sitofp %i : i32 to f32\n"
           "%1 = math.tanh %0 : f32\n%r = arith.mulf %1, %s : f32"),
      c.constant(0),
  };
  for (Expr value : values) {
    ASSERT_TRUE(Emitter::canEmit(value));
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        "func.func @f(%x: f32, %m: f32, %s: f32, %h: f16, %i: i32) -> f32 {"
        "return %x : f32 }",
        &context);
    auto function = *module->getOps<func::FuncOp>().begin();
    Block &block = function.getBody().front();
    OpBuilder b(block.getTerminator());
    Emitter emitter(
        b, b.getUnknownLoc(), b.getF32Type(), [&](const Atom &leaf) -> Value {
          if (leaf.isLeaf(LeafKind::Reference))
            return block.getArgument(1 + leaf.index);
          return block.getArgument(leaf.index == 0 ? 0 : 2 + leaf.index);
        });
    Value result = emitter.emit(value);
    block.getTerminator()->setOperand(0, result);
    ASSERT_TRUE(succeeded(verify(*module)));
    Importer importer(c, Rounding::Transparent, [&](Value leaf) -> Expr {
      auto argument = dyn_cast<BlockArgument>(leaf);
      if (!argument)
        return nullptr;
      unsigned number = argument.getArgNumber();
      return number == 0   ? c.input(0)
             : number >= 3 ? c.input(number - 2)
                           : c.reference(number - 1);
    });
    importer.run(block);
    EXPECT_EQ(importer.get(result), value) << toString(value);
  }
}

TEST_F(ImportTest, NoEmissionOfUnknown) {
  EXPECT_FALSE(Emitter::canEmit(c.mul(x, c.unknown())));
}
} // namespace
