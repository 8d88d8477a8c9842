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

using namespace redfuser;

namespace {

const llvm::fltSemantics &getSemantics(ElementKind kind) {
  return kind == ElementKind::F16 ? llvm::APFloat::IEEEhalf()
                                  : llvm::APFloat::BFloat();
}

double widenByAPFloat(ElementKind kind, uint16_t bits) {
  llvm::APFloat value(getSemantics(kind), llvm::APInt(16, bits));
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
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16}) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
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
      if (bits == 0xffff || !std::isfinite(value) || !std::isfinite(next))
        continue;
      for (double part : {0.25, 0.5, 0.5000001, 0.75}) {
        double between = value + (next - value) * part;
        ASSERT_EQ(narrowFloat(kind, between), narrowByAPFloat(kind, between))
            << bits << " " << part;
      }
    }
  }
}

TEST(HostTensor, NarrowingOverflowsToInfinity) {
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16}) {
    double threshold = getOverflowThreshold(kind);
    EXPECT_TRUE(std::isinf(widenFloat(kind, narrowFloat(kind, threshold))));
    EXPECT_TRUE(std::isfinite(
        widenFloat(kind, narrowFloat(kind, std::nextafter(threshold, 0)))));
    EXPECT_TRUE(std::isinf(widenFloat(kind, narrowFloat(kind, 1e300))));
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
