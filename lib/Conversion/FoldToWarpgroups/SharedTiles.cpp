//===- SharedTiles.cpp - Tiles that both products read --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedTiles.h"

#include "StridedTensor.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;

/// Chunks that have a barrier of their own.
static constexpr int64_t kGroupChunks = 2;

/// True if two sizes or strides are computed alike from the same values.
static bool isSame(OpFoldResult lhs, OpFoldResult rhs) {
  if (isEqualConstantIntOrValue(lhs, rhs))
    return true;
  auto left = dyn_cast<Value>(lhs), right = dyn_cast<Value>(rhs);
  if (!left || !right || !left.getDefiningOp() || !right.getDefiningOp())
    return false;
  return isPure(left.getDefiningOp()) &&
         OperationEquivalence::isEquivalentTo(
             left.getDefiningOp(), right.getDefiningOp(),
             [](Value a, Value b) { return success(isSame(a, b)); },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// What moving along `dim` skips in memory, but for parts that repeat.
static SmallVector<StridedPart>
getSteps(const FoldTensor &tensor, const StridedTensor &view, unsigned dim) {
  SmallVector<StridedPart> steps;
  for (auto [d, parts] : llvm::zip_equal(tensor.dims, view.dims))
    if (d == dim)
      for (const StridedPart &part : parts)
        if (!isConstantIntValue(part.stride, 0))
          steps.push_back(part);
  return steps;
}

std::optional<int64_t> redfuser::findSharedColumns(OpBuilder &b,
                                                   const WarpgroupFold &group) {
  const FoldTensor &key = group.getKey(), &value = group.getValue();
  Location loc = group.getFold().getLoc();
  StridedTensor keyView =
      readThroughLayout(b, loc, key.tensor, /*throughTables=*/false);
  StridedTensor valueView =
      readThroughLayout(b, loc, value.tensor, /*throughTables=*/false);
  if (keyView.base != valueView.base)
    return std::nullopt;
  auto isContiguous = [](ArrayRef<StridedPart> steps) {
    return steps.size() == 1 && isConstantIntValue(steps.front().stride, 1);
  };
  if (!isContiguous(getSteps(key, keyView, WarpgroupFold::kDepth)) ||
      !isContiguous(getSteps(value, valueView, group.getColumn())))
    return std::nullopt;
  // The sizes are those of the fold.
  SmallVector<unsigned> dims(group.getBatch());
  dims.push_back(group.getAxis());
  for (unsigned dim : dims) {
    SmallVector<StridedPart> keySteps = getSteps(key, keyView, dim);
    SmallVector<StridedPart> valueSteps = getSteps(value, valueView, dim);
    bool isEqual = llvm::equal(
        keySteps, valueSteps,
        [&](const StridedPart &lhs, const StridedPart &rhs) {
          return isSame(lhs.stride, rhs.stride) &&
                 (keySteps.size() == 1 || isSame(lhs.size, rhs.size));
        });
    if (!isEqual)
      return std::nullopt;
  }
  int64_t first = valueView.offset - keyView.offset;
  if (first < 0 || first + group.getWidth() > group.getDepth() ||
      first % kChunkColumns != 0 || group.getWidth() % kChunkColumns != 0)
    return std::nullopt;
  return first;
}

ColumnChunks::ColumnChunks(const WarpgroupFold &group) {
  std::optional<int64_t> sharedColumns = group.getSharedColumns();
  shared = sharedColumns && group.getWidth() % (2 * kChunkColumns) == 0;
  numKeyChunks = llvm::divideCeil(group.getDepth(), kChunkColumns);
  chunksEach =
      llvm::divideCeil(llvm::divideCeil(group.getWidth(), kChunkColumns), 2);
  firstColumn = shared ? *sharedColumns / kChunkColumns : numKeyChunks;
  numChunks = shared ? numKeyChunks : numKeyChunks + 2 * chunksEach;
  auto add = [&](int64_t from, int64_t to, std::optional<int64_t> reader) {
    for (int64_t first = from; first < to; first += kGroupChunks)
      groups.push_back({first, std::min(kGroupChunks, to - first),
                        /*isKey=*/first < numKeyChunks, reader});
  };
  int64_t end = firstColumn + 2 * chunksEach;
  add(0, std::min(firstColumn, numKeyChunks), std::nullopt);
  add(std::min(end, numKeyChunks), numKeyChunks, std::nullopt);
  numCommon = groups.size();
  for (int64_t i : {0, 1})
    add(firstColumn + i * chunksEach, firstColumn + (i + 1) * chunksEach, i);
}
