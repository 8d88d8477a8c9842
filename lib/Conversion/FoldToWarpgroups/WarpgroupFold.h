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

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace redfuser {

/// A tensor in the iteration space of the fold: the dimension of the fold of
/// each of its dimensions.
struct WarpgroupTensor {
  /// The dimension along which the first product sums: none of the fold's.
  static constexpr unsigned kDepth = ~0u;

  mlir::Value tensor;
  llvm::SmallVector<unsigned> dims;

  mlir::RankedTensorType getType() const {
    return mlir::cast<mlir::RankedTensorType>(tensor.getType());
  }
  bool has(unsigned dim) const { return llvm::is_contained(dims, dim); }
};

/// An elementwise op that reads results.
struct WarpgroupMember {
  mlir::linalg::LinalgOp op;
  /// The fold's dimension of each loop.
  llvm::SmallVector<unsigned> loopDims;
  /// One value for each row and column, not for each row.
  bool isTile;
};

class WarpgroupFold {
public:
  static mlir::FailureOr<WarpgroupFold> match(cascade::FoldOp fold,
                                              std::string &reason);

  cascade::FoldOp getFold() const { return fold; }
  unsigned getAxis() const { return axis; }
  unsigned getRow() const { return row; }
  unsigned getColumn() const { return column; }
  /// All other dimensions, ascending.
  llvm::ArrayRef<unsigned> getBatch() const { return batch; }
  /// Numbers of the fold's inputs.
  unsigned getScoresInput() const { return scoresInput; }
  unsigned getValueInput() const { return valueInput; }
  const WarpgroupTensor &getQuery() const { return query; }
  const WarpgroupTensor &getKey() const { return key; }
  const WarpgroupTensor &getValue() const { return value; }
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

  llvm::ArrayRef<WarpgroupMember> getMembers() const { return members; }
  /// Values of the group that others read.
  llvm::ArrayRef<WarpgroupTensor> getOutputs() const { return outputs; }
  bool contains(mlir::Value value) const { return values.count(value); }
  llvm::ArrayRef<unsigned> getDims(mlir::Value value) const {
    return values.find(value)->second;
  }
  bool isTile(mlir::Value value) const {
    return llvm::is_contained(getDims(value), column);
  }

private:
  explicit WarpgroupFold(cascade::FoldOp fold) : fold(fold) {}

  mlir::LogicalResult matchScores(std::string &reason);
  mlir::LogicalResult matchProduct(std::string &reason);
  mlir::LogicalResult matchDims(std::string &reason);
  mlir::LogicalResult matchComponents(std::string &reason);
  void collectMembers();
  bool tryAdd(mlir::linalg::LinalgOp op);
  void collectOutputs();

  cascade::FoldOp fold;
  unsigned axis = 0, row = 0, column = 0, product = 0;
  llvm::SmallVector<unsigned> batch;
  unsigned scoresInput = 0, valueInput = 0;
  WarpgroupTensor query, key, value;
  mlir::Value factor;
  int64_t depth = 0, width = 0;
  llvm::SmallVector<WarpgroupMember> members;
  llvm::SmallVector<WarpgroupTensor> outputs;
  llvm::MapVector<mlir::Value, llvm::SmallVector<unsigned>> values;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPFOLD_H
