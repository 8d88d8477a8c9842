//===- Expr.h - Expressions in normal form ----------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The language in which fusion is derived. An expression is always in normal
// form, and equal expressions are the same object, so that an identity is
// proved by comparing two pointers:
//
//   sum       of  coefficient * product          (coefficient: an exact
//   rational) product   of  atom ^ rational power, times exp(sum) atom      a
//   leaf, or a function that the algebra does not look into
//
// The laws are those of the real numbers on the values that a program reaches:
// exp(a) exp(b) = exp(a + b), exp(c log s) = s^c for s >= 0, s / s = 1. What
// they miss (infinities, zero) is the business of the guards that fusion
// generates.
//
// Multiplying out is bounded. What goes beyond the bound becomes an atom that
// equals nothing else, so a proof fails instead of taking forever.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ALGEBRA_EXPR_H
#define REDFUSER_ALGEBRA_EXPR_H

#include "mlir/Analysis/Presburger/Fraction.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>

namespace redfuser::algebra {

using Rational = mlir::presburger::Fraction;

class Sum;
struct Atom;
struct Product;
/// An expression: a sum in normal form, owned by its context.
using Expr = const Sum *;

enum class Sign { Unknown, NonNegative, Positive };

/// What a leaf stands for.
enum class LeafKind {
  /// Element of input `index`; varies along the axis.
  Input,
  /// Element of input `index`, which does not vary along the axis.
  Row,
  /// Position along iteration dimension `index`, an axis.
  Index,
  /// Result of reduction `index`.
  Reference,
  /// State component `index` before and after a step.
  Old,
  New,
  /// An SSA value that is constant along the axis.
  Parameter,
  /// Number of positions along the axis.
  Length,
  /// Center `index`: a running value near the data, about which sums are taken.
  Center,
  /// What center `index` is the center of, minus the center.
  Deviation,
  /// How far a center has moved: old minus new in a step, center minus final
  /// reference in a finalizer.
  Shift,
  /// Final value of component `index` of the state.
  State,
};

enum class AtomKind {
  Leaf,
  /// The natural logarithm of two, so that exp2(log2(x)) = x exactly.
  Ln2,
  /// A rational under a fractional power.
  Number,
  /// A constant that is infinite or NaN.
  NonFinite,
  Log,
  Abs,
  /// A sum of several products under a power that cannot be multiplied out.
  Group,
  /// A long sum of inputs that terms read as one value (`ExprContext::whole`).
  Whole,
  /// Rounding to a narrower type.
  Round,
  /// One of the four float maxima and minima.
  Extremum,
  /// A comparison: 0 or 1.
  Compare,
  /// A choice that has an infinite or NaN alternative.
  Select,
  /// Any other operation, as a function of its operands.
  Opaque,
  /// An expression beyond the limits; equal to nothing else.
  Unknown,
};

/// On what an expression depends: a set of bits.
enum Dependence : unsigned {
  OnAxis = 1,      // inputs and positions
  OnReference = 2, // results of earlier reductions
  OnOld = 4,
  OnNew = 8,
  OnParameter = 16,
  OnFixedPoint = 32, // a leaf at the fixed point of the separation test
  OnNonFinite = 64,
};

/// A factor that normal form does not take apart.
struct Atom : llvm::FoldingSetNode {
  AtomKind kind;
  LeafKind leaf = LeafKind::Parameter;
  unsigned index = 0;
  /// The leaf at the fixed point (x0, d0) of the separation test.
  bool fixed = false;
  /// 0 or 1 in value, so that every positive power is itself.
  bool boolean = false;
  Sign sign = Sign::Unknown;
  unsigned dependence = 0;
  unsigned id = 0;
  /// Comparison predicate, result number of an opaque operation.
  unsigned payload = 0;
  Rational number;
  mlir::Value parameter;
  mlir::Operation *op = nullptr;
  mlir::Type type;
  mlir::Attribute attr;
  mlir::StringAttr name;
  llvm::SmallVector<Expr, 2> args;
  /// Where the user's program made it.
  std::optional<mlir::Location> loc;

  /// True if it chooses: a factor that drops what it is zero for, NaN included.
  /// A condition that is converted to a float multiplies instead.
  bool isMask() const;
  /// True for the larger of two values.
  bool isMaximum() const;
  bool isLeaf(LeafKind which) const {
    return kind == AtomKind::Leaf && leaf == which;
  }
  void Profile(llvm::FoldingSetNodeID &profile) const;
};

struct Power {
  const Atom *atom;
  Rational exponent;
};

struct Product : llvm::FoldingSetNode {
  /// Sorted by the atoms' ids; no zero powers.
  llvm::SmallVector<Power, 2> powers;
  /// The product has the factor exp(exponent); null for 1.
  Expr exponent = nullptr;
  unsigned dependence = 0;
  unsigned id = 0;

  bool isOne() const { return powers.empty() && !exponent; }
  void Profile(llvm::FoldingSetNodeID &profile) const;
};

struct Term {
  Rational coefficient;
  const Product *product;
};

class Sum : public llvm::FoldingSetNode {
public:
  llvm::ArrayRef<Term> getTerms() const { return terms; }
  unsigned getDependence() const { return dependence; }
  bool dependsOn(unsigned bits) const { return dependence & bits; }
  bool isZero() const { return terms.empty(); }
  bool isOne() const;
  /// The value, if the expression is a rational number.
  std::optional<Rational> getConstant() const;
  /// The atom, if the expression is one atom.
  const Atom *getAtom() const;
  unsigned getId() const { return id; }
  void Profile(llvm::FoldingSetNodeID &profile) const;

private:
  friend class ExprContext;
  llvm::SmallVector<Term, 2> terms;
  unsigned dependence = 0;
  unsigned id = 0;
};

/// Owns expressions and makes them.
class ExprContext {
public:
  /// Largest number of products in a sum.
  static constexpr unsigned maxTerms = 128;
  /// A sum of fewer products is never read as a whole.
  static constexpr unsigned minWholeTerms = 4;
  /// Largest magnitude of a power.
  static constexpr int64_t maxPower = 1 << 16;

  ExprContext();
  ~ExprContext();
  ExprContext(const ExprContext &) = delete;

  //===--- Leaves and constants
  //--------------------------------------------===//

  Expr constant(const Rational &value);
  Expr constant(int64_t value) { return constant(Rational(value)); }
  /// The exact value of a float; infinities and NaN are atoms.
  Expr constant(const llvm::APFloat &value);
  Expr ln2();
  /// `boolean`: the elements are 0 or 1 (a mask).
  Expr input(unsigned index, bool fixed = false, bool boolean = false);
  Expr row(unsigned index);
  Expr position(unsigned dim, bool fixed = false);
  /// Result of reduction `index`, with the sign set by `setReferenceSign`.
  Expr reference(unsigned index, bool fixed = false);
  void setReferenceSign(unsigned index, Sign sign);
  Expr oldValue(unsigned index);
  Expr newValue(unsigned index);
  Expr parameter(mlir::Value value);
  Expr length();
  Expr center(unsigned index);
  Expr deviation(unsigned index);
  Expr shift(unsigned index);
  Expr state(unsigned index);

  //===--- Field operations
  //------------------------------------------------===//

  Expr add(Expr lhs, Expr rhs);
  Expr sub(Expr lhs, Expr rhs) { return add(lhs, neg(rhs)); }
  Expr neg(Expr value) { return scale(value, Rational(-1)); }
  Expr scale(Expr value, const Rational &factor);
  Expr mul(Expr lhs, Expr rhs);
  Expr div(Expr lhs, Expr rhs) { return mul(lhs, pow(rhs, Rational(-1))); }
  Expr pow(Expr value, const Rational &exponent);

  //===--- Functions
  //-------------------------------------------------------===//

  Expr exp(Expr value);
  Expr exp2(Expr value) { return exp(mul(ln2(), value)); }
  Expr log(Expr value);
  Expr log2(Expr value) { return div(log(value), ln2()); }
  Expr abs(Expr value);
  Expr round(Expr value, mlir::Type type);
  /// A long sum as an atom (times what all of its products share), so that what
  /// is computed from it stays short: the square of a sum of eight products is
  /// one product, not 36. Short sums, masks and infinities stay as they are.
  Expr whole(Expr value);
  /// `name` is the operation's (maximumf, maxnumf, minimumf, minnumf).
  Expr extremum(mlir::StringAttr name, Expr lhs, Expr rhs);
  Expr compare(unsigned predicate, Expr lhs, Expr rhs);
  Expr select(Expr condition, Expr lhs, Expr rhs);
  /// Result `result` of `op` as a function of its operands.
  Expr opaque(mlir::Operation *op, unsigned result,
              llvm::ArrayRef<Expr> operands);
  /// An expression that equals nothing else.
  Expr unknown();

  //===--- Pieces
  //----------------------------------------------------------===//

  Expr fromTerm(const Term &term);
  Expr fromAtom(const Atom *atom, const Rational &exponent = Rational(1));
  Expr expOf(Expr exponent);

  /// Writes a sum as a product: the powers, the coefficient and the exponential
  /// that all its terms share, and the rest.
  std::pair<Expr, Expr> factor(Expr value) {
    return primitive(value, /*onlyPositive=*/false);
  }

  /// Replaces leaves: `map` returns null for leaves that stay.
  Expr substitute(Expr value, llvm::function_ref<Expr(const Atom &)> map);

  /// `value` where the atom `atom` is known to be `known`.
  Expr assume(Expr value, const Atom &atom, Expr known);

  //===--- State
  //-----------------------------------------------------------===//

  /// Atoms made from now on are reported at `loc`.
  void setLocation(std::optional<mlir::Location> loc) { location = loc; }
  /// True once an expression went beyond the limits.
  bool isLimitExceeded() const { return limitExceeded; }

private:
  friend class Substitution;

  Expr sum(llvm::SmallVectorImpl<Term> &terms);
  const Product *product(llvm::SmallVectorImpl<Power> &powers, Expr exponent);
  Expr atomExpr(Atom &&atom);
  const Atom *intern(Atom &&atom);
  Expr overLimit();
  Expr leaf(LeafKind kind, unsigned index, bool fixed, Sign sign,
            bool boolean = false);
  Expr mulTerms(const Term &lhs, const Term &rhs);
  Expr powTerm(const Term &term, const Rational &exponent);
  Expr powInteger(Expr value, uint64_t exponent);
  /// Splits a sum of several products into a common factor and the rest.
  std::pair<Expr, Expr> primitive(Expr value, bool onlyPositive);
  bool isTooLarge(const Rational &value) const;

  struct Storage;
  std::unique_ptr<Storage> storage;
  std::optional<mlir::Location> location;
  bool limitExceeded = false;
  unsigned nextUnknown = 0;
};

/// Sign of `value` from the signs of its leaves.
Sign getSign(Expr value);
/// A rational as the nearest double.
double toDouble(const Rational &value);

/// Writes `value` in the usual notation: x0 for input 0, i0 for the position
/// along dimension 0, d0 for the result of reduction 0, old0 and new0 for a
/// reference or component before and after a step, n for the length of the
/// axis, p0 for a parameter, c0 for a center, u0 for the deviation from it, D0
/// for a shift, state0 for the final value of component 0.
void print(llvm::raw_ostream &os, Expr value);
std::string toString(Expr value);

/// Value of `value` where `leaf` gives the values of the leaves. Opaque atoms
/// evaluate to NaN.
double evaluate(Expr value, llvm::function_ref<double(const Atom &)> leaf);

/// The atoms in `value`, nested ones included.
void walkAtoms(Expr value, llvm::function_ref<void(const Atom &)> fn);

} // namespace redfuser::algebra

#endif // REDFUSER_ALGEBRA_EXPR_H
