//===- ShapeFacts.h - Which tensor sizes are equal --------------*- C++ -*-===//
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
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace redfuser {

/// A size: a constant times dynamic factors. A factor is an index (or i64)
/// value, or a dimension of a tensor.
struct Extent {
  using Factor = std::pair<mlir::Value, int64_t>;
  static constexpr int64_t kValue = -1;

  int64_t constant = 1;
  llvm::SmallVector<Factor, 1> factors;

  static Extent get(int64_t constant) { return {constant, {}}; }
  static Extent get(mlir::Value size) { return {1, {{size, kValue}}}; }
  static Extent get(mlir::Value tensor, int64_t dim) {
    return {1, {{tensor, dim}}};
  }

  bool isStatic() const { return factors.empty(); }
  bool isUnit() const { return isStatic() && constant == 1; }
};

/// Sizes of the tensors of one block, traced to where they come from, and the
/// equalities that the structured ops of the block state: a linalg op requires
/// every operand dimension that one loop indexes to have the same size.
class ShapeFacts {
public:
  explicit ShapeFacts(mlir::Block &block);

  /// The size of dimension `dim` of `tensor`, traced through destinations,
  /// casts, reshapes, and the arithmetic with which front ends compute sizes.
  Extent get(mlir::Value tensor, int64_t dim);
  /// The size that `value`, of type index or i64, holds.
  Extent get(mlir::Value value);
  /// True if both sizes are provably equal.
  bool equal(const Extent &lhs, const Extent &rhs);
  /// `lhs / rhs`, if rhs provably divides it.
  std::optional<Extent> divide(const Extent &lhs, const Extent &rhs);
  /// The constant that `extent` is known to equal, or `extent`.
  Extent refine(const Extent &extent);

  /// The size as an attribute or a value at the builder's position.
  static mlir::OpFoldResult materialize(mlir::OpBuilder &builder,
                                        mlir::Location loc,
                                        const Extent &extent);

private:
  /// A product with what is known about its factors put in.
  struct Product {
    int64_t constant = 1;
    llvm::SmallVector<std::pair<unsigned, Extent::Factor>, 2> factors;
  };
  Extent trace(mlir::Value tensor, int64_t dim);
  Extent trace(mlir::Value value);
  Extent get(mlir::OpFoldResult size);
  unsigned getId(const Extent::Factor &factor);
  Product normalize(const Extent &extent);
  void normalize(const Extent &extent, Product &product);
  void unify(const Extent &lhs, const Extent &rhs);

  unsigned depth = 0;
  llvm::DenseMap<Extent::Factor, Extent> traced;
  llvm::DenseMap<Extent::Factor, unsigned> ids;
  /// Union-find over factors; a class can be known to be a constant or a
  /// product of others.
  struct Class {
    unsigned parent;
    std::optional<Extent> definition;
  };
  llvm::SmallVector<Class> classes;
};

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_SHAPEFACTS_H
