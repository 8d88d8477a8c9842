//===- WarpgroupProducer.cpp - The warp that loads ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace redfuser;

using Values = SmallVector<Value>;

Value WarpgroupKernel::getIndexOfPart(const TiledOperand::Coordinate &part) {
  auto toI32 = [&](OpFoldResult size) {
    return ops.toI32(getValueOrCreateConstantIndexOp(b, loc, size));
  };
  if (part.size && isConstantIntValue(part.size, 1))
    return ops.constant(0);
  Value index = positions[part.dim];
  if (!isConstantIntValue(part.divisor, 1))
    index = ops.div(index, toI32(part.divisor));
  if (part.size)
    index = ops.rem(index, toI32(part.size));
  return index;
}

SmallVector<Value> WarpgroupKernel::getCoordinates(const TiledOperand &operand,
                                                   Value firstRow) {
  Values coordinates{Value(), firstRow};
  for (const TiledOperand::Coordinate &part : llvm::reverse(operand.batch))
    coordinates.push_back(getIndexOfPart(part));
  return coordinates;
}

/// The page that has a row; for rows that masks bound away from above, or that
/// do not exist, one beyond the last, of which nothing is read.
Value WarpgroupKernel::getPage(const TiledOperand &operand, Value row) {
  Value exists = ops.compare(arith::CmpIPredicate::slt, row, tile.end);
  Value pages =
      ops.toI32(getValueOrCreateConstantIndexOp(b, loc, operand.table->size));
  // The table is not read beyond its end.
  Value number;
  if (operand.pageRows > 0)
    number = ops.div(ops.select(exists, row, ops.constant(0)),
                     ops.constant(operand.pageRows));
  Values indices;
  for (const std::optional<TiledOperand::Coordinate> &part :
       operand.tableIndices)
    indices.push_back(ops.toIndex(part ? getIndexOfPart(*part) : number));
  Value element = memref::LoadOp::create(b, loc, operand.tableMemory, indices);
  Value page = ops.toI32(operand.table->getPage(b, element));
  return ops.select(exists, page, pages);
}

/// The page of the box that a lane loads: boxes are parts of pages.
Value WarpgroupKernel::getPageOfLane(const TiledOperand &operand,
                                     Value firstRow) {
  return getPage(operand, ops.add(firstRow, ops.mul(lane, operand.boxRows)));
}

/// Each lane loads a box of the tile, as far as there are any.
void WarpgroupKernel::loadPages(const TiledOperand &operand, Value address,
                                Value barrier, Value firstRow, Value page) {
  int64_t chunks = llvm::divideCeil(operand.columns, operand.boxColumns);
  int64_t boxBytes = operand.boxRows * operand.rowBytes;
  int64_t chunkBytes = schedule.getKeys() * operand.rowBytes;
  int64_t boxes = schedule.getKeys() / operand.boxRows;
  ops.branch(ops.compare(arith::CmpIPredicate::eq, lane, ops.constant(0)),
             [&] { ops.expectBytes(barrier, chunks * chunkBytes); });
  ops.branch(ops.compare(arith::CmpIPredicate::slt, lane, ops.constant(boxes)),
             [&] {
               Value row = ops.add(firstRow, ops.mul(lane, operand.boxRows));
               if (operand.pageRows > 0)
                 // Boxes that are whole pages begin with one.
                 row = operand.boxRows == operand.pageRows
                           ? ops.constant(0)
                           : ops.rem(row, ops.constant(operand.pageRows));
               Values coordinates = getCoordinates(operand, row);
               coordinates.insert(coordinates.begin() + 2, page);
               Value target = ops.add(address, ops.mul(lane, boxBytes));
               for (int64_t chunk = 0; chunk < chunks; ++chunk) {
                 coordinates.front() = ops.constant(chunk * operand.boxColumns);
                 ops.loadBox(operand.map, ops.add(target, chunk * chunkBytes),
                             barrier, coordinates);
               }
             });
}

/// All boxes of a tile arrive at one barrier.
void WarpgroupKernel::loadTile(const TiledOperand &operand, Value address,
                               Value barrier, Value firstRow) {
  int64_t chunks = llvm::divideCeil(operand.columns, operand.boxColumns);
  int64_t chunkBytes = operand.boxRows * operand.rowBytes;
  ops.expectBytes(barrier, chunks * chunkBytes);
  Values coordinates = getCoordinates(operand, firstRow);
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    coordinates.front() = ops.constant(chunk * operand.boxColumns);
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

/// By one thread; by a warp, where a tile has boxes of several pages.
bool WarpgroupKernel::isProducedByWarp() const {
  return key.table || value.table;
}

/// `counts`: tiles of the axis loaded so far, and tiles of rows; returns those
/// afterwards.
Values WarpgroupKernel::emitProducer(ValueRange counts) {
  Value zero = ops.constant(0), one = ops.constant(1);
  // Parities tell a lane that is behind by more than a phase nothing: lanes
  // without boxes would be, and wait for one that has come and gone.
  auto wait = [&](Value barrier, Value parity) {
    ops.wait(barrier, parity);
    if (isProducedByWarp())
      ops.syncWarp();
  };
  auto ifFirstLane = [&](llvm::function_ref<void()> body) {
    if (!isProducedByWarp())
      return body();
    ops.branch(ops.compare(arith::CmpIPredicate::eq, lane, zero), body);
  };
  return forEachTile(counts, [&](Values carried) -> Values {
    Value count = carried[0], rowParity = getParity(carried[1]);
    readPlan(carried[1], /*isWarp=*/false);
    Value length = getLength();
    auto load = [&](const TiledOperand &operand, int64_t offset, int64_t bytes,
                    int64_t full, int64_t empty, Value step) {
      auto [stage, parity] =
          getStage(ops.add(count, step), schedule.getStages());
      auto getFirstRow = [&] {
        return ops.mul(getTileNumber(step), schedule.getKeys());
      };
      // On its way while the stage is not free. Of others, registers are few.
      Value firstRow, page;
      if (operand.table) {
        firstRow = getFirstRow();
        page = getPageOfLane(operand, firstRow);
      }
      wait(getBarrier(empty, stage), ops.bitXor(parity, one));
      Value address = ops.add(ops.mul(stage, bytes), ops.add(shared, offset));
      Value barrier = getBarrier(full, stage);
      if (!firstRow)
        firstRow = getFirstRow();
      if (page)
        return loadPages(operand, address, barrier, firstRow, page);
      ifFirstLane([&] { loadTile(operand, address, barrier, firstRow); });
    };
    auto loadStored = [&](const TiledOperand &operand,
                          const WarpgroupLayout::Stored &stored, Value step) {
      load(operand, stored.offset, stored.bytes, stored.full, stored.empty,
           step);
    };
    auto loadKey = [&](Value step) {
      if (group.getWidenedKey())
        return loadStored(key, layout.storedKey, step);
      load(key, layout.key, layout.keyBytes, layout.keyFull, layout.keyEmpty,
           step);
    };
    auto loadValue = [&](Value step) {
      if (group.getWidenedValue())
        return loadStored(value, layout.storedValue, step);
      load(value, layout.value, layout.valueBytes, layout.valueFull,
           layout.valueEmpty, step);
    };
    auto loadOthers = [&](Value step) {
      if (!stagedInputs.empty())
        ifFirstLane(
            [&] { loadStaged(ops.add(count, step), getTileNumber(step)); });
    };
    for (int64_t i = 0; i < schedule.getWarpgroups(); ++i) {
      Value number = ops.constant(i);
      wait(getBarrier(layout.queryEmpty, number), ops.bitXor(rowParity, one));
      ifFirstLane([&] {
        loadTile(query, ops.add(shared, layout.query + i * layout.queryBytes),
                 getBarrier(layout.queryFull, number),
                 ops.add(tile.firstRow, i * kWarpgroupRows));
      });
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
    if (isProducedByWarp())
      ops.syncWarp();
    releasePlan(carried[1], isProducedByWarp() ? lane : zero);
    return {ops.add(count, length), getNextParity(carried[1])};
  });
}
