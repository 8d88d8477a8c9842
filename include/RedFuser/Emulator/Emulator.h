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
// that changes at each step, so that a missing barrier shows. What is
// asynchronous, copies, boxes of TMA and products of a warpgroup, is done at
// once or as late as the program allows, at random; results of products are NaN
// until they have been waited for. What ends as a fault or a hang on a GPU is
// an error. Slow, for tests.
//
// Not emulated: proxies of memory (a missing fence.proxy is not seen),
// registers but those that warps give each other, reads of the few bytes behind
// shared memory up to a multiple of 1 KB (NaN; writes are an error), products
// of other types than f16, bf16 and f8 with sums of f32.
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
/// Null, with an error, for a kernel that it does not know how to run.
mlir::OwningOpRef<mlir::ModuleOp> kernelsToHost(mlir::ModuleOp module);

/// Leaves the kernels of `module` empty, for a host program that has them
/// emulated: nothing is left to compile for a device.
void clearKernels(mlir::ModuleOp module);

/// Appends what lowers that, or any bufferized program, to LLVM for the host.
void buildHostLowering(mlir::OpPassManager &pm);

/// Registers what kernels call with `kernels`, the JIT of kernelsToHost's
/// module.
void registerEmulatedKernels(mlir::ExecutionEngine &kernels);

/// Makes the emulator find kernels in `kernels`. A block has `sharedBudget`
/// bytes of shared memory. What may be done early or late is so by `seed`.
void setEmulatedKernels(mlir::ExecutionEngine &kernels, int64_t sharedBudget,
                        uint64_t seed);

/// Registers emulated mgpu functions, over host memory, with `host`.
void registerEmulator(mlir::ExecutionEngine &host);

/// What went wrong in a kernel, for example a barrier that not all threads
/// reach.
llvm::Error takeEmulatorError();

} // namespace redfuser

#endif // REDFUSER_EMULATOR_EMULATOR_H
