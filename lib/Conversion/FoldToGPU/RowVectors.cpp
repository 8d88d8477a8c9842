//===- RowVectors.cpp - Pieces of the axis in a thread's registers --------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors lie at multiples of their length in memory, not in the row: a row
// that begins between two starts with a vector that it shares with the row
// before. Elements outside of the row are neither read nor written; the values
// of terms there are replaced by the identity.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

static Value getIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

static Value addConstant(OpBuilder &b, Location loc, Value value, int64_t n) {
  if (n == 0)
    return value;
  return arith::AddIOp::create(b, loc, value, getIndex(b, loc, n));
}

void RowKernel::startChunk(RowChunk &chunk, Value firstVector,
                           ArrayRef<bool> guarded) {
  Value mine = arith::AddIOp::create(b, loc, firstVector, threads->getThread());
  for (auto [i, guard] : llvm::enumerate(guarded)) {
    Value vector = addConstant(b, loc, mine, i * schedule.getThreads());
    Value element = arith::MulIOp::create(
        b, loc, vector, getIndex(b, loc, schedule.getVector()));
    Value first = arith::SubIOp::create(b, loc, element, shift);
    chunk.first.push_back(first);
    Value whole;
    if (guard) {
      // In front of the row the unsigned end wraps around.
      Value begins = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                           first, getIndex(b, loc, 0));
      Value end = addConstant(b, loc, first, schedule.getVector());
      Value ends = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, end,
                                         axisSize);
      whole = arith::AndIOp::create(b, loc, begins, ends);
    }
    chunk.isWhole.push_back(whole);
  }
}

Value RowKernel::getElementPosition(const RowChunk &chunk, unsigned index,
                                    unsigned lane) {
  return addConstant(b, loc, chunk.first[index], lane);
}

Value RowKernel::isInside(const RowChunk &chunk, unsigned index,
                          unsigned lane) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                               getElementPosition(chunk, index, lane),
                               axisSize);
}

Value RowKernel::getElement(const RowChunk &chunk, const RowMemory *memory,
                            unsigned index, unsigned lane) {
  Value vector = chunk.vectors.find(memory)->second[index];
  return vector::ExtractOp::create(b, loc, vector, lane);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

VectorType RowKernel::getVectorType(const RowMemory &memory) const {
  return VectorType::get({schedule.getVector()}, memory.getElementType());
}

Value RowKernel::loadVector(const RowMemory &memory, Value first) {
  return vector::LoadOp::create(b, loc, getVectorType(memory), memory.view,
                                ValueRange{first}, /*nontemporal=*/false,
                                llvm::MaybeAlign(memory.alignment));
}

/// Element by element. Where `isWhole` is given, elements outside of the row
/// are those at its ends.
Value RowKernel::loadElements(const RowMemory &memory, Value first,
                              bool clamp) {
  SmallVector<Value> elements;
  Value zero = getIndex(b, loc, 0), last;
  if (clamp)
    last = arith::SubIOp::create(b, loc, axisSize, getIndex(b, loc, 1));
  for (int64_t lane = 0; lane < schedule.getVector(); ++lane) {
    Value position = addConstant(b, loc, first, lane);
    if (clamp) {
      position = arith::MaxSIOp::create(b, loc, position, zero);
      position = arith::MinSIOp::create(b, loc, position, last);
    }
    elements.push_back(
        memref::LoadOp::create(b, loc, memory.view, ValueRange{position}));
  }
  return vector::FromElementsOp::create(b, loc, getVectorType(memory),
                                        elements);
}

void RowKernel::load(RowChunk &chunk, ArrayRef<const RowMemory *> memories) {
  SmallVector<const RowMemory *> wide;
  for (const RowMemory *memory : memories) {
    if (chunk.vectors.count(memory))
      continue;
    SmallVector<Value> &vectors = chunk.vectors[memory];
    vectors.resize(chunk.first.size());
    if (memory->contiguous) {
      wide.push_back(memory);
      continue;
    }
    for (auto [i, first] : llvm::enumerate(chunk.first))
      vectors[i] = loadElements(*memory, first, bool(chunk.isWhole[i]));
  }
  if (wide.empty())
    return;

  // Whole vectors of all tensors together, so that all of them are in flight.
  Value aligned;
  SmallVector<Type> types;
  for (const RowMemory *memory : wide) {
    aligned =
        aligned ? b.createOrFold<arith::AndIOp>(loc, aligned, memory->isAligned)
                : memory->isAligned;
    for (Value whole : chunk.isWhole)
      if (!whole)
        types.push_back(getVectorType(*memory));
  }
  if (!types.empty()) {
    auto loadAll = [&](bool vectors) {
      return [&, vectors](OpBuilder &, Location) {
        SmallVector<Value> loaded;
        for (const RowMemory *memory : wide)
          for (auto [first, whole] : llvm::zip(chunk.first, chunk.isWhole))
            if (!whole)
              loaded.push_back(vectors ? loadVector(*memory, first)
                                       : loadElements(*memory, first,
                                                      /*clamp=*/false));
        scf::YieldOp::create(b, loc, loaded);
      };
    };
    ValueRange loaded = emitIf(types, aligned, loadAll(true), loadAll(false));
    for (const RowMemory *memory : wide)
      for (auto [vector, whole] :
           llvm::zip(chunk.vectors[memory], chunk.isWhole))
        if (!whole) {
          vector = loaded.front();
          loaded = loaded.drop_front();
        }
  }
  // Those that may be cut, each for itself.
  for (const RowMemory *memory : wide)
    for (auto [i, whole] : llvm::enumerate(chunk.isWhole)) {
      if (!whole)
        continue;
      Value fits = arith::AndIOp::create(b, loc, whole, memory->isAligned);
      Value first = chunk.first[i];
      chunk.vectors[memory][i] =
          emitIf(
              getVectorType(*memory), fits,
              [&](OpBuilder &, Location) {
                scf::YieldOp::create(b, loc, loadVector(*memory, first));
              },
              [&](OpBuilder &, Location) {
                scf::YieldOp::create(
                    b, loc, loadElements(*memory, first, /*clamp=*/true));
              })
              .front();
    }
}

void RowKernel::store(const RowChunk &chunk, const RowMemory &memory,
                      unsigned index, ArrayRef<Value> elements) {
  Value whole = chunk.isWhole[index];
  auto storeElements = [&] {
    for (unsigned lane = 0, e = elements.size(); lane < e; ++lane) {
      Value element = elements[lane];
      Value position = getElementPosition(chunk, index, lane);
      auto storeOne = [&] {
        memref::StoreOp::create(b, loc, element, memory.view,
                                ValueRange{position});
      };
      if (!whole) {
        storeOne();
        continue;
      }
      emitIf({}, isInside(chunk, index, lane), [&](OpBuilder &, Location) {
        storeOne();
        scf::YieldOp::create(b, loc);
      });
    }
  };
  if (!memory.contiguous) {
    storeElements();
    return;
  }
  Value fits = memory.isAligned;
  if (whole)
    fits = arith::AndIOp::create(b, loc, fits, whole);
  emitIf(
      {}, fits,
      [&](OpBuilder &, Location) {
        Value vector = vector::FromElementsOp::create(
            b, loc, getVectorType(memory), elements);
        vector::StoreOp::create(
            b, loc, vector, memory.view, ValueRange{chunk.first[index]},
            /*nontemporal=*/false, llvm::MaybeAlign(memory.alignment));
        scf::YieldOp::create(b, loc);
      },
      [&](OpBuilder &, Location) {
        storeElements();
        scf::YieldOp::create(b, loc);
      });
}

ValueRange
RowKernel::emitIf(TypeRange types, Value condition,
                  llvm::function_ref<void(OpBuilder &, Location)> thenBody,
                  llvm::function_ref<void(OpBuilder &, Location)> elseBody) {
  auto ifOp = scf::IfOp::create(b, loc, types, condition,
                                /*addThenBlock=*/true,
                                /*addElseBlock=*/bool(elseBody));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  thenBody(b, loc);
  if (elseBody) {
    b.setInsertionPointToStart(ifOp.elseBlock());
    elseBody(b, loc);
  }
  return ifOp.getResults();
}

//===----------------------------------------------------------------------===//
// Shared memory: each thread finds there what it put there
//===----------------------------------------------------------------------===//

SmallVector<const RowMemory *> RowKernel::getKeptInputs() const {
  SmallVector<const RowMemory *> kept;
  for (const RowMemory *memory : getReadoutInputs())
    if (memory->contiguous && llvm::is_contained(getFoldInputs(), memory))
      kept.push_back(memory);
  return kept;
}

int64_t RowKernel::getSharedElements() const {
  int64_t piece =
      schedule.getThreads() * schedule.getUnroll() * schedule.getVector();
  int64_t shifted = *staticAxis + (mayShift ? schedule.getVector() - 1 : 0);
  return llvm::divideCeil(shifted, piece) * piece;
}

Value RowKernel::getSharedIndex(const RowChunk &chunk, unsigned index) {
  Value element = arith::AddIOp::create(b, loc, chunk.first[index], shift);
  if (schedule.getRows() == 1)
    return element;
  Value first = arith::MulIOp::create(b, loc, threads->getRow(),
                                      getIndex(b, loc, getSharedElements()));
  return arith::AddIOp::create(b, loc, first, element);
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
    for (unsigned i = 0, e = chunk.first.size(); i < e; ++i)
      chunk.vectors[memory].push_back(vector::LoadOp::create(
          b, loc, getVectorType(*memory), view,
          ValueRange{getSharedIndex(chunk, i)}, /*nontemporal=*/false,
          llvm::MaybeAlign(memory->alignment)));
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

RowKernel::State RowKernel::forEachChunk(
    ValueRange inits, llvm::function_ref<State(RowChunk &, ValueRange)> body) {
  int64_t unroll = schedule.getUnroll();
  int64_t vectors = schedule.getThreads() * unroll;
  int64_t elements = vectors * schedule.getVector();
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

  auto emitLoop = [&](Value lower, Value upper, ValueRange carried,
                      bool guarded) -> State {
    auto loop = scf::ForOp::create(b, loc, lower, upper, one, carried);
    OpBuilder::InsertionGuard guard(b);
    // A loop without results has its terminator already.
    if (carried.empty())
      b.setInsertionPoint(loop.getBody()->getTerminator());
    else
      b.setInsertionPointToStart(loop.getBody());
    Value piece = loop.getInductionVar();
    if (guarded) {
      Value behind = arith::AddIOp::create(b, loc, piece, numWhole);
      Value isHead = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                           piece, begin);
      piece = arith::SelectOp::create(b, loc, isHead, piece, behind);
    }
    RowChunk chunk;
    Value first = arith::MulIOp::create(b, loc, piece, constant(vectors));
    startChunk(chunk, first, SmallVector<bool>(unroll, guarded));
    State next = body(chunk, loop.getRegionIterArgs());
    if (!carried.empty())
      scf::YieldOp::create(b, loc, next);
    return State(loop.getResults());
  };
  State state(inits);
  bool hasWhole = !staticAxis || *staticAxis >= elements;
  if (hasWhole)
    state = emitLoop(begin, end, state, /*guarded=*/false);
  if (mayShift || *staticAxis % elements != 0) {
    Value numCut = b.createOrFold<arith::SubIOp>(loc, count, numWhole);
    state = emitLoop(zero, numCut, state, /*guarded=*/true);
  }
  return state;
}
