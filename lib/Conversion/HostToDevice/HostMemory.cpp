//===- HostMemory.cpp - Buffers of host code live on the device -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUHOSTMEMORY
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// The function that upstream's deallocation lowering adds; it works on small
/// host buffers of addresses and flags.
static constexpr StringLiteral kDeallocHelper = "dealloc_helper";

/// True for a buffer that only the deallocation helper and host loads and
/// stores see.
static bool isHelperBuffer(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type ||
      !(type.getElementType().isIndex() || type.getElementType().isInteger(1)))
    return false;
  bool helper = false;
  for (Operation *user : value.getUsers()) {
    if (auto cast = dyn_cast<memref::CastOp>(user))
      helper |= llvm::any_of(cast->getUsers(), [](Operation *castUser) {
        auto call = dyn_cast<func::CallOp>(castUser);
        return call && call.getCallee().starts_with(kDeallocHelper);
      });
    if (auto call = dyn_cast<func::CallOp>(user))
      helper |= call.getCallee().starts_with(kDeallocHelper);
  }
  return helper;
}

static LogicalResult requireContiguous(Operation *op, Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (type && type.getLayout().isIdentity())
    return success();
  return op->emitOpError("in host code expected a buffer with the identity "
                         "layout, got ")
         << memref.getType();
}

namespace {
/// Rewrites one host function.
class HostRewriter {
public:
  explicit HostRewriter(func::FuncOp func)
      : func(func), rewriter(func.getContext()) {}

  LogicalResult run();

private:
  void rewriteAlloc(memref::AllocOp op);
  void rewriteGlobal(memref::GetGlobalOp op);
  LogicalResult rewriteCopy(Operation *op, Value source, Value target);
  LogicalResult rewriteLoad(memref::LoadOp op);
  LogicalResult rewriteStore(memref::StoreOp op);

  Value createDeviceAlloc(Location loc, MemRefType type, ValueRange sizes);
  void copy(Location loc, Value target, Value source);
  Value createHostCopy(Location loc, Value memref);

  func::FuncOp func;
  IRRewriter rewriter;
};
} // namespace

Value HostRewriter::createDeviceAlloc(Location loc, MemRefType type,
                                      ValueRange sizes) {
  return gpu::AllocOp::create(rewriter, loc, type, /*asyncToken=*/Type(),
                              /*asyncDependencies=*/ValueRange(), sizes,
                              /*symbolOperands=*/ValueRange())
      .getMemref();
}

void HostRewriter::copy(Location loc, Value target, Value source) {
  gpu::MemcpyOp::create(rewriter, loc, /*asyncToken=*/Type(),
                        /*asyncDependencies=*/ValueRange(), target, source);
}

static SmallVector<Value> getDynamicSizes(OpBuilder &b, Location loc,
                                          Value memref) {
  SmallVector<Value> sizes;
  auto type = cast<MemRefType>(memref.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(b, loc, memref, dim));
  return sizes;
}

/// A copy of a device buffer that the host can read.
Value HostRewriter::createHostCopy(Location loc, Value memref) {
  Value host =
      memref::AllocOp::create(rewriter, loc, cast<MemRefType>(memref.getType()),
                              getDynamicSizes(rewriter, loc, memref));
  copy(loc, host, memref);
  return host;
}

void HostRewriter::rewriteAlloc(memref::AllocOp op) {
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(
      op, createDeviceAlloc(op.getLoc(), op.getType(), op.getDynamicSizes()));
}

/// A constant lives in host memory: kernels read a copy of it.
void HostRewriter::rewriteGlobal(memref::GetGlobalOp op) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op.getResult().getUses())
    if (!isa<memref::LoadOp>(use.getOwner()))
      uses.push_back(&use);
  if (uses.empty())
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPointAfter(op);
  Value device = createDeviceAlloc(loc, op.getType(), {});
  for (OpOperand *use : uses)
    use->set(device);
  copy(loc, device, op.getResult());
  rewriter.setInsertionPoint(op->getBlock()->getTerminator());
  gpu::DeallocOp::create(rewriter, loc, /*asyncToken=*/Type(),
                         /*asyncDependencies=*/ValueRange(), device);
}

LogicalResult HostRewriter::rewriteCopy(Operation *op, Value source,
                                        Value target) {
  if (failed(requireContiguous(op, source)) ||
      failed(requireContiguous(op, target)))
    return failure();
  rewriter.setInsertionPoint(op);
  copy(op->getLoc(), target, source);
  return success();
}

LogicalResult HostRewriter::rewriteLoad(memref::LoadOp op) {
  if (op.getMemRef().getDefiningOp<memref::GetGlobalOp>())
    return success();
  if (failed(requireContiguous(op, op.getMemRef())))
    return failure();
  rewriter.setInsertionPoint(op);
  Value host = createHostCopy(op.getLoc(), op.getMemRef());
  op.getMemrefMutable().assign(host);
  rewriter.setInsertionPointAfter(op);
  memref::DeallocOp::create(rewriter, op.getLoc(), host);
  return success();
}

LogicalResult HostRewriter::rewriteStore(memref::StoreOp op) {
  if (failed(requireContiguous(op, op.getMemRef())))
    return failure();
  rewriter.setInsertionPoint(op);
  Value device = op.getMemRef();
  Value host = createHostCopy(op.getLoc(), device);
  op.getMemrefMutable().assign(host);
  rewriter.setInsertionPointAfter(op);
  copy(op.getLoc(), device, host);
  // The copy must have ended before its source is freed.
  gpu::WaitOp::create(rewriter, op.getLoc(), /*asyncToken=*/Type(),
                      /*asyncDependencies=*/ValueRange());
  memref::DeallocOp::create(rewriter, op.getLoc(), host);
  return success();
}

LogicalResult HostRewriter::run() {
  // Everything that is there now; host buffers that we add stay as they are.
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::DeallocOp, memref::CopyOp, memref::LoadOp,
            memref::StoreOp, memref::GetGlobalOp, bufferization::CloneOp>(op))
      ops.push_back(op);
  });
  llvm::SmallDenseSet<Value> helpers;
  for (Operation *op : ops)
    if (isa<memref::AllocOp>(op) && isHelperBuffer(op->getResult(0)))
      helpers.insert(op->getResult(0));

  for (Operation *op : ops) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      if (!helpers.contains(alloc.getResult()))
        rewriteAlloc(alloc);
    } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
      if (helpers.contains(dealloc.getMemref()))
        continue;
      rewriter.setInsertionPoint(op);
      gpu::DeallocOp::create(rewriter, op->getLoc(), /*asyncToken=*/Type(),
                             /*asyncDependencies=*/ValueRange(),
                             dealloc.getMemref());
      rewriter.eraseOp(op);
    } else if (auto copyOp = dyn_cast<memref::CopyOp>(op)) {
      if (failed(rewriteCopy(op, copyOp.getSource(), copyOp.getTarget())))
        return failure();
      rewriter.eraseOp(op);
    } else if (auto clone = dyn_cast<bufferization::CloneOp>(op)) {
      rewriter.setInsertionPoint(op);
      Value source = clone.getInput();
      Value device = createDeviceAlloc(
          op->getLoc(), cast<MemRefType>(clone.getOutput().getType()),
          getDynamicSizes(rewriter, op->getLoc(), source));
      if (failed(rewriteCopy(op, source, device)))
        return failure();
      rewriter.replaceOp(op, device);
    } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!helpers.contains(load.getMemRef()) && failed(rewriteLoad(load)))
        return failure();
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!helpers.contains(store.getMemRef()) && failed(rewriteStore(store)))
        return failure();
    } else {
      rewriteGlobal(cast<memref::GetGlobalOp>(op));
    }
  }
  return success();
}

namespace {
struct GPUHostMemoryPass
    : public redfuser::impl::GPUHostMemoryBase<GPUHostMemoryPass> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> funcs;
    getOperation()->walk([&](func::FuncOp op) {
      if (!op.isExternal() && !op.getName().starts_with(kDeallocHelper))
        funcs.push_back(op);
    });
    for (func::FuncOp func : funcs)
      if (failed(HostRewriter(func).run()))
        return signalPassFailure();
  }
};
} // namespace
