//===- Decompose.cpp - Splitting a term into G(inputs) * H(references) ----===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Decompose.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// The fixed-point test
//===----------------------------------------------------------------------===//

static Expr atFixedPoint(ExprContext &context, Expr value, bool inputs,
                         bool references) {
  return context.substitute(value, [&](const Atom &leaf) -> Expr {
    switch (leaf.leaf) {
    case LeafKind::Input:
      return inputs ? context.input(leaf.index, /*fixed=*/true, leaf.boolean)
                    : nullptr;
    case LeafKind::Index:
      return inputs ? context.position(leaf.index, /*fixed=*/true) : nullptr;
    case LeafKind::Reference:
      return references ? context.reference(leaf.index, /*fixed=*/true)
                        : nullptr;
    default:
      return nullptr;
    }
  });
}

bool redfuser::algebra::passesFixedPointTest(ExprContext &context, Expr f) {
  Expr both = atFixedPoint(context, f, true, true);
  Expr fixedInputs = atFixedPoint(context, f, true, false);
  Expr fixedReferences = atFixedPoint(context, f, false, true);
  return context.mul(f, both) == context.mul(fixedReferences, fixedInputs);
}

//===----------------------------------------------------------------------===//
// Reading G and H off the normal form
//===----------------------------------------------------------------------===//

static bool isMixed(unsigned dependence) {
  return (dependence & OnAxis) && (dependence & OnReference);
}

/// An atom, or a term of an exponent, that reads inputs and references at once.
static const Atom *findMixedAtom(Expr value) {
  for (const Term &term : value->getTerms()) {
    for (const Power &power : term.product->powers)
      if (isMixed(power.atom->dependence))
        return power.atom;
    if (!term.product->exponent)
      continue;
    for (const Term &part : term.product->exponent->getTerms())
      if (isMixed(part.product->dependence))
        for (const Power &power : part.product->powers)
          if (power.atom->dependence & OnReference)
            return power.atom;
  }
  return nullptr;
}

/// The two halves of one product: (inputs and the rest, references).
static std::pair<Expr, Expr> splitTerm(ExprContext &context,
                                       const Product &product) {
  Expr g = context.constant(1), h = context.constant(1);
  for (const Power &power : product.powers) {
    Expr factor = context.fromAtom(power.atom, power.exponent);
    Expr &half = power.atom->dependence & OnReference ? h : g;
    half = context.mul(half, factor);
  }
  if (product.exponent)
    for (const Term &part : product.exponent->getTerms()) {
      Expr &half = part.product->dependence & OnReference ? h : g;
      half = context.mul(half, context.expOf(context.fromTerm(part)));
    }
  return {g, h};
}

static void appendReferences(std::string &text, Expr value) {
  llvm::raw_string_ostream os(text);
  SmallVector<unsigned> references = getReferences(value);
  os << (references.size() == 1 ? "the result of reduction "
                                : "the results of reductions ");
  llvm::interleaveComma(references, os);
}

FailureOr<Split> redfuser::algebra::splitProduct(ExprContext &context, Expr f,
                                                 SplitFailure &failure) {
  failure = {};
  if (const Atom *atom = findMixedAtom(f)) {
    // A condition as a number: what mixes is the condition.
    while (atom->boolean && !atom->isMask() && atom->args.front()->getAtom())
      atom = atom->args.front()->getAtom();
    failure.loc = atom->loc;
    Expr culprit = context.fromAtom(atom);
    if (atom->kind == AtomKind::Unknown) {
      failure.message = "the term is beyond the limits of the algebra (" +
                        std::to_string(ExprContext::maxTerms) +
                        " products a sum), or computed by an operation with "
                        "regions";
    } else if (atom->dependence & OnAxis) {
      failure.message =
          "'" + toString(culprit) + "' mixes elements of the inputs with ";
      appendReferences(failure.message, culprit);
      failure.message += " and does not split into a function of the inputs "
                         "times a function of the references";
    } else {
      failure.message = "an exponent multiplies elements of the inputs with ";
      appendReferences(failure.message, culprit);
      failure.message += ", so it does not split into a sum";
    }
    return mlir::failure();
  }

  // F = c1 X1 D1 + ...: H gathers what multiplies X1, G what multiplies D1.
  SmallVector<std::pair<Expr, Expr>> halves;
  for (const Term &term : f->getTerms())
    halves.push_back(splitTerm(context, *term.product));
  Split split{context.constant(0), context.constant(0)};
  for (auto [term, half] : llvm::zip(f->getTerms(), halves)) {
    const Rational &first = f->getTerms().front().coefficient;
    if (half.first == halves.front().first)
      split.h = context.add(
          split.h, context.scale(half.second, term.coefficient / first));
    if (half.second == halves.front().second)
      split.g =
          context.add(split.g, context.scale(half.first, term.coefficient));
  }
  if (f->isZero())
    split.h = context.constant(1);

  if (context.mul(split.g, split.h) == f && passesFixedPointTest(context, f))
    return split;

  llvm::SmallSetVector<Expr, 4> ranks;
  for (const std::pair<Expr, Expr> &half : halves)
    ranks.insert(half.second);
  failure.isSum = true;
  failure.message = "'" + toString(f) + "' is a sum of " +
                    std::to_string(ranks.size()) + " different functions of ";
  appendReferences(failure.message, f);
  failure.message += "; expected one function of the inputs times one function "
                     "of the references";
  return mlir::failure();
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

SmallVector<unsigned> redfuser::algebra::getReferences(Expr value) {
  llvm::SmallSetVector<unsigned, 4> found;
  walkAtoms(value, [&](const Atom &atom) {
    if (atom.isLeaf(LeafKind::Reference) && !atom.fixed)
      found.insert(atom.index);
  });
  SmallVector<unsigned> references = found.takeVector();
  llvm::sort(references);
  return references;
}

SmallVector<Expr> redfuser::algebra::getFactors(ExprContext &context, Expr h) {
  if (h->getTerms().size() != 1)
    return {h};
  SmallVector<Expr> factors;
  const Product &product = *h->getTerms().front().product;
  for (const Power &power : product.powers)
    factors.push_back(context.fromAtom(power.atom, power.exponent));
  if (product.exponent)
    for (const Term &part : product.exponent->getTerms())
      factors.push_back(context.expOf(context.fromTerm(part)));
  return factors;
}

Expr redfuser::algebra::matchExponential(ExprContext &context, Expr factor,
                                         unsigned k) {
  if (factor->getTerms().size() != 1)
    return nullptr;
  const Term &outer = factor->getTerms().front();
  if (outer.coefficient != 1 || !outer.product->powers.empty() ||
      !outer.product->exponent ||
      outer.product->exponent->getTerms().size() != 1)
    return nullptr;
  const Term &inner = outer.product->exponent->getTerms().front();
  if (inner.product->exponent)
    return nullptr;
  Expr rest = context.constant(inner.coefficient);
  bool found = false;
  for (const Power &power : inner.product->powers) {
    if (power.atom->isLeaf(LeafKind::Reference) && power.atom->index == k &&
        power.exponent == 1)
      found = true;
    else if (power.atom->dependence & (OnReference | OnAxis))
      return nullptr;
    else
      rest = context.mul(rest, context.fromAtom(power.atom, power.exponent));
  }
  return found ? rest : nullptr;
}

/// A multiple of a logarithm, whose exponential is a power.
static bool isLogarithm(const Product &product) {
  return !product.exponent && product.powers.size() == 1 &&
         product.powers.front().exponent == 1 &&
         product.powers.front().atom->kind == AtomKind::Log;
}

static bool hasExponentOfReference(const Term &term) {
  return term.product->exponent &&
         llvm::any_of(term.product->exponent->getTerms(), [](const Term &part) {
           return (part.product->dependence & OnReference) &&
                  !isLogarithm(*part.product);
         });
}

bool redfuser::algebra::isExponentialOfReference(Expr value) {
  return llvm::any_of(value->getTerms(), hasExponentOfReference);
}

bool redfuser::algebra::hasExponentialOfReference(Expr value) {
  bool found = isExponentialOfReference(value);
  walkAtoms(value, [&](const Atom &atom) {
    for (Expr arg : atom.args)
      found |= isExponentialOfReference(arg);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

bool redfuser::algebra::isNonPositive(ExprContext &context, Expr value,
                                      ArrayRef<Bound> bounds) {
  if (getSign(context.neg(value)) != Sign::Unknown)
    return true;

  // c * round(S) with c > 0 has the sign of S.
  if (value->getTerms().size() == 1) {
    const Term &term = value->getTerms().front();
    const Power *rounded = nullptr;
    Expr rest = context.constant(term.coefficient);
    if (term.product->exponent)
      rest = context.mul(rest, context.expOf(term.product->exponent));
    for (const Power &power : term.product->powers) {
      if (!rounded && power.atom->kind == AtomKind::Round &&
          power.exponent == 1)
        rounded = &power;
      else
        rest = context.mul(rest, context.fromAtom(power.atom, power.exponent));
    }
    if (rounded && getSign(rest) != Sign::Unknown)
      return isNonPositive(context, rounded->atom->args.front(), bounds);
  }

  // c * (F_k - d_k) + rest with c > 0 and rest <= 0.
  for (const Bound &bound : bounds) {
    Expr reference = context.reference(bound.reference);
    const Atom *leaf = reference->getAtom();
    for (const Term &term : value->getTerms()) {
      if (term.product->exponent)
        continue;
      Expr factor = context.constant(term.coefficient);
      bool found = false;
      for (const Power &power : term.product->powers) {
        if (power.atom == leaf && power.exponent == 1)
          found = true;
        else
          factor =
              context.mul(factor, context.fromAtom(power.atom, power.exponent));
      }
      if (!found || factor->dependsOn(OnAxis | OnReference))
        continue;
      Expr positive = bound.upper ? context.neg(factor) : factor;
      if (getSign(positive) != Sign::Positive)
        continue;
      Expr rest = context.sub(
          value, context.mul(factor, context.sub(reference, bound.term)));
      if (getSign(context.neg(rest)) != Sign::Unknown)
        return true;
    }
  }
  return false;
}
