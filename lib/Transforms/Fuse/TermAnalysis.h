//===- TermAnalysis.h - Data flow of one term -------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_FUSE_TERMANALYSIS_H
#define REDFUSER_LIB_TRANSFORMS_FUSE_TERMANALYSIS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace redfuser {

/// On which inputs and references each value of a term depends. `rows` are
/// inputs that count as constants, since they do not vary along the axis; none
/// if empty.
class TermAnalysis {
public:
  TermAnalysis(cascade::ChainOp chain, unsigned reduction,
               const llvm::SmallBitVector &rows);

  mlir::Block &getBlock() { return block; }
  /// References that the yielded value depends on.
  llvm::SmallBitVector getReferences() { return getReferences(yielded); }
  llvm::SmallBitVector getReferences(mlir::Value value) const;
  /// True if `value` depends on an input that is no row's, or on a position.
  bool dependsOnInputs(mlir::Value value) const {
    return onInputs.contains(value);
  }
  /// True if the yielded value depends on `op`.
  bool isLive(mlir::Operation *op) const { return live.contains(op); }
  /// The operation of the block that `op` is, or is nested in.
  mlir::Operation *getAncestor(mlir::Operation *op) const {
    return block.findAncestorOpInBlock(*op);
  }

  /// Values that depend on references of `deferred` and nothing else, where
  /// something that depends on more uses them.
  llvm::SmallVector<mlir::Value>
  getFrontier(const llvm::SmallBitVector &deferred) const;

  /// Floats computed from inputs alone that meet references, or are the yielded
  /// value.
  llvm::SmallVector<mlir::Value> getInputFrontier() const;

  /// A condition, free of references, and what it is.
  using Condition = std::pair<mlir::Value, bool>;
  /// Conditions without which nothing that uses `value` reaches the result:
  /// every path from it leads through a choice by each of them.
  llvm::SmallVector<Condition> getConditions(mlir::Value value);

private:
  bool isOnly(mlir::Value value, const llvm::SmallBitVector &references) const;

  mlir::Block &block;
  mlir::Value yielded;
  unsigned numReferences;
  llvm::DenseMap<mlir::Value, llvm::SmallBitVector> references;
  llvm::DenseSet<mlir::Value> onInputs;
  llvm::SmallPtrSet<mlir::Operation *, 16> live;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Condition>> conditions;
};

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_FUSE_TERMANALYSIS_H
