//===- Evaluate.h - Scalar code on constants --------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_EVALUATE_H
#define REDFUSER_ANALYSIS_EVALUATE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace redfuser {

/// Scalar code of one block evaluated on constants by the ops' own folders.
/// Code that only compares and selects depends on the order of its arguments
/// alone, so a table over a few ordered values is a proof about all values.
class Evaluation {
public:
  void set(mlir::Value value, mlir::Attribute constant) {
    values[value] = constant;
  }
  /// The value as a constant; null if an op on the way to it does not fold.
  /// Values of other blocks are constants or unknown.
  mlir::Attribute get(mlir::Value value);

private:
  mlir::Attribute evaluate(mlir::OpResult result);

  llvm::DenseMap<mlir::Value, mlir::Attribute> values;
};

/// Values of the scalar type `type` in every order relation that comparisons
/// tell apart: both infinities or the extreme integers, negative, zero (of both
/// signs), positive and NaN. Empty if `type` is no float or integer type that
/// monoids are defined on.
llvm::SmallVector<mlir::TypedAttr> getOrderedValues(mlir::Type type);

/// True if the constant is a float that is not a number.
bool isNaN(mlir::Attribute constant);

/// True if the constants are equal as numbers (zeros of either sign), or both
/// are NaN.
bool isSameNumber(mlir::Attribute lhs, mlir::Attribute rhs);

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_EVALUATE_H
