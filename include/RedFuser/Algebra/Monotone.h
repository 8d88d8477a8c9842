//===- Monotone.h - Extrema through monotone maps ---------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The fusion condition for maxima and minima. Let a term be F(x, d) = f_d(g(x))
// with f_d weakly increasing for every reference d. Then
//
//   max over x of F(x, d) = f_d(max over x of g(x))     bit for bit,
//
// since rounding is monotone. So the state carries the extremum of g, and the
// finalizer applies the source's own code f_d. A decreasing f_d takes the other
// extremum, and a map that falls and then rises (abs(g - mu)), or rises or
// falls depending on a sign that only the run knows (g * h), takes both.
//
// What is found is a property of code, not of formulas: there must be one value
// g, the *entry*, through which everything that varies along the axis enters
// the operations that read references.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ALGEBRA_MONOTONE_H
#define REDFUSER_ALGEBRA_MONOTONE_H

#include "RedFuser/Algebra/Expr.h"

#include "mlir/IR/Block.h"
#include "mlir/Support/LLVM.h"

namespace redfuser::algebra {

/// How a value moves as the entry grows and everything else stays.
enum class Course {
  Constant,
  /// Weakly increasing, weakly decreasing.
  Increasing,
  Decreasing,
  /// One of the two; which, depends on signs at run time.
  Either,
  /// Decreasing up to some point and increasing from there: the largest value
  /// is at an end. `Peak` is the opposite.
  Valley,
  Peak,
  Unknown,
};

/// What is asked of an extremum.
struct ExtremumKind {
  bool isMaximum;
  /// NaN if any element is NaN (maximumf), or only if all are (maxnumf).
  bool propagatesNaN;
};

/// An extremum of a term as a function of extrema of its entry.
struct MonotoneMap {
  mlir::Value entry;
  Course course = Course::Unknown;
  /// Whether the map is to be taken at the largest and at the smallest entry;
  /// of both, the result is the better one.
  bool atLargest = false;
  bool atSmallest = false;
};

/// The failing condition and the place in the program that causes it.
struct MonotoneFailure {
  std::string message;
  std::optional<mlir::Location> loc;
};

/// What the analysis asks about the values of the term.
struct TermFacts {
  /// The value depends on an input or a position.
  llvm::function_ref<bool(mlir::Value)> varies;
  /// The value depends on an earlier result.
  llvm::function_ref<bool(mlir::Value)> readsReference;
  /// The value as an expression, for signs.
  llvm::function_ref<Expr(mlir::Value)> expr;
};

/// Writes the extremum of `value`, computed in `block`, as a map of extrema of
/// one entry. Values that are not finite are respected: where the map makes NaN
/// of elements that the extremum of the entry hides, the result is the source's
/// (if need be by looking at the other end, too), or the analysis fails. One
/// liberty is taken: if the references make every element infinite or NaN,
/// which of these the result is.
mlir::FailureOr<MonotoneMap>
findMonotoneMap(ExprContext &context, mlir::Block &block, mlir::Value value,
                const TermFacts &facts, ExtremumKind kind,
                MonotoneFailure &failure);

} // namespace redfuser::algebra

#endif // REDFUSER_ALGEBRA_MONOTONE_H
