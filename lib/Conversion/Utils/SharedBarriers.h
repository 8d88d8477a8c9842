//===- SharedBarriers.h - Asynchronous copies and who waits -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers in shared memory (mbarrier, sm_90), and what arrives at them: bulk
// copies from global memory, and words that blocks of a cluster send each
// other. A phase of a barrier ends when as many have arrived as it was made
// for, and as many bytes as they said to expect.
//
// Addresses are i32 or i64, of shared memory or, where blocks send, of the
// shared memory of a cluster. All but `initBarrier` is inline assembly with a
// memory clobber: NVVM's operations say of memory only what they touch
// themselves, and the optimizer would move accesses of what a barrier guards
// across them. The emulator knows it by its text.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_SHAREDBARRIERS_H
#define REDFUSER_LIB_CONVERSION_UTILS_SHAREDBARRIERS_H

#include "mlir/IR/Builders.h"

namespace redfuser {

/// Bytes of a barrier.
constexpr int64_t kBarrierBytes = 8;

/// Where a view into dynamic shared memory (`memref.view`) begins (i64).
mlir::Value getSharedAddress(mlir::OpBuilder &b, mlir::Location loc,
                             mlir::Value view);
/// `address + index * bytes`.
mlir::Value offsetAddress(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Value address, mlir::Value index,
                          int64_t bytes);
/// The same place in the shared memory of block `rank` (i32) of the cluster.
mlir::Value mapToBlock(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value address, mlir::Value rank);

/// A barrier at which `count` arrive in a phase. A fence has to follow, and a
/// barrier of the block.
void initBarrier(mlir::OpBuilder &b, mlir::Location loc, mlir::Value address,
                 int64_t count);
void arriveAtBarrier(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::Value address);
/// Arrives, and makes the phase last until `bytes` (i32) have come.
void arriveAndExpect(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::Value address, mlir::Value bytes);
/// Whose stores a wait makes visible, with those of copies.
enum class BarrierScope { Block, Cluster };
/// Waits for the end of the phase of the given parity (i32): that of the first
/// is 0, and 1 does not wait at a barrier whose first phase has not ended.
void waitAtBarrier(mlir::OpBuilder &b, mlir::Location loc, mlir::Value address,
                   mlir::Value parity,
                   BarrierScope scope = BarrierScope::Block);

/// What the thread has loaded from shared memory before is loaded before copies
/// that are issued because it arrives at a barrier.
void fenceForCopies(mlir::OpBuilder &b, mlir::Location loc);
/// Copies `bytes` (i32) from global to shared memory, of addresses and length
/// that are multiples of 16. With `isReadOnce` it goes from L2 first.
void copyBulk(mlir::OpBuilder &b, mlir::Location loc, mlir::Value target,
              mlir::Value source, mlir::Value bytes, mlir::Value barrier,
              bool isReadOnce);
/// Stores a value of 32 or 64 bits into the shared memory of a block of the
/// cluster, which arrives at `barrier` of the same block: wait for it with the
/// scope of the cluster. Of clusters only: in other kernels it is an illegal
/// instruction.
void sendWord(mlir::OpBuilder &b, mlir::Location loc, mlir::Value address,
              mlir::Value value, mlir::Value barrier);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_SHAREDBARRIERS_H
