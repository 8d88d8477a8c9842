//===- SplitArgReduction.h - Value and position as two reductions -*-C++-*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_RAISE_SPLITARGREDUCTION_H
#define REDFUSER_LIB_TRANSFORMS_RAISE_SPLITARGREDUCTION_H

#include "RedFuser/Analysis/ArgReduction.h"

#include "mlir/IR/Builders.h"

namespace redfuser {

/// Writes the reduction as two that each have one result, and returns values
/// for both results of the op, in their order:
///
///   m = init_m (+) (+) over the loops of score
///   p = (+) over the loops of (score attains m ? payload : identity)
///   v = (init_m attains m) ? (init_v, or p if that wins a tie) : p
llvm::SmallVector<mlir::Value> splitArgReduction(mlir::OpBuilder &b,
                                                 const ArgReduction &reduction);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_RAISE_SPLITARGREDUCTION_H
