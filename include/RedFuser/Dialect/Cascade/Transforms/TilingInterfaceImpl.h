//===- TilingInterfaceImpl.h - Tiling of the cascade ops --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How `cascade.chain` and `cascade.fold` tile, as external models of
// TilingInterface and PartialReductionOpInterface.
//
// - chain: loops are the parallel dimensions common to all reductions. The axis
//   is no loop: a chain over part of the axis is a different value.
// - fold: those, then the axis dimensions as reduction loops that carry the
//   state. Splitting the axis into parallel segments
//   (ReductionTilingStrategy::PartialReductionOuterParallel) gives partial
//   states with one leading segment dimension, merged by a fold over the
//   segments.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_TRANSFORMS_TILINGINTERFACEIMPL_H
#define REDFUSER_DIALECT_CASCADE_TRANSFORMS_TILINGINTERFACEIMPL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace redfuser::cascade {

/// Attaches the tiling models to the cascade ops.
void registerTilingInterfaceExternalModels(mlir::DialectRegistry &registry);

} // namespace redfuser::cascade

#endif // REDFUSER_DIALECT_CASCADE_TRANSFORMS_TILINGINTERFACEIMPL_H
