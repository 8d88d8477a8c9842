//===- TestData.cpp - Seeded inputs for programs --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/TestData.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace redfuser;

static constexpr llvm::StringLiteral kModeNames[] = {
    "normal", "neginf-front", "neginf-back", "neginf-all", "posinf",
    "nan",    "wide",         "zeros",       "constant",   "ties",
    "offset", "huge",         "tiny"};

llvm::ArrayRef<llvm::StringLiteral> redfuser::getDataModeNames() {
  return kModeNames;
}

std::optional<DataMode> redfuser::parseDataMode(llvm::StringRef name) {
  for (auto [i, candidate] : llvm::enumerate(kModeNames))
    if (candidate == name)
      return static_cast<DataMode>(i);
  return std::nullopt;
}

bool redfuser::hasInfinities(DataMode mode) {
  switch (mode) {
  case DataMode::NegInfFront:
  case DataMode::NegInfBack:
  case DataMode::NegInfAll:
  case DataMode::PosInf:
    return true;
  default:
    return false;
  }
}

namespace {

/// SplitMix64: the standard library's distributions differ between libraries.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// In (0, 1].
  double uniform() { return std::ldexp((next() >> 11) + 1.0, -53); }
  /// Box-Muller.
  double normal() {
    double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }

private:
  uint64_t state;
};

} // namespace

void redfuser::fillRandom(HostTensor &tensor, uint64_t seed) {
  Random random(seed);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    if (isFloat(tensor.getKind()))
      tensor.setDouble(i, random.normal());
    else
      tensor.setInt(i, tensor.getKind() == ElementKind::I1
                           ? random.next() >> 63
                           : random.next() >> 61);
  }
}

void redfuser::applyDataMode(HostTensor &tensor, DataMode mode, unsigned axis) {
  llvm::ArrayRef<int64_t> shape = tensor.getShape();
  if (mode == DataMode::Normal || !isFloat(tensor.getKind()) ||
      axis >= shape.size() || tensor.getNumElements() == 0)
    return;
  int64_t length = shape[axis], inner = 1;
  for (int64_t size : shape.drop_front(axis + 1))
    inner *= size;
  int64_t part = std::max<int64_t>(length / 4, 1);
  double inf = std::numeric_limits<double>::infinity();
  int huge = 40, tiny = -60;
  double largest = inf;
  switch (tensor.getKind()) {
  case ElementKind::F8E4M3FN:
    huge = 6, tiny = -7, largest = 448;
    break;
  case ElementKind::F8E5M2:
  case ElementKind::F16:
    huge = 12, tiny = -14;
    break;
  default:
    break;
  }
  auto set = [&](int64_t i, double number) {
    tensor.setDouble(i, std::clamp(number, -largest, largest));
  };
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    int64_t position = i / inner % length;
    int64_t row = i / (inner * length) * inner + i % inner;
    bool chosen = row % 2 == 0;
    // A different element in each row.
    bool one = chosen && position == (row / 2 * 7 + length / 2) % length;
    switch (mode) {
    case DataMode::Normal:
      break;
    case DataMode::NegInfFront:
      if (position < part)
        tensor.setDouble(i, -inf);
      break;
    case DataMode::NegInfBack:
      if (position >= length - part)
        tensor.setDouble(i, -inf);
      break;
    case DataMode::NegInfAll:
      if (chosen)
        tensor.setDouble(i, -inf);
      break;
    case DataMode::PosInf:
      if (one)
        tensor.setDouble(i, inf);
      break;
    case DataMode::NaN:
      if (one)
        tensor.setDouble(i, std::numeric_limits<double>::quiet_NaN());
      break;
    case DataMode::Wide: {
      static constexpr double scales[] = {1e-3, 1, 1e3, 1e-1, 1e2};
      set(i, tensor.getDouble(i) * scales[i % 5]);
      break;
    }
    case DataMode::Zeros:
      tensor.setDouble(i, i % 3 == 2 ? -0.0 : 0.0);
      break;
    case DataMode::Constant:
      // The first element of the row comes before the others.
      tensor.setDouble(i, tensor.getDouble(i - position * inner));
      break;
    case DataMode::Ties:
      tensor.setDouble(i, std::nearbyint(tensor.getDouble(i)));
      break;
    case DataMode::Offset:
      set(i, 1024 + tensor.getDouble(i) / 16);
      break;
    case DataMode::Huge:
      set(i, std::ldexp(tensor.getDouble(i), huge));
      break;
    case DataMode::Tiny:
      set(i, std::ldexp(tensor.getDouble(i), tiny));
      break;
    }
  }
}
