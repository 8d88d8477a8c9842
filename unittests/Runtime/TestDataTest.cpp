//===- TestDataTest.cpp - Seeded inputs for programs ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/TestData.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace redfuser;

namespace {

HostTensor makeRandom(llvm::ArrayRef<int64_t> shape, uint64_t seed,
                      ElementKind kind = ElementKind::F32) {
  auto tensor = HostTensor::create(kind, shape);
  EXPECT_TRUE(bool(tensor));
  fillRandom(*tensor, seed);
  return std::move(*tensor);
}

TEST(TestData, IsReproducibleAndNormal) {
  HostTensor a = makeRandom({10000}, 7), b = makeRandom({10000}, 7);
  HostTensor c = makeRandom({10000}, 8);
  double sum = 0, squares = 0;
  int same = 0;
  for (int i = 0; i < 10000; ++i) {
    ASSERT_EQ(a.getDouble(i), b.getDouble(i));
    same += a.getDouble(i) == c.getDouble(i);
    sum += a.getDouble(i);
    squares += a.getDouble(i) * a.getDouble(i);
  }
  EXPECT_LT(same, 10);
  EXPECT_LT(std::fabs(sum / 10000), 0.05);
  EXPECT_NEAR(squares / 10000, 1, 0.05);
}

TEST(TestData, IntegersAreSmall) {
  HostTensor mask = makeRandom({1000}, 1, ElementKind::I1);
  HostTensor wide = makeRandom({1000}, 1, ElementKind::I64);
  int ones = 0;
  for (int i = 0; i < 1000; ++i) {
    ones += mask.getInt(i);
    ASSERT_GE(wide.getInt(i), 0);
    ASSERT_LT(wide.getInt(i), 8);
  }
  EXPECT_GT(ones, 400);
  EXPECT_LT(ones, 600);
}

TEST(TestData, ModesGoWhereTheyShould) {
  auto count = [](DataMode mode, llvm::ArrayRef<int64_t> shape, unsigned axis,
                  bool (*is)(double)) {
    HostTensor tensor = makeRandom(shape, 3);
    applyDataMode(tensor, mode, axis);
    int64_t n = 0;
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      n += is(tensor.getDouble(i));
    return n;
  };
  auto isInf = [](double v) { return std::isinf(v); };
  auto isNaN = [](double v) { return std::isnan(v); };
  EXPECT_EQ(count(DataMode::NegInfFront, {4, 8}, 1, isInf), 4 * 2);
  EXPECT_EQ(count(DataMode::NegInfBack, {4, 8}, 0, isInf), 8 * 1);
  EXPECT_EQ(count(DataMode::NegInfAll, {4, 8}, 1, isInf), 2 * 8);
  EXPECT_EQ(count(DataMode::PosInf, {4, 8}, 1, isInf), 2);
  EXPECT_EQ(count(DataMode::NaN, {2, 4, 8}, 1, isNaN), 8);
  EXPECT_EQ(count(DataMode::NaN, {0, 8}, 1, isNaN), 0);
  EXPECT_EQ(count(DataMode::NegInfFront, {3, 1}, 1, isInf), 3);
}

TEST(TestData, FloatsOf8BitsStayNumbers) {
  for (ElementKind kind : {ElementKind::F8E4M3FN, ElementKind::F8E5M2})
    for (auto [i, name] : llvm::enumerate(getDataModeNames())) {
      DataMode mode = *parseDataMode(name);
      HostTensor tensor = makeRandom({40, 50}, 3, kind);
      applyDataMode(tensor, mode, 1);
      int64_t numbers = 0, different = 0;
      for (int64_t e = 0; e < 2000; ++e) {
        numbers += std::isfinite(tensor.getDouble(e));
        different += tensor.getDouble(e) != tensor.getDouble(0);
      }
      if (mode != DataMode::NaN && !hasInfinities(mode))
        EXPECT_EQ(numbers, 2000) << stringify(kind).str() << name.str();
      else
        EXPECT_LT(numbers, 2000) << stringify(kind).str() << name.str();
      if (mode == DataMode::Tiny || mode == DataMode::Huge)
        EXPECT_GT(different, 1000) << stringify(kind).str() << name.str();
    }
}

TEST(TestData, NamesRoundTrip) {
  for (llvm::StringRef name : getDataModeNames())
    EXPECT_TRUE(parseDataMode(name).has_value());
  EXPECT_FALSE(parseDataMode("other").has_value());
}

} // namespace
