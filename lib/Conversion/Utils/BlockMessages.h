//===- BlockMessages.h - Words that blocks send each other -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words of 32 bits through which blocks of one launch, all of them on the
// device at once, tell each other few values. A word shares eight bytes, which
// are written at once, with a mark that it is there. So it takes one trip to
// memory and one back: no fence between a value and its flag, no counter that
// all blocks raise, and no second load once a flag is seen.
//
// Messages are zero before a launch, and the kernel leaves them zero, as it
// does flags (BlockFlags.h).
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_BLOCKMESSAGES_H
#define REDFUSER_LIB_CONVERSION_UTILS_BLOCKMESSAGES_H

#include "mlir/IR/Builders.h"

namespace redfuser {

/// Host code: a memref of `count` messages, none of them sent.
mlir::Value createMessages(mlir::OpBuilder &b, mlir::Location loc,
                           mlir::Value count);

// In a kernel. Indices are of type index, words i32.

/// Sends a word.
void sendMessage(mlir::OpBuilder &b, mlir::Location loc, mlir::Value messages,
                 mlir::Value index, mlir::Value word);
/// Waits until all of some messages have been sent; their words.
llvm::SmallVector<mlir::Value> waitForMessages(mlir::OpBuilder &b,
                                               mlir::Location loc,
                                               mlir::Value messages,
                                               mlir::ValueRange indices);
/// Takes a message back that nobody reads any more in this launch.
void clearMessage(mlir::OpBuilder &b, mlir::Location loc, mlir::Value messages,
                  mlir::Value index);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_BLOCKMESSAGES_H
