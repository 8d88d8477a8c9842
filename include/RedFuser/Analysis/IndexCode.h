//===- IndexCode.h - Code around positions ----------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_INDEXCODE_H
#define REDFUSER_ANALYSIS_INDEXCODE_H

#include "mlir/IR/Value.h"

namespace redfuser {

/// The index that `value`, an affine.apply of one of its operands, passes on,
/// as interchanging loops leaves it around an index; null for anything else.
mlir::Value getAppliedIndex(mlir::Value value);

/// True if positions of an axis of `size` elements (ShapedType::kDynamic: any
/// number) are told apart in `type`, an integer or index type, and from the
/// identities of its minima and maxima. 32 bits are taken to hold every axis.
bool holdsPositions(mlir::Type type, int64_t size);

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_INDEXCODE_H
