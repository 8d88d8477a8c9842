//===- RowThreads.cpp - The threads that share a row ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowThreads.h"

#include "../LinalgToThreads/Combiner.h"
#include "../Utils/SharedBarriers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;

Value redfuser::getIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value redfuser::getI32(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIntOp::create(b, loc, b.getI32Type(), value);
}

int64_t SharedMemory::getNumBytes(ArrayRef<int64_t> shape, Type element) {
  int64_t width = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  return llvm::alignTo(ShapedType::getNumElements(shape) * width, 16);
}

Value SharedMemory::allocate(OpBuilder &b, Location loc,
                             ArrayRef<int64_t> shape, Type element) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto bytesType = MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                                   MemRefLayoutAttrInterface(), space);
  Value base = gpu::DynamicSharedMemoryOp::create(b, loc, bytesType);
  auto type =
      MemRefType::get(shape, element, MemRefLayoutAttrInterface(), space);
  Value view = memref::ViewOp::create(b, loc, type, base,
                                      getIndex(b, loc, bytes), ValueRange());
  bytes += getNumBytes(shape, element);
  return view;
}

RowThreads::RowThreads(OpBuilder &b, gpu::LaunchOp launch, SharedMemory &shared,
                       int64_t threads, int64_t rows, bool columns)
    : shared(shared), threads(threads), rows(rows), columns(columns) {
  Location loc = launch.getLoc();
  Value id = launch.getThreadIds().x;
  // The faster index of the two counts threads or rows.
  Value size = getIndex(b, loc, columns ? rows : threads);
  Value fast = arith::RemUIOp::create(b, loc, id, size);
  Value slow = arith::DivUIOp::create(b, loc, id, size);
  if (columns) {
    row = fast;
    thread = slow;
    return;
  }
  thread = rows == 1 ? id : fast;
  row = rows == 1 ? getIndex(b, loc, 0) : slow;
  Value c32 = getIndex(b, loc, 32);
  lane = arith::RemUIOp::create(b, loc, thread, c32);
  warp = arith::DivUIOp::create(b, loc, thread, c32);
}

SmallVector<Value> RowThreads::reduceLanes(OpBuilder &b, Location loc,
                                           ValueRange values, int64_t count,
                                           bool isSymmetric,
                                           CombineFn combine) const {
  SmallVector<Value> totals(values);
  for (int32_t offset = count / 2; offset > 0; offset /= 2) {
    SmallVector<Value> others = llvm::map_to_vector(
        totals, [&](Value value) { return shuffleXor(b, loc, value, offset); });
    if (!isSymmetric) {
      Value bit = arith::AndIOp::create(b, loc, lane, getIndex(b, loc, offset));
      Value upper = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, bit,
                                          getIndex(b, loc, 0));
      for (auto [mine, other] : llvm::zip(totals, others)) {
        Value lhs = arith::SelectOp::create(b, loc, upper, other, mine);
        other = arith::SelectOp::create(b, loc, upper, mine, other);
        mine = lhs;
      }
    }
    totals = combine(totals, others);
  }
  return totals;
}

SmallVector<Value> RowThreads::exchangeWarps(OpBuilder &b, Location loc,
                                             ValueRange values) {
  int64_t warps = getNumWarps();
  SmallVector<Value> scratch;
  for (Value value : values)
    scratch.push_back(shared.allocate(b, loc, {parity ? 2 * rows : rows, warps},
                                      value.getType()));
  Value row = this->row;
  if (parity)
    row = arith::AddIOp::create(
        b, loc, row,
        arith::MulIOp::create(b, loc, parity, getIndex(b, loc, rows)));
  Value first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane,
                                      getIndex(b, loc, 0));
  scf::IfOp::create(b, loc, first, [&](OpBuilder &b, Location loc) {
    for (auto [memory, value] : llvm::zip(scratch, values))
      memref::StoreOp::create(b, loc, value, memory, ValueRange{row, warp});
    scf::YieldOp::create(b, loc);
  });
  gpu::BarrierOp::create(b, loc);
  Value source = arith::RemUIOp::create(b, loc, lane, getIndex(b, loc, warps));
  return llvm::map_to_vector(scratch, [&](Value memory) -> Value {
    return memref::LoadOp::create(b, loc, memory, ValueRange{row, source});
  });
}

void RowThreads::waitForCluster(OpBuilder &b, Location loc,
                                bool aligned) const {
  UnitAttr attr = aligned ? b.getUnitAttr() : UnitAttr();
  NVVM::ClusterArriveOp::create(b, loc, attr);
  NVVM::ClusterWaitOp::create(b, loc, attr);
}

void RowThreads::joinCluster(OpBuilder &b, Location loc, Value number,
                             int64_t count) {
  rank = number;
  cluster = count;
  // Nobody writes to a block that has not begun.
  waitForCluster(b, loc);
}

SmallVector<SmallVector<Value>>
RowThreads::exchangeBlocks(OpBuilder &b, Location loc, ValueRange values) {
  SmallVector<Value> scratch;
  for (Value value : values)
    scratch.push_back(shared.allocate(b, loc, {cluster}, value.getType()));
  // One thread for each block.
  Value writes = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                       thread, getIndex(b, loc, cluster));
  scf::IfOp::create(b, loc, writes, [&](OpBuilder &b, Location loc) {
    auto pointerType = LLVM::LLVMPointerType::get(
        b.getContext(),
        static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
    Value target = arith::IndexCastOp::create(b, loc, b.getI32Type(), thread);
    for (auto [memory, value] : llvm::zip(scratch, values)) {
      int64_t bytes =
          llvm::divideCeil(value.getType().getIntOrFloatBitWidth(), 8);
      Value address =
          offsetAddress(b, loc, getSharedAddress(b, loc, memory), rank, bytes);
      Value other = LLVM::IntToPtrOp::create(
          b, loc, pointerType, mapToBlock(b, loc, address, target));
      LLVM::StoreOp::create(b, loc, value, other);
    }
    scf::YieldOp::create(b, loc);
  });
  waitForCluster(b, loc);
  SmallVector<SmallVector<Value>> all;
  for (int64_t i = 0; i < cluster; ++i) {
    Value block = getIndex(b, loc, i);
    all.push_back(llvm::map_to_vector(scratch, [&](Value memory) -> Value {
      return memref::LoadOp::create(b, loc, memory, block);
    }));
  }
  return all;
}

SmallVector<SmallVector<Value>>
RowThreads::exchangeThreads(OpBuilder &b, Location loc, ValueRange values) {
  SmallVector<Value> scratch;
  for (Value value : values) {
    scratch.push_back(
        shared.allocate(b, loc, {threads, rows}, value.getType()));
    memref::StoreOp::create(b, loc, value, scratch.back(),
                            ValueRange{thread, row});
  }
  gpu::BarrierOp::create(b, loc);
  SmallVector<SmallVector<Value>> all;
  for (int64_t i = 0; i < threads; ++i) {
    Value other = getIndex(b, loc, i);
    all.push_back(llvm::map_to_vector(scratch, [&](Value memory) -> Value {
      return memref::LoadOp::create(b, loc, memory, ValueRange{other, row});
    }));
  }
  return all;
}
