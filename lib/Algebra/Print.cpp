//===- Print.cpp - Expressions as text and as numbers ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The nearest double of a non-negative integer, as mantissa * 2^exponent.
static double toDouble(DynamicAPInt value, int &exponent) {
  const DynamicAPInt limb(int64_t(1) << 32);
  SmallVector<int64_t> limbs;
  for (; value > 0; value = value / limb)
    limbs.push_back(int64fromDynamicAPInt(value % limb));
  // Three limbs hold more than the 53 bits of a double.
  double result = 0;
  unsigned kept = std::min<size_t>(limbs.size(), 3);
  exponent = 32 * int(limbs.size() - kept);
  for (unsigned i = 0; i < kept; ++i)
    result = result * 4294967296.0 + double(limbs[limbs.size() - 1 - i]);
  return result;
}

double redfuser::algebra::toDouble(const Rational &value) {
  int numerator, denominator;
  double num = ::toDouble(llvm::abs(value.num), numerator);
  double den = ::toDouble(value.den, denominator);
  double result = std::ldexp(num / den, numerator - denominator);
  return value.num < 0 ? -result : result;
}

namespace {
struct Evaluator {
  function_ref<double(const Atom &)> leaf;
  /// Shared subexpressions are evaluated once.
  DenseMap<Expr, double> known;

  double evaluate(Expr value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    double result = 0;
    for (const Term &term : value->getTerms()) {
      double product = toDouble(term.coefficient);
      for (const Power &power : term.product->powers)
        product *= std::pow(evaluate(*power.atom), toDouble(power.exponent));
      if (term.product->exponent)
        product *= std::exp(evaluate(term.product->exponent));
      result += product;
    }
    known[value] = result;
    return result;
  }

  double evaluate(const Atom &atom) {
    auto arg = [&](unsigned i) { return evaluate(atom.args[i]); };
    switch (atom.kind) {
    case AtomKind::Leaf:
      return leaf(atom);
    case AtomKind::Ln2:
      return std::log(2.0);
    case AtomKind::Number:
      return toDouble(atom.number);
    case AtomKind::NonFinite:
      return atom.payload == 0   ? std::nan("")
             : atom.payload == 1 ? -std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::infinity();
    case AtomKind::Log:
      return std::log(arg(0));
    case AtomKind::Abs:
      return std::fabs(arg(0));
    case AtomKind::Group:
    case AtomKind::Whole:
    case AtomKind::Round:
      return arg(0);
    case AtomKind::Select:
      return arg(0) != 0 ? arg(1) : arg(2);
    default:
      return std::nan("");
    }
  }
};
} // namespace

double redfuser::algebra::evaluate(Expr value,
                                   function_ref<double(const Atom &)> leaf) {
  Evaluator evaluator{leaf, DenseMap<Expr, double>()};
  return evaluator.evaluate(value);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// Prints within a budget: a shared subexpression is printed at each use, so a
/// deep one would grow without bound.
struct Printer {
  raw_ostream &os;
  unsigned budget = 256;

  void printNumber(const Rational &value);
  void printAtom(const Atom &atom);
  void printTerm(const Rational &coefficient, const Product &product);
  void print(Expr value);
};
} // namespace

void Printer::printNumber(const Rational &value) {
  if (value.den == 1) {
    os << value.num;
    return;
  }
  os << format("%.9g", toDouble(value));
}

void Printer::printAtom(const Atom &atom) {
  if (budget == 0) {
    os << "...";
    return;
  }
  --budget;
  auto call = [&](StringRef name) {
    os << name << '(';
    llvm::interleaveComma(atom.args, os, [&](Expr arg) { print(arg); });
    os << ')';
  };
  switch (atom.kind) {
  case AtomKind::Leaf: {
    StringRef star = atom.fixed ? "*" : "";
    switch (atom.leaf) {
    case LeafKind::Input:
    case LeafKind::Row:
      os << 'x' << atom.index << star;
      return;
    case LeafKind::Index:
      os << 'i' << atom.index << star;
      return;
    case LeafKind::Reference:
      os << 'd' << atom.index << star;
      return;
    case LeafKind::Old:
      os << "old" << atom.index;
      return;
    case LeafKind::New:
      os << "new" << atom.index;
      return;
    case LeafKind::Parameter:
      os << 'p' << atom.id;
      return;
    case LeafKind::Length:
      os << 'n';
      return;
    case LeafKind::Center:
      os << 'c' << atom.index;
      return;
    case LeafKind::Deviation:
      os << 'u' << atom.index;
      return;
    case LeafKind::Shift:
      os << 'D' << atom.index;
      return;
    case LeafKind::State:
      os << "state" << atom.index;
      return;
    }
    llvm_unreachable("all leaf kinds handled");
  }
  case AtomKind::Ln2:
    os << "ln2";
    return;
  case AtomKind::Number:
    printNumber(atom.number);
    return;
  case AtomKind::NonFinite:
    os << (atom.payload == 0 ? "nan" : atom.payload == 1 ? "-inf" : "inf");
    return;
  case AtomKind::Log:
    return call("log");
  case AtomKind::Abs:
    return call("abs");
  case AtomKind::Group:
  case AtomKind::Whole:
    return call("");
  case AtomKind::Round: {
    std::string name;
    raw_string_ostream(name) << atom.type;
    return call(name);
  }
  case AtomKind::Extremum:
  case AtomKind::Opaque:
    return call(atom.name.getValue().rsplit('.').second);
  case AtomKind::Compare:
    return call(mlir::arith::stringifyCmpFPredicate(
        mlir::arith::CmpFPredicate(atom.payload)));
  case AtomKind::Select:
    return call("select");
  case AtomKind::Unknown:
    os << "<beyond limits>";
    return;
  }
}

void Printer::printTerm(const Rational &coefficient, const Product &product) {
  ListSeparator times(" * ");
  bool anyAbove = llvm::any_of(
      product.powers, [](const Power &power) { return power.exponent > 0; });
  if (coefficient != 1 || (!anyAbove && !product.exponent)) {
    os << times;
    printNumber(coefficient);
  }
  auto printPower = [&](const Atom &atom, const Rational &exponent) {
    printAtom(atom);
    if (exponent != 1) {
      os << '^';
      printNumber(exponent);
    }
  };
  for (const Power &power : product.powers) {
    if (power.exponent < 0)
      continue;
    os << times;
    printPower(*power.atom, power.exponent);
  }
  if (product.exponent) {
    os << times << "exp(";
    print(product.exponent);
    os << ')';
  }
  for (const Power &power : product.powers) {
    if (power.exponent > 0)
      continue;
    os << " / ";
    printPower(*power.atom, -power.exponent);
  }
}

void Printer::print(Expr value) {
  if (value->isZero()) {
    os << '0';
    return;
  }
  for (auto [index, term] : llvm::enumerate(value->getTerms())) {
    bool negative = term.coefficient < 0;
    if (index == 0)
      os << (negative ? "-" : "");
    else
      os << (negative ? " - " : " + ");
    printTerm(mlir::presburger::abs(term.coefficient), *term.product);
  }
}

void redfuser::algebra::print(raw_ostream &os, Expr value) {
  Printer{os}.print(value);
}

std::string redfuser::algebra::toString(Expr value) {
  std::string text;
  raw_string_ostream os(text);
  print(os, value);
  return text;
}
