//===- Positions.h - Constants that count ---------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_RAISE_POSITIONS_H
#define REDFUSER_LIB_TRANSFORMS_RAISE_POSITIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace redfuser {

/// Where the elements of a constant tensor of integers are `a + b * i` of the
/// index i of one dimension (`dense<[0, 1, 2, 3]>`: what `arange` folds to),
/// builds a pointwise op that computes them, whose result it returns. As index
/// arithmetic they bound what a mask lets through; as data they do not. Null
/// for all other constants.
mlir::Value buildPositions(mlir::OpBuilder &b, mlir::arith::ConstantOp op);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_RAISE_POSITIONS_H
