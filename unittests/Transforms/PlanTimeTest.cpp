//===- PlanTimeTest.cpp - How long deriving a fusion may take -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CPU time of the thread, and the best of several runs: other work on the
// machine counts little. The bounds are those of docs/Fusion.md, times a factor
// for slow and busy machines.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/InitAllDialects.h"
#include "RedFuser/Transforms/Fuse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <ctime>

using namespace mlir;
using namespace redfuser;

namespace {

double getThreadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/// A busy machine shares its caches; instrumented code runs several times
/// slower.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr double kFactor = 20;
#else
constexpr double kFactor = 3;
#endif
#else
constexpr double kFactor = 3;
#endif

class PlanTimeTest : public testing::Test {
protected:
  PlanTimeTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        func::FuncDialect, cascade::CascadeDialect>();
  }

  /// A reduction with `body`, which computes %r from %x, %y and %d0, %d1, ..
  void add(StringRef monoid, std::string body) {
    bodies.push_back({monoid.str(), std::move(body)});
  }

  /// Parses the chain of the reductions added so far.
  void parse() {
    std::string text;
    llvm::raw_string_ostream os(text);
    auto list = [&](auto item) {
      for (size_t i = 0; i < bodies.size(); ++i)
        os << (i ? ", " : "") << item(i);
    };
    auto init = [](size_t) { return "%i"; };
    auto type = [](size_t) { return "tensor<4xf32>"; };
    auto name = [](size_t i) { return "%r" + std::to_string(i); };
    os << "func.func @f(%s: tensor<4x64xf32>, %v: tensor<4x64xf32>, "
          "%i: tensor<4xf32>) -> tensor<4xf32> {\n";
    list(name);
    os << " = cascade.chain [parallel, axis] ins(%s (d0, d1), %v (d0, d1) : "
          "tensor<4x64xf32>, tensor<4x64xf32>) inits(";
    list(init);
    os << " : ";
    list(type);
    os << ")\n";
    for (auto [i, reduction] : llvm::enumerate(bodies)) {
      os << "reduce #cascade." << reduction.first << " -> (d0) (%x, %y";
      for (size_t k = 0; k < i; ++k)
        os << (k ? ", %d" : " | %d") << k;
      os << ") {\n" << reduction.second << "cascade.yield %r : f32\n}\n";
    }
    os << "return %r" << bodies.size() - 1 << " : tensor<4xf32>\n}\n";
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    module->walk([&](cascade::ChainOp op) { chain = op; });
  }

  /// Least seconds of `runs` derivations; `fuses` is the verdict.
  double measure(unsigned runs, bool fuses) {
    double best = 1e9;
    for (unsigned i = 0; i < runs; ++i) {
      double start = getThreadSeconds();
      FailureOr<FusionPlan> plan = planFusion(chain, {}, reason);
      best = std::min(best, getThreadSeconds() - start);
      EXPECT_EQ(succeeded(plan), fuses) << reason.message;
    }
    return best / kFactor;
  }

  void addSoftmax() {
    add("maximumf", "%z = arith.constant 0.0 : f32\n"
                    "%r = arith.addf %x, %z : f32\n");
    add("addf", "%0 = arith.subf %x, %d0 : f32\n%r = math.exp %0 : f32\n");
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  cascade::ChainOp chain;
  Reason reason;
  std::vector<std::pair<std::string, std::string>> bodies;
};

TEST_F(PlanTimeTest, DepthThree) {
  addSoftmax();
  add("addf", "%0 = arith.subf %x, %d0 : f32\n%1 = math.exp %0 : f32\n"
              "%2 = arith.divf %1, %d1 : f32\n%r = arith.mulf %2, %y : f32\n");
  parse();
  EXPECT_LT(measure(50, /*fuses=*/true), 1e-3);
}

TEST_F(PlanTimeTest, DepthThreeMoments) {
  std::string deviation = "%n = arith.constant 64.0 : f32\n"
                          "%mean = arith.divf %d0, %n : f32\n"
                          "%u = arith.subf %x, %mean : f32\n";
  add("addf", "%z = arith.constant 0.0 : f32\n"
              "%r = arith.addf %x, %z : f32\n");
  add("addf", deviation + "%r = arith.mulf %u, %u : f32\n");
  add("addf", deviation + "%eps = arith.constant 1.0e-5 : f32\n"
                          "%var = arith.divf %d1, %n : f32\n"
                          "%1 = arith.addf %var, %eps : f32\n"
                          "%2 = math.rsqrt %1 : f32\n"
                          "%3 = arith.mulf %u, %2 : f32\n"
                          "%r = arith.mulf %3, %y : f32\n");
  parse();
  EXPECT_LT(measure(50, /*fuses=*/true), 1e-3);
}

/// A weighted sum of exponentials over the results from `first` to `last`.
std::string divideBy(unsigned first, unsigned last) {
  std::string body = "%e = arith.subf %x, %d0 : f32\n"
                     "%p = math.exp %e : f32\n"
                     "%q" +
                     std::to_string(first) + " = arith.mulf %p, %y : f32\n";
  for (unsigned k = first; k < last; ++k)
    body += "%q" + std::to_string(k + 1) + " = arith.divf %q" +
            std::to_string(k) + ", %d" + std::to_string(k) + " : f32\n";
  return body + "%z = arith.constant 1.0 : f32\n%r = arith.mulf %q" +
         std::to_string(last) + ", %z : f32\n";
}

TEST_F(PlanTimeTest, DepthTwelve) {
  addSoftmax();
  for (unsigned depth = 2; depth < 12; ++depth)
    add("addf", divideBy(std::max(depth, 4u) - 3, depth));
  parse();
  EXPECT_LT(measure(5, /*fuses=*/true), 1.0);
}

TEST_F(PlanTimeTest, ManyFactorsInOneTerm) {
  addSoftmax();
  for (unsigned depth = 2; depth < 12; ++depth)
    add("addf", divideBy(1, depth));
  parse();
  EXPECT_LT(measure(5, /*fuses=*/false), 1.0);
  EXPECT_NE(reason.message.find("in at most 4 places, got 5"),
            std::string::npos)
      << reason.message;
}

/// A term of `count` operations `op`, each applied to the one before and to
/// `operand`.
std::string repeat(unsigned count, StringRef op, StringRef operand) {
  std::string body = "%t0 = arith.subf %x, %d0 : f32\n"
                     "%u0 = math.exp %t0 : f32\n";
  for (unsigned i = 1; i <= count; ++i)
    body += "%u" + std::to_string(i) + " = " + op.str() + " %u" +
            std::to_string(i - 1) + ", " + operand.str() + " : f32\n";
  return body;
}

TEST_F(PlanTimeTest, LongProduct) {
  addSoftmax();
  add("addf",
      repeat(200, "arith.mulf", "%y") + "%r = arith.divf %u200, %d1 : f32\n");
  parse();
  EXPECT_LT(measure(5, /*fuses=*/true), 1.0);
}

TEST_F(PlanTimeTest, LongSum) {
  // exp(x - m) + 200 y: two sums, one without the exponential.
  addSoftmax();
  add("addf",
      repeat(200, "arith.addf", "%y") + "%r = arith.divf %u200, %d1 : f32\n");
  parse();
  EXPECT_LT(measure(5, /*fuses=*/true), 1.0);
}

TEST_F(PlanTimeTest, PowersOfSums) {
  // (x + y + d)^(2^k) in 2k operations: the number of products doubles until
  // the limit, then stays.
  add("addf", "%z = arith.constant 0.0 : f32\n%r = arith.addf %x, %z : f32\n");
  std::string body = "%u0 = arith.addf %x, %d0 : f32\n";
  for (unsigned i = 1; i <= 200; i += 2) {
    std::string last = "%u" + std::to_string(i - 1);
    body += "%u" + std::to_string(i) + " = arith.addf " + last + ", %y : f32\n";
    body += "%u" + std::to_string(i + 1) + " = arith.mulf %u" +
            std::to_string(i) + ", %u" + std::to_string(i) + " : f32\n";
  }
  body += "%z = arith.constant 0.0 : f32\n%r = arith.addf %u200, %z : f32\n";
  add("addf", body);
  parse();
  EXPECT_LT(measure(3, /*fuses=*/false), 1.0);
  EXPECT_NE(reason.message.find("limits of the algebra"), std::string::npos)
      << reason.message;
}

TEST_F(PlanTimeTest, NestedFunctions) {
  // Every level mentions the one below twice.
  add("addf", "%z = arith.constant 0.0 : f32\n%r = arith.addf %x, %z : f32\n");
  std::string body = "%u0 = arith.addf %x, %d0 : f32\n";
  for (unsigned i = 1; i <= 198; i += 2) {
    std::string last = "%u" + std::to_string(i - 1);
    body += "%u" + std::to_string(i) + " = math.tanh " + last + " : f32\n";
    body += "%u" + std::to_string(i + 1) + " = arith.addf %u" +
            std::to_string(i) + ", " + last + " : f32\n";
  }
  body += "%r = arith.mulf %u198, %d0 : f32\n";
  add("addf", body);
  parse();
  EXPECT_LT(measure(3, /*fuses=*/false), 1.0);
}

TEST_F(PlanTimeTest, TooManyOperations) {
  addSoftmax();
  add("addf",
      repeat(1100, "arith.mulf", "%y") + "%r = arith.divf %u1100, %d1 : f32\n");
  parse();
  EXPECT_LT(measure(3, /*fuses=*/false), 1.0);
  EXPECT_NE(reason.message.find("expected at most 1024 operations in a term"),
            std::string::npos)
      << reason.message;
}

} // namespace
