//===- RelaxQuotients.h - Reciprocals of values of a row --------*- C++ -*-===//
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

#ifndef REDFUSER_LIB_TRANSFORMS_TILE_RELAXQUOTIENTS_H
#define REDFUSER_LIB_TRANSFORMS_TILE_RELAXQUOTIENTS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace redfuser {

/// Writes f32 quotients by a value of the row, in the consumers of `fold` that
/// are in `loop` with it, as products with the reciprocal, which is the same
/// along the row. Only where the results are what the loop gives, and nothing
/// rounds or compares them.
void relaxQuotients(mlir::RewriterBase &rewriter, cascade::FoldOp fold,
                    mlir::LoopLikeOpInterface loop);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_TILE_RELAXQUOTIENTS_H
