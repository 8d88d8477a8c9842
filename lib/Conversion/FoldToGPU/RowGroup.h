//===- RowGroup.h - A fold and what is computed from it ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row group is a fold without contraction (every component has one value for
// each row) together with the elementwise ops that read its results: on rows
// (finalizers) and along the axis (readouts). One kernel computes all of it and
// reads each input as seldom as it can. Analysis only; nothing is rewritten.
//
// Some components may have one value for all columns of a row, which rows then
// mean: the merge of partial states of a contraction is such a fold. They are
// computed for every column.
//
// Folds of the same rows that follow, and read the results of earlier ones, may
// belong to it: the ranks of a top-k, of which each masks what those before it
// found. A kernel can compute them if it holds the row in registers.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWGROUP_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWGROUP_H

#include "../Utils/FoldGroup.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace redfuser {

/// Values of rows side by side in one tensor, [rows, columns]: a concatenation
/// along a new innermost dimension, which the kernel writes in place.
struct RowTable {
  mlir::tensor::ConcatOp op;
  llvm::SmallVector<mlir::Value> columns;
};

class RowGroup : public FoldGroup {
public:
  /// The group of `fold`, with the folds after it or without; failure, with a
  /// reason, if the fold is not one on rows.
  static mlir::FailureOr<RowGroup>
  match(cascade::FoldOp fold, bool takesLaterFolds, std::string &reason);

  unsigned getAxis() const { return axis; }
  /// The dimensions of rows, ascending but for the column, which is last.
  llvm::ArrayRef<unsigned> getRowDims() const { return rowDims; }
  /// The dimension that some components do not have.
  std::optional<unsigned> getColumn() const { return column; }
  /// Tensors of the program that are read: inputs and inits of the fold first.
  llvm::ArrayRef<FoldTensor> getInputs() const { return inputs; }
  llvm::ArrayRef<RowTable> getTables() const { return tables; }
  bool isAlongAxis(mlir::Value value) const {
    return llvm::is_contained(getDims(value), axis);
  }
  /// True if an input of the fold is contiguous along the axis; otherwise rows
  /// are columns of memory.
  bool isContiguous() const;
  /// True if rows that follow each other do so in each input of the fold.
  bool areColumns() const;
  bool hasReadouts() const {
    return llvm::any_of(getOutputs(),
                        [&](const FoldTensor &t) { return t.has(axis); });
  }

private:
  RowGroup(cascade::FoldOp fold, bool takesLaterFolds)
      : FoldGroup(fold), takesLaterFolds(takesLaterFolds) {}

  mlir::LogicalResult checkComponents(cascade::FoldOp op,
                                      std::string &reason) const;
  bool tryAddFold(cascade::FoldOp next) override;
  void addWriters(llvm::SmallPtrSetImpl<mlir::Operation *> &ops) override;
  bool isInput(const FoldTensor &tensor) const;
  void addInput(mlir::Value tensor, llvm::ArrayRef<unsigned> dims);
  llvm::ArrayRef<unsigned> findDims(mlir::Value tensor) const override;
  bool isStorable(mlir::Type type) const override;
  void addExternal(const FoldTensor &external) override {
    addInput(external.tensor, external.dims);
  }

  mlir::LogicalResult matchColumn(std::string &reason);

  bool takesLaterFolds;
  unsigned axis = 0;
  std::optional<unsigned> column;
  llvm::SmallVector<unsigned> rowDims;
  llvm::SmallVector<FoldTensor> inputs;
  llvm::SmallVector<RowTable> tables;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWGROUP_H
