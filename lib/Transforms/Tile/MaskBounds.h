//===- MaskBounds.h - Where masks leave anything of an axis -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_TILE_MASKBOUNDS_H
#define REDFUSER_LIB_TRANSFORMS_TILE_MASKBOUNDS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace redfuser {

/// Positions along one axis dimension: those outside of every interval
/// [lower, upper) are masked in every row. Missing bounds are the ends.
struct MaskBounds {
  llvm::SmallVector<mlir::OpFoldResult> lower, upper;
};

/// What masks on positions (findMaskConditions) say about each axis dimension,
/// for all rows of the fold together, as values at the builder's position,
/// which must dominate the fold.
llvm::SmallVector<MaskBounds> findMaskBounds(mlir::OpBuilder &b,
                                             cascade::FoldOp fold);

/// Takes the iterations out of `loop`, which runs over an axis dimension from
/// 0 in whole tiles, that lie outside of `bounds` altogether.
void skipMaskedTiles(mlir::OpBuilder &b, mlir::scf::ForOp loop,
                     const MaskBounds &bounds);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_TILE_MASKBOUNDS_H
