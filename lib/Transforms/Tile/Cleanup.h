//===- Cleanup.h - Tidy the loops that tiling made *- C++ -* -===//
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

#include "mlir/IR/Operation.h"

namespace redfuser {

/// Drops outputs of `loop` that nothing uses any more. `loop` may be replaced.
void dropUnusedOutputs(mlir::Operation *loop);

/// Canonicalizes `loop` and what is in it, and nothing else: slices of slices,
/// slices that cover everything, empty tensors of a slice's size, index
/// arithmetic. `loop` may be replaced.
void cleanupLoop(mlir::Operation *loop);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_TILE_CLEANUP_H
