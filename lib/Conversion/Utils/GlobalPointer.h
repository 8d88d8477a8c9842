//===- GlobalPointer.h - Addresses in global memory -------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_GLOBALPOINTER_H
#define REDFUSER_LIB_CONVERSION_UTILS_GLOBALPOINTER_H

#include "mlir/IR/Builders.h"

namespace redfuser {

/// In a kernel: the pointer to what lies `offset` bytes (i64) behind the first
/// element of a memref without an offset of its own.
mlir::Value getGlobalPointer(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::Value memref, mlir::Value offset);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_GLOBALPOINTER_H
