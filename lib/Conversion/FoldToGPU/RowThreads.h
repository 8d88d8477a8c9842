//===- RowThreads.h - The threads that share a row --------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions over the threads of a row. All levels are one: values are combined
// by butterflies in a warp; where a row has more than one warp, each leaves its
// values in shared memory and every warp combines those of all.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWTHREADS_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWTHREADS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

namespace redfuser {

/// A constant.
mlir::Value getIndex(mlir::OpBuilder &b, mlir::Location loc, int64_t value);
mlir::Value getI32(mlir::OpBuilder &b, mlir::Location loc, int64_t value);

/// Hands out the dynamic shared memory of a kernel. Not that of attributions of
/// the launch, in which buffer deallocation would look for owners.
class SharedMemory {
public:
  /// A buffer in shared memory, aligned to 16 bytes.
  mlir::Value allocate(mlir::OpBuilder &b, mlir::Location loc,
                       llvm::ArrayRef<int64_t> shape, mlir::Type element);
  int64_t getNumBytes() const { return bytes; }
  /// Bytes that a buffer takes.
  static int64_t getNumBytes(llvm::ArrayRef<int64_t> shape, mlir::Type element);

private:
  int64_t bytes = 0;
};

class RowThreads {
public:
  /// In a block of `launch`, `threads` consecutive threads have a row each;
  /// with `columns`, consecutive threads have consecutive rows, as these are
  /// neighbours in memory.
  RowThreads(mlir::OpBuilder &b, mlir::gpu::LaunchOp launch,
             SharedMemory &shared, int64_t threads, int64_t rows, bool columns);

  /// The thread's number in its row.
  mlir::Value getThread() const { return thread; }
  /// The row's number in the block.
  mlir::Value getRow() const { return row; }

  /// Not of columns: the thread's number in its warp, and the warp's in the
  /// row.
  mlir::Value getLane() const { return lane; }
  mlir::Value getWarp() const { return warp; }

  bool areColumns() const { return columns; }
  int64_t getNumThreads() const { return threads; }
  /// Not of columns, whose threads are in different warps.
  int64_t getNumLanes() const { return std::min<int64_t>(threads, 32); }
  int64_t getNumWarps() const { return (threads + 31) / 32; }

  using CombineFn = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ValueRange, mlir::ValueRange)>;

  /// Combines the values of `count` (a power of two) neighbouring lanes; all of
  /// them get the result, the same to the bit. What is not symmetric has the
  /// lower lane's values on its left on both lanes.
  llvm::SmallVector<mlir::Value>
  reduceLanes(mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange values,
              int64_t count, bool isSymmetric, CombineFn combine) const;

  /// Hands the values that each warp of a row agrees on to all warps: lane l
  /// gets those of warp l modulo the number of warps. One barrier. The shared
  /// memory is used once.
  llvm::SmallVector<mlir::Value> exchangeWarps(mlir::OpBuilder &b,
                                               mlir::Location loc,
                                               mlir::ValueRange values);

  /// In a loop over rows: which of two halves of the memory that the functions
  /// below exchange values through is the row's (index). One barrier a row then
  /// lies between its use and the next one.
  void setParity(mlir::Value value) { parity = value; }

  /// Makes the block one of `count` that share a row, number `rank` of its
  /// cluster. All of them wait for each other.
  void joinCluster(mlir::OpBuilder &b, mlir::Location loc, mlir::Value rank,
                   int64_t count);
  int64_t getClusterSize() const { return cluster; }

  /// The values that each block of the cluster agrees on, in order. One barrier
  /// of the cluster.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>>
  exchangeBlocks(mlir::OpBuilder &b, mlir::Location loc,
                 mlir::ValueRange values);

  /// The values of all threads of the column, in order. One barrier.
  llvm::SmallVector<llvm::SmallVector<mlir::Value>>
  exchangeThreads(mlir::OpBuilder &b, mlir::Location loc,
                  mlir::ValueRange values);

  /// A barrier of the cluster. The threads of a warp come to it together if it
  /// is `aligned`.
  void waitForCluster(mlir::OpBuilder &b, mlir::Location loc,
                      bool aligned = true) const;

private:
  SharedMemory &shared;
  int64_t threads, rows, cluster = 1;
  bool columns;
  mlir::Value parity, rank;
  mlir::Value thread, row, lane, warp;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWTHREADS_H
