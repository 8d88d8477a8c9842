//===- CudaExecutable.h - Fused functions on a GPU --------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_CUDAEXECUTABLE_H
#define REDFUSER_TOOLS_CUDAEXECUTABLE_H

#include "Execution.h"

#include "RedFuser/Runtime/Cuda.h"

namespace redfuser {

/// The fused kernels and host code of `source` for `device`. Errors are
/// emitted.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
lowerForCuda(mlir::ModuleOp source, const FusionOptions &fusion,
             const cuda::DeviceInfo &device);

/// Loads what lowerForCuda() made on the GPU of this machine.
llvm::Expected<std::unique_ptr<Executable>>
loadForCuda(mlir::ModuleOp lowered, const Signature &signature);

/// Compiles `module` (the source) for the GPU of this machine and loads it.
/// Errors are printed; then null is returned.
std::unique_ptr<Executable> compileForCuda(mlir::ModuleOp module,
                                           const Signature &signature,
                                           const FusionOptions &fusion);

} // namespace redfuser

#endif // REDFUSER_TOOLS_CUDAEXECUTABLE_H
