//===- RowPersistent.cpp - Blocks that compute several rows ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over tiles of rows in registers. The vectors of the next tile are on
// their way while this one is computed, and what all rows read along the axis
// is loaded once. Or: threads that have a few rows at once.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "RowSchedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Vectors of what all rows read that stay in registers, in blocks that have
/// some; more are kept in shared memory.
static constexpr size_t kSharedVectors = 4;
static constexpr int64_t kMostThreads = 256;

/// What `locateRow` sets.
struct RowKernel::Place {
  Value isActive, row, head, numVectors;
  SmallVector<Value> positions;
  SmallVector<RowMemory> inputs, outputs;
};

RowKernel::Place RowKernel::getPlace() const {
  Place place{isActive, row, head, numVectors, positions, {}, {}};
  for (const auto &memory : inputs)
    place.inputs.push_back(*memory);
  for (const auto &memory : outputs)
    place.outputs.push_back(*memory);
  return place;
}

void RowKernel::setPlace(const Place &place) {
  isActive = place.isActive;
  row = place.row;
  head = place.head;
  numVectors = place.numVectors;
  positions = place.positions;
  for (auto [memory, located] : llvm::zip_equal(inputs, place.inputs))
    *memory = located;
  for (auto [memory, located] : llvm::zip_equal(outputs, place.outputs))
    *memory = located;
}

/// What readouts read of the axis alone, if it lies alike for all rows of a
/// block.
SmallVector<const RowMemory *> RowKernel::getSharedInputs() {
  SmallVector<const RowMemory *> shared, inputs = getAllFoldInputs();
  for (const RowMemory *memory : getReadoutInputs())
    if (memory->tensor.dims.size() == 1 && !llvm::is_contained(inputs, memory))
      shared.push_back(memory);
  if (!mayShift)
    return shared;
  // From one tile to the next, rows move by whole vectors.
  int64_t stride = schedule.getBlocks() / getNumParts();
  int64_t elements = stride * schedule.getRows() * *staticAxis;
  bool isRegular =
      schedule.getRows() == 1 && elements % schedule.getVector() == 0 &&
      llvm::all_of(inputs, [&](const RowMemory *memory) {
        ArrayRef<unsigned> dims = memory->tensor.dims;
        return memory->contiguous && dims.drop_back() == group.getRowDims();
      });
  return isRegular ? shared : SmallVector<const RowMemory *>();
}

/// A vector as it is inside of the loop: what is extracted and widened from it
/// would take more registers outside.
Value RowKernel::keepPacked(Value vector) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type)
    return vector;
  int64_t bits = type.getNumElements() * type.getElementTypeBitWidth();
  if (bits % 32 != 0 || type.getElementTypeBitWidth() >= 32)
    return vector;
  Type i32 = b.getI32Type();
  auto wordsType = VectorType::get({bits / 32}, i32);
  Value words = vector::BitCastOp::create(b, loc, wordsType, vector);
  SmallVector<Value> kept;
  for (int64_t i = 0; i < bits / 32; ++i) {
    Value word = vector::ExtractOp::create(b, loc, words, i);
    kept.push_back(LLVM::InlineAsmOp::create(
                       b, loc, i32, word, "", "=r,0",
                       /*has_side_effects=*/true, /*is_align_stack=*/false,
                       LLVM::TailCallKind::None, LLVM::AsmDialectAttr(),
                       ArrayAttr())
                       .getResult(0));
  }
  words = vector::FromElementsOp::create(b, loc, wordsType, kept);
  return vector::BitCastOp::create(b, loc, type, words);
}

/// Where the thread keeps vector `index` of what all rows read.
Value RowKernel::getSlot(unsigned index) {
  Value slot = arith::MulIOp::create(b, loc, threads->getRow(),
                                     getIndex(b, loc, schedule.getUnroll()));
  slot = arith::AddIOp::create(b, loc, slot, getIndex(b, loc, index));
  slot = arith::MulIOp::create(b, loc, slot,
                               getIndex(b, loc, schedule.getThreads()));
  slot = arith::AddIOp::create(b, loc, slot, threads->getThread());
  return arith::MulIOp::create(b, loc, slot,
                               getIndex(b, loc, schedule.getVector()));
}

/// What one tile hands to the next: the vectors of its rows, values of rows and
/// points, and the half of the memory for exchanges that it takes.
SmallVector<Value> RowKernel::getFoldVectors(const RowChunk &chunk) {
  SmallVector<Value> values;
  for (const RowMemory *memory : getAllFoldInputs())
    llvm::append_range(values, chunk.vectors.find(memory)->second);
  return values;
}

SmallVector<RowMemory *> RowKernel::getRowInputs() {
  SmallVector<RowMemory *> rowInputs;
  for (auto &memory : inputs)
    if (!memory->alongAxis)
      rowInputs.push_back(memory.get());
  return rowInputs;
}

void RowKernel::addRowValues(SmallVectorImpl<Value> &values) {
  emitPoints();
  for (RowMemory *memory : getRowInputs())
    values.push_back(memory->rowValue);
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (Value point = points.lookup(i))
      values.push_back(point);
}

/// The reverse; what is left is the half.
Value RowKernel::takeRowValues(ValueRange values) {
  for (RowMemory *memory : getRowInputs()) {
    memory->rowValue = values.front();
    values = values.drop_front();
  }
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (points.contains(i)) {
      points[i] = values.front();
      values = values.drop_front();
    }
  assert(values.size() == 1 && "a tile should take all that it is handed");
  return values.front();
}

void RowKernel::setVectors(RowChunk &chunk, ValueRange vectors) {
  size_t numPieces = chunk.pieces.size();
  for (const RowMemory *memory : getAllFoldInputs()) {
    chunk.vectors[memory] = SmallVector<Value>(vectors.take_front(numPieces));
    vectors = vectors.drop_front(numPieces);
  }
}

/// Stores what all rows read to shared memory, as far as there is room.
void RowKernel::keepForAllRows(RowChunk &chunk,
                               ArrayRef<const RowMemory *> memories) {
  int64_t elements = schedule.getRows() * schedule.getUnroll() *
                     schedule.getThreads() * schedule.getVector();
  int64_t free = sharedBudget - getScratchBytes(group, schedule);
  for (const RowMemory *memory : memories) {
    Type type = memory->getElementType();
    free -= SharedMemory::getNumBytes({elements}, type);
    if (free < 0)
      return;
    Value view = shared.allocate(b, loc, {elements}, type);
    for (unsigned i = 0, e = chunk.getNumVectors(); i < e; ++i)
      vector::StoreOp::create(b, loc, chunk.vectors[memory][i], view,
                              ValueRange{getSlot(i)}, /*nontemporal=*/false,
                              llvm::MaybeAlign(memory->alignment));
    keptForAllRows[memory] = view;
  }
}

/// The vectors of the row that has been located, if it exists.
SmallVector<Value> RowKernel::loadNext(Value exists, ValueRange vectors) {
  return emitIf(
      vectors.getTypes(), exists,
      [&](OpBuilder &, Location) {
        RowChunk chunk;
        startRow(chunk);
        load(chunk, getAllFoldInputs());
        scf::YieldOp::create(b, loc, getFoldVectors(chunk));
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, vectors); });
}

void RowKernel::emitRowsInTurn(Value tile, Value numTiles) {
  fold = group.getFold();
  Value zero = getIndex(b, loc, 0), one = getIndex(b, loc, 1);
  Value stride = getIndex(b, loc, schedule.getBlocks());
  Value begins =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, tile, numTiles);
  emitIf({}, begins, [&](OpBuilder &, Location) {
    locateRow(tile);
    RowChunk first;
    startRow(first);
    load(first, getAllFoldInputs());
    SmallVector<Value> carried = getFoldVectors(first);
    size_t numVectors = carried.size();
    SmallVector<const RowMemory *> ofAllRows = getSharedInputs();
    load(first, ofAllRows);
    if (ofAllRows.size() * schedule.getUnroll() > kSharedVectors ||
        schedule.getThreads() * schedule.getRows() > kMostThreads) {
      keepForAllRows(first, ofAllRows);
      ofAllRows.clear();
    }
    addRowValues(carried);
    carried.push_back(zero);

    auto loop = scf::ForOp::create(b, loc, tile, numTiles, stride, carried);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value current = loop.getInductionVar();
    ValueRange old = loop.getRegionIterArgs();

    Value next = arith::AddIOp::create(b, loc, current, stride);
    Value exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         next, numTiles);
    locateRow(arith::SelectOp::create(b, loc, exists, next, current));
    Place nextPlace = getPlace();
    SmallVector<Value> handed = loadNext(exists, old.take_front(numVectors));

    locateRow(current);
    RowChunk chunk;
    startRow(chunk);
    setVectors(chunk, old.take_front(numVectors));
    for (const RowMemory *memory : ofAllRows)
      for (Value vector : first.vectors[memory])
        chunk.vectors[memory].push_back(keepPacked(vector));
    Value parity = takeRowValues(old.drop_front(numVectors));
    threads->setParity(parity);
    finishRowInRegisters(chunk);

    // By now the labels have arrived that say which elements to load.
    fold = group.getFold();
    setPlace(nextPlace);
    addRowValues(handed);
    handed.push_back(arith::SubIOp::create(b, loc, one, parity));
    scf::YieldOp::create(b, loc, handed);
    b.setInsertionPointAfter(loop);
    scf::YieldOp::create(b, loc);
  });
}

/// All rows are loaded, then one after the other is folded and read out: their
/// code is independent, so that it overlaps.
void RowKernel::emitRowsAtOnce(Value tile) {
  int64_t count = schedule.getInterleave();
  std::optional<int64_t> rows = getConstantIntValue(numRows);
  bool mayExceed = !rows || *rows % count != 0;
  Value first = arith::MulIOp::create(b, loc, tile, getIndex(b, loc, count));
  fold = group.getFold();
  SmallVector<const RowMemory *> foldInputs = getAllFoldInputs();
  // Vectors of the axis alone are the same for all rows if these begin alike.
  SmallVector<const RowMemory *> ofAllRows;
  if (!mayShift)
    ofAllRows = getSharedInputs();

  std::vector<Place> places;
  std::vector<RowChunk> chunks(count);
  SmallVector<llvm::DenseMap<unsigned, Value>> pointsOfRows;
  for (auto [i, chunk] : llvm::enumerate(chunks)) {
    locateRow(arith::AddIOp::create(b, loc, first, getIndex(b, loc, i)),
              mayExceed);
    startRow(chunk);
    points.clear();
    emitPoints();
    load(chunk, foldInputs);
    places.push_back(getPlace());
    pointsOfRows.push_back(points);
  }
  load(chunks.front(), ofAllRows);
  for (RowChunk &chunk : llvm::drop_begin(chunks))
    for (const RowMemory *memory : ofAllRows)
      chunk.vectors[memory] = chunks.front().vectors[memory];

  llvm::DenseMap<Value, Value> noValues = rowValues;
  for (auto [i, chunk] : llvm::enumerate(chunks)) {
    setPlace(places[i]);
    points = pointsOfRows[i];
    rowValues = noValues;
    finishRowInRegisters(chunk);
  }
}
