//===- WarpgroupMerge.cpp - States of segments, merged by their blocks ----===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Blocks that have segments of the same rows store their states, a thread its
// registers in vectors next to those of its neighbours. When all are there,
// blocks with the first numbers merge one window of columns each and read it
// out; of few segments, each keeps its own in registers. A window is always
// merged by the same block in the same order. Warps do so for themselves: a
// warp's rows concern no other one.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "../Utils/BlockFlags.h"
#include "../Utils/GlobalPointer.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// Registers of states on their way, and the most states.
static constexpr int64_t kLoadRegisters = 96, kLoadStates = 12;
/// Segments up to which a block selects its window among its registers.
static constexpr int64_t kKeptSegments = 4;

//===----------------------------------------------------------------------===//
// States in memory
//===----------------------------------------------------------------------===//

/// Consumer warps of a block.
int64_t WarpgroupKernel::getNumWarps() const {
  return kWarps * schedule.getWarpgroups();
}

void WarpgroupKernel::preparePartials() {
  // Of ranges, one state of each block: see WarpgroupRanges.cpp.
  int64_t slots = schedule.getBlocks(), numFlags = slots * getNumWarps();
  if (!dealsRanges(schedule)) {
    int64_t rowTiles =
        *group.getNumBatches() *
        llvm::divideCeil(*group.getNumRows(), getBlockRows(schedule));
    slots = rowTiles * schedule.getSegments();
    numFlags = rowTiles * getNumWarps() * 2;
  }
  // A schedule has no more blocks than that.
  assert(slots * getNumWarps() * kLanes * getAccSize() * 4 <=
             std::numeric_limits<uint32_t>::max() &&
         "expected offsets of states to have 32 bits");
  flags = createFlags(b, loc, b.getIndexAttr(numFlags));
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    int64_t size = i == group.getProduct() ? kLanes * getAccSize() : kWarpRows;
    partials.push_back(
        memref::AllocOp::create(b, loc,
                                MemRefType::get(slots * getNumWarps() * size,
                                                fold.getStateElementType(i))));
  }
}

Value WarpgroupKernel::getWarpOfBlock() {
  return ops.add(ops.mul(warpgroup, kWarps), warp);
}

/// The pointer to an element (i32) of a buffer.
static Value getPartialPointer(WarpgroupOps &ops, Value memref, Value element,
                               int64_t bytes) {
  OpBuilder &b = ops.b;
  return getGlobalPointer(b, ops.loc, memref,
                          arith::ExtUIOp::create(b, ops.loc, b.getI64Type(),
                                                 ops.mul(element, bytes)));
}

/// A vector of the product's registers, of the state with number `slot`.
Value WarpgroupKernel::getPartialVector(Value slot, Value vector) {
  Value thread = ops.add(ops.mul(getWarpOfBlock(), kLanes), lane);
  Value number =
      ops.add(ops.mul(slot, getAccSize() / kVectorRegisters), vector);
  return getPartialPointer(
      ops, partials[group.getProduct()],
      ops.add(ops.mul(number, getNumWarps() * kLanes), thread), kVectorBytes);
}

Value WarpgroupKernel::getPartialRow(unsigned component, Value slot,
                                     unsigned half) {
  Value ofWarp = ops.add(ops.mul(slot, getNumWarps()), getWarpOfBlock());
  Value row = ops.add(ops.mul(ofWarp, kWarpRows),
                      ops.add(ops.shiftRight(lane, 2), 8 * half));
  return getPartialPointer(ops, partials[component], row, /*bytes=*/4);
}

/// Stores registers of the product that begin with vector `first`.
void WarpgroupKernel::storeVectors(Value slot, ArrayRef<Value> acc,
                                   int64_t first) {
  auto type = VectorType::get(kVectorRegisters, b.getF32Type());
  for (size_t i = 0, e = acc.size() / kVectorRegisters; i < e; ++i) {
    Value vector = vector::FromElementsOp::create(
        b, loc, type, acc.slice(i * kVectorRegisters, kVectorRegisters));
    LLVM::StoreOp::create(b, loc, vector,
                          getPartialVector(slot, ops.constant(first + i)),
                          kVectorBytes);
  }
}

void WarpgroupKernel::forEachRowValue(
    llvm::function_ref<void(unsigned, unsigned)> body) {
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    for (unsigned half = 0; half < kHalves; ++half)
      if (i != group.getProduct())
        body(i, half);
}

Value WarpgroupKernel::isFirstOfQuad() {
  return ops.compare(arith::CmpIPredicate::eq, ops.bitAnd(lane, 3),
                     ops.constant(0));
}

Value WarpgroupKernel::getFirstRowOfWarp() {
  return ops.add(ops.add(tile.firstRow, ops.mul(warp, kWarpRows)),
                 ops.mul(getRowsNumber(), kWarpgroupRows));
}

void WarpgroupKernel::storeRowPart(Value slot, const State &state) {
  ops.branch(isFirstOfQuad(), [&] {
    forEachRowValue([&](unsigned i, unsigned half) {
      LLVM::StoreOp::create(b, loc, state.rows[i][half],
                            getPartialRow(i, slot, half));
    });
  });
}

WarpgroupKernel::Part WarpgroupKernel::loadPart(
    llvm::function_ref<Value(unsigned component, unsigned half)> getRow,
    llvm::function_ref<Value(int64_t)> getVector, int64_t vectors) {
  Part part;
  part.state.rows.resize(fold.getNumReductions());
  forEachRowValue([&](unsigned i, unsigned half) {
    part.state.rows[i][half] = LLVM::LoadOp::create(
        b, loc, fold.getStateElementType(i), getRow(i, half));
  });
  part.state.ahead = part.state.rows;
  auto type = VectorType::get(kVectorRegisters, b.getF32Type());
  for (int64_t i = 0; i < vectors; ++i) {
    Value vector =
        LLVM::LoadOp::create(b, loc, type, getVector(i), kVectorBytes);
    for (int64_t k = 0; k < kVectorRegisters; ++k)
      part.acc.push_back(vector::ExtractOp::create(b, loc, vector, k));
  }
  return part;
}

WarpgroupKernel::Part WarpgroupKernel::loadPart(Value slot, Value firstVector,
                                                int64_t vectors) {
  return loadPart(
      [&](unsigned i, unsigned half) { return getPartialRow(i, slot, half); },
      [&](int64_t i) {
        return getPartialVector(slot, ops.add(firstVector, i));
      },
      vectors);
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Parts of the columns that different blocks merge: equal ones, of whole
/// vectors.
int64_t WarpgroupKernel::getNumWindows() const {
  int64_t vectors = getAccSize() / kVectorRegisters;
  int64_t count = std::min(schedule.getSegments(), vectors);
  while (vectors % count != 0)
    --count;
  return count;
}

/// Combines neighbours, then neighbours of what that makes.
static Value combineAll(Values values,
                        llvm::function_ref<Value(Value, Value)> combine) {
  while (values.size() > 1) {
    Values pairs;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      pairs.push_back(combine(values[i], values[i + 1]));
    if (values.size() % 2 != 0)
      pairs.push_back(values.back());
    values = std::move(pairs);
  }
  return values.front();
}

/// The state of all parts, each corrected once, to the references of all.
WarpgroupKernel::Part WarpgroupKernel::combineParts(ArrayRef<Part> parts) {
  Part whole;
  State &fresh = whole.state;
  fresh.rows.resize(fold.getNumReductions());
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (i == group.getProduct())
      continue;
    std::array<Values, kHalves> values;
    for (const Part &part : parts) {
      RowValue corrected = correct(i, part.state, fresh);
      for (unsigned half = 0; half < kHalves; ++half)
        values[half].push_back(corrected[half]);
    }
    for (unsigned half = 0; half < kHalves; ++half)
      fresh.rows[i][half] = combineAll(values[half], [&](Value lhs, Value rhs) {
        return combine(i, lhs, rhs);
      });
  }
  fresh.ahead = fresh.rows;
  SmallVector<Values> products;
  for (const Part &part : parts)
    products.push_back(correctElements(part.acc, part.state, fresh));
  for (size_t index = 0, e = products.front().size(); index < e; ++index) {
    Values values = llvm::map_to_vector(
        products, [&](const Values &acc) { return acc[index]; });
    whole.acc.push_back(combineAll(values, [&](Value lhs, Value rhs) {
      return combine(group.getProduct(), lhs, rhs);
    }));
  }
  return whole;
}

Values WarpgroupKernel::flattenPart(const Part &part) {
  Values values;
  forEachRowValue([&](unsigned i, unsigned half) {
    values.push_back(part.state.rows[i][half]);
  });
  llvm::append_range(values, part.acc);
  return values;
}

WarpgroupKernel::Part WarpgroupKernel::unflattenPart(ArrayRef<Value> values) {
  Part part;
  part.state.rows.resize(fold.getNumReductions());
  forEachRowValue([&](unsigned i, unsigned half) {
    part.state.rows[i][half] = values.front();
    values = values.drop_front();
  });
  part.state.ahead = part.state.rows;
  part.acc = Values(values);
  return part;
}

/// A window of all segments' states, of which `slot` has the first one.
WarpgroupKernel::Part
WarpgroupKernel::loadSegments(Value slot, Value firstVector, int64_t vectors) {
  int64_t segments = schedule.getSegments();
  int64_t registers =
      kVectorRegisters * vectors + kHalves * (fold.getNumReductions() - 1);
  int64_t most = std::clamp<int64_t>(kLoadRegisters / registers, 1,
                                     std::min(segments, kLoadStates));
  int64_t each = llvm::divideCeil(segments, llvm::divideCeil(segments, most));
  // States on their way at once, with those before.
  auto load = [&](Value first, int64_t count, SmallVector<Part> parts = {}) {
    for (int64_t i = 0; i < count; ++i)
      parts.push_back(
          loadPart(ops.add(ops.add(slot, first), i), firstVector, vectors));
    return combineParts(parts);
  };
  Part merged = load(ops.constant(0), each);
  // A loop over few would be unrolled, and all states loaded at once.
  int64_t whole = segments / each * each;
  if (whole > each)
    merged = unflattenPart(ops.loop(
        ops.constant(each), ops.hide(ops.constant(whole)), ops.constant(each),
        flattenPart(merged), [&](Value first, Values carried) {
          return flattenPart(load(first, each, {unflattenPart(carried)}));
        }));
  if (whole < segments)
    merged = load(ops.constant(whole), segments - whole, {merged});
  return merged;
}

/// True if each block merges a window and keeps its own part of it.
bool WarpgroupKernel::keepsWindow() const {
  return schedule.getSegments() <= kKeptSegments &&
         getNumWindows() == schedule.getSegments();
}

/// The registers of window `number` (i32) of few, `count`, which is not before
/// `first`.
Values WarpgroupKernel::selectWindow(ArrayRef<Value> acc, Value number,
                                     int64_t count, int64_t first) {
  int64_t size = acc.size() / count;
  Values window(acc.slice(first * size, size));
  if (first + 1 == count)
    return window;
  Value isMine =
      ops.compare(arith::CmpIPredicate::eq, number, ops.constant(first));
  return ops.branch(
      ValueRange(window).getTypes(), isMine, [&] { return window; },
      [&] { return selectWindow(acc, number, count, first + 1); });
}

/// Stores what other blocks merge.
void WarpgroupKernel::storeForOthers(const State &state, ArrayRef<Value> acc) {
  storeRowPart(tile.number, state);
  if (!keepsWindow())
    return storeVectors(tile.number, acc, /*first=*/0);
  int64_t windows = getNumWindows(), size = acc.size() / windows;
  for (int64_t window = 0; window < windows; ++window)
    ops.branch(ops.compare(arith::CmpIPredicate::ne, tile.segment,
                           ops.constant(window)),
               [&] {
                 storeVectors(tile.number, acc.slice(window * size, size),
                              window * size / kVectorRegisters);
               });
}

void WarpgroupKernel::emitMerge(const State &state, const Values &acc) {
  int64_t segments = schedule.getSegments();
  int64_t windows = getNumWindows();
  int64_t vectors = getAccSize() / kVectorRegisters / windows;
  Value hasRows =
      ops.compare(arith::CmpIPredicate::slt, getFirstRowOfWarp(), getNumRows());
  ops.branch(hasRows, [&] {
    Value slot = tile.number, segment = tile.segment;
    storeForOthers(state, acc);
    // Two flags of the warp's rows: of states that are there, of readers.
    Value rowTile = ops.div(slot, ops.constant(segments));
    Value number =
        ops.mul(ops.add(ops.mul(rowTile, getNumWarps()), getWarpOfBlock()), 2);
    Value arrivals = ops.toIndex(number);
    Value readers = ops.toIndex(ops.add(number, 1));
    Value isFirstLane =
        ops.compare(arith::CmpIPredicate::eq, lane, ops.constant(0));
    ops.syncWarp();
    ops.branch(isFirstLane, [&] { raiseFlag(b, loc, flags, arrivals); });
    auto merge = [&] {
      waitForFlag(b, loc, flags, arrivals, ops.constant(segments));
      ops.syncWarp();
      ops.branch(isFirstLane, [&] {
        Value isLast =
            arriveAtFlag(b, loc, flags, readers, ops.constant(windows),
                         /*isOrdered=*/false);
        ops.branch(isLast, [&] { clearFlag(b, loc, flags, arrivals); });
      });
      Value firstVector = ops.mul(segment, vectors);
      Value firstSlot = ops.sub(slot, segment);
      Part merged;
      if (keepsWindow()) {
        SmallVector<Part> parts{{state, selectWindow(acc, segment, windows)}};
        for (int64_t i = 1; i < segments; ++i) {
          Value other = ops.rem(ops.add(segment, i), ops.constant(segments));
          parts.push_back(
              loadPart(ops.add(firstSlot, other), firstVector, vectors));
        }
        merged = combineParts(parts);
      } else {
        merged = loadSegments(firstSlot, firstVector, vectors);
      }
      firstColumn = ops.mul(firstVector, 8);
      emitReadouts(merged.state, merged.acc);
      firstColumn = Value();
    };
    if (windows == segments)
      return merge();
    ops.branch(
        ops.compare(arith::CmpIPredicate::slt, segment, ops.constant(windows)),
        merge);
  });
}
