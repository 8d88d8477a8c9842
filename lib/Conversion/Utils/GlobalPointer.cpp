//===- GlobalPointer.cpp - Addresses in global memory ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalPointer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

Value redfuser::getGlobalPointer(OpBuilder &b, Location loc, Value memref,
                                 Value offset) {
  Value first = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref);
  Value base = arith::IndexCastOp::create(b, loc, b.getI64Type(), first);
  Value address = arith::AddIOp::create(b, loc, base, offset);
  auto type = LLVM::LLVMPointerType::get(
      b.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Global));
  return LLVM::IntToPtrOp::create(b, loc, type, address);
}
