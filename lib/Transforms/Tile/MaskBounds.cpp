//===- MaskBounds.cpp - Where masks leave anything of an axis -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskBounds.h"

#include "RedFuser/Dialect/Cascade/Transforms/PositionMasks.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

//===----------------------------------------------------------------------===//
// Bounds of loops
//===----------------------------------------------------------------------===//

/// True for a number of a loop's iteration, or what is computed from one: it is
/// no more than sizes are.
static bool isPosition(Value index) {
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto loop =
        dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
    std::optional<SmallVector<Value>> numbers;
    if (loop)
      numbers = loop.getLoopInductionVars();
    return numbers && llvm::is_contained(*numbers, index);
  }
  Operation *op = index.getDefiningOp();
  return isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
             op) &&
         llvm::all_of(op->getOperands(), isPosition);
}

SmallVector<MaskBounds> redfuser::findMaskBounds(OpBuilder &b, FoldOp fold) {
  SmallVector<unsigned> axis = fold.getAxisDims();
  SmallVector<MaskBounds> result(axis.size());
  SmallVector<LinearForm> conditions = findMaskConditions(fold);

  SmallVector<OpFoldResult> sizes;
  for (const LinearForm &condition : conditions) {
    auto isUsed = [&](unsigned dim) { return condition.dims[dim] != 0; };
    if (llvm::count_if(axis, isUsed) != 1)
      continue;
    unsigned position = llvm::find_if(axis, isUsed) - axis.begin();
    int64_t slope = condition.dims[axis[position]];
    if (slope != 1 && slope != -1)
      continue;
    // Sums of more values of any size could wrap around.
    if (condition.outer.size() > 3)
      continue;
    // The largest value of everything but the axis, over all rows.
    if (sizes.empty())
      sizes = fold.getDimSizes(b);
    AffineExpr most = b.getAffineConstantExpr(condition.constant);
    SmallVector<OpFoldResult> operands;
    auto addOperand = [&](OpFoldResult value, int64_t factor, int64_t shift) {
      most = most + factor * (b.getAffineSymbolExpr(operands.size()) + shift);
      operands.push_back(value);
    };
    for (auto [dim, coefficient] : llvm::enumerate(condition.dims))
      if (!fold.isAxis(dim) && coefficient > 0)
        addOperand(sizes[dim], coefficient, -1);
    Location loc = fold.getLoc();
    for (auto [value, coefficient] : condition.outer) {
      Value index = value;
      if (!index.getType().isIndex())
        index = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
      if (!isPosition(index))
        index = limitAddend(b, loc, index, coefficient);
      addOperand(index, coefficient, 0);
    }
    AffineExpr bound = slope < 0 ? most + 1 : -most;
    (slope < 0 ? result[position].upper : result[position].lower)
        .push_back(affine::makeComposedFoldedAffineApply(
            b, loc, AffineMap::get(0, operands.size(), bound), operands));
  }
  return result;
}

void redfuser::skipMaskedTiles(OpBuilder &b, scf::ForOp loop,
                               const MaskBounds &bounds) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || !isZeroInteger(loop.getLowerBound()))
    return;
  // One tile is computed whatever is masked in it.
  std::optional<int64_t> length = getConstantIntValue(loop.getUpperBound());
  if (length && *length <= *step)
    return;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
  MLIRContext *ctx = b.getContext();
  OpFoldResult end = getAsOpFoldResult(loop.getUpperBound());
  OpFoldResult upper = end, lower = b.getIndexAttr(0);
  for (OpFoldResult bound : bounds.upper)
    upper = affine::makeComposedFoldedAffineMin(
        b, loc, AffineMap::get(0, 2, {s0, s1.ceilDiv(*step) * *step}, ctx),
        {upper, bound});
  for (OpFoldResult bound : bounds.lower)
    lower = affine::makeComposedFoldedAffineMax(
        b, loc, AffineMap::get(0, 2, {s0, s1.floorDiv(*step) * *step}, ctx),
        {lower, bound});
  if (!bounds.upper.empty())
    loop.setUpperBound(getValueOrCreateConstantIndexOp(b, loc, upper));
  if (!bounds.lower.empty())
    loop.setLowerBound(getValueOrCreateConstantIndexOp(b, loc, lower));
}
