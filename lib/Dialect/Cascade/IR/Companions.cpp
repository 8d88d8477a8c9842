//===- Companions.cpp - Monoids that combine pairs ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace redfuser::cascade;

std::optional<unsigned> MonoidAttrInterface::getPartner() {
  if (auto companion = dyn_cast<CompanionAttrInterface>(*this))
    return companion.getPartnerNumber();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// mean
//===----------------------------------------------------------------------===//

bool MeanAttr::supportsType(Type type) const {
  return isa<Float32Type, Float64Type>(type);
}
TypedAttr MeanAttr::getIdentity(Type type) const {
  return FloatAttr::get(type, 0.0);
}
Value MeanAttr::buildCombine(OpBuilder &, Location, Value, Value) const {
  return {};
}
Value MeanAttr::matchTerm(Value, Value, bool &negated) const {
  negated = false;
  return {};
}
Distribution MeanAttr::getDistribution() const { return Distribution::None; }
Trend MeanAttr::getTrend() const { return Trend::None; }
bool MeanAttr::isRounded() const { return true; }

unsigned MeanAttr::getPartnerNumber() const { return getWeight(); }
MonoidAttrInterface MeanAttr::withPartner(unsigned partner) const {
  return MeanAttr::get(getContext(), partner);
}
StringRef MeanAttr::checkPartner(MonoidAttrInterface monoid, Type) const {
  return isa<AddFAttr, AddIAttr>(monoid) ? "" : "a sum of weights";
}

static Value buildConstant(OpBuilder &b, Location loc, Type type,
                           double value) {
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

/// `weight`, a float or an integer, as a float of `type`.
static Value convertWeight(OpBuilder &b, Location loc, Value weight,
                           Type type) {
  Type from = weight.getType();
  if (from == type)
    return weight;
  if (!isa<FloatType>(from))
    return arith::SIToFPOp::create(b, loc, type, weight);
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, loc, type, weight);
  return arith::TruncFOp::create(b, loc, type, weight);
}

static Value buildIsZero(OpBuilder &b, Location loc, Value value) {
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, value,
                               buildConstant(b, loc, value.getType(), 0.0));
}

/// `value` if it is finite, otherwise zero. The comparisons carry no fast-math
/// flags: they must see what is not finite.
static Value buildFiniteOrZero(OpBuilder &b, Location loc, Value value) {
  Type type = value.getType();
  Value inf = buildConstant(b, loc, type, INFINITY);
  Value negInf = buildConstant(b, loc, type, -INFINITY);
  Value below =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, value, inf);
  Value above =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, value, negInf);
  Value finite = arith::AndIOp::create(b, loc, below, above);
  return arith::SelectOp::create(b, loc, finite, value,
                                 buildConstant(b, loc, type, 0.0));
}

/// The step by which a side with weight moves the mean; none without weight.
Value MeanAttr::buildCombineWith(OpBuilder &b, Location loc, Value lhsPartner,
                                 Value lhs, Value rhsPartner, Value rhs) const {
  Type type = lhs.getType();
  Value lhsWeight = convertWeight(b, loc, lhsPartner, type);
  Value rhsWeight = convertWeight(b, loc, rhsPartner, type);
  Value weight = arith::AddFOp::create(b, loc, lhsWeight, rhsWeight);
  Value fraction = arith::DivFOp::create(b, loc, rhsWeight, weight,
                                         arith::FastMathFlags::arcp);
  Value difference = arith::SubFOp::create(b, loc, rhs, lhs);
  Value step = arith::MulFOp::create(b, loc, difference, fraction);
  Value moved = arith::AddFOp::create(b, loc, lhs, step);
  Value stays = arith::OrIOp::create(b, loc, buildIsZero(b, loc, rhsWeight),
                                     buildIsZero(b, loc, weight));
  Value mean = arith::SelectOp::create(b, loc, stays, lhs, moved);
  return buildFiniteOrZero(b, loc, mean);
}

MonoidAttrInterface MeanAttr::getTileMonoid() const {
  return AddFAttr::get(getContext());
}

/// The first value where there is no mean yet: a sum of values that are far
/// from zero would round by more than their spread. The first weight must
/// count, so that the value is near the others: |x - mean| <= spread * sqrt(W'
/// / w).
Value MeanAttr::buildTileAnchor(OpBuilder &b, Location loc, Value oldPartner,
                                Value newPartner, Value old,
                                Value firstPartnerTerm, Value firstTerm) const {
  Type type = old.getType();
  Value none = buildIsZero(b, loc, convertWeight(b, loc, oldPartner, type));
  Value least =
      arith::MulFOp::create(b, loc, convertWeight(b, loc, newPartner, type),
                            buildConstant(b, loc, type, std::ldexp(1.0, -20)));
  Value counts = arith::CmpFOp::create(
      b, loc, arith::CmpFPredicate::OGT,
      convertWeight(b, loc, firstPartnerTerm, type), least);
  Value first = buildFiniteOrZero(b, loc, firstTerm);
  return arith::SelectOp::create(
      b, loc, arith::AndIOp::create(b, loc, none, counts), first, old);
}

/// w (x - c): differences from the old mean, which are small once it is near.
Value MeanAttr::buildTileTerm(OpBuilder &b, Location loc, Value partnerTerm,
                              Value term, Value old) const {
  Value weight = convertWeight(b, loc, partnerTerm, old.getType());
  Value difference = arith::SubFOp::create(b, loc, term, old);
  Value product = arith::MulFOp::create(b, loc, weight, difference);
  return arith::SelectOp::create(b, loc, buildIsZero(b, loc, weight), weight,
                                 product);
}

/// c + sum / W'.
Value MeanAttr::buildTileUpdate(OpBuilder &b, Location loc, Value newPartner,
                                Value old, Value tile) const {
  Value weight = convertWeight(b, loc, newPartner, old.getType());
  // A mean may be off by a few units: a reciprocal will do.
  Value step =
      arith::DivFOp::create(b, loc, tile, weight, arith::FastMathFlags::arcp);
  Value moved = arith::AddFOp::create(b, loc, old, step);
  Value mean =
      arith::SelectOp::create(b, loc, buildIsZero(b, loc, weight), old, moved);
  return buildFiniteOrZero(b, loc, mean);
}
