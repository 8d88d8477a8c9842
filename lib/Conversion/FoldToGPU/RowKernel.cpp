//===- RowKernel.cpp - A row group as one kernel --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory, launch and the two forms of the body.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "RowRanks.h"

#include "../Utils/BlockFlags.h"
#include "../Utils/Delinearise.h"
#include "../Utils/Distributed.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Vectors of all inputs in registers before a row is folded.
static constexpr int64_t kVectorsLoadedAhead = 8;
/// Bytes of an input that is loaded past what L2 holds: of more, nothing is
/// left of that.
static constexpr int64_t kLongestStream = int64_t(512) << 20;

RowKernel::RowKernel(OpBuilder &b, const RowGroup &group,
                     RowScheduleAttr schedule, int64_t sharedBudget)
    : b(b), loc(group.getFold().getLoc()), group(group), fold(group.getFold()),
      schedule(schedule), sharedBudget(sharedBudget) {
  for (FoldOp next : group.getFolds()) {
    findBoundedExponentials(next, relaxed);
    findSummedProducts(next, relaxed);
  }
  bool hasRanks = llvm::any_of(group.getFolds(), [](FoldOp next) {
    return matchRankedPairs(next).has_value();
  });
  // Folds compare what they read with each other.
  auto isRead = [&](Operation *user) {
    return llvm::is_contained(group.getFolds(), user);
  };
  for (const FoldMember &member : llvm::reverse(group.getMembers())) {
    linalg::LinalgOp op = member.op;
    if (llvm::any_of(op->getUsers(), [&](Operation *user) {
          return isRead(user) || feedsFold.contains(user);
        }))
      feedsFold.insert(op);
    else if (member.hasInner)
      findRelaxedReadouts(group, member, relaxed);
    else if (hasRanks)
      findRelaxedWeights(member, relaxed);
  }
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// The scalar that fills `tensor`, or null.
static Value getFilled(Value tensor) {
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  return fill ? fill.value() : Value();
}

RowMemory RowKernel::makeMemory(const FoldTensor &tensor, Value memref) {
  RowMemory memory;
  memory.tensor = tensor;
  memory.memref = memref;
  memory.alongAxis = tensor.has(group.getAxis());
  memory.contiguous = tensor.isContiguousAlong(group.getAxis());
  memory.alignment = std::min<int64_t>(
      16, schedule.getVector() * tensor.getType().getElementTypeBitWidth() / 8);
  return memory;
}

void RowKernel::prepareHost() {
  // Sizes: the static ones of any tensor that has the dimension.
  dimSizes = fold.getDimSizes(b);
  for (const FoldTensor &tensor :
       llvm::concat<const FoldTensor>(group.getInputs(), group.getOutputs()))
    for (auto [position, dim] : llvm::enumerate(tensor.dims))
      if (!tensor.getType().isDynamicDim(position))
        dimSizes[dim] = b.getIndexAttr(tensor.getType().getDimSize(position));
  staticAxis = getConstantIntValue(dimSizes[group.getAxis()]);
  axisSize = getValueOrCreateConstantIndexOp(b, loc, dimSizes[group.getAxis()]);
  numRows = getIndex(b, loc, 1);
  for (unsigned dim : group.getRowDims())
    numRows = b.createOrFold<arith::MulIOp>(
        loc, numRows, getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
  mayShift = schedule.getVector() > 1 &&
             (!staticAxis || *staticAxis % schedule.getVector() != 0);

  for (const FoldTensor &input : group.getInputs()) {
    if (getFilled(input.tensor))
      continue;
    RankedTensorType type = input.getType();
    auto memrefType = MemRefType::get(type.getShape(), type.getElementType());
    Value memref = bufferization::ToBufferOp::create(
        b, loc, memrefType, input.tensor, /*read_only=*/true);
    inputs.push_back(std::make_unique<RowMemory>(makeMemory(input, memref)));
    inputs.back()->isStreamed =
        !group.hasReadouts() && input.dims.size() == fold.getNumDims() &&
        type.hasStaticShape() &&
        type.getNumElements() * type.getElementTypeBitWidth() / 8 <=
            kLongestStream;
  }
  for (const FoldTensor &output : group.getOutputs()) {
    RankedTensorType type = output.getType();
    SmallVector<Value> sizes;
    for (auto [position, dim] : llvm::enumerate(output.dims))
      if (type.isDynamicDim(position))
        sizes.push_back(getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
    Value memref = memref::AllocOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
    outputs.push_back(std::make_unique<RowMemory>(makeMemory(output, memref)));
  }
  for (const RowTable &table : group.getTables()) {
    tensor::ConcatOp op = table.op;
    RankedTensorType type = op.getResultType();
    SmallVector<Value> sizes;
    for (auto [position, dim] : llvm::enumerate(group.getRowDims()))
      if (type.isDynamicDim(position))
        sizes.push_back(getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
    Value memref = memref::AllocOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
    tables.push_back(memref);
    for (auto [number, column] : llvm::enumerate(table.columns)) {
      FoldTensor tensor{column, llvm::to_vector(group.getDims(column))};
      outputs.push_back(
          std::make_unique<RowMemory>(makeMemory(tensor, memref)));
      outputs.back()->columns = table.columns.size();
      outputs.back()->column = number;
    }
  }
}

void RowKernel::emitLaunch(StringRef name, Value grid,
                           llvm::function_ref<void()> body) {
  int64_t size = schedule.getThreads() * schedule.getRows();
  if (schedule.getStages() > 0)
    size = getLeader(waitsForAll() ? RingWarp::Gathers : RingWarp::Merges) +
           kWarpThreads;
  launch =
      createDistributedLaunch(b, loc, name, grid, size, schedule.getCluster());
  if (int64_t blocks = schedule.getResidents())
    setResidentBlocks(launch, blocks);
  shared = SharedMemory();
  sharedViews.clear();
  keptForAllRows.clear();
  rowValues.clear();
  points.clear();
  segment = Value();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(&launch.getBody().front());
  auto terminator = gpu::TerminatorOp::create(b, loc);
  b.setInsertionPoint(terminator);
  threads.emplace(b, launch, shared, schedule.getThreads(), schedule.getRows(),
                  !group.isContiguous());
  body();
  if (int64_t bytes = shared.getNumBytes()) {
    b.setInsertionPoint(launch);
    Value size = arith::ConstantIntOp::create(b, loc, b.getI32Type(), bytes);
    launch.getDynamicSharedMemorySizeMutable().assign(size);
  }
}

SmallVector<Value> RowKernel::emit(StringRef name) {
  prepareHost();
  if (schedule.getStages() > 0) {
    emitRing(name);
  } else if (schedule.getSegments() > 1) {
    emitSegments(name);
  } else {
    int64_t rows = schedule.getRows() * schedule.getInterleave();
    Value numTiles = b.createOrFold<arith::CeilDivUIOp>(loc, numRows,
                                                        getIndex(b, loc, rows));
    int64_t cluster = schedule.getCluster(), blocks = schedule.getBlocks();
    Value size = getIndex(b, loc, cluster);
    Value grid = numTiles;
    if (blocks > 0)
      grid = getIndex(b, loc, blocks);
    else if (cluster > 1)
      grid = b.createOrFold<arith::MulIOp>(loc, numTiles, size);
    emitLaunch(name, grid, [&] {
      Value tile = launch.getBlockIds().x;
      if (cluster > 1) {
        segment = arith::RemUIOp::create(b, loc, tile, size);
        tile = arith::DivUIOp::create(b, loc, tile, size);
        threads->joinCluster(b, loc, segment, cluster);
      }
      if (blocks > 0) {
        emitRowsInTurn(tile, numTiles);
        return;
      }
      if (schedule.getInterleave() > 1) {
        emitRowsAtOnce(tile);
        return;
      }
      locateRow(tile);
      if (schedule.getKeep() == RowKeep::Registers)
        emitRowInRegisters();
      else
        emitStreamedRow();
    });
  }
  SmallVector<Value> results;
  auto addResult = [&](Type type, Value memref) {
    results.push_back(bufferization::ToTensorOp::create(
        b, loc, type, memref, /*restrict=*/true, /*writable=*/true));
  };
  for (const auto &output : outputs)
    if (output->columns == 0)
      addResult(output->tensor.getType(), output->memref);
  for (auto [table, memref] : llvm::zip_equal(group.getTables(), tables))
    addResult(table.op->getResult(0).getType(), memref);
  return results;
}

//===----------------------------------------------------------------------===//
// The row of a thread
//===----------------------------------------------------------------------===//

void RowKernel::locateRow(Value tile, bool mayExceed) {
  isActive = Value();
  if (schedule.getRows() == 1 && !mayExceed) {
    row = tile;
  } else {
    Value first = arith::MulIOp::create(b, loc, tile,
                                        getIndex(b, loc, schedule.getRows()));
    row = arith::AddIOp::create(b, loc, first, threads->getRow());
    isActive =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, row, numRows);
    // A thread beyond the last row takes part in what its warp does.
    Value last = arith::SubIOp::create(b, loc, numRows, getIndex(b, loc, 1));
    row = arith::MinUIOp::create(b, loc, row, last);
  }
  SmallVector<OpFoldResult> rowSizes;
  for (unsigned dim : group.getRowDims())
    rowSizes.push_back(dimSizes[dim]);
  positions.assign(fold.getNumDims(), Value());
  if (rowSizes.size() == 1) {
    positions[group.getRowDims().front()] = row;
  } else {
    std::optional<int64_t> count = getConstantIntValue(numRows);
    bool fits32 = count && *count < (int64_t(1) << 32);
    SmallVector<Value> indices =
        delineariseUnsigned(b, loc, row, rowSizes, fits32);
    for (auto [dim, index] : llvm::zip(group.getRowDims(), indices))
      positions[dim] = index;
  }

  SmallVector<RowMemory *> memories;
  for (auto &memory : inputs)
    memories.push_back(memory.get());
  for (auto &memory : outputs)
    memories.push_back(memory.get());
  // The first tensor of all dimensions that is contiguous says where vectors
  // begin.
  Value offset;
  size_t rank = 0;
  for (RowMemory *memory : memories) {
    locate(*memory);
    if (memory->contiguous && memory->tensor.dims.size() > rank) {
      offset = memory->offset;
      rank = memory->tensor.dims.size();
    }
  }
  Value vector = getIndex(b, loc, schedule.getVector());
  head = getIndex(b, loc, 0);
  if (mayShift && offset) {
    Value behind = arith::RemUIOp::create(b, loc, offset, vector);
    head = arith::SubIOp::create(b, loc, vector, behind);
    head = arith::RemUIOp::create(b, loc, head, vector);
    if (!staticAxis || *staticAxis < schedule.getVector())
      head = arith::MinUIOp::create(b, loc, head, axisSize);
  }
  Value behindHead = b.createOrFold<arith::SubIOp>(loc, axisSize, head);
  numVectors = b.createOrFold<arith::DivUIOp>(loc, behindHead, vector);
  for (RowMemory *memory : memories) {
    if (!memory->contiguous)
      continue;
    Value base =
        memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memory->memref);
    Value first = arith::AddIOp::create(b, loc, memory->offset, head);
    first = arith::MulIOp::create(b, loc, first,
                                  getIndex(b, loc, memory->getBytes()));
    Value address = arith::AddIOp::create(b, loc, base, first);
    Value rest = arith::AndIOp::create(b, loc, address,
                                       getIndex(b, loc, memory->alignment - 1));
    memory->misalignment = rest;
    memory->isAligned = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                              rest, getIndex(b, loc, 0));
  }
  Value zero = getIndex(b, loc, 0);
  for (auto &memory : inputs)
    if (!memory->alongAxis)
      memory->rowValue =
          memref::LoadOp::create(b, loc, memory->view, ValueRange{zero});
}

void RowKernel::locate(RowMemory &memory) {
  ArrayRef<unsigned> dims = memory.tensor.dims;
  unsigned axis = group.getAxis();
  SmallVector<unsigned> rowDims(dims);
  llvm::erase(rowDims, axis);
  // Rows one after the other need no index of each dimension.
  bool isPlain = ArrayRef(rowDims) == group.getRowDims() &&
                 (!memory.alongAxis || dims.back() == axis);
  Value stride = getIndex(b, loc, 1), axisStride = stride;
  Value offset = getIndex(b, loc, 0);
  if (isPlain) {
    offset = memory.alongAxis
                 ? b.createOrFold<arith::MulIOp>(loc, row, axisSize)
                 : row;
  } else {
    for (unsigned dim : llvm::reverse(dims)) {
      if (dim == axis)
        axisStride = stride;
      else
        offset = b.createOrFold<arith::AddIOp>(
            loc, offset,
            b.createOrFold<arith::MulIOp>(loc, positions[dim], stride));
      stride = b.createOrFold<arith::MulIOp>(
          loc, stride, getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
    }
  }
  if (memory.columns > 0) {
    offset = b.createOrFold<arith::MulIOp>(loc, offset,
                                           getIndex(b, loc, memory.columns));
    offset = b.createOrFold<arith::AddIOp>(loc, offset,
                                           getIndex(b, loc, memory.column));
  }
  memory.offset = offset;
  memory.numElements = getIndex(b, loc, 1);
  for (unsigned dim : dims)
    memory.numElements = b.createOrFold<arith::MulIOp>(
        loc, memory.numElements,
        getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
  OpFoldResult viewSize =
      memory.alongAxis ? dimSizes[axis] : OpFoldResult(b.getIndexAttr(1));
  bool unit = !memory.alongAxis || dims.back() == axis;
  OpFoldResult viewStride =
      unit ? OpFoldResult(b.getIndexAttr(1)) : getAsOpFoldResult(axisStride);
  int64_t staticStride =
      getConstantIntValue(viewStride).value_or(ShapedType::kDynamic);
  int64_t staticSize =
      getConstantIntValue(viewSize).value_or(ShapedType::kDynamic);
  auto layout = StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic,
                                       {staticStride});
  auto type = MemRefType::get({staticSize}, memory.getElementType(), layout);
  memory.view = memref::ReinterpretCastOp::create(
      b, loc, type, memory.memref, OpFoldResult(offset),
      ArrayRef<OpFoldResult>{viewSize}, ArrayRef<OpFoldResult>{viewStride});
}

const RowMemory *RowKernel::findInput(Value tensor,
                                      ArrayRef<unsigned> dims) const {
  for (const auto *list : {&inputs, &computed})
    for (const auto &memory : *list)
      if (memory->tensor.tensor == tensor &&
          ArrayRef(memory->tensor.dims) == dims)
        return memory.get();
  return nullptr;
}

Value RowKernel::getPosition(unsigned dim, Value axisPosition) const {
  return dim == group.getAxis() ? axisPosition : positions[dim];
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// The whole row is one piece of the axis.
void RowKernel::startRow(RowChunk &chunk) {
  assert(staticAxis && "a row in registers has a known length");
  int64_t threads = schedule.getThreads();
  int64_t most = llvm::divideCeil(*staticAxis / schedule.getVector(), threads);
  addVectors(chunk, getIndex(b, loc, 0),
             std::min<int64_t>(schedule.getUnroll(), most),
             getLeastVectors() / threads);
  addEnds(chunk);
}

void RowKernel::emitRowInRegisters() {
  RowChunk chunk;
  startRow(chunk);
  fold = group.getFold();
  emitPoints();
  SmallVector<const RowMemory *> inputs = getAllFoldInputs();
  load(chunk, inputs);
  // What only readouts read is on its way while the fold is computed, if it
  // takes few registers.
  SmallVector<const RowMemory *> others = getReadoutInputs();
  if (schedule.getUnroll() * (inputs.size() + others.size()) <=
      kVectorsLoadedAhead)
    load(chunk, others);
  finishRowInRegisters(chunk);
}

SmallVector<const RowMemory *> RowKernel::getAllFoldInputs() {
  llvm::SmallSetVector<const RowMemory *, 4> inputs;
  for (FoldOp next : group.getFolds()) {
    fold = next;
    inputs.insert_range(getFoldInputs());
  }
  fold = group.getFold();
  return inputs.takeVector();
}

void RowKernel::finishRowInRegisters(RowChunk &chunk) {
  for (FoldOp next : group.getFolds()) {
    fold = next;
    emitBeforeFold(chunk);
    if (fold != group.getFold())
      emitPoints();
    setRowValues(foldRow(chunk, getInit()));
  }
  if (group.hasReadouts())
    emitFinalizers(/*forReadouts=*/true);
  emitRowOutputs();
  if (group.hasReadouts())
    ifActive([&] { emitReadouts(chunk); });
}

/// A loop over pieces of the axis folds them into the state of each thread.
RowKernel::State RowKernel::foldPieces() {
  emitPoints();
  State begin = getIdentity();
  // One thread of the row begins with what needs no loop.
  for (auto [component, neutral] : llvm::enumerate(begin))
    if (Value value = points.lookup(component))
      neutral = arith::SelectOp::create(b, loc, isFirstOfRow(), value, neutral);
  bool isFirst = readsAgain();
  State state = forEachChunk(begin, [&](RowChunk &chunk, ValueRange old) {
    sweep = isFirst ? RowSweep::First : RowSweep::Only;
    load(chunk, getFoldInputs());
    sweep = RowSweep::Only;
    if (chunk.isKept)
      keepShared(chunk);
    return foldChunk(chunk, State(old));
  });
  return mergeThreads(state);
}

/// With the row's final state: a second loop reads out.
void RowKernel::finishRow(const State &state) {
  setRowValues(mergePair(getInit(), state));
  if (group.hasReadouts())
    emitFinalizers(/*forReadouts=*/true);
  emitRowOutputs();
  if (group.hasReadouts())
    ifActive([&] {
      forEachChunk({}, [&](RowChunk &chunk, ValueRange) {
        if (chunk.isKept)
          loadShared(chunk);
        if (readsAgain()) {
          sweep = RowSweep::Last;
          load(chunk, getKeptInputs());
          sweep = RowSweep::Only;
        }
        emitReadouts(chunk);
        return State();
      });
    });
}

/// Whether a block reads its row a second time, which L2 keeps meanwhile.
bool RowKernel::readsAgain() const {
  return group.hasReadouts() && schedule.getKeep() == RowKeep::Nothing &&
         schedule.getSegments() == 1;
}

void RowKernel::emitStreamedRow() {
  allocateKept();
  finishRow(mergeCluster(foldPieces()));
}

/// The states that segments have left in memory, merged in their order.
RowKernel::State RowKernel::mergePartials(bool isWarp) {
  int64_t count = schedule.getSegments();
  int64_t step = isWarp ? threads->getNumLanes() : schedule.getThreads();
  Value number = isWarp ? threads->getLane() : threads->getThread();
  Value segments = getIndex(b, loc, count);
  State identity = getIdentity(), state;
  for (int64_t first = 0; first < count; first += step) {
    Value index =
        arith::AddIOp::create(b, loc, number, getIndex(b, loc, first));
    Value exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         index, segments);
    Value safe =
        arith::MinUIOp::create(b, loc, index, getIndex(b, loc, count - 1));
    State part;
    for (auto [partial, neutral] : llvm::zip(partials, identity)) {
      Value value =
          memref::LoadOp::create(b, loc, partial, ValueRange{row, safe});
      part.push_back(arith::SelectOp::create(b, loc, exists, value, neutral));
    }
    state = first == 0 ? part : mergePair(state, part);
  }
  return isWarp ? mergeLanes(state, step) : mergeThreads(state);
}

void RowKernel::allocatePartials() {
  std::optional<int64_t> rows = getConstantIntValue(numRows);
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    auto type = MemRefType::get(
        {rows.value_or(ShapedType::kDynamic), schedule.getSegments()},
        fold.getStateElementType(i));
    partials.push_back(memref::AllocOp::create(
        b, loc, type, rows ? ValueRange() : ValueRange(numRows)));
  }
}

/// Few long rows: each block leaves the state of its segment in memory. The
/// last one of the row merges all of them, or, for readouts, each of a second
/// kernel's does.
void RowKernel::emitSegments(StringRef name) {
  int64_t count = schedule.getSegments();
  Value segments = getIndex(b, loc, count);
  Value grid = b.createOrFold<arith::MulIOp>(loc, numRows, segments);
  allocatePartials();
  auto locateSegment = [&] {
    Value block = launch.getBlockIds().x;
    segment = arith::RemUIOp::create(b, loc, block, segments);
    locateRow(arith::DivUIOp::create(b, loc, block, segments));
  };
  if (!group.hasReadouts())
    flags = createFlags(b, loc, getAsOpFoldResult(numRows));
  emitLaunch(name, grid, [&] {
    locateSegment();
    State state = foldPieces();
    Type i32 = b.getI32Type();
    Value isLast;
    if (flags)
      isLast = shared.allocate(b, loc, {1}, i32);
    emitIf({}, isFirstThread(), [&](OpBuilder &, Location) {
      for (auto [partial, value] : llvm::zip(partials, state))
        memref::StoreOp::create(b, loc, value, partial,
                                ValueRange{row, segment});
      if (flags) {
        Value last =
            arriveAtFlag(b, loc, flags, row,
                         arith::ConstantIntOp::create(b, loc, i32, count));
        last = arith::ExtUIOp::create(b, loc, i32, last);
        memref::StoreOp::create(b, loc, last, isLast,
                                ValueRange{getIndex(b, loc, 0)});
      }
      scf::YieldOp::create(b, loc);
    });
    if (!flags)
      return;
    gpu::BarrierOp::create(b, loc);
    Value last =
        memref::LoadOp::create(b, loc, isLast, ValueRange{getIndex(b, loc, 0)});
    last = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, last,
                                 arith::ConstantIntOp::create(b, loc, i32, 0));
    segment = Value();
    emitIf({}, last, [&](OpBuilder &, Location) {
      finishRow(mergePartials());
      scf::YieldOp::create(b, loc);
    });
  });
  if (flags)
    return;
  emitLaunch((name + "_merge").str(), grid, [&] {
    locateSegment();
    finishRow(mergePartials());
  });
}

Value RowKernel::isFirstOfRow() {
  if (!segment)
    return isFirstThread();
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        segment, getIndex(b, loc, 0));
  return arith::AndIOp::create(b, loc, isFirstThread(), isFirst);
}

Value RowKernel::isFirstThread() {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                               threads->getThread(), getIndex(b, loc, leader));
}

void RowKernel::ifActive(llvm::function_ref<void()> body) {
  if (!isActive) {
    body();
    return;
  }
  auto ifOp = scf::IfOp::create(b, loc, isActive, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  body();
}
