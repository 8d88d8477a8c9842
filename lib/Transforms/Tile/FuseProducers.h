//===- FuseProducers.h - Pulling producers into a tile ----------*- C++ -*-===//
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

#ifndef REDFUSER_LIB_TRANSFORMS_TILE_FUSEPRODUCERS_H
#define REDFUSER_LIB_TRANSFORMS_TILE_FUSEPRODUCERS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/PatternMatch.h"

namespace redfuser {

/// Moves reshapes between the fold's inputs and the linalg ops that produce
/// them to the far side of these ops, which iterate over the expanded
/// dimensions afterwards. Producer fusion stops at reshapes.
void moveReshapesOutOfTheWay(mlir::RewriterBase &rewriter,
                             cascade::FoldOp fold);

/// Computes `operands` of `fold`, which is inside a loop, tile by tile: each
/// slice of the result of a linalg op outside the loop is replaced by that op
/// on the tile, and so on through its own inputs, if nothing else uses the
/// result.
void fuseProducers(mlir::RewriterBase &rewriter, cascade::FoldOp fold,
                   mlir::ValueRange operands);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_TILE_FUSEPRODUCERS_H
