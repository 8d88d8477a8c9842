//===- FuzzTest.cpp - Generated cases and smaller ones --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzContext.h"

#include "RedFuser/Fuzz/Case.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace redfuser;
using namespace redfuser::fuzz;

namespace {

class FuzzTest : public testing::TestWithParam<Family> {
protected:
  FuzzTest() { loadDialects(context); }

  bool isValid(const Case &spec) {
    mlir::ScopedDiagnosticHandler quiet(
        &context, [](mlir::Diagnostic &) { return mlir::success(); });
    return bool(
        mlir::parseSourceString<mlir::ModuleOp>(spec.printProgram(), &context));
  }

  mlir::MLIRContext context;
};

TEST_P(FuzzTest, CasesAreValid) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Case spec = generate(GetParam(), seed);
    EXPECT_TRUE(isValid(spec)) << spec.printProgram();
    // In every form.
    for (Form form : {Form::Chain, Form::Generics, Form::Stages}) {
      spec.form = form;
      EXPECT_TRUE(isValid(spec)) << spec.printProgram();
    }
  }
}

TEST_P(FuzzTest, SeedDetermines) {
  Case a = generate(GetParam(), 17), b = generate(GetParam(), 17);
  EXPECT_EQ(a.printProgram(), b.printProgram());
  EXPECT_EQ(a.printSuiteLine("x"), b.printSuiteLine("x"));
  EXPECT_NE(a.printProgram(), generate(GetParam(), 18).printProgram());
}

TEST_P(FuzzTest, SimplificationsAreValid) {
  unsigned total = 0, valid = 0;
  for (uint64_t seed = 0; seed < 40; ++seed)
    for (const Case &smaller :
         getSimplifications(generate(GetParam(), seed), /*keepsTerms=*/false)) {
      ++total;
      valid += isValid(smaller);
    }
  EXPECT_GT(total, 500u);
  EXPECT_GT(valid, total * 9 / 10);
}

/// Shrinking ends, and at little more than what fails.
TEST_P(FuzzTest, ShrinksToTheCause) {
  auto fails = [&](const Case &spec) {
    return isValid(spec) &&
           llvm::any_of(spec.reductions, [](const Case::Reduction &reduction) {
             return anyOf(reduction.term, [](const Expr &node) {
               return node.kind == Expr::Op && node.name == "arith.mulf";
             });
           });
  };
  unsigned shrunk = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    Case spec = generate(GetParam(), seed);
    if (!fails(spec))
      continue;
    ++shrunk;
    unsigned steps = 0;
    for (bool smaller = true; smaller; ++steps) {
      ASSERT_LT(steps, 1000u);
      smaller = false;
      for (const Case &candidate : getSimplifications(spec, false))
        if (fails(candidate)) {
          spec = candidate;
          smaller = true;
          break;
        }
    }
    EXPECT_EQ(spec.reductions.size(), 1u);
    EXPECT_EQ(spec.inputs.size(), 1u);
    EXPECT_EQ(spec.dims.size(), 1u);
    EXPECT_EQ(spec.type, ElementKind::F32);
  }
  EXPECT_GT(shrunk, 5u);
}

TEST_P(FuzzTest, KeepsTerms) {
  Case spec = generate(GetParam(), 3);
  for (const Case &smaller : getSimplifications(spec, /*keepsTerms=*/true))
    for (const Case::Reduction &reduction : smaller.reductions)
      EXPECT_TRUE(llvm::any_of(spec.reductions,
                               [&](const Case::Reduction &other) {
                                 return other.term == reduction.term;
                               }) ||
                  smaller.reductions.size() < spec.reductions.size());
}

INSTANTIATE_TEST_SUITE_P(Families, FuzzTest,
                         testing::Values(Family::Free, Family::Fusable,
                                         Family::Unfusable));

} // namespace
