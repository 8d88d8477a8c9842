//===- Random.h - Random choices --------------------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_FUZZ_RANDOM_H
#define REDFUSER_LIB_FUZZ_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <initializer_list>
#include <random>

namespace redfuser::fuzz {

/// Choices that are the same on every machine: the standard library's
/// distributions differ between libraries, its engines do not.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed * 0x9e3779b97f4a7c15ull + 1) {}

  uint64_t below(uint64_t bound) { return engine() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }
  template <typename Range>
  auto pickFrom(const Range &range) {
    return range[below(range.size())];
  }

private:
  std::mt19937_64 engine;
};

} // namespace redfuser::fuzz

#endif // REDFUSER_LIB_FUZZ_RANDOM_H
