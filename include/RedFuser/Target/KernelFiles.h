//===- KernelFiles.h - PTX, cubin and manifest on disk ----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TARGET_KERNELFILES_H
#define REDFUSER_TARGET_KERNELFILES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace redfuser {

/// The kernels of a module that buildGpuBackendPipeline made.
struct KernelObject {
  std::string chip;
  bool isCubin = false;
  /// PTX text or cubin bytes.
  std::string object;
};

/// The one object of `module`'s gpu.binary. An error if there is none (no
/// kernel was made) or several.
llvm::Expected<KernelObject> getKernelObject(mlir::ModuleOp module);

/// The manifest of `module`: redfuser.manifest plus chip, format and, for PTX,
/// its version. Schema: docs of the pass redfuser-gpu-manifest.
llvm::Expected<llvm::json::Object> getManifest(mlir::ModuleOp module);

/// Writes the object to `path` and the manifest next to it, with the extension
/// replaced by .json. Returns the manifest's path.
llvm::Expected<std::string> writeKernelFiles(mlir::ModuleOp module,
                                             llvm::StringRef path);

} // namespace redfuser

#endif // REDFUSER_TARGET_KERNELFILES_H
