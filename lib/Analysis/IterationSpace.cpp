//===- IterationSpace.cpp - Loops of several ops, aligned -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/IterationSpace.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace redfuser;

unsigned IterationSpace::add(const Extent &extent, unsigned owner,
                             bool isAxis) {
  unsigned loop = loops.size();
  loops.push_back({loop, {}, facts.refine(extent), {owner}, isAxis});
  trail.push_back({loop, std::nullopt});
  return loop;
}

unsigned IterationSpace::find(unsigned loop) const {
  while (loops[loop].parent != loop)
    loop = loops[loop].parent;
  return loop;
}

void IterationSpace::change(unsigned loop) {
  trail.push_back({loop, loops[loop]});
}

void IterationSpace::rollback(Checkpoint mark) {
  while (trail.size() > mark) {
    auto [loop, before] = trail.pop_back_val();
    if (before)
      loops[loop] = std::move(*before);
    else
      loops.pop_back();
  }
}

void IterationSpace::normalize(DimList &list) {
  DimList result;
  SmallVector<unsigned> pending(llvm::reverse(list));
  while (!pending.empty()) {
    unsigned loop = find(pending.pop_back_val());
    if (loops[loop].parts.empty())
      result.push_back(loop);
    else
      llvm::append_range(pending, llvm::reverse(loops[loop].parts));
  }
  list = std::move(result);
}

void IterationSpace::normalize(Access &access) {
  for (DimList &list : access)
    normalize(list);
}

SmallVector<unsigned, 2> IterationSpace::splitLoop(unsigned loop,
                                                   ArrayRef<Extent> extents) {
  SmallVector<unsigned, 2> parts;
  for (const Extent &extent : extents) {
    unsigned part = loops.size();
    loops.push_back({part,
                     {},
                     facts.refine(extent),
                     loops[loop].owners,
                     loops[loop].isAxis});
    trail.push_back({part, std::nullopt});
    parts.push_back(part);
  }
  change(loop);
  loops[loop].parts = parts;
  return parts;
}

bool IterationSpace::merge(unsigned lhs, unsigned rhs) {
  if (lhs == rhs)
    return true;
  if (loops[lhs].isAxis != loops[rhs].isAxis)
    return false;
  for (unsigned owner : loops[lhs].owners)
    if (llvm::is_contained(loops[rhs].owners, owner))
      return false;
  // The older loop stays, so that names do not depend on the order of requests.
  if (rhs < lhs)
    std::swap(lhs, rhs);
  change(rhs);
  loops[rhs].parent = lhs;
  change(lhs);
  llvm::append_range(loops[lhs].owners, loops[rhs].owners);
  if (loops[rhs].extent.isStatic())
    loops[lhs].extent = loops[rhs].extent;
  return true;
}

std::optional<Access> IterationSpace::split(DimList list,
                                            ArrayRef<Extent> extents) {
  normalize(list);
  std::reverse(list.begin(), list.end()); // The next loop is at the back.
  Access result(extents.size());
  bool allStatic = llvm::all_of(
      extents, [](const Extent &extent) { return extent.isStatic(); });
  for (unsigned i = 0, e = extents.size(); i < e; ++i) {
    Extent want = facts.refine(extents[i]);
    bool isPart = false;
    bool isLast = llvm::all_of(extents.drop_front(i + 1), [&](const Extent &x) {
      return facts.refine(x).isUnit();
    });
    while (true) {
      if (want.isUnit() && result[i].empty()) {
        if (!list.empty() && isUnit(list.back()))
          result[i].push_back(list.pop_back_val());
        break;
      }
      if (want.isUnit())
        break;
      if (list.empty())
        return std::nullopt;
      if (isLast) {
        // Equal products: the rest is this dimension, whatever its size.
        while (!list.empty())
          result[i].push_back(list.pop_back_val());
        break;
      }
      unsigned loop = list.pop_back_val();
      const Extent have = loops[loop].extent;
      if (have.isUnit()) {
        result[i].push_back(loop);
        continue;
      }
      if (facts.equal(have, want)) {
        result[i].push_back(loop);
        break;
      }
      if (std::optional<Extent> rest = facts.divide(want, have)) {
        result[i].push_back(loop);
        want = *rest;
        isPart = true;
        continue;
      }
      if (std::optional<Extent> rest = facts.divide(have, want)) {
        SmallVector<unsigned, 2> parts = splitLoop(loop, {want, *rest});
        result[i].push_back(parts[0]);
        list.push_back(parts[1]);
        break;
      }
      // The last loop runs over all that is left, whatever the sizes.
      bool rest = llvm::all_of(list, [&](unsigned l) { return isUnit(l); });
      if (!rest || isPart || (have.isStatic() && allStatic))
        return std::nullopt;
      SmallVector<Extent> sizes;
      SmallVector<unsigned> places;
      for (unsigned k = i; k < e; ++k)
        if (Extent size = facts.refine(extents[k]); !size.isUnit()) {
          sizes.push_back(size);
          places.push_back(k);
        }
      for (auto [part, place] : llvm::zip(splitLoop(loop, sizes), places))
        result[place].push_back(part);
      return result;
    }
  }
  // Only loops of size 1 can be left; their index is 0 and may be dropped.
  return result;
}

bool IterationSpace::unify(DimList lhs, DimList rhs) {
  normalize(lhs);
  normalize(rhs);
  std::reverse(lhs.begin(), lhs.end());
  std::reverse(rhs.begin(), rhs.end());
  auto dropUnits = [&](DimList &list, const DimList &other) {
    while (!list.empty() && isUnit(list.back()) &&
           (other.empty() || !isUnit(other.back())))
      list.pop_back();
  };
  while (true) {
    dropUnits(lhs, rhs);
    dropUnits(rhs, lhs);
    if (lhs.empty() || rhs.empty())
      return lhs.empty() && rhs.empty();
    unsigned a = lhs.pop_back_val(), b = rhs.pop_back_val();
    if (a == b)
      continue;
    if (isUnit(a) && isUnit(b)) {
      // Both are index 0 whether they become one or not.
      Checkpoint mark = checkpoint();
      if (!merge(a, b))
        rollback(mark);
      continue;
    }
    const Extent ea = loops[a].extent, eb = loops[b].extent;
    bool lastA = lhs.empty(), lastB = rhs.empty();
    if (facts.equal(ea, eb) || (lastA && lastB)) {
      if (ea.isStatic() && eb.isStatic() && ea.constant != eb.constant)
        return false;
      if (!merge(a, b))
        return false;
      continue;
    }
    if (std::optional<Extent> rest = facts.divide(ea, eb)) {
      SmallVector<unsigned, 2> parts = splitLoop(a, {eb, *rest});
      if (!merge(parts[0], b))
        return false;
      lhs.push_back(parts[1]);
      continue;
    }
    if (std::optional<Extent> rest = facts.divide(eb, ea)) {
      SmallVector<unsigned, 2> parts = splitLoop(b, {ea, *rest});
      if (!merge(a, parts[0]))
        return false;
      rhs.push_back(parts[1]);
      continue;
    }
    if (ea.isStatic() && eb.isStatic())
      return false;
    if (!lastA && !lastB)
      return false;
    // One loop against several: it runs over all of them.
    unsigned one = lastA ? a : b;
    DimList &others = lastA ? rhs : lhs;
    others.push_back(lastA ? b : a);
    SmallVector<Extent> sizes;
    for (unsigned loop : llvm::reverse(others))
      sizes.push_back(loops[loop].extent);
    SmallVector<unsigned, 2> parts = splitLoop(one, sizes);
    for (auto [part, loop] : llvm::zip(parts, llvm::reverse(others)))
      if (!merge(part, loop))
        return false;
    return true;
  }
}

bool IterationSpace::unify(const Access &lhs, const Access &rhs) {
  if (lhs.size() != rhs.size())
    return false;
  for (auto [a, b] : llvm::zip(lhs, rhs))
    if (!unify(a, b))
      return false;
  return true;
}
