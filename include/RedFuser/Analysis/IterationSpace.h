//===- IterationSpace.h - Loops of several ops, aligned ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_ITERATIONSPACE_H
#define REDFUSER_ANALYSIS_ITERATIONSPACE_H

#include "RedFuser/Analysis/ShapeFacts.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace redfuser {

/// An index written in mixed radix: loops, outermost first. The empty list is
/// the index 0 of a dimension of size 1.
using DimList = llvm::SmallVector<unsigned, 2>;
/// Where a tensor is read: one list for each of its dimensions.
using Access = llvm::SmallVector<DimList, 4>;

/// The loops of several structured ops in one name space. Loops of different
/// ops are *unified* where an op reads another's result, and *split* where a
/// reshape separates what one loop runs over: `collapse_shape` makes a loop
/// over [B*H] read a tensor [B, H], so the loop becomes two. Both are lazy: a
/// list names loops as they were, `normalize` says what they are now.
///
/// Every loop belongs to an *owner* (an op instance); two loops of one owner
/// never become one.
class IterationSpace {
public:
  explicit IterationSpace(ShapeFacts &facts) : facts(facts) {}

  /// Adds a loop of `owner`.
  unsigned add(const Extent &extent, unsigned owner, bool isAxis);
  /// Replaces every loop by its current representative or its parts.
  void normalize(DimList &list);
  void normalize(Access &access);

  /// The following take normalized loops.
  const Extent &getExtent(unsigned loop) const { return loops[loop].extent; }
  bool isUnit(unsigned loop) const { return loops[loop].extent.isUnit(); }
  bool isAxis(unsigned loop) const { return loops[loop].isAxis; }

  /// Cuts `list` into lists that run over `extents`, splitting loops where
  /// needed; the product of the extents is that of the list. Fails where a loop
  /// would have to be split at a place that is not provably a boundary.
  std::optional<Access> split(DimList list, llvm::ArrayRef<Extent> extents);
  /// Makes both lists the same index. Fails (and leaves the space changed: take
  /// a checkpoint) if sizes are not provably equal, or if loops of one owner,
  /// or an axis and a parallel loop, would become one.
  bool unify(DimList lhs, DimList rhs);
  bool unify(const Access &lhs, const Access &rhs);

  /// Undoing a failed unification.
  using Checkpoint = size_t;
  Checkpoint checkpoint() const { return trail.size(); }
  void rollback(Checkpoint mark);

  ShapeFacts &getFacts() { return facts; }

private:
  struct Loop {
    /// Itself, or the loop with which it was unified.
    unsigned parent;
    /// Loops into which it was split, outermost first.
    llvm::SmallVector<unsigned, 2> parts;
    Extent extent;
    llvm::SmallVector<unsigned, 2> owners;
    bool isAxis;
  };
  unsigned find(unsigned loop) const;
  void change(unsigned loop);
  llvm::SmallVector<unsigned, 2> splitLoop(unsigned loop,
                                           llvm::ArrayRef<Extent> extents);
  bool merge(unsigned lhs, unsigned rhs);

  ShapeFacts &facts;
  llvm::SmallVector<Loop> loops;
  /// Loops before a change; an entry without parent marks an added loop.
  llvm::SmallVector<std::pair<unsigned, std::optional<Loop>>> trail;
};

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_ITERATIONSPACE_H
