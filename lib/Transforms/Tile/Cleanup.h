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

#include "mlir/IR/Operation.h"

namespace redfuser {

/// Drops outputs that nothing uses any more of the loop around `fold`. The loop
/// may be replaced, also by its body; returns the fold in what takes its place,
/// or null if the loop never runs.
cascade::FoldOp dropUnusedOutputs(cascade::FoldOp fold);

/// Canonicalizes `loop` and what is in it, and nothing else: slices of slices,
/// slices that cover everything, empty tensors of a slice's size, index
/// arithmetic. `loop` may be replaced.
void cleanupLoop(mlir::Operation *loop);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_TILE_CLEANUP_H
