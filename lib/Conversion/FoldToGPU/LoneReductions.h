//===- LoneReductions.h - Reductions of rows that no chain has --*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A single reduction has nothing to derive, so that it is raised to no chain.
// It is a fold with one component all the same: what computes folds on rows
// serves it, too (the sum of squares of an rmsnorm, the largest magnitude of a
// row).
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_LONEREDUCTIONS_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_LONEREDUCTIONS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace redfuser {

/// True if `op` reduces rows of an input with one of the dialect's monoids: one
/// reduction loop, one result, and an input that has all loops.
bool isLoneReduction(mlir::linalg::GenericOp op);

/// Fuses the elementwise producers of such reductions, and of what combines
/// rows with their results, into these. Values do not change.
mlir::LogicalResult fuseAroundReductions(mlir::func::FuncOp func);

/// The fold that `op`, for which isLoneReduction holds, is; at the builder's
/// position. `op` stays.
cascade::FoldOp createFold(mlir::OpBuilder &b, mlir::linalg::GenericOp op);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_LONEREDUCTIONS_H
