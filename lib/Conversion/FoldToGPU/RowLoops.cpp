//===- RowLoops.cpp - Loops over the pieces of a row ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a row longer than a block's registers needs: loops over its pieces, and
// shared memory that keeps pieces from one loop to the next. Each thread finds
// there what it put there itself, so no barrier is needed.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "RowSchedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

SmallVector<const RowMemory *> RowKernel::getKeptInputs() const {
  SmallVector<const RowMemory *> kept;
  for (const RowMemory *memory : getReadoutInputs())
    if (memory->contiguous && llvm::is_contained(getFoldInputs(), memory))
      kept.push_back(memory);
  return kept;
}

int64_t RowKernel::getPieceElements() const {
  return schedule.getThreads() * schedule.getUnroll() * schedule.getVector();
}

int64_t RowKernel::getNumKept() const {
  // A ring keeps pieces in its stages.
  if (schedule.getKeep() != RowKeep::Shared || schedule.getStages() > 0)
    return 0;
  int64_t bytes = 0;
  for (const RowMemory *memory : getKeptInputs())
    bytes += getPieceElements() * schedule.getRows() *
             memory->getElementType().getIntOrFloatBitWidth() / 8;
  if (bytes == 0)
    return 0;
  // Less what aligning each may cost.
  int64_t free = sharedBudget - getScratchBytes(group, schedule) -
                 16 * static_cast<int64_t>(getKeptInputs().size());
  int64_t pieces = *staticAxis / getPieceElements();
  return std::min<int64_t>(llvm::divideCeil(pieces, getNumParts()),
                           std::max<int64_t>(0, free) / bytes);
}

void RowKernel::allocateKept() {
  int64_t kept = getNumKept();
  if (kept == 0)
    return;
  for (const RowMemory *memory : getKeptInputs())
    sharedViews[memory] = shared.allocate(
        b, loc, {schedule.getRows() * kept * getPieceElements()},
        memory->getElementType());
}

/// Where vector `index` of the thread is kept.
Value RowKernel::getSharedIndex(const RowChunk &chunk, unsigned index) {
  Value vector =
      arith::AddIOp::create(b, loc, threads->getThread(),
                            getIndex(b, loc, index * schedule.getThreads()));
  Value element = arith::MulIOp::create(b, loc, vector,
                                        getIndex(b, loc, schedule.getVector()));
  Value piece = arith::MulIOp::create(b, loc, chunk.number,
                                      getIndex(b, loc, getPieceElements()));
  element = arith::AddIOp::create(b, loc, element, piece);
  if (schedule.getRows() == 1)
    return element;
  Value row = arith::MulIOp::create(
      b, loc, threads->getRow(),
      getIndex(b, loc, getNumKept() * getPieceElements()));
  return arith::AddIOp::create(b, loc, row, element);
}

void RowKernel::keepShared(RowChunk &chunk) {
  for (const RowMemory *memory : getKeptInputs()) {
    Value view = sharedViews.lookup(memory);
    for (auto [i, vector] : llvm::enumerate(chunk.vectors[memory]))
      vector::StoreOp::create(
          b, loc, vector, view, ValueRange{getSharedIndex(chunk, i)},
          /*nontemporal=*/false, llvm::MaybeAlign(memory->alignment));
  }
}

void RowKernel::loadShared(RowChunk &chunk) {
  for (const RowMemory *memory : getKeptInputs()) {
    Value view = sharedViews.lookup(memory);
    for (unsigned i = 0, e = chunk.pieces.size(); i < e; ++i)
      chunk.vectors[memory].push_back(vector::LoadOp::create(
          b, loc, getVectorType(*memory), view,
          ValueRange{getSharedIndex(chunk, i)}, /*nontemporal=*/false,
          llvm::MaybeAlign(memory->alignment)));
  }
}

/// Pieces are numbered along the row. A segment takes each `segments`-th of
/// them; `chunk.number` counts its own.
RowKernel::State RowKernel::forEachChunk(
    ValueRange inits, llvm::function_ref<State(RowChunk &, ValueRange)> body) {
  int64_t segments = getNumParts();
  int64_t vectors = schedule.getThreads() * schedule.getUnroll();
  int64_t elements = getPieceElements();
  auto constant = [&](int64_t value) { return getIndex(b, loc, value); };
  Value zero = constant(0), one = constant(1);

  // Pieces that lie in the row as a whole: all but the first, if the row begins
  // inside of a vector, and the last.
  Value shifted = b.createOrFold<arith::AddIOp>(loc, axisSize, shift);
  Value count =
      b.createOrFold<arith::CeilDivUIOp>(loc, shifted, constant(elements));
  Value isEmpty = b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq,
                                                axisSize, zero);
  count = b.createOrFold<arith::SelectOp>(loc, isEmpty, zero, count);
  Value begin = zero;
  if (mayShift) {
    begin = arith::MinUIOp::create(b, loc, shift, one);
    begin = arith::MinUIOp::create(b, loc, begin, count);
  }
  Value end = b.createOrFold<arith::DivUIOp>(loc, shifted, constant(elements));
  end = b.createOrFold<arith::MaxUIOp>(loc, end, begin);
  Value numWhole = b.createOrFold<arith::SubIOp>(loc, end, begin);

  // The number of the segment's first piece from piece `bound` on.
  auto toLocal = [&](Value bound) -> Value {
    if (segments == 1)
      return bound;
    Value ahead = arith::AddIOp::create(b, loc, bound, constant(segments - 1));
    ahead = arith::SubIOp::create(b, loc, ahead, segment);
    return arith::DivUIOp::create(b, loc, ahead, constant(segments));
  };

  auto emitLoop = [&](Value lower, Value upper, ValueRange carried, bool isCut,
                      bool isKept) -> State {
    auto loop = scf::ForOp::create(b, loc, lower, upper, one, carried);
    OpBuilder::InsertionGuard guard(b);
    // A loop without results has its terminator already.
    if (carried.empty())
      b.setInsertionPoint(loop.getBody()->getTerminator());
    else
      b.setInsertionPointToStart(loop.getBody());
    RowChunk chunk;
    chunk.number = loop.getInductionVar();
    chunk.isKept = isKept;
    Value piece = chunk.number;
    if (segments > 1) {
      piece = arith::MulIOp::create(b, loc, piece, constant(segments));
      piece = arith::AddIOp::create(b, loc, piece, segment);
    }
    if (isCut) {
      Value behind = arith::AddIOp::create(b, loc, piece, numWhole);
      Value isHead = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                           piece, begin);
      piece = arith::SelectOp::create(b, loc, isHead, piece, behind);
    }
    Value first = arith::MulIOp::create(b, loc, piece, constant(vectors));
    chunk.firstVector = first;
    chunk.isCut = isCut;
    Value before = toLocal(begin);
    if (isCut)
      before = b.createOrFold<arith::SubIOp>(loc, before, toLocal(end));
    chunk.place = b.createOrFold<arith::SubIOp>(loc, chunk.number, before);
    SmallVector<RowGuard> guards(schedule.getUnroll());
    for (auto [i, rowGuard] : llvm::enumerate(guards)) {
      rowGuard.head = isCut && mayShift && i == 0;
      rowGuard.tail = isCut;
    }
    startChunk(chunk, first, guards);
    State next = body(chunk, loop.getRegionIterArgs());
    if (!carried.empty())
      scf::YieldOp::create(b, loc, next);
    return State(loop.getResults());
  };
  State state(inits);
  int64_t kept = getNumKept();
  if (!staticAxis || *staticAxis >= elements) {
    Value lower = toLocal(begin), upper = toLocal(end);
    if (kept > 0) {
      Value limit = b.createOrFold<arith::MinUIOp>(loc, upper, constant(kept));
      state = emitLoop(lower, limit, state, /*isCut=*/false, /*isKept=*/true);
      lower = b.createOrFold<arith::MaxUIOp>(loc, lower, limit);
    }
    if (kept == 0 || mayShift ||
        static_cast<int64_t>(
            llvm::divideCeil(*staticAxis / elements, segments)) > kept)
      state = emitLoop(lower, upper, state, /*isCut=*/false, /*isKept=*/false);
  }
  if (!staticAxis || mayShift || *staticAxis % elements != 0) {
    Value numCut = b.createOrFold<arith::SubIOp>(loc, count, numWhole);
    state = emitLoop(zero, toLocal(numCut), state, /*isCut=*/true,
                     /*isKept=*/false);
  }
  return state;
}
