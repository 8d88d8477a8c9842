//===- LaterLoads.h - Loads of what will be read again ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_LATERLOADS_H
#define REDFUSER_LIB_CONVERSION_UTILS_LATERLOADS_H

#include "mlir/IR/Builders.h"

namespace redfuser {

/// Names the scope of such loads. It says nothing of what they alias: LLVM
/// keeps it on them, and where PTX is made of them it is looked for.
inline constexpr llvm::StringLiteral kLaterScopeName = "redfuser.later";

/// Loads 16 bytes of global memory, from a multiple of 16, which caches are to
/// keep until they are read again.
mlir::Value loadForLater(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Type type, mlir::Value pointer);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_LATERLOADS_H
