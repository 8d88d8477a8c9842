//===- CascadeToLinalg.cpp - Lower chains and folds to linalg -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Dialect/Cascade/Transforms/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace redfuser {
#define GEN_PASS_DEF_CASCADETOLINALGPASS
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

namespace {
struct CascadeToLinalgPass
    : public redfuser::impl::CascadeToLinalgPassBase<CascadeToLinalgPass> {
  using CascadeToLinalgPassBase::CascadeToLinalgPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (cascade::isStructured(op))
        ops.push_back(op);
    });
    llvm::SmallDenseSet<StringAttr> combines;
    cascade::collectCombines(getOperation(), combines);
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto chain = dyn_cast<cascade::ChainOp>(op)) {
        rewriter.replaceOp(op, cascade::lowerChainToGenerics(rewriter, chain));
        continue;
      }
      FailureOr<SmallVector<Value>> results =
          cascade::lowerFoldToLinalg(rewriter, cast<cascade::FoldOp>(op));
      if (failed(results))
        return signalPassFailure();
      rewriter.replaceOp(op, *results);
    }
    cascade::inlineCombines(getOperation(), combines);
  }
};
} // namespace
