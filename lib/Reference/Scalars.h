//===- Scalars.h - Scalar operations ----------------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_REFERENCE_SCALARS_H
#define REDFUSER_LIB_REFERENCE_SCALARS_H

#include "RedFuser/Reference/Interpreter.h"
#include "RedFuser/Reference/Value.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace redfuser::reference {

/// Rounds results of float operations to their type, as asked.
class Rounder {
public:
  Rounder(Rounding mode, uint64_t seed, bool repeats = false)
      : mode(mode), seed(seed), repeats(repeats), random(seed) {}

  /// The result of an operation that rounds.
  double round(mlir::Type type, double value);
  /// Nothing is random about constants and arguments.
  double roundToNearest(mlir::Type type, double value) const;

private:
  /// One of two bits for the rounding of `value`.
  bool draw(double value, bool isSecond = false);

  Rounding mode;
  uint64_t seed;
  bool repeats;
  std::mt19937_64 random;
};

/// An integer result wrapped to the width of `type`.
Scalar makeInteger(mlir::Type type, int64_t value);

/// The value of one element of a constant.
Scalar getConstant(mlir::Attribute value, const Rounder &rounder);

/// True if evaluateScalar knows the operation.
bool isScalarOp(mlir::Operation *op);

/// Evaluates an operation of arith or math on scalars; `type` is the type of
/// the result's elements. Fails, with an error at `op`, where it has no value
/// (a division by zero).
mlir::FailureOr<Scalar> evaluateScalar(mlir::Operation *op,
                                       llvm::ArrayRef<Scalar> operands,
                                       Rounder &rounder);

} // namespace redfuser::reference

#endif // REDFUSER_LIB_REFERENCE_SCALARS_H
