//===- Reductions.h - Structured ops as reductions --------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_REDUCTIONS_H
#define REDFUSER_ANALYSIS_REDUCTIONS_H

#include "RedFuser/Analysis/ScalarExpr.h"
#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

namespace redfuser {

/// One result of a structured op that has reduction loops, read as
/// `init (+) (+) over the reduction loops of term`.
struct Reduction {
  mlir::linalg::LinalgOp op;
  /// Which result; the others, if any, are unused.
  unsigned number = 0;
  cascade::MonoidAttrInterface monoid;
  /// What is combined, a value of the body; negated for `acc - term`.
  mlir::Value term;
  bool negated = false;

  /// Filled in by ChainDiscovery: the loops of `op`, where the result is
  /// written, and the term as an expression.
  llvm::SmallVector<DimList> loops;
  Access access;
  const ScalarExpr *expr = nullptr;

  mlir::OpResult getResult() const {
    return mlir::cast<mlir::OpResult>(op->getResult(number));
  }
  mlir::Value getInit() const {
    return mlir::linalg::LinalgOp(op).getDpsInits()[number];
  }
  mlir::Location getLoc() const { return op->getLoc(); }
};

/// Whether `op` reduces: a structured op on tensors with a reduction loop that
/// is not known to have one iteration.
bool isReduction(mlir::linalg::LinalgOp op);

/// True if every element of `tensor` is one float constant that is not NaN.
bool isConstantNumber(mlir::Value tensor);

/// Reads `op`, for which isReduction holds, as a reduction over one of the
/// dialect's monoids; otherwise says why not.
mlir::FailureOr<Reduction> matchReduction(mlir::linalg::LinalgOp op,
                                          std::string &reason);

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_REDUCTIONS_H
