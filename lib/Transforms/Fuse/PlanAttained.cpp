//===- PlanAttained.cpp - Terms that count where an extremum is attained --===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The position of a maximum, the number of maxima and the values there are
// reductions of F(x, m) = attains(x, m) ? G(x) : identity. F is no product, but
// when m moves on to m', what was accumulated is either still valid or gone:
//
//   attains(x, m') = attains(m, m') and attains(x, m)     for each x seen so
//   far
//
// so the correction is attains(m, m') ? old : identity. The law is checked on
// all order relations of its three numbers; the predicate does nothing but
// compare.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "SameCode.h"

#include "RedFuser/Analysis/Evaluate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

namespace {
/// What a term computes by comparing scores with a reference.
class Comparisons {
public:
  Comparisons(TermAnalysis &analysis, BlockArgument reference,
              llvm::function_ref<bool(Value)> isScore)
      : analysis(analysis), reference(reference), isScore(isScore) {}

  /// The one flag through which the term reads the reference; null if there are
  /// others, or anything else reads it.
  Value find();
  ArrayRef<Value> getScores() const { return scores.getArrayRef(); }

private:
  bool isComparison(Operation *op);

  TermAnalysis &analysis;
  BlockArgument reference;
  llvm::function_ref<bool(Value)> isScore;
  llvm::SetVector<Value> scores;
  llvm::DenseSet<Value> flags;
};
} // namespace

/// Computes a flag from scores, the reference, and such flags.
bool Comparisons::isComparison(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isInteger(1))
    return false;
  auto isOperand = [&](Value value) {
    return flags.contains(value) || matchPattern(value, m_Constant());
  };
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::SelectOp>(op))
    return llvm::all_of(op->getOperands(), isOperand);
  if (!isa<arith::CmpFOp, arith::CmpIOp>(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value value) {
    return value == reference || isScore(value);
  });
}

Value Comparisons::find() {
  Block &block = analysis.getBlock();
  llvm::SmallBitVector self = analysis.getReferences(reference);
  for (Operation &op : block.without_terminator())
    if (isComparison(&op)) {
      flags.insert(op.getResult(0));
      for (Value operand : op.getOperands())
        if (isScore(operand))
          scores.insert(operand);
    }

  Value found;
  for (Operation &op : block) {
    if (!analysis.isLive(&op) || isComparison(&op))
      continue;
    WalkResult result = op.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        if (operand == reference)
          return WalkResult::interrupt();
        if (!flags.contains(operand) ||
            !analysis.getReferences(operand).anyCommon(self))
          continue;
        if (found && found != operand)
          return WalkResult::interrupt();
        found = operand;
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return {};
  }
  return found;
}

/// What `predicate` says of a score x and a reference m; null if it is not
/// known.
static IntegerAttr evaluateFlag(Value predicate, ArrayRef<Value> scores,
                                TypedAttr x, Value reference, TypedAttr m) {
  Evaluation evaluation;
  for (Value score : scores)
    evaluation.set(score, x);
  evaluation.set(reference, m);
  return dyn_cast_or_null<IntegerAttr>(evaluation.get(predicate));
}

/// attains(x, m') = attains(m, m') and attains(x, m), where m is the extremum
/// of x and others, and m' that of m and others.
static bool isCocycle(cascade::MonoidAttrInterface monoid, Type type,
                      Value predicate, ArrayRef<Value> scores,
                      Value reference) {
  SmallVector<TypedAttr> values = getOrderedValues(type);
  unsigned count = values.size();
  if (count == 0)
    return false;
  // Tables of the predicate and of the monoid, by the values' numbers.
  SmallVector<SmallVector<bool>> attains(count);
  SmallVector<SmallVector<unsigned>> combined(count);
  Block block;
  Location loc = UnknownLoc::get(type.getContext());
  OpBuilder b(type.getContext());
  b.setInsertionPointToEnd(&block);
  Value lhs = block.addArgument(type, loc), rhs = block.addArgument(type, loc);
  Value result = monoid.buildCombine(b, loc, lhs, rhs);
  for (unsigned x = 0; x < count; ++x)
    for (unsigned m = 0; m < count; ++m) {
      IntegerAttr flag =
          evaluateFlag(predicate, scores, values[x], reference, values[m]);
      if (!flag)
        return false;
      attains[x].push_back(!flag.getValue().isZero());

      Evaluation combination;
      combination.set(lhs, values[x]);
      combination.set(rhs, values[m]);
      Attribute value = combination.get(result);
      auto found = llvm::find_if(values, [&](TypedAttr candidate) {
        return candidate == value || (isNaN(candidate) && isNaN(value));
      });
      if (found == values.end())
        return false;
      combined[x].push_back(found - values.begin());
    }
  for (unsigned x = 0; x < count; ++x)
    for (unsigned y = 0; y < count; ++y)
      for (unsigned z = 0; z < count; ++z) {
        unsigned m = combined[x][y];
        unsigned moved = combined[m][z];
        if (attains[x][moved] != (attains[m][moved] && attains[x][m]))
          return false;
      }
  return true;
}

std::optional<Planner::Attainment>
Planner::findAttainment(TermAnalysis &analysis, BlockArgument reference,
                        llvm::function_ref<bool(Value)> isScore) {
  Comparisons comparisons(analysis, reference, isScore);
  Attainment attainment{comparisons.find(), false};
  if (!attainment.predicate)
    return std::nullopt;
  SmallVector<TypedAttr> values = getOrderedValues(reference.getType());
  if (values.empty())
    return std::nullopt;
  for (TypedAttr x : values)
    for (TypedAttr m : values) {
      IntegerAttr flag = evaluateFlag(attainment.predicate,
                                      comparisons.getScores(), x, reference, m);
      if (!flag)
        return std::nullopt;
      bool attains = !flag.getValue().isZero();
      if (isNaN(x) && isNaN(m))
        attainment.ofNaN = attains;
      else if (attains != isSameNumber(x, m))
        return std::nullopt;
    }
  return attainment;
}

bool Planner::planAttained(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  llvm::SmallBitVector used = analysis.getReferences();
  if (used.count() != 1)
    return false;
  unsigned k = used.find_first();
  cascade::MonoidAttrInterface monoid = chain.getMonoid(k);
  if (monoid.getTrend() == cascade::Trend::None || !exactTerms[k])
    return false;

  Importer importer = makeImporter(i, Rounding::Opaque);
  importer.run(chain.getTermBlock(i));
  BlockArgument reference = chain.getTermReference(i, k);
  auto isScore = [&](Value value) {
    return value.getType() == reference.getType() &&
           analysis.dependsOnInputs(value) &&
           isSameCode(value, chain.getTermValue(k));
  };
  Comparisons comparisons(analysis, reference, isScore);
  Value predicate = comparisons.find();
  if (!predicate || !isCocycle(monoid, reference.getType(), predicate,
                               comparisons.getScores(), reference))
    return false;

  // What does not attain it leaves the result as it is.
  Evaluation elsewhere;
  elsewhere.set(predicate, BoolAttr::get(chain.getContext(), false));
  Attribute rest = elsewhere.get(chain.getTermValue(i));
  if (!isSameNumber(rest, reduction.monoid.getIdentity(reduction.sourceType)))
    return false;

  reduction.attained =
      AttainedPlan{k, predicate, SmallVector<Value>(comparisons.getScores())};
  reduction.f = reduction.g = reduction.term =
      importer.get(chain.getTermValue(i));
  reduction.h = reduction.deferred = context.constant(1);
  return true;
}

Value redfuser::buildStillAttained(OpBuilder &b, Location loc,
                                   const FusionPlanImpl &plan, unsigned i,
                                   Value value, Value from, Value to) {
  const AttainedPlan &attained = *plan.reductions[i].attained;
  cascade::ChainOp chain = plan.chain;
  IRMapping mapping;
  for (Value score : attained.scores)
    mapping.map(score, from);
  mapping.map(chain.getTermReference(i, attained.reference), to);
  Value still =
      cloneTerm(b, chain.getTermBlock(i), attained.predicate, mapping);
  // Of the two zeros, the one that adding zeros gives.
  cascade::MonoidAttrInterface monoid = plan.reductions[i].monoid;
  TypedAttr identity = monoid.getIdentity(value.getType());
  if (monoid.getDistribution() == cascade::Distribution::Multiply)
    identity = cast<TypedAttr>(b.getZeroAttr(value.getType()));
  Value nothing = arith::ConstantOp::create(b, loc, identity);
  return arith::SelectOp::create(b, loc, still, value, nothing);
}
