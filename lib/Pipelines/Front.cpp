//===- Front.cpp - From source programs to fused tiles --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Pipelines/Front.h"

#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace redfuser;

FrontOptions::FrontOptions(detail::PassOptions &parent, int64_t defaultRows,
                           int64_t defaultAxis)
    : numerics(parent, "numerics", llvm::cl::init(Numerics::Contract),
               llvm::cl::desc("How far rounding may differ from the source's"),
               llvm::cl::values(clEnumValN(Numerics::Strict, "strict",
                                           "rounding moves nowhere"),
                                clEnumValN(Numerics::Contract, "contract",
                                           "f16 and bf16 rounding may move"))),
      allowRequantize(
          parent, "allow-requantize", llvm::cl::init(false),
          llvm::cl::desc(
              "Round to int8 and fp8 under the maximum found so far")),
      exactPositions(
          parent, "exact-positions", llvm::cl::init(false),
          llvm::cl::desc("Take the position of the largest of rounded scores "
                         "from these, as the source does")),
      rows(parent, "rows", llvm::cl::init(defaultRows),
           llvm::cl::desc("Tile size of the innermost parallel dimension")),
      parallelTiles(
          parent, "parallel-tiles",
          llvm::cl::desc("Tile sizes of all common parallel dimensions")),
      axis(parent, "axis", llvm::cl::init(defaultAxis),
           llvm::cl::desc("Tile size of the innermost axis dimension")),
      segments(parent, "segments", llvm::cl::init(1),
               llvm::cl::desc("Parts of the axis that are folded apart")),
      until(parent, "until", llvm::cl::init(FrontPhase::Linalg),
            llvm::cl::desc("The last phase of the front half to run"),
            llvm::cl::values(
                clEnumValN(FrontPhase::Raise, "raise", "chains found"),
                clEnumValN(FrontPhase::Fuse, "fuse", "folds derived"),
                clEnumValN(FrontPhase::Tile, "tile", "folds tiled"),
                clEnumValN(FrontPhase::Linalg, "linalg", "all of it"))) {}

FrontConfig FrontOptions::getConfig() const {
  FrontConfig config;
  config.numerics = numerics;
  config.allowRequantize = allowRequantize;
  config.exactPositions = exactPositions;
  config.rows = rows;
  config.parallelTiles.assign(parallelTiles.begin(), parallelTiles.end());
  config.axis = axis;
  config.segments = segments;
  config.until = until;
  return config;
}

void redfuser::buildFrontPipeline(OpPassManager &pm,
                                  const FrontConfig &config) {
  RaisePassOptions raise;
  raise.numerics = config.numerics;
  raise.allowRequantize = config.allowRequantize;
  raise.exactPositions = config.exactPositions;
  pm.addPass(createRaisePass(raise));
  if (config.until == FrontPhase::Raise)
    return;

  FusePassOptions fuse;
  fuse.numerics = config.numerics;
  fuse.allowRequantize = config.allowRequantize;
  fuse.exactPositions = config.exactPositions;
  pm.addPass(createFusePass(fuse));
  if (config.until == FrontPhase::Fuse)
    return;

  if (config.lowerRows)
    config.lowerRows(pm);

  TilePassOptions tile;
  tile.rows = config.rows;
  tile.parallelTiles = config.parallelTiles;
  tile.axis = config.axis;
  tile.segments = config.segments;
  tile.threads = config.threads;
  tile.longRows = config.longRows;
  tile.relaxQuotients = config.relaxQuotients;
  tile.loops = config.loops;
  tile.markVirtual = config.markVirtual;
  pm.addPass(createTilePass(tile));
  if (config.until == FrontPhase::Tile)
    return;

  pm.addPass(createCascadeToLinalgPass());
}

/// What the front half does for a host.
static FrontConfig getHostConfig(const FrontOptions &options) {
  FrontConfig config = options.getConfig();
  // Tile sizes are the pipeline's to choose.
  config.longRows = !options.rows.hasValue() && !options.axis.hasValue();
  config.relaxQuotients = config.numerics == Numerics::Contract;
  return config;
}

void redfuser::buildToLinalgPipeline(OpPassManager &pm,
                                     const ToLinalgOptions &options) {
  FrontConfig config = getHostConfig(options.front);
  config.loops = options.loops;
  config.threads = options.threads;
  buildFrontPipeline(pm, config);
}

void redfuser::buildToLLVMPipeline(OpPassManager &pm,
                                   const ToLLVMOptions &options) {
  FrontConfig config = getHostConfig(options.front);
  config.threads = options.threads;
  buildFrontPipeline(pm, config);
  if (config.until != FrontPhase::Linalg)
    return;
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  CpuOptions host;
  host.threads = options.threads;
  host.vectorBits = options.vectorBits;
  host.fuseMultiplyAdd = options.fuseMultiplyAdd;
  host.useLdexp = options.useLdexp;
  buildCpuBackendPipeline(pm, host);
}

/// True for a chip with clusters of several blocks: from sm_90 on. Consumer
/// chips (sm_120) are left out.
static bool hasClusters(StringRef chip) {
  unsigned number = getChipNumber(chip);
  return number >= 90 && number < 120;
}

void redfuser::buildNVVMFrontPipeline(OpPassManager &pm,
                                      const ToNVVMOptions &options) {
  FrontConfig config = options.front.getConfig();
  config.markVirtual = true;
  config.lowerRows = [&](OpPassManager &pm) {
    int64_t sharedBudget = options.getSharedBudget();
    if (options.warpgroupKernels && getChipNumber(options.chip) >= 80) {
      FoldToWarpgroupsOptions warpgroups;
      warpgroups.numerics = config.numerics;
      warpgroups.sharedBudget = options.getSharedLimit();
      warpgroups.synchronous = options.chip != "sm_90a";
      warpgroups.schedule = options.warpgroupSchedule;
      pm.addPass(createFoldToWarpgroups(warpgroups));
    }
    if (options.rowKernels) {
      FoldToGPUOptions rows;
      rows.sharedBudget = sharedBudget;
      rows.schedule = options.rowSchedule;
      rows.clusters = hasClusters(options.chip);
      rows.multiprocessors = options.multiprocessors;
      pm.addPass(createFoldToGPU(rows));
    }
  };
  buildFrontPipeline(pm, config);
  if (config.until != FrontPhase::Linalg)
    return;
  pm.addPass(createDecomposeAggregates());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void redfuser::buildToNVVMPipeline(OpPassManager &pm,
                                   const ToNVVMOptions &options) {
  buildNVVMFrontPipeline(pm, options);
  if (options.front.until == FrontPhase::Linalg)
    buildGpuBackendPipeline(pm, options);
}

void redfuser::registerFrontPipelines() {
  PassPipelineRegistration<ToLinalgOptions>(
      "redfuser-to-linalg",
      "Find, fuse and tile cascaded reductions; upstream dialects come out",
      buildToLinalgPipeline);
  PassPipelineRegistration<ToLLVMOptions>(
      "redfuser-to-llvm",
      "Find, fuse and tile cascaded reductions, and lower for the host",
      buildToLLVMPipeline);
  PassPipelineRegistration<ToNVVMOptions>(
      "redfuser-to-nvvm",
      "Find, fuse and tile cascaded reductions, and lower for NVIDIA GPUs",
      buildToNVVMPipeline);
}
