//===- HostMemory.cpp - Buffers of host code live on the device -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostPlacement.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUHOSTMEMORY
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;

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
      : func(func), placement(func), rewriter(func.getContext()) {}

  LogicalResult run();

private:
  void rewriteAlloc(memref::AllocOp op);
  void rewriteDealloc(memref::DeallocOp op);
  void rewriteGlobal(memref::GetGlobalOp op);
  LogicalResult rewriteCopy(Operation *op, Value source, Value target);
  LogicalResult rewriteClone(bufferization::CloneOp op);
  void rewriteLoad(memref::LoadOp op);
  void rewriteStore(memref::StoreOp op);
  LogicalResult rewriteReshape(memref::ReshapeOp op);

  Value createDeviceAlloc(Location loc, MemRefType type, ValueRange sizes);
  Value createHostElement(Location loc, Type type);
  Value createElementView(Operation *op, Value memref, ValueRange indices);
  void copy(Location loc, Value target, Value source);
  void wait(Location loc);

  func::FuncOp func;
  HostPlacement placement;
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

/// Host memory that a copy uses must not go before the copy has ended.
void HostRewriter::wait(Location loc) {
  gpu::WaitOp::create(rewriter, loc, /*asyncToken=*/Type(),
                      /*asyncDependencies=*/ValueRange());
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

/// Host memory for one element.
Value HostRewriter::createHostElement(Location loc, Type type) {
  return memref::AllocOp::create(rewriter, loc, MemRefType::get({}, type));
}

/// `memref[indices]` as a memref without dimensions. gpu.memcpy wants the
/// identity layout and ignores offsets, so the descriptor is made by hand.
Value HostRewriter::createElementView(Operation *op, Value memref,
                                      ValueRange indices) {
  Location loc = op->getLoc();
  auto type = cast<MemRefType>(memref.getType());
  Type element = type.getElementType();
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, memref);
  Value flat = metadata.getOffset();
  for (auto [index, stride] : llvm::zip(indices, metadata.getStrides()))
    flat = arith::AddIOp::create(
        rewriter, loc, flat,
        arith::MulIOp::create(rewriter, loc, index, stride));
  Value bytes = arith::ConstantIndexOp::create(
      rewriter, loc, DataLayout::closest(op).getTypeSize(element));
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(
      rewriter, loc, metadata.getBaseBuffer());
  Value address = arith::AddIOp::create(
      rewriter, loc, base, arith::MulIOp::create(rewriter, loc, flat, bytes));

  auto pointerType = LLVM::LLVMPointerType::get(rewriter.getContext());
  Type i64 = rewriter.getI64Type();
  Value pointer = LLVM::IntToPtrOp::create(
      rewriter, loc, pointerType,
      arith::IndexCastOp::create(rewriter, loc, i64, address).getResult());
  // Allocated pointer, aligned pointer, offset.
  auto descriptorType = LLVM::LLVMStructType::getLiteral(
      rewriter.getContext(), {pointerType, pointerType, i64});
  Value descriptor = LLVM::PoisonOp::create(rewriter, loc, descriptorType);
  Value zero = LLVM::ConstantOp::create(rewriter, loc, i64,
                                        rewriter.getI64IntegerAttr(0));
  Value fields[] = {pointer, pointer, zero};
  for (auto [position, field] : llvm::enumerate(fields))
    descriptor = LLVM::InsertValueOp::create(rewriter, loc, descriptor, field,
                                             {static_cast<int64_t>(position)});
  return UnrealizedConversionCastOp::create(
             rewriter, loc, MemRefType::get({}, element), descriptor)
      .getResult(0);
}

void HostRewriter::rewriteAlloc(memref::AllocOp op) {
  if (placement.isOnHost(op.getResult()))
    return;
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(
      op, createDeviceAlloc(op.getLoc(), op.getType(), op.getDynamicSizes()));
}

void HostRewriter::rewriteDealloc(memref::DeallocOp op) {
  if (placement.isOnHost(op.getMemref()))
    return;
  rewriter.setInsertionPoint(op);
  gpu::DeallocOp::create(rewriter, op->getLoc(), /*asyncToken=*/Type(),
                         /*asyncDependencies=*/ValueRange(), op.getMemref());
  rewriter.eraseOp(op);
}

/// A constant lives in host memory. If its users want a device buffer, they get
/// a copy.
void HostRewriter::rewriteGlobal(memref::GetGlobalOp op) {
  if (placement.isOnHost(op.getResult()))
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPointAfter(op);
  Value device = createDeviceAlloc(loc, op.getType(), {});
  rewriter.replaceAllUsesWith(op.getResult(), device);
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
  if (placement.isOnHost(source) && placement.isOnHost(target))
    return success();
  rewriter.setInsertionPoint(op);
  copy(op->getLoc(), target, source);
  rewriter.eraseOp(op);
  return success();
}

LogicalResult HostRewriter::rewriteClone(bufferization::CloneOp op) {
  Location loc = op.getLoc();
  auto type = dyn_cast<MemRefType>(op.getOutput().getType());
  if (failed(requireContiguous(op, op.getInput())) ||
      failed(requireContiguous(op, op.getOutput())))
    return failure();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes = getDynamicSizes(rewriter, loc, op.getInput());
  Value target =
      placement.isOnHost(op.getOutput())
          ? memref::AllocOp::create(rewriter, loc, type, sizes).getResult()
          : createDeviceAlloc(loc, type, sizes);
  copy(loc, target, op.getInput());
  rewriter.replaceOp(op, target);
  return success();
}

void HostRewriter::rewriteLoad(memref::LoadOp op) {
  if (placement.isOnHost(op.getMemRef()))
    return;
  rewriter.setInsertionPoint(op);
  Value device = createElementView(op, op.getMemRef(), op.getIndices());
  Value host = createHostElement(op.getLoc(), op.getType());
  copy(op.getLoc(), host, device);
  wait(op.getLoc());
  Value value =
      memref::LoadOp::create(rewriter, op.getLoc(), host, ValueRange());
  memref::DeallocOp::create(rewriter, op.getLoc(), host);
  rewriter.replaceOp(op, value);
}

void HostRewriter::rewriteStore(memref::StoreOp op) {
  if (placement.isOnHost(op.getMemRef()))
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value device = createElementView(op, op.getMemRef(), op.getIndices());
  Value host = createHostElement(loc, op.getValueToStore().getType());
  memref::StoreOp::create(rewriter, loc, op.getValueToStore(), host,
                          ValueRange());
  copy(loc, device, host);
  wait(loc);
  memref::DeallocOp::create(rewriter, loc, host);
  rewriter.eraseOp(op);
}

/// The host reads the new shape.
LogicalResult HostRewriter::rewriteReshape(memref::ReshapeOp op) {
  Value shape = op.getShape();
  if (placement.isOnHost(shape))
    return success();
  Location loc = op.getLoc();
  if (failed(requireContiguous(op, shape)))
    return failure();
  rewriter.setInsertionPoint(op);
  Value host =
      memref::AllocOp::create(rewriter, loc, cast<MemRefType>(shape.getType()),
                              getDynamicSizes(rewriter, loc, shape));
  copy(loc, host, shape);
  wait(loc);
  op.getShapeMutable().assign(host);
  rewriter.setInsertionPointAfter(op);
  memref::DeallocOp::create(rewriter, loc, host);
  return success();
}

LogicalResult HostRewriter::run() {
  // Everything that is there now; host buffers that we add stay as they are.
  // Allocations go last: the placement knows the values that are there now.
  SmallVector<Operation *> accesses, allocations;
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::GetGlobalOp, bufferization::CloneOp>(op))
      allocations.push_back(op);
    else if (isa<memref::DeallocOp, memref::CopyOp, memref::LoadOp,
                 memref::StoreOp, memref::ReshapeOp>(op))
      accesses.push_back(op);
  });
  for (Operation *op : accesses) {
    LogicalResult result = llvm::TypeSwitch<Operation *, LogicalResult>(op)
                               .Case([&](memref::DeallocOp dealloc) {
                                 rewriteDealloc(dealloc);
                                 return success();
                               })
                               .Case([&](memref::CopyOp copyOp) {
                                 return rewriteCopy(copyOp, copyOp.getSource(),
                                                    copyOp.getTarget());
                               })
                               .Case([&](memref::LoadOp load) {
                                 rewriteLoad(load);
                                 return success();
                               })
                               .Case([&](memref::StoreOp store) {
                                 rewriteStore(store);
                                 return success();
                               })
                               .Case([&](memref::ReshapeOp reshape) {
                                 return rewriteReshape(reshape);
                               });
    if (failed(result))
      return failure();
  }
  for (Operation *op : allocations) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      rewriteAlloc(alloc);
    else if (auto global = dyn_cast<memref::GetGlobalOp>(op))
      rewriteGlobal(global);
    else if (failed(rewriteClone(cast<bufferization::CloneOp>(op))))
      return failure();
  }
  return success();
}

namespace {
struct GPUHostMemoryPass
    : public redfuser::impl::GPUHostMemoryBase<GPUHostMemoryPass> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> funcs;
    getOperation()->walk([&](func::FuncOp op) {
      if (!op.isExternal() && !isDeallocHelper(op.getName()))
        funcs.push_back(op);
    });
    for (func::FuncOp func : funcs)
      if (failed(HostRewriter(func).run()))
        return signalPassFailure();
  }
};
} // namespace
