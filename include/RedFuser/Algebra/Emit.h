//===- Emit.h - Scalar code from expressions --------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ALGEBRA_EMIT_H
#define REDFUSER_ALGEBRA_EMIT_H

#include "RedFuser/Algebra/Expr.h"

#include "mlir/IR/Builders.h"

#include <functional>

namespace redfuser::algebra {

/// Writes expressions as arith and math operations on floats of one type.
class Emitter {
public:
  /// `leaf` gives the value of a leaf, of any type, and is asked once; for a
  /// sum that is read as a whole its value, a float, or null to have it written
  /// out.
  Emitter(mlir::OpBuilder &builder, mlir::Location loc, mlir::FloatType type,
          std::function<mlir::Value(const Atom &)> leaf)
      : builder(builder), loc(loc), type(type), leaf(std::move(leaf)) {}

  /// True if `emit` can write `value`.
  static bool canEmit(Expr value);

  /// The value of `value` in the emitter's type.
  mlir::Value emit(Expr value);

  /// `factor * value`: a division where `value` is an inverse.
  mlir::Value emitTimes(mlir::Value factor, Expr value);

  /// exp(exponent * ln2^k): as exp2 where the exponent is a multiple of ln2
  /// (pass `base2`), as exp otherwise.
  mlir::Value emitExp(mlir::Value exponent, bool base2);

  /// Converts a float to `to`, a scalar float type.
  static mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value value, mlir::Type to);

  mlir::Value constant(double value);

  /// The i1 value of a boolean atom.
  mlir::Value emitBoolean(const Atom &atom) { return emitAtom(atom); }

private:
  mlir::Value emitAtom(const Atom &atom);
  mlir::Value emitLeaf(const Atom &atom);
  mlir::Value emitRaw(Expr value, mlir::Type expected);
  mlir::Value emitLogDifference(Expr value);
  mlir::Value emitPower(mlir::Value base, const Rational &exponent);
  mlir::Value emitProduct(mlir::Value first, const Rational &coefficient,
                          const Product &product);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::FloatType type;
  std::function<mlir::Value(const Atom &)> leaf;
  llvm::DenseMap<Expr, mlir::Value> emitted;
  llvm::DenseMap<const Atom *, mlir::Value> leaves;
};

/// If every product of `value` has ln2 as a factor, `value / ln2`; else null.
Expr matchMultipleOfLn2(ExprContext &context, Expr value);

} // namespace redfuser::algebra

#endif // REDFUSER_ALGEBRA_EMIT_H
