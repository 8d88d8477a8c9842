//===- EmulatedExecutable.h - Fused functions on an emulated GPU  -*- C++
//-*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_EMULATEDEXECUTABLE_H
#define REDFUSER_TOOLS_EMULATEDEXECUTABLE_H

#include "Execution.h"

namespace redfuser {

/// Host code and kernels of a program.
struct EmulatedProgram {
  mlir::OwningOpRef<mlir::ModuleOp> host, kernels;
  int64_t sharedBudget = 0;
};

/// The fused kernels and host code of `source` for a GPU that is
/// `fusion.chip`. Errors are emitted.
mlir::FailureOr<EmulatedProgram> lowerForEmulator(mlir::ModuleOp source,
                                                  const FusionOptions &fusion);

/// Compiles these for this machine; what comes back runs them on the emulator,
/// with `seed` and those that follow it for what may be early or late.
llvm::Expected<std::unique_ptr<Executable>>
loadForEmulator(EmulatedProgram program, const Signature &signature,
                uint64_t seed);

/// Both. Errors are printed; then null is returned.
std::unique_ptr<Executable> compileForEmulator(mlir::ModuleOp module,
                                               const Signature &signature,
                                               const FusionOptions &fusion);

} // namespace redfuser

#endif // REDFUSER_TOOLS_EMULATEDEXECUTABLE_H
