//===- SameCode.h - Terms that compute alike --------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_FUSE_SAMECODE_H
#define REDFUSER_LIB_TRANSFORMS_FUSE_SAMECODE_H

#include "mlir/IR/Value.h"

namespace redfuser {

/// True if `lhs` and `rhs`, of terms of one chain, are computed from the same
/// inputs, positions and earlier results by the same operations, in the same
/// order: they are equal bit for bit, which expressions, that are equal over
/// the real numbers, do not say. Operands of commutative operations may be
/// exchanged.
bool isSameCode(mlir::Value lhs, mlir::Value rhs);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_FUSE_SAMECODE_H
