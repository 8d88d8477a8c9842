//===- SynchronousOps.cpp - Instructions of sm_80 -------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupOps.h"

using namespace mlir;
using namespace redfuser;

using Values = SmallVector<Value>;

void WarpgroupOps::copyAsync(Value address, Value pointer, Value bytes) {
  NVVM::CpAsyncOp::create(b, loc, sharedPointer(address), pointer,
                          b.getI32IntegerAttr(16),
                          NVVM::LoadCacheModifierKindAttr::get(
                              b.getContext(), NVVM::LoadCacheModifierKind::CG),
                          bytes);
}

void WarpgroupOps::waitCopies() {
  NVVM::CpAsyncCommitGroupOp::create(b, loc);
  NVVM::CpAsyncWaitGroupOp::create(b, loc, 0);
}

Values WarpgroupOps::multiply(ValueRange acc, ValueRange a, ValueRange rhs,
                              Type element) {
  bool isBF16 = element.isBF16();
  // Two elements a register: bf16 as bits, f16 as vectors.
  auto toOperands = [&](ValueRange registers) {
    Values operands(registers);
    if (!isBF16)
      for (Value &operand : operands)
        operand = LLVM::BitcastOp::create(
            b, loc, VectorType::get(2, b.getF16Type()), operand);
    return operands;
  };
  Type f32 = b.getF32Type();
  Type result =
      LLVM::LLVMStructType::getLiteral(b.getContext(), {f32, f32, f32, f32});
  NVVM::MMATypes type = isBF16 ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
  Values left = toOperands(a), right = toOperands(rhs);
  Value product = NVVM::MmaOp::create(
      b, loc, result, left, right, acc, /*shape=*/ArrayRef<int64_t>{16, 8, 16},
      /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt,
      std::array<NVVM::MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  Values results;
  for (int64_t i = 0; i < 4; ++i)
    results.push_back(LLVM::ExtractValueOp::create(b, loc, product, i));
  return results;
}
