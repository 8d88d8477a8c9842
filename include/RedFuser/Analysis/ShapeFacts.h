//===- ShapeFacts.h - Which tensor sizes are equal -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_SHAPEFACTS_H
#define REDFUSER_ANALYSIS_SHAPEFACTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace redfuser {

/// A size: a constant, an index value, or a dimension of a tensor.
struct Extent {
  int64_t constant = mlir::ShapedType::kDynamic;
  /// Index value (dim < 0), or tensor whose dimension `dim` is meant.
  mlir::Value value;
  int64_t dim = -1;

  static Extent get(int64_t constant) { return {constant, {}, -1}; }
  static Extent get(mlir::Value index) {
    return {mlir::ShapedType::kDynamic, index, -1};
  }
  static Extent get(mlir::Value tensor, int64_t dim) {
    return {mlir::ShapedType::kDynamic, tensor, dim};
  }

  bool isStatic() const { return !mlir::ShapedType::isDynamic(constant); }
  bool isUnit() const { return constant == 1; }
};

/// Sizes of the tensors of one block, traced to where they come from, and the
/// equalities that the structured ops of the block state: a linalg op requires
/// every operand dimension that one loop indexes to have the same size.
class ShapeFacts {
public:
  explicit ShapeFacts(mlir::Block &block);

  /// The size of dimension `dim` of `tensor`, traced through destinations,
  /// casts and reshapes.
  Extent get(mlir::Value tensor, int64_t dim);
  /// True if both sizes are provably equal.
  bool equal(const Extent &lhs, const Extent &rhs);
  /// The constant that `extent` is known to equal, or `extent`.
  Extent refine(const Extent &extent);

  /// The size as an attribute or a value at the builder's position.
  static mlir::OpFoldResult materialize(mlir::OpBuilder &builder,
                                        mlir::Location loc,
                                        const Extent &extent);

private:
  Extent trace(mlir::Value tensor, int64_t dim);
  Extent trace(mlir::OpFoldResult size);
  unsigned getId(const Extent &extent);
  void unify(const Extent &lhs, const Extent &rhs);
  unsigned find(unsigned id);

  llvm::DenseMap<std::pair<mlir::Value, int64_t>, Extent> traced;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, unsigned> dynamicIds;
  llvm::DenseMap<int64_t, unsigned> constantIds;
  /// Union-find over sizes; a class knows its constant, if it has one.
  struct Class {
    unsigned parent;
    int64_t constant;
  };
  llvm::SmallVector<Class> classes;
};

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_SHAPEFACTS_H
