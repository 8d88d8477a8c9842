//===- Transforms.h - Rewrites of the cascade ops ---------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_TRANSFORMS_TRANSFORMS_H
#define REDFUSER_DIALECT_CASCADE_TRANSFORMS_TRANSFORMS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"

namespace redfuser::cascade {

/// Rewrites `fold` as linalg ops on tensors that compute the same state, and
/// returns the values that replace its results.
///
/// Per component: the old value is corrected to the new references, the terms
/// are reduced over the axis, both are combined. Scalar code is grouped by the
/// dimensions it depends on: a factor that depends on rows alone is computed
/// once per row, a probability that two components use once per row and key,
/// and a product of an operand and such a factor becomes a contraction.
///
/// Bufferizes in place: old references that corrections read are overwritten
/// only after their last use (one-shot-bufferize would reject a loop that
/// yields a new buffer as its state).
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
lowerFoldToLinalg(mlir::RewriterBase &rewriter, FoldOp fold);

/// Writes `chain` as exactly one `linalg.generic` per reduction, in order, with
/// its term as it is, at the builder's position (before the chain), and returns
/// the values that replace its results. Never fails: this is how a chain that
/// does not fuse is put back.
llvm::SmallVector<mlir::Value> lowerChainToGenerics(mlir::OpBuilder &builder,
                                                    ChainOp chain);

/// The functions of the `#cascade.custom` monoids in `root`.
void collectCombines(mlir::Operation *root,
                     llvm::SmallDenseSet<mlir::StringAttr> &combines);

/// Inlines calls of these functions in bodies of linalg ops and in kernels:
/// what lowered ops combine by.
void inlineCombines(mlir::Operation *root,
                    const llvm::SmallDenseSet<mlir::StringAttr> &combines);

} // namespace redfuser::cascade

#endif // REDFUSER_DIALECT_CASCADE_TRANSFORMS_TRANSFORMS_H
