//===- Emulator.h - Kernels on the CPU, thread by thread --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs compiled kernels without a GPU: every thread of a block is a fiber, a
// barrier waits for all of them, a shuffle for a warp. Fibers run in an order
// that changes at each step, so that a missing barrier shows. Bulk copies into
// shared memory are done at once or late, in turn. Slow, for tests. Tensor
// cores, TMA and other asynchronous copies are not emulated.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_EMULATOR_EMULATOR_H
#define REDFUSER_EMULATOR_EMULATOR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <map>

namespace mlir {
class ExecutionEngine;
class OpPassManager;
} // namespace mlir

namespace redfuser {

/// Device memory of the emulator. As on a machine with a GPU, host code cannot
/// touch it: its pages are inaccessible but in kernels and copies.
class EmulatedMemory {
public:
  static EmulatedMemory &get();

  void *allocate(uint64_t bytes);
  void release(void *pointer);
  /// True if `pointer` points into an allocation.
  bool contains(const void *pointer);

  /// While an object lives, device memory is accessible. They do not nest.
  struct Access {
    Access();
    ~Access();
  };

private:
  using Regions = std::map<uintptr_t, size_t>;

  Regions::iterator find(const void *pointer);
  void setAccessible(bool accessible);

  Regions regions;
};

/// A module of host functions, one a kernel of `module` (the output of
/// buildGpuKernelPipeline), that calls the emulator for what a GPU provides.
mlir::OwningOpRef<mlir::ModuleOp> kernelsToHost(mlir::ModuleOp module);

/// Appends what lowers that, or any bufferized program, to LLVM for the host.
void buildHostLowering(mlir::OpPassManager &pm);

/// Makes the emulator find kernels in `kernels`, the JIT of kernelsToHost's
/// module, and registers what they call. A block has `sharedBudget` bytes of
/// shared memory.
void setEmulatedKernels(mlir::ExecutionEngine &kernels, int64_t sharedBudget);

/// Registers emulated mgpu functions, over host memory, with `host`.
void registerEmulator(mlir::ExecutionEngine &host);

/// What went wrong in a kernel, for example a barrier that not all threads
/// reach.
llvm::Error takeEmulatorError();

} // namespace redfuser

#endif // REDFUSER_EMULATOR_EMULATOR_H
