//===- RowSchedule.h - Choosing how a row group is computed -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWSCHEDULE_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWSCHEDULE_H

#include "RowGroup.h"

namespace redfuser {

/// What kernels may use.
struct RowDevice {
  /// Bytes of a block.
  int64_t sharedBudget;
  /// Clusters of blocks, and bulk copies.
  bool clusters;
  /// Of blocks that wait for each other there may be as many; 0: unknown.
  int64_t multiprocessors;
};

/// A schedule for `group`, from lengths, types and what is read twice; failure,
/// with a reason, if no schedule suits it.
mlir::FailureOr<cascade::RowScheduleAttr>
chooseRowSchedule(const RowGroup &group, const RowDevice &device,
                  std::string &reason);

/// Success if `group` can be computed by `schedule`; a reason otherwise.
mlir::LogicalResult checkRowSchedule(const RowGroup &group,
                                     cascade::RowScheduleAttr schedule,
                                     const RowDevice &device,
                                     std::string &reason);

/// Bytes of shared memory through which the threads of a block exchange their
/// states.
int64_t getScratchBytes(const RowGroup &group,
                        cascade::RowScheduleAttr schedule);

/// Buffers for the states that warps send each other where there is a ring.
constexpr int64_t kStateBuffers = 4;
/// What addresses and sizes of bulk copies are multiples of.
constexpr int64_t kBulkBytes = 16;

/// Whether a ring can have the pieces of an input: the rows of a fold's input,
/// one after the other in memory.
bool isRingInput(const RowGroup &group, const FoldTensor &tensor);
/// Whether all blocks of a ring have the same number of pieces of a row, all
/// whole.
bool hasAlikePieces(const RowGroup &group, cascade::RowScheduleAttr schedule);
/// Whether blocks of a ring take rows in the order in which they come to them,
/// and how many such orders they remember at once.
bool takesTickets(const RowGroup &group, cascade::RowScheduleAttr schedule);
constexpr int64_t kTickets = 64;
/// Rows between one whose number is told and one whose number may still be
/// asked for, beyond as many as there are stages.
constexpr int64_t kTicketsBehind = 6;
/// Vectors of a piece of a ring: those that the threads have at once or, if
/// stages keep the row, fewer, so that its pieces are alike.
int64_t getRingVectors(const RowGroup &group,
                       cascade::RowScheduleAttr schedule);
/// Pieces of a row that a block has at most.
int64_t getMostPieces(const RowGroup &group, cascade::RowScheduleAttr schedule);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWSCHEDULE_H
