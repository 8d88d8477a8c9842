//===- Rank.cpp - Splitting a term into a sum of products -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Rank.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Linear algebra over products
//===----------------------------------------------------------------------===//

static std::optional<Rational> getCoefficient(Expr value,
                                              const Product *product) {
  for (const Term &term : value->getTerms())
    if (term.product == product)
      return term.coefficient;
  return std::nullopt;
}

Expr Span::reduce(Expr value, MutableArrayRef<Rational> factors) const {
  // A row has none of the first products of the rows before it.
  for (const Row &row : rows) {
    const Term &first = row.reduced->getTerms().front();
    std::optional<Rational> coefficient = getCoefficient(value, first.product);
    if (!coefficient)
      continue;
    Rational times = *coefficient / first.coefficient;
    value = context.sub(value, context.scale(row.reduced, times));
    for (auto [sum, factor] : llvm::zip(factors, row.factors))
      sum += times * factor;
  }
  return value;
}

bool Span::insert(Expr value) {
  SmallVector<Rational> factors(basis.size(), Rational(0));
  Expr rest = reduce(value, factors);
  if (rest->isZero())
    return false;
  for (Rational &factor : factors)
    factor = -factor;
  factors.push_back(Rational(1));
  basis.push_back(value);
  rows.push_back({rest, std::move(factors)});
  return true;
}

std::optional<SmallVector<Rational>> Span::getCoordinates(Expr value) const {
  SmallVector<Rational> factors(basis.size(), Rational(0));
  if (!reduce(value, factors)->isZero())
    return std::nullopt;
  return factors;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

namespace {
/// The halves of one product: functions of the inputs, and the rest.
struct Halves {
  Expr g;
  Expr exponent;
  Expr h;
};
} // namespace

static Halves splitTerm(ExprContext &context, const Product &product,
                        function_ref<bool(const Term &)> isCarried) {
  Halves halves{context.constant(1), context.constant(0), context.constant(1)};
  for (const Power &power : product.powers) {
    Expr factor = context.fromAtom(power.atom, power.exponent);
    Expr &half = power.atom->dependence & OnAxis ? halves.g : halves.h;
    half = context.mul(half, factor);
  }
  // An exponent is in range as a whole: what is constant along the axis stays
  // with what varies, but for references that are not carried.
  if (product.exponent)
    for (const Term &part : product.exponent->getTerms()) {
      Expr summand = context.fromTerm(part);
      bool carried = part.product->dependence & OnReference
                         ? isCarried(part)
                         : product.exponent->dependsOn(OnAxis);
      if (carried)
        halves.exponent = context.add(halves.exponent, summand);
      else
        halves.h = context.mul(halves.h, context.expOf(summand));
    }
  if (!halves.exponent->isZero())
    halves.g = context.mul(halves.g, context.expOf(halves.exponent));
  return halves;
}

FailureOr<SmallVector<Split>>
redfuser::algebra::splitSum(ExprContext &context, Expr f,
                            function_ref<bool(const Term &)> isCarried,
                            SplitFailure &failure) {
  failure = {};
  // F = sum over (exponential, H) of (sum of G) * H.
  llvm::MapVector<std::pair<Expr, Expr>, Expr> columns;
  llvm::SetVector<Expr> exponents;
  for (const Term &term : f->getTerms()) {
    Halves halves = splitTerm(context, *term.product, isCarried);
    for (Expr half : {halves.g, halves.h})
      for (const Term &part : half->getTerms())
        for (const Power &power : part.product->powers)
          if ((power.atom->dependence & OnAxis) &&
              (power.atom->dependence & OnReference)) {
            failure.loc = power.atom->loc;
            failure.message = "'" + toString(context.fromAtom(power.atom)) +
                              "' mixes elements of the inputs with references";
            return mlir::failure();
          }
    Expr &g = columns[{halves.exponent, halves.h}];
    Expr summand = context.scale(halves.g, term.coefficient);
    g = g ? context.add(g, summand) : summand;
    exponents.insert(halves.exponent);
  }

  SmallVector<Split> parts;
  for (Expr exponent : exponents) {
    Span sums(context), products(context);
    for (auto &[key, g] : columns)
      if (key.first == exponent) {
        sums.insert(g);
        for (const Term &term : g->getTerms())
          products.insert(context.fromTerm({Rational(1), term.product}));
      }
    // Sums of single products are the better basis: in others that span the
    // same space parts may cancel.
    bool isMixed = llvm::any_of(
        sums.getBasis(), [](Expr g) { return g->getTerms().size() > 1; });
    bool suffice = products.getBasis().size() == sums.getBasis().size();
    const Span &span = isMixed && suffice ? products : sums;
    if (parts.size() + span.getBasis().size() > maxRank) {
      failure.message = "it takes more than " + std::to_string(maxRank) +
                        " sums to carry '" + toString(f) + "'";
      return mlir::failure();
    }
    SmallVector<Expr> factors(span.getBasis().size(), context.constant(0));
    for (auto &[key, g] : columns) {
      if (key.first != exponent)
        continue;
      std::optional<SmallVector<Rational>> coordinates = span.getCoordinates(g);
      assert(coordinates && "the columns span the space");
      for (auto [factor, coordinate] : llvm::zip(factors, *coordinates))
        factor = context.add(factor, context.scale(key.second, coordinate));
    }
    for (auto [g, h] : llvm::zip(span.getBasis(), factors))
      parts.push_back({g, h});
  }
  return parts;
}

Expr redfuser::algebra::getCommonExponent(Expr g) {
  return g->isZero() ? nullptr : g->getTerms().front().product->exponent;
}

//===----------------------------------------------------------------------===//
// Polynomials in one leaf
//===----------------------------------------------------------------------===//

static bool isNatural(const Rational &value) {
  return value.den == 1 && value.num > 0;
}

/// `term` without the powers of `leaf` that are natural, and their exponent.
static std::pair<Expr, Rational> takeOut(ExprContext &context, const Term &term,
                                         const Atom &leaf) {
  for (const Power &power : term.product->powers)
    if (power.atom == &leaf && isNatural(power.exponent))
      return {context.mul(context.fromTerm(term),
                          context.fromAtom(&leaf, -power.exponent)),
              power.exponent};
  return {context.fromTerm(term), Rational(0)};
}

bool redfuser::algebra::hasPowers(Expr value, const Atom &leaf) {
  return llvm::any_of(value->getTerms(), [&](const Term &term) {
    return llvm::any_of(term.product->powers, [&](const Power &power) {
      return power.atom == &leaf && isNatural(power.exponent);
    });
  });
}

Expr redfuser::algebra::replacePowers(ExprContext &context, Expr value,
                                      const Atom &leaf, Expr replacement) {
  Expr result = context.constant(0);
  for (const Term &term : value->getTerms()) {
    auto [rest, exponent] = takeOut(context, term, leaf);
    result = context.add(result,
                         context.mul(rest, context.pow(replacement, exponent)));
  }
  return result;
}

Expr redfuser::algebra::replaceProduct(ExprContext &context, Expr value,
                                       const Product &pivot, const Atom &by,
                                       Expr replacement) {
  const auto *measure = llvm::find_if(
      pivot.powers, [&](const Power &power) { return power.atom == &by; });
  assert(measure != pivot.powers.end() && "the pivot has the atom");
  Expr result = context.constant(0);
  for (const Term &term : value->getTerms()) {
    auto [rest, exponent] = takeOut(context, term, by);
    int64_t times = int64fromDynamicAPInt(
        mlir::presburger::floor(exponent / measure->exponent));
    Expr summand = context.fromTerm(term);
    if (times > 0) {
      for (const Power &power : pivot.powers)
        summand = context.mul(
            summand,
            context.fromAtom(power.atom, power.exponent * Rational(-times)));
      summand = context.mul(summand, context.pow(replacement, Rational(times)));
    }
    result = context.add(result, summand);
  }
  return result;
}

Expr redfuser::algebra::differentiate(ExprContext &context, Expr value,
                                      const Atom &leaf) {
  Expr result = context.constant(0);
  for (const Term &term : value->getTerms()) {
    auto [rest, exponent] = takeOut(context, term, leaf);
    if (exponent == 0)
      continue;
    Expr lowered = context.mul(
        rest, context.pow(context.fromAtom(&leaf), exponent - Rational(1)));
    result = context.add(result, context.scale(lowered, exponent));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Moving the references
//===----------------------------------------------------------------------===//

LogicalResult
redfuser::algebra::closeUnderDerivatives(ExprContext &context, Span &span,
                                         ArrayRef<const Atom *> leaves) {
  for (unsigned i = 0; i < span.getBasis().size(); ++i) {
    if (span.getBasis().size() > maxRank)
      return failure();
    for (const Atom *leaf : leaves) {
      Expr derivative = differentiate(context, span.getBasis()[i], *leaf);
      if (derivative->isZero())
        continue;
      // Without the common factor that differentiation brings.
      Rational first = derivative->getTerms().front().coefficient;
      span.insert(context.scale(derivative, Rational(1) / first));
    }
  }
  return success(span.getBasis().size() <= maxRank);
}

SmallVector<Move> redfuser::algebra::propagate(ExprContext &context,
                                               const Span &span,
                                               unsigned member,
                                               ArrayRef<const Atom *> leaves,
                                               ArrayRef<Expr> shifts) {
  Expr moved = span.getBasis()[member];
  for (auto [leaf, shift] : llvm::zip(leaves, shifts))
    moved = replacePowers(context, moved, *leaf,
                          context.add(context.fromAtom(leaf), shift));
  // By products of shifts.
  llvm::MapVector<Expr, Expr> byShift;
  auto isShift = [&](const Atom *atom) {
    return llvm::any_of(shifts,
                        [&](Expr shift) { return shift->getAtom() == atom; });
  };
  for (const Term &term : moved->getTerms()) {
    Expr shift = context.constant(1);
    for (const Power &power : term.product->powers)
      if (isShift(power.atom))
        shift =
            context.mul(shift, context.fromAtom(power.atom, power.exponent));
    Expr rest = context.div(context.fromTerm(term), shift);
    Expr &sum = byShift[shift];
    sum = sum ? context.add(sum, rest) : rest;
  }
  SmallVector<Move> moves;
  for (auto &[shift, value] : byShift) {
    std::optional<SmallVector<Rational>> coordinates =
        span.getCoordinates(value);
    assert(coordinates && "the space is closed under derivatives");
    for (auto [index, factor] : llvm::enumerate(*coordinates))
      if (factor != 0)
        moves.push_back({shift, unsigned(index), factor});
  }
  return moves;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

/// The product of `value` to solve for, and the atom by which it is counted:
/// natural powers of what varies along the axis, no exponential, no mask.
static const Term *getPivot(Expr value, const Atom *&by) {
  for (const Term &term : value->getTerms()) {
    by = nullptr;
    bool possible = !term.product->exponent;
    for (const Power &power : term.product->powers) {
      if (!(power.atom->dependence & OnAxis))
        continue;
      possible &= isNatural(power.exponent) && !power.atom->boolean &&
                  power.atom->kind != AtomKind::Unknown;
      by = power.atom;
    }
    if (possible && by)
      return &term;
  }
  return nullptr;
}

bool redfuser::algebra::canCenter(Expr value) {
  const Atom *by = nullptr;
  return getPivot(value, by) &&
         llvm::all_of(value->getTerms(), [](const Term &term) {
           return !term.product->exponent &&
                  llvm::all_of(term.product->powers, [](const Power &power) {
                    return !(power.atom->dependence & OnAxis) ||
                           isNatural(power.exponent);
                  });
         });
}

Expr redfuser::algebra::replaceValue(ExprContext &context, Expr f, Expr value,
                                     Expr about) {
  const Atom *by = nullptr;
  const Term *pivot = getPivot(value, by);
  assert(pivot && "expected a value that can be solved for");
  // pivot = value - (the rest of value).
  Expr rest = context.sub(value, context.fromTerm(*pivot));
  Expr solved =
      context.scale(context.sub(about, rest), Rational(1) / pivot->coefficient);
  return replaceProduct(context, f, *pivot->product, *by, solved);
}

Expr redfuser::algebra::centerOn(ExprContext &context, Expr f,
                                 const Difference &difference, Expr deviation) {
  if (!canCenter(difference.value) || difference.scale->isZero())
    return nullptr;
  Expr reference = context.reference(difference.reference);
  Expr centered = replaceValue(
      context, f, difference.value,
      context.add(deviation, context.mul(difference.scale, reference)));
  // Other polynomials can be written in the deviation too, but not shorter.
  if (hasPowers(centered, *reference->getAtom()) ||
      centered->getTerms().size() >= f->getTerms().size())
    return nullptr;
  return centered;
}

SmallVector<Expr> redfuser::algebra::getScales(ExprContext &context, Expr f,
                                               Expr value, unsigned reference) {
  const Atom *by = nullptr;
  const Term *pivot = getPivot(value, by);
  llvm::SmallSetVector<Expr, 4> scales;
  if (!pivot)
    return {};
  const Atom &leaf = *context.reference(reference)->getAtom();
  Expr product = context.fromTerm(*pivot);
  // (a p - s d)^e = (a p)^e - e (a p)^(e-1) s d + ...
  for (const Term &linear : f->getTerms()) {
    auto [rest, exponent] = takeOut(context, linear, leaf);
    if (exponent != 1)
      continue;
    for (const Term &term : f->getTerms()) {
      if (takeOut(context, term, leaf).second != 0)
        continue;
      Rational times = takeOut(context, term, *by).second;
      if (times == 0)
        continue;
      Expr ratio =
          context.div(context.mul(rest, product), context.fromTerm(term));
      const Power *measure =
          llvm::find_if(pivot->product->powers,
                        [&](const Power &power) { return power.atom == by; });
      Expr scale = context.scale(ratio, -measure->exponent / times);
      if (!scale->dependsOn(OnAxis) && scales.size() < 8)
        scales.insert(scale);
    }
  }
  return scales.takeVector();
}
