//===- RowRanks.cpp - The best elements of a row --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowRanks.h"

#include "RowThreads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Elements of a thread times ranks from which on the selection, whose cost
/// hardly depends on either, is less than ranks one by one.
static constexpr int64_t kLeastWork = 16;

namespace {
class RankMatcher {
public:
  RankMatcher(FoldOp fold, unsigned first)
      : fold(fold), first(first), numInputs(fold.getInputs().size()),
        axis(fold.getAxisDims().front()) {}

  bool isScore(unsigned rank);
  bool isPosition(unsigned rank);

private:
  bool hasIdentityInit(unsigned component);
  bool isResult(Value value, unsigned component);
  bool isElementPosition(Value value);
  bool isExcluded(Value value, unsigned rank);
  bool isRankedScore(Value value, unsigned rank);
  bool isHit(Value condition, unsigned rank);
  bool isSame(Value lhs, Value rhs);

  FoldOp fold;
  unsigned first, numInputs, axis;
  /// Pairs of values that are compared, once each.
  llvm::DenseSet<std::pair<Value, Value>> same;
};
} // namespace

/// The init of a component is neutral: the state is that of the row alone.
bool RankMatcher::hasIdentityInit(unsigned component) {
  auto fill = fold.getInits()[component].getDefiningOp<linalg::FillOp>();
  Attribute value;
  return fill && matchPattern(fill.value(), m_Constant(&value)) &&
         value == fold.getMonoid(component).getIdentity(
                      fold.getStateElementType(component));
}

/// `value` is the new value of `component`.
bool RankMatcher::isResult(Value value, unsigned component) {
  auto arg = dyn_cast<BlockArgument>(value);
  return arg && arg.getArgNumber() == numInputs + component;
}

bool RankMatcher::isElementPosition(Value value) {
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  auto index = value.getDefiningOp<cascade::IndexOp>();
  return index && index.getDim() == axis;
}

/// `value` is the position of `rank` in rows of numbers; a row that has a NaN
/// may exclude another.
bool RankMatcher::isExcluded(Value value, unsigned rank) {
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    auto test = select.getCondition().getDefiningOp<arith::CmpFOp>();
    if (!test || test.getPredicate() != arith::CmpFPredicate::UNO ||
        !isResult(test.getLhs(), first + 2 * rank) ||
        !isResult(test.getRhs(), first + 2 * rank))
      return false;
    value = select.getFalseValue();
  }
  return isResult(value, first + 2 * rank + 1);
}

/// The same code of inputs and of components before the ranks.
bool RankMatcher::isSame(Value lhs, Value rhs) {
  auto lhsArg = dyn_cast<BlockArgument>(lhs);
  auto rhsArg = dyn_cast<BlockArgument>(rhs);
  if (lhsArg || rhsArg)
    return lhsArg && rhsArg && lhsArg.getArgNumber() == rhsArg.getArgNumber() &&
           lhsArg.getArgNumber() < numInputs + first;
  if (!same.insert({lhs, rhs}).second)
    return true;
  Operation *lhsOp = lhs.getDefiningOp(), *rhsOp = rhs.getDefiningOp();
  if (lhsOp->getName() != rhsOp->getName() ||
      lhsOp->getNumOperands() != rhsOp->getNumOperands() ||
      lhsOp->getNumResults() != 1 || rhsOp->getNumResults() != 1 ||
      lhsOp->getNumRegions() != 0 || lhs.getType() != rhs.getType() ||
      lhsOp->getAttrDictionary() != rhsOp->getAttrDictionary())
    return false;
  return llvm::all_of(
      llvm::zip_equal(lhsOp->getOperands(), rhsOp->getOperands()),
      [&](auto pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
}

/// The score of an element, the identity in place of those of earlier ranks.
bool RankMatcher::isRankedScore(Value value, unsigned rank) {
  Attribute none = fold.getMonoid(first + 2 * rank)
                       .getIdentity(fold.getStateElementType(first));
  llvm::SmallBitVector excluded(rank);
  while (auto select = value.getDefiningOp<arith::SelectOp>()) {
    auto test = select.getCondition().getDefiningOp<arith::CmpIOp>();
    Attribute other;
    if (!test || test.getPredicate() != arith::CmpIPredicate::eq ||
        !matchPattern(select.getTrueValue(), m_Constant(&other)) ||
        other != none)
      break;
    unsigned before = 0;
    for (; before < rank; ++before)
      if ((isElementPosition(test.getLhs()) &&
           isExcluded(test.getRhs(), before)) ||
          (isElementPosition(test.getRhs()) &&
           isExcluded(test.getLhs(), before)))
        break;
    if (before == rank || excluded.test(before))
      break;
    excluded.set(before);
    value = select.getFalseValue();
  }
  same.clear();
  return excluded.all() && isSame(value, fold.getTermValue(first));
}

bool RankMatcher::isScore(unsigned rank) {
  unsigned component = first + 2 * rank;
  return isa<MaximumFAttr, MaxNumFAttr>(fold.getMonoid(component)) &&
         fold.getStateElementType(component).isF32() &&
         hasIdentityInit(component) &&
         isRankedScore(fold.getTermValue(component), rank);
}

/// A ranked score that equals the best one; of NaN, too, or not.
bool RankMatcher::isHit(Value condition, unsigned rank) {
  auto matchPair = [&](Value value, arith::CmpFPredicate predicate) {
    auto test = value.getDefiningOp<arith::CmpFOp>();
    if (!test || test.getPredicate() != predicate)
      return false;
    unsigned best = first + 2 * rank;
    return (isRankedScore(test.getLhs(), rank) &&
            isResult(test.getRhs(), best)) ||
           (isRankedScore(test.getRhs(), rank) &&
            isResult(test.getLhs(), best));
  };
  auto isUnordered = [&](Value value) {
    auto test = value.getDefiningOp<arith::CmpFOp>();
    return test && test.getPredicate() == arith::CmpFPredicate::UNO &&
           test.getLhs() == test.getRhs();
  };
  if (auto either = condition.getDefiningOp<arith::OrIOp>()) {
    auto both = either.getRhs().getDefiningOp<arith::AndIOp>();
    return both && isUnordered(both.getLhs()) && isUnordered(both.getRhs()) &&
           matchPair(either.getLhs(), arith::CmpFPredicate::OEQ);
  }
  return matchPair(condition, arith::CmpFPredicate::OEQ);
}

bool RankMatcher::isPosition(unsigned rank) {
  unsigned component = first + 2 * rank + 1;
  if (component >= fold.getNumReductions() ||
      !isa<MinSIAttr>(fold.getMonoid(component)) ||
      !fold.getStateElementType(component).isInteger(64) ||
      !hasIdentityInit(component))
    return false;
  auto select = fold.getTermValue(component).getDefiningOp<arith::SelectOp>();
  Attribute none;
  return select && isElementPosition(select.getTrueValue()) &&
         matchPattern(select.getFalseValue(), m_Constant(&none)) &&
         none == fold.getMonoid(component).getIdentity(
                     fold.getStateElementType(component)) &&
         isHit(select.getCondition(), rank);
}

std::optional<RankedPairs> redfuser::matchRankedPairs(FoldOp fold) {
  RankedPairs longest;
  if (fold.getAxisDims().size() != 1)
    return std::nullopt;
  unsigned count = fold.getNumReductions();
  for (unsigned first = 0; first + 3 < count; ++first) {
    RankMatcher matcher(fold, first);
    unsigned rank = 0;
    while (first + 2 * rank + 1 < count && matcher.isScore(rank) &&
           matcher.isPosition(rank))
      ++rank;
    if (rank > longest.count)
      longest = {first, rank};
    if (rank > 0)
      first += 2 * rank - 1;
  }
  if (longest.count < 2)
    return std::nullopt;
  return longest;
}

int64_t redfuser::getSelectionLanes(unsigned count) {
  return std::max<int64_t>(16, llvm::PowerOf2Ceil(2 * count));
}

int64_t redfuser::getNumCandidates(const RankedPairs &pairs) {
  return getSelectionLanes(pairs.count);
}

std::optional<RankedPairs> redfuser::findRankedPairs(FoldOp fold,
                                                     RowScheduleAttr schedule) {
  int64_t lanes = schedule.getThreads();
  int64_t perThread = schedule.getVector() * schedule.getUnroll();
  if (schedule.getKeep() != RowKeep::Registers || lanes > 32 ||
      !llvm::isPowerOf2_64(lanes) || lanes * schedule.getRows() % 32 != 0)
    return std::nullopt;
  std::optional<RankedPairs> pairs = matchRankedPairs(fold);
  if (!pairs || getSelectionLanes(pairs->count) > lanes ||
      pairs->count * perThread < kLeastWork)
    return std::nullopt;
  return pairs;
}

int64_t redfuser::getSelectionBytes(FoldOp fold, RowScheduleAttr schedule) {
  std::optional<RankedPairs> pairs = findRankedPairs(fold, schedule);
  if (!pairs)
    return 0;
  int64_t rows = schedule.getRows(), lanes = schedule.getThreads();
  Type type = fold.getStateElementType(pairs->first);
  return SharedMemory::getNumBytes({rows, lanes}, type) +
         SharedMemory::getNumBytes({rows, 2 * getNumCandidates(*pairs)}, type) +
         SharedMemory::getNumBytes(
             {rows, 2 * int64_t(llvm::alignTo(pairs->count, 2))}, type);
}
