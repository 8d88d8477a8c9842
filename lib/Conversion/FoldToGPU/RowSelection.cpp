//===- RowSelection.cpp - The best elements of a row at once --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// k ranks of a row that a warp, or a part of one, holds. The k-th largest of
// the lanes' maxima is a bound: at least k elements reach it, and few more do
// (9 to 11 in the mean for k = 8). These candidates are put side by side in
// shared memory, a lane each, and a candidate's rank is the number of better
// ones: greater, or equal and in front. The cost is about that of one rank by
// itself, and there is no chain of reductions over lanes.
//
// The ranks are found one by one instead where they do not follow from an order
// of numbers: in a row with a NaN, or with fewer than k lanes above -inf; and
// where there are more candidates than places, which takes many ties or an
// order that puts the best elements into few lanes. The warp decides as one.
//
//===----------------------------------------------------------------------===//

#include "../LinalgToThreads/Combiner.h"
#include "RowRanks.h"
#include "RowTerm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

namespace {
/// Pairs of a score and the bits of a position, in shared memory of a row.
class PairMemory {
public:
  PairMemory(OpBuilder &b, Location loc, Value memory, Value row)
      : b(b), loc(loc), memory(memory), row(row) {}

  void store(Value place, Value score, Value position) {
    Value bits = arith::BitcastOp::create(b, loc, b.getF32Type(), position);
    auto type = VectorType::get({2}, b.getF32Type());
    Value pair =
        vector::FromElementsOp::create(b, loc, type, ValueRange{score, bits});
    vector::StoreOp::create(b, loc, pair, memory, ValueRange{row, twice(place)},
                            /*nontemporal=*/false, llvm::MaybeAlign(8));
  }
  std::pair<Value, Value> load(Value place) {
    return split(loadVector(2, twice(place), 8), 0);
  }
  /// The first `count` pairs.
  SmallVector<std::pair<Value, Value>> loadAll(int64_t count) {
    SmallVector<std::pair<Value, Value>> pairs;
    for (int64_t i = 0; i < count; i += 2) {
      Value two = loadVector(4, getIndex(b, loc, 2 * i), 16);
      pairs.push_back(split(two, 0));
      if (i + 1 < count)
        pairs.push_back(split(two, 2));
    }
    return pairs;
  }

private:
  Value twice(Value place) {
    return arith::MulIOp::create(b, loc, place, getIndex(b, loc, 2));
  }
  Value loadVector(int64_t size, Value first, int64_t alignment) {
    auto type = VectorType::get({size}, b.getF32Type());
    return vector::LoadOp::create(b, loc, type, memory, ValueRange{row, first},
                                  /*nontemporal=*/false,
                                  llvm::MaybeAlign(alignment));
  }
  std::pair<Value, Value> split(Value vector, int64_t lane) {
    Value score = vector::ExtractOp::create(b, loc, vector, lane);
    Value bits = vector::ExtractOp::create(b, loc, vector, lane + 1);
    return {score, arith::BitcastOp::create(b, loc, b.getI32Type(), bits)};
  }

  OpBuilder &b;
  Location loc;
  Value memory, row;
};
} // namespace

/// What lanes of a warp stored is seen by all of them.
static void syncWarp(OpBuilder &b, Location loc) {
  NVVM::SyncWarpOp::create(
      b, loc, arith::ConstantIntOp::create(b, loc, b.getI32Type(), -1));
}

/// The number of true conditions.
static Value count(OpBuilder &b, Location loc, Value sum, Value condition) {
  Value one = arith::ExtUIOp::create(b, loc, b.getI32Type(), condition);
  return sum ? arith::AddIOp::create(b, loc, sum, one) : one;
}

void RowKernel::selectPairs(const RankedPairs &pairs, const RowChunk &chunk,
                            const State &init, State &fresh) {
  using FP = arith::CmpFPredicate;
  using IP = arith::CmpIPredicate;
  int64_t lanes = threads->getNumThreads(), ranks = pairs.count;
  int64_t places = getNumCandidates(pairs), rows = schedule.getRows();
  Type f32 = b.getF32Type(), i32 = b.getI32Type();
  auto constant = [&](Type type, double value) -> Value {
    if (type == f32)
      return arith::ConstantOp::create(b, loc, b.getFloatAttr(f32, value));
    return arith::ConstantIntOp::create(b, loc, i32, int64_t(value));
  };
  auto compare = [&](FP predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, lhs, rhs);
  };
  auto compareInts = [&](IP predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  };
  auto select = [&](Value condition, Value lhs, Value rhs) -> Value {
    return arith::SelectOp::create(b, loc, condition, lhs, rhs);
  };
  double inf = std::numeric_limits<double>::infinity();
  Value lowest = constant(f32, -inf);

  // The best of each lane, and the bound.
  Value best = reduceTerms(pairs.first, chunk, fresh, Value());
  Value bests = shared.allocate(b, loc, {rows, lanes}, f32);
  PairMemory candidates(b, loc,
                        shared.allocate(b, loc, {rows, 2 * places}, f32),
                        threads->getRow());
  PairMemory results(
      b, loc,
      shared.allocate(b, loc, {rows, 2 * int64_t(llvm::alignTo(ranks, 2))},
                      f32),
      threads->getRow());
  memref::StoreOp::create(b, loc, best, bests,
                          ValueRange{threads->getRow(), threads->getThread()});
  // Lanes beyond the places share the last one.
  Value place = threads->getThread();
  if (places < lanes)
    place = arith::MinUIOp::create(b, loc, place, getIndex(b, loc, places - 1));
  candidates.store(place, lowest,
                   constant(i32, std::numeric_limits<int32_t>::max()));
  syncWarp(b, loc);
  Value greater;
  auto four = VectorType::get({4}, f32);
  for (int64_t i = 0; i < lanes; i += 4) {
    Value others = vector::LoadOp::create(
        b, loc, four, bests, ValueRange{threads->getRow(), getIndex(b, loc, i)},
        /*nontemporal=*/false, llvm::MaybeAlign(16));
    for (int64_t lane = 0; lane < 4; ++lane)
      greater =
          count(b, loc, greater,
                compare(FP::OGT,
                        vector::ExtractOp::create(b, loc, others, lane), best));
  }
  Value isAmongBest = compareInts(IP::ult, greater, constant(i32, ranks));
  Value bound = select(isAmongBest, best, constant(f32, inf));
  for (int32_t offset = 1; offset < lanes; offset *= 2)
    bound = arith::MinNumFOp::create(b, loc, bound,
                                     shuffleXor(b, loc, bound, offset));

  // The elements that reach it, counted within the lane and over lanes.
  struct Element {
    Value score, position, isCandidate, before;
  };
  SmallVector<Element> elements;
  Term term(*this, pairs.first, fresh);
  Value own = constant(i32, 0);
  for (auto [index, piece] : llvm::enumerate(chunk.pieces))
    for (int64_t lane = 0, e = getNumLanes(piece); lane < e; ++lane) {
      Element element;
      element.score = term.emit(chunk, index, lane);
      if (piece.exists)
        element.score = select(piece.exists, element.score, lowest);
      element.position = arith::IndexCastOp::create(
          b, loc, i32, getElementPosition(chunk, index, lane));
      element.isCandidate = compare(FP::OGE, element.score, bound);
      element.before = own;
      own = count(b, loc, own, element.isCandidate);
      elements.push_back(element);
    }
  Value total = own, front = constant(i32, 0);
  Value thread = arith::IndexCastOp::create(b, loc, i32, threads->getThread());
  for (int32_t offset = 1; offset < lanes; offset *= 2) {
    Value other = shuffleXor(b, loc, total, offset);
    Value bit = arith::AndIOp::create(b, loc, thread, constant(i32, offset));
    Value isUpper = compareInts(IP::ne, bit, constant(i32, 0));
    front = arith::AddIOp::create(b, loc, front,
                                  select(isUpper, other, constant(i32, 0)));
    total = arith::AddIOp::create(b, loc, total, other);
  }

  // More than there are places stands for all that needs ranks one by one. A
  // maximum of numbers that ignores NaN never is one where there are numbers.
  Value isNumber = compare(FP::OGT, bound, lowest);
  Value isOrdered = compare(FP::ORD, best, best);
  Value needed = select(arith::AndIOp::create(b, loc, isNumber, isOrdered),
                        total, constant(i32, 1 << 20));
  for (int32_t offset = 1; offset < 32; offset *= 2)
    needed = arith::MaxUIOp::create(b, loc, needed,
                                    shuffleXor(b, loc, needed, offset));
  Value fits = compareInts(IP::ule, needed, constant(i32, places));

  SmallVector<Type> types;
  for (unsigned i = 0; i < 2 * pairs.count; ++i)
    types.push_back(fold.getStateElementType(pairs.first + i));
  auto selectAll = [&](OpBuilder &, Location) {
    for (const Element &element : elements)
      emitIf({}, element.isCandidate, [&](OpBuilder &, Location) {
        Value where = arith::AddIOp::create(b, loc, front, element.before);
        where = arith::IndexCastUIOp::create(b, loc, b.getIndexType(), where);
        candidates.store(where, element.score, element.position);
        scf::YieldOp::create(b, loc);
      });
    syncWarp(b, loc);
    Value score, position;
    std::tie(score, position) = candidates.load(place);
    Value better;
    for (auto [otherScore, otherPosition] : candidates.loadAll(places)) {
      Value isEqual = compare(FP::OEQ, otherScore, score);
      Value isBefore = compareInts(IP::ult, otherPosition, position);
      Value isBetter = arith::OrIOp::create(
          b, loc, compare(FP::OGT, otherScore, score),
          arith::AndIOp::create(b, loc, isEqual, isBefore));
      better = count(b, loc, better, isBetter);
    }
    emitIf({}, compareInts(IP::ult, better, constant(i32, ranks)),
           [&](OpBuilder &, Location) {
             Value rank =
                 arith::IndexCastUIOp::create(b, loc, b.getIndexType(), better);
             results.store(rank, score, position);
             scf::YieldOp::create(b, loc);
           });
    syncWarp(b, loc);
    SmallVector<Value> values;
    for (auto [value, where] : results.loadAll(ranks)) {
      values.push_back(value);
      values.push_back(
          arith::ExtSIOp::create(b, loc, types[values.size()], where));
    }
    scf::YieldOp::create(b, loc, values);
  };
  auto rankByRank = [&](OpBuilder &, Location) {
    State each = fresh;
    foldComponents(chunk, init, pairs.first, pairs.first + 2 * pairs.count,
                   each);
    scf::YieldOp::create(b, loc,
                         ArrayRef(each).slice(pairs.first, 2 * pairs.count));
  };
  ValueRange selected = emitIf(types, fits, selectAll, rankByRank);
  for (auto [i, value] : llvm::enumerate(selected))
    fresh[pairs.first + i] = value;
}
