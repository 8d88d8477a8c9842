//===- ArgReduction.cpp - Reductions to a value and its position ----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/ArgReduction.h"
#include "RedFuser/Analysis/Evaluate.h"
#include "RedFuser/Analysis/IndexCode.h"
#include "RedFuser/Analysis/Reductions.h"
#include "RedFuser/Analysis/Splat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

namespace {

/// One step of the reduction as a function of four scalars: the accumulated
/// value and payload, and those of the next position.
class Step {
public:
  Step(linalg::LinalgOp op, unsigned value, unsigned index)
      : block(*op.getBlock()),
        accValue(op.getMatchingBlockArgument(op.getDpsInitOperand(value))),
        accIndex(op.getMatchingBlockArgument(op.getDpsInitOperand(index))),
        newValue(block.getTerminator()->getOperand(value)),
        newIndex(block.getTerminator()->getOperand(index)) {}

  /// Finds what else the step reads; false with a reason if that is not a score
  /// and a payload, or the code does more than compare and select.
  bool findArguments(std::string &reason);
  void swapArguments() { std::swap(score, payload); }
  bool hasArguments() const {
    return score && payload && score.getType() == accValue.getType() &&
           payload.getType() == accIndex.getType();
  }

  struct Result {
    Attribute value, index;
  };
  Result evaluate(Attribute a, Attribute va, Attribute x, Attribute vx) const {
    Evaluation evaluation;
    evaluation.set(accValue, a);
    evaluation.set(accIndex, va);
    evaluation.set(score, x);
    evaluation.set(payload, vx);
    return {evaluation.get(newValue), evaluation.get(newIndex)};
  }

  Type getScoreType() const { return accValue.getType(); }
  Type getPayloadType() const { return accIndex.getType(); }

  Value score, payload;

private:
  bool isOrderOp(Operation *op) const;

  Block &block;
  BlockArgument accValue, accIndex;
  Value newValue, newIndex;
};

} // namespace

/// Ops whose result depends on the order relations of their operands alone.
bool Step::isOrderOp(Operation *op) const {
  return isa<arith::CmpFOp, arith::CmpIOp, arith::SelectOp, arith::MaximumFOp,
             arith::MaxNumFOp, arith::MinimumFOp, arith::MinNumFOp,
             arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
             op) ||
         (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) &&
          op->getResult(0).getType().isInteger(1));
}

bool Step::findArguments(std::string &reason) {
  // What depends on the accumulators.
  llvm::DenseSet<Value> dependent{accValue, accIndex};
  for (Operation &op : block.without_terminator())
    if (llvm::any_of(op.getOperands(),
                     [&](Value value) { return dependent.contains(value); }))
      dependent.insert_range(op.getResults());

  llvm::SetVector<Value> arguments;
  SmallVector<Value> pending{newValue, newIndex};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second || value == accValue || value == accIndex)
      continue;
    if (matchPattern(value, m_Constant())) {
      if (value.getType().isInteger(1))
        continue;
      reason = "its step compares with a constant or yields one";
      return false;
    }
    Operation *op = value.getDefiningOp();
    bool inside = op && op->getBlock() == &block;
    // A flag of the next position alone (that it is NaN) is looked through.
    bool look =
        inside && (dependent.contains(value) || value.getType().isInteger(1));
    if (!look) {
      arguments.insert(value);
      continue;
    }
    if (!isOrderOp(op)) {
      reason = ("its step does more than compare and select: '" +
                op->getName().getStringRef() + "'")
                   .str();
      return false;
    }
    llvm::append_range(pending, llvm::reverse(op->getOperands()));
  }
  if (arguments.size() != 2) {
    reason = "its step does not read one score and one payload";
    return false;
  }
  score = arguments[0];
  payload = arguments[1];
  if (!hasArguments())
    swapArguments();
  if (!hasArguments()) {
    reason = "its step does not combine values of one type each";
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// `lhs (+) rhs` on constants.
static Attribute combine(MonoidAttrInterface monoid, TypedAttr lhs,
                         TypedAttr rhs) {
  Block block;
  Location loc = UnknownLoc::get(lhs.getContext());
  OpBuilder b(lhs.getContext());
  b.setInsertionPointToEnd(&block);
  Value a = block.addArgument(lhs.getType(), loc);
  Value x = block.addArgument(rhs.getType(), loc);
  Evaluation evaluation;
  evaluation.set(a, lhs);
  evaluation.set(x, rhs);
  return evaluation.get(monoid.buildCombine(b, loc, a, x));
}

namespace {
/// What a table over all order relations says about a step.
class Table {
public:
  /// `ascending`: payloads ascend in the order of the loop. `initIsFirst`: the
  /// initial one is not above them.
  Table(const Step &step, bool ascending, bool initIsFirst, bool neverNaN)
      : step(step), ascending(ascending), neverNaN(neverNaN) {
    Type type = step.getPayloadType();
    for (auto [va, vx] :
         {std::pair(0, 1), std::pair(1, 0), std::pair(-1, 1), std::pair(1, -1)})
      if (!ascending || !initIsFirst || va == 0)
        payloads.push_back(
            {IntegerAttr::get(type, va), IntegerAttr::get(type, vx)});
  }

  /// True if scores combine by `monoid` and the payload follows.
  bool fits(MonoidAttrInterface monoid, ArgReduction &result);

private:
  using Payloads = std::pair<TypedAttr, TypedAttr>;
  bool fitsNumbers(MonoidAttrInterface monoid);
  bool fitsNaN(MonoidAttrInterface monoid, ArgReduction::NaN mode);
  bool fitsTies(ArgReduction::Tie tie, MonoidAttrInterface choice);
  /// Each accumulated score with each next one; with NaN among them or not.
  template <typename Fn>
  bool forEachPair(bool withNaN, Fn visit);
  Attribute resolve(const Payloads &pair) const;

  const Step &step;
  bool ascending, neverNaN;
  SmallVector<Payloads> payloads;
  ArgReduction::Tie tie = ArgReduction::Tie::First;
  MonoidAttrInterface choice;
};
} // namespace

template <typename Fn>
bool Table::forEachPair(bool withNaN, Fn visit) {
  SmallVector<TypedAttr> values = getOrderedValues(step.getScoreType());
  for (TypedAttr a : values)
    for (TypedAttr x : values) {
      if ((isNaN(a) || isNaN(x)) != withNaN || (neverNaN && isNaN(a)))
        continue;
      for (const Payloads &pair : payloads)
        if (!visit(a, x, pair))
          return false;
    }
  return true;
}

/// The payload of a tie.
Attribute Table::resolve(const Payloads &pair) const {
  switch (tie) {
  case ArgReduction::Tie::First:
    return pair.first;
  case ArgReduction::Tie::Last:
    return pair.second;
  case ArgReduction::Tie::Smaller:
  case ArgReduction::Tie::Larger:
    return combine(choice, pair.first, pair.second);
  }
  llvm_unreachable("all ties handled");
}

/// The value is the extremum, and the payload that of the only score that
/// attains it.
bool Table::fitsNumbers(MonoidAttrInterface monoid) {
  return forEachPair(false, [&](TypedAttr a, TypedAttr x, Payloads pair) {
    Step::Result result = step.evaluate(a, pair.first, x, pair.second);
    if (!isSameNumber(result.value, combine(monoid, a, x)))
      return false;
    if (isSameNumber(a, x))
      return true;
    return result.index ==
           (isSameNumber(result.value, a) ? pair.first : pair.second);
  });
}

bool Table::fitsTies(ArgReduction::Tie candidate, MonoidAttrInterface monoid) {
  tie = candidate;
  choice = monoid;
  return forEachPair(false, [&](TypedAttr a, TypedAttr x, Payloads pair) {
    return !isSameNumber(a, x) ||
           step.evaluate(a, pair.first, x, pair.second).index == resolve(pair);
  });
}

bool Table::fitsNaN(MonoidAttrInterface monoid, ArgReduction::NaN mode) {
  return forEachPair(true, [&](TypedAttr a, TypedAttr x, Payloads pair) {
    Step::Result result = step.evaluate(a, pair.first, x, pair.second);
    if (!isSameNumber(result.value, combine(monoid, a, x)))
      return false;
    Attribute expected = pair.first;
    if (mode == ArgReduction::NaN::Attains && isNaN(x))
      expected = isNaN(a) ? resolve(pair) : pair.second;
    return result.index == expected;
  });
}

bool Table::fits(MonoidAttrInterface monoid, ArgReduction &result) {
  if (!fitsNumbers(monoid))
    return false;
  MLIRContext *ctx = monoid.getContext();
  using Tie = ArgReduction::Tie;
  bool tied = ascending ? (fitsTies(Tie::First, MinSIAttr::get(ctx)) ||
                           fitsTies(Tie::Last, MaxSIAttr::get(ctx)))
                        : (fitsTies(Tie::Smaller, MinSIAttr::get(ctx)) ||
                           fitsTies(Tie::Smaller, MinUIAttr::get(ctx)) ||
                           fitsTies(Tie::Larger, MaxSIAttr::get(ctx)) ||
                           fitsTies(Tie::Larger, MaxUIAttr::get(ctx)));
  if (!tied)
    return false;
  using NaN = ArgReduction::NaN;
  bool ignores = isa<MaxNumFAttr, MinNumFAttr>(monoid);
  bool isFloat = isa<FloatType>(step.getScoreType());
  result.nan = NaN::Ignored;
  if (isFloat && ignores && !fitsNaN(monoid, NaN::Ignored))
    return false;
  if (isFloat && !ignores) {
    if (fitsNaN(monoid, NaN::Attains))
      result.nan = NaN::Attains;
    // Where payloads are arbitrary, nothing tells that no score attained NaN.
    else if (ascending && fitsNaN(monoid, NaN::Stays))
      result.nan = NaN::Stays;
    else
      return false;
  }
  result.extremum = monoid;
  result.tie = tie;
  result.choice = choice;
  return true;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The value that `tensor` has the elements of, and for each of its dimensions
/// the one of that value; none for dimensions of size 1 that a reshape added.
static Value skipUnitReshapes(Value tensor,
                              SmallVectorImpl<std::optional<unsigned>> &dims) {
  unsigned rank = cast<RankedTensorType>(tensor.getType()).getRank();
  dims.clear();
  for (unsigned dim = 0; dim < rank; ++dim)
    dims.push_back(dim);
  while (Operation *op = tensor.getDefiningOp()) {
    if (isa<tensor::CastOp>(op)) {
      tensor = op->getOperand(0);
      continue;
    }
    auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
    auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
    if (!expand && !collapse)
      break;
    RankedTensorType wide =
        expand ? expand.getResultType() : collapse.getSrcType();
    SmallVector<ReassociationIndices> groups =
        expand ? expand.getReassociationIndices()
               : collapse.getReassociationIndices();
    // The dimension of each group that is not of size 1.
    llvm::SmallDenseMap<unsigned, std::optional<unsigned>> wideOf, narrowOf;
    for (auto [narrow, group] : llvm::enumerate(groups)) {
      std::optional<unsigned> whole;
      for (int64_t dim : group) {
        if (wide.getDimSize(dim) == 1)
          continue;
        if (whole)
          return tensor;
        whole = dim;
      }
      wideOf[narrow] = whole;
      if (whole)
        narrowOf[*whole] = narrow;
    }
    for (std::optional<unsigned> &dim : dims)
      if (dim)
        dim = (expand ? narrowOf : wideOf).lookup(*dim);
    tensor = op->getOperand(0);
  }
  return tensor;
}

/// The loop of `op` whose index `value`, of its body, is: computed there, or
/// read from a tensor that a pointwise op fills with positions (an iota).
static std::optional<unsigned> getLoopOfIndex(linalg::LinalgOp op,
                                              Value value) {
  while (true) {
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    else if (Value index = getAppliedIndex(value))
      value = index;
    else
      break;
  }
  if (auto index = value.getDefiningOp<linalg::IndexOp>()) {
    if (index->getBlock() != op.getBlock())
      return std::nullopt;
    return index.getDim();
  }

  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock())
    return std::nullopt;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  SmallVector<std::optional<unsigned>> dims;
  Value source = isa<RankedTensorType>(operand->get().getType())
                     ? skipUnitReshapes(operand->get(), dims)
                     : Value();
  auto producer =
      source ? source.getDefiningOp<linalg::LinalgOp>() : linalg::LinalgOp();
  if (op.isDpsInit(operand) || !producer ||
      !producer.hasPureTensorSemantics() ||
      producer.getNumParallelLoops() != producer.getNumLoops())
    return std::nullopt;
  unsigned number = cast<OpResult>(source).getResultNumber();
  std::optional<unsigned> loop = getLoopOfIndex(
      producer, producer.getBlock()->getTerminator()->getOperand(number));
  if (!loop)
    return std::nullopt;
  // The dimension that the producer's loop writes, and the loop that reads it.
  std::optional<unsigned> dim =
      producer.getMatchingIndexingMap(producer.getDpsInitOperand(number))
          .getResultPosition(getAffineDimExpr(*loop, op->getContext()));
  if (!dim)
    return std::nullopt;
  auto *place = llvm::find(dims, dim);
  if (place == dims.end())
    return std::nullopt;
  auto read = dyn_cast<AffineDimExpr>(
      op.getMatchingIndexingMap(operand).getResult(place - dims.begin()));
  if (!read)
    return std::nullopt;
  return read.getPosition();
}

/// True if `payload` ascends in the order of the loops of `op`: the index of
/// its only loop that reduces.
static bool isAscending(linalg::LinalgOp op, Value payload) {
  std::optional<unsigned> loop = getLoopOfIndex(op, payload);
  return loop && op.getNumReductionLoops() == 1 &&
         holdsPositions(payload.getType(), op.getStaticLoopRanges()[*loop]) &&
         op.getIteratorTypesArray()[*loop] == utils::IteratorType::reduction;
}

/// True if no position is less than any element of `init`.
static bool isBelowPositions(Value init) {
  auto value = dyn_cast_or_null<IntegerAttr>(getSplat(init));
  return value && !value.getValue().isStrictlyPositive();
}

FailureOr<ArgReduction> redfuser::matchArgReduction(linalg::LinalgOp op,
                                                    std::string &reason) {
  auto refuse = [&](const Twine &why) {
    reason = why.str();
    return failure();
  };
  if (op.getNumDpsInits() != 2 || op->getNumResults() != 2 ||
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)) !=
          op.getMatchingIndexingMap(op.getDpsInitOperand(1)))
    return refuse("it does not have two results at the same places");

  if (llvm::any_of(*op.getBlock(),
                   [](Operation &inner) { return inner.getNumRegions() != 0; }))
    return refuse("its body has an op with regions");

  reason.clear();
  for (unsigned value : {0u, 1u}) {
    unsigned index = 1 - value;
    Type payloadType = getElementTypeOrSelf(op.getDpsInits()[index]);
    if (!payloadType.isSignlessInteger() || payloadType.isInteger(1)) {
      if (reason.empty())
        reason = "its second result is no integer";
      continue;
    }
    Step step(op, value, index);
    if (!step.findArguments(reason))
      continue;
    bool neverNaN = isConstantNumber(op.getDpsInits()[value]);
    // Where scores and payloads have one type, either may be the score.
    for (bool swapped : {false, true}) {
      if (swapped)
        step.swapArguments();
      if (!step.hasArguments())
        continue;
      bool ascending = isAscending(op, step.payload);
      bool initIsFirst = isBelowPositions(op.getDpsInits()[index]);
      for (MonoidAttrInterface monoid : getBuiltinMonoids(op->getContext())) {
        if (monoid.getTrend() == Trend::None ||
            !monoid.supportsType(step.getScoreType()))
          continue;
        bool ignores = isa<MaxNumFAttr, MinNumFAttr>(monoid);
        if (ignores && !neverNaN)
          continue;
        ArgReduction result;
        result.op = op;
        result.value = value;
        result.index = index;
        result.score = step.score;
        result.payload = step.payload;
        if (Table(step, ascending, initIsFirst, ignores).fits(monoid, result))
          return result;
      }
    }
    reason = "its step is no extremum with the payload of a score that attains "
             "it, independent of the order";
  }
  return failure();
}
