//===- WarpgroupRanges.cpp - Equal shares of tiles of all rows ------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Masks may leave one batch many tiles of the axis and another one few. All
// tiles of all rows, one row of tiles after the other, are cut into as many
// equal ranges as there are blocks; where these begin is counted when the
// kernel does. Rows of tiles that lie in one range are read out as they are.
// Others go on in the next ranges: the block that has the beginning merges.
// Only the last row of a range may go on, and only its first one may have begun
// elsewhere, so a block leaves one state for others at most.
//
// Ranges are numbered from the last block: blocks wait for those with smaller
// numbers alone, which a device begins with, and these wait last.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "../Utils/BlockFlags.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// Registers of a state that are on their way together, next to the block's
/// own.
static constexpr size_t kLoadedRegisters = 64, kLoadedOfMany = 32;

/// The range that the block has.
static Value getRangeNumber(WarpgroupOps &ops) {
  return ops.sub(ops.add(ops.gridSize(), -1), ops.blockId());
}

/// Counts tiles of the axis, each thread those of some tiles of rows, and
/// leaves the block's share in shared memory.
void WarpgroupKernel::findRange(Value thread) {
  int64_t warps = kWarps * getNumWarpgroups(group, schedule);
  Value zero = ops.constant(0), one = ops.constant(1);
  Value base = ops.add(shared, layout.range);
  auto getWord = [&](int64_t number) { return ops.add(base, 4 * number); };
  auto less = [&](Value lhs, Value rhs) {
    return ops.compare(arith::CmpIPredicate::slt, lhs, rhs);
  };
  // Tiles of a row that masks leave none: one, which is empty.
  auto getLengthOf = [&](Value number) {
    locateTile(number);
    return ops.max(ops.sub(tile.last, tile.first), one);
  };
  Value each = ops.ceilDiv(numRowTiles, ops.constant(warps * kLanes));
  Value first = ops.min(ops.mul(thread, each), numRowTiles);
  Value last = ops.min(ops.add(first, each), numRowTiles);
  Value own =
      ops.loop(first, last, one, zero,
               [&](Value number, Values carried) {
                 return Values{ops.add(carried[0], getLengthOf(number))};
               })
          .front();
  // Those of the threads before: of the warp, then of the block.
  Value upTo = own;
  for (int64_t distance = 1; distance < kLanes; distance *= 2) {
    Value other = ops.shuffleUp(upTo, distance);
    upTo = ops.add(upTo,
                   ops.select(less(lane, ops.constant(distance)), zero, other));
  }
  Value warpOfBlock = ops.shiftRight(thread, 5);
  Value sums = getWord(kRangeWords);
  ops.branch(
      ops.compare(arith::CmpIPredicate::eq, lane, ops.constant(kLanes - 1)),
      [&] { ops.storeShared(ops.add(sums, ops.mul(warpOfBlock, 4)), upTo); });
  // A block without tiles has no rows, either.
  ops.branch(ops.compare(arith::CmpIPredicate::eq, thread, zero), [&] {
    ops.storeShared(getWord(0), zero);
    ops.storeShared(getWord(2), ops.constant(-1));
  });
  ops.syncBlock();
  Value before = ops.sub(upTo, own), total = zero;
  for (int64_t i = 0; i < warps; ++i) {
    Value sum = ops.loadShared(ops.add(sums, 4 * i), b.getI32Type());
    before = ops.add(before,
                     ops.select(less(ops.constant(i), warpOfBlock), sum, zero));
    total = ops.add(total, sum);
  }
  Value ofBlock = ops.ceilDiv(total, ops.gridSize());
  Value begin = ops.mul(getRangeNumber(ops), ofBlock);
  Value end = ops.min(ops.add(begin, ofBlock), total);
  ops.branch(ops.compare(arith::CmpIPredicate::eq, thread, zero),
             [&] { ops.storeShared(getWord(4), ofBlock); });
  // The threads that have the block's first tile and its last one.
  Value isNear = arith::AndIOp::create(
      b, loc, less(before, end),
      ops.compare(arith::CmpIPredicate::sge, ops.add(before, own), begin));
  isNear = arith::AndIOp::create(b, loc, isNear, less(begin, end));
  ops.branch(isNear, [&] {
    ops.loop(first, last, one, before, [&](Value number, Values carried) {
      Value from = carried[0], to = ops.add(from, getLengthOf(number));
      auto storeIf = [&](Value low, Value high, int64_t word, Value position) {
        Value isHere = arith::AndIOp::create(b, loc, low, high);
        ops.branch(isHere, [&] {
          ops.storeShared(getWord(word), number);
          ops.storeShared(getWord(word + 1), ops.sub(position, from));
        });
      };
      storeIf(ops.compare(arith::CmpIPredicate::sle, from, begin),
              less(begin, to), 0, begin);
      storeIf(less(from, end), ops.compare(arith::CmpIPredicate::sle, end, to),
              2, end);
      return Values{to};
    });
  });
}

SmallVector<Value>
WarpgroupKernel::forEachTileOfRange(ValueRange inits,
                                    llvm::function_ref<Values(Values)> body) {
  std::array<Value, kRangeWords> words;
  for (auto [number, word] : llvm::enumerate(words))
    word = ops.loadShared(ops.add(shared, layout.range + 4 * number),
                          b.getI32Type());
  share = {words[0], words[1], words[2], words[3], words[4]};
  Values results =
      ops.loop(share.firstTile, ops.add(share.lastTile, 1), ops.constant(1),
               inits, [&](Value number, Values carried) {
                 locateTile(number);
                 return body(carried);
               });
  share = Share();
  return results;
}

/// What the block has of the tile's part of the axis.
void WarpgroupKernel::locatePart() {
  auto isTile = [&](Value number) {
    return ops.compare(arith::CmpIPredicate::eq, tile.number, number);
  };
  Value zero = ops.constant(0), first = tile.first, last = tile.last;
  tile.before = ops.select(isTile(share.firstTile), share.firstStep, zero);
  tile.first = ops.min(ops.add(first, tile.before), last);
  tile.last = ops.select(isTile(share.lastTile),
                         ops.min(ops.add(first, share.lastStep), last), last);
  tile.behind = ops.sub(last, tile.last);
}

/// Leaves the state to the block that has the beginning of the rows; or, with
/// their beginning, adds those of the blocks behind and reads out.
void WarpgroupKernel::emitRangeMerge(const State &state, const Values &acc) {
  Value zero = ops.constant(0), one = ops.constant(1);
  size_t loaded =
      acc.size() > kLoadedRegisters ? kLoadedOfMany : kLoadedRegisters;
  ops.branch(
      ops.compare(arith::CmpIPredicate::slt, getFirstRowOfWarp(), getNumRows()),
      [&] {
        Value number = getRangeNumber(ops);
        Value isFirstLane = ops.compare(arith::CmpIPredicate::eq, lane, zero);
        // A flag of the warp's rows, of the range that has their beginning.
        auto getFlag = [&](Value owner) {
          return ops.toIndex(
              ops.add(ops.mul(owner, getNumWarps()), getWarpOfBlock()));
        };
        Value hasBegun =
            ops.compare(arith::CmpIPredicate::sgt, tile.before, zero);
        auto leave = [&] {
          storeRowPart(number, state);
          storeVectors(number, acc, /*first=*/0);
          ops.syncWarp();
          Value owner = ops.sub(number, ops.ceilDiv(tile.before, share.each));
          ops.branch(isFirstLane,
                     [&] { raiseFlag(b, loc, flags, getFlag(owner)); });
          return Values();
        };
        auto merge = [&] {
          Value others = ops.ceilDiv(tile.behind, share.each);
          ops.branch(ops.compare(arith::CmpIPredicate::sgt, others, zero), [&] {
            waitForFlag(b, loc, flags, getFlag(number), others);
            ops.syncWarp();
            ops.branch(isFirstLane,
                       [&] { clearFlag(b, loc, flags, getFlag(number)); });
          });
          Part merged{state, acc};
          merged.state.ahead = merged.state.rows;
          merged = unflattenPart(ops.loop(
              one, ops.add(others, one), one, flattenPart(merged),
              [&](Value distance, Values carried) {
                Part before = unflattenPart(carried), after;
                Value slot = ops.add(number, distance);
                for (size_t i = 0; i < acc.size(); i += loaded) {
                  size_t count = std::min(loaded, acc.size() - i);
                  Part part{before.state,
                            Values(ArrayRef(before.acc).slice(i, count))};
                  Part other = loadPart(slot, ops.constant(i / 4), count / 4);
                  Part sum = combineParts({part, other});
                  after.state = sum.state;
                  llvm::append_range(after.acc, sum.acc);
                }
                return flattenPart(after);
              }));
          emitReadouts(merged.state, merged.acc);
          return Values();
        };
        ops.branch(TypeRange(), hasBegun, leave, merge);
      });
}
