//===- FuseProducers.cpp - Pulling producers into a tile ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseProducers.h"

#include "mlir/Dialect/Affine/ViewLikeInterfaceUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace redfuser;

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// The linalg ops and reshapes that the fold's inputs come from and that
/// nothing else uses, sizes apart: what has other users is not pulled into the
/// tile.
static SetVector<Operation *> collectProducers(cascade::FoldOp fold) {
  SetVector<Operation *> producers;
  SmallVector<Value> pending(fold.getInputs());
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<linalg::LinalgOp, tensor::ExpandShapeOp,
                         tensor::CollapseShapeOp>(op) ||
        !llvm::all_of(value.getUsers(), [&](Operation *user) {
          return user == fold || producers.contains(user) ||
                 isa<tensor::DimOp>(user);
        }))
      continue;
    if (producers.insert(op))
      llvm::append_range(pending, op->getOperands());
  }
  return producers;
}

void redfuser::moveReshapesOutOfTheWay(RewriterBase &rewriter,
                                       cascade::FoldOp fold) {
  if (llvm::none_of(fold.getInputs(), [](Value input) {
        return input.getDefiningOp<tensor::ExpandShapeOp>();
      }))
    return;

  // The patterns take generics only.
  OpBuilder::InsertionGuard guard(rewriter);
  SetVector<Operation *> generics;
  for (Operation *op : collectProducers(fold)) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (linalgOp && !isa<linalg::GenericOp, linalg::FillOp>(op)) {
      rewriter.setInsertionPoint(op);
      FailureOr<linalg::GenericOp> generic =
          linalg::generalizeNamedOp(rewriter, linalgOp);
      generics.insert(succeeded(generic) ? generic->getOperation() : op);
    } else {
      generics.insert(op);
    }
  }

  RewritePatternSet patterns(fold.getContext());
  linalg::populateFoldReshapeOpsByExpansionPatterns(
      patterns, [](OpOperand *reshaped) {
        // From the fold outwards only: a reshape of a producer's operand is not
        // in the way, and moved towards the fold it would be.
        return isa<tensor::ExpandShapeOp>(reshaped->getOwner());
      });
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns,
                                                     fold.getContext());
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                       fold.getContext());
  // Only the producers are visited: other code keeps its form.
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  config.enableFolding(false);
  config.setListener(
      static_cast<RewriterBase::Listener *>(rewriter.getListener()));
  (void)applyOpPatternsGreedily(generics.takeVector(),
                                FrozenRewritePatternSet(std::move(patterns)),
                                config);
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

/// Composes `slice` with the slices it is taken from.
static tensor::ExtractSliceOp mergeSlices(RewriterBase &rewriter,
                                          tensor::ExtractSliceOp slice) {
  while (auto outer =
             slice.getSource().getDefiningOp<tensor::ExtractSliceOp>()) {
    SmallVector<OpFoldResult> offsets, sizes, strides;
    rewriter.setInsertionPoint(slice);
    if (failed(affine::mergeOffsetsSizesAndStrides(
            rewriter, slice.getLoc(), outer, slice, outer.getDroppedDims(),
            offsets, sizes, strides)))
      return slice;
    slice = rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        slice, slice.getType(), outer.getSource(), offsets, sizes, strides);
    if (outer->use_empty())
      rewriter.eraseOp(outer);
  }
  return slice;
}

/// Makes sizes of `value` that are asked for come from the operands of its
/// producer, so that asking does not keep the producer alive.
static void reifyDims(RewriterBase &rewriter, OpResult value) {
  auto reifiable = dyn_cast<ReifyRankedShapedTypeOpInterface>(value.getOwner());
  if (!reifiable)
    return;
  SmallVector<tensor::DimOp> dims;
  for (Operation *user : value.getUsers())
    if (auto dim = dyn_cast<tensor::DimOp>(user))
      if (dim.getConstantIndex())
        dims.push_back(dim);
  if (dims.empty())
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(value.getOwner());
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifiable.reifyResultShapes(rewriter, shapes)))
    return;
  for (tensor::DimOp dim : dims) {
    OpFoldResult size =
        shapes[value.getResultNumber()][*dim.getConstantIndex()];
    rewriter.replaceOp(
        dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size));
  }
}

/// Erases `op` and what it alone used, if it is dead.
static void eraseIfDead(RewriterBase &rewriter, Operation *op) {
  // A set: an op may be reached from several users.
  SetVector<Operation *> worklist;
  worklist.insert(op);
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    for (Value operand : next->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        worklist.insert(producer);
    rewriter.eraseOp(next);
  }
}

/// True if `value` is read by slices next to `fold` alone, so that the whole
/// tensor is not needed once these slices are computed apart.
static bool isUsedOnlyBySlices(Value value, cascade::FoldOp fold) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return isa<tensor::ExtractSliceOp>(user) &&
           user->getParentOp() == fold->getParentOp();
  });
}

void redfuser::fuseProducers(RewriterBase &rewriter, cascade::FoldOp fold,
                             ValueRange operands) {
  // A set: several operands may be the same slice.
  SetVector<tensor::ExtractSliceOp> worklist;
  auto push = [&](Value value) {
    if (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>())
      if (slice->getParentOp() == fold->getParentOp())
        worklist.insert(slice);
  };
  for (Value operand : operands)
    push(operand);

  while (!worklist.empty()) {
    tensor::ExtractSliceOp slice =
        mergeSlices(rewriter, worklist.pop_back_val());
    auto producer = dyn_cast<OpResult>(slice.getSource());
    if (!producer || producer.getOwner()->getBlock() == slice->getBlock() ||
        !isa<linalg::LinalgOp>(producer.getOwner()))
      continue;
    reifyDims(rewriter, producer);
    if (!isUsedOnlyBySlices(producer, fold))
      continue;
    rewriter.setInsertionPoint(slice);
    FailureOr<TilingResult> tile =
        tensor::replaceExtractSliceWithTiledProducer(rewriter, slice, producer);
    if (failed(tile))
      continue;
    rewriter.replaceOp(slice, tile->tiledValues.front());
    eraseIfDead(rewriter, producer.getOwner());
    for (Operation *tiledOp : tile->tiledOps)
      for (Value operand : tiledOp->getOperands())
        push(operand);
  }
}
