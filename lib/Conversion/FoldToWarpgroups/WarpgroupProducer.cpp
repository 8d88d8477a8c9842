//===- WarpgroupProducer.cpp - The warp that loads ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace redfuser;

SmallVector<Value> WarpgroupKernel::getCoordinates(const TiledOperand &operand,
                                                   Value firstRow) {
  Values coordinates{Value(), firstRow};
  for (const TiledOperand::Coordinate &part : llvm::reverse(operand.batch)) {
    Value index = positions[part.dim];
    auto toI32 = [&](OpFoldResult size) {
      return ops.toI32(getValueOrCreateConstantIndexOp(b, loc, size));
    };
    if (!isConstantIntValue(part.divisor, 1))
      index = ops.div(index, toI32(part.divisor));
    if (part.size)
      index = ops.rem(index, toI32(part.size));
    coordinates.push_back(index);
  }
  return coordinates;
}

/// All boxes of a tile arrive at one barrier.
void WarpgroupKernel::loadTile(const TiledOperand &operand, Value address,
                               Value barrier, Value firstRow) {
  int64_t chunks = llvm::divideCeil(operand.columns, kChunkColumns);
  int64_t chunkBytes = operand.boxRows * kChunkColumns * 2;
  ops.expectBytes(barrier, chunks * chunkBytes);
  Values coordinates = getCoordinates(operand, firstRow);
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    coordinates.front() = ops.constant(chunk * kChunkColumns);
    ops.loadBox(operand.map, ops.add(address, chunk * chunkBytes), barrier,
                coordinates);
  }
}

/// The rows that each warpgroup has of tile `number` of the axis, the one with
/// the given count, once it has those of the tile before in registers.
void WarpgroupKernel::loadStaged(Value count, Value number) {
  int64_t chunks = llvm::divideCeil(schedule.getKeys(), kChunkColumns);
  int64_t chunkBytes = kWarpgroupRows * kChunkColumns * 2;
  Value parity = ops.bitAnd(count, 1);
  Value first = ops.mul(number, schedule.getKeys());
  for (const StagedInput &staged : stagedInputs)
    for (int64_t i = 0; i < schedule.getWarpgroups(); ++i) {
      Value warpgroup = ops.constant(i);
      Value barrier = getBarrier(staged.full, warpgroup);
      ops.wait(getBarrier(staged.empty, warpgroup),
               ops.bitXor(parity, ops.constant(1)));
      ops.expectBytes(barrier, layout.stagedBytes);
      Values coordinates = getCoordinates(
          staged.operand, ops.add(tile.firstRow, i * kWarpgroupRows));
      for (int64_t chunk = 0; chunk < chunks; ++chunk) {
        coordinates.front() = ops.add(first, chunk * kChunkColumns);
        ops.loadBox(staged.operand.map,
                    ops.add(shared, staged.offset + i * layout.stagedBytes +
                                        chunk * chunkBytes),
                    barrier, coordinates);
      }
    }
}

void WarpgroupKernel::emitProducer() {
  Value zero = ops.constant(0), one = ops.constant(1);
  // Tiles of the axis loaded so far, and the parity of the rows' barriers.
  forEachTile({zero, zero}, [&](Values carried) -> Values {
    Value count = carried[0], rowParity = getParity(carried[1]);
    readPlan(carried[1], /*isWarp=*/false);
    Value length = getLength();
    auto load = [&](const TiledOperand &operand, int64_t offset, int64_t bytes,
                    int64_t full, int64_t empty, Value step) {
      auto [stage, parity] = getStage(ops.add(count, step));
      ops.wait(getBarrier(empty, stage), ops.bitXor(parity, one));
      Value address = ops.add(ops.mul(stage, bytes), ops.add(shared, offset));
      loadTile(operand, address, getBarrier(full, stage),
               ops.mul(getTileNumber(step), schedule.getKeys()));
    };
    auto loadKey = [&](Value step) {
      load(key, layout.key, layout.keyBytes, layout.keyFull, layout.keyEmpty,
           step);
    };
    auto loadValue = [&](Value step) {
      load(value, layout.value, layout.valueBytes, layout.valueFull,
           layout.valueEmpty, step);
    };
    auto loadOthers = [&](Value step) {
      if (!stagedInputs.empty())
        loadStaged(ops.add(count, step), getTileNumber(step));
    };
    for (int64_t i = 0; i < schedule.getWarpgroups(); ++i) {
      Value number = ops.constant(i);
      ops.wait(getBarrier(layout.queryEmpty, number),
               ops.bitXor(rowParity, one));
      loadTile(query, ops.add(shared, layout.query + i * layout.queryBytes),
               getBarrier(layout.queryFull, number),
               ops.add(tile.firstRow, i * kWarpgroupRows));
      // The first warpgroup can start.
      if (i == 0)
        ifAnyTile([&] { loadKey(zero); });
    }
    ifAnyTile([&] { loadOthers(zero); });
    // A loop over a few tiles would be unrolled, beyond the registers of this
    // warpgroup.
    ops.loop(ops.hide(one), length, one, {}, [&](Value step, Values) {
      loadKey(step);
      loadValue(ops.add(step, -1));
      loadOthers(step);
      return Values();
    });
    ifAnyTile([&] { loadValue(ops.add(length, -1)); });
    releasePlan(carried[1], zero);
    return {ops.add(count, length), getNextParity(carried[1])};
  });
}
