//===- OrderLoops.cpp - A unit-stride parallel loop innermost -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace redfuser {
#define GEN_PASS_DEF_ORDERLOOPS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

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

/// The loop order for `op`, empty if the present one stays.
SmallVector<unsigned> bestOrder(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() == 0)
    return {};
  AffineMap outMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (outMap.getNumResults() == 0)
    return {};
  auto last = dyn_cast<AffineDimExpr>(outMap.getResults().back());
  if (!last)
    return {};
  unsigned inner = last.getPosition();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  if (kinds[inner] != utils::IteratorType::parallel ||
      !llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
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
      SmallVector<unsigned> order = bestOrder(op);
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
