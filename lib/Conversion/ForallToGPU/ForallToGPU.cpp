//===- ForallToGPU.cpp - One block an iteration ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Utils/BarrierEffects.h"
#include "../Utils/Delinearise.h"
#include "../Utils/Distributed.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/SCF/Transforms/Transforms.h"

namespace redfuser {
#define GEN_PASS_DEF_FORALLTOGPU
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

/// Loops inside a block are sequential.
static LogicalResult serialiseNested(RewriterBase &rewriter,
                                     scf::ForallOp outer) {
  SmallVector<scf::ForallOp> nested;
  outer.getBody()->walk([&](scf::ForallOp op) { nested.push_back(op); });
  for (scf::ForallOp op : nested) {
    if (op.getNumResults() > 0)
      return op.emitOpError("expected a bufferized forall, got tensor results; "
                            "run one-shot-bufferize first");
    if (failed(scf::forallToForLoop(rewriter, op)))
      return op.emitOpError("inside a kernel could not become loops");
  }
  return success();
}

/// Replaces `forall` with a gpu.launch of `threads` threads a block, of a
/// kernel called `name`.
static LogicalResult convert(RewriterBase &rewriter, scf::ForallOp forall,
                             int64_t threads, StringRef name) {
  if (forall.getNumResults() > 0)
    return forall.emitOpError("expected a bufferized forall, got tensor "
                              "results; run one-shot-bufferize first");
  if (failed(serialiseNested(rewriter, forall)))
    return failure();

  Location loc = forall.getLoc();
  rewriter.setInsertionPoint(forall);
  // Extent of each dimension: ceildiv(ub - lb, step).
  AffineExpr s0, s1, s2;
  bindSymbols(rewriter.getContext(), s0, s1, s2);
  AffineMap extentMap = AffineMap::get(0, 3, (s1 - s0).ceilDiv(s2));
  SmallVector<OpFoldResult> extents;
  OpFoldResult total = rewriter.getIndexAttr(1);
  for (auto [lb, ub, step] :
       llvm::zip(forall.getMixedLowerBound(), forall.getMixedUpperBound(),
                 forall.getMixedStep())) {
    extents.push_back(affine::makeComposedFoldedAffineApply(
        rewriter, loc, extentMap, {lb, ub, step}));
    // Products of extents are not affine: multiply as values.
    std::optional<int64_t> lhs = getConstantIntValue(total);
    std::optional<int64_t> rhs = getConstantIntValue(extents.back());
    if (lhs && rhs)
      total = rewriter.getIndexAttr(*lhs * *rhs);
    else if (lhs == 1)
      total = extents.back();
    else
      total =
          arith::MulIOp::create(
              rewriter, loc,
              getValueOrCreateConstantIndexOp(rewriter, loc, total),
              getValueOrCreateConstantIndexOp(rewriter, loc, extents.back()))
              .getResult();
  }

  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value grid = getValueOrCreateConstantIndexOp(rewriter, loc, total);
  Value block = arith::ConstantIndexOp::create(rewriter, loc, threads);
  auto launch =
      gpu::LaunchOp::create(rewriter, loc, grid, one, one, block, one, one);
  launch.setModuleAttr(
      FlatSymbolRefAttr::get(rewriter.getContext(), kKernelModuleName));
  launch.setFunctionAttr(FlatSymbolRefAttr::get(rewriter.getContext(), name));
  Block &body = launch.getBody().front();
  rewriter.setInsertionPointToEnd(&body);
  auto terminator = gpu::TerminatorOp::create(rewriter, loc);
  rewriter.setInsertionPoint(terminator);

  // A grid has less than 2^31 blocks.
  SmallVector<Value> ivs = redfuser::delineariseUnsigned(
      rewriter, loc, launch.getBlockIds().x, extents,
      /*fits32=*/true);
  AffineExpr d0;
  bindDims(rewriter.getContext(), d0);
  AffineMap ivMap = AffineMap::get(1, 2, d0 * s1 + s0);
  for (auto [iv, lb, step] :
       llvm::zip(ivs, forall.getMixedLowerBound(), forall.getMixedStep())) {
    OpFoldResult value = affine::makeComposedFoldedAffineApply(
        rewriter, loc, ivMap, {OpFoldResult(iv), lb, step});
    iv = getValueOrCreateConstantIndexOp(rewriter, loc, value);
  }
  rewriter.eraseOp(forall.getTerminator());
  rewriter.inlineBlockBefore(forall.getBody(), terminator, ivs);
  rewriter.eraseOp(forall);
  return success();
}

namespace {
struct ForallToGPUPass
    : public redfuser::impl::ForallToGPUBase<ForallToGPUPass> {
  using ForallToGPUBase::ForallToGPUBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    ForallToGPUBase::getDependentDialects(registry);
    registerBarrierEffects(registry);
  }

  void runOnOperation() override {
    if (threads < 32 || threads > 1024 || threads % 32 != 0) {
      emitError(getOperation()->getLoc())
          << "expected 'threads' to be a multiple of 32 from 32 to 1024, got "
          << threads;
      return signalPassFailure();
    }
    SmallVector<scf::ForallOp> foralls;
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::ForallOp op) {
      foralls.push_back(op);
      return WalkResult::skip();
    });
    IRRewriter rewriter(&getContext());
    // Named after the function that launches them.
    llvm::StringMap<int64_t> counters;
    for (scf::ForallOp op : foralls) {
      auto func = op->getParentOfType<FunctionOpInterface>();
      std::string name = func ? func.getName().str() : "kernel";
      name += "_" + std::to_string(counters[name]++);
      if (failed(convert(rewriter, op, threads, name)))
        return signalPassFailure();
    }
  }
};
} // namespace
