//===- BlockFlags.h - What blocks of a launch tell each other ---*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Counters in memory through which the blocks of one launch hand each other
// what they have stored. They are zero before a launch, and the kernel leaves
// them zero: host code sets them once, in front of the launch, and a launcher
// that keeps the buffer (`zeroed` in the manifest) need not do it again.
//
// Between what a block has stored and its arrival lies a barrier of the block;
// one thread arrives. Likewise one thread finds a flag set, and a barrier lies
// between that and what the block reads.
//
// The last to arrive waits for nobody, so a grid may have any size. Blocks that
// wait for each other must be on the device at once: neighbours by number, in
// groups of no more than it holds, where it takes blocks in the order of their
// numbers, as devices do.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_BLOCKFLAGS_H
#define REDFUSER_LIB_CONVERSION_UTILS_BLOCKFLAGS_H

#include "mlir/IR/Builders.h"

namespace redfuser {

/// Host code: a memref of `count` flags, all zero.
mlir::Value createFlags(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::OpFoldResult count);

// In a kernel. Indices are of type index, counts i32.

/// Arrives at a flag at which `count` arrive in all. True (i1) for the last of
/// them: it may read what all have stored, and the flag is zero again. Without
/// `isOrdered` they only count.
mlir::Value arriveAtFlag(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value flags, mlir::Value index,
                         mlir::Value count, bool isOrdered = true);

/// The numbers from 0 on, each to one who asks (i32). `count` ask in all; then
/// the flag is zero again.
mlir::Value takeTicket(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value flags, mlir::Value index, mlir::Value count);

/// Adds one to a flag that others wait for.
void raiseFlag(mlir::OpBuilder &b, mlir::Location loc, mlir::Value flags,
               mlir::Value index);
/// Waits until a flag has been raised `count` times.
void waitForFlag(mlir::OpBuilder &b, mlir::Location loc, mlir::Value flags,
                 mlir::Value index, mlir::Value count);
/// Sets a flag to zero that nobody reads any more in this launch.
void clearFlag(mlir::OpBuilder &b, mlir::Location loc, mlir::Value flags,
               mlir::Value index);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_BLOCKFLAGS_H
