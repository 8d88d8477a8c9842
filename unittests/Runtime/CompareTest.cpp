//===- CompareTest.cpp - The numeric contract, checked --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Compare.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace redfuser;

namespace {

HostTensor make(ElementKind kind, llvm::ArrayRef<double> values) {
  auto tensor = HostTensor::create(kind, {static_cast<int64_t>(values.size())});
  EXPECT_TRUE(bool(tensor));
  for (size_t i = 0; i < values.size(); ++i)
    tensor->setDouble(i, values[i]);
  return std::move(*tensor);
}

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Compare, MeasuresAgainstTheRootMeanSquare) {
  HostTensor exact = make(ElementKind::F64, {3, -4, 0, 5});
  HostTensor result = make(ElementKind::F32, {3, -4, 0.5, 5});
  EXPECT_DOUBLE_EQ(measureError(result, exact).relative, 0.5 / std::sqrt(12.5));
}

TEST(Compare, AcceptsTwiceTheUnfusedError) {
  HostTensor exact = make(ElementKind::F64, {1, 1});
  HostTensor unfused = make(ElementKind::F32, {1.25, 1});
  EXPECT_TRUE(compareResults(make(ElementKind::F32, {1, 1.5}), unfused, exact)
                  .passed());
  EXPECT_FALSE(
      compareResults(make(ElementKind::F32, {1, 1.625}), unfused, exact)
          .passed());
}

TEST(Compare, AcceptsTheFloorOfTheType) {
  HostTensor exact = make(ElementKind::F64, {1});
  auto passes = [&](ElementKind kind, double value) {
    return compareResults(make(kind, {value}), make(kind, {1}), exact).passed();
  };
  EXPECT_TRUE(passes(ElementKind::F32, 1 + 1.9e-6));
  EXPECT_FALSE(passes(ElementKind::F32, 1 + 2.1e-6));
  EXPECT_TRUE(passes(ElementKind::F16, 1 + std::ldexp(1.0, -10)));
  EXPECT_FALSE(passes(ElementKind::F16, 1 + std::ldexp(2.0, -10)));
  EXPECT_TRUE(passes(ElementKind::BF16, 1 + std::ldexp(1.0, -7)));
  EXPECT_FALSE(passes(ElementKind::BF16, 1 + std::ldexp(2.0, -7)));
}

TEST(Compare, no_DifferentSpecialValues) {
  HostTensor exact = make(ElementKind::F64, {1, kNaN, kInf, -kInf});
  HostTensor unfused = make(ElementKind::F32, {1, kNaN, kInf, -kInf});
  EXPECT_TRUE(compareResults(unfused, unfused, exact).passed());
  double wrong[][4] = {{kNaN, kNaN, kInf, -kInf},
                       {1, 0, kInf, -kInf},
                       {1, kNaN, -kInf, -kInf},
                       {1, kNaN, kInf, 0}};
  for (size_t i = 0; i < 4; ++i) {
    Comparison comparison =
        compareResults(make(ElementKind::F32, wrong[i]), unfused, exact);
    EXPECT_FALSE(comparison.passed());
    EXPECT_EQ(comparison.mismatches, 1);
    EXPECT_EQ(comparison.firstMismatch, static_cast<int64_t>(i));
  }
}

TEST(Compare, OverflowWithoutInfinitiesIsNaN) {
  HostTensor exact = make(ElementKind::F64, {500, kInf, 464, 1});
  HostTensor result = make(ElementKind::F8E4M3FN, {kNaN, kNaN, 448, 1});
  EXPECT_TRUE(compareResults(result, result, exact).passed());
  HostTensor saturated = make(ElementKind::F8E4M3FN, {448, kNaN, 448, 1});
  EXPECT_EQ(measureError(saturated, exact).specialMismatches, 1);
}

TEST(Compare, OverflowOfTheTypeIsNoMismatch) {
  HostTensor exact = make(ElementKind::F64, {1e5, 1});
  HostTensor half = make(ElementKind::F16, {kInf, 1});
  EXPECT_TRUE(compareResults(half, half, exact).passed());
  // But a NaN in its place is.
  EXPECT_FALSE(
      compareResults(make(ElementKind::F16, {kNaN, 1}), half, exact).passed());
}

TEST(Compare, no_ErrorsAgainstZero) {
  HostTensor zero = make(ElementKind::F64, {0, 0});
  HostTensor unfused = make(ElementKind::F32, {0, 0});
  EXPECT_TRUE(compareResults(unfused, unfused, zero).passed());
  EXPECT_FALSE(compareResults(make(ElementKind::F32, {0, 1e-30}), unfused, zero)
                   .passed());
}

TEST(Compare, IntegersMustBeEqual) {
  HostTensor unfused = make(ElementKind::I32, {1, 7});
  EXPECT_TRUE(compareResults(make(ElementKind::I32, {1, 7}), unfused, unfused)
                  .passed());
  EXPECT_FALSE(compareResults(make(ElementKind::I32, {1, 8}), unfused, unfused)
                   .passed());
  // The position of a score that float64 tells from others.
  HostTensor exact = make(ElementKind::I32, {1, 8});
  EXPECT_TRUE(
      compareResults(make(ElementKind::I32, {1, 8}), unfused, exact).passed());
  EXPECT_FALSE(
      compareResults(make(ElementKind::I32, {1, 9}), unfused, exact).passed());
}

TEST(Compare, EmptyResultsPass) {
  HostTensor empty = make(ElementKind::F32, {});
  EXPECT_TRUE(
      compareResults(empty, empty, make(ElementKind::F64, {})).passed());
}

} // namespace
