//===- Generator.h - The makers of random cascades --------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_FUZZ_GENERATOR_H
#define REDFUSER_LIB_FUZZ_GENERATOR_H

#include "Random.h"

#include "RedFuser/Fuzz/Case.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace redfuser::fuzz {

/// Makes the case of a seed: what all families have (types, dimensions, inputs,
/// data), and the reductions of one.
class Generator {
  template <typename T>
  using SmallVector = llvm::SmallVector<T>;

public:
  Generator(Family family, uint64_t seed) : family(family), random(seed) {
    spec.seed = seed;
  }
  Case generate();

private:
  //===--- Frame ----------------------------------------------------------===//

  void makeTypes();
  void makeDims();
  SmallVector<unsigned> shuffled(SmallVector<unsigned> dims);
  unsigned addInput(SmallVector<unsigned> dims, bool isMask = false);
  void makeInputs();
  /// Inputs that a reduction with these result dimensions may read.
  SmallVector<unsigned> getUsable(llvm::ArrayRef<unsigned> resultDims,
                                  bool masks);
  /// An integer from positions, comparisons and masks of inputs: counts, flags,
  /// ranges.
  void addIntegerReduction(llvm::ArrayRef<unsigned> dims);
  void addReduction(Monoid monoid, SmallVector<unsigned> dims, ExprRef term);
  void finish();
  void setDataDim();

  //===--- Expressions ----------------------------------------------------===//

  ExprRef input(unsigned k) { return Expr::leaf(Expr::Input, k); }
  ExprRef reference(unsigned i) { return Expr::leaf(Expr::Reference, i); }
  ExprRef add(ExprRef a, ExprRef b) { return Expr::op("arith.addf", {a, b}); }
  ExprRef sub(ExprRef a, ExprRef b) { return Expr::op("arith.subf", {a, b}); }
  ExprRef mul(ExprRef a, ExprRef b) { return Expr::op("arith.mulf", {a, b}); }
  ExprRef div(ExprRef a, ExprRef b) { return Expr::op("arith.divf", {a, b}); }
  ExprRef exp(ExprRef a) { return Expr::op("math.exp", {a}); }
  ExprRef call(llvm::StringRef name, ExprRef a) { return Expr::op(name, {a}); }
  ExprRef mask(unsigned k, ExprRef yes, ExprRef no) {
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Mask;
    expr->index = k;
    expr->operands = {yes, no};
    return expr;
  }
  ExprRef causal(unsigned row, unsigned axis, ExprRef yes, ExprRef no) {
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Causal;
    expr->index = axis;
    expr->other = row;
    expr->operands = {yes, no};
    return expr;
  }
  ExprRef compare(llvm::StringRef predicate, ExprRef a, ExprRef b, ExprRef yes,
                  ExprRef no) {
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Compare;
    expr->name = predicate.str();
    expr->operands = {a, b, yes, no};
    return expr;
  }
  ExprRef round(ExprRef a) {
    if (spec.narrow == spec.type)
      return a;
    auto expr = std::make_shared<Expr>();
    expr->kind = Expr::Round;
    expr->operands = {a};
    return expr;
  }
  /// `score`, with `worst` at the positions that reductions `found` hold.
  ExprRef exclude(ExprRef score, llvm::ArrayRef<unsigned> found, double worst) {
    for (unsigned position : found) {
      auto expr = std::make_shared<Expr>();
      expr->kind = Expr::At;
      expr->index = axes[0];
      expr->operands = {Expr::leaf(Expr::IntegerReference, position),
                        Expr::constant(worst), score};
      score = expr;
    }
    return score;
  }

  //===--- Ranks ----------------------------------------------------------===//

  /// The best elements of rows: an extremum and its position, then the same
  /// with that position excluded, ... A `Flaw` is at the last rank.
  enum class Flaw { None, OtherScore, OtherWorst, Gap };
  void addRanks(ExprRef score, Monoid extremum, unsigned count,
                Flaw flaw = Flaw::None);
  void addRanked(Monoid monoid, SmallVector<unsigned> dims, ExprRef term);
  unsigned makeRankCount() { return random.pick({1u, 2u, 2u, 3u, 3u, 4u}); }
  /// Of any score: plain ones, probabilities, anything.
  void addFreeRanks();

  //===--- Fusable --------------------------------------------------------===//

  /// A score of the rows: the first input, scaled, shifted, masked.
  ExprRef makeScore();
  /// A product of inputs that a result over `dims` may read.
  ExprRef makeWeights(llvm::ArrayRef<unsigned> dims, ExprRef seedFactor);
  SmallVector<unsigned> getSumDims();
  /// An input that does not vary along the axes.
  std::optional<unsigned> findRowInput();
  /// A factor computed from earlier sums, which is deferred.
  ExprRef applyDeferred(ExprRef term, unsigned sum);
  void makeFusable();
  /// An extremum of a monotone map of the first input.
  void addExtremum(unsigned sum);
  /// What counts only where reduction 0 attains its score: how often, where
  /// first or last, and values there.
  void addAttained(ExprRef score);
  /// The same in integers: a count, the first and the last position.
  void addIntegerAttained(ExprRef lhs, ExprRef rhs);

  //===--- Unfusable ------------------------------------------------------===//

  void makeUnfusable();

  //===--- Free -----------------------------------------------------------===//

  ExprRef makeLeaf(llvm::ArrayRef<unsigned> dims);
  ExprRef makeExpr(llvm::ArrayRef<unsigned> dims, unsigned depth);
  void makeFree();

  Family family;
  Random random;
  Case spec;
  SmallVector<unsigned> rows, axes, columns;
  /// Reduction 1 is the sum of exp(score - max).
  bool isPlainSum = false;
};

} // namespace redfuser::fuzz

#endif // REDFUSER_LIB_FUZZ_GENERATOR_H
