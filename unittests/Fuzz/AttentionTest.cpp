//===- AttentionTest.cpp - Generated attention and smaller cases ----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzContext.h"

#include "RedFuser/Fuzz/Attention.h"
#include "RedFuser/Reference/Interpreter.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace redfuser;
using namespace redfuser::fuzz;

namespace {

class AttentionTest : public testing::Test {
protected:
  AttentionTest() { loadDialects(context); }

  mlir::OwningOpRef<mlir::ModuleOp> parse(const AttentionCase &spec) {
    mlir::ScopedDiagnosticHandler quiet(
        &context, [](mlir::Diagnostic &) { return mlir::success(); });
    return mlir::parseSourceString<mlir::ModuleOp>(spec.printProgram(""),
                                                   &context);
  }

  /// The values of the program, without rounding, for random arguments.
  llvm::SmallVector<HostTensor> interpret(const AttentionCase &spec) {
    mlir::OwningOpRef<mlir::ModuleOp> module = parse(spec);
    arguments.clear();
    uint64_t seed = 0;
    for (const AttentionCase::Argument &argument : spec.getArguments()) {
      llvm::SmallVector<int64_t> shape;
      for (char dim : argument.dims)
        shape.push_back(spec.getSize(dim));
      arguments.push_back(
          llvm::cantFail(HostTensor::create(argument.kind, shape)));
      fillRandom(arguments.back(), ++seed);
    }
    reference::InterpreterOptions how;
    how.rounding = reference::Rounding::None;
    auto results = reference::interpret(
        module->lookupSymbol<mlir::func::FuncOp>("main"), arguments, how);
    return succeeded(results) ? std::move(*results)
                              : llvm::SmallVector<HostTensor>();
  }

  mlir::MLIRContext context;
  llvm::SmallVector<HostTensor> arguments;
};

TEST_F(AttentionTest, CasesAreValid) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    AttentionCase spec = generateAttention(seed);
    EXPECT_TRUE(bool(parse(spec))) << spec.printProgram("");
  }
}

TEST_F(AttentionTest, SeedDetermines) {
  AttentionCase a = generateAttention(17), b = generateAttention(17);
  fitGpu(a);
  fitGpu(b);
  EXPECT_EQ(a.printProgram(""), b.printProgram(""));
  EXPECT_EQ(a.printSuiteLine("x"), b.printSuiteLine("x"));
  EXPECT_NE(a.printProgram(""), generateAttention(18).printProgram(""));
}

TEST_F(AttentionTest, SimplificationsAreValid) {
  unsigned total = 0;
  for (uint64_t seed = 0; seed < 40; ++seed)
    for (const AttentionCase &smaller :
         getSimplifications(generateAttention(seed))) {
      ++total;
      EXPECT_TRUE(bool(parse(smaller))) << smaller.printProgram("");
      EXPECT_LT(smaller.data == DataMode::Normal ? 0u : smaller.dataArgument,
                smaller.getArguments().size());
    }
  EXPECT_GT(total, 300u);
}

TEST_F(AttentionTest, ShrinksToTheCause) {
  auto fails = [](const AttentionCase &spec) {
    return spec.hasSoftcap && spec.rows > 20;
  };
  unsigned shrunk = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    AttentionCase spec = generateAttention(seed);
    if (!fails(spec))
      continue;
    ++shrunk;
    for (bool smaller = true; smaller;) {
      smaller = false;
      for (const AttentionCase &candidate : getSimplifications(spec))
        if (fails(candidate)) {
          spec = candidate;
          smaller = true;
          break;
        }
    }
    EXPECT_EQ(spec.rows, 21);
    EXPECT_LE(spec.keys, 1);
    EXPECT_EQ(spec.mask, AttentionCase::Mask::None);
    EXPECT_EQ(spec.query, "bhgqd");
  }
  EXPECT_GT(shrunk, 2u);
}

/// The printed program is attention: values by the definition, with the last
/// key hidden from all rows but the last, in two layouts.
TEST_F(AttentionTest, ComputesAttention) {
  AttentionCase spec;
  spec.type = ElementKind::F32;
  spec.roundsWeights = false;
  spec.rows = 3;
  spec.keys = 4;
  spec.depth = 5;
  spec.width = 2;
  spec.mask = AttentionCase::Mask::CausalFromEnd;
  spec.returnsLogSum = true;
  for (bool isTransposed : {false, true}) {
    if (isTransposed) {
      spec.key = "bhdk";
      spec.transposesKey = spec.hasDynamicRows = spec.hasDynamicKeys = true;
    }
    llvm::SmallVector<HostTensor> results = interpret(spec);
    ASSERT_EQ(results.size(), 2u);
    for (int64_t q = 0; q < 3; ++q) {
      double sum = 0, values[2] = {};
      for (int64_t k = 0; k <= q + 1; ++k) {
        double score = 0;
        for (int64_t d = 0; d < 5; ++d)
          score += arguments[0].getDouble(q * 5 + d) *
                   arguments[1].getDouble(isTransposed ? d * 4 + k : k * 5 + d);
        double weight = std::exp(score / std::sqrt(5.0));
        sum += weight;
        for (int64_t c = 0; c < 2; ++c)
          values[c] += weight * arguments[2].getDouble(k * 2 + c);
      }
      for (int64_t c = 0; c < 2; ++c)
        EXPECT_NEAR(results[0].getDouble(q * 2 + c), values[c] / sum, 1e-6);
      EXPECT_NEAR(results[1].getDouble(q), std::log(sum), 1e-6);
    }
  }
}

/// What the options add: sinks to the sum, gates to the result.
TEST_F(AttentionTest, AddsSinkAndGate) {
  AttentionCase spec;
  spec.type = ElementKind::F32;
  spec.roundsWeights = false;
  spec.keys = 3;
  spec.depth = spec.width = 2;
  spec.hasSink = spec.hasGate = true;
  llvm::SmallVector<HostTensor> results = interpret(spec);
  ASSERT_EQ(results.size(), 1u);
  double sum = std::exp(arguments[3].getDouble(0)), value = 0;
  for (int64_t k = 0; k < 3; ++k) {
    double score = 0;
    for (int64_t d = 0; d < 2; ++d)
      score += arguments[0].getDouble(d) * arguments[1].getDouble(k * 2 + d);
    double weight = std::exp(score / std::sqrt(2.0));
    sum += weight;
    value += weight * arguments[2].getDouble(k * 2);
  }
  double gate = 1 / (1 + std::exp(-arguments[4].getDouble(0)));
  EXPECT_NEAR(results[0].getDouble(0), value / sum * gate, 1e-6);
}

} // namespace
