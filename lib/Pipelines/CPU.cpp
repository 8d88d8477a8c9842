//===- CPU.cpp - From tensors to the host ---------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Structured ops only, in the order of loops that suits the host, with f16 and
/// bf16 arithmetic spelt out in f32.
static void addPreparation(OpPassManager &pm,
                           const redfuser::CpuOptions &options) {
  // A program that was only raised or fused runs too.
  pm.addPass(redfuser::createCascadeToLinalgPass());
  pm.addPass(redfuser::createDecomposeAggregates());
  pm.addPass(createConvertElementwiseToLinalgPass());
  if (options.verifyShapes)
    pm.addPass(createGenerateRuntimeVerificationPass());
  pm.addPass(createLinalgGeneralizeNamedOpsPass());
  pm.addPass(redfuser::createOrderLoops());
  if (options.threads > 1)
    pm.addPass(redfuser::createRowsToForall());

  math::MathExtendToSupportedTypesOptions mathTypes;
  mathTypes.extraTypeStrs = {"f16", "bf16", "f8E4M3FN", "f8E5M2"};
  // f64 needs no promotion; the pass leaves its target type and f64 alone.
  pm.addPass(math::createMathExtendToSupportedTypes(mathTypes));
  arith::ArithEmulateUnsupportedFloatsOptions arithTypes;
  arithTypes.sourceTypeStrs = {"f16", "bf16", "f8E4M3FN", "f8E5M2"};
  pm.addPass(arith::createArithEmulateUnsupportedFloats(arithTypes));
  pm.addPass(redfuser::createKeepRounding());
  pm.addPass(redfuser::createExpandFloat8());
  redfuser::ExpandExpOptions exp;
  exp.useLdexp = options.useLdexp;
  pm.addPass(redfuser::createExpandExp(exp));
  // No canonicalization: it would drop the copies of old references that let
  // a fused loop update its state in place.
  pm.addPass(createCSEPass());
}

namespace {
/// Chooses what lies on the stack: buffers of known size outside of loops, up
/// to a fixed number of bytes a function. The state of a small fold is dozens
/// of such, and allocating them takes longer than the rest.
class SmallBuffers {
public:
  bool operator()(Value alloc) {
    auto type = cast<MemRefType>(alloc.getType());
    Operation *op = alloc.getDefiningOp();
    auto func = op->getParentOfType<func::FuncOp>();
    if (!type.hasStaticShape() || op->getParentOp() != func ||
        !type.getElementType().isIntOrIndexOrFloat())
      return false;
    if (func != current) {
      current = func;
      used = 0;
    }
    int64_t bytes = DataLayout::closest(op).getTypeSize(type.getElementType());
    for (int64_t size : type.getShape())
      if (llvm::MulOverflow(bytes, size, bytes))
        return false;
    if (bytes > maxBytes || used + bytes > maxBytesOfFunction)
      return false;
    used += bytes;
    return true;
  }

private:
  static constexpr int64_t maxBytes = 32 * 1024;
  static constexpr int64_t maxBytesOfFunction = 128 * 1024;
  Operation *current = nullptr;
  int64_t used = 0;
};
} // namespace

static void addBufferization(OpPassManager &pm,
                             const redfuser::CpuOptions &options) {
  pm.addPass(redfuser::createProtectArguments());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  bufferization::OneShotBufferizePassOptions oneShot;
  oneShot.bufferizeFunctionBoundaries = true;
  // A loop whose state cannot be updated in place gets a new buffer in each
  // iteration rather than an error.
  oneShot.allowReturnAllocsFromLoops = true;
  oneShot.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  oneShot.unknownTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // Without an alignment of its own a buffer is plainly what malloc returns,
  // which alias analysis knows to be nobody else's.
  oneShot.bufferAlignment = 0;
  pm.addPass(bufferization::createOneShotBufferizePass(oneShot));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(redfuser::createBoundBuffers());
  // What threads share has temporaries of its own in each iteration.
  if (options.threads <= 1)
    pm.addPass(createForallToForLoopPass());
  // Temporaries of loop bodies are allocated once, before the loops, on the
  // heap but for small ones of known size: nothing here may grow the stack with
  // the size of a tensor.
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferHoistingPass());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferLoopHoistingPass());
  pm.addNestedPass<func::FuncOp>(
      bufferization::createPromoteBuffersToStackPass(SmallBuffers()));
  bufferization::buildBufferDeallocationPipeline(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
}

static void addLoops(OpPassManager &pm, const redfuser::CpuOptions &options) {
  pm.addPass(redfuser::createCopiesToLinalg());
  if (options.threads > 1)
    pm.addPass(createForallToParallelLoopPass());
  if (options.vectorBits != 0) {
    redfuser::VectorizeProductsOptions vectorize;
    vectorize.vectorBits = options.vectorBits;
    vectorize.fuseMultiplyAdd = options.fuseMultiplyAdd;
    pm.addPass(redfuser::createVectorizeProducts(vectorize));
  }
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
}

static void addLLVM(OpPassManager &pm, const redfuser::CpuOptions &options) {
  if (options.threads > 1) {
    ConvertSCFToOpenMPPassOptions openMP;
    openMP.numThreads = std::min<int64_t>(options.threads, 1024);
    pm.addPass(createConvertSCFToOpenMPPass(openMP));
    // Nothing in loops is on the stack: their scopes for that go.
    pm.addPass(createCanonicalizerPass());
  }
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  // Upstream's expansion compares and selects, in which LLVM sees no reduction.
  pm.addPass(redfuser::createMaximaToLLVM());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(redfuser::createKeepInnerLoops());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  // Before there are functions of libm, which have no wrappers.
  pm.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void redfuser::buildCpuBackendPipeline(OpPassManager &pm,
                                       const CpuOptions &options) {
  addPreparation(pm, options);
  addBufferization(pm, options);
  if (options.until == CpuPhase::Bufferize)
    return;
  addLoops(pm, options);
  if (options.until == CpuPhase::Loops)
    return;
  addLLVM(pm, options);
}

void redfuser::registerCpuPipelines() {
  PassPipelineRegistration<CpuOptions>(
      "redfuser-cpu-backend",
      "Lower tensor-level upstream dialects to the LLVM dialect, unfused",
      buildCpuBackendPipeline);
}
