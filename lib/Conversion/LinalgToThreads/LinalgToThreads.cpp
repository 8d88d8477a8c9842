//===- LinalgToThreads.cpp - The threads of a kernel ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgDistributor.h"

#include "../Utils/Distributed.h"

#include "RedFuser/Conversion/Passes.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUDISTRIBUTE
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

namespace {
/// Rewrites the body of one launch.
class LaunchDistributor {
public:
  LaunchDistributor(RewriterBase &rewriter, gpu::LaunchOp launch)
      : rewriter(rewriter), launch(launch) {}

  LogicalResult run();

private:
  LogicalResult collect();
  void emitIds(int64_t threads);
  void guardStore(memref::StoreOp store);

  RewriterBase &rewriter;
  gpu::LaunchOp launch;
  SmallVector<Operation *> worklist;
  ThreadIds ids;
};
} // namespace

/// Lists the ops to rewrite; anything else with an effect is an error.
LogicalResult LaunchDistributor::collect() {
  WalkResult result =
      launch.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isa<linalg::LinalgOp, memref::CopyOp, memref::StoreOp>(op)) {
          worklist.push_back(op);
          return WalkResult::skip();
        }
        if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::IndexSwitchOp,
                scf::ExecuteRegionOp, memref::LoadOp>(op) ||
            op->hasTrait<OpTrait::IsTerminator>() || isPure(op))
          return WalkResult::advance();
        if (isMemoryEffectFree(op) && op->getNumRegions() == 0)
          return WalkResult::advance();
        op->emitOpError(
            "in a kernel has no GPU thread lowering; expected linalg "
            "on buffers, scf loops, loads, stores and index math");
        return WalkResult::interrupt();
      });
  return failure(result.wasInterrupted());
}

void LaunchDistributor::emitIds(int64_t threads) {
  Location loc = launch.getLoc();
  rewriter.setInsertionPointToStart(&launch.getBody().front());
  Value thread = launch.getThreadIds().x;
  AffineExpr d0;
  bindDims(rewriter.getContext(), d0);
  ids.thread = thread;
  ids.threads = threads;
  ids.warp = affine::AffineApplyOp::create(
      rewriter, loc, AffineMap::get(1, 0, d0.floorDiv(32)), thread);
  ids.lane = affine::AffineApplyOp::create(
      rewriter, loc, AffineMap::get(1, 0, d0 % 32), thread);
}

/// One thread stores a scalar that every thread has computed.
void LaunchDistributor::guardStore(memref::StoreOp store) {
  Location loc = store.getLoc();
  rewriter.setInsertionPoint(store);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value first = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                      ids.thread, zero);
  auto ifOp = scf::IfOp::create(rewriter, loc, first, /*withElseRegion=*/false);
  rewriter.moveOpBefore(store, ifOp.thenBlock(), ifOp.thenBlock()->begin());
  rewriter.setInsertionPointAfter(ifOp);
  gpu::BarrierOp::create(rewriter, loc);
}

LogicalResult LaunchDistributor::run() {
  std::optional<int64_t> threads = getConstantIntValue(launch.getBlockSizeX());
  if (!threads || *threads % 32 != 0 ||
      !isConstantIntValue(launch.getBlockSizeY(), 1) ||
      !isConstantIntValue(launch.getBlockSizeZ(), 1))
    return launch.emitOpError("expected a constant one-dimensional block of a "
                              "multiple of 32 threads");
  if (failed(collect()))
    return failure();
  emitIds(*threads);

  for (Operation *op : worklist) {
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      guardStore(store);
      continue;
    }
    rewriter.setInsertionPoint(op);
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      if (!isa<MemRefType>(copy.getSource().getType()) ||
          !isa<MemRefType>(copy.getTarget().getType()))
        return copy.emitOpError("of an unranked memref has no GPU lowering");
      op = linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                                    copy.getTarget());
      rewriter.eraseOp(copy);
      rewriter.setInsertionPoint(op);
    }
    auto linalgOp = cast<linalg::LinalgOp>(op);
    if (!linalgOp.hasPureBufferSemantics())
      return op->emitOpError("expected buffers in a kernel, got tensors; run "
                             "one-shot-bufferize first");
    LinalgDistributor distributor(rewriter, linalgOp, ids);
    if (failed(distributor.emit(distributor.choose())))
      return failure();
    // Others read what was written, and write what was read.
    gpu::BarrierOp::create(rewriter, op->getLoc());
    rewriter.eraseOp(op);
  }
  return success();
}

namespace {
struct GPUDistributePass
    : public redfuser::impl::GPUDistributeBase<GPUDistributePass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<gpu::LaunchOp> launches;
    getOperation()->walk([&](gpu::LaunchOp op) {
      if (!isDistributed(op))
        launches.push_back(op);
    });
    for (gpu::LaunchOp launch : launches)
      if (failed(LaunchDistributor(rewriter, launch).run()))
        return signalPassFailure();
  }
};
} // namespace
