//===- WarpgroupSchedule.h - How warpgroups compute a fold ------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPSCHEDULE_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPSCHEDULE_H

#include "WarpgroupFold.h"

namespace redfuser {

/// Threads and warps of a warpgroup.
inline constexpr int64_t kWarpgroupThreads = 128, kWarps = 4;
/// Threads of a warp.
inline constexpr int64_t kLanes = 32;
/// Rows of a warpgroup: those of one instruction.
inline constexpr int64_t kWarpgroupRows = 64;
/// Of a warp.
inline constexpr int64_t kWarpRows = 16;
/// Columns of 16-bit elements in one 128-byte row of swizzled shared memory.
inline constexpr int64_t kChunkColumns = 64;

/// Registers of a thread: as it begins, and once they are dealt out.
struct WarpgroupRegisters {
  int64_t entry, producer, consumer, widener;
};
WarpgroupRegisters getRegisters(const WarpgroupFold &group,
                                cascade::WarpgroupScheduleAttr schedule);

/// Warpgroups that widen operands: one for each, where there is room.
int64_t getNumWideners(const WarpgroupFold &group,
                       cascade::WarpgroupScheduleAttr schedule);
/// Warpgroups of a block.
int64_t getNumWarpgroups(const WarpgroupFold &group,
                         cascade::WarpgroupScheduleAttr schedule);

/// True for kernels of sm_80's instructions; others have those of sm_90a.
bool isSynchronous(cascade::WarpgroupScheduleAttr schedule);

/// Rows of a block.
int64_t getBlockRows(cascade::WarpgroupScheduleAttr schedule);

/// True if which tiles of the axis are visited is found from ranges of what a
/// mask reads.
bool hasTilePlan(const WarpgroupFold &group,
                 cascade::WarpgroupScheduleAttr schedule);

/// The parts of the mask that hold in all of an inner tile.
llvm::SmallVector<cascade::MaskClause>
getTileClauses(const WarpgroupFold &group,
               cascade::WarpgroupScheduleAttr schedule);

/// Inputs that go through shared memory.
llvm::ArrayRef<unsigned>
getStagedInputs(const WarpgroupFold &group,
                cascade::WarpgroupScheduleAttr schedule);

/// True if nothing but conditions that hold in inner tiles reads the input.
bool isOfMasks(const WarpgroupFold &group,
               cascade::WarpgroupScheduleAttr schedule, unsigned input);

/// True for a result that goes through shared memory to be stored in whole
/// rows: 16-bit elements, contiguous along the columns.
bool isStagedResult(const WarpgroupFold &group, const FoldTensor &tensor);

/// What a block knows of its range of tiles: see WarpgroupRanges.cpp.
inline constexpr int64_t kRangeWords = 5;
/// Rows that a warpgroup widens at a time: keys are a multiple.
inline constexpr int64_t kWidenedRows = 32;

/// Shared memory of a kernel, in bytes.
struct WarpgroupLayout {
  WarpgroupLayout(const WarpgroupFold &group,
                  cascade::WarpgroupScheduleAttr schedule,
                  int64_t sharedBudget);

  /// One warpgroup's rows of the query, one stage of keys, of values, and one
  /// warpgroup's rows of results.
  int64_t queryBytes, keyBytes, valueBytes, resultBytes;
  int64_t query, key, value, result;
  /// Stages of what the products read.
  int64_t keyStages, valueStages;
  /// Of an operand that is widened: as many stages as the schedule has of what
  /// is stored, in boxes of `boxColumns`, with barriers of their own.
  struct Stored {
    int64_t offset = 0, bytes = 0, boxColumns = 0, full = 0, empty = 0;
  };
  Stored storedKey, storedValue;
  /// Results take the place of the query's rows, for want of memory.
  bool resultInQuery = false;
  /// Barriers: full and empty of the query (one a warpgroup), key and value
  /// (one a stage).
  int64_t queryFull, queryEmpty, keyFull, keyEmpty, valueFull, valueEmpty;
  /// One warpgroup's rows of an input that is staged, for one tile: of each
  /// input and warpgroup in turn, with a full and an empty barrier.
  int64_t staged = 0, stagedBytes = 0, stagedFull = 0, stagedEmpty = 0;
  /// Lists of the tiles of the axis to visit (see WarpgroupPlan.cpp), two of
  /// `planTiles` entries, each behind a head of two.
  int64_t plan = 0, planBytes = 0, planTiles = 0, planFull = 0, planEmpty = 0;
  /// A word: whether the block computes everything once more (see mayRetry).
  int64_t retry = 0;
  /// What range of tiles the block has (see WarpgroupRanges.cpp): `kRangeWords`
  /// of 32 bits, and one for each warp.
  int64_t range = 0;
  /// Where warpgroups divide columns: a stage has chunks of both operands, a
  /// full and an empty barrier for each group of them (the key's). The factor
  /// of a tile, the references that it has, and each warpgroup's part of the
  /// other row components: 64 values of 32 bits each.
  int64_t factor = 0, references = 0, parts = 0;
  /// States of a cluster's other blocks, in the place of stages, and their
  /// barrier.
  int64_t exchange = 0, exchangeFull = 0;
  int64_t size;

private:
  /// With results where `resultInQuery` says, and that many stages of operands
  /// that are widened.
  void divideRows(const WarpgroupFold &group,
                  cascade::WarpgroupScheduleAttr schedule,
                  int64_t widenedStages);
  void divideColumns(const WarpgroupFold &group,
                     cascade::WarpgroupScheduleAttr schedule);
};

/// Of a warpgroup's product, registers of a thread; and how many of them are a
/// vector of 16 bytes.
int64_t getProductRegisters(const WarpgroupFold &group,
                            cascade::WarpgroupScheduleAttr schedule);
inline constexpr int64_t kVectorRegisters = 4,
                         kVectorBytes = 4 * kVectorRegisters;
/// Warps of a warpgroup whose rows may exist.
int64_t getNumRowWarps(const WarpgroupFold &group);
/// Bytes of the states that the blocks of a cluster send to one of them, where
/// `warps` of each warpgroup do.
int64_t getExchangedBytes(const WarpgroupFold &group,
                          cascade::WarpgroupScheduleAttr schedule,
                          int64_t warps);

/// Fails, with a reason, if the kernel would not fit.
mlir::LogicalResult
checkWarpgroupSchedule(const WarpgroupFold &group,
                       cascade::WarpgroupScheduleAttr schedule,
                       int64_t sharedBudget, std::string &reason);

/// True if a block may compute its tiles with simpler code first, which says
/// whether it was good for them, and once more where it was not (see
/// WarpgroupRetry.cpp): blocks of many rows, which nobody else waits for.
bool mayRetry(const WarpgroupFold &group,
              cascade::WarpgroupScheduleAttr schedule);

/// True if a thread that reads out a tile has registers for the first scores of
/// the next one, too.
bool hasReadoutRegisters(const WarpgroupFold &group,
                         cascade::WarpgroupScheduleAttr schedule);

/// True if bounds of the axis differ from row to row.
bool hasUnevenBounds(const WarpgroupFold &group);

/// True if all blocks of the grid are busy to the end with pairs of tiles of
/// one batch, the first and the last, the second and the last but one.
bool fillsBlocksInPairs(const WarpgroupFold &group,
                        cascade::WarpgroupScheduleAttr schedule);

/// `synchronous`: for chips that have no more than sm_80's instructions.
mlir::FailureOr<cascade::WarpgroupScheduleAttr>
chooseWarpgroupSchedule(const WarpgroupFold &group, int64_t sharedBudget,
                        bool synchronous, std::string &reason);

/// States that are left of a row's segments after clusters have merged theirs.
int64_t getNumStates(cascade::WarpgroupScheduleAttr schedule);
/// True if these are left to another kernel; if blocks of this one merge them.
bool leavesPartials(cascade::WarpgroupScheduleAttr schedule);
bool mergesPartials(cascade::WarpgroupScheduleAttr schedule);

/// True if blocks get ranges of the tiles of all rows, and merge the states of
/// those that go on in others.
bool dealsRanges(cascade::WarpgroupScheduleAttr schedule);

/// `schedule` with a number of segments: where it has none, the fewest that
/// occupy the device; and merged by blocks only where these can wait. A
/// schedule that fits becomes one that does.
cascade::WarpgroupScheduleAttr
chooseSegments(const WarpgroupFold &group,
               cascade::WarpgroupScheduleAttr schedule, int64_t sharedBudget);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPSCHEDULE_H
