//===- RowRingState.cpp - States of rows in a ring ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warps that have folded their part of a row send its state to the blocks of
// the row. A warp of its own merges what it gets (`mergeRows`), writes what
// rows have as results, and tells its block the row's state. Where all blocks
// share each row and read it out, it sends the block's state to all of them
// through memory, and one more warp waits for those of the others
// (`gatherRows`), so that nobody waits longer for the next row's.
//
// States go through a few buffers. A warp sends that of a row only when that of
// the row before the last is known, for which all others have sent theirs, and
// so have known that of the row two before: the one that used the buffer last.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "RowSchedule.h"

#include "../Utils/BlockFlags.h"
#include "../Utils/BlockMessages.h"
#include "../Utils/SharedBarriers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

static int64_t getWordBytes(Type type) {
  return type.getIntOrFloatBitWidth() / 8;
}

Type redfuser::getRingWordType(OpBuilder &b, Type type) {
  return b.getIntegerType(type.getIntOrFloatBitWidth() > 32 ? 64 : 32);
}

static Value toWord(OpBuilder &b, Location loc, Value value) {
  Type type = value.getType(), word = getRingWordType(b, type);
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  if (type != bits)
    value = arith::BitcastOp::create(b, loc, bits, value);
  return bits == word ? value : arith::ExtUIOp::create(b, loc, word, value);
}

static Value fromWord(OpBuilder &b, Location loc, Value word, Type type) {
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  if (word.getType() != bits)
    word = arith::TruncIOp::create(b, loc, bits, word);
  return type == bits ? word : arith::BitcastOp::create(b, loc, type, word);
}

/// Which buffer is the round's, and the parity of its phase.
static std::pair<Value, Value> getBuffer(OpBuilder &b, Location loc,
                                         Value round) {
  Value buffer =
      arith::AndIOp::create(b, loc, round, getI32(b, loc, kStateBuffers - 1));
  Value phase = arith::ShRUIOp::create(
      b, loc, round, getI32(b, loc, llvm::Log2_64(kStateBuffers)));
  phase = arith::AndIOp::create(b, loc, phase, getI32(b, loc, 1));
  buffer = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), buffer);
  return {buffer, phase};
}

//===----------------------------------------------------------------------===//
// The threads that compute
//===----------------------------------------------------------------------===//

void RowKernel::sendState(const State &state, Value round) {
  State merged = mergeLanes(state, threads->getNumLanes());
  int64_t warps = threads->getNumWarps(), cluster = schedule.getCluster();
  Value buffer = getBuffer(b, loc, round).first;
  Value barrier = offsetAddress(b, loc, ring->sent, buffer, kBarrierBytes);
  Value entry =
      arith::MulIOp::create(b, loc, buffer, getIndex(b, loc, cluster * warps));
  entry = arith::AddIOp::create(b, loc, entry, threads->getWarp());
  if (cluster > 1)
    entry = arith::AddIOp::create(
        b, loc, entry,
        arith::MulIOp::create(b, loc, segment, getIndex(b, loc, warps)));
  Value sends =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                            threads->getLane(), getIndex(b, loc, cluster));
  if (cluster == 1) {
    emitIf({}, sends, [&](OpBuilder &, Location) {
      for (auto [view, value] : llvm::zip_equal(ring->states, merged))
        memref::StoreOp::create(b, loc, toWord(b, loc, value), view, entry);
      arriveAtBarrier(b, loc, barrier);
      scf::YieldOp::create(b, loc);
    });
    return;
  }
  int64_t bytes = 0;
  for (Value view : ring->states)
    bytes += warps * cluster *
             getWordBytes(cast<MemRefType>(view.getType()).getElementType());
  emitIf({}, isFirstThread(), [&](OpBuilder &, Location) {
    arriveAndExpect(b, loc, barrier, getI32(b, loc, bytes));
    scf::YieldOp::create(b, loc);
  });
  emitIf({}, sends, [&](OpBuilder &, Location) {
    auto toTarget = [&](Value address) -> Value {
      return arith::AddIOp::create(b, loc, address, ring->distance);
    };
    for (auto [view, value] : llvm::zip_equal(ring->states, merged)) {
      Value word = toWord(b, loc, value);
      Value address = offsetAddress(b, loc, getSharedAddress(b, loc, view),
                                    entry, getWordBytes(word.getType()));
      sendWord(b, loc, toTarget(address), word, toTarget(barrier));
    }
    scf::YieldOp::create(b, loc);
  });
}

/// Waits until a row has been merged; its state, if something is read out.
RowKernel::State RowKernel::awaitState(Value round) {
  auto [buffer, phase] = getBuffer(b, loc, round);
  waitAtBarrier(
      b, loc, offsetAddress(b, loc, ring->known, buffer, kBarrierBytes), phase);
  State state;
  if (!group.hasReadouts())
    return state;
  for (auto [component, view] : llvm::enumerate(ring->finals)) {
    Value word = memref::LoadOp::create(b, loc, view, ValueRange{buffer});
    state.push_back(
        fromWord(b, loc, word, fold.getStateElementType(component)));
  }
  return state;
}

//===----------------------------------------------------------------------===//
// The warps that merge
//===----------------------------------------------------------------------===//

int64_t RowKernel::getLeader(RingWarp warp) const {
  return schedule.getThreads() + kWarpThreads * static_cast<int64_t>(warp);
}

bool RowKernel::waitsForAll() const {
  return schedule.getSegments() > 1 && group.hasReadouts();
}

void RowKernel::ifFirst(llvm::function_ref<void()> body) {
  emitIf({}, isFirstThread(), [&](OpBuilder &, Location) {
    body();
    scf::YieldOp::create(b, loc);
  });
}

void RowKernel::mergeRows(const Turn &turn) {
  leader = getLeader(RingWarp::Merges);
  forEachTile(
      turn, {}, /*lags=*/false, [&](Value round, Value tile, ValueRange) {
        locateTile(tile);
        auto [buffer, phase] = getBuffer(b, loc, round);
        waitAtBarrier(b, loc,
                      offsetAddress(b, loc, ring->sent, buffer, kBarrierBytes),
                      phase,
                      schedule.getCluster() > 1 ? BarrierScope::Cluster
                                                : BarrierScope::Block);
        State state = receiveState(round);
        if (waitsForAll()) {
          ifFirst([&] { sendToAll(state); });
        } else if (schedule.getSegments() > 1) {
          announceState({}, round);
          finishSegment(state);
        } else {
          announceRow(state, round);
        }
        return State();
      });
  leader = 0;
}

void RowKernel::gatherRows(const Turn &turn) {
  leader = getLeader(RingWarp::Gathers);
  int64_t count = schedule.getSegments(), lanes = threads->getNumLanes();
  forEachTile(
      turn, {}, /*lags=*/false, [&](Value round, Value tile, ValueRange) {
        locateTile(tile);
        // Each lane has the messages of some blocks, the last ones perhaps once
        // more.
        SmallVector<Value> indices;
        for (int64_t first = 0; first < count; first += lanes) {
          Value part = arith::AddIOp::create(b, loc, threads->getLane(),
                                             getIndex(b, loc, first));
          part =
              arith::MinUIOp::create(b, loc, part, getIndex(b, loc, count - 1));
          for (int64_t word = 0, e = getNumMessages(); word < e; ++word)
            indices.push_back(getMessage(part, word));
        }
        announceRow(receiveFromAll(indices), round);
        takeBack(indices);
        return State();
      });
  leader = 0;
}

/// Words of the state of a block.
int64_t RowKernel::getNumMessages() const {
  int64_t words = 0;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    words += llvm::divideCeil(
        fold.getStateElementType(i).getIntOrFloatBitWidth(), 32);
  return words;
}

void RowKernel::allocateMessages() {
  fold = group.getFold();
  Value each = getIndex(b, loc, schedule.getSegments() * getNumMessages());
  messages =
      createMessages(b, loc, b.createOrFold<arith::MulIOp>(loc, numRows, each));
}

/// Where a word of the row's state in block `part` is.
Value RowKernel::getMessage(Value part, int64_t word) {
  Value index = arith::MulIOp::create(b, loc, row,
                                      getIndex(b, loc, schedule.getSegments()));
  index = arith::AddIOp::create(b, loc, index, part);
  index =
      arith::MulIOp::create(b, loc, index, getIndex(b, loc, getNumMessages()));
  return arith::AddIOp::create(b, loc, index, getIndex(b, loc, word));
}

void RowKernel::sendToAll(const State &state) {
  int64_t number = 0;
  Type i32 = b.getI32Type();
  for (Value value : state) {
    Value word = toWord(b, loc, value);
    if (word.getType() == i32) {
      sendMessage(b, loc, messages, getMessage(segment, number++), word);
      continue;
    }
    Value high = arith::ShRUIOp::create(
        b, loc, word, arith::ConstantIntOp::create(b, loc, word.getType(), 32));
    for (Value half : {word, high})
      sendMessage(b, loc, messages, getMessage(segment, number++),
                  arith::TruncIOp::create(b, loc, i32, half));
  }
}

/// The state of the row, in the order of blocks, on all lanes of a warp.
RowKernel::State RowKernel::receiveFromAll(ArrayRef<Value> indices) {
  SmallVector<Value> words = waitForMessages(b, loc, messages, indices);
  NVVM::SyncWarpOp::create(b, loc, getI32(b, loc, -1));
  int64_t count = schedule.getSegments(), lanes = threads->getNumLanes();
  Type i64 = b.getI64Type();
  Value segments = getIndex(b, loc, count);
  State identity = getIdentity(), state;
  auto next = words.begin();
  for (int64_t first = 0; first < count; first += lanes) {
    Value part = arith::AddIOp::create(b, loc, threads->getLane(),
                                       getIndex(b, loc, first));
    Value exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         part, segments);
    State received;
    for (auto [component, neutral] : llvm::enumerate(identity)) {
      Type type = fold.getStateElementType(component);
      Value word = *next++;
      if (getRingWordType(b, type) == i64) {
        Value low = arith::ExtUIOp::create(b, loc, i64, word);
        Value high = arith::ExtUIOp::create(b, loc, i64, *next++);
        high = arith::ShLIOp::create(
            b, loc, high, arith::ConstantIntOp::create(b, loc, i64, 32));
        word = arith::OrIOp::create(b, loc, low, high);
      }
      received.push_back(arith::SelectOp::create(
          b, loc, exists, fromWord(b, loc, word, type), neutral));
    }
    state = state.empty() ? received : mergePair(state, received);
  }
  return mergeLanes(state, lanes);
}

/// The last block that has received all messages of a row clears them.
void RowKernel::takeBack(ArrayRef<Value> indices) {
  Type i32 = b.getI32Type();
  auto arrive = [&](OpBuilder &, Location) {
    Value isLast =
        arriveAtFlag(b, loc, flags, row, getI32(b, loc, schedule.getSegments()),
                     /*isOrdered=*/false);
    Value word = arith::ExtUIOp::create(b, loc, i32, isLast);
    scf::YieldOp::create(b, loc, word);
  };
  Value last = emitIf(i32, isFirstThread(), arrive, [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc, getI32(b, loc, 0));
               }).front();
  emitIf({}, shareWithWarp(last), [&](OpBuilder &, Location) {
    for (Value index : indices)
      clearMessage(b, loc, messages, index);
    scf::YieldOp::create(b, loc);
  });
}

/// Whether a lane's word (i32) is not zero.
Value RowKernel::shareWithWarp(Value word) {
  auto combine = [&](ValueRange lhs, ValueRange rhs) {
    return SmallVector<Value>{
        arith::OrIOp::create(b, loc, lhs.front(), rhs.front())};
  };
  word = threads
             ->reduceLanes(b, loc, word, threads->getNumLanes(),
                           /*isSymmetric=*/true, combine)
             .front();
  NVVM::SyncWarpOp::create(b, loc, getI32(b, loc, -1));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, word,
                               getI32(b, loc, 0));
}

/// With the state of all of the row.
void RowKernel::announceRow(const State &state, Value round) {
  State final = addPoints(mergePair(getInit(), state));
  announceState(final, round);
  setRowValues(final);
  emitRowOutputs();
}

/// Tells the threads that compute a row's state, or, where nothing is read out,
/// that it has been merged.
void RowKernel::announceState(const State &state, Value round) {
  Value buffer = getBuffer(b, loc, round).first;
  ifFirst([&] {
    if (group.hasReadouts())
      for (auto [view, value] : llvm::zip_equal(ring->finals, state))
        memref::StoreOp::create(b, loc, toWord(b, loc, value), view,
                                ValueRange{buffer});
    arriveAtBarrier(b, loc,
                    offsetAddress(b, loc, ring->known, buffer, kBarrierBytes));
  });
}

RowKernel::State RowKernel::addPoints(State state) {
  emitPoints();
  for (unsigned i = 0, e = state.size(); i < e; ++i)
    if (Value point = points.lookup(i))
      state[i] = fold.getMonoid(i).buildCombine(b, loc, state[i], point);
  return state;
}

void RowKernel::storePartials(const State &state) {
  for (auto [partial, value] : llvm::zip_equal(partials, state))
    memref::StoreOp::create(b, loc, value, partial, ValueRange{row, segment});
}

/// The last block of a row to come here merges the states of all.
void RowKernel::finishSegment(const State &state) {
  Type i32 = b.getI32Type();
  Value none = getI32(b, loc, 0);
  auto arrive = [&](OpBuilder &, Location) {
    storePartials(state);
    Value isLast = arriveAtFlag(b, loc, flags, row,
                                getI32(b, loc, schedule.getSegments()));
    Value word = arith::ExtUIOp::create(b, loc, i32, isLast);
    scf::YieldOp::create(b, loc, word);
  };
  Value last = emitIf(i32, isFirstThread(), arrive, [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc, none);
               }).front();
  emitIf({}, shareWithWarp(last), [&](OpBuilder &, Location) {
    Value own = segment;
    State merged = mergePartials(/*isWarp=*/true);
    segment = Value();
    setRowValues(addPoints(mergePair(getInit(), merged)));
    emitRowOutputs();
    segment = own;
    scf::YieldOp::create(b, loc);
  });
}

/// The state of the row, or of the block's part of it, on all lanes of a warp.
RowKernel::State RowKernel::receiveState(Value round) {
  int64_t entries = schedule.getCluster() * threads->getNumWarps();
  int64_t lanes = std::min<int64_t>(entries, threads->getNumLanes());
  Value first = arith::MulIOp::create(b, loc, getBuffer(b, loc, round).first,
                                      getIndex(b, loc, entries));
  Value lane = arith::RemUIOp::create(b, loc, threads->getLane(),
                                      getIndex(b, loc, lanes));
  first = arith::AddIOp::create(b, loc, first, lane);
  State state;
  for (int64_t i = 0; i < entries; i += lanes) {
    Value entry = arith::AddIOp::create(b, loc, first, getIndex(b, loc, i));
    State part;
    for (auto [component, view] : llvm::enumerate(ring->states))
      part.push_back(fromWord(b, loc,
                              memref::LoadOp::create(b, loc, view, entry),
                              fold.getStateElementType(component)));
    state = i == 0 ? part : mergePair(state, part);
  }
  return mergeLanes(state, lanes);
}
