//===- Scalars.cpp - Scalar operations ------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::reference;

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

double Rounder::roundToNearest(Type type, double value) const {
  if (mode == Rounding::None || type.isF64())
    return value;
  if (type.isF32())
    return static_cast<float>(value);
  if (type.isF16())
    return widenFloat(ElementKind::F16, narrowFloat(ElementKind::F16, value));
  if (type.isBF16())
    return widenFloat(ElementKind::BF16, narrowFloat(ElementKind::BF16, value));
  bool losesInfo;
  APFloat rounded(value);
  rounded.convert(cast<FloatType>(type).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &losesInfo);
  rounded.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return rounded.convertToDouble();
}

bool Rounder::draw(double value, bool isSecond) {
  if (!repeats)
    return random() % 2;
  // The finalizer of SplitMix64.
  uint64_t bits = llvm::bit_cast<uint64_t>(value) +
                  (2 * seed + isSecond + 1) * 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
  return (bits ^ (bits >> 31)) & 1;
}

double Rounder::round(Type type, double value) {
  double nearest = roundToNearest(type, value);
  if (mode != Rounding::Random || !std::isfinite(nearest))
    return nearest;
  if (type.isF64()) {
    // The double does not show whether it is exact.
    double away = draw(value) ? INFINITY : -INFINITY;
    return value == 0 || draw(value, /*isSecond=*/true)
               ? value
               : std::nextafter(value, away);
  }
  std::optional<ElementKind> kind = getElementKind(type);
  if (nearest == value || !kind || draw(value))
    return nearest;
  // The neighbour on the other side of the value.
  double ulp = std::ldexp(getEpsilon(*kind), std::ilogb(nearest));
  double other = roundToNearest(type, nearest + (value > nearest ? ulp : -ulp));
  return nearest != 0 && std::isfinite(other) ? other : nearest;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

Scalar reference::makeInteger(Type type, int64_t value) {
  unsigned width = getWidth(type);
  if (width == 1)
    return Scalar::makeInteger(value & 1);
  return Scalar::makeInteger(width < 64 ? llvm::SignExtend64(value, width)
                                        : value);
}

/// As a number in two's complement; an i1 that is set is -1.
static int64_t asSigned(Type type, int64_t value) {
  return getWidth(type) == 1 ? -value : value;
}

static uint64_t asUnsigned(Type type, int64_t value) {
  unsigned width = getWidth(type);
  return width < 64 ? value & llvm::maskTrailingOnes<uint64_t>(width) : value;
}

static bool compare(arith::CmpIPredicate predicate, Type type, int64_t lhs,
                    int64_t rhs) {
  int64_t a = asSigned(type, lhs), b = asSigned(type, rhs);
  uint64_t ua = asUnsigned(type, lhs), ub = asUnsigned(type, rhs);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  case arith::CmpIPredicate::ult:
    return ua < ub;
  case arith::CmpIPredicate::ule:
    return ua <= ub;
  case arith::CmpIPredicate::ugt:
    return ua > ub;
  case arith::CmpIPredicate::uge:
    return ua >= ub;
  }
  llvm_unreachable("unknown predicate");
}

static bool compare(arith::CmpFPredicate predicate, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::UNE:
    return unordered || a != b;
  }
  llvm_unreachable("unknown predicate");
}

/// Wrapping arithmetic, where overflow is no undefined behaviour.
static int64_t wrapping(uint64_t value) { return static_cast<int64_t>(value); }

static std::optional<int64_t> evaluateInteger(Operation *op, Type type,
                                              int64_t lhs, int64_t rhs) {
  int64_t a = asSigned(type, lhs), b = asSigned(type, rhs);
  uint64_t ua = asUnsigned(type, lhs), ub = asUnsigned(type, rhs);
  bool divides =
      isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
  if (divides && ub == 0)
    return std::nullopt;
  // The one quotient that does not fit.
  if (isa<arith::DivSIOp, arith::CeilDivSIOp, arith::FloorDivSIOp,
          arith::RemSIOp>(op) &&
      a == INT64_MIN && b == -1)
    return isa<arith::RemSIOp>(op) ? 0 : a;
  bool shifts = isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
  if (shifts && ub >= getWidth(type))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case([&](arith::AddIOp) { return wrapping(ua + ub); })
      .Case([&](arith::SubIOp) { return wrapping(ua - ub); })
      .Case([&](arith::MulIOp) { return wrapping(ua * ub); })
      .Case([&](arith::DivSIOp) { return a / b; })
      .Case([&](arith::DivUIOp) { return wrapping(ua / ub); })
      .Case([&](arith::RemSIOp) { return a % b; })
      .Case([&](arith::RemUIOp) { return wrapping(ua % ub); })
      .Case([&](arith::CeilDivSIOp) {
        return a / b + (a % b != 0 && (a < 0) == (b < 0));
      })
      .Case([&](arith::CeilDivUIOp) {
        return wrapping(ua / ub + (ua % ub != 0));
      })
      .Case([&](arith::FloorDivSIOp) {
        return a / b - (a % b != 0 && (a < 0) != (b < 0));
      })
      .Case([&](arith::AndIOp) { return lhs & rhs; })
      .Case([&](arith::OrIOp) { return lhs | rhs; })
      .Case([&](arith::XOrIOp) { return lhs ^ rhs; })
      .Case([&](arith::ShLIOp) { return wrapping(ua << ub); })
      .Case([&](arith::ShRSIOp) { return a >> ub; })
      .Case([&](arith::ShRUIOp) { return wrapping(ua >> ub); })
      .Case([&](arith::MaxSIOp) { return std::max(a, b); })
      .Case([&](arith::MinSIOp) { return std::min(a, b); })
      .Case([&](arith::MaxUIOp) { return wrapping(std::max(ua, ub)); })
      .Case([&](arith::MinUIOp) { return wrapping(std::min(ua, ub)); })
      .Case([&](arith::CmpIOp cmp) {
        return static_cast<int64_t>(
            compare(cmp.getPredicate(), type, lhs, rhs));
      })
      .DefaultUnreachable("not a binary integer op");
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Maximum and minimum in the order that also has -0 < +0.
static double orderedMax(double a, double b) {
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
static double orderedMin(double a, double b) { return -orderedMax(-a, -b); }

static double propagateNaN(double a, double b, double otherwise) {
  return std::isnan(a) || std::isnan(b)
             ? std::numeric_limits<double>::quiet_NaN()
             : otherwise;
}

static double ignoreNaN(double a, double b, double otherwise) {
  return std::isnan(a) ? b : std::isnan(b) ? a : otherwise;
}

/// The operations whose results are values of the type already.
static std::optional<double> evaluateExact(Operation *op, ArrayRef<double> x) {
  using Result = std::optional<double>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::NegFOp) { return -x[0]; })
      .Case([&](math::AbsFOp) { return std::fabs(x[0]); })
      .Case([&](arith::MaximumFOp) {
        return propagateNaN(x[0], x[1], orderedMax(x[0], x[1]));
      })
      .Case([&](arith::MinimumFOp) {
        return propagateNaN(x[0], x[1], orderedMin(x[0], x[1]));
      })
      .Case([&](arith::MaxNumFOp) {
        return ignoreNaN(x[0], x[1], orderedMax(x[0], x[1]));
      })
      .Case([&](arith::MinNumFOp) {
        return ignoreNaN(x[0], x[1], orderedMin(x[0], x[1]));
      })
      .Case([&](arith::RemFOp) { return std::fmod(x[0], x[1]); })
      .Case([&](math::CopySignOp) { return std::copysign(x[0], x[1]); })
      .Case([&](math::CeilOp) { return std::ceil(x[0]); })
      .Case([&](math::FloorOp) { return std::floor(x[0]); })
      .Case([&](math::RoundOp) { return std::round(x[0]); })
      .Case([&](math::RoundEvenOp) { return std::nearbyint(x[0]); })
      .Case([&](math::TruncOp) { return std::trunc(x[0]); })
      .Case([&](arith::ExtFOp) { return x[0]; })
      .Default([](Operation *) { return std::nullopt; });
}

static std::optional<double> evaluateRounded(Operation *op,
                                             ArrayRef<double> x) {
  using Result = std::optional<double>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddFOp) { return x[0] + x[1]; })
      .Case([&](arith::SubFOp) { return x[0] - x[1]; })
      .Case([&](arith::MulFOp) { return x[0] * x[1]; })
      .Case([&](arith::DivFOp) { return x[0] / x[1]; })
      .Case([&](arith::TruncFOp) { return x[0]; })
      .Case([&](math::FmaOp) { return std::fma(x[0], x[1], x[2]); })
      .Case([&](math::ExpOp) { return std::exp(x[0]); })
      .Case([&](math::Exp2Op) { return std::exp2(x[0]); })
      .Case([&](math::ExpM1Op) { return std::expm1(x[0]); })
      .Case([&](math::LogOp) { return std::log(x[0]); })
      .Case([&](math::Log2Op) { return std::log2(x[0]); })
      .Case([&](math::Log10Op) { return std::log10(x[0]); })
      .Case([&](math::Log1pOp) { return std::log1p(x[0]); })
      .Case([&](math::SqrtOp) { return std::sqrt(x[0]); })
      .Case([&](math::RsqrtOp) { return 1 / std::sqrt(x[0]); })
      .Case([&](math::CbrtOp) { return std::cbrt(x[0]); })
      .Case([&](math::PowFOp) { return std::pow(x[0], x[1]); })
      .Case([&](math::SinOp) { return std::sin(x[0]); })
      .Case([&](math::CosOp) { return std::cos(x[0]); })
      .Case([&](math::TanOp) { return std::tan(x[0]); })
      .Case([&](math::AtanOp) { return std::atan(x[0]); })
      .Case([&](math::Atan2Op) { return std::atan2(x[0], x[1]); })
      .Case([&](math::SinhOp) { return std::sinh(x[0]); })
      .Case([&](math::CoshOp) { return std::cosh(x[0]); })
      .Case([&](math::TanhOp) { return std::tanh(x[0]); })
      .Case([&](math::ErfOp) { return std::erf(x[0]); })
      .Case([&](math::ErfcOp) { return std::erfc(x[0]); })
      .Default([](Operation *) { return std::nullopt; });
}

/// A float as an integer; what does not fit has no value.
static std::optional<int64_t> toInteger(Type type, double value,
                                        bool isSigned) {
  double truncated = std::trunc(value);
  int width = getWidth(type);
  double least = isSigned ? -std::ldexp(1.0, width - 1) : 0;
  double bound = std::ldexp(1.0, isSigned ? width - 1 : width);
  if (!(truncated >= least && truncated < bound))
    return std::nullopt;
  return isSigned ? static_cast<int64_t>(truncated)
                  : static_cast<int64_t>(static_cast<uint64_t>(truncated));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Scalar reference::getConstant(Attribute value, const Rounder &rounder) {
  if (auto real = dyn_cast<FloatAttr>(value)) {
    bool losesInfo;
    APFloat wide = real.getValue();
    wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    return Scalar::makeReal(wide.convertToDouble());
  }
  auto integer = cast<IntegerAttr>(value);
  return makeInteger(integer.getType(), integer.getValue().getSExtValue());
}

bool reference::isScalarOp(Operation *op) {
  return op->getNumResults() == 1 && op->getNumOperands() > 0 &&
         op->getNumRegions() == 0 &&
         isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op->getDialect());
}

FailureOr<Scalar> reference::evaluateScalar(Operation *op,
                                            ArrayRef<Scalar> operands,
                                            Rounder &rounder) {
  Type type = getElementTypeOrSelf(op->getResult(0));
  Type from = getElementTypeOrSelf(op->getOperand(0));
  auto unknown = [&]() -> InFlightDiagnostic {
    return op->emitError("the interpreter does not know '")
           << op->getName() << "' on " << from;
  };
  if (isa<arith::SelectOp>(op))
    return operands[operands[0].getInteger() ? 1 : 2];

  if (isa<FloatType>(from)) {
    SmallVector<double, 3> x;
    for (Scalar operand : operands) {
      if (!operand.isReal())
        return unknown();
      x.push_back(operand.getReal());
    }
    if (auto cmp = dyn_cast<arith::CmpFOp>(op))
      return makeInteger(type, compare(cmp.getPredicate(), x[0], x[1]));
    if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
      if (auto value = toInteger(type, x[0], isa<arith::FPToSIOp>(op)))
        return makeInteger(type, *value);
      return op->emitError("the value ") << x[0] << " does not fit " << type;
    }
    if (std::optional<double> value = evaluateExact(op, x))
      return Scalar::makeReal(*value);
    if (std::optional<double> value = evaluateRounded(op, x))
      return Scalar::makeReal(rounder.round(type, *value));
    return unknown();
  }

  if (!from.isIntOrIndex() || getWidth(from) > 64)
    return unknown();
  SmallVector<int64_t, 2> x;
  for (Scalar operand : operands) {
    if (operand.isReal())
      return unknown();
    x.push_back(operand.getInteger());
  }
  if (isa<arith::SIToFPOp>(op))
    return Scalar::makeReal(rounder.round(type, asSigned(from, x[0])));
  if (isa<arith::UIToFPOp>(op))
    return Scalar::makeReal(rounder.round(type, asUnsigned(from, x[0])));
  if (isa<arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(op))
    return makeInteger(type, asSigned(from, x[0]));
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return makeInteger(type, asUnsigned(from, x[0]));
  if (isa<math::AbsIOp>(op))
    return makeInteger(type, x[0] < 0 ? wrapping(-uint64_t(x[0])) : x[0]);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
           arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp,
           arith::CeilDivUIOp, arith::FloorDivSIOp, arith::AndIOp, arith::OrIOp,
           arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp,
           arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
           arith::CmpIOp>(op))
    return unknown();
  if (std::optional<int64_t> value = evaluateInteger(op, from, x[0], x[1]))
    return makeInteger(type, *value);
  return op->emitError("the value of '")
         << op->getName() << "' is undefined for " << x[0] << " and " << x[1];
}
