//===- Import.cpp - Expressions from scalar code --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Algebra/Import.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace redfuser::algebra;

static bool isTransparentType(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

static bool isNarrow(Type type) { return isa<Float16Type, BFloat16Type>(type); }

/// The operation computes exactly, in whatever type.
static bool isExact(Operation *op) {
  return isa<arith::NegFOp, arith::MaximumFOp, arith::MaxNumFOp,
             arith::MinimumFOp, arith::MinNumFOp, arith::SelectOp, math::AbsFOp,
             arith::ExtFOp, arith::ConstantOp>(op);
}

/// The value of a float constant, through conversions.
static std::optional<APFloat> getConstantFloat(Value value) {
  APFloat constant(0.0);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::TruncFOp, arith::ExtFOp>(op) ||
      !isTransparentType(value.getType()) ||
      !matchPattern(op->getOperand(0), m_ConstantFloat(&constant)))
    return std::nullopt;
  bool losesInfo;
  constant.convert(cast<FloatType>(value.getType()).getFloatSemantics(),
                   APFloat::rmNearestTiesToEven, &losesInfo);
  return constant;
}

Value redfuser::algebra::skipRoundTrips(Value value) {
  while (auto truncate = value.getDefiningOp<arith::TruncFOp>()) {
    auto extend = truncate.getIn().getDefiningOp<arith::ExtFOp>();
    if (!extend || extend.getIn().getType() != value.getType())
      break;
    value = extend.getIn();
  }
  return value;
}

/// x + 0 and x - 0 are x.
static bool addsZero(Operation *op) {
  if (!isa<arith::AddFOp, arith::SubFOp>(op))
    return false;
  auto isZero = [&](unsigned i) {
    std::optional<APFloat> constant = getConstantFloat(op->getOperand(i));
    return constant && constant->isZero();
  };
  return isZero(1) || (isa<arith::AddFOp>(op) && isZero(0));
}

/// The inputs that `value` reads.
static llvm::SmallBitVector getInputs(Expr value) {
  llvm::SmallBitVector inputs;
  walkAtoms(value, [&](const Atom &atom) {
    if (!atom.isLeaf(LeafKind::Input) && !atom.isLeaf(LeafKind::Row))
      return;
    if (inputs.size() <= atom.index)
      inputs.resize(atom.index + 1);
    inputs.set(atom.index);
  });
  return inputs;
}

using Atoms = llvm::SmallPtrSet<const Atom *, 4>;

/// What `value` (or, with `inverse`, 1 / value) multiplies by or, `below`,
/// divides by, and an input is in. Of a sum of several products the inverse is
/// opaque.
static Atoms getFactors(Expr value, bool inverse, bool below) {
  Atoms factors;
  if (inverse && value->getTerms().size() > 1)
    return factors;
  for (const Term &term : value->getTerms())
    for (const Power &power : term.product->powers)
      if ((power.atom->dependence & OnAxis) &&
          ((power.exponent < 0) != inverse) == below)
        factors.insert(power.atom);
  return factors;
}

/// True if an input that the operands read is not in `result`, as in x - x, or
/// a reference in a result that is zero, as in 0 * d. The laws are those of
/// numbers: where the value is infinite or NaN, so is the program's result,
/// which is some function of its operands then.
bool Importer::losesOperand(Operation *op, Expr result) {
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
           math::FmaOp>(op))
    return false;
  // If as many products are left as were added, none has been cancelled.
  if (isa<arith::AddFOp, arith::SubFOp>(op) &&
      result->getTerms().size() ==
          get(op->getOperand(0))->getTerms().size() +
              get(op->getOperand(1))->getTerms().size())
    return false;
  // What is beyond the limits may read anything.
  if (const Atom *atom = result->getAtom();
      atom && atom->kind == AtomKind::Unknown)
    return false;
  Atoms divisors;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    llvm::set_union(divisors,
                    getFactors(get(operand), i == 1 && isa<arith::DivFOp>(op),
                               /*below=*/true));
  Atoms left = getFactors(result, /*inverse=*/false, /*below=*/true);
  if (!llvm::set_is_subset(divisors, left))
    return true;
  // x / (x x): infinity over infinity is not 1 / x.
  if (isa<arith::MulFOp, arith::DivFOp>(op)) {
    Expr lhs = get(op->getOperand(0)), rhs = get(op->getOperand(1));
    bool inverse = isa<arith::DivFOp>(op);
    for (bool below : {false, true}) {
      Atoms mine = getFactors(lhs, /*inverse=*/false, below);
      Atoms others = getFactors(rhs, inverse, !below);
      if (llvm::any_of(mine,
                       [&](const Atom *atom) { return others.contains(atom); }))
        return true;
    }
  }
  llvm::SmallBitVector kept = getInputs(result);
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Expr read = get(operand);
    return getInputs(read).test(kept) ||
           (result->isZero() && read->dependsOn(OnReference));
  });
}

Expr Importer::get(Value value) {
  if (Expr found = values.lookup(value))
    return found;
  Expr expr = leaf(value);
  APInt integer;
  if (!expr && rounding == Rounding::Requantized &&
      !value.getType().isInteger(1) &&
      matchPattern(value, m_ConstantInt(&integer)) && integer.isSignedIntN(64))
    expr = context.constant(integer.getSExtValue());
  if (!expr) {
    std::optional<APFloat> constant = getConstantFloat(value);
    expr = constant ? context.constant(*constant) : context.parameter(value);
  }
  return values[value] = expr;
}

void Importer::run(Block &block) {
  for (Operation &op : block.without_terminator()) {
    context.setLocation(op.getLoc());
    for (OpResult result : op.getResults()) {
      if (values.contains(result))
        continue;
      Expr expr = leaf(result);
      if (!expr)
        expr = importResult(&op, result.getResultNumber());
      values[result] = wholes.contains(result) ? context.whole(expr) : expr;
    }
  }
  context.setLocation(std::nullopt);
}

Expr Importer::importResult(Operation *op, unsigned result) {
  if (std::optional<APFloat> constant = getConstantFloat(op->getResult(result)))
    return context.constant(*constant);
  if (op->getNumResults() == 1)
    if (Expr expr = importOp(op); expr && !losesOperand(op, expr)) {
      Type type = op->getResult(0).getType();
      bool rounds = isNarrow(type) && !isExact(op) && !addsZero(op);
      bool isRoundTrip = skipRoundTrips(op->getResult(0)) != op->getResult(0);
      if (rounding == Rounding::Opaque && !isRoundTrip &&
          (rounds || isa<arith::TruncFOp>(op)))
        return context.round(expr, type);
      return expr;
    }

  // A region may read anything: nothing is known of such a value.
  if (op->getNumRegions() != 0)
    return context.unknown();
  SmallVector<Expr> operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return get(operand); });
  return context.opaque(op, result, operands);
}

/// The expression of an operation with one result that the algebra knows; null
/// for every other.
Expr Importer::importOp(Operation *op) {
  auto arg = [&](unsigned i) { return get(op->getOperand(i)); };
  bool requantized = rounding == Rounding::Requantized;
  return llvm::TypeSwitch<Operation *, Expr>(op)
      .Case([&](arith::ConstantOp constant) -> Expr {
        auto integer = dyn_cast<IntegerAttr>(constant.getValue());
        if (integer && integer.getType().isInteger(1))
          return context.constant(integer.getValue().isZero() ? 0 : 1);
        if (integer && requantized && integer.getValue().isSignedIntN(64))
          return context.constant(integer.getValue().getSExtValue());
        return nullptr;
      })
      .Case([&](arith::AddFOp) { return context.add(arg(0), arg(1)); })
      .Case([&](arith::SubFOp) { return context.sub(arg(0), arg(1)); })
      .Case([&](arith::MulFOp) { return context.mul(arg(0), arg(1)); })
      .Case([&](arith::DivFOp) -> Expr {
        if (arg(1)->isZero())
          return nullptr;
        return context.div(arg(0), arg(1));
      })
      .Case([&](arith::NegFOp) { return context.neg(arg(0)); })
      .Case([&](arith::ExtFOp) { return arg(0); })
      .Case([&](arith::TruncFOp truncate) -> Expr {
        if (requantized || (isTransparentType(truncate.getType()) &&
                            isTransparentType(truncate.getIn().getType())))
          return arg(0);
        return nullptr;
      })
      .Case<math::RoundEvenOp, math::RoundOp, math::FloorOp, math::CeilOp,
            math::TruncOp, arith::FPToSIOp, arith::FPToUIOp>(
          [&](auto) -> Expr { return requantized ? arg(0) : nullptr; })
      .Case<arith::AddIOp, arith::SubIOp>([&](auto) -> Expr {
        // Sums of booleans are their exclusive or.
        if (!requantized || op->getOperand(0).getType().isInteger(1))
          return nullptr;
        return isa<arith::AddIOp>(op) ? context.add(arg(0), arg(1))
                                      : context.sub(arg(0), arg(1));
      })
      .Case<arith::SIToFPOp, arith::ExtSIOp, arith::UIToFPOp>(
          [&](auto) -> Expr {
            // True is -1 there.
            bool isBoolean = op->getOperand(0).getType().isInteger(1);
            return requantized && !isBoolean ? arg(0) : nullptr;
          })
      .Case([&](arith::MulIOp) -> Expr {
        return requantized ? context.mul(arg(0), arg(1)) : nullptr;
      })
      .Case([&](arith::ExtUIOp) -> Expr {
        return op->getOperand(0).getType().isInteger(1) ? arg(0) : nullptr;
      })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
            arith::MinNumFOp>([&](auto) {
        return context.extremum(op->getName().getIdentifier(), arg(0), arg(1));
      })
      .Case<arith::MaxSIOp, arith::MinSIOp>([&](auto) -> Expr {
        // Integers are never NaN.
        StringRef name = isa<arith::MaxSIOp>(op)
                             ? arith::MaximumFOp::getOperationName()
                             : arith::MinimumFOp::getOperationName();
        return requantized
                   ? context.extremum(StringAttr::get(op->getContext(), name),
                                      arg(0), arg(1))
                   : nullptr;
      })
      .Case([&](arith::CmpFOp compare) {
        return context.compare(unsigned(compare.getPredicate()), arg(0),
                               arg(1));
      })
      .Case([&](arith::SelectOp select) -> Expr {
        if (!isa<FloatType>(select.getType()) ||
            !select.getCondition().getType().isInteger(1))
          return nullptr;
        return context.select(arg(0), arg(1), arg(2));
      })
      .Case([&](math::ExpOp) { return context.exp(arg(0)); })
      .Case([&](math::Exp2Op) { return context.exp2(arg(0)); })
      .Case([&](math::ExpM1Op) {
        return context.sub(context.exp(arg(0)), context.constant(1));
      })
      .Case([&](math::LogOp) { return context.log(arg(0)); })
      .Case([&](math::Log2Op) { return context.log2(arg(0)); })
      .Case([&](math::Log1pOp) {
        return context.log(context.add(arg(0), context.constant(1)));
      })
      .Case([&](math::SqrtOp) { return context.pow(arg(0), Rational(1, 2)); })
      .Case([&](math::RsqrtOp) -> Expr {
        if (arg(0)->isZero())
          return nullptr;
        return context.pow(arg(0), Rational(-1, 2));
      })
      .Case([&](math::AbsFOp) { return context.abs(arg(0)); })
      .Case([&](math::FmaOp) {
        return context.add(context.mul(arg(0), arg(1)), arg(2));
      })
      .Case([&](math::PowFOp power) -> Expr {
        std::optional<APFloat> exponent = getConstantFloat(power.getRhs());
        if (!exponent || !exponent->isFinite())
          return nullptr;
        std::optional<Rational> value =
            context.constant(*exponent)->getConstant();
        if (!value || (arg(0)->isZero() && *value <= 0))
          return nullptr;
        return context.pow(arg(0), *value);
      })
      .Case([&](math::FPowIOp power) -> Expr {
        APInt exponent;
        if (!matchPattern(power.getRhs(), m_ConstantInt(&exponent)) ||
            !exponent.isSignedIntN(32))
          return nullptr;
        int64_t value = exponent.getSExtValue();
        if (arg(0)->isZero() && value <= 0)
          return nullptr;
        return context.pow(arg(0), Rational(value));
      })
      .Default([](Operation *) -> Expr { return nullptr; });
}
