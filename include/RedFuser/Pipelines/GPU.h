//===- GPU.h - Tiled linalg to gpu.binary and host code ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_PIPELINES_GPU_H
#define REDFUSER_PIPELINES_GPU_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace redfuser {

/// Options of the GPU back half; also those of the pipeline
/// `redfuser-gpu-backend`.
struct GpuOptions : public mlir::PassPipelineOptions<GpuOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::init("sm_80"),
                           llvm::cl::desc("Target chip, for example sm_90a")};
  Option<std::string> features{
      *this, "features", llvm::cl::init(""),
      llvm::cl::desc("Target features; default: the least PTX version that "
                     "knows the chip")};
  Option<std::string> format{
      *this, "format", llvm::cl::init("isa"),
      llvm::cl::desc("isa (PTX, needs no CUDA toolkit) or bin (cubin, needs "
                     "ptxas)")};
  Option<int64_t> threads{*this, "threads", llvm::cl::init(256),
                          llvm::cl::desc("Threads of a block")};
  Option<int64_t> sharedBudget{
      *this, "shared-budget", llvm::cl::init(0),
      llvm::cl::desc("Bytes of shared memory a block may use; 0: what the chip "
                     "has")};

  /// `sharedBudget`, or what the chip has.
  int64_t getSharedBudget() const;
  /// The most that a kernel without static scratch may use.
  int64_t getSharedLimit() const;
};

/// 90 of "sm_90a"; 0 of what is no chip, which the backend reports.
unsigned getChipNumber(llvm::StringRef chip);

/// Bytes of dynamic shared memory that a block may use on `chip`, with room
/// left for the static scratch of block reductions.
int64_t getSharedMemoryBudget(llvm::StringRef chip);

/// Tiled linalg on tensors (scf.forall over blocks, and any linalg ops outside)
/// to gpu.launch_func and gpu.module in upstream dialects: everything before
/// the target. The module attribute `redfuser.manifest` describes the kernels.
void buildGpuKernelPipeline(mlir::OpPassManager &pm, const GpuOptions &options);

/// buildGpuKernelPipeline, then device code to a gpu.binary with PTX or cubin,
/// and host code to the LLVM dialect with calls of the runtime's mgpu
/// functions. Host functions keep their memref calling convention over device
/// pointers and have C wrappers (`_mlir_ciface_`); buffers they return are the
/// caller's, to be freed with mgpuMemFree.
void buildGpuBackendPipeline(mlir::OpPassManager &pm,
                             const GpuOptions &options);
/// The second of these two.
void buildGpuBinaryPipeline(mlir::OpPassManager &pm, const GpuOptions &options);

/// Registers `redfuser-gpu-kernels` and `redfuser-gpu-backend`.
void registerGpuPipelines();

} // namespace redfuser

#endif // REDFUSER_PIPELINES_GPU_H
