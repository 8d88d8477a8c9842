//===- Passes.td - RedFuser lowering passes       ------------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_CONVERSION_PASSES_TD
#define REDFUSER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def CascadeToLinalgPass : Pass<"redfuser-cascade-to-linalg"> {
  let summary = "lower cascade.chain and cascade.fold to linalg ops";
  let description = [{
    Rewrites every fold (usually one per tile, inside the loops that
    `redfuser-tile` made) as linalg ops that update the state in place: per
    component a correction of the old value, a reduction of the terms and their
    combination. A chain becomes one reduction after the other.

    Scalar code is grouped by the dimensions it depends on, so that a factor that
    varies along rows alone is computed once per row, and the product of such a
    factor and an operand becomes a contraction.

    Values do not change but for the order in which sums are associated.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDFUSER_CONVERSION_PASSES_TD
