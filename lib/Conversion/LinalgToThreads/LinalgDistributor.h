//===- LinalgDistributor.h - Thread code of one linalg op -------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_LINALGTOTHREADS_LINALGDISTRIBUTOR_H
#define REDFUSER_LIB_CONVERSION_LINALGTOTHREADS_LINALGDISTRIBUTOR_H

#include "Combiner.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace redfuser {

/// Values that every thread of a launch computes once.
struct ThreadIds {
  mlir::Value thread; ///< 0 .. threads - 1
  mlir::Value warp;   ///< thread / 32
  mlir::Value lane;   ///< thread % 32
  int64_t threads;    ///< threads of a block, a multiple of 32
};

/// Who computes a result of a linalg op.
enum class Distribution {
  Elementwise,     ///< no reduction; iterations over threads
  ThreadReduction, ///< a thread a result, reduction in source order
  RegisterTile,    ///< a thread some rows and columns of a contraction
  WarpReduction,   ///< a warp a result
  BlockReduction,  ///< the whole block works on one result after the other
};

/// Writes the thread code of one linalg op on buffers.
class LinalgDistributor {
public:
  LinalgDistributor(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op,
                    const ThreadIds &ids);

  /// The form that suits the op's shape; always one that is right.
  Distribution choose();

  /// Emits the code at the builder's insertion point, without the barrier after
  /// it. Fails with a diagnostic.
  mlir::LogicalResult emit(Distribution distribution);

private:
  using ResultFn = llvm::function_ref<void(mlir::ValueRange parallelIvs)>;
  using LoadFn = llvm::function_ref<mlir::Value(mlir::OpOperand &operand,
                                                mlir::ValueRange ivs)>;

  /// The results that one thread of a contraction computes: `rows` times
  /// `columns` of them, neighbours `rowThreads` and `columnThreads` apart.
  struct RegisterTile {
    unsigned rowDim, columnDim;
    int64_t rows, columns;
    int64_t rowThreads, columnThreads;
  };

  /// Finds two parallel dims that different operands do not depend on, so that
  /// a tile of results loads less than its results do one by one, and sets
  /// `registerTile`.
  bool matchRegisterTile();

  void emitForEachResult(mlir::Value first, int64_t step, ResultFn body);
  void emitElementwise();
  void emitThreadReduction();
  void emitRegisterTile();
  void emitWarpReduction();
  void emitBlockReduction();

  /// Strides the flattened reduction space; returns the partial results.
  mlir::SmallVector<mlir::Value> emitPartials(mlir::ValueRange parallelIvs,
                                              mlir::Value first, int64_t step);
  mlir::SmallVector<mlir::Value> emitIdentities();
  mlir::SmallVector<mlir::Value> emitWarpCombine(mlir::ValueRange partials);
  /// Body at `ivs` (loop order) with `accumulators`, or with the stored results
  /// if empty; returns what it yields.
  mlir::SmallVector<mlir::Value> emitBody(mlir::ValueRange ivs,
                                          mlir::ValueRange accumulators,
                                          LoadFn load = nullptr);
  mlir::Value emitLoad(mlir::OpOperand &operand, mlir::ValueRange ivs);
  mlir::SmallVector<mlir::Value> emitLoads(mlir::ValueRange ivs);
  void emitStores(mlir::ValueRange ivs, mlir::ValueRange values);
  /// result := combine(result, partial) for each result.
  void emitCombineIntoResults(mlir::ValueRange ivs, mlir::ValueRange partials);

  mlir::SmallVector<mlir::Value> delinearise(mlir::Value index,
                                             mlir::ArrayRef<unsigned> dims);
  mlir::Value product(mlir::ArrayRef<unsigned> dims);
  mlir::SmallVector<mlir::Value> access(mlir::AffineMap map,
                                        mlir::ValueRange ivs);
  /// Loop-ordered ivs from those of the parallel and the reduction dims.
  mlir::SmallVector<mlir::Value> merge(mlir::ValueRange parallelIvs,
                                       mlir::ValueRange reductionIvs);
  std::optional<int64_t> getUpperBound(mlir::ArrayRef<unsigned> dims);
  mlir::Value index(int64_t value);

  mlir::OpBuilder &b;
  mlir::linalg::LinalgOp op;
  const ThreadIds &ids;
  mlir::Location loc;
  /// Dims in the order in which they are flattened, slowest first.
  mlir::SmallVector<unsigned> parallelDims, reductionDims;
  mlir::SmallVector<mlir::Range> ranges;
  mlir::SmallVector<Combiner> combiners;
  bool hasCombiners = false;
  RegisterTile registerTile = {};
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_LINALGTOTHREADS_LINALGDISTRIBUTOR_H
