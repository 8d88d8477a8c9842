//===- Decompose.h - Splitting a term into G(x) * H(d) ----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The fusion condition for sums: a term F of inputs x and references d can be
// summed before the references are known if F(x, d) = G(x) * H(d). By the
// fixed-point test that is so exactly if, for fixed leaves x0 and d0,
//
//   F(x, d) * F(x0, d0) = F(x, d0) * F(x0, d)     identically.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ALGEBRA_DECOMPOSE_H
#define REDFUSER_ALGEBRA_DECOMPOSE_H

#include "RedFuser/Algebra/Expr.h"

#include "mlir/Support/LLVM.h"

#include <string>

namespace redfuser::algebra {

struct Split {
  Expr g;
  Expr h;
};

/// The failing condition and the place in the program that causes it.
struct SplitFailure {
  std::string message;
  std::optional<mlir::Location> loc;
  /// The term is a sum of products, though not one product.
  bool isSum = false;
};

/// True if the fixed-point test holds for `f` under multiplication.
bool passesFixedPointTest(ExprContext &context, Expr f);

/// Writes `f` as G(x) * H(d). H has coefficient one; constants and parameters
/// stay in G unless they are bound to a reference.
mlir::FailureOr<Split> splitProduct(ExprContext &context, Expr f,
                                    SplitFailure &failure);

/// The references in `value`, ascending.
llvm::SmallVector<unsigned> getReferences(Expr value);

/// Factors of `h`, each as small as the normal form allows.
llvm::SmallVector<Expr> getFactors(ExprContext &context, Expr h);

/// If `factor` is exp(c * d_k) with c free of references and inputs: c.
Expr matchExponential(ExprContext &context, Expr factor, unsigned k);

/// True if a product of `value` has an exponential of a reference as factor.
bool isExponentialOfReference(Expr value);

/// True if a reference occurs under an exponential in `value`.
bool hasExponentialOfReference(Expr value);

/// A reference that bounds its own term: d_k >= F_k (`upper`) or d_k <= F_k at
/// every position already folded.
struct Bound {
  unsigned reference;
  Expr term;
  bool upper;
};

/// Proves `value` <= 0 from signs and from `bounds`; rounding is monotone and
/// does not get in the way.
bool isNonPositive(ExprContext &context, Expr value,
                   llvm::ArrayRef<Bound> bounds);

} // namespace redfuser::algebra

#endif // REDFUSER_ALGEBRA_DECOMPOSE_H
