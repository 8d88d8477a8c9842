//===- GPU.cpp - Tiled linalg to gpu.binary and host code -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Pipelines/GPU.h"
#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/RequestCWrappers.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

int64_t redfuser::getSharedMemoryBudget(StringRef chip) {
  // Opt-in limits per block, CUDA C programming guide, table of compute
  // capabilities; static scratch and the system's 1 KiB come off.
  int64_t kib =
      llvm::StringSwitch<int64_t>(chip.rtrim("af"))
          .Cases({"sm_70", "sm_72"}, 96)
          .Case("sm_75", 64)
          .Cases({"sm_80", "sm_87"}, 163)
          .Cases({"sm_86", "sm_89", "sm_120", "sm_121"}, 99)
          .Cases({"sm_90", "sm_100", "sm_101", "sm_103", "sm_110"}, 227)
          .Default(48);
  return (kib - 2) * 1024;
}

unsigned redfuser::getChipNumber(StringRef chip) {
  unsigned number = 0;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number))
    return 0;
  return number;
}

/// True for a chip with instructions for f8E4M3FN: from sm_89 on.
static bool convertsFloat8(StringRef chip) {
  return redfuser::getChipNumber(chip) >= 89;
}

int64_t redfuser::GpuOptions::getSharedBudget() const {
  return sharedBudget > 0 ? int64_t(sharedBudget) : getSharedMemoryBudget(chip);
}

int64_t redfuser::GpuOptions::getSharedLimit() const {
  // See getSharedMemoryBudget.
  constexpr int64_t staticScratch = 1024;
  return getSharedBudget() + (sharedBudget > 0 ? 0 : staticScratch);
}

void redfuser::buildGpuKernelPipeline(OpPassManager &pm,
                                      const GpuOptions &options) {
  // Tensors: every computation a forall over blocks.
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCheckVirtual());
  pm.addPass(createLinalgToForall());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());

  // Sizes of tiles that are all whole are constants.
  pm.addPass(createSCFForLoopCanonicalizationPass());

  // Buffers.
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Copies that bufferization added, and ops that it expanded to linalg.
  pm.addPass(createLinalgToForall());

  // Kernels.
  ForallToGPUOptions launch;
  launch.threads = options.threads;
  pm.addPass(createForallToGPU(launch));
  pm.addPass(createCanonicalizerPass());
  int64_t budget = options.getSharedBudget();
  // What a tile loop does not change is staged once.
  pm.addPass(createLoopInvariantCodeMotionPass());
  GPUStageOperandsOptions stage;
  stage.sharedBudget = budget;
  pm.addPass(createGPUStageOperands(stage));
  GPUPlaceBuffersOptions place;
  place.sharedBudget = budget;
  pm.addPass(createGPUPlaceBuffers(place));
  // Who frees what; here, because barriers and gpu.launch_func hide their
  // effects from the deallocation.
  OpPassManager &host = pm.nest<func::FuncOp>();
  host.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  host.addPass(createCanonicalizerPass());
  host.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createGPUDistribute());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  pm.addPass(createGPUMath());

  // Host: device memory, and one stream for a run of GPU operations.
  pm.addPass(createGPUManifest());
  pm.addPass(createGPUTensorMaps());
  pm.addPass(createGPUHostMemory());
  pm.nest<func::FuncOp>().addPass(createGpuAsyncRegionPass());
}

void redfuser::buildGpuBackendPipeline(OpPassManager &pm,
                                       const GpuOptions &options) {
  buildGpuKernelPipeline(pm, options);
  buildGpuBinaryPipeline(pm, options);
}

void redfuser::buildGpuBinaryPipeline(OpPassManager &pm,
                                      const GpuOptions &options) {
  GPUAttachTargetOptions target;
  target.chip = options.chip;
  target.features = options.features;
  target.needsPtxas = options.format == "bin";
  pm.addPass(createGPUAttachTarget(target));

  ExpandFloat8Options float8;
  float8.packed = convertsFloat8(options.chip);
  pm.addPass(createExpandFloat8(float8));

  // Index and control flow, host and device alike.
  pm.addPass(affine::createAffineExpandIndexOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSCFToControlFlowPass());

  // Device code. math and arith go first: convert-gpu-to-nvvm would turn some
  // of their ops into libdevice calls.
  OpPassManager &device = pm.nest<gpu::GPUModuleOp>();
  device.addPass(createConvertMathToLLVMPass());
  device.addPass(createArithToLLVMConversionPass());
  device.addPass(createConvertIndexToLLVMPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.indexBitwidth = 64;
  device.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  device.addPass(createConvertNVVMToLLVMPass());
  device.addPass(createCanonicalizerPass());
  device.addPass(createCSEPass());
  device.addPass(createReconcileUnrealizedCastsPass());

  // Host code.
  pm.nest<func::FuncOp>().addPass(LLVM::createLLVMRequestCWrappersPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createGpuToLLVMConversionPass());
  pm.addPass(redfuser::createGPUScopeLaunches());
  GPUEmitBinaryOptions binary;
  binary.format = options.format;
  pm.addPass(createGPUEmitBinary(binary));
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void redfuser::registerGpuPipelines() {
  PassPipelineRegistration<GpuOptions>(
      "redfuser-gpu-kernels",
      "Lower tiled linalg on tensors to gpu kernels and host code, upstream "
      "dialects",
      buildGpuKernelPipeline);
  PassPipelineRegistration<GpuOptions>(
      "redfuser-gpu-backend",
      "Lower tiled linalg on tensors to gpu.binary and LLVM host code",
      buildGpuBackendPipeline);
}
