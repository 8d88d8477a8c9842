//===- Combiner.h - What a reduction body combines with ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_LINALGTOTHREADS_COMBINER_H
#define REDFUSER_LIB_CONVERSION_LINALGTOTHREADS_COMBINER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace redfuser {

/// A commutative, associative scalar operation with an identity: how two
/// partial results of one reduction become one.
class Combiner {
public:
  /// The combiner of result `index` of `op`, whose body must be
  /// `yield combine(acc, term)` with `term` independent of every accumulator.
  /// Fails if the body has another form or the operation is not known to
  /// commute.
  static mlir::FailureOr<Combiner> match(mlir::linalg::LinalgOp op,
                                         unsigned index);

  mlir::Value combine(mlir::OpBuilder &b, mlir::Location loc, mlir::Value lhs,
                      mlir::Value rhs) const;
  mlir::Value identity(mlir::OpBuilder &b, mlir::Location loc) const;
  mlir::Type getType() const { return neutral.getType(); }

private:
  Combiner(mlir::Operation *op, mlir::TypedAttr neutral)
      : op(op), neutral(neutral) {}

  mlir::Operation *op;
  mlir::TypedAttr neutral;
};

/// The value of lane ^ `offset`, of any scalar type up to 64 bits.
mlir::Value shuffleXor(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value value, int32_t offset);

/// Combines `value` over the 32 lanes of a warp; every lane gets the result.
mlir::Value warpAllReduce(mlir::OpBuilder &b, mlir::Location loc,
                          const Combiner &combiner, mlir::Value value);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_LINALGTOTHREADS_COMBINER_H
