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

/// The exponential of a score less a reference r is one multiply-add and a
/// power of two where r is small. It rounds r log2 e, and with a scale in front
/// the scale's product otherwise than r did, which moves all powers of a row
/// alike, by up to 2^(1.5 * 2^-24 |r|).
enum class References {
  /// Up to kLargeReference. Nothing looks at them.
  Small,
  /// Beyond 2^30 powers are 1 or 0, of differences without log2 e: right where
  /// the scale is a power of two.
  Any,
  /// All: scores are subtracted, then multiplied, as the source does it.
  Exact
};
inline constexpr float kLargeReference = 0x1p20f;

/// Marks the comparison of a reference with 2^30 in code for any references.
inline constexpr llvm::StringLiteral kLargeReferenceAttrName =
    "redfuser.large_reference";

/// A copy of the fold of `group` in front of it, for the sake of its regions:
/// the term of the product yields the factor before it is rounded, and
///
/// - `known` conditions of the original's terms are the given constants;
/// - under `contract`, roundings of values on the way are dropped;
/// - exp(x - r), bounded by the running maximum, is exp2(fma(x, log2 e,
///   -r log2 e)) with a constant factor of x in that of the fma, and a small
///   constant that is added to x in its last operand; without log2 e where
///   r is large and `references` may be;
/// - comparisons of positions, and under `contract` floats of them, are those
///   of the thread's first position and a constant (splitPositions);
/// - under `contract`, constant factors are joined, divisors are factors, and
///   scales are moved to the end of a term (gatherConstants).
///
/// With `hasTail` elements may lie beyond the axis, and be NaN (0 times an
/// infinite query): none shares anything with another one then.
///
/// The caller erases it; it is not valid IR: see getFirstPositionDim.
cascade::FoldOp
createElementCode(mlir::RewriterBase &rewriter, const WarpgroupFold &group,
                  Numerics numerics,
                  const llvm::DenseMap<mlir::Value, bool> &known, bool hasTail,
                  References references);

/// What `cascade.index` counts in element code besides the fold's dimensions:
/// the position along the axis of the first element that a thread has of a
/// tile, and what is added to it for an element, a constant for each register.
inline unsigned getFirstPositionDim(cascade::FoldOp fold) {
  return fold.getNumDims();
}
inline unsigned getPositionStepDim(cascade::FoldOp fold) {
  return fold.getNumDims() + 1;
}

/// Splits what the terms of element code do with positions along `axis` into a
/// part that a thread's elements of a row share and a constant for each of
/// them: comparisons are one of i32 with a constant, conversions to f32 one
/// addition.
void splitPositions(mlir::RewriterBase &rewriter, cascade::FoldOp fold,
                    unsigned axis, unsigned column, Numerics numerics);

/// A constant that may be taken from an exponential's argument to its
/// reference: |c| <= 2^10, so that what it adds to either's rounding is less
/// than the source's own beside scores of such size.
bool isSmallShift(const llvm::APFloat &value);

/// The same of a product with the float of a position that does not vary along
/// `axis`: distances that are large beside scores differ from element to
/// element, so that those of one row are not all the same once rounded.
bool isPositionShift(cascade::FoldOp fold, unsigned axis, mlir::Value value);

/// Constant factors in the terms of element code are joined and moved to where
/// they cost nothing: in front of an exponential, behind a maximum. Where a
/// score need not be exact beyond what 16-bit results show (`isCoarse`), so is
/// what positions of a tile have in common (exact to 2^-24 times the bias of a
/// tile's extent); with `shares` elements of a row share reciprocals.
void gatherConstants(
    cascade::FoldOp fold, unsigned axis, bool isCoarse, bool shares,
    llvm::function_ref<void(mlir::RewritePatternSet &&)> apply);

/// Products and the sums that alone read them become one op.
void formMultiplyAdds(
    cascade::FoldOp fold,
    llvm::function_ref<void(mlir::RewritePatternSet &&)> apply);

/// True if terms may refer to an earlier value of maximum `component` than the
/// current one: all that they use it for is the exponential of what the maximum
/// is taken of less the maximum, and corrections move them to any reference.
bool mayLag(cascade::FoldOp fold, unsigned component);

/// The ops at the end of a term of a maximum or minimum that can be applied to
/// the reduced value instead of each element: they weakly increase with their
/// first operand and otherwise read constants, or a shift (isPositionShift)
/// that is added. Innermost first.
llvm::SmallVector<mlir::Operation *>
peelIncreasing(cascade::FoldOp fold, unsigned component, unsigned axis);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_ELEMENTCODE_H
