//===- PlanRanks.cpp - The largest values with their positions ------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Top-k as programs write it: the largest score and its position, the largest
// of the scores with that position excluded and its position, and so on,
//
//   v_j = max over l of (l in {p_1 .. p_j-1} ? -inf : score(l))
//   p_j = min over l of (l attains v_j, not excluded ? l : none)
//
// The pairs (v_1, p_1) .. (v_j, p_j) of a set S are its j best, in the order of
// scores and then of positions. So they stand for S: the j best of a union of
// sets are the j best among the j best of each. The correction of v_j and p_j
// is therefore their own term, applied to the old pairs in place of the
// elements: it needs no inverse, and no monoid but those of the source.
//
// Three things carry the proof. Positions are unique, so pairs are elements. A
// pair of nothing has the identity for its score, like what is excluded, so
// that p_j is the row's first position where v_j is the identity, in the source
// as here. And of NaN that have no position the source excludes none, but a
// position that it fixed: the NaN that is there, if any, is that of v_1, and
// pairs of later ranks are elsewhere.
//
// What is excluded at rank j is what is at or before (v_j-1, p_j-1) in that
// order, so a correction compares an old pair with one pair, whatever its rank.
//
// Scores may be a weakly increasing map of one value of the element for given
// earlier results (the probabilities of a softmax). Then pairs hold that value
// (theory: selections are always deferred), and finalizers take the map. The
// map's rounding makes ties that the value does not have, so positions may be
// others than the source's where its scores are equal: `strict` refuses.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "SameCode.h"

#include "RedFuser/Analysis/Evaluate.h"
#include "RedFuser/Analysis/IndexCode.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Parts of terms
//===----------------------------------------------------------------------===//

/// Integers and floats with a total order, but for NaN that wins.
static bool isRankable(cascade::MonoidAttrInterface monoid) {
  return isa<cascade::MaximumFAttr, cascade::MinimumFAttr, cascade::MaxSIAttr,
             cascade::MinSIAttr, cascade::MaxUIAttr, cascade::MinUIAttr>(
      monoid);
}

/// The position along the only axis of `chain`, converted to integer types that
/// hold it.
static bool isPosition(cascade::ChainOp chain, Value value) {
  int64_t length = getStaticAxisLength(chain).value_or(ShapedType::kDynamic);
  while (Operation *op = value.getDefiningOp()) {
    if (!value.getType().isIntOrIndex() ||
        !holdsPositions(value.getType(), length))
      return false;
    if (auto index = dyn_cast<cascade::IndexOp>(op)) {
      SmallVector<unsigned> axis = chain.getAxisDims();
      return axis.size() == 1 && axis.front() == index.getDim();
    }
    if (Value index = getAppliedIndex(value))
      value = index;
    else if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op))
      value = op->getOperand(0);
    else
      return false;
  }
  return false;
}

/// The leaves of a tree of `OpTy`.
template <typename OpTy>
static void collectLeaves(Value value, SmallVectorImpl<Value> &leaves) {
  if (auto op = value.getDefiningOp<OpTy>()) {
    collectLeaves<OpTy>(op.getLhs(), leaves);
    collectLeaves<OpTy>(op.getRhs(), leaves);
    return;
  }
  leaves.push_back(value);
}

/// The comparisons `position == excluded` of which any makes `condition` true
/// (`whenTrue`), or false; empty if it is anything else.
static SmallVector<arith::CmpIOp> getExclusions(Value condition,
                                                bool &whenTrue) {
  for (bool equal : {true, false}) {
    SmallVector<Value> leaves;
    if (equal)
      collectLeaves<arith::OrIOp>(condition, leaves);
    else
      collectLeaves<arith::AndIOp>(condition, leaves);
    SmallVector<arith::CmpIOp> compares;
    for (Value leaf : leaves) {
      auto compare = leaf.getDefiningOp<arith::CmpIOp>();
      if (compare &&
          compare.getPredicate() ==
              (equal ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne))
        compares.push_back(compare);
    }
    whenTrue = equal;
    if (compares.size() == leaves.size())
      return compares;
  }
  return {};
}

static bool isExtreme(cascade::MonoidAttrInterface monoid, Value value) {
  TypedAttr constant;
  return matchPattern(value, m_Constant(&constant)) &&
         constant == monoid.getIdentity(value.getType());
}

//===----------------------------------------------------------------------===//
// Exclusions
//===----------------------------------------------------------------------===//

/// Infinities, NaN and the integers at the ends of their type.
static bool isExtremeConstant(Value value) {
  TypedAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return false;
  if (auto number = dyn_cast<FloatAttr>(constant))
    return !number.getValue().isFinite();
  auto integer = dyn_cast<IntegerAttr>(constant);
  return integer &&
         (integer.getValue().isMinSignedValue() ||
          integer.getValue().isMaxSignedValue() ||
          integer.getValue().isMinValue() || integer.getValue().isMaxValue());
}

/// A flag that compares extreme constants with `position`, or with each other
/// and the values for which `isScore` holds.
static bool isExtremeFlag(Value value, Value position,
                          function_ref<bool(Value)> isScore) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<arith::ConstantOp>(op))
    return true;
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp>(op))
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return operand.getType().isInteger(1) &&
             isExtremeFlag(operand, position, isScore);
    });
  if (!isa<arith::CmpFOp, arith::CmpIOp>(op))
    return false;
  bool ofPosition = llvm::is_contained(op->getOperands(), position);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isExtremeConstant(operand) ||
           (ofPosition ? operand == position : isScore(operand));
  });
}

/// A choice between `position` and constants by such flags.
static bool isPassedOn(Value value, Value position,
                       function_ref<bool(Value)> isScore) {
  if (value == position || matchPattern(value, m_Constant()))
    return true;
  auto select = value.getDefiningOp<arith::SelectOp>();
  return select && isExtremeFlag(select.getCondition(), position, isScore) &&
         isPassedOn(select.getTrueValue(), position, isScore) &&
         isPassedOn(select.getFalseValue(), position, isScore);
}

/// Finds the rank of `ranking` whose position `value`, of the term of `i`, is.
/// Where the pair holds no number, the source has a position of its own in its
/// place: it excludes nothing that counts if the score is the identity, and is
/// returned in `atNaN` if the score is NaN.
std::optional<unsigned> Planner::findRank(unsigned i, TermAnalysis &analysis,
                                          const Ranking &ranking, Value value,
                                          std::optional<int64_t> &atNaN) {
  if (analysis.dependsOnInputs(value))
    return std::nullopt;
  llvm::SmallBitVector used = analysis.getReferences(value);
  auto *found = llvm::find_if(
      ranking.pairs, [&](auto pair) { return used.test(pair.second); });
  if (found == ranking.pairs.end())
    return std::nullopt;
  unsigned rank = found - ranking.pairs.begin() + 1;
  unsigned valueOfPair = found->first, position = found->second;
  Type scoreType = chain.getStateElementType(valueOfPair);
  Type positionType = chain.getStateElementType(position);
  if (value.getType() != positionType)
    return std::nullopt;
  for (unsigned k : used.set_bits())
    if (k != position && (!scores[k].code || scores[k].rank != rank ||
                          !isSameCode(scores[k].code, ranking.code)))
      return std::nullopt;

  // What it is for each score that its choices tell apart.
  auto isScore = [&](Value operand) {
    auto argument = dyn_cast<BlockArgument>(operand);
    return argument && argument.getType() == scoreType &&
           !analysis.dependsOnInputs(operand);
  };
  if (!isPassedOn(value, chain.getTermReference(i, position), isScore))
    return std::nullopt;
  auto evaluate = [&](TypedAttr score, TypedAttr chosen) {
    Evaluation evaluation;
    for (unsigned k : used.set_bits())
      evaluation.set(chain.getTermReference(i, k),
                     k == position ? chosen : score);
    return evaluation.get(value);
  };
  TypedAttr extreme = ranking.extremum.getIdentity(scoreType);
  TypedAttr nowhere = ranking.choice.getIdentity(positionType);
  for (TypedAttr score : getOrderedValues(scoreType)) {
    if (score == extreme)
      continue;
    if (isNaN(score) && !ranking.attainsNaN) {
      auto result = dyn_cast_or_null<IntegerAttr>(evaluate(score, nowhere));
      if (!result)
        return std::nullopt;
      if (result != nowhere)
        atNaN = result.getValue().getSExtValue();
      continue;
    }
    for (int64_t probe : {3, 5}) {
      auto chosen = IntegerAttr::get(positionType, probe);
      if (evaluate(score, chosen) != chosen)
        return std::nullopt;
    }
  }
  return rank;
}

/// Adds to `excluded` the rank whose position `compare`, where it holds, drops
/// from the scores of `candidate`'s ranking.
bool Planner::matchExclusion(unsigned i, TermAnalysis &analysis,
                             arith::CmpIOp compare, Value dropped,
                             llvm::SmallBitVector &excluded,
                             Candidate &candidate) {
  unsigned side = isPosition(chain, compare.getLhs()) ? 0 : 1;
  Value position = compare->getOperand(side);
  if (!isPosition(chain, position))
    return false;
  for (auto [number, ranking] : llvm::enumerate(rankings)) {
    if (candidate.ranking && *candidate.ranking != number)
      continue;
    std::optional<int64_t> atNaN;
    std::optional<unsigned> rank =
        findRank(i, analysis, ranking, compare->getOperand(1 - side), atNaN);
    if (!rank || !isExtreme(ranking.extremum, dropped))
      continue;
    if (candidate.ranking && candidate.atNaN != atNaN)
      return false;
    candidate.ranking = number;
    candidate.atNaN = atNaN;
    candidate.position = position;
    excluded.resize(std::max<unsigned>(excluded.size(), *rank));
    excluded.set(*rank - 1);
    return true;
  }
  return false;
}

/// Takes off `value`, of the term of `i`, the choices that exclude positions
/// found before: what is left, and how many ranks are excluded.
std::optional<Planner::Candidate>
Planner::matchCandidate(unsigned i, TermAnalysis &analysis, Value value) {
  Candidate candidate;
  llvm::SmallBitVector excluded;
  value = skipRoundTrips(value);
  while (auto select = value.getDefiningOp<arith::SelectOp>()) {
    bool whenTrue = true;
    SmallVector<arith::CmpIOp> compares =
        getExclusions(select.getCondition(), whenTrue);
    Value dropped = whenTrue ? select.getTrueValue() : select.getFalseValue();
    size_t matched = llvm::count_if(compares, [&](arith::CmpIOp compare) {
      return matchExclusion(i, analysis, compare, dropped, excluded, candidate);
    });
    // Another choice is part of the score.
    if (matched == 0)
      break;
    if (matched != compares.size())
      return std::nullopt;
    value = skipRoundTrips(whenTrue ? select.getFalseValue()
                                    : select.getTrueValue());
  }
  // All better ones, or it is not the next.
  if (!excluded.all())
    return std::nullopt;
  candidate.core = value;
  candidate.rank = excluded.size() + 1;
  return candidate;
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

/// The value of the element that `core`, a score in the term of `i`, is an
/// increasing map of.
FailureOr<MonotoneMap>
Planner::findScoreMap(TermAnalysis &analysis, Importer &importer, Value core,
                      cascade::MonoidAttrInterface extremum,
                      MonotoneFailure &failure) {
  bool isMaximum = extremum.getTrend() == cascade::Trend::Increasing;
  FailureOr<MonotoneMap> map = findMap(
      analysis, importer, core, {isMaximum, /*propagatesNaN=*/true}, failure);
  if (succeeded(map) && map->course != Course::Increasing) {
    failure.message = "expected scores that rise with what they are computed "
                      "from, whatever earlier results are";
    failure.loc = core.getLoc();
    return mlir::failure();
  }
  return map;
}

/// True if a NaN among the scores of a row makes them all NaN: `score`, of the
/// term of `i`, is an exponential that is at most one, divided by the sum of
/// those. (Of an infinite term, inf / inf is NaN, next to zeros.)
bool Planner::isNormalized(unsigned i, Value score) {
  score = skipRoundTrips(score);
  Value term, divisor;
  if (auto divide = score.getDefiningOp<arith::DivFOp>()) {
    term = divide.getLhs();
    divisor = divide.getRhs();
  } else if (auto multiply = score.getDefiningOp<arith::MulFOp>()) {
    for (unsigned side : {0, 1}) {
      auto inverse = skipRoundTrips(multiply->getOperand(side))
                         .getDefiningOp<arith::DivFOp>();
      if (!inverse || !matchPattern(inverse.getLhs(), m_OneFloat()))
        continue;
      term = multiply->getOperand(1 - side);
      divisor = inverse.getRhs();
    }
  }
  auto sum = dyn_cast_or_null<BlockArgument>(divisor ? skipRoundTrips(divisor)
                                                     : Value());
  unsigned numInputs = chain.getInputs().size();
  if (!sum || sum.getArgNumber() < numInputs)
    return false;
  unsigned k = sum.getArgNumber() - numInputs;
  Value summand = chain.getTermValue(k);
  Operation *exp = skipRoundTrips(summand).getDefiningOp();
  if (!isa<cascade::AddFAttr>(chain.getMonoid(k)) ||
      !isa_and_nonnull<math::ExpOp, math::Exp2Op>(exp) ||
      !plan->reductions[k].sourceGuards.empty() || !isSameCode(term, summand))
    return false;
  TermAnalysis analysis(chain, k, plan->rows);
  Importer importer(context, Rounding::Opaque, leaf);
  readWholes(k, importer);
  importer.run(chain.getTermBlock(k));
  return isBounded(importer, exp, analysis);
}

/// The score that the extremum `i`, which is planned, is taken of.
void Planner::recordScore(unsigned i) {
  scores.resize(i + 1);
  const ReductionPlan &reduction = plan->reductions[i];
  if (reduction.rank || !isRankable(reduction.monoid) ||
      !reduction.startsAtIdentity)
    return;
  scores[i].code = chain.getTermValue(i);
  scores[i].rank = 1;
  if (reduction.extremum)
    scores[i].entry = reduction.extremum->entry;
}

//===----------------------------------------------------------------------===//
// Values and positions
//===----------------------------------------------------------------------===//

void Planner::setRank(unsigned i, const Ranking &ranking, unsigned rank,
                      Value entry, Value position, Expr term) {
  ReductionPlan &reduction = plan->reductions[i];
  RankPlan &ranked = reduction.rank.emplace();
  ranked.rank = rank;
  ranked.extremum = ranking.extremum;
  ranked.choice = ranking.choice;
  ranked.carried = ranking.extremum;
  if (ranking.entry && rank > 1) {
    MLIRContext *ctx = chain.getContext();
    if (isa<cascade::MaximumFAttr>(ranking.extremum))
      ranked.carried = cascade::MaxNumFAttr::get(ctx);
    else
      ranked.carried = cascade::MinNumFAttr::get(ctx);
  }
  ranked.attainsNaN = ranking.attainsNaN;
  ranked.atNaN = ranking.atNaN;
  ranked.isDeferred = bool(ranking.entry);
  for (auto [value, chosen] : ArrayRef(ranking.pairs).take_front(rank - 1)) {
    ranked.values.push_back(value);
    ranked.positions.push_back(chosen);
  }
  ranked.entry = entry;
  ranked.position = position;
  reduction.f = reduction.g = term;
  reduction.h = reduction.deferred = context.constant(1);
}

/// A ranking of the scores of the extremum `k`, with positions as `position`
/// chooses them.
Planner::Ranking &Planner::addRanking(unsigned k, unsigned position,
                                      Value entry, bool attainsNaN) {
  scores[k].ranking = rankings.size();
  Ranking &ranking = rankings.emplace_back();
  ranking.extremum = chain.getMonoid(k);
  ranking.choice = chain.getMonoid(position);
  ranking.code = scores[k].code;
  ranking.entry = entry;
  ranking.attainsNaN = attainsNaN;
  return ranking;
}

/// The `rank`-th largest score, with those before it excluded.
bool Planner::planRankedValue(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  if (!isRankable(reduction.monoid) || !reduction.startsAtIdentity)
    return false;
  std::optional<Candidate> candidate =
      matchCandidate(i, analysis, chain.getTermValue(i));
  if (!candidate || candidate->rank == 1)
    return false;
  Ranking &ranking = rankings[*candidate->ranking];
  Importer importer = makeImporter(i, Rounding::Opaque);
  importer.run(chain.getTermBlock(i));
  if (ranking.extremum != reduction.monoid ||
      reduction.sourceType !=
          chain.getStateElementType(ranking.pairs.front().first) ||
      !isSameCode(candidate->core, ranking.code) ||
      chain.getResultMap(i) != chain.getResultMap(ranking.pairs[0].first) ||
      (ranking.knowsNaN && ranking.atNaN != candidate->atNaN))
    return false;
  Value entry = candidate->core;
  if (ranking.entry) {
    MonotoneFailure unused;
    FailureOr<MonotoneMap> map = findScoreMap(
        analysis, importer, candidate->core, reduction.monoid, unused);
    if (failed(map) || !isSameCode(map->entry, ranking.entry))
      return false;
    entry = map->entry;
    ExtremumPlan &extremum = reduction.extremum.emplace();
    extremum.entry = entry;
    extremum.value = candidate->core;
    extremum.ends.push_back({reduction.monoid});
    llvm::SmallBitVector read = analysis.getReferences(candidate->core);
    for (unsigned k : read.set_bits())
      extremum.references.push_back(k);
  }
  ranking.knowsNaN = true;
  ranking.atNaN = candidate->atNaN;
  setRank(i, ranking, candidate->rank, entry, candidate->position,
          importer.get(chain.getTermValue(i)));
  reduction.rank->values.push_back(i);
  reduction.term = importer.get(entry);
  scores.resize(i + 1);
  scores[i] = {ranking.code, ranking.entry, candidate->rank,
               *candidate->ranking};
  return true;
}

/// The flag of the term of `i` that chooses its position, what `k` that is an
/// extremum of, with the score that attains it.
FailureOr<bool> Planner::planRankedPosition(unsigned i,
                                            TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  auto select = chain.getTermValue(i).getDefiningOp<arith::SelectOp>();
  if (!isa<cascade::MinSIAttr, cascade::MaxSIAttr>(reduction.monoid) ||
      !reduction.startsAtIdentity || !select ||
      !isPosition(chain, select.getTrueValue()) ||
      !isExtreme(reduction.monoid, select.getFalseValue()))
    return false;

  // The latest extremum whose scores, and nothing else, the flag compares.
  Importer importer = makeImporter(i, Rounding::Opaque);
  importer.run(chain.getTermBlock(i));
  llvm::SmallBitVector used = analysis.getReferences(select.getCondition());
  for (unsigned k = i; k-- > 0;) {
    if (!used.test(k) || !scores[k].code)
      continue;
    BlockArgument reference = chain.getTermReference(i, k);
    std::optional<Candidate> candidate;
    auto isScore = [&](Value value) {
      if (value.getType() != reference.getType() ||
          !analysis.dependsOnInputs(value))
        return false;
      std::optional<Candidate> found = matchCandidate(i, analysis, value);
      if (!found || found->rank != scores[k].rank ||
          (found->rank > 1 && found->ranking != scores[k].ranking) ||
          !isSameCode(found->core, scores[k].code))
        return false;
      candidate = found;
      return true;
    };
    std::optional<Attainment> attainment =
        findAttainment(analysis, reference, isScore);
    if (!attainment || attainment->predicate != select.getCondition() ||
        !candidate)
      continue;
    bool isDeferred = analysis.getReferences(candidate->core).any();
    if (candidate->rank == 1 && !isDeferred)
      return false;
    return planPositionOf(i, k, *candidate, *attainment, select.getTrueValue(),
                          analysis, importer);
  }
  return false;
}

/// The position of the extremum `k`, whose term is `candidate`.
FailureOr<bool> Planner::planPositionOf(unsigned i, unsigned k,
                                        const Candidate &candidate,
                                        const Attainment &attainment,
                                        Value position, TermAnalysis &analysis,
                                        Importer &importer) {
  ReductionPlan &reduction = plan->reductions[i];
  bool isDeferred = analysis.getReferences(candidate.core).any();
  Value entry = candidate.core;
  if (isDeferred) {
    if (options.numerics == Numerics::Strict || options.exactPositions)
      return refuse(i,
                    "the position is that of a score that is computed from "
                    "earlier results, whose rounding may make scores equal; "
                    "only numerics=contract without exact-positions compares "
                    "what it is computed from",
                    std::nullopt);
    if (!scores[k].entry || !isa<cascade::MinSIAttr>(reduction.monoid))
      return false;
    MonotoneFailure failure;
    FailureOr<MonotoneMap> map = findScoreMap(
        analysis, importer, candidate.core, chain.getMonoid(k), failure);
    if (failed(map))
      return refuse(i, failure.message, failure.loc);
    if (!isSameCode(map->entry, scores[k].entry))
      return false;
    if (!isNormalized(i, candidate.core))
      return refuse(i,
                    "the position is that of a score that is computed from "
                    "earlier results; expected exponentials that are at most "
                    "one, divided by their sum, so that all are NaN or none",
                    std::nullopt);
    entry = map->entry;
  }

  if (chain.getResultMap(i) != chain.getResultMap(k))
    return false;
  Ranking &ranking =
      candidate.rank == 1
          ? addRanking(k, i, isDeferred ? scores[k].entry : Value(),
                       attainment.ofNaN)
          : rankings[*scores[k].ranking];
  if (ranking.choice != reduction.monoid ||
      ranking.attainsNaN != attainment.ofNaN ||
      (candidate.rank > 1 && ranking.atNaN != candidate.atNaN))
    return false;
  if (!ranking.pairs.empty() &&
      (chain.getStateElementType(ranking.pairs.front().first) !=
           chain.getStateElementType(k) ||
       chain.getStateElementType(ranking.pairs.front().second) !=
           reduction.sourceType))
    return false;
  setRank(i, ranking, candidate.rank, entry, position,
          importer.get(chain.getTermValue(i)));
  RankPlan &ranked = *reduction.rank;
  ranked.isPosition = true;
  ranked.values.push_back(k);
  ranked.positions.push_back(i);
  if (ranking.pairs.size() < candidate.rank)
    ranking.pairs.push_back({k, i});
  reduction.term = importer.get(position);
  return true;
}

/// Makes the pair of a maximum and its position, which is planned, the first of
/// a ranking.
void Planner::startRanking(unsigned i, TermAnalysis &analysis) {
  const ReductionPlan &reduction = plan->reductions[i];
  const AttainedPlan &attained = *reduction.attained;
  auto select = chain.getTermValue(i).getDefiningOp<arith::SelectOp>();
  if (!isa<cascade::MinSIAttr, cascade::MaxSIAttr>(reduction.monoid) ||
      !reduction.startsAtIdentity || !select ||
      select.getCondition() != attained.predicate ||
      !isPosition(chain, select.getTrueValue()) ||
      !isExtreme(reduction.monoid, select.getFalseValue()) ||
      !scores[attained.reference].code ||
      chain.getResultMap(i) != chain.getResultMap(attained.reference))
    return;
  std::optional<Attainment> attainment = findAttainment(
      analysis, chain.getTermReference(i, attained.reference),
      [&](Value value) { return llvm::is_contained(attained.scores, value); });
  if (!attainment)
    return;
  unsigned k = attained.reference;
  addRanking(k, i, Value(), attainment->ofNaN).pairs.push_back({k, i});
}

FailureOr<bool> Planner::planRank(unsigned i, TermAnalysis &analysis) {
  if (analysis.getReferences().none())
    return false;
  if (planRankedValue(i, analysis))
    return true;
  return planRankedPosition(i, analysis);
}

void Planner::addRankComponent(unsigned i) {
  ReductionPlan &reduction = plan->reductions[i];
  ComponentPlan component;
  component.kind = ComponentPlan::Kind::Rank;
  component.reduction = i;
  component.monoid =
      reduction.rank->isPosition ? reduction.monoid : reduction.rank->carried;
  component.type = reduction.rank->isPosition ? reduction.stateType
                                              : reduction.rank->entry.getType();
  component.map = chain.getResultMap(i);
  component.start = component.monoid.getIdentity(component.type);
  component.term = reduction.term;
  reduction.component = plan->components.size();
  if (reduction.extremum)
    reduction.extremum->ends.front().component = reduction.component;
  plan->components.push_back(component);
}
