//===- Passes.td - RedFuser transformation passes ------------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TRANSFORMS_PASSES_TD
#define REDFUSER_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TilePass : Pass<"redfuser-tile"> {
  let summary = "tile folds: rows, the axis, segments of the axis";
  let description = [{
    Turns each `cascade.fold` into loops over tiles.

    - Rows: the parallel dimensions common to all components become an outer
      parallel loop (`scf.forall`, or `scf.for` with `loops=for`), and the
      elementwise consumers of the results (finalizers, readouts) join it.
    - Axis: inside it, a loop over tiles of the axis carries the state
      (single-segment).
    - Segments: with `segments=N` the axis is first split into N parts that are
      folded apart into partial states and merged (multi-segment); parts may be
      empty.

    Producers of the inputs (a matrix product, mask, scale) are computed tile by
    tile inside the loop if nothing else uses them, so that no rows x axis tensor
    is left; reshapes between them and the fold are moved out of the way first.

    Tile sizes: `rows` for the innermost common parallel dimension and 1 for the
    others, or `parallel-tiles` for each of them (0: not tiled). `axis` for the
    innermost axis dimension, 1 for the others; 0: not tiled.

    Sums are re-associated by tiling, otherwise values do not change.
  }];
  let options = [
    Option<"rows", "rows", "int64_t", "16",
           "tile size of the innermost common parallel dimension">,
    ListOption<"parallelTiles", "parallel-tiles", "int64_t",
               "tile sizes of all common parallel dimensions, outermost first; "
               "overrides rows">,
    Option<"axis", "axis", "int64_t", "64",
           "tile size of the innermost axis dimension; 0: the whole axis">,
    Option<"segments", "segments", "int64_t", "1",
           "number of parts of the outermost axis dimension that are folded "
           "apart and merged">,
    Option<"loops", "loops", "std::string", "\"forall\"",
           "loop over rows and segments: forall or for">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDFUSER_TRANSFORMS_PASSES_TD
