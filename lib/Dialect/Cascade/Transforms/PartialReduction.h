//===- PartialReduction.h - Segments of a fold ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The multi-segment form: the axis split into segments that are folded apart
// into partial states with one leading segment dimension, then merged. Private
// to this folder; exposed through PartialReductionOpInterface.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_PARTIALREDUCTION_H
#define REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_PARTIALREDUCTION_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Interfaces/TilingInterface.h"

namespace redfuser::cascade {

/// Neutral partial states: per component a tensor of segments x its shape. The
/// number of segments is the entry of `sizes` for the one dimension in
/// `reductionDims` (an index into the loops of the fold).
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
createSegmentStates(mlir::OpBuilder &b, mlir::Location loc, FoldOp fold,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes,
                    const llvm::SetVector<unsigned> &reductionDims);

/// Folds the tile (`offsets`, `sizes`: one entry per loop) into the states of
/// segment `segment` in `states`. The results have no segment dimension.
mlir::FailureOr<mlir::TilingResult>
foldSegment(mlir::OpBuilder &b, mlir::Location loc, FoldOp fold,
            mlir::ValueRange states, llvm::ArrayRef<mlir::OpFoldResult> offsets,
            llvm::ArrayRef<mlir::OpFoldResult> sizes,
            mlir::OpFoldResult segment);

/// Merges partial states into the fold's own state: a fold over the segment
/// dimension, the terms of which are the corrections of the incoming states. An
/// empty segment holds the neutral state and changes nothing.
FoldOp createMerge(mlir::OpBuilder &b, mlir::Location loc, FoldOp fold,
                   mlir::ValueRange states);

} // namespace redfuser::cascade

#endif // REDFUSER_LIB_DIALECT_CASCADE_TRANSFORMS_PARTIALREDUCTION_H
