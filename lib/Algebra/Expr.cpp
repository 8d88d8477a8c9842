//===- Expr.cpp - Scalar expressions in normal form -----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Expr.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/Allocator.h"

using namespace llvm;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

/// True if `value` fits 64 bits; comparing with wider numbers is slow.
static bool isSmall(const DynamicAPInt &value) {
  return value >= std::numeric_limits<int64_t>::min() &&
         value <= std::numeric_limits<int64_t>::max();
}

static void profileInteger(FoldingSetNodeID &id, const DynamicAPInt &value) {
  if (isSmall(value)) {
    id.AddInteger(int64fromDynamicAPInt(value));
    return;
  }
  std::string text;
  raw_string_ostream(text) << value;
  id.AddString(text);
}

static void profileRational(FoldingSetNodeID &id, const Rational &value) {
  profileInteger(id, value.num);
  profileInteger(id, value.den);
}

void Atom::Profile(FoldingSetNodeID &profile) const {
  profile.AddInteger(unsigned(kind));
  profile.AddInteger(unsigned(leaf));
  profile.AddInteger(index);
  profile.AddBoolean(fixed);
  profile.AddInteger(payload);
  profile.AddInteger(unsigned(kind == AtomKind::Leaf ? sign : Sign::Unknown));
  profileRational(profile, number);
  profile.AddPointer(parameter.getAsOpaquePointer());
  profile.AddPointer(type.getAsOpaquePointer());
  profile.AddPointer(attr.getAsOpaquePointer());
  profile.AddPointer(name.getAsOpaquePointer());
  for (Expr arg : args)
    profile.AddPointer(arg);
}

void Product::Profile(FoldingSetNodeID &profile) const {
  for (const Power &power : powers) {
    profile.AddPointer(power.atom);
    profileRational(profile, power.exponent);
  }
  profile.AddPointer(exponent);
}

void Sum::Profile(FoldingSetNodeID &profile) const {
  for (const Term &term : terms) {
    profileRational(profile, term.coefficient);
    profile.AddPointer(term.product);
  }
}

/// `value` as an integer of our kind, exactly.
static DynamicAPInt toInteger(const APInt &value) {
  // One bit more keeps the sign clear: the constructor reads signed numbers.
  return DynamicAPInt(value.zext(value.getBitWidth() + 1));
}

static DynamicAPInt powerOfTwo(unsigned exponent) {
  return toInteger(APInt::getOneBitSet(exponent + 1, exponent));
}

struct ExprContext::Storage {
  SpecificBumpPtrAllocator<Atom> atomMemory;
  SpecificBumpPtrAllocator<Product> productMemory;
  SpecificBumpPtrAllocator<Sum> sumMemory;
  FoldingSet<Atom> atoms;
  FoldingSet<Product> products;
  FoldingSet<Sum> sums;
  unsigned numAtoms = 0, numProducts = 0, numSums = 0;
  DenseMap<unsigned, Sign> referenceSigns;
  /// Coefficients of more than about 2^4096 come from no program of use.
  DynamicAPInt limit = powerOfTwo(4096);
};

ExprContext::ExprContext() : storage(std::make_unique<Storage>()) {}

ExprContext::~ExprContext() = default;

bool ExprContext::isTooLarge(const Rational &value) const {
  auto isBeyond = [&](const DynamicAPInt &number) {
    return !isSmall(number) &&
           (number > storage->limit || -number > storage->limit);
  };
  return isBeyond(value.num) || isBeyond(value.den);
}

const Atom *ExprContext::intern(Atom &&atom) {
  FoldingSetNodeID profile;
  atom.Profile(profile);
  void *position;
  if (Atom *found = storage->atoms.FindNodeOrInsertPos(profile, position))
    return found;
  for (Expr arg : atom.args)
    atom.dependence |= arg->getDependence();
  atom.id = storage->numAtoms++;
  // Where a leaf is first read says nothing.
  if (atom.kind != AtomKind::Leaf)
    atom.loc = location;
  Atom *made = new (storage->atomMemory.Allocate()) Atom(std::move(atom));
  storage->atoms.InsertNode(made, position);
  return made;
}

const Product *ExprContext::product(SmallVectorImpl<Power> &powers,
                                    Expr exponent) {
  llvm::sort(powers, [](const Power &lhs, const Power &rhs) {
    return lhs.atom->id < rhs.atom->id;
  });
  Product made;
  for (const Power &power : powers) {
    if (!made.powers.empty() && made.powers.back().atom == power.atom)
      made.powers.back().exponent += power.exponent;
    else
      made.powers.push_back(power);
  }
  llvm::erase_if(made.powers,
                 [](const Power &power) { return power.exponent == 0; });
  made.exponent = exponent && !exponent->isZero() ? exponent : nullptr;

  FoldingSetNodeID profile;
  made.Profile(profile);
  void *position;
  if (Product *found = storage->products.FindNodeOrInsertPos(profile, position))
    return found;
  for (const Power &power : made.powers)
    made.dependence |= power.atom->dependence;
  if (made.exponent)
    made.dependence |= made.exponent->getDependence();
  made.id = storage->numProducts++;
  auto *stored = new (storage->productMemory.Allocate()) Product(made);
  storage->products.InsertNode(stored, position);
  return stored;
}

Expr ExprContext::sum(SmallVectorImpl<Term> &terms) {
  llvm::sort(terms, [](const Term &lhs, const Term &rhs) {
    return lhs.product->id < rhs.product->id;
  });
  Sum made;
  for (const Term &term : terms) {
    if (!made.terms.empty() && made.terms.back().product == term.product)
      made.terms.back().coefficient += term.coefficient;
    else
      made.terms.push_back(term);
  }
  llvm::erase_if(made.terms,
                 [](const Term &term) { return term.coefficient == 0; });
  if (made.terms.size() > maxTerms ||
      llvm::any_of(made.terms, [&](const Term &term) {
        return isTooLarge(term.coefficient);
      }))
    return overLimit();

  FoldingSetNodeID profile;
  made.Profile(profile);
  void *position;
  if (Sum *found = storage->sums.FindNodeOrInsertPos(profile, position))
    return found;
  for (const Term &term : made.terms)
    made.dependence |= term.product->dependence;
  made.id = storage->numSums++;
  auto *stored = new (storage->sumMemory.Allocate()) Sum(std::move(made));
  storage->sums.InsertNode(stored, position);
  return stored;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

bool Sum::isOne() const {
  std::optional<Rational> value = getConstant();
  return value && *value == 1;
}

std::optional<Rational> Sum::getConstant() const {
  if (terms.empty())
    return Rational(0);
  if (terms.size() == 1 && terms.front().product->isOne())
    return terms.front().coefficient;
  return std::nullopt;
}

const Atom *Sum::getAtom() const {
  if (terms.size() != 1 || terms.front().coefficient != 1)
    return nullptr;
  const Product &product = *terms.front().product;
  if (product.exponent || product.powers.size() != 1 ||
      product.powers.front().exponent != 1)
    return nullptr;
  return product.powers.front().atom;
}

Expr ExprContext::fromTerm(const Term &term) {
  SmallVector<Term, 1> terms{term};
  return sum(terms);
}

Expr ExprContext::fromAtom(const Atom *atom, const Rational &exponent) {
  SmallVector<Power, 1> powers{{atom, exponent}};
  return fromTerm({Rational(1), product(powers, nullptr)});
}

Expr ExprContext::expOf(Expr exponent) {
  SmallVector<Power, 1> none;
  return fromTerm({Rational(1), product(none, exponent)});
}

Expr ExprContext::atomExpr(Atom &&atom) {
  return fromAtom(intern(std::move(atom)));
}

Expr ExprContext::unknown() {
  Atom atom;
  atom.kind = AtomKind::Unknown;
  atom.index = nextUnknown++;
  // It may hide anything.
  atom.dependence = OnAxis | OnReference;
  return atomExpr(std::move(atom));
}

Expr ExprContext::overLimit() {
  limitExceeded = true;
  return unknown();
}

//===----------------------------------------------------------------------===//
// Leaves and constants
//===----------------------------------------------------------------------===//

Expr ExprContext::constant(const Rational &value) {
  SmallVector<Power, 1> none;
  return fromTerm({mlir::presburger::reduce(value), product(none, nullptr)});
}

Expr ExprContext::constant(const APFloat &value) {
  if (!value.isFinite()) {
    Atom atom;
    atom.kind = AtomKind::NonFinite;
    atom.payload = value.isNaN() ? 0 : value.isNegative() ? 1 : 2;
    atom.dependence = OnNonFinite;
    return atomExpr(std::move(atom));
  }
  if (value.isZero())
    return constant(0);
  // value = significand * 2^exponent with an integer significand.
  unsigned precision = APFloat::semanticsPrecision(value.getSemantics());
  APFloat magnitude = llvm::abs(value);
  int exponent = ilogb(magnitude) - int(precision) + 1;
  APFloat integral = scalbn(magnitude, -exponent, APFloat::rmNearestTiesToEven);
  APSInt significand(precision + 1, /*isUnsigned=*/true);
  bool exact;
  integral.convertToInteger(significand, APFloat::rmTowardZero, &exact);
  Rational result(toInteger(significand));
  if (exponent >= 0)
    result = Rational(result.num * powerOfTwo(exponent));
  else
    result = Rational(result.num, powerOfTwo(-exponent));
  result = mlir::presburger::reduce(result);
  return constant(value.isNegative() ? -result : result);
}

Expr ExprContext::ln2() {
  Atom atom;
  atom.kind = AtomKind::Ln2;
  atom.sign = Sign::Positive;
  return atomExpr(std::move(atom));
}

Expr ExprContext::leaf(LeafKind kind, unsigned index, bool fixed, Sign sign,
                       bool boolean) {
  Atom atom;
  atom.kind = AtomKind::Leaf;
  atom.leaf = kind;
  atom.index = index;
  atom.fixed = fixed;
  atom.boolean = boolean;
  atom.sign = sign;
  switch (kind) {
  case LeafKind::Input:
  case LeafKind::Index:
    atom.dependence = OnAxis;
    break;
  case LeafKind::Reference:
    atom.dependence = OnReference;
    break;
  case LeafKind::Old:
    atom.dependence = OnOld;
    break;
  case LeafKind::New:
    atom.dependence = OnNew;
    break;
  case LeafKind::Deviation:
    atom.dependence = OnAxis;
    break;
  case LeafKind::Row:
  case LeafKind::Parameter:
  case LeafKind::Length:
  case LeafKind::Center:
  case LeafKind::Shift:
  case LeafKind::State:
    atom.dependence = OnParameter;
    break;
  }
  if (fixed)
    atom.dependence = OnFixedPoint;
  return atomExpr(std::move(atom));
}

Expr ExprContext::input(unsigned index, bool fixed, bool boolean) {
  return leaf(LeafKind::Input, index, fixed,
              boolean ? Sign::NonNegative : Sign::Unknown, boolean);
}

Expr ExprContext::row(unsigned index) {
  return leaf(LeafKind::Row, index, /*fixed=*/false, Sign::Unknown);
}

Expr ExprContext::position(unsigned dim, bool fixed) {
  return leaf(LeafKind::Index, dim, fixed, Sign::NonNegative);
}

Expr ExprContext::reference(unsigned index, bool fixed) {
  return leaf(LeafKind::Reference, index, fixed,
              storage->referenceSigns.lookup(index));
}

void ExprContext::setReferenceSign(unsigned index, Sign sign) {
  storage->referenceSigns[index] = sign;
}

Expr ExprContext::oldValue(unsigned index) {
  return leaf(LeafKind::Old, index, false,
              storage->referenceSigns.lookup(index));
}

Expr ExprContext::newValue(unsigned index) {
  return leaf(LeafKind::New, index, false,
              storage->referenceSigns.lookup(index));
}

Expr ExprContext::parameter(mlir::Value value) {
  Atom atom;
  atom.kind = AtomKind::Leaf;
  atom.leaf = LeafKind::Parameter;
  atom.parameter = value;
  atom.type = value.getType();
  atom.boolean = value.getType().isInteger(1);
  if (atom.boolean)
    atom.sign = Sign::NonNegative;
  atom.dependence = OnParameter;
  return atomExpr(std::move(atom));
}

Expr ExprContext::length() {
  return leaf(LeafKind::Length, 0, false, Sign::Positive);
}

Expr ExprContext::center(unsigned index) {
  return leaf(LeafKind::Center, index, false, Sign::Unknown);
}

Expr ExprContext::deviation(unsigned index) {
  return leaf(LeafKind::Deviation, index, false, Sign::Unknown);
}

Expr ExprContext::shift(unsigned index) {
  return leaf(LeafKind::Shift, index, false, Sign::Unknown);
}

Expr ExprContext::state(unsigned index) {
  return leaf(LeafKind::State, index, false, Sign::Unknown);
}

//===----------------------------------------------------------------------===//
// Field operations
//===----------------------------------------------------------------------===//

Expr ExprContext::add(Expr lhs, Expr rhs) {
  SmallVector<Term> terms(lhs->getTerms());
  llvm::append_range(terms, rhs->getTerms());
  return sum(terms);
}

Expr ExprContext::scale(Expr value, const Rational &factor) {
  SmallVector<Term> terms(value->getTerms());
  for (Term &term : terms)
    term.coefficient *= factor;
  return sum(terms);
}

static bool isNatural(const Rational &value) {
  return value.den == 1 && value.num >= 0;
}

static bool isEven(const Rational &value) {
  return value.den == 1 && value.num % 2 == 0;
}

/// True if a power of `atom` is not in normal form.
static bool needsExpansion(const Power &power) {
  switch (power.atom->kind) {
  case AtomKind::Group:
    return isNatural(power.exponent);
  case AtomKind::Number:
    return power.exponent.den == 1;
  case AtomKind::Abs:
    return isEven(power.exponent);
  default:
    return power.atom->boolean && power.exponent > 0 && power.exponent != 1;
  }
}

Expr ExprContext::mulTerms(const Term &lhs, const Term &rhs) {
  SmallVector<Power> powers = llvm::to_vector(lhs.product->powers);
  llvm::append_range(powers, rhs.product->powers);
  Expr exponent = lhs.product->exponent;
  if (rhs.product->exponent)
    exponent =
        exponent ? add(exponent, rhs.product->exponent) : rhs.product->exponent;
  const Product *merged = product(powers, exponent);
  Rational coefficient = lhs.coefficient * rhs.coefficient;

  if (llvm::any_of(merged->powers, [this](const Power &power) {
        return mlir::presburger::abs(power.exponent) > maxPower ||
               isTooLarge(power.exponent);
      }))
    return overLimit();
  if (llvm::none_of(merged->powers, needsExpansion))
    return fromTerm({coefficient, merged});

  SmallVector<Power> rest;
  SmallVector<Expr> factors;
  for (const Power &power : merged->powers) {
    if (!needsExpansion(power))
      rest.push_back(power);
    else if (power.atom->kind == AtomKind::Number)
      factors.push_back(pow(constant(power.atom->number), power.exponent));
    else if (power.atom->boolean)
      rest.push_back({power.atom, Rational(1)});
    else // Group, Abs
      factors.push_back(pow(power.atom->args.front(), power.exponent));
  }
  Expr result = fromTerm({coefficient, product(rest, merged->exponent)});
  for (Expr factor : factors)
    result = mul(result, factor);
  return result;
}

Expr ExprContext::mul(Expr lhs, Expr rhs) {
  if (lhs->isZero() || rhs->isZero())
    return constant(0);
  if (lhs->getTerms().size() * rhs->getTerms().size() > maxTerms)
    return overLimit();
  // (a + b) * (a + b)^-1: meet the power instead of multiplying out.
  for (int side = 0; side < 2; ++side, std::swap(lhs, rhs)) {
    if (lhs->getTerms().size() < 2)
      continue;
    auto hasGroup = [](const Term &term) {
      return llvm::any_of(term.product->powers, [](const Power &power) {
        return power.atom->kind == AtomKind::Group;
      });
    };
    if (llvm::none_of(rhs->getTerms(), hasGroup))
      continue;
    std::pair<Expr, Expr> parts = primitive(lhs, /*onlyPositive=*/false);
    Expr content = parts.first, rest = parts.second;
    Expr result = constant(0);
    bool met = false;
    for (const Term &term : rhs->getTerms()) {
      bool meets = llvm::any_of(term.product->powers, [&](const Power &power) {
        return power.atom->kind == AtomKind::Group &&
               power.atom->args.front() == rest;
      });
      met |= meets;
      if (!meets) {
        for (const Term &other : lhs->getTerms())
          result = add(result, mulTerms(other, term));
        continue;
      }
      SmallVector<Power> powers = llvm::to_vector(term.product->powers);
      for (Power &power : powers)
        if (power.atom->kind == AtomKind::Group &&
            power.atom->args.front() == rest)
          power.exponent += Rational(1);
      const Product *raised = product(powers, term.product->exponent);
      Term one = content->getTerms().front();
      result = add(result, mulTerms({term.coefficient, raised}, one));
    }
    if (met)
      return result;
  }
  SmallVector<Term> terms;
  for (const Term &left : lhs->getTerms())
    for (const Term &right : rhs->getTerms())
      llvm::append_range(terms, mulTerms(left, right)->getTerms());
  return sum(terms);
}

Expr ExprContext::powInteger(Expr value, uint64_t exponent) {
  Expr result = constant(1);
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = mul(result, value);
    if (exponent > 1)
      value = mul(value, value);
  }
  return result;
}

std::pair<Expr, Expr> ExprContext::primitive(Expr value, bool onlyPositive) {
  ArrayRef<Term> terms = value->getTerms();
  // The largest coefficient, whatever the order of terms is.
  Rational coefficient = mlir::presburger::abs(terms.front().coefficient);
  for (const Term &term : terms) {
    Rational magnitude = mlir::presburger::abs(term.coefficient);
    if (magnitude > coefficient)
      coefficient = magnitude;
  }
  if (!onlyPositive && terms.front().coefficient < 0)
    coefficient = -coefficient;
  // Powers that all terms share; one that must be positive has to be known so.
  SmallVector<Power> common;
  for (const Power &power : terms.front().product->powers) {
    if (onlyPositive && power.atom->sign != Sign::Positive)
      continue;
    Rational least = power.exponent;
    bool everywhere = llvm::all_of(terms, [&](const Term &term) {
      const auto *found =
          llvm::find_if(term.product->powers, [&](const Power &other) {
            return other.atom == power.atom;
          });
      if (found == term.product->powers.end())
        return false;
      least = found->exponent < least ? found->exponent : least;
      return true;
    });
    // Boolean atoms are idempotent: dividing by one is not its inverse.
    if (everywhere && !power.atom->boolean)
      common.push_back({power.atom, least});
  }
  Expr exponent = terms.front().product->exponent;
  if (!llvm::all_of(terms, [&](const Term &term) {
        return term.product->exponent == exponent;
      }))
    exponent = nullptr;

  SmallVector<Power> inverse;
  for (const Power &power : common)
    inverse.push_back({power.atom, -power.exponent});
  Term content{coefficient, product(common, exponent)};
  Term divisor{Rational(1) / coefficient,
               product(inverse, exponent ? neg(exponent) : nullptr)};
  SmallVector<Term> rest;
  for (const Term &term : terms)
    llvm::append_range(rest, mulTerms(term, divisor)->getTerms());
  return {fromTerm(content), sum(rest)};
}

Expr ExprContext::powTerm(const Term &term, const Rational &exponent) {
  bool integer = exponent.den == 1;
  Expr result = constant(1);

  if (term.coefficient != 1) {
    if (integer) {
      Rational base =
          exponent < 0 ? Rational(1) / term.coefficient : term.coefficient;
      result =
          powInteger(constant(base),
                     uint64_t(int64fromDynamicAPInt(llvm::abs(exponent.num))));
    } else if (term.coefficient > 0) {
      Atom atom;
      atom.kind = AtomKind::Number;
      atom.number = term.coefficient;
      atom.sign = Sign::Positive;
      result = fromAtom(intern(std::move(atom)), exponent);
    }
  }
  if (term.product->exponent)
    result = mul(result, expOf(scale(term.product->exponent, exponent)));

  SmallVector<Power> powers, mixed;
  for (const Power &power : term.product->powers) {
    // (a^2)^(1/2) is abs(a); a product of two factors of unknown sign may be
    // positive where neither is.
    if (integer || power.atom->sign != Sign::Unknown)
      powers.push_back({power.atom, power.exponent * exponent});
    else if (isEven(power.exponent))
      result = mul(result,
                   pow(abs(fromAtom(power.atom)), power.exponent * exponent));
    else
      mixed.push_back(power);
  }
  bool negative = !integer && term.coefficient < 0;
  if (mixed.size() == 1 && !negative) {
    powers.push_back({mixed.front().atom, mixed.front().exponent * exponent});
  } else if (!mixed.empty() || negative) {
    Atom group;
    group.kind = AtomKind::Group;
    group.args.push_back(fromTerm(
        {negative ? term.coefficient : Rational(1), product(mixed, nullptr)}));
    result = mul(result, fromAtom(intern(std::move(group)), exponent));
  }
  return mul(result, fromTerm({Rational(1), product(powers, nullptr)}));
}

Expr ExprContext::pow(Expr value, const Rational &exponent) {
  if (exponent == 0)
    return constant(1);
  if (exponent == 1)
    return value;
  if (mlir::presburger::abs(exponent) > maxPower || isTooLarge(exponent))
    return overLimit();
  ArrayRef<Term> terms = value->getTerms();
  if (terms.empty())
    return exponent > 0 ? value : unknown();
  if (terms.size() == 1)
    return powTerm(terms.front(), exponent);
  if (isNatural(exponent))
    return powInteger(value, uint64_t(int64fromDynamicAPInt(exponent.num)));

  auto [content, rest] = primitive(value, /*onlyPositive=*/exponent.den != 1);
  Atom group;
  group.kind = AtomKind::Group;
  group.sign = getSign(rest);
  group.args.push_back(rest);
  return mul(pow(content, exponent),
             fromAtom(intern(std::move(group)), exponent));
}
