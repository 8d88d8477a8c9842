//===- StridedTensor.h - Tensors read through their layout ------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_STRIDEDTENSOR_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_STRIDEDTENSOR_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace redfuser {

/// A part of a dimension: `size` elements that are `stride` elements apart in
/// memory, 0 where the same ones are repeated.
struct StridedPart {
  mlir::OpFoldResult size, stride;
  /// Where the elements are is what a table says: the part is an index to this
  /// dimension of it. The stride is 0 then.
  std::optional<unsigned> tableDim = std::nullopt;
};

/// Integers in memory that say which page of a tensor holds elements, as in a
/// cache of keys whose pages are anywhere: `memory[f(table[batch, page]),
/// ...]`.
struct PageTable {
  mlir::Value tensor;
  /// The op that gathers; in its body, an element of the table and the page,
  /// index, that is computed from it.
  mlir::linalg::LinalgOp op;
  mlir::Value element, page;
  /// How many pages there are, and elements from each to the next.
  mlir::OpFoldResult size, stride;

  /// The page of a table's element, at the insertion point.
  mlir::Value getPage(mlir::OpBuilder &b, mlir::Value element) const;
};

/// A tensor as a view of another that lies in memory row by row: transposes,
/// reshapes, broadcasts and slices in between are only layout, and so are pages
/// that a table orders. A dimension has several parts, slowest first, where a
/// reshape joined dimensions.
struct StridedTensor {
  mlir::Value base;
  llvm::SmallVector<llvm::SmallVector<StridedPart, 1>> dims;
  /// Elements before the first.
  int64_t offset = 0;
  /// Of parts that are indices to it.
  std::optional<PageTable> table = std::nullopt;

  mlir::Type getElementType() const {
    return mlir::cast<mlir::RankedTensorType>(base.getType()).getElementType();
  }
};

/// Joins neighbours that are one run of memory, and drops parts of one element.
llvm::SmallVector<StridedPart, 1> joinParts(llvm::ArrayRef<StridedPart> parts);

/// Reads `tensor` through the ops that make it. Sizes and strides that are not
/// constants are values at the builder's position, which must dominate no more
/// than the use. What a table orders is a tensor of its own unless
/// `throughTables`.
StridedTensor readThroughLayout(mlir::OpBuilder &b, mlir::Location loc,
                                mlir::Value tensor, bool throughTables);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_STRIDEDTENSOR_H
