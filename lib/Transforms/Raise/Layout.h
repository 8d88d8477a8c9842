//===- Layout.h - From accesses to dimensions and maps ----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_RAISE_LAYOUT_H
#define REDFUSER_LIB_TRANSFORMS_RAISE_LAYOUT_H

#include "RedFuser/Analysis/ScalarExpr.h"

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/MapVector.h"

namespace redfuser {

/// Turns the loops of an IterationSpace, and the accesses of tensors in them,
/// into the dimensions of one new op and projected permutations. A tensor whose
/// dimension is indexed by several loops is expanded, loops that always go
/// together are one dimension, and dimensions of size 1 that no loop of the op
/// runs over are dropped; the reshapes that this takes are built by `adapt` and
/// undone by `restore`.
class Layout {
public:
  explicit Layout(IterationSpace &space) : space(space) {}

  /// Adds the loops of one op; the first ones come first among the dimensions.
  void addLoops(llvm::ArrayRef<DimList> lists);
  /// Adds an operand; the same operand at the same place has one number.
  unsigned addInput(mlir::Value value, const Access &access);
  /// Adds a result, whose init is `value`.
  unsigned addResult(mlir::Value value, const Access &access);
  /// Requires that `list` can be computed from the dimensions.
  void addIndex(const DimList &list);

  /// Chooses the dimensions. Fails with a reason where no maps exist.
  mlir::LogicalResult solve(std::string &reason);

  unsigned getNumDims() const { return dims.size(); }
  bool isAxis(unsigned dim) const { return space.isAxis(dims[dim].front()); }
  /// Product of the sizes, if known.
  int64_t getStaticSize(unsigned dim) const;
  mlir::AffineMap getMap(unsigned tensor, mlir::MLIRContext *ctx) const;

  /// The tensor, reshaped to what getMap describes.
  mlir::Value adapt(mlir::OpBuilder &builder, mlir::Location loc,
                    unsigned tensor, mlir::Value value);
  bool isReshaped(unsigned tensor) const {
    return tensors[tensor].hasExpansion || tensors[tensor].hasCollapse;
  }
  /// Whether `adapt` splits dimensions of the tensor; known once solved.
  bool isSplit(unsigned tensor) const;
  /// A tensor full of `scalar` in the shape of the adapted tensor.
  mlir::Value adaptFilled(mlir::OpBuilder &builder, mlir::Location loc,
                          unsigned tensor, mlir::Value scalar);
  /// `value`, in the shape of adapted result `tensor`, in its shape of before.
  mlir::Value restore(mlir::OpBuilder &builder, mlir::Location loc,
                      unsigned tensor, mlir::Value value);
  /// The index `list`, from the indices of dimensions. Sizes are built by
  /// `outer`, outside of the op.
  mlir::Value buildIndex(mlir::OpBuilder &builder, mlir::OpBuilder &outer,
                         mlir::Location loc, DimList list,
                         llvm::function_ref<mlir::Value(unsigned)> getIndex);

  llvm::ArrayRef<unsigned> getInputs() const { return inputs; }
  llvm::ArrayRef<unsigned> getResults() const { return results; }
  mlir::Value getValue(unsigned tensor) const { return tensors[tensor].value; }

private:
  struct Tensor {
    mlir::Value value;
    Access access;
    bool isResult;
    /// What `adapt` did, for `restore`.
    mlir::Value expanded, adapted;
    llvm::SmallVector<llvm::SmallVector<int64_t, 2>> expansion, collapse;
    bool hasExpansion = false, hasCollapse = false;
  };
  /// A run of loops in one tensor dimension that is (part of) one dimension of
  /// the op; none for a dropped tensor dimension.
  struct Piece {
    std::optional<unsigned> dim;
    llvm::SmallVector<unsigned, 2> loops;
  };

  void removeUnits();
  void mergeLoops();
  bool mayMerge(unsigned first, unsigned second) const;
  llvm::SmallVector<llvm::SmallVector<Piece, 2>>
  getPieces(const Tensor &tensor) const;
  int64_t getStaticSize(llvm::ArrayRef<unsigned> loops) const;
  mlir::OpFoldResult buildSize(mlir::OpBuilder &builder, mlir::Location loc,
                               llvm::ArrayRef<unsigned> loops) const;

  IterationSpace &space;
  DimList order;
  llvm::SmallVector<Tensor> tensors;
  llvm::SmallVector<unsigned> inputs, results;
  llvm::SmallVector<DimList> indices;
  /// The loops of each dimension, outermost first, and the dimension of a loop.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>> dims;
  llvm::DenseMap<unsigned, unsigned> dimOf;
};

/// Builds `expr` at the builder's position; `getLeaf` gives leaves and indices.
mlir::Value
emitExpr(mlir::OpBuilder &builder, const ScalarExpr *expr,
         llvm::function_ref<mlir::Value(const ScalarExpr *)> getLeaf,
         mlir::Location loc);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_RAISE_LAYOUT_H
