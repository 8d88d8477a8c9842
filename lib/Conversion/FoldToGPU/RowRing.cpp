//===- RowRing.cpp - Rows through a ring in shared memory -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread of a warp of its own copies the pieces of a row, and of the rows
// that follow, into the stages of a ring (`fillRing`); others fold them and
// read them out (`drainRing`), and send their states to another warp, which
// merges them (RowRingState.cpp). So what is on its way takes no registers, and
// does not end where a row does. Nothing here is a barrier of the block: warps
// wait for stages and for states.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "RowSchedule.h"

#include "../Utils/BlockFlags.h"
#include "../Utils/SharedBarriers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

void RowKernel::emitRing(StringRef name) {
  int64_t cluster = schedule.getCluster(), segments = schedule.getSegments();
  int64_t blocks = schedule.getBlocks();
  Value numTiles =
      b.createOrFold<arith::MulIOp>(loc, numRows, getIndex(b, loc, segments));
  Value grid = blocks > 0 ? getIndex(b, loc, blocks)
                          : b.createOrFold<arith::MulIOp>(
                                loc, numTiles, getIndex(b, loc, cluster));
  if (segments > 1)
    flags = createFlags(b, loc, getAsOpFoldResult(numRows));
  if (takesTickets(group, schedule))
    flags = createFlags(b, loc, b.getIndexAttr(1));
  if (waitsForAll())
    allocateMessages();
  else if (segments > 1)
    allocatePartials();
  emitLaunch(name, grid, [&] {
    Turn turn{launch.getBlockIds().x, numTiles,
              blocks > 0 ? getIndex(b, loc, blocks / cluster) : numTiles};
    if (cluster > 1) {
      Value size = getIndex(b, loc, cluster);
      segment = arith::RemUIOp::create(b, loc, turn.first, size);
      turn.first = arith::DivUIOp::create(b, loc, turn.first, size);
    }
    setUpRing();
    Value computes = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::ult, threads->getThread(),
        getIndex(b, loc, schedule.getThreads()));
    auto emitRole = [&](Value condition,
                        void (RowKernel::*role)(const Turn &)) {
      emitIf({}, condition, [&](OpBuilder &, Location) {
        (this->*role)(turn);
        scf::YieldOp::create(b, loc);
      });
    };
    auto isWarp = [&](RingWarp warp) -> Value {
      int64_t number = threads->getNumWarps() + static_cast<int64_t>(warp);
      return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                   threads->getWarp(),
                                   getIndex(b, loc, number));
    };
    emitRole(computes, &RowKernel::drainRing);
    emitRole(isWarp(RingWarp::Fills), &RowKernel::fillRing);
    emitRole(isWarp(RingWarp::Merges), &RowKernel::mergeRows);
    if (waitsForAll())
      emitRole(isWarp(RingWarp::Gathers), &RowKernel::gatherRows);
    // Nobody sends to a block that is gone.
    if (cluster > 1)
      threads->waitForCluster(b, loc, /*aligned=*/false);
  });
}

void RowKernel::setUpRing() {
  fold = group.getFold();
  int64_t stages = schedule.getStages();
  int64_t entries = schedule.getCluster() * threads->getNumWarps();
  ring.emplace();
  for (const RowMemory *memory : getFoldInputs())
    if (isRingInput(group, memory->tensor)) {
      ring->inputs.push_back(memory);
      ring->views.push_back(shared.allocate(
          b, loc, {stages * getPieceElements()}, memory->getElementType()));
    }
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    ring->states.push_back(
        shared.allocate(b, loc, {kStateBuffers * entries},
                        getRingWordType(b, fold.getStateElementType(i))));
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    ring->finals.push_back(
        shared.allocate(b, loc, {kStateBuffers},
                        getRingWordType(b, fold.getStateElementType(i))));
  if (takesTickets(group, schedule))
    setUpTickets();
  Value barriers =
      shared.allocate(b, loc, {2 * (stages + kStateBuffers)}, b.getI64Type());
  ring->full = getSharedAddress(b, loc, barriers);
  ring->empty = offsetAddress(b, loc, ring->full, getIndex(b, loc, stages),
                              kBarrierBytes);
  ring->sent = offsetAddress(b, loc, ring->full, getIndex(b, loc, 2 * stages),
                             kBarrierBytes);
  ring->known = offsetAddress(b, loc, ring->sent,
                              getIndex(b, loc, kStateBuffers), kBarrierBytes);

  Value thread = threads->getThread();
  auto init = [&](Value address, int64_t count, int64_t arrivals) {
    Value isOne = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                        thread, getIndex(b, loc, count));
    emitIf({}, isOne, [&](OpBuilder &, Location) {
      initBarrier(b, loc, offsetAddress(b, loc, address, thread, kBarrierBytes),
                  arrivals);
      scf::YieldOp::create(b, loc);
    });
  };
  init(ring->full, stages, 1);
  init(ring->empty, stages, threads->getNumWarps());
  // The warps of a block arrive themselves, what blocks send each other does.
  init(ring->sent, kStateBuffers,
       schedule.getCluster() > 1 ? 1 : threads->getNumWarps());
  init(ring->known, kStateBuffers, 1);
  if (ring->tickets)
    init(ring->named, kTickets, 1);
  NVVM::FenceMbarrierInitOp::create(b, loc);
  gpu::BarrierOp::create(b, loc);
  if (int64_t cluster = schedule.getCluster(); cluster > 1) {
    threads->joinCluster(b, loc, segment, cluster);
    // Each of the first lanes sends to one block.
    Value target = arith::RemUIOp::create(b, loc, threads->getLane(),
                                          getIndex(b, loc, cluster));
    target = arith::IndexCastOp::create(b, loc, b.getI32Type(), target);
    Value other = mapToBlock(b, loc, ring->full, target);
    ring->distance = arith::SubIOp::create(b, loc, other, ring->full);
  }
  for (const RowMemory *memory : ring->inputs) {
    Value base =
        memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memory->memref);
    Value rest =
        arith::AndIOp::create(b, loc, base, getIndex(b, loc, kBulkBytes - 1));
    Value isAligned = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                            rest, getIndex(b, loc, 0));
    ring->isAligned =
        ring->isAligned
            ? arith::AndIOp::create(b, loc, ring->isAligned, isAligned)
            : isAligned;
  }
}

void RowKernel::locateTile(Value tile) {
  if (schedule.getSegments() > 1) {
    Value segments = getIndex(b, loc, schedule.getSegments());
    segment = arith::RemUIOp::create(b, loc, tile, segments);
    tile = arith::DivUIOp::create(b, loc, tile, segments);
  }
  locateRow(tile);
  rowValues.clear();
}

/// `count` stages later, of which there are no more than the ring has.
RingCursor RowKernel::getNext(const RingCursor &cursor, int64_t count) {
  Value stages = getIndex(b, loc, schedule.getStages());
  Value next =
      arith::AddIOp::create(b, loc, cursor.stage, getIndex(b, loc, count));
  auto reaches =
      count == 1 ? arith::CmpIPredicate::eq : arith::CmpIPredicate::uge;
  Value wraps = arith::CmpIOp::create(b, loc, reaches, next, stages);
  Value begin = count == 1 ? getIndex(b, loc, 0)
                           : arith::SubIOp::create(b, loc, next, stages);
  Value flipped =
      arith::XOrIOp::create(b, loc, cursor.parity, getI32(b, loc, 1));
  return {arith::SelectOp::create(b, loc, wraps, begin, next),
          arith::SelectOp::create(b, loc, wraps, flipped, cursor.parity)};
}

//===----------------------------------------------------------------------===//
// The thread that copies
//===----------------------------------------------------------------------===//

void RowKernel::fillRing(const Turn &turn) {
  leader = getLeader(RingWarp::Fills);
  Value leads = isFirstThread();
  leader = 0;
  leads = arith::AndIOp::create(b, loc, leads, ring->isAligned);
  Value zero = getIndex(b, loc, 0);
  Value lanes = getIndex(b, loc, schedule.getVector());

  auto copyPiece = [&](RowChunk &chunk, const RingCursor &cursor) {
    Value one = getI32(b, loc, 1);
    auto getBarrier = [&](Value barriers) {
      return offsetAddress(b, loc, barriers, cursor.stage, kBarrierBytes);
    };
    SmallVector<Value> starts, counts;
    Value total = zero;
    Value count = getIndex(b, loc, getPieceElements());
    if (chunk.isRest) {
      count = arith::SubIOp::create(b, loc, numVectors, chunk.firstVector);
      count = arith::MulIOp::create(b, loc, count, lanes);
    }
    for (const RowMemory *memory : ring->inputs) {
      Value start = arith::MulIOp::create(b, loc, chunk.firstVector, lanes);
      start = arith::AddIOp::create(b, loc, start, memory->offset);
      start = arith::AddIOp::create(b, loc, start, head);
      Value size = getIndex(b, loc, memory->getBytes());
      starts.push_back(arith::MulIOp::create(b, loc, start, size));
      counts.push_back(arith::MulIOp::create(b, loc, count, size));
      total = arith::AddIOp::create(b, loc, total, counts.back());
    }
    auto toI32 = [&](Value value) -> Value {
      return arith::IndexCastOp::create(b, loc, b.getI32Type(), value);
    };
    waitAtBarrier(b, loc, getBarrier(ring->empty),
                  arith::XOrIOp::create(b, loc, cursor.parity, one));
    Value full = getBarrier(ring->full);
    arriveAndExpect(b, loc, full, toI32(total));
    for (auto [memory, view, start, count] :
         llvm::zip_equal(ring->inputs, ring->views, starts, counts)) {
      Value source = memref::ExtractAlignedPointerAsIndexOp::create(
          b, loc, memory->memref);
      source = arith::AddIOp::create(b, loc, source, start);
      source = arith::IndexCastOp::create(b, loc, b.getI64Type(), source);
      Value target =
          offsetAddress(b, loc, getSharedAddress(b, loc, view), cursor.stage,
                        getPieceElements() * memory->getBytes());
      Value bytes = toI32(count);
      auto copy = [&, target = target, source = source] {
        copyBulk(b, loc, target, source, bytes, full, /*isReadOnce=*/true);
      };
      // The last piece of a row may have no vector.
      if (!chunk.isRest || !mayShift) {
        copy();
        continue;
      }
      Value isAny =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, count, zero);
      emitIf({}, isAny, [&](OpBuilder &, Location) {
        copy();
        scf::YieldOp::create(b, loc);
      });
    }
  };

  emitIf({}, leads, [&](OpBuilder &, Location) {
    auto fill = [&](Value tile, ValueRange cursor) {
      locateTile(tile);
      return forEachChunk(cursor, [&](RowChunk &chunk, ValueRange carried) {
        RingCursor cursor{carried[0], carried[1]};
        copyPiece(chunk, cursor);
        RingCursor next = getNext(cursor);
        return State{next.stage, next.parity};
      });
    };
    State cursor{zero, getI32(b, loc, 0)};
    if (ring->tickets)
      takeEachTile(turn, cursor, fill);
    else
      forEachTile(turn, cursor, /*lags=*/false,
                  [&](Value, Value tile, ValueRange cursor) {
                    return fill(tile, cursor);
                  });
    scf::YieldOp::create(b, loc);
  });
}

//===----------------------------------------------------------------------===//
// The threads that compute
//===----------------------------------------------------------------------===//

void RowKernel::drainRing(const Turn &turn) {
  bool holds = group.hasReadouts() && schedule.getKeep() == RowKeep::Shared;
  // The next row is folded before this one is read out, if the ring has room
  // for both: so nobody waits for the states of others.
  bool isAhead = !holds || schedule.getStages() + schedule.getHeld() >=
                               2 * getMostPieces(group, schedule);
  Value zero = getIndex(b, loc, 0), zero32 = getI32(b, loc, 0);
  Value one = getI32(b, loc, 1);

  // Blocks that take tickets may all have rows.
  Value begins = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ult,
      ring->tickets ? getIndex(b, loc, 0) : turn.first, turn.count);
  emitIf({}, begins, [&](OpBuilder &, Location) {
    keepOfAllRows(turn);
    State inits{zero, zero32, zero, zero32};
    if (isAhead) {
      // The tile of the round before, and what registers hold of it.
      inits.push_back(turn.count);
      for (int64_t piece = 0; piece < schedule.getHeld(); ++piece)
        for (const RowMemory *memory : getHeldInputs())
          inits.append(
              llvm::divideCeil(getPieceVectors(), schedule.getThreads()),
              arith::ConstantOp::create(b, loc,
                                        b.getZeroAttr(getVectorType(*memory))));
    }
    auto getCursor = [](ValueRange values) {
      return RingCursor{values[0], values[1]};
    };
    auto flatten = [](const RingCursor &cursor, ValueRange held) {
      State values{cursor.stage, cursor.parity};
      llvm::append_range(values, held);
      return values;
    };
    auto drain = [&](Value round, Value tile, ValueRange old) -> State {
      RingCursor folded = getCursor(old);
      RingCursor finished = getCursor(old.drop_front(2));
      if (!isAhead) {
        locateTile(tile);
        folded = foldTile(round, folded, holds);
        finished = finishTile(round, finished, holds);
        return flatten(folded, flatten(finished, {}));
      }
      auto exists = [&](Value tile) -> Value {
        return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, tile,
                                     turn.count);
      };
      Value before = old[4];
      State heldBefore(old.drop_front(5));
      State next = flatten(folded, heldBefore);
      next = State(emitIf(
          ValueRange(next).getTypes(), exists(tile),
          [&](OpBuilder &, Location) {
            locateTile(tile);
            RingCursor cursor = foldTile(round, folded, holds);
            scf::YieldOp::create(b, loc, flatten(cursor, held));
          },
          [&](OpBuilder &, Location) {
            scf::YieldOp::create(b, loc, flatten(folded, heldBefore));
          }));
      held = heldBefore;
      finished = getCursor(emitIf(
          old.take_front(2).getTypes(), exists(before),
          [&](OpBuilder &, Location) {
            locateTile(before);
            Value last = arith::SubIOp::create(b, loc, round, one);
            scf::YieldOp::create(
                b, loc, flatten(finishTile(last, finished, holds), {}));
          },
          [&](OpBuilder &, Location) {
            scf::YieldOp::create(b, loc, flatten(finished, {}));
          }));
      State all(ValueRange(next).take_front(2));
      all.append({finished.stage, finished.parity, tile});
      llvm::append_range(all, ValueRange(next).drop_front(2));
      return all;
    };
    forEachTile(turn, inits, /*lags=*/isAhead, drain);
    scf::YieldOp::create(b, loc);
  });
}

/// Gains and biases of the block's pieces, where each thread finds its own.
void RowKernel::keepOfAllRows(const Turn &turn) {
  int64_t free = sharedBudget - shared.getNumBytes();
  int64_t pieces = getMostPieces(group, schedule);
  SmallVector<const RowMemory *> kept;
  // Any row will do, if there is no other for all.
  Value last = arith::SubIOp::create(b, loc, turn.count, getIndex(b, loc, 1));
  locateTile(ring->tickets
                 ? arith::MinUIOp::create(b, loc, turn.first, last).getResult()
                 : turn.first);
  for (const RowMemory *memory : getSharedInputs()) {
    SmallVector<int64_t> shape{pieces * getPieceElements()};
    Type type = memory->getElementType();
    free -= SharedMemory::getNumBytes(shape, type);
    if (free < 0)
      break;
    keptForAllRows[memory] = shared.allocate(b, loc, shape, type);
    kept.push_back(memory);
  }
  if (kept.empty())
    return;
  auto views = std::exchange(keptForAllRows, {});
  forEachChunk({}, [&](RowChunk &chunk, ValueRange) {
    unsigned count = chunk.getNumVectors();
    load(chunk, kept, 0, count);
    for (const RowMemory *memory : kept)
      for (unsigned i = 0; i < count; ++i) {
        auto store = [&] {
          vector::StoreOp::create(
              b, loc, chunk.vectors[memory][i], views.lookup(memory),
              ValueRange{getStageIndex(chunk.number, i)},
              /*nontemporal=*/false, llvm::MaybeAlign(memory->alignment));
        };
        if (!isBeyondPiece(i)) {
          store();
          continue;
        }
        emitIf({}, chunk.pieces[i].exists, [&](OpBuilder &, Location) {
          store();
          scf::YieldOp::create(b, loc);
        });
      }
    return State();
  });
  keptForAllRows = views;
}

/// Whether some threads have no vector `index` of a piece.
bool RowKernel::isBeyondPiece(unsigned index) const {
  return (index + 1) * schedule.getThreads() > getPieceVectors();
}

/// Where the thread's vector `index` of the piece with the given number is; the
/// piece's last one if there is none.
Value RowKernel::getStageIndex(Value number, unsigned index) {
  Value piece = arith::MulIOp::create(b, loc, number,
                                      getIndex(b, loc, getPieceElements()));
  Value vector =
      arith::AddIOp::create(b, loc, threads->getThread(),
                            getIndex(b, loc, index * schedule.getThreads()));
  if (isBeyondPiece(index))
    vector = arith::MinUIOp::create(b, loc, vector,
                                    getIndex(b, loc, getPieceVectors() - 1));
  vector = arith::MulIOp::create(b, loc, vector,
                                 getIndex(b, loc, schedule.getVector()));
  return arith::AddIOp::create(b, loc, piece, vector);
}

void RowKernel::loadKept(RowChunk &chunk) {
  for (auto [memory, view] : keptForAllRows)
    for (unsigned i = 0, e = chunk.getNumVectors(); i < e; ++i)
      chunk.vectors[memory].push_back(vector::LoadOp::create(
          b, loc, getVectorType(*memory), view,
          ValueRange{getStageIndex(chunk.number, i)}, /*nontemporal=*/false,
          llvm::MaybeAlign(memory->alignment)));
}

/// Waits for a stage, and takes its vectors. What cannot be copied is loaded
/// from where it is.
void RowKernel::loadStage(RowChunk &chunk, const RingCursor &cursor) {
  unsigned count = chunk.getNumVectors();
  SmallVector<Type> types;
  for (const RowMemory *memory : ring->inputs)
    types.append(count, getVectorType(*memory));
  ValueRange loaded = emitIf(
      types, ring->isAligned,
      [&](OpBuilder &, Location) {
        waitAtBarrier(
            b, loc,
            offsetAddress(b, loc, ring->full, cursor.stage, kBarrierBytes),
            cursor.parity);
        SmallVector<Value> vectors;
        for (auto [memory, view] : llvm::zip_equal(ring->inputs, ring->views))
          for (unsigned i = 0; i < count; ++i)
            vectors.push_back(vector::LoadOp::create(
                b, loc, getVectorType(*memory), view,
                ValueRange{getStageIndex(cursor.stage, i)},
                /*nontemporal=*/false, llvm::MaybeAlign(memory->alignment)));
        scf::YieldOp::create(b, loc, vectors);
      },
      [&](OpBuilder &, Location) {
        RowChunk direct;
        direct.pieces.assign(chunk.pieces.begin(),
                             chunk.pieces.begin() + count);
        load(direct, ring->inputs);
        SmallVector<Value> vectors;
        for (const RowMemory *memory : ring->inputs)
          llvm::append_range(vectors, direct.vectors[memory]);
        scf::YieldOp::create(b, loc, vectors);
      });
  for (const RowMemory *memory : ring->inputs) {
    chunk.vectors[memory] = SmallVector<Value>(loaded.take_front(count));
    loaded = loaded.drop_front(count);
  }
}

/// The elements at the ends of a row, which no stage has, are on their way
/// before anybody waits for stages or states.
void RowKernel::loadEnds(ArrayRef<const RowMemory *> memories) {
  ends.reset();
  RowChunk chunk;
  addEnds(chunk);
  load(chunk, memories);
  ends = std::move(chunk);
}

void RowKernel::releaseStage(const RingCursor &cursor) {
  // Or the copy could overtake loads that wait behind others.
  fenceForCopies(b, loc);
  NVVM::SyncWarpOp::create(b, loc, getI32(b, loc, -1));
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                            threads->getLane(), getIndex(b, loc, 0));
  emitIf({}, isFirst, [&](OpBuilder &, Location) {
    arriveAtBarrier(
        b, loc,
        offsetAddress(b, loc, ring->empty, cursor.stage, kBarrierBytes));
    scf::YieldOp::create(b, loc);
  });
}

/// What is read out of pieces that registers hold.
SmallVector<const RowMemory *> RowKernel::getHeldInputs() const {
  SmallVector<const RowMemory *> inputs, read = getReadoutInputs();
  for (const RowMemory *memory : ring->inputs)
    if (llvm::is_contained(read, memory))
      inputs.push_back(memory);
  return inputs;
}

/// Folds the block's pieces of a tile, and sends each warp's state to all
/// blocks of the row. With `holds` the stages are still needed.
RingCursor RowKernel::foldTile(Value round, const RingCursor &cursor,
                               bool holds) {
  // What has one position of the row is added to its final state.
  State carried = getIdentity();
  size_t size = carried.size();
  points.clear();
  for (unsigned i = 0; i < size; ++i)
    if (isPoint(i))
      points[i] = carried[i];
  carried.append({cursor.stage, cursor.parity});
  loadEnds(getFoldInputs());
  held.clear();
  State next = forEachChunk(
      carried,
      [&](RowChunk &chunk, ValueRange old) {
        RingCursor current{old[size], old[size + 1]};
        loadStage(chunk, current);
        if (!holds || chunk.isHeld)
          releaseStage(current);
        if (chunk.isHeld)
          for (const RowMemory *memory : getHeldInputs())
            for (Value vector : chunk.vectors[memory])
              held.push_back(keepPacked(vector));
        load(chunk, getFoldInputs());
        State state = foldChunk(chunk, State(old.take_front(size)));
        RingCursor following = getNext(current);
        state.append({following.stage, following.parity});
        return state;
      },
      schedule.getHeld());
  RingCursor end{next[size], next[size + 1]};
  next.resize(size);
  ends.reset();
  sendState(next, round);
  return end;
}

/// What is read out of a row, once its state is known.
RingCursor RowKernel::finishTile(Value round, const RingCursor &cursor,
                                 bool holds) {
  if (!group.hasReadouts()) {
    awaitState(round);
    return cursor;
  }
  loadEnds(getReadoutInputs());
  setRowValues(awaitState(round));
  emitFinalizers(/*forReadouts=*/true);
  State inits;
  ArrayRef<Value> rest = held;
  if (holds) {
    RingCursor first = cursor;
    if (schedule.getHeld() > 0)
      first = getNext(cursor, schedule.getHeld());
    inits = {first.stage, first.parity};
  }
  State next = forEachChunk(
      inits,
      [&](RowChunk &chunk, ValueRange old) {
        if (chunk.isHeld) {
          for (const RowMemory *memory : getHeldInputs()) {
            unsigned count = chunk.getNumVectors();
            chunk.vectors[memory] = SmallVector<Value>(rest.take_front(count));
            rest = rest.drop_front(count);
          }
        } else if (holds) {
          RingCursor current{old[0], old[1]};
          loadStage(chunk, current);
          releaseStage(current);
        }
        loadKept(chunk);
        emitReadouts(chunk);
        if (!holds || chunk.isHeld)
          return State(old);
        RingCursor following = getNext({old[0], old[1]});
        return State{following.stage, following.parity};
      },
      schedule.getHeld());
  ends.reset();
  return holds ? RingCursor{next[0], next[1]} : cursor;
}
