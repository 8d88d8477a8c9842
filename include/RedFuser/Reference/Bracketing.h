//===- Bracketing.h - Ways to put a fold together ---------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_REFERENCE_BRACKETING_H
#define REDFUSER_REFERENCE_BRACKETING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <random>
#include <vector>

namespace redfuser::reference {

/// One way to compute a fold: a tree of partial states. All ways give the same
/// result up to rounding; that is what makes a fold tileable.
class Bracketing {
public:
  struct Node {
    enum Kind {
      /// The state that the fold op is given.
      Init,
      /// The monoids' identities: the state of no positions.
      Identity,
      /// `positions` folded into the state of `children[0]`.
      Step,
      /// The states of `children` merged: components are corrected to common
      /// references and combined.
      Merge
    };
    Kind kind = Init;
    llvm::SmallVector<unsigned, 2> children;
    /// Positions of the axis (of the box of all axis dimensions, in C order).
    llvm::SmallVector<int64_t> positions;
  };

  /// One step over all positions.
  static Bracketing makeWhole(int64_t numPositions);
  /// Random segments, some of them empty and some not contiguous, stepped and
  /// merged in random order; the init comes in anywhere. Determined by
  /// `random`.
  static Bracketing makeRandom(int64_t numPositions, std::mt19937_64 &random);
  /// Three partial states A, B and C of the positions that `parts` assigns to
  /// 0, 1 and 2, put together as one side of a law of the merge.
  enum class Law {
    /// (A * B) * C
    LeftFirst,
    /// A * (B * C)
    RightFirst,
    /// C * (B * A)
    Swapped,
    /// ((e * A) * B) * (C * e)
    WithIdentity
  };
  static Bracketing makeTriple(llvm::ArrayRef<unsigned> parts, Law law);
  /// `segments` folded apart from identities, then merged with the init in the
  /// order of a balanced tree.
  static Bracketing makeSegments(int64_t numPositions, int64_t segments);

  /// Children come before their parents; the last node is the result.
  llvm::ArrayRef<Node> getNodes() const { return nodes; }
  void print(llvm::raw_ostream &os) const;

private:
  unsigned add(Node::Kind kind, llvm::ArrayRef<unsigned> children = {},
               llvm::ArrayRef<int64_t> positions = {});
  void print(llvm::raw_ostream &os, unsigned node) const;

  std::vector<Node> nodes;
};

} // namespace redfuser::reference

#endif // REDFUSER_REFERENCE_BRACKETING_H
