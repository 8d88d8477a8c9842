//===- PositionMasks.h - What masks say about positions ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_TRANSFORMS_POSITIONMASKS_H
#define REDFUSER_DIALECT_CASCADE_TRANSFORMS_POSITIONMASKS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

namespace redfuser::cascade {

/// constant + sum of coefficients times positions, outer values (indices or i64
/// that are defined outside of the fold), and integer elements of the fold's
/// inputs, by number.
struct LinearForm {
  llvm::SmallVector<int64_t> dims;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>> outer;
  llvm::SmallVector<std::pair<unsigned, int64_t>> inputs;
  int64_t constant = 0;

  explicit LinearForm(unsigned numDims) : dims(numDims, 0) {}

  void add(const LinearForm &other, int64_t factor);
  void addOuter(mlir::Value value, int64_t coefficient);
  void addInput(unsigned number, int64_t coefficient);
  bool operator==(const LinearForm &other) const;
};

/// `value`, an index or i64 that `term` of `fold` reads or computes, as a
/// function of positions; none if it is not linear.
std::optional<LinearForm> getLinearForm(FoldOp fold, mlir::Region &term,
                                        mlir::Value value);

/// Beyond all positions, and small enough for three to be added.
inline constexpr int64_t kFarAway = int64_t(1) << 61;

/// `value`, an index or i64 of any size ("no limit" may be the largest integer)
/// that a bound of positions adds `coefficient` times, so that this is no
/// farther than kFarAway.
mlir::Value limitAddend(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value value, int64_t coefficient);

/// A disjunction: L >= 0 for one of the forms.
using MaskClause = std::vector<LinearForm>;

bool isSameClause(const MaskClause &lhs, const MaskClause &rhs);

/// Clauses on positions and integer elements of inputs (`key <= row`, `key <=
/// row or key < length[batch]`, `id[key] >= id[row]`) without which *every*
/// component of `fold` adds the identity of its monoid: the term of a
/// `maximumf` is -inf, that of an `addf` is exp(-inf) or such a product.
///
/// A product with exp(-inf) is taken for 0 even if its other factor may be NaN
/// or infinite: what a mask drops has no say. Maxima that ignore NaN start at
/// NaN and not at -inf, so nothing is found for them.
llvm::SmallVector<MaskClause> findMaskClauses(FoldOp fold);

/// Those of a single form that reads no inputs (`key > row - 128`).
llvm::SmallVector<LinearForm> findMaskConditions(FoldOp fold);

/// The conditions (i1) in the terms of `fold` that are constant wherever all of
/// `clauses` hold, and their value there.
llvm::DenseMap<mlir::Value, bool>
getImpliedConditions(FoldOp fold, llvm::ArrayRef<MaskClause> clauses);

} // namespace redfuser::cascade

#endif // REDFUSER_DIALECT_CASCADE_TRANSFORMS_POSITIONMASKS_H
