//===- Import.h - Expressions from scalar code ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ALGEBRA_IMPORT_H
#define REDFUSER_ALGEBRA_IMPORT_H

#include "RedFuser/Algebra/Expr.h"

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>

namespace redfuser::algebra {

/// `value` without conversions of floats to a wider type and back, which do not
/// change it.
mlir::Value skipRoundTrips(mlir::Value value);

/// How rounding to a type narrower than f32 enters an expression.
enum class Rounding {
  /// As the identity, for casts among f16, bf16, f32 and f64 and for arithmetic
  /// in f16 and bf16: factors move across it.
  Transparent,
  /// As an atom of its own: nothing moves across it.
  Opaque,
  /// As the identity, for every conversion among floats and integers and for
  /// rounding to integers; sums and products of integers are those of numbers.
  Requantized,
};

/// Reads the scalar code of a block as expressions, one per value. What the
/// algebra has no law for becomes an opaque function of its operands, and so
/// does arithmetic in which an input cancels (x - x), since infinite ones do
/// not.
class Importer {
public:
  /// `leaf` gives the expression of a value that the block does not compute
  /// from others (its arguments, positions), or null; values from outside the
  /// block that it does not know become parameters.
  Importer(ExprContext &context, Rounding rounding,
           std::function<Expr(mlir::Value)> leaf)
      : context(context), rounding(rounding), leaf(std::move(leaf)) {}

  /// Takes `value` to be `expr`, whatever the block computes.
  void override(mlir::Value value, Expr expr) { values[value] = expr; }

  /// Reads `value`, where it is a long sum, as one atom.
  void readWhole(mlir::Value value) { wholes.insert(value); }

  /// Reads every operation of `block`.
  void run(mlir::Block &block);

  /// Expression of a value of the block, or of one from outside.
  Expr get(mlir::Value value);

private:
  Expr importOp(mlir::Operation *op);
  Expr importResult(mlir::Operation *op, unsigned result);
  bool losesOperand(mlir::Operation *op, Expr result);

  ExprContext &context;
  Rounding rounding;
  std::function<Expr(mlir::Value)> leaf;
  llvm::DenseMap<mlir::Value, Expr> values;
  llvm::DenseSet<mlir::Value> wholes;
};

} // namespace redfuser::algebra

#endif // REDFUSER_ALGEBRA_IMPORT_H
