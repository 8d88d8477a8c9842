//===- Ancestry.cpp - Reductions that values depend on --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/Ancestry.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace redfuser;

bool RecentReductions::contains(unsigned number) const {
  return number < first || (number - first < kCount && numbers[number - first]);
}

void RecentReductions::slide(unsigned to) {
  if (to <= first)
    return;
  numbers >>= to - first;
  first = to;
}

void RecentReductions::insert(unsigned number) {
  if (number >= first + kCount)
    slide(number - kCount + 1);
  if (number >= first)
    numbers.set(number - first);
}

void RecentReductions::insert(const RecentReductions &other) {
  RecentReductions later = other;
  later.slide(first);
  slide(other.first);
  numbers |= later.numbers;
}

SmallVector<unsigned> RecentReductions::getNumbers() const {
  SmallVector<unsigned> found;
  for (unsigned i = 0; i < kCount; ++i)
    if (numbers[i])
      found.push_back(first + i);
  return found;
}

const Ancestry::Sets &Ancestry::get(Value value) const {
  static const Sets none;
  Operation *op = value.getDefiningOp();
  auto found = sets.find(op);
  return op && found != sets.end() ? found->second : none;
}

Ancestry::Sets Ancestry::collect(Operation *op) const {
  Sets result;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      const Sets &sets = get(operand);
      result.near.insert(sets.near);
      result.all.insert(sets.all);
    }
  });
  return result;
}

void Ancestry::addOpaque(Operation *op) {
  Sets result = collect(op);
  result.near = {};
  sets[op] = result;
}

void Ancestry::addReduction(Operation *op, unsigned number) {
  Sets result = collect(op);
  assert(number == before.size() && "reductions are added in order");
  before.push_back(result.all);
  result.near = {};
  result.near.insert(number);
  result.all.insert(number);
  sets[op] = result;
}

bool Ancestry::isFunctionOf(Value value, ArrayRef<unsigned> reductions) const {
  const RecentReductions &near = get(value).near;
  SmallVector<unsigned> read = llvm::filter_to_vector(
      reductions, [&](unsigned number) { return near.contains(number); });
  return !read.empty() && llvm::all_of(near.getNumbers(), [&](unsigned number) {
    return llvm::is_contained(read, number) ||
           llvm::any_of(read, [&](unsigned other) {
             return before[other].contains(number);
           });
  });
}
