//===- RowVectors.cpp - Pieces of the axis in a thread's registers --------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors lie at multiples of their length in memory, and have elements of one
// row only. A row that begins or ends between two has a few elements there that
// are loaded one by one, a thread each. So code on vectors has no guards but
// whether the row has the vector.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "../Utils/GlobalPointer.h"
#include "../Utils/LaterLoads.h"

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

int64_t RowKernel::getLeastVectors() const {
  if (!staticAxis)
    return 0;
  int64_t vector = schedule.getVector();
  int64_t head = mayShift ? vector - 1 : 0;
  return std::max<int64_t>(0, *staticAxis - head) / vector;
}

int64_t RowKernel::getMostEnds() const {
  if (!mayShift)
    return 0;
  int64_t vector = schedule.getVector(), most = 2 * (vector - 1);
  if (!staticAxis)
    return most;
  // Both ends together have what a vector does not divide, or a vector more.
  int64_t rest = *staticAxis % vector;
  return std::min(rest + vector <= most ? rest + vector : rest, *staticAxis);
}

void RowKernel::addVectors(RowChunk &chunk, Value firstVector, int64_t count,
                           int64_t guarded) {
  Value mine = arith::AddIOp::create(b, loc, firstVector, threads->getThread());
  Value lanes = getIndex(b, loc, schedule.getVector());
  auto getPosition = [&](Value vector) -> Value {
    Value element = arith::MulIOp::create(b, loc, vector, lanes);
    return mayShift ? arith::AddIOp::create(b, loc, element, head) : element;
  };
  for (int64_t i = 0; i < count; ++i) {
    Value vector = addConstant(b, loc, mine, i * schedule.getThreads());
    RowPiece piece;
    piece.first = getPosition(vector);
    piece.source = piece.first;
    if (i < guarded && isBeyondPiece(i)) {
      Value local =
          addConstant(b, loc, threads->getThread(), i * schedule.getThreads());
      piece.exists =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, local,
                                getIndex(b, loc, getPieceVectors()));
      local = arith::MinUIOp::create(b, loc, local,
                                     getIndex(b, loc, getPieceVectors() - 1));
      piece.source =
          getPosition(arith::AddIOp::create(b, loc, firstVector, local));
    }
    if (i >= guarded) {
      piece.exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                           vector, numVectors);
      piece.source = Value();
      if (getLeastVectors() > 0) {
        Value last =
            arith::SubIOp::create(b, loc, numVectors, getIndex(b, loc, 1));
        piece.source =
            getPosition(arith::MinUIOp::create(b, loc, vector, last));
      }
    }
    chunk.pieces.push_back(piece);
  }
}

/// The elements in front of the first vector and behind the last one are a
/// thread's each.
void RowKernel::addEnds(RowChunk &chunk) {
  if (ends) {
    llvm::append_range(chunk.pieces, ends->pieces);
    return;
  }
  Value inVectors;
  for (int64_t i = 0, e = getMostEnds(); i < e; i += schedule.getThreads()) {
    if (!inVectors)
      inVectors = arith::MulIOp::create(b, loc, numVectors,
                                        getIndex(b, loc, schedule.getVector()));
    Value number = addConstant(b, loc, threads->getThread(), i);
    Value isHead =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number, head);
    Value behind = arith::AddIOp::create(b, loc, number, inVectors);
    RowPiece piece;
    piece.isElement = true;
    piece.first = arith::SelectOp::create(b, loc, isHead, number, behind);
    piece.exists = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                         piece.first, axisSize);
    chunk.pieces.push_back(piece);
  }
}

int64_t RowKernel::getNumLanes(const RowPiece &piece) const {
  return piece.isElement ? 1 : schedule.getVector();
}

Value RowKernel::getElementPosition(const RowChunk &chunk, unsigned index,
                                    unsigned lane) {
  return addConstant(b, loc, chunk.pieces[index].first, lane);
}

Value RowKernel::getElement(const RowChunk &chunk, const RowMemory *memory,
                            unsigned index, unsigned lane) {
  Value vector = chunk.vectors.find(memory)->second[index];
  if (chunk.pieces[index].isElement)
    return vector;
  return vector::ExtractOp::create(b, loc, vector, lane);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

VectorType RowKernel::getVectorType(const RowMemory &memory) const {
  return VectorType::get({schedule.getVector()}, memory.getElementType());
}

Type RowKernel::getPieceType(const RowMemory &memory,
                             const RowPiece &piece) const {
  return piece.isElement ? memory.getElementType()
                         : Type(getVectorType(memory));
}

Value RowKernel::loadVector(const RowMemory &memory, Value first) {
  int64_t bytes = memory.getBytes();
  bool isWide = schedule.getVector() * bytes == kVectorBytes;
  if (isWide && sweep == RowSweep::First &&
      llvm::is_contained(getKeptInputs(), &memory)) {
    Value start = arith::AddIOp::create(b, loc, memory.offset, first);
    start = arith::MulIOp::create(b, loc, start, getIndex(b, loc, bytes));
    start = arith::IndexCastOp::create(b, loc, b.getI64Type(), start);
    return loadForLater(b, loc, getVectorType(memory),
                        getGlobalPointer(b, loc, memory.memref, start));
  }
  bool isLast = memory.isStreamed || sweep == RowSweep::Last;
  return vector::LoadOp::create(b, loc, getVectorType(memory), memory.view,
                                ValueRange{first}, isLast && isWide,
                                llvm::MaybeAlign(memory.alignment));
}

/// True if rows of other tensors begin elsewhere between two vectors.
bool RowKernel::hasOwnShift(const RowMemory &memory) const {
  cascade::FoldOp op = fold;
  return memory.contiguous && memory.tensor.dims.size() < op.getNumDims();
}

Value RowKernel::fitsAround(const RowMemory &memory, Value first, Value last) {
  int64_t bytes = memory.getBytes();
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
  int64_t bytes = memory.getBytes();
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

Value RowKernel::loadElements(const RowMemory &memory, Value first) {
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < schedule.getVector(); ++lane)
    elements.push_back(memref::LoadOp::create(
        b, loc, memory.view, ValueRange{addConstant(b, loc, first, lane)}));
  return vector::FromElementsOp::create(b, loc, getVectorType(memory),
                                        elements);
}

Value RowKernel::loadUnaligned(const RowMemory &memory, Value first) {
  Value around;
  if (mayShift && hasOwnShift(memory))
    around = fitsAround(memory, first, first);
  if (!around)
    return loadElements(memory, first);
  return emitIf(
             getVectorType(memory), around,
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(b, loc, loadShifted(memory, first));
             },
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(b, loc, loadElements(memory, first));
             })
      .front();
}

/// What the row may not have. Zero stands for it: nobody looks at it.
Value RowKernel::loadGuarded(const RowMemory &memory, const RowPiece &piece) {
  Type type = getPieceType(memory, piece);
  auto loadIt = [&]() -> Value {
    if (piece.isElement)
      return memref::LoadOp::create(b, loc, memory.view,
                                    ValueRange{piece.first});
    if (!memory.contiguous)
      return loadElements(memory, piece.first);
    return emitIf(
               type, memory.isAligned,
               [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc, loadVector(memory, piece.first));
               },
               [&](OpBuilder &, Location) {
                 scf::YieldOp::create(b, loc,
                                      loadUnaligned(memory, piece.first));
               })
        .front();
  };
  return emitIf(
             type, piece.exists,
             [&](OpBuilder &, Location) {
               scf::YieldOp::create(b, loc, loadIt());
             },
             [&](OpBuilder &, Location) {
               Value zero =
                   arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
               scf::YieldOp::create(b, loc, zero);
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
      if (piece.isElement && ends && ends->vectors.contains(memory)) {
        unsigned number = index - chunk.getNumVectors();
        vectors[index] = ends->vectors.find(memory)->second[number];
        continue;
      }
      Value view = keptForAllRows.lookup(memory);
      if (view && !piece.isElement) {
        vectors[index] = vector::LoadOp::create(
            b, loc, getVectorType(*memory), view, ValueRange{getSlot(index)},
            /*nontemporal=*/false, llvm::MaybeAlign(memory->alignment));
        continue;
      }
      if (!piece.source) {
        vectors[index] = loadGuarded(*memory, piece);
      } else if (!memory->contiguous) {
        vectors[index] = loadElements(*memory, piece.source);
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
      Value first = chunk.pieces[each.index].source;
      loaded.push_back(
          access == Access::Vector    ? loadVector(*each.memory, first)
          : access == Access::Shifted ? loadShifted(*each.memory, first)
                                      : loadElements(*each.memory, first));
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
          firsts.push_back(chunk.pieces[each.index].source);
      if (firsts.empty())
        continue;
      Value fits = fitsAround(*memory, firsts.front(), firsts.back());
      if (!fits) {
        around = Value();
        break;
      }
      around = around ? arith::AndIOp::create(b, loc, around, fits) : fits;
    }
  auto loadOtherwise = [&](OpBuilder &, Location) {
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
      loadOtherwise);
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
    for (auto [lane, element] : llvm::enumerate(elements))
      memref::StoreOp::create(b, loc, element, memory.view,
                              getElementPosition(chunk, index, lane));
  };
  if (!memory.contiguous || piece.isElement) {
    storeElements();
    return;
  }
  emitIf(
      {}, memory.isAligned,
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
