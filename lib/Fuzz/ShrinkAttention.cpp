//===- ShrinkAttention.cpp - Smaller attention-like cases -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Fuzz/Attention.h"

#include <tuple>

using namespace redfuser;
using namespace redfuser::fuzz;

namespace {

class AttentionShrinker {
public:
  explicit AttentionShrinker(const AttentionCase &from) : from(from) {}

  std::vector<AttentionCase> run() {
    const AttentionCase plain;
    // What follows from the type goes with it.
    set(&AttentionCase::mask, plain.mask);
    set(&AttentionCase::bias, plain.bias);
    for (auto flag :
         {&AttentionCase::hasSoftcap, &AttentionCase::hasAlibi,
          &AttentionCase::hasGate, &AttentionCase::hasSink,
          &AttentionCase::returnsLogSum, &AttentionCase::joinsHeads,
          &AttentionCase::transposesQuery, &AttentionCase::transposesKey,
          &AttentionCase::transposesValue, &AttentionCase::roundsScores,
          &AttentionCase::roundsWeights, &AttentionCase::dividesLast,
          &AttentionCase::returnsF32, &AttentionCase::hasDynamicRows,
          &AttentionCase::hasDynamicKeys, &AttentionCase::isLatent,
          &AttentionCase::isStrict})
      set(flag, false);
    set(&AttentionCase::sharing, plain.sharing);
    set(&AttentionCase::scale, AttentionCase::Scale::None);
    set(&AttentionCase::masked, plain.masked);
    for (auto text : {&AttentionCase::query, &AttentionCase::key,
                      &AttentionCase::value, &AttentionCase::result})
      set(text, plain.*text);
    set(&AttentionCase::data, DataMode::Normal);
    for (unsigned i = 0; i < from.gpuOptions.size(); ++i)
      propose([&](AttentionCase &spec) {
        spec.gpuOptions.erase(spec.gpuOptions.begin() + i);
      });
    set(&AttentionCase::segments, int64_t(1));
    set(&AttentionCase::tileRows, int64_t(0));
    set(&AttentionCase::tileKeys, int64_t(0));
    for (auto size :
         {&AttentionCase::batch, &AttentionCase::heads, &AttentionCase::groups,
          &AttentionCase::rows, &AttentionCase::keys, &AttentionCase::window})
      for (int64_t smaller : {int64_t(1), from.*size / 2, from.*size - 1})
        if (smaller > 0 && smaller < from.*size)
          set(size, smaller);
    // Widths of a tensor core stay so.
    for (auto size : {&AttentionCase::depth, &AttentionCase::width})
      for (int64_t smaller : {int64_t(64), from.*size / 16 * 8})
        if (smaller > 0 && smaller < from.*size &&
            (!from.isLatent || size == &AttentionCase::width))
          set(size, smaller);
    return std::move(results);
  }

private:
  template <typename Change>
  void propose(Change change) {
    AttentionCase copy = from;
    change(copy);
    // The argument that the data mode is for must still be there.
    if (copy.data != DataMode::Normal) {
      auto before = from.getArguments(), after = copy.getArguments();
      const AttentionCase::Argument &target = before[from.dataArgument];
      unsigned i = 0;
      while (i < after.size() && after[i].name != target.name)
        ++i;
      if (i == after.size() || after[i].dims.size() != target.dims.size())
        copy.data = DataMode::Normal;
      copy.dataArgument = i == after.size() ? 0 : i;
    }
    results.push_back(std::move(copy));
  }

  template <typename T>
  void set(T AttentionCase::*field, T value) {
    if (from.*field != value)
      propose([&](AttentionCase &spec) { spec.*field = value; });
  }

  const AttentionCase &from;
  std::vector<AttentionCase> results;
};

} // namespace

std::vector<AttentionCase> fuzz::getSimplifications(const AttentionCase &from) {
  return AttentionShrinker(from).run();
}
