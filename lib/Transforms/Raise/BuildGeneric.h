//===- BuildGeneric.h - linalg.generic from an expression -------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_RAISE_BUILDGENERIC_H
#define REDFUSER_LIB_TRANSFORMS_RAISE_BUILDGENERIC_H

#include "Layout.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace redfuser {

/// The input of a layout that each leaf of an expression is.
using LeafNumbers = llvm::DenseMap<const ScalarExpr *, unsigned>;

/// Adds to `layout` what `expr` reads.
LeafNumbers addLeaves(Layout &layout, const ScalarExpr *expr);

/// A tensor without values of the type of `tensor` and of its extents, as far
/// back as these are known.
mlir::Value buildEmptyLike(mlir::OpBuilder &builder, mlir::Location loc,
                           ShapeFacts &facts, mlir::Value tensor);

/// `expr` as one op on the dimensions of the solved `layout`, whose result
/// `result` it writes. `combine` turns the value of the expression and the
/// element of the init into what is yielded; without it that is the value.
mlir::linalg::GenericOp buildGeneric(
    mlir::OpBuilder &builder, mlir::Location loc, Layout &layout,
    const ScalarExpr *expr, const LeafNumbers &leaves, unsigned result,
    llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> combine = {});

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_RAISE_BUILDGENERIC_H
