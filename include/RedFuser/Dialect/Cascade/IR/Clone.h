//===- Clone.h - Copies of the cascade ops on other operands --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_IR_CLONE_H
#define REDFUSER_DIALECT_CASCADE_IR_CLONE_H

#include "mlir/IR/Builders.h"

namespace redfuser::cascade {

/// A copy of `op` with these operands and result types. Upstream's
/// `mlir::clone` of this form reads the first block of every region once the
/// builder has a listener; the region of a correction may be empty.
inline mlir::Operation *cloneOn(mlir::OpBuilder &b, mlir::Operation *op,
                                mlir::TypeRange types,
                                mlir::ValueRange operands) {
  mlir::Operation *copy = b.clone(*op);
  copy->setOperands(operands);
  for (auto [result, type] : llvm::zip_equal(copy->getResults(), types))
    result.setType(type);
  return copy;
}

} // namespace redfuser::cascade

#endif // REDFUSER_DIALECT_CASCADE_IR_CLONE_H
