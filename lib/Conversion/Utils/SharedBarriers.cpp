//===- SharedBarriers.cpp - Asynchronous copies and who waits -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBarriers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace redfuser;

/// What `createpolicy` makes for L2::evict_first.
static constexpr int64_t kEvictFirst = 0x12F0000000000000;

static Value getPointer(OpBuilder &b, Location loc, Value address,
                        NVVM::NVVMMemorySpace space) {
  auto type =
      LLVM::LLVMPointerType::get(b.getContext(), static_cast<unsigned>(space));
  return LLVM::IntToPtrOp::create(b, loc, type, address);
}

/// With integers as operands.
static void emitAssembly(OpBuilder &b, Location loc, const Twine &text,
                         ValueRange operands) {
  std::string constraints;
  for (Value operand : operands)
    constraints += operand.getType().isInteger(64) ? "l," : "r,";
  constraints += "~{memory}";
  LLVM::InlineAsmOp::create(
      b, loc, TypeRange(), operands, text.str(), constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
}

Value redfuser::getSharedAddress(OpBuilder &b, Location loc, Value view) {
  // A view into dynamic shared memory begins at its offset.
  auto op = view.getDefiningOp<memref::ViewOp>();
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, op.getSource());
  base = b.createOrFold<arith::AddIOp>(loc, base, op.getByteShift());
  return arith::IndexCastOp::create(b, loc, b.getI64Type(), base);
}

Value redfuser::offsetAddress(OpBuilder &b, Location loc, Value address,
                              Value index, int64_t bytes) {
  Value offset = b.createOrFold<arith::MulIOp>(
      loc, index, arith::ConstantIndexOp::create(b, loc, bytes));
  offset = b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), offset);
  return b.createOrFold<arith::AddIOp>(loc, address, offset);
}

Value redfuser::mapToBlock(OpBuilder &b, Location loc, Value address,
                           Value rank) {
  auto type = LLVM::LLVMPointerType::get(
      b.getContext(),
      static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
  Value own = getPointer(b, loc, address, NVVM::NVVMMemorySpace::Shared);
  Value other = NVVM::MapaOp::create(b, loc, type, own, rank);
  return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), other);
}

void redfuser::initBarrier(OpBuilder &b, Location loc, Value address,
                           int64_t count) {
  Value pointer = getPointer(b, loc, address, NVVM::NVVMMemorySpace::Shared);
  NVVM::MBarrierInitOp::create(
      b, loc, pointer,
      arith::ConstantIntOp::create(b, loc, b.getI32Type(), count),
      /*predicate=*/Value());
}

void redfuser::arriveAtBarrier(OpBuilder &b, Location loc, Value address) {
  emitAssembly(b, loc, "mbarrier.arrive.shared::cta.b64 _, [$0];", address);
}

void redfuser::arriveAndExpect(OpBuilder &b, Location loc, Value address,
                               Value bytes) {
  emitAssembly(b, loc, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
               {address, bytes});
}

void redfuser::waitAtBarrier(OpBuilder &b, Location loc, Value address,
                             Value parity, BarrierScope scope) {
  StringRef acquires = scope == BarrierScope::Cluster ? ".acquire.cluster" : "";
  emitAssembly(b, loc,
               "{ .reg .pred P; W: mbarrier.try_wait.parity" + acquires +
                   ".shared::cta.b64 P, [$0], $1; @P bra D; bra W; D: }",
               {address, parity});
}

void redfuser::fenceForCopies(OpBuilder &b, Location loc) {
  emitAssembly(b, loc, "fence.proxy.async.shared::cta;", {});
}

void redfuser::copyBulk(OpBuilder &b, Location loc, Value target, Value source,
                        Value bytes, Value barrier, bool isReadOnce) {
  StringRef text = "cp.async.bulk.shared::cluster.global.mbarrier::complete_"
                   "tx::bytes";
  SmallVector<Value> operands{target, source, bytes, barrier};
  if (!isReadOnce) {
    emitAssembly(b, loc, text + " [$0], [$1], $2, [$3];", operands);
    return;
  }
  operands.push_back(
      arith::ConstantIntOp::create(b, loc, b.getI64Type(), kEvictFirst));
  emitAssembly(b, loc, text + ".L2::cache_hint [$0], [$1], $2, [$3], $4;",
               operands);
}

void redfuser::sendWord(OpBuilder &b, Location loc, Value address, Value value,
                        Value barrier) {
  bool isWide = value.getType().getIntOrFloatBitWidth() == 64;
  Type type = b.getIntegerType(isWide ? 64 : 32);
  if (value.getType() != type)
    value = arith::BitcastOp::create(b, loc, type, value);
  StringRef width = isWide ? "64" : "32";
  emitAssembly(b, loc,
               "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b" +
                   width + " [$0], $1, [$2];",
               {address, value, barrier});
}
