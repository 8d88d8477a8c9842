//===- FusePass.cpp - The pass redfuser-fuse ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "RedFuser/Dialect/Cascade/Transforms/Transforms.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"

namespace redfuser {
#define GEN_PASS_DEF_FUSEPASS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

static remark::RemarkOpts getRemarkOptions(Operation *op) {
  auto options = remark::RemarkOpts::name("fuse").category("redfuser-fuse");
  for (Operation *parent = op; parent; parent = parent->getParentOp())
    if (auto name =
            parent->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      return options.function(name);
  return options;
}

namespace {
struct Fuse : redfuser::impl::FusePassBase<Fuse> {
  using FusePassBase::FusePassBase;

  void runOnOperation() override {
    NumericOptions options{numerics, allowRequantize};
    SmallVector<cascade::ChainOp> chains;
    getOperation()->walk(
        [&](cascade::ChainOp chain) { chains.push_back(chain); });
    llvm::SmallDenseSet<StringAttr> combines;
    cascade::collectCombines(getOperation(), combines);
    IRRewriter rewriter(&getContext());
    for (cascade::ChainOp chain : chains)
      rewrite(rewriter, chain, options);
    cascade::inlineCombines(getOperation(), combines);
  }

  void rewrite(IRRewriter &rewriter, cascade::ChainOp chain,
               const NumericOptions &options) {
    rewriter.setInsertionPoint(chain);
    Reason reason;
    FailureOr<FusionPlan> plan = planFusion(chain, options, reason);
    remark::RemarkOpts remarkOptions = getRemarkOptions(chain);
    if (failed(plan)) {
      remark::missed(reason.loc.value_or(chain.getLoc()), remarkOptions)
          << remark::reason("{0}", reason.message);
      rewriter.replaceOp(chain, cascade::lowerChainToGenerics(rewriter, chain));
      return;
    }
    remark::passed(chain.getLoc(), remarkOptions) << remark::add(
        "fused {0} reductions into one fold", chain.getNumReductions());
    cascade::FoldOp fold = buildFold(rewriter, plan->get());
    for (auto [result, value] : llvm::zip(
             chain.getResults(), buildFinalizers(rewriter, plan->get(), fold)))
      if (value)
        rewriter.replaceAllUsesWith(result, value);
    rewriter.eraseOp(chain);
  }
};
} // namespace
