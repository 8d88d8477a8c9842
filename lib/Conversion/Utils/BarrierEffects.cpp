//===- BarrierEffects.cpp - What a barrier does to memory -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierEffects.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {
template <typename OpTy>
struct BarrierEffects
    : public MemoryEffectOpInterface::ExternalModel<BarrierEffects<OpTy>,
                                                    OpTy> {
  void
  getEffects(Operation *,
             SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) const {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
};
} // namespace

template <typename... OpTys>
static void attach(MLIRContext *context) {
  (OpTys::template attachInterface<BarrierEffects<OpTys>>(*context), ...);
}

void redfuser::registerBarrierEffects(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, gpu::GPUDialect *) {
    attach<gpu::BarrierOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, LLVM::LLVMDialect *) {
    attach<LLVM::AtomicRMWOp, LLVM::FenceOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, NVVM::NVVMDialect *) {
    attach<NVVM::Barrier0Op, NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp,
           NVVM::CpAsyncCommitGroupOp, NVVM::CpAsyncOp,
           NVVM::CpAsyncWaitGroupOp, NVVM::MmaOp, NVVM::FenceMbarrierInitOp,
           NVVM::MBarrierInitOp, NVVM::SetMaxRegisterOp, NVVM::ShflOp,
           NVVM::SyncWarpOp, NVVM::VoteSyncOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, nvgpu::NVGPUDialect *) {
    attach<nvgpu::TmaCreateDescriptorOp>(context);
  });
}
