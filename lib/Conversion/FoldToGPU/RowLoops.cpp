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

int64_t RowKernel::getPieceVectors() const {
  return schedule.getStages() > 0
             ? getRingVectors(group, schedule)
             : schedule.getThreads() * schedule.getUnroll();
}

int64_t RowKernel::getPieceElements() const {
  return getPieceVectors() * schedule.getVector();
}

int64_t RowKernel::getNumKept() const {
  // A ring keeps pieces in its stages.
  if (schedule.getKeep() != RowKeep::Shared || schedule.getStages() > 0)
    return 0;
  int64_t bytes = 0;
  for (const RowMemory *memory : getKeptInputs())
    bytes += getPieceElements() * schedule.getRows() * memory->getBytes();
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

/// Pieces are numbered along the row, and blocks that share it take them in
/// turn; `chunk.number` counts a block's own. The last piece has the elements
/// at the ends of the row.
RowKernel::State
RowKernel::forEachChunk(ValueRange inits,
                        llvm::function_ref<State(RowChunk &, ValueRange)> body,
                        int64_t held) {
  int64_t parts = getNumParts(), vectors = getPieceVectors();
  int64_t unroll = llvm::divideCeil(vectors, schedule.getThreads());
  auto constant = [&](int64_t value) { return getIndex(b, loc, value); };
  Value zero = constant(0), one = constant(1);
  // Where all rows have as many whole pieces, their number is known, and what
  // is left of the row.
  int64_t least = getLeastVectors(), most = -1;
  if (staticAxis)
    most = *staticAxis / schedule.getVector();
  bool isRegular = staticAxis && least / vectors == most / vectors;
  Value numWhole =
      isRegular
          ? constant(most / vectors)
          : b.createOrFold<arith::DivUIOp>(loc, numVectors, constant(vectors));

  auto startChunk = [&](RowChunk &chunk, Value number) {
    chunk.number = number;
    Value piece = number;
    if (parts > 1) {
      piece = arith::MulIOp::create(b, loc, piece, constant(parts));
      piece = arith::AddIOp::create(b, loc, piece, segment);
    }
    chunk.firstVector = arith::MulIOp::create(b, loc, piece, constant(vectors));
  };
  auto emitLoop = [&](Value lower, Value upper, ValueRange carried,
                      bool isKept) -> State {
    auto loop = scf::ForOp::create(b, loc, lower, upper, one, carried);
    OpBuilder::InsertionGuard guard(b);
    // A loop without results has its terminator already.
    if (carried.empty())
      b.setInsertionPoint(loop.getBody()->getTerminator());
    else
      b.setInsertionPointToStart(loop.getBody());
    RowChunk chunk;
    chunk.isKept = isKept;
    startChunk(chunk, loop.getInductionVar());
    addVectors(chunk, chunk.firstVector, unroll, /*guarded=*/unroll);
    State next = body(chunk, loop.getRegionIterArgs());
    if (!carried.empty())
      scf::YieldOp::create(b, loc, next);
    return State(loop.getResults());
  };
  State state(inits);
  int64_t kept = getNumKept();
  for (int64_t number = 0; number < held; ++number) {
    RowChunk chunk;
    chunk.isHeld = true;
    startChunk(chunk, constant(number));
    addVectors(chunk, chunk.firstVector, unroll, /*guarded=*/unroll);
    state = body(chunk, state);
  }
  if (!staticAxis || most >= vectors) {
    // The number of the block's first piece that is not whole.
    Value lower = constant(held), upper = numWhole;
    if (parts > 1) {
      upper = arith::AddIOp::create(b, loc, upper, constant(parts - 1));
      upper = arith::SubIOp::create(b, loc, upper, segment);
      upper = arith::DivUIOp::create(b, loc, upper, constant(parts));
    }
    if (kept > 0) {
      Value limit = b.createOrFold<arith::MinUIOp>(loc, upper, constant(kept));
      state = emitLoop(lower, limit, state, /*isKept=*/true);
      lower = limit;
    }
    if (kept == 0 ||
        static_cast<int64_t>(llvm::divideCeil(most / vectors, parts)) > kept)
      state = emitLoop(lower, upper, state, /*isKept=*/false);
  }
  if (staticAxis && !mayShift && most % vectors == 0)
    return state;
  auto emitRest = [&](Value number) {
    RowChunk chunk;
    chunk.isRest = true;
    startChunk(chunk, number);
    int64_t guarded = 0, count = unroll;
    if (isRegular) {
      guarded = least % vectors / schedule.getThreads();
      count = llvm::divideCeil(most % vectors, schedule.getThreads());
    }
    addVectors(chunk, chunk.firstVector, count, guarded);
    addEnds(chunk);
    return body(chunk, state);
  };
  Value number = numWhole, isMine;
  if (!mayShift && !staticAxis) {
    Value rest = arith::RemUIOp::create(b, loc, numVectors, constant(vectors));
    isMine =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, rest, zero);
  }
  if (parts > 1) {
    number = arith::DivUIOp::create(b, loc, numWhole, constant(parts));
    Value turn = arith::RemUIOp::create(b, loc, numWhole, constant(parts));
    Value isTurn =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, turn, segment);
    isMine = isMine ? arith::AndIOp::create(b, loc, isMine, isTurn) : isTurn;
  }
  if (!isMine)
    return emitRest(number);
  State old = state;
  return State(emitIf(
      ValueRange(old).getTypes(), isMine,
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(b, loc, emitRest(number));
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, old); }));
}
