//===- Delinearise.h - Indices from a flat index ----------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_DELINEARISE_H
#define REDFUSER_LIB_CONVERSION_UTILS_DELINEARISE_H

#include "mlir/IR/Builders.h"

namespace redfuser {

/// The indices, slowest first, of the point `flat` in a space of `sizes`, all
/// of them unsigned. With `fits32` (the space has less than 2^32 points)
/// divisions are 32 bits wide: GPUs divide 64 bits in a subroutine, around
/// which registers are spilled.
llvm::SmallVector<mlir::Value>
delineariseUnsigned(mlir::OpBuilder &b, mlir::Location loc, mlir::Value flat,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes, bool fits32);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_DELINEARISE_H
