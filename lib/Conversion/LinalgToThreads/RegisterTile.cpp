//===- RegisterTile.cpp - Contractions with a tile of results a thread ----===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgDistributor.h"

#include "../Utils/Delinearise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace redfuser;

/// Results of a thread along a row and along a column, at most: 32 accumulators
/// and 12 operands in registers.
static constexpr int64_t kColumns = 4;
static constexpr int64_t kMaxRows = 8;
static constexpr int64_t kMaxColumnThreads = 32;

bool LinalgDistributor::matchRegisterTile() {
  if (op.getNumDpsInits() != 1 || parallelDims.size() < 2)
    return false;
  // Neighbouring threads take neighbours in the result.
  unsigned columnDim = parallelDims.back();
  auto dependsOnOneOf = [&](unsigned dim, unsigned other) {
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      AffineMap map = op.getMatchingIndexingMap(input);
      return map.isFunctionOfDim(dim) && !map.isFunctionOfDim(other);
    });
  };
  std::optional<unsigned> rowDim;
  int64_t rows = 1;
  for (unsigned dim : ArrayRef(parallelDims).drop_back()) {
    int64_t size = getUpperBound(dim).value_or(INT64_MAX);
    if (size > rows && dependsOnOneOf(dim, columnDim) &&
        dependsOnOneOf(columnDim, dim)) {
      rowDim = dim;
      rows = size;
    }
  }
  int64_t columns = getUpperBound(columnDim).value_or(INT64_MAX);
  if (!rowDim || columns < kColumns)
    return false;
  int64_t columnThreads =
      std::min<int64_t>(llvm::PowerOf2Ceil(llvm::divideCeil(columns, kColumns)),
                        kMaxColumnThreads);
  int64_t rowThreads = ids.threads / columnThreads;
  registerTile = {
      *rowDim,
      columnDim,
      std::min<int64_t>(llvm::divideCeil(rows, rowThreads), kMaxRows),
      kColumns,
      rowThreads,
      columnThreads};
  return true;
}

namespace {
/// One index of a thread's tile.
struct TileIndex {
  Value index;  ///< clamped to what there is
  Value inside; ///< whether the index exists; null: always
};
} // namespace

/// The `count` indices `first`, `first + step`, ... below `size`.
static SmallVector<TileIndex> emitIndices(OpBuilder &b, Location loc,
                                          Value first, int64_t step,
                                          int64_t count, OpFoldResult size) {
  SmallVector<TileIndex> indices;
  std::optional<int64_t> constant = getConstantIntValue(size);
  bool whole = constant && *constant % (step * count) == 0;
  Value end = getValueOrCreateConstantIndexOp(b, loc, size);
  Value last;
  for (int64_t i = 0; i < count; ++i) {
    Value index = first;
    if (i > 0)
      index = arith::AddIOp::create(
          b, loc, first, arith::ConstantIndexOp::create(b, loc, i * step));
    // The loop that `first` belongs to ends in time.
    if (i == 0 || whole) {
      indices.push_back({index, Value()});
      continue;
    }
    if (!last)
      last = arith::SubIOp::create(b, loc, end,
                                   arith::ConstantIndexOp::create(b, loc, 1));
    Value inside =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, end);
    indices.push_back({arith::MinUIOp::create(b, loc, index, last), inside});
  }
  return indices;
}

/// Both conditions, of which null is true.
static Value emitBoth(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AndIOp::create(b, loc, lhs, rhs);
}

void LinalgDistributor::emitRegisterTile() {
  const RegisterTile &tile = registerTile;
  OpBuilder::InsertionGuard guard(b);
  // Places that do not exist compute with what is nearest, and do not store: no
  // branch in the reduction.
  SmallVector<Value> position = delineariseUnsigned(
      b, loc, ids.thread,
      {b.getIndexAttr(tile.rowThreads), b.getIndexAttr(tile.columnThreads)},
      /*fits32=*/true);
  SmallVector<unsigned> outerDims;
  llvm::copy_if(parallelDims, std::back_inserter(outerDims), [&](unsigned dim) {
    return dim != tile.rowDim && dim != tile.columnDim;
  });
  auto outer =
      scf::ForOp::create(b, loc, index(0), product(outerDims), index(1));
  b.setInsertionPointToStart(outer.getBody());
  SmallVector<Value> ivs(op.getNumLoops(), index(0));
  for (auto [dim, iv] :
       llvm::zip(outerDims, delinearise(outer.getInductionVar(), outerDims)))
    ivs[dim] = iv;
  OpFoldResult rowSize = ranges[tile.rowDim].size;
  OpFoldResult columnSize = ranges[tile.columnDim].size;
  auto rowLoop = scf::ForOp::create(
      b, loc, position[0], getValueOrCreateConstantIndexOp(b, loc, rowSize),
      index(tile.rowThreads * tile.rows));
  b.setInsertionPointToStart(rowLoop.getBody());
  auto columnLoop = scf::ForOp::create(
      b, loc, position[1], getValueOrCreateConstantIndexOp(b, loc, columnSize),
      index(tile.columnThreads * tile.columns));
  b.setInsertionPointToStart(columnLoop.getBody());
  SmallVector<TileIndex> rows = emitIndices(
      b, loc, rowLoop.getInductionVar(), tile.rowThreads, tile.rows, rowSize);
  SmallVector<TileIndex> columns =
      emitIndices(b, loc, columnLoop.getInductionVar(), tile.columnThreads,
                  tile.columns, columnSize);

  auto at = [&](size_t row, size_t column) {
    ivs[tile.rowDim] = rows[row].index;
    ivs[tile.columnDim] = columns[column].index;
    return ValueRange(ivs);
  };
  auto isInside = [&](size_t row, size_t column) {
    return emitBoth(b, loc, rows[row].inside, columns[column].inside);
  };
  // A result that is another thread's must not even be read.
  SmallVector<Value> results;
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t column = 0; column < columns.size(); ++column) {
      ValueRange place = at(row, column);
      Value inside = isInside(row, column);
      if (!inside) {
        llvm::append_range(results, emitLoads(place));
        continue;
      }
      auto ifOp = scf::IfOp::create(
          b, loc, inside,
          [&](OpBuilder &, Location) {
            scf::YieldOp::create(b, loc, emitLoads(place));
          },
          [&](OpBuilder &, Location) {
            scf::YieldOp::create(b, loc, emitIdentities());
          });
      llvm::append_range(results, ifOp.getResults());
    }

  SmallVector<Value> lbs(reductionDims.size(), index(0)), ubs,
      steps(reductionDims.size(), index(1));
  for (unsigned dim : reductionDims)
    ubs.push_back(getValueOrCreateConstantIndexOp(b, loc, ranges[dim].size));
  scf::LoopNest nest = scf::buildLoopNest(
      b, loc, lbs, ubs, steps, results,
      [&](OpBuilder &, Location, ValueRange reductionIvs,
          ValueRange accumulators) -> scf::ValueVector {
        for (auto [dim, iv] : llvm::zip(reductionDims, reductionIvs))
          ivs[dim] = iv;
        // An element is loaded once for all results that read it.
        std::map<std::tuple<unsigned, size_t, size_t>, Value> loaded;
        scf::ValueVector values;
        for (size_t row = 0; row < rows.size(); ++row)
          for (size_t column = 0; column < columns.size(); ++column) {
            auto load = [&](OpOperand &operand, ValueRange ivs) {
              AffineMap map = op.getMatchingIndexingMap(&operand);
              Value &value =
                  loaded[{operand.getOperandNumber(),
                          map.isFunctionOfDim(tile.rowDim) ? row : 0,
                          map.isFunctionOfDim(tile.columnDim) ? column : 0}];
              if (!value)
                value = emitLoad(operand, ivs);
              return value;
            };
            llvm::append_range(
                values,
                emitBody(at(row, column),
                         accumulators[row * columns.size() + column], load));
          }
        return values;
      });
  for (unsigned dim : reductionDims)
    ivs[dim] = index(0);
  for (size_t row = 0; row < rows.size(); ++row)
    for (size_t column = 0; column < columns.size(); ++column) {
      OpBuilder::InsertionGuard storeGuard(b);
      Value result = nest.results[row * columns.size() + column];
      if (Value inside = isInside(row, column)) {
        auto ifOp = scf::IfOp::create(b, loc, inside, /*withElseRegion=*/false);
        b.setInsertionPointToStart(ifOp.thenBlock());
      }
      emitStores(at(row, column), result);
    }
}
