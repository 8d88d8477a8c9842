//===- HostTensorTest.cpp - Tensors in host memory ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/HostTensor.h"

#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace redfuser;

namespace {

const llvm::fltSemantics &getSemantics(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return llvm::APFloat::IEEEhalf();
  case ElementKind::BF16:
    return llvm::APFloat::BFloat();
  case ElementKind::F8E4M3FN:
    return llvm::APFloat::Float8E4M3FN();
  default:
    return llvm::APFloat::Float8E5M2();
  }
}

constexpr ElementKind kNarrowKinds[] = {ElementKind::F16, ElementKind::BF16,
                                        ElementKind::F8E4M3FN,
                                        ElementKind::F8E5M2};

double widenByAPFloat(ElementKind kind, uint16_t bits) {
  llvm::APFloat value(getSemantics(kind),
                      llvm::APInt(8 * getByteWidth(kind), bits));
  bool loses;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &loses);
  return value.convertToDouble();
}

uint16_t narrowByAPFloat(ElementKind kind, double from) {
  llvm::APFloat value(from);
  bool loses;
  value.convert(getSemantics(kind), llvm::APFloat::rmNearestTiesToEven, &loses);
  return static_cast<uint16_t>(value.bitcastToAPInt().getZExtValue());
}

TEST(HostTensor, NarrowFloatsAgreeWithAPFloat) {
  for (ElementKind kind : kNarrowKinds) {
    uint32_t last = (1u << 8 * getByteWidth(kind)) - 1;
    for (uint32_t bits = 0; bits <= last; ++bits) {
      double value = widenFloat(kind, bits);
      double expected = widenByAPFloat(kind, bits);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(value));
        continue;
      }
      ASSERT_EQ(value, expected) << bits;
      ASSERT_EQ(narrowFloat(kind, value), bits);
      // Between this value and the next: below, at and above the middle.
      double next = widenFloat(kind, bits + 1);
      if (bits == last || !std::isfinite(value) || !std::isfinite(next))
        continue;
      for (double part : {0.25, 0.5, 0.5000001, 0.75}) {
        double between = value + (next - value) * part;
        ASSERT_EQ(narrowFloat(kind, between), narrowByAPFloat(kind, between))
            << bits << " " << part;
      }
    }
  }
}

TEST(HostTensor, NarrowingOverflowsToInfinityOrNaN) {
  for (ElementKind kind : kNarrowKinds) {
    auto round = [&](double value) {
      return widenFloat(kind, narrowFloat(kind, value));
    };
    auto isOverflow = [&](double value) {
      return hasInfinity(kind) ? std::isinf(value) : std::isnan(value);
    };
    double threshold = getOverflowThreshold(kind);
    EXPECT_TRUE(isOverflow(round(threshold)));
    EXPECT_TRUE(std::isfinite(round(std::nextafter(threshold, 0))));
    EXPECT_TRUE(isOverflow(round(1e300)));
    EXPECT_TRUE(isOverflow(round(std::numeric_limits<double>::infinity())));
    EXPECT_TRUE(std::isnan(round(std::nan(""))));
    EXPECT_EQ(round(1 + getEpsilon(kind)), 1 + getEpsilon(kind));
    EXPECT_EQ(round(1 + getEpsilon(kind) / 2), 1);
  }
  EXPECT_EQ(narrowFloat(ElementKind::F8E4M3FN, -448), 0xfe);
  EXPECT_EQ(narrowFloat(ElementKind::F8E5M2, -57344), 0xfb);
}

TEST(HostTensor, StoresFloatsOf8Bits) {
  for (ElementKind kind : {ElementKind::F8E4M3FN, ElementKind::F8E5M2}) {
    EXPECT_TRUE(isFloat(kind));
    auto tensor = HostTensor::create(kind, {4});
    ASSERT_TRUE(bool(tensor));
    EXPECT_EQ(tensor->getNumBytes(), 4u);
    tensor->setDouble(1, -1.75);
    tensor->setInt(2, 3);
    tensor->setDouble(3, 1000);
    EXPECT_EQ(tensor->getDouble(0), 0);
    EXPECT_EQ(tensor->getDouble(1), -1.75);
    EXPECT_EQ(tensor->getInt(2), 3);
    auto wide = tensor->widened();
    ASSERT_TRUE(bool(wide));
    EXPECT_EQ(wide->getKind(), ElementKind::F64);
    EXPECT_EQ(wide->getDouble(1), -1.75);
    EXPECT_EQ(std::isnan(wide->getDouble(3)), kind == ElementKind::F8E4M3FN);
  }
}

TEST(HostTensor, WidensFloatsAndCopiesIntegers) {
  auto narrow = HostTensor::create(ElementKind::F16, {3});
  ASSERT_TRUE(bool(narrow));
  narrow->setDouble(1, 0.1);
  auto wide = narrow->widened();
  ASSERT_TRUE(bool(wide));
  EXPECT_EQ(wide->getKind(), ElementKind::F64);
  EXPECT_EQ(wide->getDouble(1), narrow->getDouble(1));
  auto integers = HostTensor::create(ElementKind::I64, {1});
  ASSERT_TRUE(bool(integers));
  integers->setInt(0, (1ll << 62) + 1);
  auto copy = integers->widened();
  ASSERT_TRUE(bool(copy));
  EXPECT_EQ(copy->getInt(0), (1ll << 62) + 1);
}

TEST(HostTensor, no_ImpossibleShapes) {
  auto negative = HostTensor::create(ElementKind::F32, {-1});
  ASSERT_FALSE(bool(negative));
  EXPECT_NE(llvm::toString(negative.takeError()).find("negative size"),
            std::string::npos);
  auto large = HostTensor::create(ElementKind::F32, {1ll << 62, 0, 4});
  ASSERT_FALSE(bool(large));
  EXPECT_NE(llvm::toString(large.takeError()).find("overflows"),
            std::string::npos);
}

} // namespace
