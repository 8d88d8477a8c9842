//===- BuildRanks.cpp - Terms and finalizers of ranked pairs --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace redfuser;

namespace {
/// The code of one value or position for pairs of a score and a position.
class RankWriter {
public:
  RankWriter(OpBuilder &b, const FusionPlanImpl &plan, unsigned i,
             function_ref<Value(unsigned)> getNew)
      : b(b), loc(plan.chain->getLoc()), ranked(*plan.reductions[i].rank),
        getNew(getNew), isFloat(isa<FloatType>(ranked.entry.getType())),
        attainsNaN(isFloat && ranked.attainsNaN && !ranked.isDeferred) {}

  /// What an element of the row, or a pair that was carried, gives where
  /// `getNew` has the pairs of the ranks before and, for a position, the value
  /// of its own.
  Value writeElement(Value score, Value position);
  Value writePair(Value score, Value position);
  Value getExcluded(Value score, Value position);
  Value getNone(Type type, cascade::MonoidAttrInterface monoid) {
    return arith::ConstantOp::create(b, loc, monoid.getIdentity(type));
  }

private:
  Value compare(arith::CmpFPredicate floats, arith::CmpIPredicate integers,
                Value lhs, Value rhs) {
    if (isFloat)
      return arith::CmpFOp::create(b, loc, floats, lhs, rhs);
    return arith::CmpIOp::create(b, loc, integers, lhs, rhs);
  }
  Value isNaN(Value value) {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, value,
                                 value);
  }
  Value makeOr(Value lhs, Value rhs) {
    return arith::OrIOp::create(b, loc, lhs, rhs);
  }
  Value makeAnd(Value lhs, Value rhs) {
    return arith::AndIOp::create(b, loc, lhs, rhs);
  }
  Value isBetter(Value lhs, Value rhs);
  Value isEqual(Value lhs, Value rhs);
  Value isExcluded(Value score, Value position);
  Value finish(Value score, Value position);

  OpBuilder &b;
  Location loc;
  const RankPlan &ranked;
  function_ref<Value(unsigned)> getNew;
  bool isFloat;
  /// NaN is a score, and the best one. Where scores are deferred it is none.
  bool attainsNaN;
};
} // namespace

Value RankWriter::isBetter(Value lhs, Value rhs) {
  bool larger = ranked.extremum.getTrend() == cascade::Trend::Increasing;
  bool isUnsigned =
      isa<cascade::MaxUIAttr, cascade::MinUIAttr>(ranked.extremum);
  using P = arith::CmpIPredicate;
  P integers =
      larger ? (isUnsigned ? P::ugt : P::sgt) : (isUnsigned ? P::ult : P::slt);
  Value better =
      compare(larger ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT,
              integers, lhs, rhs);
  if (!attainsNaN)
    return better;
  Value isFirst = isNaN(lhs);
  Value isNumber =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, rhs, rhs);
  return makeOr(better, makeAnd(isFirst, isNumber));
}

Value RankWriter::isEqual(Value lhs, Value rhs) {
  Value equal =
      compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq, lhs, rhs);
  if (!attainsNaN)
    return equal;
  Value lhsIsNaN = isNaN(lhs), rhsIsNaN = isNaN(rhs);
  return makeOr(equal, makeAnd(lhsIsNaN, rhsIsNaN));
}

/// The position that the source excludes for the pair (score, position).
Value RankWriter::getExcluded(Value score, Value position) {
  if (!ranked.atNaN || !isFloat || ranked.isDeferred)
    return position;
  Value fixed = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(position.getType(), *ranked.atNaN));
  return arith::SelectOp::create(b, loc, isNaN(score), fixed, position);
}

/// True for pairs at or before that of the rank before. A pair of nothing,
/// which is NaN where scores are deferred, is behind all others.
Value RankWriter::isExcluded(Value score, Value position) {
  unsigned before = ranked.rank - 2;
  Value value = getNew(ranked.values[before]);
  Value first = getNew(ranked.positions[before]);
  using P = arith::CmpIPredicate;
  bool smallest = isa<cascade::MinSIAttr>(ranked.choice);
  if (ranked.isDeferred) {
    Value worse = isBetter(value, score);
    Value equal = isEqual(score, value);
    Value later = arith::CmpIOp::create(b, loc, smallest ? P::sgt : P::slt,
                                        position, first);
    Value behind = makeOr(worse, makeAnd(equal, later));
    Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    return arith::XOrIOp::create(b, loc, behind, yes);
  }
  Value better = isBetter(score, value);
  Value equal = isEqual(score, value);
  Value notLater = arith::CmpIOp::create(b, loc, smallest ? P::sle : P::sge,
                                         position, first);
  Value excluded = makeOr(better, makeAnd(equal, notLater));
  if (!ranked.atNaN || !isFloat)
    return excluded;
  // In a row with NaN the source excludes one position that it fixed.
  Value hasNaN = isNaN(getNew(ranked.values.front()));
  Value fixed = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(position.getType(), *ranked.atNaN));
  Value isFixed = arith::CmpIOp::create(b, loc, P::eq, position, fixed);
  return makeOr(excluded, makeAnd(hasNaN, isFixed));
}

/// What an element or a pair gives that is not excluded: its score, or the
/// position if it attains the value of this rank. The source excludes by the
/// identity, which attains an extremum that is the identity.
Value RankWriter::finish(Value score, Value position) {
  if (!ranked.isPosition)
    return score;
  Value hit = isEqual(score, getNew(ranked.values.back()));
  return arith::SelectOp::create(b, loc, hit, position,
                                 getNone(position.getType(), ranked.choice));
}

Value RankWriter::writeElement(Value score, Value position) {
  // As the source does: code that ranks share is computed once.
  for (unsigned before = 0; before + 1 < ranked.rank; ++before) {
    Value other = getExcluded(getNew(ranked.values[before]),
                              getNew(ranked.positions[before]));
    Value same = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                       position, other);
    score = arith::SelectOp::create(
        b, loc, same, getNone(score.getType(), ranked.carried), score);
  }
  return finish(score, position);
}

Value RankWriter::writePair(Value score, Value position) {
  if (ranked.rank > 1) {
    Value excluded = isExcluded(score, position);
    Value none = getNone(score.getType(), ranked.carried);
    score = arith::SelectOp::create(b, loc, excluded, none, score);
  }
  return finish(score, position);
}

Value redfuser::buildRankTerm(OpBuilder &b, const FusionPlanImpl &plan,
                              unsigned i, Block &block) {
  cascade::ChainOp chain = plan.chain;
  const RankPlan &ranked = *plan.reductions[i].rank;
  unsigned numInputs = chain.getInputs().size();
  IRMapping mapping;
  for (unsigned k = 0; k < numInputs; ++k)
    mapping.map(chain.getTermInput(i, k), block.getArgument(k));
  Block &source = chain.getTermBlock(i);
  Value score = cloneTerm(b, source, ranked.entry, mapping);
  Value position = cloneTerm(b, source, ranked.position, mapping);
  auto getNew = [&](unsigned k) -> Value {
    return block.getArgument(numInputs + plan.reductions[k].component);
  };
  return RankWriter(b, plan, i, getNew).writeElement(score, position);
}

Value redfuser::buildRankCorrection(OpBuilder &b, const FusionPlanImpl &plan,
                                    unsigned i, Block &block) {
  const RankPlan &ranked = *plan.reductions[i].rank;
  Location loc = plan.chain->getLoc();
  unsigned numComponents = plan.components.size();
  auto getOld = [&](unsigned k) -> Value {
    return block.getArgument(plan.reductions[k].component);
  };
  auto getNew = [&](unsigned k) -> Value {
    return block.getArgument(numComponents + plan.reductions[k].component);
  };
  RankWriter writer(b, plan, i, getNew);
  Value best;
  for (unsigned before = 0; before < ranked.rank; ++before) {
    Value score = getOld(ranked.values[before]);
    Value result;
    if (!ranked.isPosition && before + 1 == ranked.rank) {
      // Fewer elements than that are excluded.
      result = score;
    } else {
      Value position = getOld(ranked.positions[before]);
      // Of a NaN that the source cannot point at, only the first is excluded,
      // if it is where the source says; those of later ranks are elsewhere.
      if (before == 0 && ranked.rank > 1)
        position = writer.getExcluded(score, position);
      result = writer.writePair(score, position);
    }
    cascade::MonoidAttrInterface monoid =
        ranked.isPosition ? ranked.choice : ranked.carried;
    best = best ? monoid.buildCombine(b, loc, best, result) : result;
  }
  return best;
}

bool redfuser::needsFirstOfRank(const FusionPlanImpl &plan, unsigned i) {
  const RankPlan &ranked = *plan.reductions[i].rank;
  // Rows may have fewer elements than the rank says.
  return ranked.rank > 1 && plan.staticLength.value_or(0) < ranked.rank;
}

Value redfuser::finishRankedValue(OpBuilder &b, Location loc,
                                  const FusionPlanImpl &plan, unsigned i,
                                  Value value, Value first) {
  const RankPlan &ranked = *plan.reductions[i].rank;
  FloatType type = b.getF32Type();
  Value length = buildLength(b, loc, plan, type);
  auto isBelow = [&](double bound) -> Value {
    return arith::CmpFOp::create(
        b, loc, arith::CmpFPredicate::OLT, length,
        arith::ConstantOp::create(b, loc, b.getFloatAttr(type, bound)));
  };
  // All is excluded; in a row of NaN without positions that is one position.
  Value nothingLeft = isBelow(ranked.rank);
  if (!ranked.attainsNaN) {
    Value isNumber =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, first, first);
    Value excludesAll = isNumber;
    if (ranked.atNaN && *ranked.atNaN == 0)
      excludesAll = arith::OrIOp::create(b, loc, isNumber, isBelow(2));
    nothingLeft = arith::AndIOp::create(b, loc, nothingLeft, excludesAll);
  }
  Value none = arith::ConstantOp::create(
      b, loc, ranked.extremum.getIdentity(value.getType()));
  return arith::SelectOp::create(b, loc, nothingLeft, none, value);
}

Value redfuser::finishRankedPosition(OpBuilder &b, Location loc,
                                     const FusionPlanImpl &plan, unsigned i,
                                     Value value, Value position) {
  const RankPlan &ranked = *plan.reductions[i].rank;
  Type type = position.getType();
  // Where all are excluded, the first position attains the identity.
  if (needsFirstOfRank(plan, i)) {
    Value none = arith::ConstantOp::create(
        b, loc, ranked.extremum.getIdentity(value.getType()));
    Value nothingLeft =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, value, none);
    Value first = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, 0));
    position = arith::SelectOp::create(b, loc, nothingLeft, first, position);
  }
  // Either all scores of a row are NaN or none.
  TypedAttr atNaN = ranked.attainsNaN ? b.getIntegerAttr(type, ranked.rank - 1)
                                      : ranked.choice.getIdentity(type);
  Value isNaN =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, value, value);
  return arith::SelectOp::create(
      b, loc, isNaN, arith::ConstantOp::create(b, loc, atNaN), position);
}
