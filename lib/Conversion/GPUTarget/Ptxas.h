//===- Ptxas.h - The assembler of the CUDA toolkit --------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_GPUTARGET_PTXAS_H
#define REDFUSER_LIB_CONVERSION_GPUTARGET_PTXAS_H

#include "mlir/IR/Diagnostics.h"

#include <optional>
#include <string>

namespace redfuser {

/// Path of ptxas: `bin/` of $CUDA_ROOT, $CUDA_HOME, $CUDA_PATH, then PATH.
std::optional<std::string> findPtxas();

/// What to say where findPtxas() finds nothing.
inline constexpr llvm::StringLiteral kNoPtxas =
    "a cubin needs 'ptxas', which is neither in $CUDA_HOME/bin nor in PATH; "
    "install the CUDA toolkit, or ask for PTX";

/// Assembles `ptx` for `chip`; reports at `loc` what ptxas says if it fails.
mlir::FailureOr<std::string> assemble(mlir::Location loc, llvm::StringRef ptx,
                                      llvm::StringRef chip);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_GPUTARGET_PTXAS_H
