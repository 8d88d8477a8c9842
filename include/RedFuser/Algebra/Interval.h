//===- Interval.h - Bounds of scalar values at run time ------------*- C++
//-*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ALGEBRA_INTERVAL_H
#define REDFUSER_ALGEBRA_INTERVAL_H

#include "RedFuser/Algebra/Expr.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <limits>

namespace redfuser::algebra {

/// A value that is not NaN lies in [low, high]. In contrast to signs of
/// expressions, ranges hold for what the code computes: a range without zero is
/// that of a value that does not underflow, a finite one that of a value that
/// does not overflow.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// The range of `value`, from its code (constants, clamps, sums of what has one
/// sign, roots, quotients) and from the sign of its expression.
Interval getInterval(ExprContext &context, mlir::Value value,
                     llvm::function_ref<Expr(mlir::Value)> expr);

} // namespace redfuser::algebra

#endif // REDFUSER_ALGEBRA_INTERVAL_H
