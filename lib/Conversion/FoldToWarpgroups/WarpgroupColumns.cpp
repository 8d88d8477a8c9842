//===- WarpgroupColumns.cpp - Warpgroups that divide columns --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Two consumer warpgroups have the same 64 rows and half of the columns each.
// Both accumulate all tiles of the axis, in the same order:
//
//   acc = corrected(acc) + factor(tile) * value(tile)
//
// The scores and the terms of a tile are computed once, by its owner: the
// warpgroups own every other tile. The owner keeps the factor in registers for
// its own product, and publishes it through shared memory together with the
// references that it has, which the other one follows. So references go from
// tile to tile; all other row components are parts, under the same references,
// until the end.
//
// While one warpgroup computes terms, the other one's products run:
//
//   scores of the own tile | follow the tile before, its product | terms of the
//   own tile | publish, its product
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// Named barriers: a warpgroup has published a tile, and both are at the end of
/// the axis. 0 is the block's.
static constexpr int64_t kPublished = 1, kParts = 3;
/// Threads that take part in them.
static constexpr int64_t kConsumerThreads = 256;
/// Bytes of a row component of 64 rows.
static constexpr int64_t kRowBytes = kWarpgroupRows * 4;

bool WarpgroupKernel::dividesColumns() const {
  return schedule.getSplit() == WarpgroupSplit::Columns;
}

Value WarpgroupKernel::getRowsNumber() {
  return dividesColumns() ? ops.constant(0) : warpgroup;
}

int64_t WarpgroupKernel::getAccSize() const {
  return dividesColumns() ? chunks.getChunksEach() * kChunkColumns / 2
                          : group.getWidth() / 2;
}

bool WarpgroupKernel::hasPaddedColumns() const {
  return dividesColumns() && 4 * getAccSize() != group.getWidth();
}

Value WarpgroupKernel::getGroupBarrier(int64_t offset, Value stage,
                                       Value number) {
  Value first = ops.mul(stage, chunks.getGroups().size());
  return getBarrier(offset, ops.add(first, number));
}

/// The group that warpgroup `owner` reads, by number among its own.
Value WarpgroupKernel::getOwnGroup(Value owner, int64_t number) {
  return ops.add(ops.mul(owner, chunks.getNumOwn()),
                 chunks.getNumCommon() + number);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Low word of the descriptor of what lies at `offset`.
static Value getDescriptor(WarpgroupOps &ops, Value shared, int64_t offset,
                           int64_t leading) {
  Value units = ops.bitAnd(ops.shiftRight(shared, 4), kDescriptorAddressMask);
  return ops.add(units, offset / 16 + (leading << kDescriptorLeadingShift));
}

/// 16-byte units of a chunk of the stage.
int64_t WarpgroupKernel::getChunkUnits() const {
  return schedule.getKeys() * kChunkColumns * 2 / 16;
}

/// What is given back first is waited for first: what only the scores read,
/// then the own columns.
Values WarpgroupKernel::issueScoresByGroup(Value stage, Value parity) {
  struct Part {
    ChunkGroup group;
    Value number, owner;
  };
  SmallVector<Part> parts;
  ArrayRef<ChunkGroup> groups = chunks.getGroups();
  for (int64_t i = 0; i < chunks.getNumCommon(); ++i)
    parts.push_back({groups[i], ops.constant(i), Value()});
  for (Value owner : {warpgroup, ops.bitXor(warpgroup, ops.constant(1))})
    for (int64_t i = 0; i < chunks.getNumOwn(); ++i) {
      const ChunkGroup &group = groups[chunks.getNumCommon() + i];
      if (group.isKey)
        parts.push_back({group, getOwnGroup(owner, i), owner});
    }
  constexpr int64_t queryUnits = kWarpgroupRows * kChunkColumns * 2 / 16;
  Value queryLow = getDescriptor(ops, shared, layout.query, /*leading=*/1);
  Value keyLow = ops.add(getDescriptor(ops, shared, layout.key, /*leading=*/1),
                         ops.mul(stage, layout.keyBytes / 16));
  Values scores;
  for (const Part &part : parts) {
    ops.wait(getGroupBarrier(layout.keyFull, stage, part.number), parity);
    for (int64_t i = 0; i < part.group.count; ++i) {
      Value chunk = ops.constant(part.group.first + i);
      if (part.owner)
        chunk = ops.add(chunk, ops.mul(part.owner, chunks.getChunksEach()));
      bool isLast = &part == &parts.back() && i + 1 == part.group.count;
      scores = ops.issueChunk(
          scores, ops.add(queryLow, ops.mul(chunk, queryUnits)),
          ops.add(keyLow, ops.mul(chunk, getChunkUnits())), schedule.getKeys(),
          kChunkColumns / 16, group.getElementType(), isLast);
    }
  }
  return scores;
}

void WarpgroupKernel::forEachOwnGroup(
    llvm::function_ref<void(int64_t number, int64_t first, int64_t size)>
        body) {
  ArrayRef<ChunkGroup> own =
      chunks.getGroups().slice(chunks.getNumCommon(), chunks.getNumOwn());
  for (auto [number, group] : llvm::enumerate(own))
    body(number, (group.first - chunks.getFirstColumn()) * kChunkColumns / 2,
         group.count * kChunkColumns / 2);
}

/// The product of a tile, with the factor in registers or, if there is none,
/// as it was published: an asynchronous group for each group of chunks.
Values WarpgroupKernel::issueOwnProduct(ArrayRef<Value> acc,
                                        ArrayRef<Value> factor, Value stage,
                                        Value parity) {
  Value valueLow = ops.add(
      getDescriptor(ops, shared, layout.value, /*leading=*/getChunkUnits()),
      ops.mul(stage, layout.keyBytes / 16));
  Value firstChunk = ops.add(ops.mul(warpgroup, chunks.getChunksEach()),
                             chunks.getFirstColumn());
  valueLow = ops.add(valueLow, ops.mul(firstChunk, getChunkUnits()));
  Values rows(factor);
  if (rows.empty())
    rows.push_back(getDescriptor(ops, shared, layout.factor, /*leading=*/1));
  Values result;
  forEachOwnGroup([&](int64_t number, int64_t first, int64_t size) {
    // What the scores read as well has been waited for.
    if (!chunks.isShared())
      ops.wait(getGroupBarrier(layout.keyFull, stage,
                               getOwnGroup(warpgroup, number)),
               parity);
    int64_t chunk = first / (kChunkColumns / 2);
    llvm::append_range(
        result,
        ops.issueProduct(acc.slice(first, size), rows,
                         ops.add(valueLow, chunk * getChunkUnits()),
                         group.getElementType(), schedule.getKeys() / 16));
  });
  return result;
}

/// Waits for the product that was issued last, and gives its tile back. The
/// factor's registers are read until then.
Values WarpgroupKernel::waitOwnProduct(ArrayRef<Value> acc,
                                       ArrayRef<Value> factor, Value stage) {
  Values result, carried(factor);
  forEachOwnGroup([&](int64_t number, int64_t first, int64_t size) {
    Values pending(acc.slice(first, size));
    llvm::append_range(pending, carried);
    pending = ops.waitProducts(chunks.getNumOwn() - 1 - number, pending);
    result.append(pending.begin(), pending.begin() + size);
    carried.assign(pending.begin() + size, pending.end());
    ops.arrive(
        getGroupBarrier(layout.keyEmpty, stage, getOwnGroup(warpgroup, number)),
        lane);
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Tiles of the other warpgroup
//===----------------------------------------------------------------------===//

/// The address of a component's values in a list of row components.
Value WarpgroupKernel::getRowAddress(int64_t offset, unsigned component,
                                     unsigned half) {
  int64_t slot = component - (component > group.getProduct());
  Value row = ops.add(ops.mul(warp, kWarpRows), ops.shiftRight(lane, 2));
  return ops.add(ops.mul(row, 4),
                 ops.add(shared, offset + slot * kRowBytes + half * 8 * 4));
}

Value WarpgroupKernel::loadRow(int64_t offset, unsigned component,
                               unsigned half) {
  Type type = fold.getStateElementType(component);
  return ops.loadShared(getRowAddress(offset, component, half), type);
}

/// The factor and the references of a tile, for the other warpgroup.
void WarpgroupKernel::publish(ArrayRef<Value> factor, const State &state) {
  Value address = getFragmentAddress(ops.add(shared, layout.factor));
  for (size_t step = 0, e = factor.size() / 4; step < e; ++step)
    ops.storeMatrices(ops.bitXor(address, ops.constant(step * 32)),
                      factor.slice(4 * step, 4));
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (i != group.getProduct() && isReference(i))
      for (unsigned half = 0; half < kHalves; ++half)
        ops.storeShared(getRowAddress(layout.references, i, half),
                        state.rows[i][half]);
  ops.fenceProxy();
  ops.arriveNamed(ops.add(warpgroup, kPublished), kConsumerThreads);
}

/// Waits for the other warpgroup's tile and moves to its references.
WarpgroupKernel::Progress WarpgroupKernel::follow(const Progress &progress) {
  ops.syncNamed(ops.add(ops.bitXor(warpgroup, ops.constant(1)), kPublished),
                kConsumerThreads);
  Progress next;
  State &state = next.state;
  state.rows.resize(fold.getNumReductions());
  state.ahead.resize(fold.getNumReductions());
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (i == group.getProduct())
      continue;
    if (isReference(i))
      for (unsigned half = 0; half < kHalves; ++half)
        state.rows[i][half] = loadRow(layout.references, i, half);
    else
      state.rows[i] = correct(i, progress.state, state);
    state.ahead[i] = isLagging(i) ? progress.state.ahead[i] : state.rows[i];
  }
  next.acc = correctProduct(progress.acc, progress.state, state);
  next.applied = state;
  return next;
}

//===----------------------------------------------------------------------===//
// The axis
//===----------------------------------------------------------------------===//

/// A tile of this warpgroup, after the other's tile before it, if there is one.
WarpgroupKernel::Progress WarpgroupKernel::ownTile(const Progress &progress,
                                                   Value step,
                                                   const Variant &variant,
                                                   bool isFirst) {
  Value number = ops.add(count, step);
  auto [stage, parity] = getKeyStage(number);
  Value firstKey = getFirstKey(step, variant);
  Values scores = issueScoresByGroup(stage, parity);
  Progress next = progress;
  if (isFirst) {
    loadElementInputs(variant, firstKey, Loads::Early);
    scores = ops.waitProducts(0, scores);
  } else {
    auto [otherStage, otherParity] = getKeyStage(ops.add(number, -1));
    next = follow(progress);
    next.acc = issueOwnProduct(next.acc, {}, otherStage, otherParity);
    loadElementInputs(variant, firstKey, Loads::Early);
    scores = ops.waitProducts(chunks.getNumOwn(), scores);
    releaseCommon(stage);
    next.acc = waitOwnProduct(next.acc, {}, otherStage);
  }
  if (isFirst)
    releaseCommon(stage);
  Values factor;
  State state = foldTile(variant, scores, firstKey,
                         isFirst ? nullptr : &next.state, factor);
  factor = hideConstants(packFactor(factor));
  publish(factor, state);
  if (!isFirst)
    next.acc = correctProduct(next.acc, next.state, state);
  next.acc = waitOwnProduct(issueOwnProduct(next.acc, factor, stage, parity),
                            factor, stage);
  next.state = next.applied = state;
  return next;
}

/// What only the scores of a tile read.
void WarpgroupKernel::releaseCommon(Value stage) {
  for (int64_t i = 0; i < chunks.getNumCommon(); ++i)
    ops.arrive(getGroupBarrier(layout.keyEmpty, stage, ops.constant(i)), lane);
}

/// The whole axis; there is at least one tile.
WarpgroupKernel::Progress WarpgroupKernel::foldAxisByColumns() {
  Value zero = ops.constant(0);
  // 0 for own tiles. Owners alternate over all tiles of a block: the ring of
  // stages goes on.
  auto getTurn = [&](Value step) {
    return ops.bitAnd(ops.add(ops.add(count, step), warpgroup), 1);
  };
  auto isOwn = [&](Value step) {
    return ops.compare(arith::CmpIPredicate::eq, getTurn(step), zero);
  };
  Progress empty;
  empty.state = empty.applied = getIdentity();
  Value nothing = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0f));
  empty.acc.assign(getAccSize(), nothing);
  Values start = flatten(empty);
  Progress progress = unflatten(ops.branch(
      ValueRange(start).getTypes(), isOwn(zero),
      [&] {
        return flatten(ownTile(empty, zero, hasBorder ? border : inner,
                               /*isFirst=*/true));
      },
      [&] { return start; }));

  Value length = ops.sub(tile.last, tile.first);
  auto loop = [&](Value from, Value to, const Variant &variant) {
    Value first = ops.add(from, getTurn(from));
    progress = unflatten(ops.loop(first, to, ops.constant(2), flatten(progress),
                                  [&](Value step, Values carried) {
                                    return flatten(ownTile(unflatten(carried),
                                                           step, variant,
                                                           /*isFirst=*/false));
                                  }));
  };
  forEachSegment(length, loop);
  releaseRows();

  Value last = ops.add(length, -1);
  Values current = flatten(progress);
  return unflatten(ops.branch(
      ValueRange(current).getTypes(), isOwn(last), [&] { return current; },
      [&] {
        auto [stage, parity] = getKeyStage(ops.add(count, last));
        Progress next = follow(progress);
        next.acc = waitOwnProduct(issueOwnProduct(next.acc, {}, stage, parity),
                                  {}, stage);
        return flatten(next);
      }));
}

/// Combines the warpgroups' parts, which are reduced over lanes.
WarpgroupKernel::State WarpgroupKernel::mergeParts(State state) {
  int64_t bytes = (fold.getNumReductions() - 1) * kRowBytes;
  // The row values of component `i` that are parts.
  auto forEachPart =
      [&](llvm::function_ref<void(unsigned i, RowValue &value)> body) {
        for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
          if (i == group.getProduct())
            continue;
          if (isLagging(i))
            body(i, state.ahead[i]);
          else if (!isReference(i))
            body(i, state.rows[i]);
        }
      };
  auto getAddress = [&](Value owner, unsigned i, unsigned half) {
    return ops.add(ops.mul(owner, bytes), getRowAddress(layout.parts, i, half));
  };
  Value other = ops.bitXor(warpgroup, ops.constant(1));
  forEachPart([&](unsigned i, RowValue &value) {
    for (unsigned half = 0; half < kHalves; ++half)
      ops.storeShared(getAddress(warpgroup, i, half), value[half]);
  });
  ops.syncNamed(ops.constant(kParts), kConsumerThreads);
  forEachPart([&](unsigned i, RowValue &value) {
    for (unsigned half = 0; half < kHalves; ++half)
      value[half] = combine(i, value[half],
                            ops.loadShared(getAddress(other, i, half),
                                           fold.getStateElementType(i)));
    if (!isLagging(i))
      state.ahead[i] = value;
  });
  // Before the next tile of rows writes its own.
  ops.syncNamed(ops.constant(kParts), kConsumerThreads);
  return state;
}
