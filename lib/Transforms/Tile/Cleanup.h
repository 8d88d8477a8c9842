//===- Cleanup.h - Tidy the loops that tiling made --------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to redfuser-tile.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_TILE_CLEANUP_H
#define REDFUSER_LIB_TRANSFORMS_TILE_CLEANUP_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace redfuser {

/// Follows what is made and erased, so that what is dead of it can be erased
/// without a look at all that is in the block.
class DeadOps : public mlir::RewriterBase::Listener {
public:
  /// Erases the ops of `block` that died or were made for nothing since the
  /// last time.
  void erase(mlir::RewriterBase &rewriter, mlir::Block *block);

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationErased(mlir::Operation *op) override;

private:
  llvm::SetVector<mlir::Operation *> candidates;
};

/// Drops outputs that nothing uses any more of the loop around `fold`. The loop
/// may be replaced, also by its body; returns the fold in what takes its place,
/// or null if the loop never runs.
cascade::FoldOp dropUnusedOutputs(mlir::RewriterBase &rewriter,
                                  cascade::FoldOp fold);

/// Canonicalizes `loop` and what is in it, and nothing else: slices of slices,
/// slices that cover everything, empty tensors of a slice's size, index
/// arithmetic. `loop` may be replaced. Tells `listener`.
void cleanupLoop(mlir::Operation *loop, mlir::RewriterBase::Listener *listener);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_TILE_CLEANUP_H
