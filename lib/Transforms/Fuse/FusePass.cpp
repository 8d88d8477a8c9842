//===- FusePass.cpp - The pass redfuser-fuse ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "RedFuser/Algebra/Expr.h"
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

/// The derivation as remarks, one a reduction, where its term is computed.
static void emitDerivation(cascade::ChainOp chain, const FusionPlan &plan,
                           const remark::RemarkOpts &options) {
  if (!chain.getContext()->getRemarkEngine())
    return;
  using algebra::toString;
  using remark::metric;
  Derivation derivation = plan.getDerivation();
  for (auto [i, reduction] : llvm::enumerate(derivation.reductions)) {
    Value term = chain.getTermValue(i);
    auto remark = remark::analysis(
        isa<BlockArgument>(term) ? chain.getLoc() : term.getLoc(), options);
    if (!remark)
      return;
    remark << metric("Reduction", i) << metric("Monoid", reduction.monoid)
           << metric("Term", toString(reduction.term));
    if (reduction.form != Derivation::Form::Plain) {
      remark << metric("Rank", reduction.getRank());
      for (auto [g, h] : reduction.split)
        remark << metric("G", toString(g)) << metric("H", toString(h));
      remark << metric("Why", reduction.why);
    }
    for (const Derivation::Factor &factor : reduction.factors)
      remark << metric(factor.kept ? "Kept" : "Deferred",
                       toString(factor.factor));
    for (const Derivation::Component &component : derivation.components) {
      if (component.reduction != i)
        continue;
      remark << metric("State", toString(component.term));
      if (!component.correction.empty())
        remark << metric("Correction", component.correction);
    }
    remark << metric("Finalizer", reduction.finalizer);
  }
}

namespace {
struct Fuse : redfuser::impl::FusePassBase<Fuse> {
  using FusePassBase::FusePassBase;

  void runOnOperation() override {
    NumericOptions options;
    options.numerics = numerics;
    options.allowRequantize = allowRequantize;
    options.exactPositions = exactPositions;
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
    emitDerivation(chain, *plan, remarkOptions);
    cascade::FoldOp fold = buildFold(rewriter, plan->get());
    for (auto [result, value] : llvm::zip(
             chain.getResults(), buildFinalizers(rewriter, plan->get(), fold)))
      if (value)
        rewriter.replaceAllUsesWith(result, value);
    rewriter.eraseOp(chain);
  }
};
} // namespace
