//===- BlockFlags.cpp - What blocks of a launch tell each other -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockFlags.h"

#include "GlobalPointer.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace redfuser;

/// Of NVPTX: all threads of the device.
static constexpr StringLiteral kDevice = "device";

Value redfuser::createFlags(OpBuilder &b, Location loc, OpFoldResult count) {
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  dispatchIndexOpFoldResults(count, sizes, shape);
  Value flags = memref::AllocOp::create(
      b, loc, MemRefType::get(shape, b.getI32Type()), sizes);
  Value zero = arith::ConstantIntOp::create(b, loc, b.getI32Type(), 0);
  gpu::MemsetOp::create(b, loc, /*asyncToken=*/Type(),
                        /*asyncDependencies=*/ValueRange(), flags, zero);
  return flags;
}

/// The address of a flag, in global memory.
static Value getPointer(OpBuilder &b, Location loc, Value flags, Value index) {
  Value offset = b.createOrFold<arith::MulIOp>(
      loc, index, arith::ConstantIndexOp::create(b, loc, 4));
  Value bytes = b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), offset);
  return getGlobalPointer(b, loc, flags, bytes);
}

/// NVPTX ignores the ordering of an atomicrmw: fences have it.
static void fence(OpBuilder &b, Location loc) {
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::acq_rel, kDevice);
}

static Value getLast(OpBuilder &b, Location loc, Value count) {
  Value one = arith::ConstantIntOp::create(b, loc, b.getI32Type(), 1);
  return b.createOrFold<arith::SubIOp>(loc, count, one);
}

Value redfuser::takeTicket(OpBuilder &b, Location loc, Value flags, Value index,
                           Value count) {
  // Zero after the last one.
  return LLVM::AtomicRMWOp::create(
      b, loc, LLVM::AtomicBinOp::uinc_wrap, getPointer(b, loc, flags, index),
      getLast(b, loc, count), LLVM::AtomicOrdering::monotonic, kDevice);
}

Value redfuser::arriveAtFlag(OpBuilder &b, Location loc, Value flags,
                             Value index, Value count, bool isOrdered) {
  Value last = getLast(b, loc, count);
  if (isOrdered)
    fence(b, loc);
  Value before = takeTicket(b, loc, flags, index, count);
  if (isOrdered)
    fence(b, loc);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, before, last);
}

void redfuser::raiseFlag(OpBuilder &b, Location loc, Value flags, Value index) {
  Value pointer = getPointer(b, loc, flags, index);
  Value one = arith::ConstantIntOp::create(b, loc, b.getI32Type(), 1);
  fence(b, loc);
  LLVM::AtomicRMWOp::create(b, loc, LLVM::AtomicBinOp::add, pointer, one,
                            LLVM::AtomicOrdering::monotonic, kDevice);
}

void redfuser::waitForFlag(OpBuilder &b, Location loc, Value flags, Value index,
                           Value count) {
  Value pointer = getPointer(b, loc, flags, index);
  scf::WhileOp::create(
      b, loc, TypeRange(), ValueRange(),
      [&](OpBuilder &b, Location loc, ValueRange) {
        Value raised = LLVM::LoadOp::create(
            b, loc, b.getI32Type(), pointer, /*alignment=*/4,
            /*isVolatile=*/false, /*isNonTemporal=*/false,
            /*isInvariant=*/false, /*isInvariantGroup=*/false,
            LLVM::AtomicOrdering::acquire, kDevice);
        Value isEarly = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                              raised, count);
        scf::ConditionOp::create(b, loc, isEarly, ValueRange());
      },
      [&](OpBuilder &b, Location loc, ValueRange) {
        scf::YieldOp::create(b, loc);
      });
}

void redfuser::clearFlag(OpBuilder &b, Location loc, Value flags, Value index) {
  Value zero = arith::ConstantIntOp::create(b, loc, b.getI32Type(), 0);
  LLVM::StoreOp::create(b, loc, zero, getPointer(b, loc, flags, index),
                        /*alignment=*/4, /*isVolatile=*/false,
                        /*isNonTemporal=*/false, /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::monotonic, kDevice);
}
