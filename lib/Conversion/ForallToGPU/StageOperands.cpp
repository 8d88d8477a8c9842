//===- StageOperands.cpp - Operands of contractions in shared memory ------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Utils/BufferBounds.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUSTAGEOPERANDS
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

namespace {
/// Stages the operands of the contractions of one launch.
class LaunchStager {
public:
  LaunchStager(RewriterBase &rewriter, gpu::LaunchOp launch, int64_t budget)
      : rewriter(rewriter), launch(launch), budget(budget) {}

  void run();

private:
  void collect();
  void stageOperand(linalg::LinalgOp op, OpOperand &operand);
  bool isReused(linalg::LinalgOp op, OpOperand &operand);
  Operation *getStagingPoint(linalg::LinalgOp op, Value memref);

  RewriterBase &rewriter;
  gpu::LaunchOp launch;
  int64_t budget;
  SmallVector<linalg::LinalgOp> contractions;
  llvm::SmallDenseSet<Value> written;
  /// What is staged already, and in front of which op.
  llvm::SmallDenseMap<std::pair<Value, Operation *>, Value> staged;
};
} // namespace

/// Lists contractions and written buffers, and takes from the budget what the
/// launch's own temporaries need.
void LaunchStager::collect() {
  launch.getBody().walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      budget -= getByteBound(alloc).value_or(0);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      for (Value init : linalgOp.getDpsInits())
        written.insert(memref::skipViewLikeOps(cast<MemrefValue>(init)));
      if (linalgOp.getNumReductionLoops() > 0 &&
          linalgOp.getNumDpsInputs() > 1 && linalgOp.hasPureBufferSemantics())
        contractions.push_back(linalgOp);
      return;
    }
    if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
      SmallVector<MemoryEffects::EffectInstance> instances;
      effects.getEffects<MemoryEffects::Write>(instances);
      for (const MemoryEffects::EffectInstance &instance : instances)
        if (auto memref = dyn_cast_or_null<MemrefValue>(instance.getValue()))
          written.insert(memref::skipViewLikeOps(memref));
    }
  });
}

/// True if many results read the same element of `operand`.
bool LaunchStager::isReused(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<unsigned> parallelDims;
  op.getParallelDims(parallelDims);
  Value init = op.getDpsInitOperand(0)->get();
  AffineMap initMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return llvm::any_of(parallelDims, [&](unsigned dim) {
    std::optional<unsigned> position =
        initMap.getResultPosition(rewriter.getAffineDimExpr(dim));
    if (map.isFunctionOfDim(dim) || !position)
      return false;
    std::optional<int64_t> size = getSizeBound(init, *position);
    return !size || *size > 1;
  });
}

/// In front of the outermost loop around `op` in which `memref` does not
/// change.
Operation *LaunchStager::getStagingPoint(linalg::LinalgOp op, Value memref) {
  Operation *point = op;
  while (auto loop = dyn_cast<scf::ForOp>(point->getParentOp())) {
    if (!loop.isDefinedOutsideOfLoop(memref))
      break;
    point = loop;
  }
  return point;
}

void LaunchStager::stageOperand(linalg::LinalgOp op, OpOperand &operand) {
  auto memref = dyn_cast<MemrefValue>(operand.get());
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type)
    return;
  Value root = memref::skipViewLikeOps(memref);
  if (type.getRank() == 0 || !type.getElementType().isIntOrFloat() ||
      launch.getBody().isAncestor(root.getParentRegion()) ||
      written.contains(root) || !isReused(op, operand))
    return;
  Operation *point = getStagingPoint(op, memref);
  Value &copy = staged[{memref, point}];
  if (!copy) {
    Location loc = op.getLoc();
    // Threads that differ in a row read the same column: an odd row length
    // keeps them apart in the banks.
    auto inner = dyn_cast<AffineDimExpr>(
        op.getMatchingIndexingMap(&operand).getResults().back());
    bool alongReduction =
        inner && op.getIteratorTypesArray()[inner.getPosition()] ==
                     utils::IteratorType::reduction;
    int64_t width = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    int64_t bytes = width;
    SmallVector<int64_t> shape;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      std::optional<int64_t> size = getSizeBound(memref, dim);
      if (!size || *size <= 0)
        return;
      bool isInner = dim + 1 == type.getRank();
      shape.push_back(*size + (isInner && alongReduction
                                   ? std::max<int64_t>(4 / width, 1)
                                   : 0));
      if (llvm::MulOverflow(bytes, shape.back(), bytes) || bytes > budget)
        return;
    }
    bytes = llvm::alignTo(bytes, kSharedAlignment);
    if (bytes > budget)
      return;
    budget -= bytes;
    rewriter.setInsertionPoint(point);
    Value buffer = memref::AllocOp::create(
        rewriter, loc, MemRefType::get(shape, type.getElementType()));
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(rewriter, loc, memref);
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    copy = memref::SubViewOp::create(rewriter, loc, buffer, offsets, sizes,
                                     strides);
    memref::CopyOp::create(rewriter, loc, memref, copy);
  }
  operand.set(copy);
}

void LaunchStager::run() {
  collect();
  for (linalg::LinalgOp op : contractions)
    for (OpOperand *operand : op.getDpsInputOperands())
      stageOperand(op, *operand);
}

namespace {
struct GPUStageOperandsPass
    : public redfuser::impl::GPUStageOperandsBase<GPUStageOperandsPass> {
  using GPUStageOperandsBase::GPUStageOperandsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](gpu::LaunchOp launch) {
      LaunchStager(rewriter, launch, sharedBudget).run();
    });
  }
};
} // namespace
