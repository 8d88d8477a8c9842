//===- WarpgroupKernel.cpp - A fold between two contractions as one kernel ===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The launch, the work of a block and the roles of its threads.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "../Utils/Distributed.h"
#include "../Utils/FoldCode.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

WarpgroupKernel::WarpgroupKernel(RewriterBase &b, const WarpgroupFold &group,
                                 WarpgroupScheduleAttr schedule,
                                 Numerics numerics, int64_t sharedBudget)
    : b(b), loc(group.getFold().getLoc()), group(group), fold(group.getFold()),
      schedule(schedule), numerics(numerics),
      layout(group, schedule, sharedBudget), chunks(group), ops(b, loc) {}

static Value getIndex(OpBuilder &b, Location loc, OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(b, loc, value);
}

SmallVector<TiledOperand *> WarpgroupKernel::getOperands() {
  SmallVector<TiledOperand *> operands{&query, &key, &value};
  for (StagedInput &staged : stagedInputs)
    operands.push_back(&staged.operand);
  return operands;
}

void WarpgroupKernel::prepareMemories() {
  auto add = [&](Value tensor, ArrayRef<unsigned> dims) {
    if (!isa<RankedTensorType>(tensor.getType()) || group.contains(tensor) ||
        findMemory(tensor, dims))
      return;
    auto type = cast<RankedTensorType>(tensor.getType());
    Value memref = bufferization::ToBufferOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()), tensor,
        /*read_only=*/true);
    inputs.push_back({{tensor, SmallVector<unsigned>(dims)}, memref});
  };
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i) {
    if (i == group.getScoresInput() || i == group.getValueInput())
      continue;
    bool isRead =
        llvm::any_of(llvm::seq(fold.getNumReductions()), [&](unsigned k) {
          return !fold.getTermInput(k, i).use_empty();
        });
    if (isRead)
      add(fold.getInputs()[i], getInputDims(fold, i));
  }
  if (leavesPartials(schedule)) {
    for (OpResult result : fold->getResults())
      outputs.push_back(
          createOutput({result, SmallVector<unsigned>(group.getDims(result))},
                       /*isPartial=*/true));
    return;
  }
  for (const FoldMember &member : group.getMembers()) {
    linalg::LinalgOp op = member.op;
    for (OpOperand *operand : op.getDpsInputOperands())
      add(operand->get(), member.getDims(operand));
  }
  for (const FoldTensor &output : group.getOutputs())
    outputs.push_back(createOutput(output, /*isPartial=*/false));
  if (mergesPartials(schedule) || dealsRanges(schedule))
    preparePartials();
}

WarpgroupKernel::Memory WarpgroupKernel::createOutput(const FoldTensor &output,
                                                      bool isPartial) {
  RankedTensorType type = output.getType();
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Value> sizes;
  for (auto [position, dim] : llvm::enumerate(output.dims))
    if (type.isDynamicDim(position))
      sizes.push_back(getIndex(b, loc, dimSizes[dim]));
  if (isPartial)
    shape.insert(shape.begin(), getNumStates(schedule));
  Value memref = memref::AllocOp::create(
      b, loc, MemRefType::get(shape, type.getElementType()), sizes);
  Memory memory{output, memref, isPartial};
  // Descriptors have no other types of 16 bits.
  if (!isPartial && schedule.getStore() == WarpgroupStore::Tma &&
      isStagedResult(group, output) && layout.resultBytes > 0 &&
      isa<Float16Type, BFloat16Type>(type.getElementType()))
    createOutputMap(memory);
  return memory;
}

/// Boxes of a warp's rows and a chunk of columns, where rows are one dimension.
void WarpgroupKernel::createOutputMap(Memory &memory) {
  const FoldTensor &output = memory.tensor;
  if (group.getRows().size() != 1 || !output.has(group.getRows().front()) ||
      output.dims.size() > kMaxMapRank)
    return;
  SmallVector<OpFoldResult> sizes, strides;
  SmallVector<int64_t> box;
  OpFoldResult rowSize, rowStride, stride = b.getIndexAttr(1), columns;
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
  for (unsigned dim : llvm::reverse(output.dims)) {
    OpFoldResult size = dimSizes[dim];
    if (dim == group.getColumn()) {
      columns = size;
    } else if (group.isRow(dim)) {
      rowSize = size;
      rowStride = stride;
    } else {
      memory.mapDims.push_back(dim);
      sizes.insert(sizes.begin(), size);
      strides.insert(strides.begin(), stride);
      box.push_back(1);
    }
    stride =
        affine::makeComposedFoldedAffineApply(b, loc, s0 * s1, {stride, size});
  }
  sizes.append({rowSize, columns});
  strides.append({rowStride, b.getIndexAttr(1)});
  box.append({kWarpRows, kChunkColumns});
  memory.descriptor =
      createMap(memory.memref, /*offset=*/0, sizes, strides, box);
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

SmallVector<Value> WarpgroupKernel::emit(StringRef name) {
  dimSizes = fold.getDimSizes(b);
  // The static sizes of any tensor that has the dimension.
  for (const FoldTensor *tensor :
       {&group.getQuery(), &group.getKey(), &group.getValue()})
    for (auto [position, dim] : llvm::enumerate(tensor->dims))
      if (dim != WarpgroupFold::kDepth &&
          !tensor->getType().isDynamicDim(position))
        dimSizes[dim] = b.getIndexAttr(tensor->getType().getDimSize(position));
  prepareMemories();
  prepareWideners();

  // Tiles of rows.
  int64_t rows = getBlockRows(schedule);
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
  auto multiply = [&](OpFoldResult lhs, OpFoldResult rhs) {
    return affine::makeComposedFoldedAffineApply(b, loc, s0 * s1, {lhs, rhs});
  };
  rowCount = dimSizes[group.getRows().front()];
  for (unsigned dim : group.getRows().drop_front())
    rowCount = multiply(rowCount, dimSizes[dim]);
  OpFoldResult blocks = affine::makeComposedFoldedAffineApply(
      b, loc, s0.ceilDiv(rows), {rowCount});
  OpFoldResult rowTiles = blocks;
  for (unsigned dim : group.getBatch())
    rowTiles = multiply(rowTiles, dimSizes[dim]);
  OpFoldResult tiles =
      multiply(rowTiles, b.getIndexAttr(schedule.getSegments()));
  OpFoldResult grid = tiles;
  if (dealsRanges(schedule))
    grid = b.getIndexAttr(schedule.getBlocks());
  else if (schedule.getBlocks() > 0 && !hasCluster())
    grid = affine::makeComposedFoldedAffineMin(
        b, loc,
        AffineMap::get(0, 1,
                       {s0, b.getAffineConstantExpr(schedule.getBlocks())},
                       b.getContext()),
        {tiles});
  int64_t threads = kWarpgroupThreads * getNumWarpgroups(group, schedule);
  Value blocksValue = getIndex(b, loc, blocks);
  Value tilesValue = getIndex(b, loc, tiles);
  Value rowTilesValue = getIndex(b, loc, rowTiles);
  Value sharedSize =
      arith::ConstantIntOp::create(b, loc, b.getI32Type(), layout.size);
  launch = createDistributedLaunch(b, loc, name, getIndex(b, loc, grid),
                                   threads, schedule.getCluster(), sharedSize);

  SmallVector<MaskClause> clauses = getTileClauses(group, schedule);
  std::optional<int64_t> length =
      getConstantIntValue(dimSizes[group.getAxis()]);
  bool hasTail = !length || *length % schedule.getKeys() != 0;
  createVariants(getImpliedConditions(fold, clauses),
                 /*isAlike=*/clauses.empty() && !hasTail, hasTail);
  hasBorder = border.hasTail || !clauses.empty();
  mayBeEmpty = !length || mayHaveEmptySegments(*length);
  for (const MaskClause &bound : group.getBounds()) {
    if (bound.front().dims[group.getAxis()] > 0)
      hasLowBorder = true;
    else
      hasHighBorder |= !hasOneBorderTile(bound);
  }
  // Ranges are even whatever the bounds are.
  isUneven = hasUnevenBounds(group) && !dealsRanges(schedule);
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i)
    if (isOfMasks(group, schedule, i))
      maskInputs.insert(i);
  inPairs = isUneven && fillsBlocksInPairs(group, schedule);

  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&launch.getBody().front());
    auto terminator = gpu::TerminatorOp::create(b, loc);
    b.setInsertionPoint(terminator);
    rowBlocks = ops.toI32(blocksValue);
    numTiles = ops.toI32(tilesValue);
    numRowTiles = ops.toI32(rowTilesValue);
    emitBody();
  }
  for (Operation *code : codes)
    b.eraseOp(code);
  b.setInsertionPointAfter(launch);
  return llvm::map_to_vector(outputs, [&](const Memory &output) -> Value {
    auto type = cast<MemRefType>(output.memref.getType());
    return bufferization::ToTensorOp::create(
        b, loc, RankedTensorType::get(type.getShape(), type.getElementType()),
        output.memref, /*restrict=*/true,
        /*writable=*/true);
  });
}

/// The code of tiles inside of what masks leave, where `implied` conditions are
/// known, and of those on the border, which `isAlike` where there are none.
void WarpgroupKernel::createVariants(const DenseMap<Value, bool> &implied,
                                     bool isAlike, bool hasTail) {
  auto create = [&](References references, Variant &inner, Variant &border) {
    inner = createVariant(implied, /*hasTail=*/false, references);
    border = isAlike
                 ? inner
                 : createVariant(DenseMap<Value, bool>(), hasTail, references);
  };
  // One warpgroup waits for memory, and has the time.
  bool hasTime = isSynchronous(schedule) ||
                 (schedule.getSplit() == WarpgroupSplit::Rows &&
                  schedule.getWarpgroups() == 1 && !group.isWidened());
  create(hasTime ? References::Exact : References::Any, inner, border);
  if (!hasUsualCode())
    return;
  create(References::Small, usualInner, usualBorder);
  create(References::Exact, inner, border);
}

WarpgroupKernel::Variant
WarpgroupKernel::createVariant(const DenseMap<Value, bool> &known, bool hasTail,
                               References references) {
  Variant variant;
  variant.hasTail = hasTail;
  variant.fold =
      createElementCode(b, group, numerics, known, hasTail, references);
  codes.push_back(variant.fold);
  variant.peeled.resize(fold.getNumReductions());
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (i == group.getProduct())
      continue;
    Operation *yield = variant.fold.getTermBlock(i).getTerminator();
    variant.peeled[i] = peelIncreasing(variant.fold, i, group.getAxis());
    if (!variant.peeled[i].empty())
      yield->setOperand(0, variant.peeled[i].front()->getOperand(0));
  }
  return variant;
}

Value WarpgroupKernel::getSize(unsigned dim) {
  return ops.toI32(getIndex(b, loc, dimSizes[dim]));
}

Value WarpgroupKernel::getNumRows() {
  return ops.toI32(getIndex(b, loc, rowCount));
}

Value WarpgroupKernel::getRowPosition(unsigned dim, Value row) {
  ArrayRef<unsigned> rows = group.getRows();
  int64_t inner = 1;
  for (unsigned faster : llvm::reverse(rows)) {
    if (faster == dim)
      break;
    inner *= *getConstantIntValue(dimSizes[faster]);
  }
  if (isConstantIntValue(dimSizes[dim], 1))
    return ops.constant(0);
  if (inner != 1)
    row = ops.div(row, ops.constant(inner));
  return dim == rows.front() ? row : ops.rem(row, getSize(dim));
}

Value WarpgroupKernel::getBarrier(int64_t offset, Value number) {
  return ops.add(ops.mul(number, 8), ops.add(shared, offset));
}

void WarpgroupKernel::emitBody() {
  Value dynamic = gpu::DynamicSharedMemoryOp::create(
      b, loc,
      MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                      MemRefLayoutAttrInterface(),
                      gpu::AddressSpaceAttr::get(
                          b.getContext(), gpu::AddressSpace::Workgroup)));
  shared = ops.toI32(
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, dynamic));
  if (isSynchronous(schedule))
    return emitSynchronousBody();
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  for (TiledOperand *operand : getOperands())
    if (operand->descriptor)
      operand->map = UnrealizedConversionCastOp::create(b, loc, pointer,
                                                        operand->descriptor)
                         .getResult(0);
  for (Memory &output : outputs)
    if (output.descriptor)
      output.map =
          UnrealizedConversionCastOp::create(b, loc, pointer, output.descriptor)
              .getResult(0);
  Value thread = ops.threadId();
  lane = ops.bitAnd(thread, 31);
  warp = ops.bitAnd(ops.shiftRight(thread, 5), 3);
  Value role = ops.uniform(ops.shiftRight(thread, 7));
  Value zero = ops.constant(0);
  Value isFirst = ops.compare(arith::CmpIPredicate::eq, thread, zero);
  ops.branch(isFirst, [&] { initBarriers(); });
  if (dealsRanges(schedule))
    findRange(thread);
  ops.syncBlock();

  WarpgroupRegisters registers = getRegisters(group, schedule);
  ops.branch(
      TypeRange(), ops.compare(arith::CmpIPredicate::eq, role, zero),
      [&] {
        ops.setRegisters(registers.producer, /*increase=*/false);
        if (dividesColumns())
          ops.branch(ops.compare(arith::CmpIPredicate::eq, lane, zero),
                     [&] { emitColumnsProducer(); });
        else
          emitPasses(isProducedByWarp()
                         ? ops.compare(arith::CmpIPredicate::eq, warp, zero)
                         : isFirst,
                     [&](ValueRange counts) { return emitProducer(counts); });
        if (hasPlan())
          ops.branch(
              ops.compare(arith::CmpIPredicate::eq, warp, ops.constant(1)),
              [&] { emitPlanner(); });
        // Consumers arrive when they are done with what was loaded.
        if (hasCluster()) {
          ops.syncWarp();
          ops.arriveCluster();
        }
        return Values();
      },
      [&] {
        auto consume = [&] {
          ops.setRegisters(registers.consumer, /*increase=*/true);
          if (dividesColumns()) {
            emitConsumerCopies(role);
            return Values();
          }
          warpgroup = ops.add(role, -1);
          emitPasses(Value(),
                     [&](ValueRange counts) { return emitConsumer(counts); });
          return Values();
        };
        if (!group.isWidened())
          return consume();
        Value last = ops.constant(schedule.getWarpgroups());
        return ops.branch(
            TypeRange(), ops.compare(arith::CmpIPredicate::sle, role, last),
            consume, [&] {
              if (registers.widener < registers.entry)
                ops.setRegisters(registers.widener, /*increase=*/false);
              emitWideners(ops.sub(ops.add(role, -1), last));
              return Values();
            });
      });
}

/// One copy of the code for each warpgroup: with its number a constant, ptxas
/// computes what descriptors begin with in uniform registers. As a value of the
/// warp, each descriptor would take a move to one (R2UR) before its product.
void WarpgroupKernel::emitConsumerCopies(Value role) {
  auto emitCopy = [&](int64_t number) {
    warpgroup = ops.constant(number);
    emitConsumer({ops.constant(0), ops.constant(0)});
    return Values();
  };
  ops.branch(
      TypeRange(), ops.compare(arith::CmpIPredicate::eq, role, ops.constant(1)),
      [&] { return emitCopy(0); }, [&] { return emitCopy(1); });
}

void WarpgroupKernel::initBarriers() {
  int64_t warpgroups = schedule.getWarpgroups(), stages = schedule.getStages();
  for (TiledOperand *operand : getOperands())
    if (operand->map)
      ops.prefetchMap(operand->map);
  auto init = [&](int64_t offset, int64_t count, int64_t arrivals) {
    for (int64_t i = 0; i < count; ++i)
      ops.initBarrier(ops.add(shared, offset + 8 * i), arrivals);
  };
  if (hasCluster()) {
    init(layout.exchangeFull, 1, 1);
    ops.expectBytes(ops.add(shared, layout.exchangeFull),
                    getExchangedBytes(group, schedule, getNumRowWarps(group)));
  }
  if (dividesColumns()) {
    int64_t groups = stages * chunks.getGroups().size();
    init(layout.queryFull, 1, 1);
    init(layout.queryEmpty, 1, kWarps * warpgroups);
    init(layout.keyFull, groups, 1);
    init(layout.keyEmpty, groups, kWarps);
    ops.fenceBarriers();
    return;
  }
  if (hasTwoPasses())
    ops.storeShared(ops.add(shared, layout.retry), ops.constant(0));
  init(layout.queryFull, warpgroups, 1);
  init(layout.queryEmpty, warpgroups, kWarps);
  // What is widened is there when all warps are done.
  init(layout.keyFull, layout.keyStages, group.getWidenedKey() ? kWarps : 1);
  init(layout.keyEmpty, layout.keyStages, kWarps * warpgroups);
  init(layout.valueFull, layout.valueStages,
       group.getWidenedValue() ? kWarps : 1);
  init(layout.valueEmpty, layout.valueStages, kWarps * warpgroups);
  for (const WarpgroupLayout::Stored *stored :
       {&layout.storedKey, &layout.storedValue})
    if (stored->bytes > 0) {
      init(stored->full, stages, 1);
      init(stored->empty, stages, kWarps);
    }
  for (const StagedInput &staged : stagedInputs) {
    init(staged.full, warpgroups, 1);
    init(staged.empty, warpgroups, kWarps);
  }
  if (hasPlan()) {
    init(layout.planFull, 2, 1);
    // All warps that widen or consume, and the producer.
    init(layout.planEmpty, 2,
         kWarps * (getNumWarpgroups(group, schedule) - 1) + 1);
  }
  ops.fenceBarriers();
}

//===----------------------------------------------------------------------===//
// The work of a block
//===----------------------------------------------------------------------===//

SmallVector<Value>
WarpgroupKernel::forEachTile(ValueRange inits,
                             llvm::function_ref<Values(Values)> body) {
  if (dealsRanges(schedule))
    return forEachTileOfRange(inits, body);
  Value block = ops.blockId(), grid = ops.gridSize();
  if (!isUneven || schedule.getBlocks() == 0) {
    return ops.loop(
        block, numTiles, grid, inits, [&](Value number, Values carried) {
          locateTile(number);
          tile.hasNext = ops.compare(arith::CmpIPredicate::slt,
                                     ops.add(number, grid), numTiles);
          return body(carried);
        });
  }
  Value one = ops.constant(1), zero = ops.constant(0);
  // A long tile and a short one of the same batch make about the same work
  // everywhere, and neighbouring blocks share keys and values.
  if (inPairs) {
    auto getPair = [&](Value round) {
      return ops.add(ops.mul(ops.shiftRight(round, 1), grid), block);
    };
    Value pairs = ops.shiftRight(numTiles, 1);
    Value rounds = ops.sub(ops.add(pairs, ops.add(grid, -1)), block);
    rounds = ops.mul(ops.div(rounds, grid), 2);
    return ops.loop(zero, rounds, one, inits, [&](Value round, Values carried) {
      locateTile(ops.add(ops.mul(getPair(round), 2), ops.bitAnd(round, 1)));
      tile.hasNext =
          ops.compare(arith::CmpIPredicate::slt, ops.add(round, one), rounds);
      return body(carried);
    });
  }
  // Tiles are sorted by length, the longest first: every other round runs
  // backwards, so that each block has about the same work.
  auto getNumber = [&](Value round) {
    Value back = ops.sub(ops.add(grid, -1), block);
    Value isEven =
        ops.compare(arith::CmpIPredicate::eq, ops.bitAnd(round, 1), zero);
    return ops.add(ops.mul(round, grid), ops.select(isEven, block, back));
  };
  Value rounds = ops.div(numTiles, grid);
  Value hasMore =
      ops.compare(arith::CmpIPredicate::slt, getNumber(rounds), numTiles);
  rounds = ops.add(rounds, ops.select(hasMore, one, zero));
  return ops.loop(zero, rounds, one, inits, [&](Value round, Values carried) {
    locateTile(getNumber(round));
    tile.hasNext =
        ops.compare(arith::CmpIPredicate::slt, ops.add(round, one), rounds);
    return body(carried);
  });
}

/// True for a dimension of the batch along which an input repeats that has an
/// element for each row and position: its elements come from the L2 cache where
/// tiles that share them are neighbours.
bool WarpgroupKernel::isShared(unsigned batchDim) {
  return llvm::any_of(inputs, [&](const Memory &memory) {
    return memory.tensor.has(group.getAxis()) &&
           llvm::any_of(group.getRows(),
                        [&](unsigned dim) { return memory.tensor.has(dim); }) &&
           !memory.tensor.has(batchDim);
  });
}

void WarpgroupKernel::locateTile(Value number) {
  // Neighbouring blocks share keys and values. Uneven tiles: see forEachTile.
  tile.number = number;
  tile.segment = Value();
  if (schedule.getSegments() > 1) {
    Value segments = ops.constant(schedule.getSegments());
    tile.segment = ops.rem(number, segments);
    number = ops.div(number, segments);
  }
  Value block, rest;
  positions.assign(fold.getNumDims(), Value());
  if (inPairs) {
    Value pairs = ops.shiftRight(rowBlocks, 1);
    Value pair = ops.shiftRight(number, 1);
    Value isLast = ops.compare(arith::CmpIPredicate::eq, ops.bitAnd(number, 1),
                               ops.constant(0));
    rest = ops.div(pair, pairs);
    block = ops.rem(pair, pairs);
    block = ops.select(isLast, ops.sub(ops.add(rowBlocks, -1), block), block);
  } else if (isUneven) {
    Value batches = ops.div(numRowTiles, rowBlocks);
    rest = ops.rem(number, batches);
    block = ops.sub(ops.add(rowBlocks, -1), ops.div(number, batches));
  } else {
    for (unsigned dim : llvm::reverse(group.getBatch()))
      if (isShared(dim)) {
        positions[dim] = ops.rem(number, getSize(dim));
        number = ops.div(number, getSize(dim));
      }
    block = ops.rem(number, rowBlocks);
    rest = ops.div(number, rowBlocks);
  }
  tile.firstRow = ops.mul(block, getBlockRows(schedule));
  SmallVector<unsigned> batch = llvm::filter_to_vector(
      group.getBatch(), [&](unsigned dim) { return !positions[dim]; });
  for (unsigned dim : llvm::reverse(batch)) {
    if (dim == batch.front()) {
      positions[dim] = rest;
      break;
    }
    Value size = getSize(dim);
    positions[dim] = ops.rem(rest, size);
    rest = ops.div(rest, size);
  }
  locateAxis();
  if (tile.segment)
    locateSegment();
  if (share.firstTile)
    locatePart();
}

std::pair<Value, Value> WarpgroupKernel::getStage(Value count, int64_t stages) {
  Value stage = ops.bitAnd(count, stages - 1);
  Value parity = ops.bitAnd(ops.shiftRight(count, llvm::Log2_64(stages)), 1);
  return {stage, parity};
}

void WarpgroupKernel::ifAnyTile(llvm::function_ref<void()> body) {
  if (!mayBeEmpty)
    return body();
  ops.branch(
      ops.compare(arith::CmpIPredicate::sgt, getLength(), ops.constant(0)),
      body);
}
