//===- CPU.h - The CPU pipeline ---------------------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pipelines are API: option structs, functions that build them, named phases.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_PIPELINES_CPU_H
#define REDFUSER_PIPELINES_CPU_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace redfuser {

//===----------------------------------------------------------------------===//
// CPU
//===----------------------------------------------------------------------===//

/// The last phase that the CPU pipeline runs.
enum class CpuPhase {
  /// Buffers in place of tensors, deallocations inserted.
  Bufferize,
  /// Loops and scalar code; no linalg left.
  Loops,
  /// The LLVM dialect.
  LLVM
};

struct CpuOptions : mlir::PassPipelineOptions<CpuOptions> {
  PassOptions::Option<bool> verifyShapes{
      *this, "verify-shapes",
      llvm::cl::desc("Check at run time that the operand sizes of every op "
                     "agree; a violation is a failed cf.assert"),
      llvm::cl::init(false)};
  PassOptions::Option<int64_t> threads{
      *this, "threads",
      llvm::cl::desc("OpenMP threads that run loops over rows and segments and "
                     "large ops; 1: none, and no OpenMP"),
      llvm::cl::init(1)};
  PassOptions::Option<int64_t> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of the vectors that products of matrices keep in "
                     "registers (128 to 2048); 0: all loops are scalar, for "
                     "LLVM's vectoriser"),
      llvm::cl::init(0)};
  PassOptions::Option<bool> fuseMultiplyAdd{
      *this, "fuse-multiply-add",
      llvm::cl::desc("Let a product that is added to a sum there not be "
                     "rounded, where the target can"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> useLdexp{
      *this, "use-ldexp",
      llvm::cl::desc("Multiply exponentials by powers of two by an instruction "
                     "that AVX-512 has"),
      llvm::cl::init(false)};
  PassOptions::Option<CpuPhase> until{
      *this, "until", llvm::cl::desc("The last phase to run"),
      llvm::cl::init(CpuPhase::LLVM),
      llvm::cl::values(
          clEnumValN(CpuPhase::Bufferize, "bufferize", "buffers, deallocated"),
          clEnumValN(CpuPhase::Loops, "loops", "loops and scalar code"),
          clEnumValN(CpuPhase::LLVM, "llvm", "the LLVM dialect"))};
};

/// Lowers a program of upstream tensor-level dialects (func, linalg, tensor,
/// scf, arith, math, affine; fused or not) to the LLVM dialect for the host.
///
/// Functions keep their arity: a tensor becomes an identity-layout memref, and
/// each public function gets the C interface. A returned memref is owned by the
/// caller, who frees its allocated pointer; arguments are never written.
/// Values: math functions are those of libm, f16 and bf16 arithmetic is
/// computed in f32 and rounded after every op as the source says; no op is
/// reassociated, none contracted but for `fuseMultiplyAdd`.
void buildCpuBackendPipeline(mlir::OpPassManager &pm,
                             const CpuOptions &options);

/// Registers `redfuser-cpu-backend` (the above on its own: the unfused
/// program).
void registerCpuPipelines();

} // namespace redfuser

#endif // REDFUSER_PIPELINES_CPU_H
