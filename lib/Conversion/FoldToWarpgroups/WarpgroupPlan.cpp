//===- WarpgroupPlan.cpp - Lists of tiles from what masks read ------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A mask that compares what rows and positions of the axis have in memory
// (`id[row] == id[key]`) says little about positions. A warp that has nothing
// to load finds, for each tile of rows, the range of each side on each tile of
// the axis, and so which tiles are masked altogether, in part, or not at all.
// It writes a list of the second kind and the third kind into shared memory,
// one tile of rows ahead of those who read it: the thread that loads, and the
// warps that compute. Nothing is assumed of the order of elements.
//
//   masked | count | tiles masked in part -> ... <- tiles that are not masked
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// Loads of a lane that are on their way together.
static constexpr int64_t kLoads = 4;
/// Bytes of a list's head.
static constexpr int64_t kHead = 8;
/// In place of integers beyond 32 bits: any of them.
static constexpr int64_t kLeast = std::numeric_limits<int32_t>::min();
static constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

//===----------------------------------------------------------------------===//
// Who reads a list
//===----------------------------------------------------------------------===//

Value WarpgroupKernel::getParity(Value rowCount) {
  return hasPlan() ? ops.bitAnd(rowCount, 1) : rowCount;
}

Value WarpgroupKernel::getNextParity(Value rowCount) {
  return hasPlan() ? ops.add(rowCount, 1)
                   : ops.bitXor(rowCount, ops.constant(1));
}

void WarpgroupKernel::readPlan(Value rowCount, bool isWarp) {
  if (!hasPlan())
    return;
  Value buffer = ops.bitAnd(rowCount, 1);
  ops.wait(getBarrier(layout.planFull, buffer),
           ops.bitAnd(ops.shiftRight(rowCount, 1), 1));
  Value head =
      ops.add(ops.mul(buffer, layout.planBytes), ops.add(shared, layout.plan));
  tile.masked = ops.loadShared(head, b.getI32Type());
  tile.count = ops.loadShared(ops.add(head, 4), b.getI32Type());
  if (isWarp) {
    tile.masked = ops.uniform(tile.masked);
    tile.count = ops.uniform(tile.count);
  }
  tile.entries = ops.add(head, kHead);
  tile.gap = ops.sub(ops.constant(layout.planTiles), tile.count);
}

void WarpgroupKernel::releasePlan(Value rowCount, Value lane) {
  if (hasPlan())
    ops.arrive(getBarrier(layout.planEmpty, ops.bitAnd(rowCount, 1)), lane);
}

Value WarpgroupKernel::getLength() {
  return hasPlan() ? tile.count : ops.sub(tile.last, tile.first);
}

/// Without a list, tiles are visited from the last one.
Value WarpgroupKernel::getTileNumber(Value step, const Variant *variant) {
  if (!hasPlan())
    return ops.sub(ops.add(tile.last, -1), step);
  Value entry = step, behind = ops.add(step, tile.gap);
  if (!variant || isConstantIntValue(step, 0))
    entry =
        ops.select(ops.compare(arith::CmpIPredicate::slt, step, tile.masked),
                   step, behind);
  else if (variant == &inner)
    entry = behind;
  return ops.loadShared(ops.add(tile.entries, ops.mul(entry, 4)),
                        b.getI32Type());
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// `value`, an integer or index, as bounds of 32 bits: itself, or the limits.
static std::pair<Value, Value> narrow(WarpgroupOps &ops, Value value) {
  OpBuilder &b = ops.b;
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  if (value.getType() == i32)
    return {value, value};
  if (value.getType().isIndex())
    value = b.createOrFold<arith::IndexCastOp>(ops.loc, i64, value);
  Value low = b.createOrFold<arith::TruncIOp>(ops.loc, i32, value);
  Value back = b.createOrFold<arith::ExtSIOp>(ops.loc, i64, low);
  Value fits = ops.compare(arith::CmpIPredicate::eq, back, value);
  return {ops.select(fits, low, ops.constant(kLeast)),
          ops.select(fits, low, ops.constant(kMost))};
}

/// The limits of 32 bits stand for anything beyond.
static Value widen(WarpgroupOps &ops, Value value, bool isLeast) {
  OpBuilder &b = ops.b;
  Type i64 = b.getI64Type();
  Value isLimit = ops.compare(arith::CmpIPredicate::eq, value,
                              ops.constant(isLeast ? kLeast : kMost));
  Value far = arith::ConstantIntOp::create(b, ops.loc, i64,
                                           isLeast ? -kFarAway : kFarAway);
  return ops.select(isLimit, far,
                    b.createOrFold<arith::ExtSIOp>(ops.loc, i64, value));
}

/// Of all rows of the tile; `input` does not vary along the axis.
WarpgroupKernel::Range WarpgroupKernel::getRangeOfRows(unsigned input) {
  SmallVector<unsigned> dims = getInputDims(fold, input);
  const Memory &memory = *findInput(input);
  bool varies =
      llvm::any_of(dims, [&](unsigned dim) { return group.isRow(dim); });
  if (!varies)
    return narrow(ops, loadElement(memory, /*half=*/0));
  Range range;
  for (int64_t first = 0; first < getBlockRows(schedule); first += kLanes) {
    rowIndex[0] = ops.add(ops.add(tile.firstRow, lane), first);
    auto [least, most] = narrow(ops, loadElement(memory, /*half=*/0));
    range.first = range.first ? ops.min(range.first, least) : least;
    range.second = range.second ? ops.max(range.second, most) : most;
  }
  for (int64_t offset = 1; offset < kLanes; offset *= 2) {
    range.first = ops.min(range.first, ops.shuffleXor(range.first, offset));
    range.second = ops.max(range.second, ops.shuffleXor(range.second, offset));
  }
  return range;
}

/// Of the positions of the axis that tile `number` has, the lane's own.
WarpgroupKernel::Range WarpgroupKernel::getRangeOfTile(unsigned input,
                                                       Value number) {
  SmallVector<unsigned> dims = getInputDims(fold, input);
  const Memory &memory = *findInput(input);
  RankedTensorType type = memory.tensor.getType();
  Type element = type.getElementType();
  int64_t size = 1, length = *group.getLength();
  if (element.isInteger())
    size = 128 / element.getIntOrFloatBitWidth();
  // Rows of whole vectors.
  if (dims.back() != group.getAxis() || length % size != 0 ||
      schedule.getKeys() % size != 0)
    size = 1;
  int64_t step = std::min(kLoads * size, schedule.getKeys());
  Value first = ops.mul(number, schedule.getKeys());
  Values results = ops.loop(
      ops.constant(0), ops.constant(schedule.getKeys()), ops.constant(step),
      {ops.constant(kMost), ops.constant(kLeast)},
      [&](Value offset, Values carried) {
        Values elements;
        for (int64_t i = 0; i < step; i += size) {
          Value position = ops.add(ops.add(first, offset), i);
          position = ops.min(position, ops.constant(length - size));
          if (size == 1) {
            elements.push_back(loadElement(memory, /*half=*/0, position));
            continue;
          }
          Values indices;
          for (unsigned dim : dims)
            indices.push_back(dim == group.getAxis() ? ops.toIndex(position)
                                                     : getPosition(dim, 0));
          Value vector = vector::LoadOp::create(
              b, loc, VectorType::get(size, element), memory.memref, indices,
              /*nontemporal=*/false, llvm::MaybeAlign(16));
          for (int64_t k = 0; k < size; ++k)
            elements.push_back(
                vector::ExtractOp::create(b, loc, vector, k).getResult());
        }
        for (Value value : elements) {
          auto [least, most] = narrow(ops, value);
          carried[0] = ops.min(carried[0], least);
          carried[1] = ops.max(carried[1], most);
        }
        return carried;
      });
  return {results[0], results[1]};
}

/// Of `form`, i64, on the rows of the tile and tile `number` of the axis.
WarpgroupKernel::Range
WarpgroupKernel::getRange(const LinearForm &form, Value number,
                          const llvm::DenseMap<unsigned, Range> &ofRows,
                          const llvm::DenseMap<unsigned, Range> &ofTile) {
  Type i64 = b.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, loc, i64, value);
  };
  Range range{constant(form.constant), constant(form.constant)};
  auto add = [&](Value least, Value most, int64_t coefficient) {
    if (coefficient < 0)
      std::swap(least, most);
    for (auto [sum, value] :
         {std::pair(&range.first, least), std::pair(&range.second, most)}) {
      if (coefficient != 1)
        value =
            b.createOrFold<arith::MulIOp>(loc, value, constant(coefficient));
      *sum = b.createOrFold<arith::AddIOp>(loc, *sum, value);
    }
  };
  auto extend = [&](Value value) {
    return b.createOrFold<arith::ExtSIOp>(loc, i64, value);
  };
  for (auto [dim, coefficient] : llvm::enumerate(form.dims)) {
    if (coefficient == 0)
      continue;
    Value least, most;
    if (dim == group.getAxis()) {
      least = ops.mul(number, schedule.getKeys());
      most = ops.min(ops.add(least, schedule.getKeys() - 1),
                     ops.add(getSize(dim), -1));
    } else if (group.isRow(dim)) {
      least = getRowLimit(dim, /*isLast=*/false);
      most = getRowLimit(dim, /*isLast=*/true);
    } else {
      least = most = positions[dim];
    }
    add(extend(least), extend(most), coefficient);
  }
  auto addWidened = [&](Range values, int64_t coefficient) {
    // A multiple of what is far away is no farther.
    auto limit = [&](Value value) {
      return std::abs(coefficient) == 1
                 ? value
                 : limitAddend(b, loc, value, coefficient);
    };
    add(limit(widen(ops, values.first, /*isLeast=*/true)),
        limit(widen(ops, values.second, /*isLeast=*/false)), coefficient);
  };
  for (auto [value, coefficient] : form.outer)
    addWidened(narrow(ops, value), coefficient);
  for (auto [input, coefficient] : form.inputs) {
    auto found = ofTile.find(input);
    addWidened(found != ofTile.end() ? found->second : ofRows.lookup(input),
               coefficient);
  }
  return range;
}

/// Whether anything of the lane's tile of the axis may be left, and all of it.
std::pair<Value, Value> WarpgroupKernel::evaluateClauses(
    Value number, const llvm::DenseMap<unsigned, Range> &ofRows) {
  llvm::DenseMap<unsigned, Range> ofTile;
  Value zero = arith::ConstantIntOp::create(b, loc, b.getI64Type(), 0);
  Value any = arith::ConstantIntOp::create(b, loc, b.getI1Type(), 1);
  Value all = any;
  for (const MaskClause &clause : getTileClauses(group, schedule)) {
    Value anyForm, allForm;
    for (const LinearForm &form : clause) {
      for (auto &entry : form.inputs)
        if (fold.getInputMap(entry.first).isFunctionOfDim(group.getAxis()) &&
            !ofTile.contains(entry.first))
          ofTile[entry.first] = getRangeOfTile(entry.first, number);
      auto [least, most] = getRange(form, number, ofRows, ofTile);
      for (auto [result, value] :
           {std::pair(&anyForm, most), std::pair(&allForm, least)}) {
        Value holds = ops.compare(arith::CmpIPredicate::sge, value, zero);
        *result =
            *result ? b.createOrFold<arith::OrIOp>(loc, *result, holds) : holds;
      }
    }
    any = b.createOrFold<arith::AndIOp>(loc, any, anyForm);
    all = b.createOrFold<arith::AndIOp>(loc, all, allForm);
  }
  if (border.hasTail) {
    int64_t whole = *group.getLength() / schedule.getKeys();
    Value isWhole =
        ops.compare(arith::CmpIPredicate::slt, number, ops.constant(whole));
    all = b.createOrFold<arith::AndIOp>(loc, all, isWhole);
  }
  return {any, all};
}

//===----------------------------------------------------------------------===//
// Who writes it
//===----------------------------------------------------------------------===//

void WarpgroupKernel::emitPlanner() {
  Value zero = ops.constant(0);
  forEachTile(zero, [&](Values carried) -> Values {
    Value rowCount = carried.front(), buffer = ops.bitAnd(rowCount, 1);
    llvm::DenseMap<unsigned, Range> ofRows;
    for (const MaskClause &clause : getTileClauses(group, schedule))
      for (const LinearForm &form : clause)
        for (auto &entry : form.inputs)
          if (!fold.getInputMap(entry.first).isFunctionOfDim(group.getAxis()) &&
              !ofRows.contains(entry.first))
            ofRows[entry.first] = getRangeOfRows(entry.first);
    ops.wait(getBarrier(layout.planEmpty, buffer),
             ops.bitXor(ops.bitAnd(ops.shiftRight(rowCount, 1), 1),
                        ops.constant(1)));
    Value head = ops.add(ops.mul(buffer, layout.planBytes),
                         ops.add(shared, layout.plan));
    Value entries = ops.add(head, kHead);
    Values counts = ops.loop(
        tile.first, tile.last, ops.constant(kLanes), {zero, zero},
        [&](Value first, Values counts) -> Values {
          Value number = ops.add(first, lane);
          Value exists =
              ops.compare(arith::CmpIPredicate::slt, number, tile.last);
          auto [any, all] =
              evaluateClauses(ops.min(number, ops.add(tile.last, -1)), ofRows);
          Value masked, whole;
          any = b.createOrFold<arith::AndIOp>(loc, any, exists);
          whole = b.createOrFold<arith::AndIOp>(loc, any, all);
          masked = b.createOrFold<arith::XOrIOp>(loc, any, whole);
          // Those masked in part from the front, the others from the end.
          for (auto [i, kind] : {std::pair(0, masked), std::pair(1, whole)}) {
            Value lanes = ops.ballot(kind);
            Value place = ops.add(counts[i], ops.countBefore(lanes));
            if (i == 1)
              place = ops.sub(ops.constant(layout.planTiles - 1), place);
            ops.branch(kind, [&] {
              ops.storeShared(ops.add(entries, ops.mul(place, 4)), number);
            });
            counts[i] = ops.add(counts[i], ops.count(lanes));
          }
          return counts;
        });
    // At least one tile, of which nothing may be left.
    Value count = ops.add(counts[0], counts[1]);
    Value exists =
        ops.compare(arith::CmpIPredicate::slt, tile.first, tile.last);
    Value isEmpty = b.createOrFold<arith::AndIOp>(
        loc, exists, ops.compare(arith::CmpIPredicate::eq, count, zero));
    Value one = ops.constant(1);
    ops.branch(ops.compare(arith::CmpIPredicate::eq, lane, zero), [&] {
      ops.storeShared(head, ops.select(isEmpty, one, counts[0]));
      ops.storeShared(ops.add(head, 4), ops.select(isEmpty, one, count));
      ops.branch(isEmpty, [&] { ops.storeShared(entries, tile.first); });
    });
    ops.syncWarp();
    ops.arrive(getBarrier(layout.planFull, buffer), lane);
    return {ops.add(rowCount, 1)};
  });
}
