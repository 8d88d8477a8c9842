//===- Machine.h - The state of an interpretation ---------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_REFERENCE_MACHINE_H
#define REDFUSER_LIB_REFERENCE_MACHINE_H

#include "Scalars.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OpDefinition.h"

namespace redfuser::reference {

/// Runs ops one after another. Every `run` function fails with an error at the
/// op.
class Machine {
public:
  explicit Machine(const InterpreterOptions &options)
      : options(options),
        rounder(options.rounding, options.seed, options.repeats) {}

  mlir::FailureOr<llvm::SmallVector<Datum>>
  call(mlir::func::FuncOp func, llvm::ArrayRef<Datum> arguments);

private:
  //===--- Values --------------------------------------------------------===//

  const Datum &get(mlir::Value value) const;
  Scalar getScalar(mlir::Value value) const {
    return std::get<Scalar>(get(value));
  }
  const Tensor &getTensor(mlir::Value value) const {
    return std::get<Tensor>(get(value));
  }
  int64_t getIndex(mlir::OpFoldResult index) const;
  llvm::SmallVector<int64_t>
  getIndices(llvm::ArrayRef<mlir::OpFoldResult> indices) const;
  void set(mlir::Value value, Datum datum) { values[value] = std::move(datum); }
  void set(mlir::ValueRange range, llvm::ArrayRef<Datum> data);
  llvm::SmallVector<Datum> getAll(mlir::ValueRange range) const;

  //===--- Control -------------------------------------------------------===//

  /// Runs `block` up to its terminator.
  mlir::LogicalResult runBlock(mlir::Block &block);
  mlir::LogicalResult runOp(mlir::Operation *op);
  mlir::LogicalResult runScalar(mlir::Operation *op);
  mlir::LogicalResult runConstant(mlir::Operation *op, mlir::Attribute value);
  mlir::LogicalResult runCall(mlir::Operation *op);
  /// Each returns nothing for ops of other dialects.
  std::optional<mlir::LogicalResult> runControl(mlir::Operation *op);
  std::optional<mlir::LogicalResult> runTensorOp(mlir::Operation *op);
  mlir::LogicalResult runFor(mlir::scf::ForOp op);
  mlir::LogicalResult runForall(mlir::scf::ForallOp op);
  mlir::LogicalResult runAffine(mlir::Operation *op, mlir::AffineMap map,
                                mlir::ValueRange operands, bool minimum);

  //===--- Structured ops ------------------------------------------------===//

  /// The sizes of the iteration space, from operands and their maps.
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  getLoopSizes(mlir::Operation *op, mlir::ValueRange operands,
               llvm::ArrayRef<mlir::AffineMap> maps);
  mlir::LogicalResult runLinalg(mlir::linalg::LinalgOp op);
  mlir::LogicalResult runSoftmax(mlir::linalg::SoftmaxOp op);
  mlir::LogicalResult runChain(cascade::ChainOp op);
  mlir::LogicalResult runFold(cascade::FoldOp op);
  template <typename OpTy>
  friend class Reductions;
  friend class FoldStates;

  const InterpreterOptions &options;
  Rounder rounder;
  llvm::DenseMap<mlir::Value, Datum> values;
  /// Where the innermost structured op is in its iteration space.
  llvm::ArrayRef<int64_t> position;
  unsigned callDepth = 0;
};

} // namespace redfuser::reference

#endif // REDFUSER_LIB_REFERENCE_MACHINE_H
