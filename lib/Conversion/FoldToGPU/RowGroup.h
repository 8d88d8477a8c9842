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
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWGROUP_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWGROUP_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/MapVector.h"

namespace redfuser {

/// A tensor in the iteration space of the fold: the fold's dimension of each
/// dimension of the tensor.
struct RowTensor {
  mlir::Value tensor;
  llvm::SmallVector<unsigned> dims;

  mlir::RankedTensorType getType() const {
    return mlir::cast<mlir::RankedTensorType>(tensor.getType());
  }
  bool has(unsigned dim) const { return llvm::is_contained(dims, dim); }
  /// True if vectors of elements along `dim` can be read. i1 has a byte in
  /// memory and a bit in a vector.
  bool isContiguousAlong(unsigned dim) const {
    return !dims.empty() && dims.back() == dim &&
           getType().getElementTypeBitWidth() >= 8;
  }
};

/// An elementwise op of the group.
struct RowMember {
  mlir::linalg::LinalgOp op;
  /// The fold's dimension of each loop.
  llvm::SmallVector<unsigned> loopDims;
  /// True for a readout: one value for each position of the axis.
  bool alongAxis;
};

class RowGroup {
public:
  /// The group of `fold`; failure, with a reason, if the fold is not one on
  /// rows.
  static mlir::FailureOr<RowGroup> match(cascade::FoldOp fold,
                                         std::string &reason);

  cascade::FoldOp getFold() const { return fold; }
  unsigned getAxis() const { return axis; }
  /// The dimensions of rows, ascending.
  llvm::ArrayRef<unsigned> getRowDims() const { return rowDims; }
  /// In the order of the program.
  llvm::ArrayRef<RowMember> getMembers() const { return members; }
  /// Tensors of the program that are read: inputs and inits of the fold first.
  llvm::ArrayRef<RowTensor> getInputs() const { return inputs; }
  /// Values of the group that others read.
  llvm::ArrayRef<RowTensor> getOutputs() const { return outputs; }

  /// True if `value` is computed by the group.
  bool contains(mlir::Value value) const { return values.count(value); }
  bool isAlongAxis(mlir::Value value) const {
    return llvm::is_contained(getDims(value), axis);
  }
  /// The fold's dimensions of a value of the group.
  llvm::ArrayRef<unsigned> getDims(mlir::Value value) const {
    return values.find(value)->second;
  }
  /// True if an input of the fold is contiguous along the axis; otherwise rows
  /// are columns of memory.
  bool isContiguous() const;
  /// True if rows that follow each other do so in each input of the fold.
  bool areColumns() const;
  bool hasReadouts() const {
    return llvm::any_of(outputs,
                        [&](const RowTensor &t) { return t.has(axis); });
  }

private:
  RowGroup(cascade::FoldOp fold) : fold(fold) {}

  void addInput(mlir::Value tensor, llvm::ArrayRef<unsigned> dims);
  void collectMembers();
  bool tryAdd(mlir::linalg::LinalgOp op);
  bool dependsOnGroup(mlir::Value value) const;
  void collectOutputs();

  cascade::FoldOp fold;
  unsigned axis = 0;
  llvm::SmallVector<unsigned> rowDims;
  llvm::SmallVector<RowMember> members;
  llvm::SmallVector<RowTensor> inputs, outputs;
  llvm::MapVector<mlir::Value, llvm::SmallVector<unsigned>> values;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWGROUP_H
