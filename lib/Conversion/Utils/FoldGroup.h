//===- FoldGroup.h - A fold and what is computed from it --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elementwise linalg ops that read results of a fold, on rows or on rows
// and one more dimension, and what of it all others read. Analysis only;
// nothing is rewritten.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_FOLDGROUP_H
#define REDFUSER_LIB_CONVERSION_UTILS_FOLDGROUP_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace redfuser {

/// The fold's dimension of each dimension of one of its inputs.
llvm::SmallVector<unsigned> getInputDims(cascade::FoldOp fold, unsigned input);

/// A tensor in the iteration space of the fold: the dimension of the fold of
/// each of its dimensions.
struct FoldTensor {
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
struct FoldMember {
  mlir::linalg::LinalgOp op;
  /// The fold's dimension of each loop.
  llvm::SmallVector<unsigned> loopDims;
  /// One value for each position of the inner dimension, not for each row.
  bool hasInner;

  /// The fold's dimensions of what an operand reads.
  llvm::SmallVector<unsigned> getDims(mlir::OpOperand *operand) const;
};

class FoldGroup {
public:
  virtual ~FoldGroup() = default;

  cascade::FoldOp getFold() const { return fold; }
  /// The fold, and those after it that the group computes as well.
  llvm::ArrayRef<cascade::FoldOp> getFolds() const { return folds; }
  /// In the order of the program.
  llvm::ArrayRef<FoldMember> getMembers() const { return members; }
  /// Values of the group that others read.
  llvm::ArrayRef<FoldTensor> getOutputs() const { return outputs; }

  /// True if `value` is computed by the group.
  bool contains(mlir::Value value) const { return values.count(value); }
  /// The fold's dimensions of a value of the group.
  llvm::ArrayRef<unsigned> getDims(mlir::Value value) const {
    return values.find(value)->second;
  }

protected:
  explicit FoldGroup(cascade::FoldOp fold) : fold(fold), folds({fold}) {}

  /// Collects members and outputs. A member's loops are the `numRowDims`
  /// dimensions of rows, of which `optional` may be missing, and maybe `inner`.
  /// Needs maps that name dimensions.
  void collect(unsigned inner, unsigned numRowDims,
               std::optional<unsigned> optional = std::nullopt);

  /// True if elements of the type are read from memory and written to it.
  virtual bool isStorable(mlir::Type type) const;

  /// The dimensions of a tensor that the group reads, if they are known and may
  /// say which loop of a member is which; empty otherwise.
  virtual llvm::ArrayRef<unsigned> findDims(mlir::Value) const { return {}; }
  /// A member reads `external`.
  virtual void addExternal(const FoldTensor &) {}
  /// Adds what writes values of the group elsewhere, once all is collected: a
  /// reader that makes no value an output.
  virtual void addWriters(llvm::SmallPtrSetImpl<mlir::Operation *> &) {}
  /// True if the group computes `next`, a fold after its own, too.
  virtual bool tryAddFold(cascade::FoldOp) { return false; }

  cascade::FoldOp fold;

private:
  bool tryAdd(mlir::linalg::LinalgOp op, unsigned inner, unsigned numRowDims,
              std::optional<unsigned> optional);
  void addResults(cascade::FoldOp op);

  llvm::SmallVector<cascade::FoldOp> folds;

  llvm::SmallVector<FoldMember> members;
  llvm::SmallVector<FoldTensor> outputs;
  llvm::MapVector<mlir::Value, llvm::SmallVector<unsigned>> values;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_FOLDGROUP_H
