//===- ElementCode.h - The code of a fold for one element -------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What a kernel evaluates for each element of a tile is the code of the fold's
// regions, simplified once before it is cloned for all registers.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_ELEMENTCODE_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_ELEMENTCODE_H

#include "WarpgroupFold.h"

#include "RedFuser/Transforms/NumericOptions.h"

#include "mlir/IR/PatternMatch.h"

namespace redfuser {

/// A copy of the fold of `group` in front of it, for the sake of its regions:
/// the term of the product yields the factor before it is rounded, and
///
/// - `known` conditions of the original's terms are the given constants;
/// - under `contract`, roundings of values on the way are dropped;
/// - exp(x - r), bounded by the running maximum, is exp2(fma(x, log2 e,
///   -r log2 e)) with a constant factor of x in that of the fma.
///
/// The caller erases it.
cascade::FoldOp
createElementCode(mlir::RewriterBase &rewriter, const WarpgroupFold &group,
                  Numerics numerics,
                  const llvm::DenseMap<mlir::Value, bool> &known);

/// True if terms may refer to an earlier value of maximum `component` than the
/// current one: all that they use it for is the exponential of what the maximum
/// is taken of less the maximum, and corrections move them to any reference.
bool mayLag(cascade::FoldOp fold, unsigned component);

/// The ops at the end of a term of a maximum or minimum that can be applied to
/// the reduced value instead of each element: they weakly increase with their
/// first operand and otherwise read constants. Innermost first.
llvm::SmallVector<mlir::Operation *> peelIncreasing(cascade::FoldOp fold,
                                                    unsigned component);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_ELEMENTCODE_H
