//===- Rank.h - Splitting a term into a sum of products ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A sum of F(x, d) has a state of fixed size if F = G_1(x) H_1(d) + ... +
// G_K(x) H_K(d). Normal form makes finding the smallest K linear algebra: its
// products are the coordinates, and the coefficients are exact rationals.
//
// Where the G_k cancel each other, the sums are taken about references near the
// data instead: u = v - c in place of v. When c moves, u moves by a constant,
// so the sums to carry are those of F and of its derivatives in u; a term is a
// polynomial in u, times other functions of the inputs, and runs out of
// derivatives.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ALGEBRA_RANK_H
#define REDFUSER_ALGEBRA_RANK_H

#include "RedFuser/Algebra/Decompose.h"

namespace redfuser::algebra {

/// Largest number of sums that one term may be split into.
constexpr unsigned maxRank = 8;

/// A space of expressions, with products as coordinates.
class Span {
public:
  explicit Span(ExprContext &context) : context(context) {}

  /// Makes `value` a member of the basis unless it depends on it linearly.
  bool insert(Expr value);
  llvm::ArrayRef<Expr> getBasis() const { return basis; }
  /// The factors with which the basis adds up to `value`, one a member; none if
  /// `value` is outside of the space.
  std::optional<llvm::SmallVector<Rational>> getCoordinates(Expr value) const;

private:
  /// `value` minus multiples of the basis, which are added to `factors`, so
  /// that no row's first product is left.
  Expr reduce(Expr value, llvm::MutableArrayRef<Rational> factors) const;

  struct Row {
    Expr reduced;
    /// `reduced` is the sum of the basis with these factors.
    llvm::SmallVector<Rational> factors;
  };
  ExprContext &context;
  llvm::SmallVector<Expr> basis;
  llvm::SmallVector<Row> rows;
};

/// Writes `f` as a sum of products of functions G of the inputs and functions H
/// of everything else, as few as there are. Terms of an exponent that read
/// references and that `isCarried` go to G. Every G has one exponential at
/// most. Fails if `f` takes more than `maxRank` products, or has an atom that
/// reads inputs and references at once.
mlir::FailureOr<llvm::SmallVector<Split>>
splitSum(ExprContext &context, Expr f,
         llvm::function_ref<bool(const Term &)> isCarried,
         SplitFailure &failure);

/// The exponent of the exponential that all products of `g` have; null if it is
/// none.
Expr getCommonExponent(Expr g);

/// `value` with `replacement` for `leaf` wherever it stands under a natural
/// power and in no function.
Expr replacePowers(ExprContext &context, Expr value, const Atom &leaf,
                   Expr replacement);
/// `value` with `replacement` for the product of `pivot`, as often as it
/// divides a product of `value` (measured by the atom `by` of `pivot`).
Expr replaceProduct(ExprContext &context, Expr value, const Product &pivot,
                    const Atom &by, Expr replacement);
/// True if `leaf` stands in `value` under a natural power and in no function.
bool hasPowers(Expr value, const Atom &leaf);

/// The derivative in `leaf` of what stands outside of functions.
Expr differentiate(ExprContext &context, Expr value, const Atom &leaf);

/// Adds the derivatives of the members of `span` in `leaves`, theirs, and so
/// on. Fails beyond `maxRank` members.
mlir::LogicalResult closeUnderDerivatives(ExprContext &context, Span &span,
                                          llvm::ArrayRef<const Atom *> leaves);

/// One summand of a member that moves: `shift` (a product of shifts) times
/// member `member` times `factor`.
struct Move {
  Expr shift;
  unsigned member;
  Rational factor;
};

/// Member `member` of the closed `span` with leaves[i] + shifts[i] for
/// leaves[i], in members of the span.
llvm::SmallVector<Move> propagate(ExprContext &context, const Span &span,
                                  unsigned member,
                                  llvm::ArrayRef<const Atom *> leaves,
                                  llvm::ArrayRef<Expr> shifts);

/// A quantity that enters a term as a difference: `value` - `scale` * (result
/// of reduction `reference`).
struct Difference {
  Expr value;
  Expr scale;
  unsigned reference;
};

/// `f` in terms of `deviation` = value - scale * reference, if all of its
/// powers of the reference go into differences and it has fewer terms so; null
/// otherwise.
Expr centerOn(ExprContext &context, Expr f, const Difference &difference,
              Expr deviation);

/// True if `value` can be solved for: a polynomial in what varies along the
/// axis, without exponentials.
bool canCenter(Expr value);
/// `f` with `about` for `value` where its powers stand outside of functions.
/// `canCenter(value)`.
Expr replaceValue(ExprContext &context, Expr f, Expr value, Expr about);

/// The scales with which `value` and the reference may form the differences
/// that `f` is made of.
llvm::SmallVector<Expr> getScales(ExprContext &context, Expr f, Expr value,
                                  unsigned reference);

} // namespace redfuser::algebra

#endif // REDFUSER_ALGEBRA_RANK_H
