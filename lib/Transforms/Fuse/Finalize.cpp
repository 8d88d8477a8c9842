//===- Finalize.cpp - Results from the final state ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A finalizer is one elementwise linalg.generic per result that is used. Its
// body computes, from the scalars of the final state,
//
//   d = init (+) (axis empty ? identity : restore(correct(state)) * H(d))
//
// where `correct` moves a sum to the references with their inits applied,
// `restore` gives NaN where a kept reference never left its extreme, and H are
// the deferred factors, in the wide values of the earlier results.
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "RedFuser/Algebra/Decompose.h"
#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

namespace {
/// One finalizer: what it reads, and its body.
class Finalizer {
public:
  Finalizer(OpBuilder &b, const FusionPlanImpl &plan, cascade::FoldOp fold,
            unsigned result, Value axisNotEmpty)
      : b(b), plan(plan), fold(fold), result(result),
        axisNotEmpty(axisNotEmpty), loc(plan.chain->getLoc()) {
    collect(result);
  }

  Value build();

private:
  /// True if the final value of `i` is not its state.
  bool isChanged(unsigned i) const {
    const ReductionPlan &reduction = plan.reductions[i];
    return isScaled(i) || movesOn(i) || !reduction.startsAtIdentity;
  }
  /// True if the init may move the extremum that the term of `i` attains.
  bool movesOn(unsigned i) const {
    const ReductionPlan &reduction = plan.reductions[i];
    return reduction.attained && isCorrected(reduction.attained->reference);
  }
  /// True if something is multiplied to the state, or replaces it.
  bool isScaled(unsigned i) const {
    const ReductionPlan &reduction = plan.reductions[i];
    return reduction.extremum || reduction.quantise ||
           !reduction.masks.empty() ||
           (reduction.emittedFactor && !reduction.emittedFactor->isOne()) ||
           llvm::any_of(reduction.kept, [&](unsigned k) {
             return isCorrected(k) || plan.restoresNaN(i, k);
           });
  }
  /// True if the final value of the kept reference `k` is not the one that sums
  /// in the final state refer to.
  bool isCorrected(unsigned k) const {
    return !plan.reductions[k].startsAtIdentity;
  }

  void collect(unsigned i);
  Value getWide(unsigned i);
  Value computeWide(unsigned i);
  Value mapExtrema(unsigned i);

  OpBuilder &b;
  const FusionPlanImpl &plan;
  cascade::FoldOp fold;
  unsigned result;
  Value axisNotEmpty;
  Location loc;
  /// The final value of the component that carries reduction `i`.
  Value getState(unsigned i) const {
    return states.lookup(plan.reductions[i].component);
  }

  /// Operands, and the argument of the body that holds each: final states of
  /// components, inits of reductions.
  llvm::MapVector<unsigned, Value> states, inits;
  llvm::DenseSet<unsigned> collected;
  llvm::DenseMap<unsigned, Value> wide;
};
} // namespace

void Finalizer::collect(unsigned i) {
  if (!collected.insert(i).second)
    return;
  const ReductionPlan &reduction = plan.reductions[i];
  states.insert({reduction.component, Value()});
  if (reduction.extremum)
    for (const ExtremumPlan::End &end : reduction.extremum->ends)
      states.insert({end.component, Value()});
  if (!reduction.masks.empty())
    states.insert({reduction.any, Value()});
  if (!reduction.startsAtIdentity)
    inits.insert({i, Value()});
  if (movesOn(i))
    collect(reduction.attained->reference);
  for (unsigned k : plan.getDeferredReferences(i))
    collect(k);
  for (unsigned k : reduction.kept)
    if (isCorrected(k) || plan.restoresNaN(i, k))
      collect(k);
}

Value Finalizer::getWide(unsigned i) {
  if (Value found = wide.lookup(i))
    return found;
  Value value = computeWide(i);
  wide[i] = value;
  return value;
}

/// The monotone map of reduction `i` at the extrema of its entry.
Value Finalizer::mapExtrema(unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  cascade::ChainOp chain = plan.chain;
  Value best;
  for (const ExtremumPlan::End &end : reduction.extremum->ends) {
    IRMapping mapping;
    mapping.map(reduction.extremum->entry, states.lookup(end.component));
    // As the source reads them, in the types of the results.
    for (unsigned k : reduction.extremum->references)
      mapping.map(
          chain.getTermReference(i, k),
          Emitter::convert(b, loc, getWide(k), chain.getStateElementType(k)));
    Value value =
        cloneTerm(b, chain.getTermBlock(i), chain.getTermValue(i), mapping);
    best = best ? reduction.monoid.buildCombine(b, loc, best, value) : value;
  }
  return best;
}

/// The final value of reduction `i` in the type of its state.
Value Finalizer::computeWide(unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  Type type = reduction.stateType;
  Value value = reduction.extremum ? mapExtrema(i) : getState(i);

  if (movesOn(i)) {
    unsigned k = reduction.attained->reference;
    value = buildStillAttained(b, loc, plan, i, value, getState(k), getWide(k));
  }
  if (llvm::any_of(reduction.kept,
                   [&](unsigned k) { return isCorrected(k); })) {
    auto from = [&](unsigned k) {
      return isCorrected(k) ? getState(k) : Value();
    };
    auto to = [&](unsigned k) { return getWide(k); };
    if (llvm::any_of(reduction.kept, [&](unsigned k) {
          return isCorrected(k) && plan.keepsExponential(i, k);
        }))
      value = arith::MulFOp::create(b, loc, value,
                                    buildCorrection(b, loc, plan, i, from, to));
    value = buildIndicators(b, loc, plan, i, value, from, to);
  }
  for (unsigned k : reduction.kept) {
    if (!plan.restoresNaN(i, k))
      continue;
    const ReductionPlan &reference = plan.reductions[k];
    Value operand = buildExponentOperand(b, loc, reference, getWide(k));
    Value extreme = arith::ConstantOp::create(
        b, loc, FloatAttr::get(operand.getType(), reference.guard->extreme));
    Value unset = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                        operand, extreme);
    Value nan = arith::ConstantOp::create(
        b, loc,
        FloatAttr::get(
            type, APFloat::getQNaN(cast<FloatType>(type).getFloatSemantics())));
    value = arith::SelectOp::create(b, loc, unset, nan, value);
  }
  if (reduction.quantise)
    value = buildDescale(b, loc, plan, i, value,
                         getState(reduction.quantise->reference),
                         [&](unsigned k) { return getWide(k); });
  if (reduction.emittedFactor) {
    cascade::ChainOp chain = plan.chain;
    Block &term = chain.getTermBlock(i);
    IRMapping mapping;
    for (unsigned k : plan.getDeferredReferences(i))
      mapping.map(chain.getTermReference(i, k), getWide(k));
    Emitter emitter(b, loc, cast<FloatType>(type), [&](const Atom &leaf) {
      if (leaf.isLeaf(LeafKind::Reference))
        return getWide(leaf.index);
      return cloneTerm(b, term, leaf.parameter, mapping);
    });
    value = emitter.emitTimes(value, reduction.emittedFactor);
  }
  // The source adds nothing but zeros where everything is masked.
  if (!reduction.masks.empty()) {
    Value any = states.lookup(reduction.any);
    Value one =
        arith::ConstantOp::create(b, loc, b.getFloatAttr(any.getType(), 1.0));
    Value counts =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, any, one);
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    value = arith::SelectOp::create(b, loc, counts, value, zero);
  }
  // On an empty axis the source never evaluates its terms.
  if (axisNotEmpty && isScaled(i)) {
    Value start = arith::ConstantOp::create(b, loc, reduction.start);
    value = arith::SelectOp::create(b, loc, axisNotEmpty, value, start);
  }
  if (isa<FloatType>(type) && isa<IntegerType>(reduction.sourceType))
    value = buildInteger(b, loc, value, reduction.sourceType);
  if (!reduction.startsAtIdentity)
    value = reduction.monoid.buildCombine(
        b, loc, Emitter::convert(b, loc, inits[i], value.getType()), value);
  return value;
}

Value Finalizer::build() {
  const ReductionPlan &reduction = plan.reductions[result];
  Value state = fold.getResult(reduction.component);
  if (!isChanged(result) && reduction.stateType == reduction.sourceType)
    return state;

  cascade::ChainOp chain = plan.chain;
  AffineMap resultMap = chain.getResultMap(result);
  unsigned rank = resultMap.getNumResults();
  MLIRContext *context = b.getContext();
  auto mapInResult = [&](AffineMap map) {
    SmallVector<AffineExpr> dims;
    for (AffineExpr dim : map.getResults())
      dims.push_back(
          getAffineDimExpr(*resultMap.getResultPosition(dim), context));
    return AffineMap::get(rank, 0, dims, context);
  };

  SmallVector<Value> operands;
  SmallVector<AffineMap> maps;
  for (auto &[k, argument] : states) {
    operands.push_back(fold.getResult(k));
    maps.push_back(mapInResult(plan.components[k].map));
  }
  for (auto &[k, argument] : inits) {
    operands.push_back(chain.getInits()[k]);
    maps.push_back(mapInResult(chain.getResultMap(k)));
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  Value empty = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, chain.getInits()[result]),
      reduction.sourceType);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, empty.getType(), operands, empty, maps, iterators,
      [&](OpBuilder &nested, Location nestedLoc, ValueRange arguments) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(nested.getInsertionBlock());
        unsigned next = 0;
        for (auto &[k, argument] : states)
          argument = arguments[next++];
        for (auto &[k, argument] : inits)
          argument = arguments[next++];
        Value value = Emitter::convert(b, nestedLoc, getWide(result),
                                       reduction.sourceType);
        linalg::YieldOp::create(b, nestedLoc, value);
      });
  // Cast back where the init says more or less than its sizes.
  Value value = generic.getResult(0);
  Type type = chain.getResult(result).getType();
  if (value.getType() != type)
    value = tensor::CastOp::create(b, loc, type, value);
  return value;
}

/// An i1 that is true if the axis has elements; null if that is known.
static Value buildAxisNotEmpty(OpBuilder &b, const FusionPlanImpl &plan) {
  if (plan.axisLength == AxisLength::Positive)
    return {};
  cascade::ChainOp chain = plan.chain;
  Location loc = chain.getLoc();
  Value notEmpty;
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  for (unsigned dim : chain.getAxisDims()) {
    auto [value, position] = chain.getDimSource(dim);
    Value size = getValueOrCreateConstantIndexOp(
        b, loc, tensor::getMixedSize(b, loc, value, position));
    Value positive =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, size, zero);
    notEmpty =
        notEmpty ? arith::AndIOp::create(b, loc, notEmpty, positive).getResult()
                 : positive;
  }
  return notEmpty;
}

SmallVector<Value> redfuser::buildFinalizers(OpBuilder &b,
                                             const FusionPlanImpl &plan,
                                             cascade::FoldOp fold) {
  cascade::ChainOp chain = plan.chain;
  bool scaled =
      llvm::any_of(plan.reductions, [](const ReductionPlan &reduction) {
        return !reduction.factors.empty() || reduction.extremum ||
               reduction.quantise;
      });
  Value axisNotEmpty = scaled ? buildAxisNotEmpty(b, plan) : Value();
  SmallVector<Value> results;
  for (unsigned i = 0, e = plan.reductions.size(); i < e; ++i) {
    if (chain.getResult(i).use_empty())
      results.push_back({});
    else
      results.push_back(Finalizer(b, plan, fold, i, axisNotEmpty).build());
  }
  return results;
}
