//===- Emit.cpp - Scalar code from expressions ----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// What can be written
//===----------------------------------------------------------------------===//

/// A value that is not a float: an atom as it is, or a known bit.
static bool canEmitRaw(Expr value) {
  return value->getAtom() || value->getConstant();
}

bool Emitter::canEmit(Expr value) {
  bool possible = true;
  walkAtoms(value, [&](const Atom &atom) {
    switch (atom.kind) {
    case AtomKind::Unknown:
      possible = false;
      break;
    case AtomKind::Opaque:
      possible &= atom.op->getNumRegions() == 0 &&
                  isa<FloatType, IntegerType, IndexType>(
                      atom.op->getResult(atom.payload).getType());
      for (auto [arg, type] : llvm::zip(atom.args, atom.op->getOperandTypes()))
        possible &= isa<FloatType>(type) || canEmitRaw(arg);
      break;
    case AtomKind::Select:
      possible &= canEmitRaw(atom.args.front());
      break;
    default:
      break;
    }
  });
  return possible;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Value Emitter::convert(OpBuilder &builder, Location loc, Value value, Type to) {
  Type from = value.getType();
  if (from == to)
    return value;
  unsigned fromWidth = cast<FloatType>(from).getWidth();
  unsigned toWidth = cast<FloatType>(to).getWidth();
  if (fromWidth < toWidth)
    return arith::ExtFOp::create(builder, loc, to, value);
  if (fromWidth > toWidth)
    return arith::TruncFOp::create(builder, loc, to, value);
  // f16 and bf16: neither holds the other.
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, to, wide);
}

Value Emitter::constant(double value) {
  APFloat number(value);
  bool losesInfo;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, number));
}

Value Emitter::emitExp(Value exponent, bool base2) {
  if (base2)
    return math::Exp2Op::create(builder, loc, exponent);
  return math::ExpOp::create(builder, loc, exponent);
}

Value Emitter::emitRaw(Expr value, Type expected) {
  if (isa<FloatType>(expected))
    return convert(builder, loc, emit(value), expected);
  if (std::optional<Rational> known = value->getConstant())
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(expected, int64fromDynamicAPInt(known->num)));
  return emitAtom(*value->getAtom());
}

/// What `leaf` gives for the atom: a float in the emitter's type, anything else
/// as it is.
Value Emitter::emitLeaf(const Atom &atom) {
  if (Value known = leaves.lookup(&atom))
    return known;
  Value value = leaf(atom);
  if (value && isa<FloatType>(value.getType()))
    value = convert(builder, loc, value, type);
  leaves[&atom] = value;
  return value;
}

/// The atom in its own type: a float in the emitter's, anything else as it is.
Value Emitter::emitAtom(const Atom &atom) {
  auto arg = [&](unsigned i) { return emit(atom.args[i]); };
  switch (atom.kind) {
  case AtomKind::Leaf:
    return emitLeaf(atom);
  case AtomKind::Ln2:
    return constant(std::log(2.0));
  case AtomKind::Number:
    return constant(toDouble(atom.number));
  case AtomKind::NonFinite: {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    APFloat value = atom.payload == 0
                        ? APFloat::getQNaN(semantics)
                        : APFloat::getInf(semantics, atom.payload == 1);
    return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, value));
  }
  case AtomKind::Log:
    return math::LogOp::create(builder, loc, arg(0));
  case AtomKind::Abs:
    return math::AbsFOp::create(builder, loc, arg(0));
  case AtomKind::Group:
    return arg(0);
  case AtomKind::Whole:
    if (Value value = emitLeaf(atom))
      return value;
    return arg(0);
  case AtomKind::Round:
    return convert(builder, loc, convert(builder, loc, arg(0), atom.type),
                   type);
  case AtomKind::Extremum: {
    OperationState state(loc, atom.name);
    state.addOperands({arg(0), arg(1)});
    state.addTypes(type);
    return builder.create(state)->getResult(0);
  }
  case AtomKind::Compare:
    return arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate(atom.payload), arg(0), arg(1));
  case AtomKind::Select: {
    Value condition = emitRaw(atom.args[0], builder.getI1Type());
    return arith::SelectOp::create(builder, loc, condition, arg(1), arg(2));
  }
  case AtomKind::Opaque: {
    SmallVector<Value> operands;
    for (auto [operand, operandType] :
         llvm::zip(atom.args, atom.op->getOperandTypes()))
      operands.push_back(emitRaw(operand, operandType));
    Operation *copy = atom.op->clone();
    copy->setOperands(operands);
    builder.insert(copy);
    Value result = copy->getResult(atom.payload);
    if (isa<FloatType>(result.getType()))
      return convert(builder, loc, result, type);
    return result;
  }
  case AtomKind::Unknown:
    break;
  }
  llvm_unreachable("canEmit refuses such an atom");
}

Value Emitter::emitPower(Value base, const Rational &exponent) {
  if (isa<IntegerType>(base.getType()))
    base = arith::UIToFPOp::create(builder, loc, type, base);
  if (exponent == 1)
    return base;
  if (exponent == Rational(1, 2))
    return math::SqrtOp::create(builder, loc, base);
  if (exponent.den == 1 && exponent.num > 0 && exponent.num <= 4) {
    Value result = base;
    for (int64_t i = 1; i < int64fromDynamicAPInt(exponent.num); ++i)
      result = arith::MulFOp::create(builder, loc, result, base);
    return result;
  }
  return math::PowFOp::create(builder, loc, base, constant(toDouble(exponent)));
}

/// first * coefficient * product; a null `first` stands for one.
Value Emitter::emitProduct(Value first, const Rational &coefficient,
                           const Product &product) {
  Value result = first;
  auto times = [&](Value factor) {
    result =
        result ? arith::MulFOp::create(builder, loc, result, factor).getResult()
               : factor;
  };
  if (coefficient != 1)
    times(constant(toDouble(coefficient)));
  SmallVector<Power> below;
  // What a mask drops may be NaN: it chooses, and multiplies nothing.
  SmallVector<Value> masks;
  for (const Power &power : product.powers) {
    if (power.atom->isMask() && power.exponent == 1) {
      if (Value mask = emitAtom(*power.atom); mask.getType().isInteger(1)) {
        masks.push_back(mask);
        continue;
      }
    }
    if (power.exponent == Rational(-1, 2))
      times(math::RsqrtOp::create(builder, loc, emitAtom(*power.atom)));
    else if (power.exponent < 0)
      below.push_back({power.atom, -power.exponent});
    else
      times(emitPower(emitAtom(*power.atom), power.exponent));
  }
  if (product.exponent) {
    bool base2 =
        llvm::all_of(product.exponent->getTerms(), [](const Term &term) {
          return llvm::any_of(term.product->powers, [](const Power &power) {
            return power.atom->kind == AtomKind::Ln2 && power.exponent == 1;
          });
        });
    if (!base2) {
      times(emitExp(emit(product.exponent), /*base2=*/false));
    } else {
      // The sum without the factor ln2, term by term.
      Value exponent;
      for (const Term &term : product.exponent->getTerms()) {
        Product rest;
        rest.exponent = term.product->exponent;
        for (const Power &power : term.product->powers)
          if (power.atom->kind != AtomKind::Ln2)
            rest.powers.push_back(power);
        Value part = emitProduct(nullptr, term.coefficient, rest);
        exponent = exponent
                       ? arith::AddFOp::create(builder, loc, exponent, part)
                             .getResult()
                       : part;
      }
      times(emitExp(exponent, /*base2=*/true));
    }
  }
  if (!result)
    result = constant(1.0);
  for (const Power &power : below)
    result = arith::DivFOp::create(
        builder, loc, result, emitPower(emitAtom(*power.atom), power.exponent));
  for (Value mask : masks)
    result = arith::SelectOp::create(builder, loc, mask, result, constant(0.0));
  return result;
}

/// The logarithm of references among the factors of `term`, the only one, and
/// the other factors.
static std::pair<const Atom *, Product> splitLog(const Term &term) {
  const Atom *log = nullptr;
  Product rest;
  rest.exponent = term.product->exponent;
  for (const Power &power : term.product->powers) {
    if (power.atom->kind != AtomKind::Log)
      rest.powers.push_back(power);
    else if (log || power.exponent != 1 || (power.atom->dependence & OnAxis))
      return {};
    else
      log = power.atom;
  }
  return {log, rest};
}

/// c log(a) p - c log(b) p as one logarithm where a and b are near each other:
/// rounding both is large against a small difference. Null for anything else.
Value Emitter::emitLogDifference(Expr value) {
  if (value->getTerms().size() != 2)
    return nullptr;
  const Term *plus = &value->getTerms()[0], *minus = &value->getTerms()[1];
  if (plus->coefficient < 0)
    std::swap(plus, minus);
  auto [log, rest] = splitLog(*plus);
  auto [other, otherRest] = splitLog(*minus);
  if (!log || !other || plus->coefficient != -minus->coefficient ||
      rest.exponent != otherRest.exponent ||
      !llvm::equal(rest.powers, otherRest.powers,
                   [](const Power &a, const Power &b) {
                     return a.atom == b.atom && a.exponent == b.exponent;
                   }))
    return nullptr;
  Value a = emit(log->args[0]), b = emit(other->args[0]);
  Value distance = arith::SubFOp::create(builder, loc, a, b);
  Value twice = arith::MulFOp::create(
      builder, loc, math::AbsFOp::create(builder, loc, distance),
      constant(2.0));
  // Less than, so that an infinite b is near nothing.
  Value near =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, twice, b);
  Value one = math::Log1pOp::create(
      builder, loc, arith::DivFOp::create(builder, loc, distance, b));
  Value logA = emitAtom(*log), logB = emitAtom(*other);
  Value two = arith::SubFOp::create(builder, loc, logA, logB);
  Value difference = arith::SelectOp::create(builder, loc, near, one, two);
  return emitProduct(difference, plus->coefficient, rest);
}

Value Emitter::emit(Expr value) {
  if (Value found = emitted.lookup(value))
    return found;
  Value result = emitLogDifference(value);
  if (result)
    return emitted[value] = result;
  // Positive terms first, so that a difference is written as one.
  for (bool negative : {false, true})
    for (const Term &term : value->getTerms()) {
      if ((term.coefficient < 0) != negative)
        continue;
      if (!result) {
        result = emitProduct(nullptr, term.coefficient, *term.product);
        continue;
      }
      Value part = emitProduct(nullptr, mlir::presburger::abs(term.coefficient),
                               *term.product);
      if (negative)
        result = arith::SubFOp::create(builder, loc, result, part);
      else
        result = arith::AddFOp::create(builder, loc, result, part);
    }
  if (!result)
    result = constant(0.0);
  return emitted[value] = result;
}

Value Emitter::emitTimes(Value factor, Expr value) {
  if (value->isOne())
    return factor;
  if (value->getTerms().size() == 1)
    return emitProduct(factor, value->getTerms().front().coefficient,
                       *value->getTerms().front().product);
  return arith::MulFOp::create(builder, loc, factor, emit(value));
}

Expr redfuser::algebra::matchMultipleOfLn2(ExprContext &context, Expr value) {
  bool multiple =
      !value->isZero() && llvm::all_of(value->getTerms(), [](const Term &term) {
        return llvm::any_of(term.product->powers, [](const Power &power) {
          return power.atom->kind == AtomKind::Ln2 && power.exponent == 1;
        });
      });
  return multiple ? context.div(value, context.ln2()) : nullptr;
}
