//===- FuzzGpu.h - Cases of redfuser fuzz on a GPU ------------ -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_FUZZGPU_H
#define REDFUSER_TOOLS_FUZZGPU_H

#include "Program.h"
#include "RedFuser/Fuzz/Verdict.h"

#include "RedFuser/Runtime/Jit.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace redfuser {

/// Where fused programs run.
enum class FuzzTarget {
  CPU,
  /// The GPU of this machine.
  Cuda,
  /// One that is emulated.
  Emulator
};

/// Compiles `source` for a GPU and runs it. The verdict says
/// what failed, in which case nothing is returned, and what kernels there are;
/// `seed` says what the emulator does early or late,
/// `message` is the first error that passes emitted.
std::optional<llvm::SmallVector<HostTensor>>
runOnGpu(FuzzTarget target, mlir::ModuleOp source, const Signature &signature,
         const std::string &pipelineOptions, uint64_t seed,
         llvm::ArrayRef<HostTensor> arguments, const std::string &message,
         FuzzVerdict &verdict);

/// Fails, with what to install, where this machine has no GPU. The device is
/// opened in another process, since one that has opened it cannot be forked.
llvm::Error probeGpu();

} // namespace redfuser

#endif // REDFUSER_TOOLS_FUZZGPU_H
