//===- WarpgroupMasks.cpp - Tiles of the axis that masks leave ------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which tiles of the axis a tile of rows visits, as far as positions tell.
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// True if there may be more segments than tiles of an axis of `length`, or
/// tiles in fewer of them.
bool WarpgroupKernel::mayHaveEmptySegments(int64_t length) const {
  int64_t segments = schedule.getSegments();
  if (segments == 1)
    return false;
  int64_t tiles = llvm::divideCeil(length, schedule.getKeys());
  int64_t each = llvm::divideCeil(tiles, segments);
  return !group.getBounds().empty() || each * (segments - 1) >= tiles;
}

/// True if at most the last tile of the axis is partly masked by `bound`,
/// `position <= rest` for any of its forms: it masks no less than all but the
/// last tile that it leaves. The same is so of several of them.
bool WarpgroupKernel::hasOneBorderTile(const MaskClause &bound) {
  return llvm::all_of(bound, [&](const LinearForm &form) {
    if (llvm::all_of(group.getRows(),
                     [&](unsigned dim) { return form.dims[dim] == 0; }))
      return true;
    // The diagonal of tiles.
    auto isOther = [&](unsigned dim) {
      return dim != group.getAxis() && !group.isRow(dim) && form.dims[dim] != 0;
    };
    return form.outer.empty() && form.inputs.empty() && form.constant == 0 &&
           group.getRows().size() == 1 &&
           form.dims[group.getRows().front()] == 1 &&
           llvm::none_of(llvm::seq(fold.getNumDims()), isOther) &&
           schedule.getKeys() % getBlockRows(schedule) == 0;
  });
}

void WarpgroupKernel::locateAxis() {
  Value length = getSize(group.getAxis());
  Value keys = ops.constant(schedule.getKeys());
  auto roundUp = [&](Value position) { return ops.ceilDiv(position, keys); };
  Value total = roundUp(length);
  tile.first = tile.innerFirst = ops.constant(0);
  tile.last = total;
  tile.innerLast = border.hasTail ? ops.div(length, keys) : total;
  tile.end = length;
  for (const MaskClause &bound : group.getBounds()) {
    bool isUpper = bound.front().dims[group.getAxis()] < 0;
    // What any of the forms leaves.
    Value most, least;
    for (const LinearForm &form : bound)
      for (bool isMost : {true, false}) {
        Value &all = isMost ? most : least;
        Value one = getBound(form, isMost);
        all = !all ? one : isUpper ? ops.max(all, one) : ops.min(all, one);
      }
    if (isUpper) {
      tile.end = ops.min(tile.end, most);
      tile.last = ops.min(tile.last, roundUp(most));
      tile.innerLast = ops.min(tile.innerLast, ops.div(least, keys));
    } else {
      tile.first = ops.max(tile.first, ops.div(most, keys));
      tile.innerFirst = ops.max(tile.innerFirst, roundUp(least));
    }
  }
  if (!group.getBounds().empty()) {
    // At least one tile, of which nothing may be left.
    Value zero = ops.constant(0);
    tile.first = ops.min(tile.first, ops.max(ops.add(total, -1), zero));
    tile.last = ops.max(tile.last, ops.min(ops.add(tile.first, 1), total));
  }
}

/// The segment's share of the tiles of the axis; the last ones may have none.
void WarpgroupKernel::locateSegment() {
  int64_t segments = schedule.getSegments();
  Value count = ops.sub(tile.last, tile.first);
  Value each = ops.ceilDiv(count, ops.constant(segments));
  Value first = ops.add(tile.first, ops.mul(tile.segment, each));
  tile.first = ops.min(first, tile.last);
  tile.last = ops.min(ops.add(first, each), tile.last);
}

/// The element of an input that the batch has, i64.
Value WarpgroupKernel::loadOfBatch(unsigned number) {
  Type i64 = b.getI64Type();
  Value element = loadElement(*findInput(number), /*half=*/0);
  if (element.getType().isIndex())
    return b.createOrFold<arith::IndexCastOp>(loc, i64, element);
  if (element.getType() != i64)
    return b.createOrFold<arith::ExtSIOp>(loc, i64, element);
  return element;
}

/// For the rows of the tile: `position < bound` (or `position >= bound`, by
/// the sign of the axis) for any row to be unmasked, if `most`, or all of them.
/// Within the axis.
Value WarpgroupKernel::getBound(const LinearForm &condition, bool most) {
  Type i64 = b.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, loc, i64, value);
  };
  auto extend = [&](Value value) {
    return b.createOrFold<arith::ExtSIOp>(loc, i64, value);
  };
  Value rest = constant(condition.constant);
  auto add = [&](Value value, int64_t coefficient) {
    if (coefficient != 1)
      value = b.createOrFold<arith::MulIOp>(loc, value, constant(coefficient));
    rest = b.createOrFold<arith::AddIOp>(loc, rest, value);
  };
  for (unsigned dim = 0, e = fold.getNumDims(); dim < e; ++dim) {
    int64_t coefficient = condition.dims[dim];
    if (coefficient == 0 || dim == group.getAxis())
      continue;
    add(extend(group.isRow(dim) ? getRowLimit(dim, (coefficient > 0) == most)
                                : positions[dim]),
        coefficient);
  }
  auto addFar = [&](Value value, int64_t coefficient) {
    add(limitAddend(b, loc, value, coefficient), coefficient);
  };
  for (auto [value, coefficient] : condition.outer)
    addFar(value.getType().isIndex()
               ? b.createOrFold<arith::IndexCastOp>(loc, i64, value)
               : value,
           coefficient);
  for (auto [number, coefficient] : condition.inputs)
    addFar(loadOfBatch(number), coefficient);
  Value bound = condition.dims[group.getAxis()] < 0
                    ? b.createOrFold<arith::AddIOp>(loc, rest, constant(1))
                    : b.createOrFold<arith::SubIOp>(loc, constant(0), rest);
  bound = b.createOrFold<arith::MaxSIOp>(loc, bound, constant(0));
  bound = b.createOrFold<arith::MinSIOp>(loc, bound,
                                         extend(getSize(group.getAxis())));
  return b.createOrFold<arith::TruncIOp>(loc, b.getI32Type(), bound);
}

/// The first or the last position that rows of the tile have along a dimension.
/// Of several dimensions, all but the slowest are taken as a whole.
Value WarpgroupKernel::getRowLimit(unsigned dim, bool isLast) {
  if (dim != group.getRows().front())
    return isLast ? ops.add(getSize(dim), -1) : ops.constant(0);
  Value row = tile.firstRow;
  if (isLast)
    row = ops.min(ops.add(row, getBlockRows(schedule) - 1),
                  ops.add(getNumRows(), -1));
  return getRowPosition(dim, row);
}
