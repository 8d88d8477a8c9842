//===- WarpgroupColumnsProducer.cpp - Loading for divided columns ---------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One thread of each warp of the producer: two load what the consumers give
// back each for itself, one what only the scores read, one the rows. So none
// waits for what another one could load.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// The chunks of a tile of the axis that warpgroup `owner`, or none, gives
/// back.
void WarpgroupKernel::loadGroups(Value owner, Value step, Value number) {
  auto [stage, parity] = getKeyStage(number);
  Value firstChunk = ops.constant(0);
  ArrayRef<ChunkGroup> groups =
      chunks.getGroups().take_front(chunks.getNumCommon());
  if (owner) {
    firstChunk = ops.mul(owner, chunks.getChunksEach());
    groups =
        chunks.getGroups().slice(chunks.getNumCommon(), chunks.getNumOwn());
  }
  int64_t chunkBytes = getChunkUnits() * 16;
  Value base =
      ops.add(ops.mul(stage, layout.keyBytes), ops.add(shared, layout.key));
  auto forEachBox =
      [&](const ChunkGroup &group, Value step,
          llvm::function_ref<void(const TiledOperand &, Value chunk,
                                  ArrayRef<Value> coordinates)>
              body) {
        const TiledOperand &operand = group.isKey ? key : value;
        int64_t before = group.isKey ? 0 : chunks.getNumKeyChunks();
        Value tileNumber = ops.sub(ops.add(tile.last, -1), step);
        Values coordinates =
            getCoordinates(operand, ops.mul(tileNumber, schedule.getKeys()));
        for (int64_t i = 0; i < group.count; ++i) {
          Value chunk = ops.add(firstChunk, group.first + i);
          coordinates.front() = ops.mul(ops.add(chunk, -before), kChunkColumns);
          body(operand, chunk, coordinates);
        }
      };

  // Blocks that share the tile prefetch one half of it each.
  auto prefetch = [&](Value isTime) {
    if (schedule.getPrefetch() == 0)
      return;
    Value later = ops.add(step, schedule.getPrefetch());
    Value exists = ops.compare(arith::CmpIPredicate::slt, later,
                               ops.sub(tile.last, tile.first));
    exists = arith::AndIOp::create(b, loc, exists, isTime);
    Value half =
        ops.bitAnd(ops.div(tile.firstRow, ops.constant(kWarpgroupRows)), 1);
    Value isMine = ops.compare(arith::CmpIPredicate::eq, half,
                               owner ? owner : ops.constant(0));
    Value isAlone =
        ops.compare(arith::CmpIPredicate::eq, rowBlocks, ops.constant(1));
    isMine = arith::OrIOp::create(b, loc, isMine, isAlone);
    ops.branch(arith::AndIOp::create(b, loc, exists, isMine), [&] {
      for (const ChunkGroup &group : groups)
        forEachBox(group, later,
                   [&](const TiledOperand &operand, Value,
                       ArrayRef<Value> coordinates) {
                     ops.prefetchBox(operand.map, coordinates);
                   });
    });
  };
  // The first tiles of a block are asked for one after the other, and nothing
  // beyond them before: all blocks of the grid begin with the first one.
  int64_t stages = schedule.getStages();
  auto isNumber = [&](arith::CmpIPredicate predicate, int64_t other) {
    return ops.compare(predicate, number, ops.constant(other));
  };
  Value isFirstInStage = isNumber(arith::CmpIPredicate::slt, stages);
  Value follows = arith::AndIOp::create(b, loc, isFirstInStage,
                                        isNumber(arith::CmpIPredicate::sgt, 0));
  prefetch(isNumber(arith::CmpIPredicate::sge, stages));
  for (auto [i, group] : llvm::enumerate(groups)) {
    Value groupNumber = owner ? getOwnGroup(owner, i) : ops.constant(i);
    ops.branch(follows, [&, stage = stage] {
      Value before = ops.add(stage, -1);
      ops.wait(getGroupBarrier(layout.keyFull, before, groupNumber),
               ops.constant(0));
    });
    ops.wait(getGroupBarrier(layout.keyEmpty, stage, groupNumber),
             ops.bitXor(parity, ops.constant(1)));
    Value barrier = getGroupBarrier(layout.keyFull, stage, groupNumber);
    ops.expectBytes(barrier, group.count * chunkBytes);
    forEachBox(group, step,
               [&](const TiledOperand &operand, Value chunk,
                   ArrayRef<Value> coordinates) {
                 ops.loadBox(operand.map,
                             ops.add(base, ops.mul(chunk, chunkBytes)), barrier,
                             coordinates);
               });
  }
  prefetch(arith::AndIOp::create(
      b, loc, isFirstInStage,
      isNumber(arith::CmpIPredicate::sge, stages - schedule.getPrefetch())));
}

void WarpgroupKernel::emitColumnsProducer() {
  Value zero = ops.constant(0), one = ops.constant(1);
  auto is = [&](arith::CmpIPredicate predicate, int64_t number) {
    return ops.compare(predicate, warp, ops.constant(number));
  };
  auto loadAll = [&](Value owner) {
    forEachTile(zero, [&](Values carried) -> Values {
      Value length = ops.sub(tile.last, tile.first);
      ops.loop(ops.hide(zero), length, one, {}, [&](Value step, Values) {
        loadGroups(owner, step, ops.add(carried[0], step));
        return Values();
      });
      return {ops.add(carried[0], length)};
    });
  };
  ops.branch(is(arith::CmpIPredicate::slt, 2), [&] { loadAll(warp); });
  if (chunks.getNumCommon() > 0)
    ops.branch(is(arith::CmpIPredicate::eq, 2), [&] { loadAll(Value()); });
  ops.branch(is(arith::CmpIPredicate::eq, 3), [&] {
    forEachTile(zero, [&](Values carried) -> Values {
      ops.wait(getBarrier(layout.queryEmpty, zero),
               ops.bitXor(carried[0], one));
      loadTile(query, ops.add(shared, layout.query),
               getBarrier(layout.queryFull, zero), tile.firstRow);
      return {ops.bitXor(carried[0], one)};
    });
  });
}
