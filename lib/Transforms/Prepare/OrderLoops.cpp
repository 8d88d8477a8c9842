//===- OrderLoops.cpp - A unit-stride parallel loop innermost -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace redfuser {
#define GEN_PASS_DEF_ORDERLOOPS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// How often an element of an operand is read before a copy of it pays.
static constexpr int64_t kMinReads = 8;

namespace {

/// True if an operand with `map` is contiguous along `dim` or constant along
/// it.
bool isContiguousOrInvariant(AffineMap map, unsigned dim) {
  if (!map.isFunctionOfDim(dim))
    return true;
  return map.getResult(map.getNumResults() - 1) ==
             getAffineDimExpr(dim, map.getContext()) &&
         llvm::none_of(map.getResults().drop_back(),
                       [&](AffineExpr e) { return e.isFunctionOfDim(dim); });
}

/// The parallel loop along which the result of the reduction `op` is
/// contiguous.
std::optional<unsigned> getInnerLoop(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() == 0)
    return std::nullopt;
  AffineMap outMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (outMap.getNumResults() == 0)
    return std::nullopt;
  auto last = dyn_cast<AffineDimExpr>(outMap.getResults().back());
  if (!last || op.getIteratorTypesArray()[last.getPosition()] !=
                   utils::IteratorType::parallel)
    return std::nullopt;
  return last.getPosition();
}

/// Copies operands of `op` that are not contiguous along `inner`, with that
/// dimension last, where an element of the copy is read often enough.
void transposeOperands(RewriterBase &rewriter, linalg::GenericOp op,
                       unsigned inner) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (isContiguousOrInvariant(map, inner) || !map.isProjectedPermutation())
      continue;
    int64_t reads = 1;
    for (auto [loop, size] : llvm::enumerate(sizes))
      if (!map.isFunctionOfDim(loop))
        reads *= ShapedType::isDynamic(size) ? kMinReads : size;
    if (reads < kMinReads)
      continue;
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    unsigned position =
        *map.getResultPosition(getAffineDimExpr(inner, rewriter.getContext()));
    SmallVector<int64_t> order;
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      if (dim != position)
        order.push_back(dim);
    order.push_back(position);
    SmallVector<OpFoldResult> shape =
        tensor::getMixedSizes(rewriter, loc, operand->get());
    SmallVector<AffineExpr> exprs;
    SmallVector<OpFoldResult> newShape;
    for (int64_t dim : order) {
      exprs.push_back(map.getResult(dim));
      newShape.push_back(shape[dim]);
    }
    Value empty = tensor::EmptyOp::create(rewriter, loc, newShape,
                                          getElementTypeOrSelf(operand->get()));
    auto copy = linalg::TransposeOp::create(rewriter, loc, operand->get(),
                                            empty, order);
    // A loop nest like every other op by now.
    FailureOr<linalg::GenericOp> generic =
        linalg::generalizeNamedOp(rewriter, copy);
    if (failed(generic))
      continue;
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps[operand->getOperandNumber()] =
        AffineMap::get(map.getNumDims(), 0, exprs, rewriter.getContext());
    rewriter.modifyOpInPlace(op, [&] {
      operand->set(generic->getResult(0));
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
  }
}

/// The loop order for `op`, empty if the present one stays.
SmallVector<unsigned> bestOrder(linalg::GenericOp op, unsigned inner) {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  if (!llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
        return isContiguousOrInvariant(map, inner);
      }))
    return {};
  SmallVector<unsigned> order;
  for (unsigned i = 0, e = kinds.size(); i < e; ++i)
    if (i != inner && kinds[i] == utils::IteratorType::parallel)
      order.push_back(i);
  for (unsigned i = 0, e = kinds.size(); i < e; ++i)
    if (kinds[i] != utils::IteratorType::parallel)
      order.push_back(i);
  order.push_back(inner);
  if (llvm::is_sorted(order))
    return {};
  return order;
}

struct OrderLoopsPass final : redfuser::impl::OrderLoopsBase<OrderLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::GenericOp> ops;
    getOperation()->walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::optional<unsigned> inner = getInnerLoop(op);
      if (!inner)
        continue;
      transposeOperands(rewriter, op, *inner);
      SmallVector<unsigned> order = bestOrder(op, *inner);
      if (order.empty())
        continue;
      rewriter.setInsertionPoint(op);
      if (failed(linalg::interchangeGenericOp(rewriter, op, order))) {
        op.emitError("expected a permutation of the loops");
        return signalPassFailure();
      }
    }
  }
};

} // namespace
