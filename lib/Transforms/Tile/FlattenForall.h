//===- FlattenForall.h - One parallel loop from two -------------*- C++ -*-===//
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

#ifndef REDFUSER_LIB_TRANSFORMS_TILE_FLATTENFORALL_H
#define REDFUSER_LIB_TRANSFORMS_TILE_FLATTENFORALL_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace redfuser {

/// Makes one parallel loop of `outer` and `inner`, the loop in its body the
/// results of which are what `outer` inserts into its outputs. Other code in
/// the body of `outer` is computed again in every iteration of `inner`.
///
/// Upstream tiling does not split an axis into segments and tile rows in one
/// step; one loop over both gives one grid of thread blocks.
mlir::FailureOr<mlir::scf::ForallOp> flattenForall(mlir::RewriterBase &rewriter,
                                                   mlir::scf::ForallOp outer,
                                                   mlir::scf::ForallOp inner);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_TILE_FLATTENFORALL_H
