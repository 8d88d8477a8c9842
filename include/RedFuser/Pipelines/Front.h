//===- Front.h - From source programs to fused tiles ------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target-independent half (raise, fuse, tile, lower folds to linalg) and
// the three pipelines that users name: to linalg, to LLVM, to NVVM.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_PIPELINES_FRONT_H
#define REDFUSER_PIPELINES_FRONT_H

#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Pipelines/GPU.h"
#include "RedFuser/Transforms/NumericOptions.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace redfuser {

/// The last phase that the front half runs.
enum class FrontPhase { Raise, Fuse, Tile, Linalg };

/// What the front half does; see the passes for the meaning of each value.
struct FrontConfig {
  Numerics numerics = Numerics::Contract;
  bool allowRequantize = false;
  bool exactPositions = false;
  int64_t rows = 16;
  llvm::SmallVector<int64_t> parallelTiles;
  int64_t axis = 64;
  int64_t segments = 1;
  /// Of the host that tiles are for.
  int64_t threads = 1;
  /// Both for the host: the former where neither `rows` nor `axis` was asked
  /// for, the latter under `contract`.
  bool longRows = false;
  bool relaxQuotients = false;
  std::string loops = "forall";
  bool markVirtual = false;
  /// Called between fusing and tiling, to take folds that need no tiles.
  std::function<void(mlir::OpPassManager &)> lowerRows;
  FrontPhase until = FrontPhase::Linalg;
};

/// raise -> fuse -> tile -> cascade-to-linalg. A module without a chain comes
/// out unchanged.
void buildFrontPipeline(mlir::OpPassManager &pm, const FrontConfig &config);

/// Options of the front half as pipeline options, shared by the three
/// pipelines.
struct FrontOptions {
  explicit FrontOptions(mlir::detail::PassOptions &parent, int64_t defaultRows,
                        int64_t defaultAxis);
  FrontConfig getConfig() const;

  mlir::detail::PassOptions::Option<Numerics> numerics;
  mlir::detail::PassOptions::Option<bool> allowRequantize;
  mlir::detail::PassOptions::Option<bool> exactPositions;
  mlir::detail::PassOptions::Option<int64_t> rows;
  mlir::detail::PassOptions::ListOption<int64_t> parallelTiles;
  mlir::detail::PassOptions::Option<int64_t> axis;
  mlir::detail::PassOptions::Option<int64_t> segments;
  mlir::detail::PassOptions::Option<FrontPhase> until;
};

/// `redfuser-to-linalg`.
struct ToLinalgOptions : public mlir::PassPipelineOptions<ToLinalgOptions> {
  FrontOptions front{*this, /*defaultRows=*/32, /*defaultAxis=*/256};
  Option<std::string> loops{
      *this, "loops", llvm::cl::init("forall"),
      llvm::cl::desc("Loop over rows and segments: forall or for")};
  Option<int64_t> threads{*this, "threads", llvm::cl::init(1),
                          llvm::cl::desc("Threads that are to share the loop")};
};

/// `redfuser-to-llvm`: the front half, then the CPU back half.
struct ToLLVMOptions : public mlir::PassPipelineOptions<ToLLVMOptions> {
  FrontOptions front{*this, /*defaultRows=*/32, /*defaultAxis=*/256};
  /// See CpuOptions.
  Option<int64_t> threads{*this, "threads", llvm::cl::init(1),
                          llvm::cl::desc("OpenMP threads; 1: none")};
  Option<int64_t> vectorBits{
      *this, "vector-bits", llvm::cl::init(0),
      llvm::cl::desc("Bits of the vectors that products of matrices keep in "
                     "registers (128 to 2048); 0: for LLVM's vectoriser")};
  Option<bool> fuseMultiplyAdd{
      *this, "fuse-multiply-add", llvm::cl::init(false),
      llvm::cl::desc("Let a product that is added to a sum there not be "
                     "rounded")};
  Option<bool> useLdexp{
      *this, "use-ldexp", llvm::cl::init(false),
      llvm::cl::desc("Multiply exponentials by powers of two by an instruction "
                     "that AVX-512 has")};
};

/// `redfuser-to-nvvm`: the front half, then the GPU back half.
struct ToNVVMOptions : public GpuOptions {
  FrontOptions front{*this, /*defaultRows=*/64, /*defaultAxis=*/64};
  Option<bool> rowKernels{
      *this, "row-kernels", llvm::cl::init(true),
      llvm::cl::desc("Compute folds on rows by kernels of their own, not by "
                     "tiles")};
  Option<std::string> rowSchedule{
      *this, "row-schedule", llvm::cl::init(""),
      llvm::cl::desc("Parameters of #cascade.row_schedule for these kernels; "
                     "default: chosen")};
  Option<int64_t> multiprocessors{
      *this, "multiprocessors", llvm::cl::init(0),
      llvm::cl::desc("Multiprocessors that a program has, for grids that fill "
                     "them; all blocks of some row kernels wait for each "
                     "other, and none such is chosen for 0, unknown")};
  Option<bool> warpgroupKernels{
      *this, "warpgroup-kernels", llvm::cl::init(true),
      llvm::cl::desc("Compute folds between contractions by warpgroups where "
                     "the chip is sm_90a")};
  Option<std::string> warpgroupSchedule{
      *this, "warpgroup-schedule", llvm::cl::init(""),
      llvm::cl::desc("Parameters of #cascade.warpgroup_schedule for these "
                     "kernels; default: chosen")};
};

void buildToLinalgPipeline(mlir::OpPassManager &pm,
                           const ToLinalgOptions &options);
void buildToLLVMPipeline(mlir::OpPassManager &pm, const ToLLVMOptions &options);
void buildToNVVMPipeline(mlir::OpPassManager &pm, const ToNVVMOptions &options);

/// The part of buildToNVVMPipeline before the GPU back half.
void buildNVVMFrontPipeline(mlir::OpPassManager &pm,
                            const ToNVVMOptions &options);

/// Registers the three pipelines.
void registerFrontPipelines();

} // namespace redfuser

#endif // REDFUSER_PIPELINES_FRONT_H
