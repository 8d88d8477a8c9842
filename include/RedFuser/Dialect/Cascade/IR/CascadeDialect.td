//===- CascadeDialect.td - The cascade dialect -------------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_IR_CASCADEDIALECT_TD
#define REDFUSER_DIALECT_CASCADE_IR_CASCADEDIALECT_TD

include "mlir/IR/OpBase.td"

def Cascade_Dialect : Dialect {
  let name = "cascade";
  let cppNamespace = "::redfuser::cascade";
  let summary = "Chains of dependent reductions and their fused form";
  let description = [{
    A *cascaded reduction* is a chain of reductions over the same axis in which
    later ones need the results of earlier ones: softmax followed by a matrix
    product, variance, cross entropy. `cascade.chain` says *what* is computed, one
    reduction after the other; `cascade.fold` is the same computation as *one*
    reduction over a derived monoid, which can be streamed over tiles, split over
    segments and merged.

    Reductions are described by monoid attributes (`#cascade.addf`,
    `#cascade.maximumf`, ...) that implement `MonoidAttrInterface`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADEDIALECT_TD
