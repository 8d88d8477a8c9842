//===- WarpgroupWidener.cpp - The warpgroups that widen operands ----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Operands of 8 bits are loaded as they are stored, row by row. Warps of their
// own compute the elements that products read, and write them where TMA would
// put them: chunks of 64 columns, rows of 128 bytes, 16-byte units swizzled.
//
// A thread has 16 elements of a row at a time: a vector that it loads, and two
// that it stores. Lane l has row l / 4 of eight. Of the 32 lanes those of eight
// neighbours, which the memory serves together, have two rows r and r + 1:
//
//   boxes of 64 columns:  vectors 0 .. 3 of both rows
//   boxes of 128 columns: vectors 0 .. 3 of one row, 4 .. 7 of the other one,
//                         and then the other way around
//
// Loads are of different banks, the rows of a box being 64 bytes, or the halves
// of two rows. Of the units that a thread stores, swizzled by the row, those of
// even rows have another parity than those of odd ones: different banks again.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;

using Values = SmallVector<Value>;

/// Elements that a thread widens together.
static constexpr int64_t kVector = 16;
/// Rows of a warp at a time, of a warpgroup.
static constexpr int64_t kWarpWidenedRows = kWidenedRows / kWarps;
/// Bytes of a swizzled row.
static constexpr int64_t kSwizzledBytes = 128;
/// Registers of a thread that has four vectors on their way, and not two.
static constexpr int64_t kManyRegisters = 128;

void WarpgroupKernel::prepareWideners() {
  auto add = [&](const std::optional<WidenedOperand> &operand, int64_t columns,
                 const WarpgroupLayout::Stored &stored, int64_t offset,
                 int64_t bytes, int64_t stages, int64_t full, int64_t empty) {
    if (!operand)
      return;
    Widener widener{&*operand, columns, stored, offset, bytes,
                    stages,    full,    empty,  {}};
    for (const WidenedOperand::Other &other : operand->others) {
      RankedTensorType type = other.getType();
      widener.others.push_back(bufferization::ToBufferOp::create(
          b, loc, MemRefType::get(type.getShape(), type.getElementType()),
          other.tensor, /*read_only=*/true));
    }
    wideners.push_back(std::move(widener));
  };
  add(group.getWidenedKey(), group.getDepth(), layout.storedKey, layout.key,
      layout.keyBytes, layout.keyStages, layout.keyFull, layout.keyEmpty);
  add(group.getWidenedValue(), group.getWidth(), layout.storedValue,
      layout.value, layout.valueBytes, layout.valueStages, layout.valueFull,
      layout.valueEmpty);
}

/// The work of warpgroup `number` of those that widen.
void WarpgroupKernel::emitWideners(Value number) {
  if (getNumWideners(group, schedule) == 1) {
    emitWidener(wideners);
  } else {
    ops.branch(
        TypeRange(),
        ops.compare(arith::CmpIPredicate::eq, number, ops.constant(0)),
        [&] {
          emitWidener(wideners.front());
          return Values();
        },
        [&] {
          emitWidener(wideners.back());
          return Values();
        });
  }
  if (hasCluster())
    ops.arriveCluster();
}

/// The tiles of one operand, or of the key and, one tile behind, of the value.
void WarpgroupKernel::emitWidener(ArrayRef<Widener> wideners) {
  Value zero = ops.constant(0), one = ops.constant(1);
  int64_t behind = wideners.size() - 1;
  forEachTile({zero, zero}, [&](Values carried) -> Values {
    readPlan(carried[1], /*isWarp=*/true);
    Value length = getLength();
    SmallVector<Values> ofBatch;
    for (const Widener &widener : wideners)
      ofBatch.push_back(loadOthers(widener, /*row=*/Value()));
    ops.loop(
        ops.hide(zero), ops.add(length, behind), one, {},
        [&](Value step, Values) {
          for (auto [i, widener] : llvm::enumerate(wideners)) {
            Value own = ops.add(step, -static_cast<int64_t>(i));
            auto widen = [&, i = i] {
              widenTile(wideners[i], ofBatch[i], ops.add(carried[0], own), own);
            };
            if (behind == 0)
              widen();
            else
              ops.branch(ops.compare(arith::CmpIPredicate::ult, own, length),
                         widen);
          }
          return Values();
        });
    // Of a list without tiles, other lanes may still read the head.
    if (hasPlan())
      ops.syncWarp();
    releasePlan(carried[1], lane);
    return {ops.add(carried[0], length), getNextParity(carried[1])};
  });
}

/// What else elements of a row of the axis are computed from; without one, what
/// is the same for all, and null for the others.
Values WarpgroupKernel::loadOthers(const Widener &widener, Value row) {
  Values values;
  for (auto [other, memory] :
       llvm::zip_equal(widener.operand->others, widener.others)) {
    if (other.has(group.getAxis()) != (row != nullptr)) {
      values.push_back(Value());
      continue;
    }
    Values indices;
    for (const ElementIndex &index : other.indices) {
      Value value = ops.constant(0);
      if (index.dim != ElementIndex::kOnlyElement)
        value = index.dim == group.getAxis() ? row : positions[index.dim];
      if (index.divisor != 1)
        value = ops.div(value, ops.constant(index.divisor));
      if (index.size != 0)
        value = ops.rem(value, ops.constant(index.size));
      indices.push_back(ops.toIndex(value));
    }
    values.push_back(memref::LoadOp::create(b, loc, memory, indices));
  }
  return values;
}

/// Tile `step` of the axis, the one with the given count.
void WarpgroupKernel::widenTile(const Widener &widener, ArrayRef<Value> ofBatch,
                                Value number, Value step) {
  const WarpgroupLayout::Stored &stored = widener.stored;
  auto [stage, parity] = getStage(number, schedule.getStages());
  auto [target, targetParity] = getStage(number, widener.stages);
  int64_t keys = schedule.getKeys(), groups = keys / kWidenedRows;
  Value rowOfEight = ops.shiftRight(lane, 2), quarter = ops.bitAnd(lane, 3);
  Value row = ops.add(ops.mul(warp, kWarpWidenedRows), rowOfEight);

  // What is computed from other elements need not be zero beyond the last row,
  // or beyond the last column of the depth.
  bool isConversion = widener.operand->isConversion;
  bool isPadded = border.hasTail && !isConversion;
  bool readsRows =
      llvm::any_of(widener.operand->others, [&](const auto &other) {
        return other.has(group.getAxis());
      });
  SmallVector<Values> others(groups, Values(ofBatch));
  Values exists;
  if (isPadded || readsRows) {
    Value first = ops.add(ops.mul(getTileNumber(step), keys), row);
    for (int64_t i = 0; i < groups; ++i) {
      Value position = ops.add(first, i * kWidenedRows);
      if (border.hasTail) {
        Value length = getSize(group.getAxis());
        exists.push_back(
            ops.compare(arith::CmpIPredicate::slt, position, length));
        position = ops.min(position, ops.add(length, -1));
      }
      for (auto [value, ofRow] :
           llvm::zip(others[i], loadOthers(widener, position)))
        value = value ? value : ofRow;
    }
  }

  ops.wait(getBarrier(stored.full, stage), parity);
  int64_t boxColumns = stored.boxColumns;
  bool hasHalves = boxColumns > kChunkColumns;
  Value source =
      ops.add(ops.mul(stage, stored.bytes), ops.add(shared, stored.offset));
  source = ops.add(ops.add(source, ops.mul(row, boxColumns)),
                   ops.mul(quarter, kVectorBytes));
  Value unit = ops.bitXor(ops.mul(quarter, 2), rowOfEight);
  Value result =
      ops.add(ops.mul(target, widener.bytes), ops.add(shared, widener.offset));
  result = ops.add(ops.add(result, ops.mul(row, kSwizzledBytes)),
                   ops.mul(unit, kVectorBytes));
  int64_t chunkBytes = keys * kSwizzledBytes;
  // By half of the box; of results, both units.
  Values columns{ops.mul(quarter, kVector)};
  Values sources{source}, results{result};
  if (hasHalves) {
    Value half = ops.bitAnd(rowOfEight, 1);
    columns = {ops.add(columns[0], ops.mul(half, kChunkColumns))};
    columns.push_back(ops.bitXor(columns[0], ops.constant(kChunkColumns)));
    sources = {ops.add(source, ops.mul(half, kChunkColumns))};
    sources.push_back(ops.bitXor(sources[0], ops.constant(kChunkColumns)));
    results = {ops.add(result, ops.mul(half, chunkBytes))};
    results.push_back(ops.add(
        result, ops.mul(ops.bitXor(half, ops.constant(1)), chunkBytes)));
  }
  Values units[] = {results, llvm::map_to_vector(results, [&](Value even) {
                      return ops.bitXor(even, ops.constant(kVectorBytes));
                    })};

  struct Part {
    int64_t group, box, half;
    Value loaded;
  };
  SmallVector<Part> parts;
  int64_t boxes = stored.bytes / (keys * boxColumns);
  for (int64_t i = 0; i < groups; ++i)
    for (int64_t box = 0; box < boxes; ++box)
      for (int64_t half = 0, e = sources.size(); half < e; ++half)
        parts.push_back({i, box, half, Value()});
  auto words = VectorType::get(4, b.getI32Type());
  auto load = [&](Part &part) {
    Value address =
        ops.add(sources[part.half],
                (part.group * kWidenedRows + part.box * keys) * boxColumns);
    part.loaded = LLVM::LoadOp::create(
        b, loc, words, ops.sharedPointer(address), kVectorBytes);
  };
  auto store = [&](const Part &part) {
    Value element =
        widenVector(*widener.operand, part.loaded, others[part.group]);
    Value all = vector::BitCastOp::create(
        b, loc, VectorType::get(8, b.getI32Type()), element);
    Value inside = isPadded ? exists[part.group] : Value();
    if (!isConversion && (part.box + 1) * boxColumns > widener.columns) {
      Value column = ops.add(columns[part.half], part.box * boxColumns);
      Value isColumn = ops.compare(arith::CmpIPredicate::slt, column,
                                   ops.constant(widener.columns));
      inside = inside ? Value(arith::AndIOp::create(b, loc, inside, isColumn))
                      : isColumn;
    }
    if (inside)
      all = ops.select(
          inside, all,
          arith::ConstantOp::create(b, loc, b.getZeroAttr(all.getType())));
    int64_t chunk = part.box * static_cast<int64_t>(sources.size());
    int64_t offset =
        part.group * kWidenedRows * kSwizzledBytes + chunk * chunkBytes;
    for (int64_t i : {0, 1}) {
      Values elements;
      for (int64_t k = 0; k < 4; ++k)
        elements.push_back(vector::ExtractOp::create(b, loc, all, 4 * i + k));
      Value four = vector::FromElementsOp::create(b, loc, words, elements);
      Value address = ops.add(units[i][part.half], offset);
      LLVM::StoreOp::create(b, loc, four, ops.sharedPointer(address),
                            kVectorBytes);
    }
  };
  size_t batch =
      getRegisters(group, schedule).widener >= kManyRegisters ? 4 : 2;
  for (size_t first = 0; first < parts.size(); first += batch) {
    auto some = MutableArrayRef(parts).slice(
        first, std::min(batch, parts.size() - first));
    llvm::for_each(some, load);
    // The first ones are on their way while the stage is not free.
    if (first == 0)
      ops.wait(getBarrier(widener.empty, target),
               ops.bitXor(targetParity, ops.constant(1)));
    llvm::for_each(some, store);
  }
  // Products read through the proxy that TMA writes through.
  ops.fenceProxy();
  ops.syncWarp();
  ops.arrive(getBarrier(widener.full, target), lane);
  ops.arrive(getBarrier(stored.empty, stage), lane);
}

/// The operand's elements, a vector, from `stored`, four i32.
Value WarpgroupKernel::widenVector(const WidenedOperand &operand, Value stored,
                                   ArrayRef<Value> others) {
  Block &block = operand.getBlock();
  auto getVector = [](Type element) {
    return VectorType::get(kVector, element);
  };
  IRMapping map;
  map.map(block.getArgument(0),
          vector::BitCastOp::create(
              b, loc, getVector(block.getArgument(0).getType()), stored));
  map.map(block.getArguments().drop_front(), others);
  auto broadcast = [&](Value value) -> Value {
    Value mapped = map.lookupOrDefault(value);
    if (isa<VectorType>(mapped.getType()))
      return mapped;
    return vector::BroadcastOp::create(b, loc, getVector(mapped.getType()),
                                       mapped);
  };
  for (Operation &op : block.without_terminator()) {
    bool isOfVector = llvm::any_of(op.getOperands(), [&](Value value) {
      return isa<VectorType>(map.lookupOrDefault(value).getType());
    });
    if (!isOfVector) {
      b.clone(op, map);
      continue;
    }
    IRMapping vectors;
    for (Value value : op.getOperands())
      vectors.map(value, broadcast(value));
    Operation *copy = b.clone(op, vectors);
    for (auto [from, to] :
         llvm::zip_equal(op.getResults(), copy->getResults())) {
      to.setType(getVector(from.getType()));
      map.map(from, to);
    }
  }
  return broadcast(block.getTerminator()->getOperand(0));
}
