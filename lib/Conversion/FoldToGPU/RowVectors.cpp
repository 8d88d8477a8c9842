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
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Bytes of a whole vector.
static constexpr int64_t kVectorBytes = 16;

static Value addConstant(OpBuilder &b, Location loc, Value value, int64_t n) {
  if (n == 0)
    return value;
  return arith::AddIOp::create(b, loc, value, getIndex(b, loc, n));
}

void RowKernel::startChunk(RowChunk &chunk, Value firstVector,
                           ArrayRef<RowGuard> guards) {
  Value mine = arith::AddIOp::create(b, loc, firstVector, threads->getThread());
  Value zero = getIndex(b, loc, 0);
  Value lanes = getIndex(b, loc, schedule.getVector());
  Type i32 = b.getI32Type();
  for (auto [i, guard] : llvm::enumerate(guards)) {
    Value vector = addConstant(b, loc, mine, i * schedule.getThreads());
    Value element = arith::MulIOp::create(b, loc, vector, lanes);
    RowPiece piece;
    piece.first = arith::SubIOp::create(b, loc, element, shift);
    auto toLane = [&](Value difference) -> Value {
      Value clamped = arith::MaxSIOp::create(b, loc, difference, zero);
      clamped = arith::MinSIOp::create(b, loc, clamped, lanes);
      return arith::IndexCastOp::create(b, loc, i32, clamped);
    };
    if (guard.head)
      piece.begin = toLane(arith::SubIOp::create(b, loc, zero, piece.first));
    if (guard.tail)
      piece.end = toLane(arith::SubIOp::create(b, loc, axisSize, piece.first));
    chunk.pieces.push_back(piece);
  }
}

Value RowKernel::compareLane(arith::CmpIPredicate predicate, Value bound,
                             int64_t lane) {
  Value constant = arith::ConstantIntOp::create(b, loc, b.getI32Type(), lane);
  return arith::CmpIOp::create(b, loc, predicate, bound, constant);
}

/// Whether the row has begun at lane `first` and not ended at lane `last`.
Value RowKernel::isInRow(const RowPiece &piece, int64_t first, int64_t last) {
  Value inside;
  if (piece.begin)
    inside = compareLane(arith::CmpIPredicate::sle, piece.begin, first);
  if (piece.end) {
    Value ends = compareLane(arith::CmpIPredicate::sgt, piece.end, last);
    inside = inside ? arith::AndIOp::create(b, loc, inside, ends) : ends;
  }
  return inside;
}

Value RowKernel::isWhole(const RowPiece &piece) {
  return isInRow(piece, 0, schedule.getVector() - 1);
}

Value RowKernel::isAnyInside(const RowPiece &piece) {
  return isInRow(piece, schedule.getVector() - 1, 0);
}

Value RowKernel::isInside(const RowPiece &piece, int64_t lane) {
  return isInRow(piece, lane, lane);
}

Value RowKernel::getElementPosition(const RowChunk &chunk, unsigned index,
                                    unsigned lane) {
  return addConstant(b, loc, chunk.pieces[index].first, lane);
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
  int64_t bytes = memory.getElementType().getIntOrFloatBitWidth() / 8;
  bool isWide = schedule.getVector() * bytes == kVectorBytes;
  return vector::LoadOp::create(b, loc, getVectorType(memory), memory.view,
                                ValueRange{first}, memory.isStreamed && isWide,
                                llvm::MaybeAlign(memory.alignment));
}

/// True if rows of other tensors begin elsewhere between two vectors.
bool RowKernel::hasOwnShift(const RowMemory &memory) const {
  cascade::FoldOp op = fold;
  return memory.contiguous && memory.tensor.dims.size() < op.getNumDims();
}

Value RowKernel::fitsAround(const RowMemory &memory, Value first, Value last) {
  int64_t bytes = memory.getElementType().getIntOrFloatBitWidth() / 8;
  if (schedule.getVector() * bytes != kVectorBytes)
    return {};
  Value ahead = arith::DivUIOp::create(b, loc, memory.misalignment,
                                       getIndex(b, loc, bytes));
  Value start = arith::AddIOp::create(b, loc, memory.offset, first);
  start = arith::SubIOp::create(b, loc, start, ahead);
  Value end = arith::AddIOp::create(b, loc, memory.offset, last);
  end = arith::SubIOp::create(b, loc, end, ahead);
  end = addConstant(b, loc, end, 2 * schedule.getVector());
  Value begins = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, start,
                                       getIndex(b, loc, 0));
  Value ends = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, end,
                                     memory.numElements);
  return arith::AndIOp::create(b, loc, begins, ends);
}

/// An unaligned vector from the two aligned ones around it: the bytes of both,
/// shifted by whole words and then by bits.
Value RowKernel::loadShifted(const RowMemory &memory, Value first) {
  Type i32 = b.getI32Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, loc, i32, value);
  };
  int64_t bytes = memory.getElementType().getIntOrFloatBitWidth() / 8;
  Value ahead = arith::DivUIOp::create(b, loc, memory.misalignment,
                                       getIndex(b, loc, bytes));
  Value start = arith::SubIOp::create(b, loc, first, ahead);
  auto wordsType = VectorType::get({4}, i32);
  SmallVector<Value> words;
  for (int64_t vector = 0; vector < 2; ++vector) {
    Value part = loadVector(
        memory, addConstant(b, loc, start, vector * schedule.getVector()));
    part = vector::BitCastOp::create(b, loc, wordsType, part);
    for (int64_t word = 0; word < 4; ++word)
      words.push_back(vector::ExtractOp::create(b, loc, part, word));
  }
  Value shift = arith::IndexCastUIOp::create(b, loc, i32, memory.misalignment);
  for (int64_t distance : {2, 1}) {
    Value bit = arith::AndIOp::create(b, loc, shift, constant(4 * distance));
    Value moves = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, bit,
                                        constant(0));
    SmallVector<Value> moved;
    for (size_t i = 0; i + distance < words.size(); ++i)
      moved.push_back(arith::SelectOp::create(b, loc, moves,
                                              words[i + distance], words[i]));
    words = moved;
  }
  Value bits = arith::AndIOp::create(b, loc, shift, constant(3));
  bits = arith::MulIOp::create(b, loc, bits, constant(8));
  SmallVector<Value> results;
  for (int64_t i = 0; i < 4; ++i)
    results.push_back(
        LLVM::FshrOp::create(b, loc, i32, words[i + 1], words[i], bits));
  Value joined = vector::FromElementsOp::create(b, loc, wordsType, results);
  return vector::BitCastOp::create(b, loc, getVectorType(memory), joined);
}

/// Element by element. With `clamp`, the row's first or last in place of those
/// outside of it.
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

/// A vector that may reach beyond the row. Where that is into other rows of the
/// same tensor it is loaded as it is: what is not the row's is replaced after
/// its term is computed.
Value RowKernel::loadGuarded(const RowMemory &memory, const RowPiece &piece) {
  VectorType type = getVectorType(memory);
  auto loadElementwise = [&]() -> Value {
    return emitIf(
               type, isAnyInside(piece),
               [&](OpBuilder &, Location) {
                 scf::YieldOp::create(
                     b, loc, loadElements(memory, piece.first, /*clamp=*/true));
               },
               [&](OpBuilder &, Location) {
                 Value zero =
                     arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
                 scf::YieldOp::create(b, loc, zero);
               })
        .front();
  };
  if (!memory.contiguous)
    return loadElementwise();
  auto loadUnaligned = [&]() -> Value {
    Value around;
    if (mayShift && hasOwnShift(memory))
      around = fitsAround(memory, piece.first, piece.first);
    if (!around)
      return loadElementwise();
    around = arith::AndIOp::create(b, loc, around, isAnyInside(piece));
    return emitIf(
               type, around,
               [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc, loadShifted(memory, piece.first));
               },
               [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc, loadElementwise());
               })
        .front();
  };
  Value begin = arith::AddIOp::create(b, loc, memory.offset, piece.first);
  Value end = addConstant(b, loc, begin, schedule.getVector());
  Value fits =
      arith::AndIOp::create(b, loc, memory.isAligned, isAnyInside(piece));
  if (piece.begin)
    fits = arith::AndIOp::create(
        b, loc, fits,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, begin,
                              getIndex(b, loc, 0)));
  if (piece.end)
    fits = arith::AndIOp::create(
        b, loc, fits,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, end,
                              memory.numElements));
  return emitIf(
             type, fits,
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(b, loc, loadVector(memory, piece.first));
             },
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(b, loc, loadUnaligned());
             })
      .front();
}

void RowKernel::load(RowChunk &chunk, ArrayRef<const RowMemory *> memories) {
  load(chunk, memories, 0, chunk.pieces.size());
}

void RowKernel::load(RowChunk &chunk, ArrayRef<const RowMemory *> memories,
                     unsigned begin, unsigned end) {
  // Whole vectors of all tensors together, so that all of them are in flight.
  struct Wide {
    const RowMemory *memory;
    unsigned index;
  };
  SmallVector<Wide> wide;
  Value aligned;
  SmallVector<Type> types;
  for (const RowMemory *memory : memories) {
    SmallVector<Value> &vectors = chunk.vectors[memory];
    vectors.resize(chunk.pieces.size());
    bool isWide = false;
    for (unsigned index = begin; index < end; ++index) {
      const RowPiece &piece = chunk.pieces[index];
      if (vectors[index])
        continue;
      if (Value view = keptForAllRows.lookup(memory)) {
        vectors[index] = vector::LoadOp::create(
            b, loc, getVectorType(*memory), view, ValueRange{getSlot(index)},
            /*nontemporal=*/false, llvm::MaybeAlign(memory->alignment));
        continue;
      }
      if (piece.isGuarded()) {
        vectors[index] = loadGuarded(*memory, piece);
      } else if (!memory->contiguous) {
        vectors[index] = loadElements(*memory, piece.first, /*clamp=*/false);
      } else {
        wide.push_back({memory, index});
        types.push_back(getVectorType(*memory));
        isWide = true;
      }
    }
    if (isWide)
      aligned = aligned ? b.createOrFold<arith::AndIOp>(loc, aligned,
                                                        memory->isAligned)
                        : memory->isAligned;
  }
  if (wide.empty())
    return;
  enum class Access { Vector, Shifted, Elements };
  auto loadAll = [&](Access access) {
    SmallVector<Value> loaded;
    for (const Wide &each : wide) {
      Value first = chunk.pieces[each.index].first;
      loaded.push_back(
          access == Access::Vector    ? loadVector(*each.memory, first)
          : access == Access::Shifted ? loadShifted(*each.memory, first)
                                      : loadElements(*each.memory, first,
                                                     /*clamp=*/false));
    }
    scf::YieldOp::create(b, loc, loaded);
  };
  // What lies at another shift than the row (a gain of every second row or so
  // at best) is loaded by vectors around it, if all that is loaded can be.
  Value around;
  if (mayShift && llvm::any_of(wide, [&](const Wide &each) {
        return hasOwnShift(*each.memory);
      }))
    for (const RowMemory *memory : memories) {
      SmallVector<Value> firsts;
      for (const Wide &each : wide)
        if (each.memory == memory)
          firsts.push_back(chunk.pieces[each.index].first);
      if (firsts.empty())
        continue;
      Value fits = fitsAround(*memory, firsts.front(), firsts.back());
      if (!fits) {
        around = Value();
        break;
      }
      around = around ? arith::AndIOp::create(b, loc, around, fits) : fits;
    }
  auto loadUnaligned = [&](OpBuilder &, Location) {
    if (!around) {
      loadAll(Access::Elements);
      return;
    }
    scf::YieldOp::create(
        b, loc,
        emitIf(
            types, around,
            [&](OpBuilder &, Location) { loadAll(Access::Shifted); },
            [&](OpBuilder &, Location) { loadAll(Access::Elements); }));
  };
  ValueRange loaded = emitIf(
      types, aligned, [&](OpBuilder &, Location) { loadAll(Access::Vector); },
      loadUnaligned);
  for (auto [each, vector] : llvm::zip_equal(wide, loaded))
    chunk.vectors[each.memory][each.index] = vector;
}

/// Elements that are converted to 8 bits last are so as a vector, for which
/// there are instructions.
Value RowKernel::joinElements(VectorType type, ArrayRef<Value> elements) {
  SmallVector<Value> wide;
  if (type.getElementType().getIntOrFloatBitWidth() == 8)
    for (Value element : elements)
      if (auto trunc = element.getDefiningOp<arith::TruncFOp>();
          trunc && trunc.getIn().getType().isF32())
        wide.push_back(trunc.getIn());
  if (wide.empty() || wide.size() < elements.size())
    return vector::FromElementsOp::create(b, loc, type, elements);
  Value joined =
      vector::FromElementsOp::create(b, loc, type.clone(b.getF32Type()), wide);
  return arith::TruncFOp::create(b, loc, type, joined);
}

void RowKernel::store(const RowChunk &chunk, const RowMemory &memory,
                      unsigned index, ArrayRef<Value> elements) {
  const RowPiece &piece = chunk.pieces[index];
  auto storeElements = [&] {
    for (unsigned lane = 0, e = elements.size(); lane < e; ++lane) {
      Value position = getElementPosition(chunk, index, lane);
      Value element = elements[lane];
      auto storeOne = [&] {
        memref::StoreOp::create(b, loc, element, memory.view,
                                ValueRange{position});
      };
      if (!piece.isGuarded()) {
        storeOne();
        continue;
      }
      emitIf({}, isInside(piece, lane), [&](OpBuilder &, Location) {
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
  if (piece.isGuarded())
    fits = arith::AndIOp::create(b, loc, fits, isWhole(piece));
  emitIf(
      {}, fits,
      [&](OpBuilder &, Location) {
        Value vector = joinElements(getVectorType(memory), elements);
        vector::StoreOp::create(
            b, loc, vector, memory.view, ValueRange{piece.first},
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
