//===- BuildChain.h - Build chains from reductions --------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_RAISE_BUILDCHAIN_H
#define REDFUSER_LIB_TRANSFORMS_RAISE_BUILDCHAIN_H

#include "RedFuser/Analysis/ChainDiscovery.h"

namespace redfuser {

/// A chain op and, for each member, its result in the shape of the source.
struct BuiltChain {
  cascade::ChainOp op;
  llvm::SmallVector<mlir::Value> results;
};

/// Builds the chain of `members` at the builder's position. `getValue` says
/// which value now stands for one of the source. Fails with a reason; then ops
/// that were created stay for the caller to erase.
mlir::FailureOr<BuiltChain> buildChain(
    mlir::OpBuilder &builder, IterationSpace &space,
    llvm::ArrayRef<const Reduction *> members,
    llvm::function_ref<bool(const ScalarExpr *, const Reduction &)> isReference,
    llvm::function_ref<mlir::Value(mlir::Value)> getValue, std::string &reason);

/// Rewrites the reductions that `chains` alone read, over their axis and all of
/// their rows (the scores of an attention), to read through reshapes,
/// transposes and broadcasts of operands: what the fused loops compute tile by
/// tile then needs no copies. Returns the ops that were replaced; the caller
/// erases what has become dead.
llvm::SmallVector<mlir::Operation *>
readThroughProducers(mlir::Block &block,
                     llvm::ArrayRef<cascade::ChainOp> chains,
                     mlir::OpBuilder &builder);

/// Replaces pointwise code that turns results of chains into other results (the
/// subtraction, exponential and division of a softmax) by one op for each value
/// that is still needed, so that no intermediate tensor is left. `seeds` are
/// the results of the chains of `block`. Returns the ops whose results were
/// replaced; the caller erases what has become dead.
llvm::SmallVector<mlir::Operation *>
mergeReadouts(mlir::Block &block, llvm::ArrayRef<mlir::Value> seeds,
              mlir::OpBuilder &builder);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_RAISE_BUILDCHAIN_H
