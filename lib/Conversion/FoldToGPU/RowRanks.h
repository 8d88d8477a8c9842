//===- RowRanks.h - The best elements of a row ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Components that are ranks: the largest score of a row and its first position,
// then the largest but for that position, and so on. Found from what the terms
// compute. The lanes of a warp can select all of them at once, if every score
// of the row is a number and enough of them are above the identity; each rank
// in turn is right for any row.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWRANKS_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWRANKS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

namespace redfuser {

/// Components `first`, `first` + 2, ... are scores (f32), each followed by its
/// position; the term of `first` is the score of an element.
struct RankedPairs {
  unsigned first = 0, count = 0;
};

/// The longest list of ranks of `fold`, at least two.
std::optional<RankedPairs> matchRankedPairs(cascade::FoldOp fold);

/// Those that the lanes of a row select at once under `schedule`.
std::optional<RankedPairs> findRankedPairs(cascade::FoldOp fold,
                                           cascade::RowScheduleAttr schedule);

/// Threads of a row that can select `count` pairs.
int64_t getSelectionLanes(unsigned count);

/// Pairs of a row among which the best are found.
int64_t getNumCandidates(const RankedPairs &pairs);

/// Bytes of shared memory that this takes.
int64_t getSelectionBytes(cascade::FoldOp fold,
                          cascade::RowScheduleAttr schedule);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWRANKS_H
