//===- WarpgroupConsumer.cpp - The warpgroups that compute ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// Named barriers: turns at the tensor core, one a warpgroup. 0 is the block's.
static constexpr int64_t kFirstTurn = 1;

//===----------------------------------------------------------------------===//
// Rows of the first product
//===----------------------------------------------------------------------===//

/// The lane's address of the first of four 8x8 matrices, in the order of an
/// operand's registers: rows 0-7, 8-15 of columns 0-7, then of columns 8-15.
/// `base` is that of 64 rows in chunks of 64 swizzled columns.
Value WarpgroupKernel::getFragmentAddress(Value base) {
  Value matrix = ops.shiftRight(lane, 3), inMatrix = ops.bitAnd(lane, 7);
  Value row = ops.add(
      ops.add(ops.mul(warp, kWarpRows), ops.mul(ops.bitAnd(matrix, 1), 8)),
      inMatrix);
  Value swizzled = ops.bitXor(ops.shiftRight(matrix, 1), inMatrix);
  return ops.add(ops.add(base, ops.mul(row, 128)), ops.mul(swizzled, 16));
}

void WarpgroupKernel::loadRows() {
  queryRegisters.clear();
  if (schedule.getRows() == WarpgroupRows::Shared)
    return;
  Value address = getFragmentAddress(ops.add(
      ops.mul(warpgroup, layout.queryBytes), ops.add(shared, layout.query)));
  int64_t chunkBytes = kWarpgroupRows * kChunkColumns * 2;
  for (int64_t step = 0, e = llvm::divideCeil(group.getDepth(), 16); step < e;
       ++step) {
    Value inChunk = ops.bitXor(address, ops.constant(step % 4 * 32));
    llvm::append_range(queryRegisters, ops.loadMatrices(ops.add(
                                           inChunk, step / 4 * chunkBytes)));
  }
}

void WarpgroupKernel::releaseRows() {
  ops.arrive(getBarrier(layout.queryEmpty, getRowsNumber()), lane);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Low word of the descriptor of a stage.
static Value getDescriptor(WarpgroupOps &ops, Value shared, int64_t offset,
                           int64_t stageBytes, Value stage, int64_t leading) {
  Value units = ops.bitAnd(ops.shiftRight(shared, 4), kDescriptorAddressMask);
  units = ops.add(units, offset / 16 + (leading << kDescriptorLeadingShift));
  return ops.add(ops.mul(stage, stageBytes / 16), units);
}

Values WarpgroupKernel::issueScores(Value stage) {
  // K-major: the leading offset is not used.
  Value keyLow = getDescriptor(ops, shared, layout.key, layout.keyBytes, stage,
                               /*leading=*/1);
  Values rows = queryRegisters;
  if (rows.empty())
    rows.push_back(getDescriptor(ops, shared, layout.query, layout.queryBytes,
                                 warpgroup, /*leading=*/1));
  return ops.issueScores(rows, keyLow, schedule.getKeys(),
                         llvm::divideCeil(group.getDepth(), 16),
                         group.getElementType());
}

Values WarpgroupKernel::issueProduct(const Progress &progress, Value stage) {
  // MN-major: the leading offset lies between chunks of 64 columns.
  Value valueLow =
      getDescriptor(ops, shared, layout.value, layout.valueBytes, stage,
                    schedule.getKeys() * kChunkColumns * 2 / 16);
  return ops.issueProduct(progress.acc, progress.factor, valueLow,
                          group.getElementType(), schedule.getKeys() / 16);
}

Value WarpgroupKernel::getFirstKey(Value step, const Variant &variant) {
  return ops.mul(getTileNumber(step, &variant), schedule.getKeys());
}

Values WarpgroupKernel::packFactor(ArrayRef<Value> factor) {
  Values packed;
  for (size_t i = 0; i < factor.size(); i += 2)
    packed.push_back(
        ops.pack(factor[i], factor[i + 1], group.getElementType()));
  return packed;
}

/// A packed factor of which ptxas knows no register. Those that are constants,
/// beyond the end of the axis, ptxas (13.0) sets after the first product that
/// reads them, or takes them from the accumulator that starts at zero and lets
/// the product overwrite them while they are stored.
Values WarpgroupKernel::hideConstants(ArrayRef<Value> factor) {
  Value hidden = ops.hiddenZero();
  return llvm::map_to_vector(
      factor, [&](Value value) -> Value { return ops.bitOr(value, hidden); });
}

//===----------------------------------------------------------------------===//
// Tiles of the axis
//===----------------------------------------------------------------------===//

Values WarpgroupKernel::issueFirstScores() {
  auto [stage, parity] = getKeyStage(count);
  ops.wait(getBarrier(layout.keyFull, stage), parity);
  return issueScores(stage);
}

WarpgroupKernel::Progress WarpgroupKernel::startTile(Values scores) {
  const Variant &variant = hasBorder ? border : inner;
  Value firstKey = getFirstKey(ops.constant(0), variant);
  loadElementInputs(variant, firstKey, Loads::Early);
  if (!looksAhead())
    scores = ops.waitProducts(0, scores);
  loadElementInputs(variant, firstKey, Loads::Late);
  loadStagedInputs(count);
  Value stage = getKeyStage(count).first;
  ops.arrive(getBarrier(layout.keyEmpty, stage), lane);
  Progress progress;
  Values factor;
  Value next = ops.constant(1);
  if (isAhead())
    progress.scores = issueNextScores(next);
  progress.state = foldTile(variant, scores, firstKey, nullptr, factor);
  if (isAhead()) {
    size_t size = progress.scores.size();
    Values done = progress.scores;
    llvm::append_range(done, factor);
    done = ops.waitProducts(0, done);
    releaseNextKey(next);
    progress.scores.assign(done.begin(), done.begin() + size);
    factor.assign(done.begin() + size, done.end());
  }
  if (checksReferences)
    progress.state.wasLarge = hasLargeReferences(progress.state);
  progress.applied = progress.state;
  progress.factor = packFactor(factor);
  if (variant.hasTail)
    progress.factor = hideConstants(progress.factor);
  Value zero = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0f));
  progress.acc.assign(getAccSize(), zero);
  return progress;
}

WarpgroupKernel::Progress
WarpgroupKernel::continueTile(Progress progress, Value step,
                              const Variant &variant) {
  Value number = ops.add(count, step);
  auto [keyStage, keyParity] = getKeyStage(number);
  auto [valueStage, valueParity] = getValueStage(ops.add(number, -1));
  Value firstKey = getFirstKey(step, variant);
  Progress next = progress;
  // They are on their way until the scores are there.
  loadElementInputs(variant, firstKey, Loads::Early);
  ops.wait(getBarrier(layout.keyFull, keyStage), keyParity);
  takeTurn();
  Values scores = issueScores(keyStage);
  next.acc = correctApplied(progress);
  ops.wait(getBarrier(layout.valueFull, valueStage), valueParity);
  next.acc = issueProduct(next, valueStage);
  endTurn();
  scores = ops.waitProducts(1, scores);
  loadElementInputs(variant, firstKey, Loads::Late);
  loadStagedInputs(number);
  // ptxas would wait for the product before the first exponential: it keeps
  // arrivals and waits in order, so an arrival that needs some terms holds the
  // wait back. Three warpgroups hide it without (measured).
  bool holds = schedule.getWarpgroups() < 3;
  if (!holds)
    ops.arrive(getBarrier(layout.keyEmpty, keyStage), lane);
  Values factor;
  next.applied = progress.state;
  next.state = foldTile(variant, scores, firstKey, &progress.state, factor);
  if (holds)
    ops.arrive(getBarrier(layout.keyEmpty, keyStage), lane, heldSum);
  // The factor's registers are read until the product is complete.
  size_t accSize = next.acc.size();
  Values done = next.acc;
  llvm::append_range(done, factor);
  done = ops.waitProducts(0, done);
  ops.arrive(getBarrier(layout.valueEmpty, valueStage), lane);
  next.acc.assign(done.begin(), done.begin() + accSize);
  next.factor = packFactor(ArrayRef(done).drop_front(accSize));
  return next;
}

/// Those of tile `step` of the axis. Without one, these are the products of
/// what is there; nobody reads them.
Values WarpgroupKernel::issueNextScores(Value step) {
  auto [stage, parity] = getKeyStage(ops.add(count, step));
  ops.branch(ops.compare(arith::CmpIPredicate::slt, step, getLength()),
             [&, stage = stage, parity = parity] {
               ops.wait(getBarrier(layout.keyFull, stage), parity);
             });
  return issueScores(stage);
}

void WarpgroupKernel::releaseNextKey(Value step) {
  Value stage = getKeyStage(ops.add(count, step)).first;
  ops.branch(ops.compare(arith::CmpIPredicate::slt, step, getLength()),
             [&] { ops.arrive(getBarrier(layout.keyEmpty, stage), lane); });
}

/// The terms of this tile, whose scores are there, while the tensor core has
/// the scores of the next one and the product of the one before.
WarpgroupKernel::Progress
WarpgroupKernel::continueAhead(Progress progress, Value step,
                               const Variant &variant) {
  Value number = ops.add(count, step), nextStep = ops.add(step, 1);
  auto [valueStage, valueParity] = getValueStage(ops.add(number, -1));
  Value firstKey = getFirstKey(step, variant);
  Progress next = progress;
  loadElementInputs(variant, firstKey, Loads::Early);
  loadElementInputs(variant, firstKey, Loads::Late);
  next.scores = issueNextScores(nextStep);
  next.acc = correctApplied(progress);
  ops.wait(getBarrier(layout.valueFull, valueStage), valueParity);
  next.acc = issueProduct(next, valueStage);
  loadStagedInputs(number);
  Values factor;
  next.applied = progress.state;
  next.state =
      foldTile(variant, progress.scores, firstKey, &progress.state, factor);
  // The factor's registers are read until the product is complete.
  size_t accSize = next.acc.size(), scoresSize = next.scores.size();
  Values done = next.acc;
  llvm::append_range(done, next.scores);
  llvm::append_range(done, factor);
  done = ops.waitProducts(0, done);
  releaseNextKey(nextStep);
  ops.arrive(getBarrier(layout.valueEmpty, valueStage), lane);
  next.acc.assign(done.begin(), done.begin() + accSize);
  next.scores.assign(done.begin() + accSize,
                     done.begin() + accSize + scoresSize);
  next.factor = packFactor(ArrayRef(done).drop_front(accSize + scoresSize));
  return next;
}

WarpgroupKernel::Progress
WarpgroupKernel::continueSerially(Progress progress, Value step,
                                  const Variant &variant) {
  Value number = ops.add(count, step);
  auto [keyStage, keyParity] = getKeyStage(number);
  auto [valueStage, valueParity] = getValueStage(ops.add(number, -1));
  Value firstKey = getFirstKey(step, variant);
  Progress next = progress;
  next.acc = correctApplied(progress);
  ops.wait(getBarrier(layout.valueFull, valueStage), valueParity);
  next.acc = ops.waitProducts(0, issueProduct(next, valueStage));
  ops.arrive(getBarrier(layout.valueEmpty, valueStage), lane);
  ops.wait(getBarrier(layout.keyFull, keyStage), keyParity);
  Values scores = issueScores(keyStage);
  loadElementInputs(variant, firstKey, Loads::Early);
  loadElementInputs(variant, firstKey, Loads::Late);
  scores = ops.waitProducts(0, scores);
  loadStagedInputs(number);
  ops.arrive(getBarrier(layout.keyEmpty, keyStage), lane);
  Values factor;
  next.applied = progress.state;
  next.state = foldTile(variant, scores, firstKey, &progress.state, factor);
  next.factor = packFactor(factor);
  return next;
}

WarpgroupKernel::Progress
WarpgroupKernel::loopOverTiles(Progress progress, Value from, Value to,
                               const Variant &variant) {
  Values results =
      ops.loop(from, to, ops.constant(1), flatten(progress),
               [&](Value step, Values carried) {
                 Progress before = unflatten(carried);
                 if (isAhead())
                   return flatten(continueAhead(before, step, variant));
                 return flatten(schedule.getOrder() == WarpgroupOrder::Serial
                                    ? continueSerially(before, step, variant)
                                    : continueTile(before, step, variant));
               });
  return unflatten(results);
}

void WarpgroupKernel::forEachSegment(
    Value length,
    llvm::function_ref<void(Value, Value, const Variant &)> body) {
  Value from = ops.constant(1);
  auto clamp = [&](Value value) {
    return ops.min(ops.max(value, from), ops.max(length, from));
  };
  if (hasPlan()) {
    // Tiles that are masked in part come first.
    Value to = clamp(tile.masked);
    body(from, to, border);
    return body(to, length, inner);
  }
  if (hasHighBorder) {
    Value to = clamp(ops.sub(tile.last, tile.innerLast));
    body(from, to, border);
    from = to;
  }
  Value to = length;
  if (hasLowBorder)
    to = clamp(ops.sub(tile.last, tile.innerFirst));
  body(from, to, inner);
  if (hasLowBorder)
    body(to, length, border);
}

/// The whole axis; there is at least one tile.
WarpgroupKernel::Progress WarpgroupKernel::foldAxis() {
  if (dividesColumns())
    return foldAxisByColumns();
  return foldAxis(issueFirstScores());
}

WarpgroupKernel::Progress WarpgroupKernel::foldAxis(Values scores) {
  Progress progress = foldTiles(std::move(scores));
  progress.acc = ops.waitProducts(0, issueLastProduct(progress));
  releaseLastValue();
  return progress;
}

/// All but the last product.
WarpgroupKernel::Progress WarpgroupKernel::foldTiles(Values scores) {
  Progress progress = startTile(std::move(scores));
  Value length = getLength();
  forEachSegment(length, [&](Value from, Value to, const Variant &variant) {
    progress = loopOverTiles(progress, from, to, variant);
  });
  progress.scores.clear();
  if (queryRegisters.empty() && !layout.resultInQuery)
    releaseRows();
  progress.acc = correctApplied(progress);
  progress.applied = progress.state;
  return progress;
}

Value WarpgroupKernel::getNextCount() { return ops.add(count, getLength()); }

Values WarpgroupKernel::issueLastProduct(const Progress &progress) {
  auto [stage, parity] = getValueStage(ops.add(getNextCount(), -1));
  ops.wait(getBarrier(layout.valueFull, stage), parity);
  return issueProduct(progress, stage);
}

void WarpgroupKernel::releaseLastValue() {
  Value stage = getValueStage(ops.add(getNextCount(), -1)).first;
  ops.arrive(getBarrier(layout.valueEmpty, stage), lane);
}

void WarpgroupKernel::takeTurn() {
  if (schedule.getOrder() == WarpgroupOrder::PingPong)
    ops.syncNamed(ops.add(warpgroup, kFirstTurn), 2 * kWarpgroupThreads);
}

void WarpgroupKernel::endTurn() {
  if (schedule.getOrder() != WarpgroupOrder::PingPong)
    return;
  Value next =
      ops.rem(ops.add(warpgroup, 1), ops.constant(schedule.getWarpgroups()));
  ops.arriveNamed(ops.add(next, kFirstTurn), 2 * kWarpgroupThreads);
}

//===----------------------------------------------------------------------===//
// Tiles of rows
//===----------------------------------------------------------------------===//

/// `counts`: tiles of the axis consumed so far, and tiles of rows; returns
/// those afterwards.
Values WarpgroupKernel::emitConsumer(ValueRange counts) {
  // The last warpgroup gives the first its turn; each pass leaves it so.
  bool isSecondPass = hasTwoPasses() && !checksReferences;
  if (schedule.getOrder() == WarpgroupOrder::PingPong && !isSecondPass)
    ops.branch(ops.compare(arith::CmpIPredicate::eq, warpgroup,
                           ops.constant(schedule.getWarpgroups() - 1)),
               [&] { endTurn(); });
  if (!looksAhead()) {
    Values results =
        forEachTile(counts, [&](Values carried) { return emitTile(carried); });
    waitForBoxes();
    return results;
  }
  // What the first tile begins with, as each tile leaves it for the next one.
  count = counts[0];
  ops.wait(getBarrier(layout.queryFull, getRowsNumber()), getParity(counts[1]));
  loadRows();
  if (!queryRegisters.empty())
    ops.syncWarp();
  Values scores = ops.waitProducts(0, issueFirstScores());
  if (!queryRegisters.empty())
    releaseRows();
  Values inits(counts);
  llvm::append_range(inits, queryRegisters);
  llvm::append_range(inits, scores);
  Values results = forEachTile(
      inits, [&](Values carried) { return emitTileAhead(carried); });
  waitForBoxes();
  results.truncate(counts.size());
  return results;
}

/// The first scores of a tile can be computed while the one before is read out:
/// where nothing that they need takes part in the readout, and registers are
/// left.
bool WarpgroupKernel::looksAhead() const {
  return schedule.getSplit() == WarpgroupSplit::Rows &&
         schedule.getOrder() != WarpgroupOrder::Serial && !isAhead() &&
         schedule.getBlocks() > 0 && !mayBeEmpty && !layout.resultInQuery &&
         !mergesPartials(schedule) && !dealsRanges(schedule) && !hasCluster() &&
         hasReadoutRegisters(group, schedule);
}

void WarpgroupKernel::locateRows() {
  Value row = ops.add(ops.mul(warp, kWarpRows), ops.shiftRight(lane, 2));
  row = ops.add(ops.add(row, ops.mul(getRowsNumber(), kWarpgroupRows)),
                tile.firstRow);
  for (unsigned half = 0; half < kHalves; ++half)
    rowIndex[half] = ops.add(row, 8 * half);
}

WarpgroupKernel::Progress WarpgroupKernel::getEmptyProgress() {
  Progress empty;
  empty.state = empty.applied = getIdentity();
  Value zero = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0f));
  empty.acc.assign(getAccSize(), zero);
  return empty;
}

Values WarpgroupKernel::emitTile(Values carried) {
  count = carried[0];
  Value parity = carried[1];
  // Addresses are computed where they are used.
  llvm::SaveAndRestore savedLane(lane, ops.hide(lane));
  llvm::SaveAndRestore savedWarp(warp, ops.hide(warp));
  readPlan(parity, /*isWarp=*/true);
  locateRows();
  loadRowInputs();
  ops.wait(getBarrier(layout.queryFull, getRowsNumber()), getParity(parity));
  loadRows();
  if (!queryRegisters.empty()) {
    ops.syncWarp();
    releaseRows();
  }
  Progress progress;
  if (mayBeEmpty) {
    Values values = flatten(getEmptyProgress());
    Values results = ops.branch(
        ValueRange(values).getTypes(),
        ops.compare(arith::CmpIPredicate::sgt, getLength(), ops.constant(0)),
        [&] {
          Progress full = foldAxis();
          full.factor.clear();
          return flatten(full);
        },
        [&] {
          if (queryRegisters.empty() && !layout.resultInQuery)
            releaseRows();
          return values;
        });
    progress = unflatten(results);
  } else {
    progress = foldAxis();
  }
  Value nextCount = getNextCount();
  releasePlan(parity, lane);
  noteReferences(progress.state);
  readOut(progress);
  if (layout.resultInQuery) {
    waitForBoxes();
    ops.fenceProxy();
    ops.syncWarp();
    releaseRows();
  }
  return {nextCount, getNextParity(parity)};
}

/// Computes and stores the results of the tile.
void WarpgroupKernel::readOut(Progress progress) {
  // Other blocks may write to where tiles have been.
  if (hasCluster())
    ops.arriveCluster();
  State state = reduceLanes(progress.state);
  if (dividesColumns())
    state = mergeParts(state);
  state = finishState(state, progress.acc);
  // Where the tile lies is found again rather than kept.
  lane = ops.hide(lane);
  warp = ops.hide(warp);
  locateTile(ops.hide(tile.number));
  locateRows();
  if (hasCluster())
    return emitClusterMerge(state, progress.acc);
  if (mergesPartials(schedule))
    return emitMerge(state, progress.acc);
  if (dealsRanges(schedule))
    return emitRangeMerge(state, progress.acc);
  emitReadouts(state, progress.acc);
}

/// The same as emitTile, from the first scores to those of the next tile: the
/// tensor core has these while the results of this one are computed.
Values WarpgroupKernel::emitTileAhead(Values carried) {
  count = carried[0];
  Value parity = carried[1];
  ArrayRef<Value> registers = ArrayRef(carried).drop_front(2);
  size_t querySize = queryRegisters.size();
  queryRegisters = Values(registers.take_front(querySize));
  Values scores(registers.drop_front(querySize));
  llvm::SaveAndRestore savedLane(lane, ops.hide(lane));
  llvm::SaveAndRestore savedWarp(warp, ops.hide(warp));
  readPlan(parity, /*isWarp=*/true);
  locateRows();
  loadRowInputs();
  Progress progress = foldTiles(std::move(scores));
  Values acc = issueLastProduct(progress);

  // Without a next tile, these are the products of what is there; nobody reads
  // them.
  Value nextParity = getNextParity(parity);
  Value nextCount = getNextCount();
  auto [stage, keyParity] = getKeyStage(nextCount);
  ops.branch(tile.hasNext, [&, stage = stage, keyParity = keyParity] {
    ops.wait(getBarrier(layout.queryFull, getRowsNumber()),
             getParity(nextParity));
    ops.wait(getBarrier(layout.keyFull, stage), keyParity);
  });
  loadRows();
  if (!queryRegisters.empty())
    ops.syncWarp();
  Values next = issueScores(stage);
  // Another pass begins with rows that have been loaded and not released.
  if (!queryRegisters.empty() && !checksReferences)
    releaseRows();
  else if (!queryRegisters.empty())
    ops.branch(tile.hasNext, [&] { releaseRows(); });

  progress.acc = ops.waitProducts(1, acc);
  releaseLastValue();
  releasePlan(parity, lane);
  noteReferences(progress.state);
  readOut(progress);
  next = ops.waitProducts(0, next);
  Values results{nextCount, nextParity};
  llvm::append_range(results, queryRegisters);
  llvm::append_range(results, next);
  return results;
}

//===----------------------------------------------------------------------===//
// What control flow carries
//===----------------------------------------------------------------------===//

Values WarpgroupKernel::flatten(const Progress &progress) {
  Values values;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    for (unsigned half = 0; half < kHalves; ++half) {
      if (i == group.getProduct())
        continue;
      values.push_back(progress.state.rows[i][half]);
      if (isLagging(i))
        values.push_back(progress.state.ahead[i][half]);
      if (isProductReference(i))
        values.push_back(progress.applied.rows[i][half]);
    }
  if (checksReferences)
    values.push_back(progress.state.wasLarge);
  llvm::append_range(values, progress.acc);
  llvm::append_range(values, progress.factor);
  llvm::append_range(values, progress.scores);
  return values;
}

WarpgroupKernel::Progress WarpgroupKernel::unflatten(ArrayRef<Value> values) {
  Progress progress;
  unsigned count = fold.getNumReductions();
  for (State *state : {&progress.state, &progress.applied}) {
    state->rows.resize(count);
    state->ahead.resize(count);
  }
  auto take = [&] {
    Value value = values.front();
    values = values.drop_front();
    return value;
  };
  for (unsigned i = 0; i < count; ++i)
    for (unsigned half = 0; half < kHalves; ++half) {
      if (i == group.getProduct())
        continue;
      progress.state.rows[i][half] = take();
      progress.state.ahead[i][half] =
          isLagging(i) ? take() : progress.state.rows[i][half];
      progress.applied.rows[i][half] =
          isProductReference(i) ? take() : progress.state.rows[i][half];
    }
  progress.applied.ahead = progress.applied.rows;
  if (checksReferences)
    progress.state.wasLarge = take();
  size_t accSize = getAccSize();
  progress.acc = Values(values.take_front(accSize));
  // Two elements of the factor are packed.
  ArrayRef<Value> rest = values.drop_front(accSize);
  size_t factorSize = isAhead() ? rest.size() / 3 : rest.size();
  progress.factor = Values(rest.take_front(factorSize));
  progress.scores = Values(rest.drop_front(factorSize));
  return progress;
}
