//===- SynchronousKernel.cpp - The kernel in sm_80's instructions ---------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Registers of mma.sync are those of wgmma, warp by warp: a product of 64 rows
// is four of 16, and so the fold's own code is the same. All threads of a block
// load the next tile of the axis by cp.async, into the places where TMA would
// put it, and then compute this one.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace redfuser;

using Values = SmallVector<Value>;

/// Bytes of a copy, and 16-bit elements of it.
static constexpr int64_t kCopyBytes = 16, kCopyElements = 8;
/// Bytes of a row of a chunk.
static constexpr int64_t kRowBytes = kChunkColumns * 2;

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// The operand's rows from `firstRow` on: chunks of 64 columns, a row of one in
/// 128 bytes, with bits 4 to 6 of an address exchanged by its row's. What is
/// beyond the last row or column is zero.
void WarpgroupKernel::copyRows(const TiledOperand &operand, Value address,
                               Value firstRow, Value thread, int64_t threads) {
  Type i64 = b.getI64Type();
  auto toI64 = [&](Value value) {
    return b.createOrFold<arith::ExtSIOp>(loc, i64, value);
  };
  auto getI64 = [&](OpFoldResult value) {
    return b.createOrFold<arith::IndexCastOp>(
        loc, i64, getValueOrCreateConstantIndexOp(b, loc, value));
  };
  auto multiply = [&](Value lhs, Value rhs) {
    return b.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  };
  auto sum = [&](Value lhs, Value rhs) {
    return b.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  };
  // Elements in front of the first of the batch.
  Value first = getI64(b.getIndexAttr(operand.offset));
  Values coordinates = getCoordinates(operand, firstRow);
  for (auto [i, stride] : llvm::enumerate(operand.batchStrides))
    first = sum(first, multiply(toI64(coordinates[coordinates.size() - 1 - i]),
                                getI64(stride)));
  Value base = getI64(OpFoldResult(Value(
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, operand.base))));
  Value rowStride = getI64(operand.rowStride);
  Value numRows =
      ops.toI32(getValueOrCreateConstantIndexOp(b, loc, operand.rowSize));
  Type pointer = LLVM::LLVMPointerType::get(b.getContext(), /*global=*/1);

  int64_t chunks = llvm::divideCeil(operand.columns, kChunkColumns);
  int64_t pieces = chunks * (kRowBytes / kCopyBytes);
  Value two = arith::ConstantIntOp::create(b, loc, i64, 2);
  ops.loop(
      thread, ops.constant(operand.boxRows * pieces), ops.constant(threads), {},
      [&](Value piece, Values) {
        Value row = ops.div(piece, ops.constant(pieces));
        Value inRow = ops.rem(piece, ops.constant(pieces));
        Value column = ops.mul(inRow, kCopyElements);
        Value position = ops.add(firstRow, row);
        Value left = ops.mul(ops.sub(ops.constant(operand.columns), column), 2);
        Value bytes =
            ops.max(ops.min(left, ops.constant(kCopyBytes)), ops.constant(0));
        Value exists =
            ops.compare(arith::CmpIPredicate::slt, position, numRows);
        bytes = ops.select(exists, bytes, ops.constant(0));
        Value element = sum(sum(first, multiply(toI64(position), rowStride)),
                            toI64(column));
        Value from = sum(base, multiply(element, two));
        // Nothing is read of what does not exist, but its address should be.
        Value isRead =
            ops.compare(arith::CmpIPredicate::sgt, bytes, ops.constant(0));
        from = ops.select(isRead, from, base);
        Value inChunk = ops.bitXor(ops.bitAnd(inRow, 7), ops.bitAnd(row, 7));
        Value chunk =
            ops.mul(ops.shiftRight(inRow, 3), operand.boxRows * kRowBytes);
        Value to = ops.add(
            ops.add(address, chunk),
            ops.add(ops.mul(row, kRowBytes), ops.mul(inChunk, kCopyBytes)));
        Value source = LLVM::IntToPtrOp::create(b, loc, pointer, from);
        ops.copyAsync(to, source, bytes);
        return Values();
      });
}

/// Key and value of the tile that comes at `step`, into its stage.
void WarpgroupKernel::copyTile(Value step) {
  Value stage = getKeyStage(step).first;
  Value firstKey = ops.mul(getTileNumber(step), schedule.getKeys());
  Value thread = ops.threadId();
  int64_t threads = kWarpgroupThreads * schedule.getWarpgroups();
  Value keyAddress =
      ops.add(ops.mul(stage, layout.keyBytes), ops.add(shared, layout.key));
  Value valueAddress =
      ops.add(ops.mul(stage, layout.valueBytes), ops.add(shared, layout.value));
  copyRows(key, keyAddress, firstKey, thread, threads);
  copyRows(value, valueAddress, firstKey, thread, threads);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The lane's address of the first of four 8x8 matrices of the right operand,
/// in the order of registers of two products side by side. Rows of memory are
/// the product's columns, or with `isTransposed` positions along the sum.
Value WarpgroupKernel::getMatrixAddress(Value base, bool isTransposed) {
  Value matrix = ops.shiftRight(lane, 3), inMatrix = ops.bitAnd(lane, 7);
  Value odd = ops.bitAnd(matrix, 1), high = ops.shiftRight(matrix, 1);
  Value row = ops.add(ops.mul(isTransposed ? odd : high, 8), inMatrix);
  Value column = ops.bitXor(isTransposed ? high : odd, inMatrix);
  return ops.add(base,
                 ops.add(ops.mul(row, kRowBytes), ops.mul(column, kCopyBytes)));
}

Values WarpgroupKernel::multiplyScores(Value stage) {
  Value zero = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0f));
  int64_t keys = schedule.getKeys();
  Values scores(keys / 2, zero);
  Value first =
      ops.add(ops.mul(stage, layout.keyBytes), ops.add(shared, layout.key));
  Value address = getMatrixAddress(first, /*isTransposed=*/false);
  Value queryFirst = ops.add(ops.mul(warpgroup, layout.queryBytes),
                             ops.add(shared, layout.query));
  Value queryAddress = getFragmentAddress(queryFirst);
  for (int64_t step = 0, e = llvm::divideCeil(group.getDepth(), 16); step < e;
       ++step) {
    Value inChunk = ops.constant(step % 4 * 32);
    Values left;
    if (queryRegisters.empty())
      left = ops.loadMatrices(ops.add(ops.bitXor(queryAddress, inChunk),
                                      step / 4 * kWarpgroupRows * kRowBytes));
    else
      left.assign(queryRegisters.begin() + 4 * step,
                  queryRegisters.begin() + 4 * step + 4);
    Value stepAddress =
        ops.add(ops.bitXor(address, inChunk), step / 4 * keys * kRowBytes);
    for (int64_t key = 0; key < keys; key += 16) {
      Values right = ops.loadMatrices(ops.add(stepAddress, key * kRowBytes));
      for (int64_t half = 0; half < 2; ++half) {
        size_t at = key / 2 + 4 * half;
        Values sums = ops.multiply(ArrayRef(scores).slice(at, 4), left,
                                   ArrayRef(right).slice(2 * half, 2),
                                   group.getElementType());
        llvm::copy(sums, scores.begin() + at);
      }
    }
  }
  return scores;
}

Values WarpgroupKernel::multiplyFactor(Values acc, ArrayRef<Value> factor,
                                       Value stage) {
  int64_t keys = schedule.getKeys();
  Value first =
      ops.add(ops.mul(stage, layout.valueBytes), ops.add(shared, layout.value));
  Value address = getMatrixAddress(first, /*isTransposed=*/true);
  for (int64_t at = 0, e = acc.size(); at < e; at += 8) {
    // Sixteen columns, or the last eight.
    int64_t column = 2 * at;
    Value inChunk = ops.constant(column % kChunkColumns * 2);
    Value columnAddress = ops.add(ops.bitXor(address, inChunk),
                                  column / kChunkColumns * keys * kRowBytes);
    for (int64_t step = 0; step < keys / 16; ++step) {
      Values right = ops.loadMatrices(
          ops.add(columnAddress, step * 16 * kRowBytes), /*isTransposed=*/true);
      for (int64_t half = 0; half < 2 && at + 4 * half < e; ++half) {
        Values sums = ops.multiply(
            ArrayRef(acc).slice(at + 4 * half, 4), factor.slice(4 * step, 4),
            ArrayRef(right).slice(2 * half, 2), group.getElementType());
        llvm::copy(sums, acc.begin() + at + 4 * half);
      }
    }
  }
  return acc;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The tile of the axis at `step`, whose copies were issued before; `before` is
/// null for the first one.
WarpgroupKernel::Progress
WarpgroupKernel::foldTileSynchronously(const Progress *before, Value step,
                                       const Variant &variant) {
  ops.waitCopies();
  // All copies are there, and nobody reads the other stage any more.
  ops.syncBlock();
  Value following = ops.add(step, 1);
  ops.branch(ops.compare(arith::CmpIPredicate::slt, following, getLength()),
             [&] { copyTile(following); });
  Value stage = getKeyStage(step).first;
  Value firstKey = getFirstKey(step, variant);
  loadElementInputs(variant, firstKey, Loads::Early);
  Values scores = multiplyScores(stage);
  loadElementInputs(variant, firstKey, Loads::Late);
  Progress next;
  Values factor;
  next.state = foldTile(variant, scores, firstKey,
                        before ? &before->state : nullptr, factor);
  next.applied = next.state;
  if (before) {
    next.acc = correctProduct(before->acc, before->state, next.state);
  } else {
    Value zero = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0f));
    next.acc.assign(getAccSize(), zero);
  }
  next.acc = multiplyFactor(next.acc, packFactor(factor), stage);
  return next;
}

/// The whole axis; there is at least one tile.
WarpgroupKernel::Progress WarpgroupKernel::foldSynchronously() {
  Value zero = ops.constant(0), one = ops.constant(1);
  copyTile(zero);
  Progress progress =
      foldTileSynchronously(nullptr, zero, hasBorder ? border : inner);
  forEachSegment(
      getLength(), [&](Value from, Value to, const Variant &variant) {
        progress = unflatten(ops.loop(
            from, to, one, flatten(progress), [&](Value step, Values carried) {
              Progress before = unflatten(carried);
              return flatten(foldTileSynchronously(&before, step, variant));
            }));
      });
  return progress;
}

void WarpgroupKernel::emitSynchronousBody() {
  Value thread = ops.threadId();
  lane = ops.bitAnd(thread, 31);
  warp = ops.bitAnd(ops.shiftRight(thread, 5), 3);
  warpgroup = ops.uniform(ops.shiftRight(thread, 7));
  count = ops.constant(0);
  forEachTile({}, [&](Values) -> Values {
    llvm::SaveAndRestore savedLane(lane, ops.hide(lane));
    llvm::SaveAndRestore savedWarp(warp, ops.hide(warp));
    locateRows();
    loadRowInputs();
    // Nobody reads the tile before any more.
    ops.syncBlock();
    Value ownRows = ops.mul(warpgroup, kWarpgroupRows);
    copyRows(query,
             ops.add(ops.mul(warpgroup, layout.queryBytes),
                     ops.add(shared, layout.query)),
             ops.add(tile.firstRow, ownRows),
             ops.bitAnd(ops.threadId(), kWarpgroupThreads - 1),
             kWarpgroupThreads);
    ops.waitCopies();
    ops.syncBlock();
    loadRows();
    if (!mayBeEmpty) {
      readOut(foldSynchronously());
      return {};
    }
    Values empty = flatten(getEmptyProgress());
    Values results = ops.branch(
        ValueRange(empty).getTypes(),
        ops.compare(arith::CmpIPredicate::sgt, getLength(), ops.constant(0)),
        [&] { return flatten(foldSynchronously()); }, [&] { return empty; });
    readOut(unflatten(results));
    return {};
  });
}
