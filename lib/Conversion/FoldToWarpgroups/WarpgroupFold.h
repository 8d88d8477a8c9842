//===- WarpgroupFold.h - A fold between two contractions --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The fold that a kernel of warpgroups computes, its dimensions by what they
// mean to the kernel, and the elementwise ops that read its results. Analysis
// only; nothing is rewritten.
//
//   scores(batch, row, axis) = sum over depth of query * key     first product
//   a component (batch, row)                                     row component
//   a component (batch, row, column) =
//       sum over axis of factor(row, axis) * value(axis, column) second product
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPFOLD_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPFOLD_H

#include "WidenedOperand.h"

#include "RedFuser/Dialect/Cascade/Transforms/PositionMasks.h"

namespace redfuser {

/// The inner dimension of members is the column.
class WarpgroupFold : public FoldGroup {
public:
  /// In place of a dimension of the fold: that along which the first product
  /// sums, which is none.
  static constexpr unsigned kDepth = ~0u;

  /// With `pack`, few rows are joined by other dimensions that the query has
  /// and neither key nor value, such as the heads that share a key.
  static mlir::FailureOr<WarpgroupFold> match(cascade::FoldOp fold, bool pack,
                                              std::string &reason);

  unsigned getAxis() const { return axis; }
  /// The dimensions of rows, slowest first: the rows of a tile follow each
  /// other in the space of all of them. Sizes of several are known.
  llvm::ArrayRef<unsigned> getRows() const { return rows; }
  bool isRow(unsigned dim) const { return llvm::is_contained(rows, dim); }
  /// The number of rows, and of tuples of batch positions, if known.
  std::optional<int64_t> getNumRows() const { return numRows; }
  std::optional<int64_t> getNumBatches() const { return numBatches; }
  /// The length of the axis, if known.
  std::optional<int64_t> getLength() const { return length; }
  unsigned getColumn() const { return column; }
  /// All other dimensions, ascending.
  llvm::ArrayRef<unsigned> getBatch() const { return batch; }
  /// Numbers of the fold's inputs.
  unsigned getScoresInput() const { return scoresInput; }
  unsigned getValueInput() const { return valueInput; }
  const FoldTensor &getQuery() const { return query; }
  const FoldTensor &getKey() const { return key; }
  const FoldTensor &getValue() const { return value; }
  /// The component that is the second product.
  unsigned getProduct() const { return product; }
  /// The factor of the second product, f32, before it is rounded: a value of
  /// the component's term.
  mlir::Value getFactor() const { return factor; }
  /// The element type of the products' operands.
  mlir::Type getElementType() const { return key.getType().getElementType(); }
  /// Sizes of the depth and of the columns.
  int64_t getDepth() const { return depth; }
  int64_t getWidth() const { return width; }
  /// Where the value's columns begin along the depth, if they are the key's
  /// elements (see findSharedColumns).
  std::optional<int64_t> getSharedColumns() const { return sharedColumns; }
  void setSharedColumns(std::optional<int64_t> first) { sharedColumns = first; }
  /// How the operand that varies along the axis is computed from elements of 8
  /// bits, where the kernel does it.
  const std::optional<WidenedOperand> &getWidenedKey() const {
    return widenedKey;
  }
  const std::optional<WidenedOperand> &getWidenedValue() const {
    return widenedValue;
  }
  /// Finds that; where a widened operand is not found, `reason` may say why.
  void findWidenings(mlir::OpBuilder &b, std::string &reason);
  bool isWidened() const { return widenedKey || widenedValue; }

  /// Of a mask, what bounds the axis for the rows of a tile: positions along it
  /// that are all less, or all greater, than what is the same for a batch and a
  /// row.
  llvm::ArrayRef<cascade::MaskClause> getBounds() const { return bounds; }
  /// What can be found for a tile of rows and one of the axis from the ranges
  /// of positions and of elements of inputs, which vary along rows or the axis.
  llvm::ArrayRef<cascade::MaskClause> getRanged() const { return ranged; }

  /// Inputs with an element of 16 bits for each row and position, contiguous
  /// along the axis, which TMA can bring to shared memory.
  llvm::ArrayRef<unsigned> getStaged() const { return staged; }

  bool isTile(mlir::Value value) const {
    return llvm::is_contained(getDims(value), column);
  }

private:
  WarpgroupFold(cascade::FoldOp fold, bool pack)
      : FoldGroup(fold), pack(pack) {}

  mlir::LogicalResult matchScores(std::string &reason);
  mlir::LogicalResult matchProduct(std::string &reason);
  mlir::LogicalResult matchDims(std::string &reason);
  mlir::LogicalResult matchComponents(std::string &reason);
  void matchMasks();
  void matchStaged();

  /// The size of a dimension by any tensor that knows it.
  std::optional<int64_t> getStaticSize(unsigned dim);

  bool pack;
  unsigned axis = 0, column = 0, product = 0;
  llvm::SmallVector<unsigned> rows, batch;
  std::optional<int64_t> numRows, numBatches, length;
  unsigned scoresInput = 0, valueInput = 0;
  FoldTensor query, key, value;
  mlir::Value factor;
  int64_t depth = 0, width = 0;
  std::optional<int64_t> sharedColumns;
  std::optional<WidenedOperand> widenedKey, widenedValue;
  llvm::SmallVector<cascade::MaskClause> bounds, ranged;
  llvm::SmallVector<unsigned> staged;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPFOLD_H
