//===- Functions.cpp - Functions of expressions ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

static Sign getSign(const Term &term) {
  if (term.coefficient < 0)
    return Sign::Unknown;
  Sign sign = Sign::Positive;
  for (const Power &power : term.product->powers) {
    if (power.atom->sign == Sign::Positive)
      continue;
    bool even = power.exponent.den == 1 && power.exponent.num % 2 == 0;
    // A root that has a value is not negative.
    if (power.atom->sign != Sign::NonNegative && !even &&
        power.exponent.den == 1)
      return Sign::Unknown;
    sign = Sign::NonNegative;
  }
  return sign;
}

Sign redfuser::algebra::getSign(Expr value) {
  if (value->isZero())
    return Sign::NonNegative;
  Sign sign = Sign::NonNegative;
  for (const Term &term : value->getTerms()) {
    Sign termSign = ::getSign(term);
    if (termSign == Sign::Unknown)
      return Sign::Unknown;
    if (termSign == Sign::Positive)
      sign = Sign::Positive;
  }
  return sign;
}

//===----------------------------------------------------------------------===//
// Exponentials, logarithms
//===----------------------------------------------------------------------===//

/// The S of a product that is just log(S); null otherwise.
static Expr matchLog(const Product &product) {
  if (product.exponent || product.powers.size() != 1 ||
      product.powers.front().exponent != 1 ||
      product.powers.front().atom->kind != AtomKind::Log)
    return nullptr;
  return product.powers.front().atom->args.front();
}

Expr ExprContext::exp(Expr value) {
  Expr result = constant(1);
  SmallVector<Term> rest;
  for (const Term &term : value->getTerms()) {
    // exp(c log s) = s^c, but NaN where s < 0.
    Expr argument = matchLog(*term.product);
    if (argument && getSign(argument) != Sign::Unknown)
      result = mul(result, pow(argument, term.coefficient));
    else
      rest.push_back(term);
  }
  if (rest.empty())
    return result;
  return mul(result, expOf(sum(rest)));
}

Expr ExprContext::log(Expr value) {
  if (value->isOne())
    return constant(0);
  if (value->getTerms().size() == 1) {
    // log(c a^p exp(e)) = log(c) + p log(a) + e, as far as signs are known.
    const Term &term = value->getTerms().front();
    Expr result = constant(0);
    if (term.product->exponent)
      result = term.product->exponent;
    SmallVector<Power> mixed;
    for (const Power &power : term.product->powers) {
      bool apart = power.atom->sign == Sign::Positive;
      bool simple = power.exponent == 1;
      if (!apart || simple)
        mixed.push_back(power);
      else
        result = add(result, scale(log(fromAtom(power.atom)), power.exponent));
    }
    bool split =
        term.product->exponent || mixed.size() != term.product->powers.size();
    if (split)
      return add(result,
                 log(fromTerm({term.coefficient, product(mixed, nullptr)})));
    bool positive = llvm::all_of(mixed, [](const Power &power) {
      return power.atom->sign == Sign::Positive;
    });
    if (positive && term.coefficient > 0 &&
        mixed.size() + (term.coefficient != 1) > 1) {
      for (const Power &power : mixed)
        result = add(result, log(fromAtom(power.atom)));
      return add(result, log(constant(term.coefficient)));
    }
  }
  Atom atom;
  atom.kind = AtomKind::Log;
  atom.args.push_back(value);
  return atomExpr(std::move(atom));
}

//===----------------------------------------------------------------------===//
// Functions that stay atoms
//===----------------------------------------------------------------------===//

Expr ExprContext::abs(Expr value) {
  if (getSign(value) != Sign::Unknown)
    return value;
  if (getSign(neg(value)) != Sign::Unknown)
    return neg(value);
  if (value->getTerms().size() == 1) {
    // abs(c a b) = abs(c) abs(a) abs(b).
    const Term &term = value->getTerms().front();
    const Product &product = *term.product;
    bool single = product.powers.size() == 1 && !product.exponent &&
                  term.coefficient == 1 && product.powers.front().exponent == 1;
    if (!single) {
      Expr result = constant(mlir::presburger::abs(term.coefficient));
      if (product.exponent)
        result = mul(result, expOf(product.exponent));
      for (const Power &power : product.powers)
        // A root is not negative.
        result =
            mul(result, power.exponent.den % 2 == 0
                            ? fromAtom(power.atom, power.exponent)
                            : pow(abs(fromAtom(power.atom)), power.exponent));
      return result;
    }
  }
  // abs(a - b) = abs(b - a).
  if (value->getTerms().front().coefficient < 0)
    value = neg(value);
  Atom atom;
  atom.kind = AtomKind::Abs;
  atom.sign = Sign::NonNegative;
  atom.args.push_back(value);
  return atomExpr(std::move(atom));
}

Expr ExprContext::round(Expr value, mlir::Type type) {
  if (value->getConstant())
    if (value->isZero() || value->isOne())
      return value;
  // Rounding twice to one type is rounding once.
  if (const Atom *atom = value->getAtom())
    if (atom->kind == AtomKind::Round && atom->type == type)
      return value;
  Atom atom;
  atom.kind = AtomKind::Round;
  atom.type = type;
  Sign sign = getSign(value);
  atom.sign = sign;
  atom.args.push_back(value);
  return atomExpr(std::move(atom));
}

Expr ExprContext::whole(Expr value) {
  if (value->getTerms().size() < minWholeTerms)
    return value;
  for (const Term &term : value->getTerms())
    for (const Power &power : term.product->powers)
      if (power.atom->boolean || power.atom->kind == AtomKind::NonFinite ||
          power.atom->kind == AtomKind::Unknown)
        return value;
  auto [content, rest] = factor(value);
  Atom atom;
  atom.kind = AtomKind::Whole;
  atom.sign = getSign(rest);
  atom.args.push_back(rest);
  return mul(content, atomExpr(std::move(atom)));
}

Expr ExprContext::extremum(mlir::StringAttr name, Expr lhs, Expr rhs) {
  if (lhs == rhs)
    return lhs;
  if (lhs->getId() > rhs->getId())
    std::swap(lhs, rhs);
  Atom atom;
  atom.kind = AtomKind::Extremum;
  atom.name = name;
  atom.args = {lhs, rhs};
  // Of what maxnumf takes in place of NaN, only constants are known.
  auto bounds = [&](Expr arg, Sign sign) {
    return getSign(arg) >= sign &&
           (name.getValue() == "arith.maximumf" || arg->getConstant());
  };
  for (Sign sign : {Sign::NonNegative, Sign::Positive}) {
    bool all = getSign(lhs) >= sign && getSign(rhs) >= sign;
    bool one = atom.isMaximum() && (bounds(lhs, sign) || bounds(rhs, sign));
    if (all || one)
      atom.sign = sign;
  }
  return atomExpr(std::move(atom));
}

Expr ExprContext::compare(unsigned predicate, Expr lhs, Expr rhs) {
  Atom atom;
  atom.kind = AtomKind::Compare;
  atom.payload = predicate;
  atom.boolean = true;
  atom.sign = Sign::NonNegative;
  atom.args = {lhs, rhs};
  return atomExpr(std::move(atom));
}

Expr ExprContext::select(Expr condition, Expr lhs, Expr rhs) {
  if (lhs == rhs)
    return lhs;
  if (std::optional<Rational> known = condition->getConstant())
    return *known == 0 ? rhs : lhs;
  const Atom *atom = condition->getAtom();
  // A mask of values that are masked alike: on each side it is known.
  if (atom && atom->boolean &&
      (lhs->dependsOn(OnNonFinite) || rhs->dependsOn(OnNonFinite))) {
    auto contains = [&](Expr value) {
      bool found = false;
      walkAtoms(value, [&](const Atom &other) { found |= &other == atom; });
      return found;
    };
    if (contains(lhs))
      lhs = assume(lhs, *atom, constant(1));
    if (contains(rhs))
      rhs = assume(rhs, *atom, constant(0));
    if (lhs == rhs)
      return lhs;
    // Zero where it is masked, whatever the other side is there.
    auto isNumber = [](Expr value) {
      return llvm::none_of(value->getTerms(), [](const Term &term) {
        return llvm::any_of(term.product->powers, [](const Power &power) {
          return power.atom->kind == AtomKind::NonFinite;
        });
      });
    };
    if (rhs->isZero() && isNumber(lhs))
      return mul(condition, lhs);
    if (lhs->isZero() && isNumber(rhs))
      return mul(sub(constant(1), condition), rhs);
  }
  if (atom && atom->boolean && !lhs->dependsOn(OnNonFinite) &&
      !rhs->dependsOn(OnNonFinite))
    return add(rhs, mul(condition, sub(lhs, rhs)));
  Atom made;
  made.kind = AtomKind::Select;
  made.args = {condition, lhs, rhs};
  return atomExpr(std::move(made));
}

bool Atom::isMaximum() const {
  return kind == AtomKind::Extremum &&
         llvm::is_contained({mlir::arith::MaximumFOp::getOperationName(),
                             mlir::arith::MaxNumFOp::getOperationName()},
                            name.getValue());
}

bool Atom::isMask() const {
  return boolean && !(kind == AtomKind::Opaque &&
                      isa<mlir::FloatType>(op->getResult(payload).getType()));
}

Expr ExprContext::opaque(mlir::Operation *op, unsigned result,
                         ArrayRef<Expr> operands) {
  // A condition as a number: a factor that drops nothing, since 0 * NaN is NaN.
  bool isNumber = isa<mlir::arith::UIToFPOp>(op) &&
                  op->getOperand(0).getType().isInteger(1);
  if (isNumber && operands.front()->getConstant())
    return operands.front();
  Atom atom;
  atom.kind = AtomKind::Opaque;
  atom.op = op;
  atom.payload = result;
  atom.name = op->getName().getIdentifier();
  atom.attr = op->getAttrDictionary();
  // One type that stands for all: equal functions have equal signatures.
  atom.type = mlir::FunctionType::get(op->getContext(),
                                      llvm::to_vector(op->getOperandTypes()),
                                      llvm::to_vector(op->getResultTypes()));
  atom.boolean = isNumber || op->getResult(result).getType().isInteger(1);
  if (atom.boolean)
    atom.sign = Sign::NonNegative;
  atom.args.assign(operands.begin(), operands.end());
  return atomExpr(std::move(atom));
}

//===----------------------------------------------------------------------===//
// Substitution, traversal
//===----------------------------------------------------------------------===//

namespace redfuser::algebra {
class Substitution {
public:
  Substitution(ExprContext &context, function_ref<Expr(const Atom &)> map)
      : context(context), map(map) {}

  void set(const Atom &atom, Expr value) { atoms[&atom] = value; }

  Expr apply(Expr value) {
    if (Expr found = sums.lookup(value))
      return found;
    SmallVector<Term> terms;
    for (const Term &term : value->getTerms()) {
      Expr product = context.constant(term.coefficient);
      for (const Power &power : term.product->powers)
        product = context.mul(product,
                              context.pow(apply(*power.atom), power.exponent));
      if (term.product->exponent)
        product =
            context.mul(product, context.exp(apply(term.product->exponent)));
      llvm::append_range(terms, product->getTerms());
    }
    return sums[value] = context.sum(terms);
  }

private:
  Expr apply(const Atom &atom) {
    if (Expr found = atoms.lookup(&atom))
      return found;
    return atoms[&atom] = build(atom);
  }

  Expr build(const Atom &atom) {
    if (atom.kind == AtomKind::Leaf) {
      Expr mapped = map(atom);
      return mapped ? mapped : context.fromAtom(&atom);
    }
    SmallVector<Expr> args;
    for (Expr arg : atom.args)
      args.push_back(apply(arg));
    switch (atom.kind) {
    case AtomKind::Log:
      return context.log(args[0]);
    case AtomKind::Abs:
      return context.abs(args[0]);
    case AtomKind::Group:
      // The caller raises it to the power that made it a group.
      return args[0];
    case AtomKind::Whole:
      return context.whole(args[0]);
    case AtomKind::Round:
      return context.round(args[0], atom.type);
    case AtomKind::Extremum:
      return context.extremum(atom.name, args[0], args[1]);
    case AtomKind::Compare:
      return context.compare(atom.payload, args[0], args[1]);
    case AtomKind::Select:
      return context.select(args[0], args[1], args[2]);
    case AtomKind::Opaque:
      return context.opaque(atom.op, atom.payload, args);
    case AtomKind::Unknown:
      // It may hide any leaf.
      return context.unknown();
    default:
      return context.fromAtom(&atom);
    }
  }

  ExprContext &context;
  function_ref<Expr(const Atom &)> map;
  DenseMap<Expr, Expr> sums;
  DenseMap<const Atom *, Expr> atoms;
};
} // namespace redfuser::algebra

Expr ExprContext::substitute(Expr value, function_ref<Expr(const Atom &)> map) {
  return Substitution(*this, map).apply(value);
}

Expr ExprContext::assume(Expr value, const Atom &atom, Expr known) {
  Substitution substitution(*this,
                            [](const Atom &) -> Expr { return nullptr; });
  substitution.set(atom, known);
  return substitution.apply(value);
}

void redfuser::algebra::walkAtoms(Expr value,
                                  function_ref<void(const Atom &)> fn) {
  SmallSetVector<Expr, 16> pending;
  DenseSet<const Atom *> seen;
  pending.insert(value);
  for (unsigned i = 0; i < pending.size(); ++i) {
    for (const Term &term : pending[i]->getTerms()) {
      if (term.product->exponent)
        pending.insert(term.product->exponent);
      for (const Power &power : term.product->powers) {
        if (!seen.insert(power.atom).second)
          continue;
        fn(*power.atom);
        for (Expr arg : power.atom->args)
          pending.insert(arg);
      }
    }
  }
}
