//===- WarpgroupOps.h - Instructions of a Hopper kernel ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Builders of the instructions that the kernels consist of. Everything is an
// nvvm, llvm or arith op except for what the dialects cannot say: wgmma with an
// operand in registers, and waits that the optimizer must not move values
// across, are inline assembly.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPOPS_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPOPS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace redfuser {

/// A kernel's code is written at one insertion point, in i32 arithmetic.
class WarpgroupOps {
public:
  using Values = llvm::SmallVector<mlir::Value>;

  WarpgroupOps(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}

  //===--- Scalars -------------------------------------------------------===//

  mlir::Value constant(int64_t value);
  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value add(mlir::Value lhs, int64_t rhs);
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, int64_t rhs);
  mlir::Value div(mlir::Value lhs, mlir::Value rhs);
  mlir::Value ceilDiv(mlir::Value lhs, mlir::Value rhs);
  mlir::Value rem(mlir::Value lhs, mlir::Value rhs);
  mlir::Value bitAnd(mlir::Value lhs, int64_t rhs);
  mlir::Value bitXor(mlir::Value lhs, mlir::Value rhs);
  mlir::Value bitOr(mlir::Value lhs, mlir::Value rhs);
  mlir::Value shiftRight(mlir::Value lhs, int64_t rhs);
  mlir::Value min(mlir::Value lhs, mlir::Value rhs);
  mlir::Value max(mlir::Value lhs, mlir::Value rhs);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs);
  mlir::Value select(mlir::Value condition, mlir::Value lhs, mlir::Value rhs);
  /// The i32 of an index, and the index of a non-negative i32.
  mlir::Value toI32(mlir::Value index);
  mlir::Value toIndex(mlir::Value value);

  //===--- Control flow --------------------------------------------------===//

  using LoopBody = llvm::function_ref<Values(mlir::Value iv, Values carried)>;
  Values loop(mlir::Value lower, mlir::Value upper, mlir::Value step,
              mlir::ValueRange inits, LoopBody body);
  using BranchBody = llvm::function_ref<Values()>;
  Values branch(mlir::TypeRange types, mlir::Value condition,
                BranchBody thenBody, BranchBody elseBody);
  void branch(mlir::Value condition, llvm::function_ref<void()> body);

  //===--- Threads -------------------------------------------------------===//

  mlir::Value threadId();
  mlir::Value blockId();
  mlir::Value gridSize();
  /// The value of lane 0: tells ptxas that the whole warp has one.
  mlir::Value uniform(mlir::Value value);
  /// `value`, of which the optimizer knows nothing: what is computed from it is
  /// not moved out of a loop, where it would take registers all the time.
  mlir::Value hide(mlir::Value value);
  /// Zero, of which ptxas knows nothing either: the block's y in a grid of one
  /// row.
  mlir::Value hiddenZero();
  /// The value of lane `lane ^ offset`.
  mlir::Value shuffleXor(mlir::Value value, int64_t offset);
  /// The value of lane `lane - offset`, or for the first ones their own.
  mlir::Value shuffleUp(mlir::Value value, int64_t offset);
  /// True if `condition` is in any lane of the warp.
  mlir::Value any(mlir::Value condition);
  /// The lanes that have `condition`, how many a mask of lanes has, and how
  /// many before this one.
  mlir::Value ballot(mlir::Value condition);
  mlir::Value count(mlir::Value lanes);
  mlir::Value countBefore(mlir::Value lanes);
  void syncWarp();
  void syncBlock();
  /// Barrier `id` (i32) of `threads` threads: wait, or only arrive.
  void syncNamed(mlir::Value id, int64_t threads);
  void arriveNamed(mlir::Value id, int64_t threads);
  void setRegisters(int64_t count, bool increase);
  /// Barrier of all threads of the cluster's blocks, in two steps.
  void arriveCluster();
  void waitCluster();

  //===--- Shared memory -------------------------------------------------===//

  /// The pointer to a shared address (i32).
  mlir::Value sharedPointer(mlir::Value address);
  void initBarrier(mlir::Value address, int64_t count);
  /// Makes initialised barriers visible to TMA.
  void fenceBarriers();
  /// Arrives and says how many bytes TMA will bring.
  void expectBytes(mlir::Value barrier, int64_t bytes);
  /// One lane of the warp arrives; with `after`, an f32 that arithmetic has
  /// made, not before that is computed.
  void arrive(mlir::Value barrier, mlir::Value lane, mlir::Value after = {});
  void wait(mlir::Value barrier, mlir::Value parity);
  /// The same, for what other blocks of the cluster have stored.
  void waitForCluster(mlir::Value barrier, mlir::Value parity);
  /// The address in the cluster of what block `rank` has at a shared address.
  mlir::Value mapShared(mlir::Value address, mlir::Value rank);
  /// Stores one or four values of 32 bits at an address in the cluster, and
  /// counts their bytes at a barrier of the same block.
  void storeInCluster(mlir::Value address, mlir::Value barrier,
                      mlir::ValueRange values);
  /// Orders what threads did to shared memory before what TMA does.
  void fenceProxy();
  /// TMA: the box at `coordinates` (i32, fastest first) to a shared address.
  void loadBox(mlir::Value map, mlir::Value address, mlir::Value barrier,
               mlir::ValueRange coordinates);
  /// TMA: a box from a shared address to `coordinates`; and until all boxes of
  /// the thread have been read.
  void storeBox(mlir::Value map, mlir::Value address,
                mlir::ValueRange coordinates);
  void commitBoxes();
  void waitBoxes();
  void prefetchMap(mlir::Value map);
  /// Brings the box at `coordinates` to the L2 cache.
  void prefetchBox(mlir::Value map, mlir::ValueRange coordinates);
  mlir::Value loadShared(mlir::Value address, mlir::Type type);
  void storeShared(mlir::Value address, mlir::Value value);
  /// Four 8x8 matrices of 16-bit elements, to or from registers of two.
  Values loadMatrices(mlir::Value address, bool isTransposed = false);
  void storeMatrices(mlir::Value address, mlir::ValueRange registers);

  /// 16 bytes from global to shared memory, of which the first `bytes` (i32)
  /// are read and the others are zero; complete after a wait.
  void copyAsync(mlir::Value address, mlir::Value pointer, mlir::Value bytes);
  void waitCopies();

  //===--- Tensor core ---------------------------------------------------===//

  /// `acc` + the 16 x 8 product of one step of 16, at once (sm_80): four, four
  /// and two registers.
  Values multiply(mlir::ValueRange acc, mlir::ValueRange a, mlir::ValueRange b,
                  mlir::Type element);

  /// The 64 x `columns` product of `depth` steps of 16. Issues and commits; the
  /// result is valid after a wait.
  ///
  /// K-major B: a step is 32 bytes on, a chunk of 64 columns of the operand
  /// `rows` * 128 bytes. `a` has four registers a step, or is the low word of a
  /// descriptor of the same form with 64 rows.
  Values issueScores(mlir::ValueRange a, mlir::Value b, int64_t columns,
                     int64_t steps, mlir::Type element);
  /// `acc` + the product of `steps` of one chunk of K-major operands, or that
  /// alone for an empty `acc`; commits only if `isLast`.
  Values issueChunk(mlir::ValueRange acc, mlir::Value a, mlir::Value b,
                    int64_t columns, int64_t steps, mlir::Type element,
                    bool isLast);
  /// `acc` + A B with A in registers, four a step, or one chunk by the low word
  /// of its descriptor, and MN-major B: a step is 16 rows of 128 bytes on.
  Values issueProduct(mlir::ValueRange acc, mlir::ValueRange a, mlir::Value b,
                      mlir::Type element, int64_t steps);
  /// Waits until at most `pending` groups are in flight. `values` are what may
  /// be used only afterwards, and come back.
  Values waitProducts(int64_t pending, mlir::ValueRange values);
  /// Two 16-bit values in one i32, the first in the low half.
  mlir::Value packNarrow(mlir::Value low, mlir::Value high, mlir::Type element);
  /// Two f32 as two 16-bit floats in one i32, the first in the low half.
  mlir::Value pack(mlir::Value low, mlir::Value high, mlir::Type element);

  mlir::OpBuilder &b;
  mlir::Location loc;

private:
  Values assembly(const llvm::Twine &text, const llvm::Twine &constraints,
                  mlir::ValueRange operands, mlir::TypeRange types,
                  bool hasSideEffects = true);
};

/// Low word of a shared-memory matrix descriptor with 128-byte swizzle: address
/// and leading offset in 16-byte units. Units to add stay within the address.
inline constexpr int64_t kDescriptorAddressMask = 0x3FFF;
inline constexpr int64_t kDescriptorLeadingShift = 16;

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_WARPGROUPOPS_H
