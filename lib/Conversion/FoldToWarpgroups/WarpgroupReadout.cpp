//===- WarpgroupReadout.cpp - What is computed from the results -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "../Utils/FoldCode.h"

#include "../Utils/GlobalPointer.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

static unsigned getHalf(unsigned index) { return index / 2 % 2; }

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

const WarpgroupKernel::Memory *
WarpgroupKernel::findMemory(Value tensor, ArrayRef<unsigned> dims) const {
  for (const Memory &memory : inputs)
    if (memory.tensor.tensor == tensor && ArrayRef(memory.tensor.dims) == dims)
      return &memory;
  return nullptr;
}

Value WarpgroupKernel::getPosition(unsigned dim, unsigned half) {
  if (!group.isRow(dim))
    return ops.toIndex(positions[dim]);
  // A thread beyond the last row takes part in what its warp does.
  Value last = ops.add(getNumRows(), -1);
  return ops.toIndex(getRowPosition(dim, ops.min(rowIndex[half], last)));
}

/// The first column, i32, of what a warp reads out; null for that of the rows.
Value WarpgroupKernel::getColumnOfWarp() {
  if (!dividesColumns())
    return firstColumn;
  Value first = ops.mul(warpgroup, 2 * getAccSize());
  return firstColumn ? ops.add(first, firstColumn) : first;
}

/// The column, i32, of a register of the product.
Value WarpgroupKernel::getColumn(unsigned index) {
  Value first = ops.mul(ops.bitAnd(lane, 3), 2);
  if (Value ofWarp = getColumnOfWarp())
    first = ops.add(first, ofWarp);
  return ops.add(first, 8 * (index / 4) + index % 2);
}

Value WarpgroupKernel::getExistingColumn(unsigned index) {
  Value column = getColumn(index);
  return hasPaddedColumns()
             ? ops.min(column, ops.constant(group.getWidth() - 1))
             : column;
}

Value WarpgroupKernel::loadElement(const Memory &memory, unsigned half,
                                   Value varying) {
  Values indices;
  for (unsigned dim : memory.tensor.dims)
    indices.push_back(dim == group.getAxis() || dim == group.getColumn()
                          ? ops.toIndex(varying)
                          : getPosition(dim, half));
  return memref::LoadOp::create(b, loc, memory.memref, indices);
}

/// The elements at two neighbouring positions along the axis, the first of
/// which is even.
SmallVector<Value> WarpgroupKernel::loadPair(const Memory &memory,
                                             unsigned half, Value position) {
  Values indices;
  for (unsigned dim : memory.tensor.dims)
    indices.push_back(dim == group.getAxis() ? ops.toIndex(position)
                                             : getPosition(dim, half));
  Type type = memory.tensor.getType().getElementType();
  llvm::MaybeAlign alignment(type.getIntOrFloatBitWidth() / 4);
  Value pair = vector::LoadOp::create(b, loc, VectorType::get(2, type),
                                      memory.memref, indices,
                                      /*nontemporal=*/false, alignment);
  return {vector::ExtractOp::create(b, loc, pair, 0).getResult(),
          vector::ExtractOp::create(b, loc, pair, 1).getResult()};
}

void WarpgroupKernel::ifRowExists(unsigned half,
                                  llvm::function_ref<void()> body) {
  ops.branch(
      ops.compare(arith::CmpIPredicate::slt, rowIndex[half], getNumRows()),
      body);
}

Values WarpgroupKernel::getFirstIndices(const Memory &memory) {
  return memory.isPartial ? Values{ops.toIndex(tile.segment)} : Values();
}

void WarpgroupKernel::storeRows(const Memory &memory, const RowValue &value) {
  Value isFirst = isFirstOfQuad();
  // Both warpgroups have the rows.
  if (dividesColumns())
    isFirst = arith::AndIOp::create(
        b, loc, isFirst,
        ops.compare(arith::CmpIPredicate::eq, warpgroup, ops.constant(0)));
  // So do all that have part of the columns.
  if (firstColumn)
    isFirst = arith::AndIOp::create(
        b, loc, isFirst,
        ops.compare(arith::CmpIPredicate::eq, firstColumn, ops.constant(0)));
  ops.branch(isFirst, [&] {
    for (unsigned half = 0; half < kHalves; ++half)
      ifRowExists(half, [&] {
        Values indices = getFirstIndices(memory);
        for (unsigned dim : memory.tensor.dims)
          indices.push_back(getPosition(dim, half));
        memref::StoreOp::create(b, loc, value[half], memory.memref, indices);
      });
  });
}

void WarpgroupKernel::storeTile(const Memory &memory, const Values &elements) {
  Type type = memory.tensor.getType().getElementType();
  bool inPairs = memory.tensor.dims.back() == group.getColumn() &&
                 type.getIntOrFloatBitWidth() >= 8;
  for (unsigned half = 0; half < kHalves; ++half)
    ifRowExists(half, [&] {
      for (unsigned index = 0, e = elements.size(); index < e; ++index) {
        if (getHalf(index) != half || (inPairs && index % 2 == 1))
          continue;
        auto store = [&] {
          Values indices = getFirstIndices(memory);
          for (unsigned dim : memory.tensor.dims)
            indices.push_back(dim == group.getColumn()
                                  ? ops.toIndex(getColumn(index))
                                  : getPosition(dim, half));
          if (!inPairs) {
            memref::StoreOp::create(b, loc, elements[index], memory.memref,
                                    indices);
            return;
          }
          Value pair = vector::FromElementsOp::create(
              b, loc, VectorType::get(2, type),
              ValueRange{elements[index], elements[index + 1]});
          // Columns are a multiple of 8.
          llvm::MaybeAlign alignment(type.getIntOrFloatBitWidth() / 4);
          vector::StoreOp::create(b, loc, pair, memory.memref, indices,
                                  /*nontemporal=*/false, alignment);
        };
        if (!hasPaddedColumns()) {
          store();
          continue;
        }
        ops.branch(ops.compare(arith::CmpIPredicate::slt, getColumn(index),
                               ops.constant(group.getWidth())),
                   store);
      }
    });
}

/// True if blocks that divide columns store results by way of the query's
/// memory: where they merge a window of the columns, and end then.
bool WarpgroupKernel::stagesWindows(size_t registers) const {
  bool isLastTile =
      mergesPartials(schedule) || (hasCluster() && getNumStates(schedule) == 1);
  int64_t columns = llvm::alignTo(2 * registers, kChunkColumns);
  return dividesColumns() && isLastTile &&
         schedule.getWarpgroups() * kWarpgroupRows * columns * 2 <=
             layout.queryBytes;
}

void WarpgroupKernel::waitForBoxes() {
  if (storesBoxes())
    ops.branch(ops.compare(arith::CmpIPredicate::eq, lane, ops.constant(0)),
               [&] { ops.waitBoxes(); });
}

/// Rows of a warp in shared memory; TMA leaves out those that do not exist.
void WarpgroupKernel::storeBoxes(const Memory &memory, Value base) {
  ops.fenceProxy();
  ops.syncWarp();
  int64_t chunks = llvm::divideCeil(group.getWidth(), kChunkColumns);
  ops.branch(ops.compare(arith::CmpIPredicate::eq, lane, ops.constant(0)), [&] {
    Values coordinates{Value(), getFirstRowOfWarp()};
    for (unsigned dim : memory.mapDims)
      coordinates.push_back(positions[dim]);
    Value address = ops.add(base, ops.mul(warp, kWarpRows * kChunkColumns * 2));
    for (int64_t chunk = 0; chunk < chunks; ++chunk) {
      coordinates.front() = ops.constant(chunk * kChunkColumns);
      ops.storeBox(memory.map,
                   ops.add(address, chunk * kWarpgroupRows * kChunkColumns * 2),
                   coordinates);
    }
    ops.commitBoxes();
  });
}

/// Each warp brings its 16 rows into shared memory and stores them in vectors
/// of 16 bytes, neighbouring lanes neighbouring vectors.
void WarpgroupKernel::storeStaged(const Memory &memory,
                                  const Values &elements) {
  int64_t columns = 2 * elements.size();
  // From one warpgroup's rows to the next one's.
  int64_t bytes =
      layout.resultInQuery
          ? layout.queryBytes
          : kWarpgroupRows * llvm::alignTo(columns, kChunkColumns) * 2;
  Value base =
      ops.add(ops.mul(warpgroup, bytes), ops.add(shared, layout.result));
  Value address = getFragmentAddress(base);
  int64_t chunkBytes = kWarpgroupRows * kChunkColumns * 2;
  Type type = memory.tensor.getType().getElementType();
  // What was there has been read.
  waitForBoxes();
  ops.syncWarp();
  Values packed;
  for (unsigned index = 0, e = elements.size(); index < e; index += 2)
    packed.push_back(
        ops.packNarrow(elements[index], elements[index + 1], type));
  // Steps of 16 columns; half a step may be left.
  while (packed.size() % 4 != 0)
    packed.push_back(ops.constant(0));
  for (unsigned step = 0, e = packed.size() / 4; step < e; ++step) {
    Value inChunk = ops.bitXor(address, ops.constant(step % 4 * 32));
    ops.storeMatrices(ops.add(inChunk, step / 4 * chunkBytes),
                      ArrayRef(packed).slice(4 * step, 4));
  }
  if (memory.map) {
    storeBoxes(memory, base);
    return;
  }
  ops.syncWarp();

  int64_t vectors = columns / 8, count = kWarpRows * vectors;
  Value startColumn = getColumnOfWarp();
  auto vectorType = VectorType::get(4, b.getI32Type());
  Value firstRow = getFirstRowOfWarp();
  for (int64_t first = 0; first < count; first += kLanes) {
    Value number = ops.add(lane, first);
    Value inWarp = ops.div(number, ops.constant(vectors));
    Value vector = ops.rem(number, ops.constant(vectors));
    Value row = ops.add(firstRow, inWarp);
    Value exists = ops.compare(arith::CmpIPredicate::slt, row, getNumRows());
    if (first + kLanes > count)
      exists = b.createOrFold<arith::AndIOp>(
          loc, exists,
          ops.compare(arith::CmpIPredicate::slt, number, ops.constant(count)));
    Value column = ops.mul(vector, 8);
    if (startColumn)
      column = ops.add(column, startColumn);
    if (hasPaddedColumns())
      exists = b.createOrFold<arith::AndIOp>(
          loc, exists,
          ops.compare(arith::CmpIPredicate::slt, column,
                      ops.constant(group.getWidth())));
    ops.branch(exists, [&] {
      Value swizzled = ops.bitXor(ops.bitAnd(vector, 7), ops.bitAnd(inWarp, 7));
      Value source = ops.add(
          ops.add(
              ops.add(base,
                      ops.mul(ops.add(ops.mul(warp, kWarpRows), inWarp), 128)),
              ops.mul(swizzled, 16)),
          ops.mul(ops.shiftRight(vector, 3), chunkBytes));
      Value data = LLVM::LoadOp::create(b, loc, vectorType,
                                        ops.sharedPointer(source), 16);
      Value offset = arith::ConstantIndexOp::create(b, loc, 0);
      for (auto [position, dim] : llvm::enumerate(memory.tensor.dims)) {
        Value index;
        if (dim == group.getColumn())
          index = ops.toIndex(column);
        else
          index = ops.toIndex(group.isRow(dim) ? getRowPosition(dim, row)
                                               : positions[dim]);
        if (position > 0)
          offset = b.createOrFold<arith::MulIOp>(
              loc, offset,
              getValueOrCreateConstantIndexOp(b, loc, dimSizes[dim]));
        offset = b.createOrFold<arith::AddIOp>(loc, offset, index);
      }
      offset = b.createOrFold<arith::MulIOp>(
          loc, offset, arith::ConstantIndexOp::create(b, loc, 2));
      Value bytes =
          b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), offset);
      Value target = getGlobalPointer(b, loc, memory.memref, bytes);
      LLVM::StoreOp::create(b, loc, data, target, 16);
    });
  }
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// Quotients by what does not vary become products: one division a row.
static void invertDivisors(RewriterBase &b, Block &block,
                           llvm::function_ref<bool(BlockArgument)> varies) {
  auto isVarying = [&](Value value) {
    return dependsOnAny(value, [&](Value source) {
      if (source.getParentBlock() != &block)
        return false;
      auto arg = dyn_cast<BlockArgument>(source);
      return arg ? varies(arg) : isa<linalg::IndexOp>(source.getDefiningOp());
    });
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto div = dyn_cast<arith::DivFOp>(op);
    if (!div || !div.getType().isF32() || isVarying(div.getRhs()) ||
        !isVarying(div.getLhs()))
      continue;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(div);
    Value one =
        arith::ConstantOp::create(b, div.getLoc(), b.getF32FloatAttr(1.0f));
    Value inverse = arith::DivFOp::create(b, div.getLoc(), one, div.getRhs());
    b.replaceOpWithNewOp<arith::MulFOp>(div, div.getLhs(), inverse);
  }
}

void WarpgroupKernel::emitReadouts(const State &state, const Values &acc) {
  rowValues.clear();
  llvm::DenseMap<Value, Values> tileValues;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (i == group.getProduct())
      tileValues[fold->getResult(i)] = acc;
    else
      rowValues[fold->getResult(i)] = state.rows[i];
  }
  // What follows partial states is computed from their merge.
  ArrayRef<FoldMember> members = group.getMembers();
  if (leavesPartials(schedule))
    members = {};
  for (const FoldMember &member : members) {
    linalg::LinalgOp op = member.op;
    Block &block = *op.getBlock();
    // What an operand is: of the group, in memory, or a scalar.
    auto getOperand = [&](BlockArgument arg) -> OpOperand * {
      return arg.getArgNumber() < op.getNumDpsInputs()
                 ? op.getDpsInputOperand(arg.getArgNumber())
                 : nullptr;
    };
    auto varies = [&](BlockArgument arg) {
      OpOperand *operand = getOperand(arg);
      return operand && isa<RankedTensorType>(operand->get().getType()) &&
             llvm::is_contained(member.getDims(operand), group.getColumn());
    };
    if (member.hasInner)
      invertDivisors(b, block, varies);
    ScalarCode code(block, group.getColumn(), varies, member.loopDims, relaxed);
    IRMapping maps[kHalves];
    for (unsigned half = 0; half < kHalves; ++half) {
      for (BlockArgument arg : block.getArguments()) {
        OpOperand *operand = getOperand(arg);
        if (!operand || arg.use_empty() || varies(arg))
          continue;
        Value tensor = operand->get();
        if (!isa<RankedTensorType>(tensor.getType()))
          maps[half].map(arg, tensor);
        else if (group.contains(tensor))
          maps[half].map(arg, rowValues.lookup(tensor)[half]);
        else
          maps[half].map(
              arg,
              loadElement(*findMemory(tensor, member.getDims(operand)), half));
      }
      code.emitInvariant(b, maps[half],
                         [&](unsigned dim) { return getPosition(dim, half); });
    }
    if (!member.hasInner) {
      for (unsigned half = 0; half < kHalves; ++half) {
        Values results = code.emitElement(b, maps[half], [&](unsigned dim) {
          return getPosition(dim, half);
        });
        for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
          rowValues[result][half] = value;
      }
      continue;
    }
    for (unsigned index = 0, e = acc.size(); index < e; ++index) {
      unsigned half = getHalf(index);
      IRMapping map = maps[half];
      for (BlockArgument arg : block.getArguments()) {
        if (arg.use_empty() || !varies(arg))
          continue;
        OpOperand *operand = getOperand(arg);
        Value tensor = operand->get();
        map.map(arg,
                group.contains(tensor)
                    ? tileValues.find(tensor)->second[index]
                    : loadElement(*findMemory(tensor, member.getDims(operand)),
                                  half, getExistingColumn(index)));
      }
      Values results = code.emitElement(b, map, [&](unsigned dim) {
        return dim == group.getColumn() ? ops.toIndex(getColumn(index))
                                        : getPosition(dim, half);
      });
      for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
        tileValues[result].push_back(value);
    }
  }
  for (const Memory &output : outputs) {
    if (isStagedResult(group, output.tensor) &&
        (layout.resultBytes > 0 || stagesWindows(acc.size())))
      storeStaged(output, tileValues.find(output.tensor.tensor)->second);
    else if (group.isTile(output.tensor.tensor))
      storeTile(output, tileValues.find(output.tensor.tensor)->second);
    else
      storeRows(output, rowValues.lookup(output.tensor.tensor));
  }
}
