//===- Distributed.h - Kernels that are thread code already -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_DISTRIBUTED_H
#define REDFUSER_LIB_CONVERSION_UTILS_DISTRIBUTED_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace redfuser {

/// Unit attribute of a `gpu.launch` whose body says what each thread does. The
/// passes that make thread code of block-uniform programs leave it alone.
inline constexpr llvm::StringLiteral kDistributedAttrName =
    "redfuser.distributed";

inline bool isDistributed(mlir::gpu::LaunchOp launch) {
  return launch->hasAttr(kDistributedAttrName);
}

/// All kernels of a program share one gpu.module, so one PTX.
inline constexpr llvm::StringLiteral kKernelModuleName = "redfuser_kernels";

/// Such a launch of `blocks` blocks in clusters of `cluster`, with a body that
/// is empty; the kernel that it is outlined to is called `name`.
mlir::gpu::LaunchOp
createDistributedLaunch(mlir::OpBuilder &b, mlir::Location loc,
                        llvm::StringRef name, mlir::Value blocks,
                        int64_t threads, int64_t cluster,
                        mlir::Value sharedBytes = mlir::Value());

/// Of the function that launches kernels: how many blocks of some of them, by
/// name, a multiprocessor is to hold at once (a dictionary of i32).
inline constexpr llvm::StringLiteral kResidentsAttrName = "redfuser.residents";

/// Says that of the kernel of `launch`.
void setResidentBlocks(mlir::gpu::LaunchOp launch, int64_t blocks);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_DISTRIBUTED_H
