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

static Value getIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

RowKernel::RowKernel(OpBuilder &b, const RowGroup &group,
                     RowScheduleAttr schedule)
    : b(b), loc(group.getFold().getLoc()), group(group), fold(group.getFold()),
      schedule(schedule) {
  findBoundedExponentials(fold, relaxed);
  for (const RowMember &member : group.getMembers())
    if (member.alongAxis)
      findRelaxedReadouts(group, member, relaxed);
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// The scalar that fills `tensor`, or null.
static Value getFilled(Value tensor) {
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  return fill ? fill.value() : Value();
}

RowMemory RowKernel::makeMemory(const RowTensor &tensor, Value memref) {
  RowMemory memory;
  memory.tensor = tensor;
  memory.memref = memref;
  memory.alongAxis = tensor.has(group.getAxis());
  // i1 has a byte in memory and a bit in a vector.
  Type element = memory.getElementType();
  memory.contiguous = memory.alongAxis &&
                      tensor.dims.back() == group.getAxis() &&
                      element.getIntOrFloatBitWidth() >= 8;
  memory.alignment = std::min<int64_t>(
      16, schedule.getVector() * element.getIntOrFloatBitWidth() / 8);
  return memory;
}

void RowKernel::prepareHost() {
  // Sizes: the static ones of any tensor that has the dimension.
  dimSizes = fold.getDimSizes(b);
  for (const RowTensor &input : group.getInputs())
    for (auto [position, dim] : llvm::enumerate(input.dims))
      if (!input.getType().isDynamicDim(position))
        dimSizes[dim] = b.getIndexAttr(input.getType().getDimSize(position));
  staticAxis = getConstantIntValue(dimSizes[group.getAxis()]);
  axisSize = getValueOrCreateConstantIndexOp(b, loc, dimSizes[group.getAxis()]);
  numRows = getIndex(b, loc, 1);
  for (unsigned dim : group.getRowDims())
    numRows = b.createOrFold<arith::MulIOp>(
        loc, numRows, getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
  mayShift = !staticAxis || *staticAxis % schedule.getVector() != 0;

  for (const RowTensor &input : group.getInputs()) {
    if (getFilled(input.tensor))
      continue;
    RankedTensorType type = input.getType();
    auto memrefType = MemRefType::get(type.getShape(), type.getElementType());
    Value memref = bufferization::ToBufferOp::create(
        b, loc, memrefType, input.tensor, /*read_only=*/true);
    inputs.push_back(std::make_unique<RowMemory>(makeMemory(input, memref)));
  }
  for (const RowTensor &output : group.getOutputs()) {
    RankedTensorType type = output.getType();
    SmallVector<Value> sizes;
    for (auto [position, dim] : llvm::enumerate(output.dims))
      if (type.isDynamicDim(position))
        sizes.push_back(getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
    Value memref = memref::AllocOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()), sizes);
    outputs.push_back(std::make_unique<RowMemory>(makeMemory(output, memref)));
  }
}

SmallVector<Value> RowKernel::emit(StringRef name) {
  prepareHost();
  Value one = getIndex(b, loc, 1);
  int64_t rows = schedule.getRows();
  Value grid =
      b.createOrFold<arith::CeilDivUIOp>(loc, numRows, getIndex(b, loc, rows));
  Value block = getIndex(b, loc, schedule.getThreads() * rows);
  launch = gpu::LaunchOp::create(b, loc, grid, one, one, block, one, one);
  launch->setAttr(kDistributedAttrName, b.getUnitAttr());
  launch.setModuleAttr(
      FlatSymbolRefAttr::get(b.getContext(), kKernelModuleName));
  launch.setFunctionAttr(FlatSymbolRefAttr::get(b.getContext(), name));
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&launch.getBody().front());
    auto terminator = gpu::TerminatorOp::create(b, loc);
    b.setInsertionPoint(terminator);
    prepareRow();
    if (schedule.getKeep() == RowKeep::Registers)
      emitRegistersBody();
    else
      emitStreamingBody();
  }
  if (int64_t bytes = shared.getNumBytes()) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(launch);
    Value size = arith::ConstantIntOp::create(b, loc, b.getI32Type(), bytes);
    launch.getDynamicSharedMemorySizeMutable().assign(size);
  }
  return llvm::map_to_vector(outputs, [&](const auto &output) -> Value {
    return bufferization::ToTensorOp::create(b, loc, output->tensor.getType(),
                                             output->memref, /*restrict=*/true,
                                             /*writable=*/true);
  });
}

//===----------------------------------------------------------------------===//
// The row of a thread
//===----------------------------------------------------------------------===//

void RowKernel::prepareRow() {
  threads.emplace(b, launch, shared, schedule.getThreads(), schedule.getRows());
  Value blockId = launch.getBlockIds().x;
  if (schedule.getRows() == 1) {
    row = blockId;
  } else {
    Value first = arith::MulIOp::create(b, loc, blockId,
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

  // The first fold input that is contiguous says where vectors begin.
  Value offset;
  for (auto &list : {std::ref(inputs), std::ref(outputs)})
    for (auto &memory : list.get()) {
      locate(*memory);
      if (!offset && memory->contiguous)
        offset = memory->offset;
    }
  shift = getIndex(b, loc, 0);
  if (mayShift && offset)
    shift = arith::RemUIOp::create(b, loc, offset,
                                   getIndex(b, loc, schedule.getVector()));
  for (auto &list : {std::ref(inputs), std::ref(outputs)})
    for (auto &memory : list.get()) {
      if (!memory->contiguous)
        continue;
      Value base = memref::ExtractAlignedPointerAsIndexOp::create(
          b, loc, memory->memref);
      Value first = arith::SubIOp::create(b, loc, memory->offset, shift);
      int64_t bytes = memory->getElementType().getIntOrFloatBitWidth() / 8;
      first = arith::MulIOp::create(b, loc, first, getIndex(b, loc, bytes));
      Value address = arith::AddIOp::create(b, loc, base, first);
      Value rest = arith::AndIOp::create(
          b, loc, address, getIndex(b, loc, memory->alignment - 1));
      memory->isAligned = arith::CmpIOp::create(
          b, loc, arith::CmpIPredicate::eq, rest, getIndex(b, loc, 0));
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
  memory.offset = offset;
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
  for (const auto &memory : inputs)
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

/// The whole row is one piece of the axis, in registers.
void RowKernel::emitRegistersBody() {
  assert(staticAxis && "a row in registers has a known length");
  int64_t vector = schedule.getVector(), perRow = schedule.getThreads();
  // A vector is whole if it begins in the row and ends in it, for each thread
  // and each shift.
  SmallVector<bool> guarded;
  for (int64_t i = 0; i < schedule.getUnroll(); ++i)
    guarded.push_back((mayShift && i == 0) ||
                      (i + 1) * perRow * vector > *staticAxis);
  RowChunk chunk;
  startChunk(chunk, getIndex(b, loc, 0), guarded);
  load(chunk, getFoldInputs());
  State state = foldRow(chunk, getInit());
  setRowValues(state);
  if (!group.hasReadouts()) {
    emitRowOutputs();
    return;
  }
  emitFinalizers(/*forReadouts=*/true);
  emitRowOutputs();
  ifActive([&] {
    load(chunk, getReadoutInputs());
    emitReadouts(chunk);
  });
}

/// A loop over pieces of the axis carries the state of each thread; a second
/// loop reads out.
void RowKernel::emitStreamingBody() {
  bool keeps = schedule.getKeep() == RowKeep::Shared;
  if (keeps)
    for (const RowMemory *memory : getKeptInputs())
      sharedViews[memory] =
          shared.allocate(b, loc, {schedule.getRows() * getSharedElements()},
                          memory->getElementType());
  State state =
      forEachChunk(getIdentity(), [&](RowChunk &chunk, ValueRange old) {
        load(chunk, getFoldInputs());
        if (keeps)
          keepShared(chunk);
        return foldChunk(chunk, State(old));
      });
  state = mergeThreads(state);
  setRowValues(mergePair(getInit(), state));
  if (!group.hasReadouts()) {
    emitRowOutputs();
    return;
  }
  emitFinalizers(/*forReadouts=*/true);
  emitRowOutputs();
  ifActive([&] {
    forEachChunk({}, [&](RowChunk &chunk, ValueRange) {
      if (keeps)
        loadShared(chunk);
      load(chunk, getReadoutInputs());
      emitReadouts(chunk);
      return State();
    });
  });
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
