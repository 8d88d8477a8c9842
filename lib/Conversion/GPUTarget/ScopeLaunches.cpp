//===- ScopeLaunches.cpp - The stack of launches in loops -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace redfuser {
#define GEN_PASS_DEF_GPUSCOPELAUNCHES
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {
struct GPUScopeLaunchesPass final
    : redfuser::impl::GPUScopeLaunchesBase<GPUScopeLaunchesPass> {
  void runOnOperation() override {
    getOperation()->walk([](gpu::LaunchFuncOp launch) {
      // Once a call: the function gives it back.
      if (launch->getBlock()->isEntryBlock() &&
          isa<FunctionOpInterface>(launch->getParentOp()))
        return;
      OpBuilder b(launch);
      auto pointer = LLVM::LLVMPointerType::get(b.getContext());
      Value stack = LLVM::StackSaveOp::create(b, launch.getLoc(), pointer);
      b.setInsertionPointAfter(launch);
      LLVM::StackRestoreOp::create(b, launch.getLoc(), stack);
    });
  }
};
} // namespace
