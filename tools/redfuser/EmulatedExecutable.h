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

/// The fused kernels and host code of `source` for a GPU without tensor cores.
/// Errors are emitted.
mlir::FailureOr<EmulatedProgram> lowerForEmulator(mlir::ModuleOp source,
                                                  const FusionOptions &fusion);

/// Compiles these for this machine and runs them with `arguments`.
llvm::Expected<llvm::SmallVector<HostTensor>>
runEmulated(const EmulatedProgram &program, const Signature &signature,
            llvm::ArrayRef<HostTensor> arguments);

} // namespace redfuser

#endif // REDFUSER_TOOLS_EMULATEDEXECUTABLE_H
