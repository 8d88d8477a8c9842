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
// and, for a family, sum over k of (sum of G_k) * H_k(d) in place of the state,
// where the G_k are about the centers and H_k reads how far the final
// references are from these; `correct` moves a sum to the references with their
// inits applied, `restore` gives NaN where a kept reference never left its
// extreme, and H are the deferred factors, in the wide values of the earlier
// results.
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
    return reduction.family || reduction.extremum || reduction.quantise ||
           (reduction.rank && reduction.rank->isDeferred) ||
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
  /// The inputs that code of the term of `i` may read here.
  void collectRows(unsigned i);
  void mapRows(unsigned i, IRMapping &mapping) const {
    cascade::ChainOp chain = plan.chain;
    for (auto [k, value] : rows)
      mapping.map(chain.getTermInput(i, k), value);
  }
  void collectFamily(const FamilyPlan &family);
  void collectParts(ArrayRef<SumPart> parts);
  void collectStates(Expr value);
  /// The sum of `parts`, each times its factor.
  Value buildParts(Emitter &emitter, ArrayRef<SumPart> parts);
  /// The references that the component `number` keeps.
  SmallVector<KeptRate> getComponentRates(unsigned number) const {
    const ComponentPlan &component = plan.components[number];
    return component.kind == ComponentPlan::Kind::Source
               ? plan.getRates(component.reduction)
               : SmallVector<KeptRate>(component.rates);
  }
  Value moveToFinal(unsigned i, Value value, ArrayRef<KeptRate> rates,
                    Type type);
  Value buildFamily(unsigned i);
  Value buildShift(const ViewPlan &view, FloatType type);
  Value readLeaf(const Atom &leaf, const FamilyPlan &family, FloatType type);
  Value restoreNaN(Value value, unsigned k);
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
  /// The same for inputs that do not vary along the axis.
  llvm::MapVector<unsigned, Value> rows;
  llvm::DenseSet<unsigned> collected;
  llvm::DenseMap<unsigned, Value> wide;
};
} // namespace

void Finalizer::collectRows(unsigned i) {
  cascade::ChainOp chain = plan.chain;
  for (unsigned k : plan.rows.set_bits())
    if (!chain.getTermInput(i, k).use_empty())
      rows.insert({k, Value()});
}

void Finalizer::collect(unsigned i) {
  if (!collected.insert(i).second)
    return;
  const ReductionPlan &reduction = plan.reductions[i];
  if (reduction.emittedFactor || reduction.extremum || reduction.family)
    collectRows(i);
  if (!reduction.startsAtIdentity)
    inits.insert({i, Value()});
  if (reduction.family) {
    collectFamily(*reduction.family);
  } else {
    states.insert({reduction.component, Value()});
    if (reduction.extremum)
      for (const ExtremumPlan::End &end : reduction.extremum->ends)
        states.insert({end.component, Value()});
    if (!reduction.masks.empty())
      states.insert({reduction.any, Value()});
    if (movesOn(i))
      collect(reduction.attained->reference);
    if (reduction.rank && reduction.rank->isDeferred) {
      const RankPlan &ranked = *reduction.rank;
      if (ranked.isPosition)
        collect(ranked.values.back());
      else if (needsFirstOfRank(plan, i))
        collect(ranked.values.front());
    }
    for (unsigned k : plan.getDeferredReferences(i))
      collect(k);
  }
  for (unsigned k : reduction.kept)
    if (isCorrected(k) || plan.restoresNaN(i, k))
      collect(k);
}

/// States and references that the factors of families read.
void Finalizer::collectStates(Expr value) {
  walkAtoms(value, [&](const Atom &atom) {
    if (atom.isLeaf(LeafKind::State))
      states.insert({atom.index, Value()});
    else if (atom.isLeaf(LeafKind::Center))
      states.insert({plan.centers[atom.index].component, Value()});
    else if (atom.isLeaf(LeafKind::Reference))
      collect(atom.index);
  });
}

void Finalizer::collectParts(ArrayRef<SumPart> parts) {
  for (const SumPart &part : parts) {
    collectStates(part.h);
    // A constant adds up to a multiple of the length.
    if (!part.g->getConstant())
      for (auto [factor, state] : part.states)
        states.insert({state, Value()});
  }
}

void Finalizer::collectFamily(const FamilyPlan &family) {
  collectParts(family.parts);
  for (unsigned k : family.references)
    collect(k);
  for (const ViewPlan &view : family.views) {
    collectRows(view.reference);
    const CenterPlan &center = plan.centers[view.center];
    if (center.extremum) {
      collect(*center.extremum);
      continue;
    }
    if (!view.isSmall) {
      collect(view.reference);
      collectStates(view.scale);
      states.insert({center.component, Value()});
      continue;
    }
    collectParts(view.parts);
    // Code of the reference's own term may read more.
    for (unsigned k : plan.reductions[view.reference].family->references)
      collect(k);
    collectStates(view.centerFactor);
    if (!view.centerFactor->isZero())
      states.insert({center.component, Value()});
    if (!plan.reductions[view.reference].startsAtIdentity) {
      collectStates(view.scale);
      inits.insert({view.reference, Value()});
    }
  }
  if (family.mask)
    states.insert({family.maskComponent, Value()});
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
    mapRows(i, mapping);
    // As the source reads them, in the types of the results.
    for (unsigned k : reduction.extremum->references)
      mapping.map(
          chain.getTermReference(i, k),
          Emitter::convert(b, loc, getWide(k), chain.getStateElementType(k)));
    Value mapped = reduction.extremum->value ? reduction.extremum->value
                                             : chain.getTermValue(i);
    Value value = cloneTerm(b, chain.getTermBlock(i), mapped, mapping);
    best = best ? reduction.monoid.buildCombine(b, loc, best, value) : value;
  }
  return best;
}

/// Where what multiplies a state of `type` is computed: f16 has no range for
/// it.
static FloatType getComputeType(Type type) {
  auto floatType = cast<FloatType>(type);
  return floatType.getWidth() < 32 ? Float32Type::get(type.getContext())
                                   : floatType;
}

/// The final value of reduction `i` in the type of its state.
Value Finalizer::computeWide(unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  Type type = reduction.stateType;
  Value value = reduction.family     ? buildFamily(i)
                : reduction.extremum ? mapExtrema(i)
                                     : getState(i);

  if (reduction.rank && reduction.rank->isDeferred) {
    const RankPlan &ranked = *reduction.rank;
    if (ranked.isPosition)
      value = finishRankedPosition(b, loc, plan, i,
                                   getWide(ranked.values.back()), value);
    else if (needsFirstOfRank(plan, i))
      value = finishRankedValue(b, loc, plan, i, value,
                                getWide(ranked.values.front()));
  }
  if (movesOn(i)) {
    unsigned k = reduction.attained->reference;
    value = buildStillAttained(b, loc, plan, i, value, getState(k), getWide(k));
  }
  // The parts of a family keep different references.
  if (!reduction.family)
    value = moveToFinal(i, value, plan.getRates(i), type);
  if (llvm::any_of(reduction.kept, [&](unsigned k) { return isCorrected(k); }))
    value = buildIndicators(
        b, loc, plan, i, value,
        [&](unsigned k) { return isCorrected(k) ? getState(k) : Value(); },
        [&](unsigned k) { return getWide(k); });
  for (unsigned k : reduction.kept)
    if (plan.restoresNaN(i, k))
      value = restoreNaN(value, k);
  if (const std::optional<FamilyPlan> &family = reduction.family) {
    for (const ViewPlan &view : family->views)
      if (std::optional<unsigned> k = plan.centers[view.center].extremum;
          k && !reduction.keeps(*k))
        value = restoreNaN(value, *k);
    Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
    // Parts of a sum without negative terms may leave a rounding error.
    if (family->isNonNegative && family->parts.size() > 1)
      value = arith::MaximumFOp::create(b, loc, value, zero);
    if (family->mask) {
      Value none = arith::CmpFOp::create(
          b, loc, arith::CmpFPredicate::OEQ,
          Emitter::convert(b, loc, states.lookup(family->maskComponent), type),
          zero);
      value = arith::SelectOp::create(b, loc, none, zero, value);
    }
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
    mapRows(i, mapping);
    FloatType wide = getComputeType(type);
    Emitter emitter(b, loc, wide, [&](const Atom &leaf) {
      if (leaf.isLeaf(LeafKind::Reference))
        return getWide(leaf.index);
      if (leaf.isLeaf(LeafKind::Row))
        return rows.lookup(leaf.index);
      if (leaf.isLeaf(LeafKind::Length))
        return buildLength(b, loc, plan, wide);
      return cloneTerm(b, term, leaf.parameter, mapping);
    });
    value = emitter.emitTimes(Emitter::convert(b, loc, value, wide),
                              reduction.emittedFactor);
    value = Emitter::convert(b, loc, value, type);
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

/// A sum that was taken at running references, at the final ones, which the
/// inits have moved.
Value Finalizer::moveToFinal(unsigned i, Value value, ArrayRef<KeptRate> rates,
                             Type type) {
  if (llvm::none_of(rates, [&](const KeptRate &kept) {
        return isCorrected(kept.reference);
      }))
    return value;
  Value factor = buildCorrection(
      b, loc, plan, i, rates, type,
      [&](unsigned k) { return isCorrected(k) ? getState(k) : Value(); },
      [&](unsigned k) { return getWide(k); });
  return arith::MulFOp::create(b, loc, value, factor);
}

/// NaN where the reference `k` never left its extreme.
Value Finalizer::restoreNaN(Value value, unsigned k) {
  const ReductionPlan &reference = plan.reductions[k];
  Value operand = buildExponentOperand(b, loc, reference, getWide(k));
  Value extreme = arith::ConstantOp::create(
      b, loc, FloatAttr::get(operand.getType(), reference.guard->extreme));
  Value unset = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                      operand, extreme);
  Type type = value.getType();
  Value nan = arith::ConstantOp::create(
      b, loc,
      FloatAttr::get(
          type, APFloat::getQNaN(cast<FloatType>(type).getFloatSemantics())));
  return arith::SelectOp::create(b, loc, unset, nan, value);
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

Value Finalizer::readLeaf(const Atom &leaf, const FamilyPlan &family,
                          FloatType type) {
  switch (leaf.leaf) {
  case LeafKind::Reference:
    return getWide(leaf.index);
  case LeafKind::State:
    return states.lookup(leaf.index);
  case LeafKind::Center:
    return states.lookup(plan.centers[leaf.index].component);
  case LeafKind::Row:
    return rows.lookup(leaf.index);
  case LeafKind::Length:
    return buildLength(b, loc, plan, type);
  case LeafKind::Shift: {
    const ViewPlan *view =
        llvm::find_if(family.views, [&](const ViewPlan &candidate) {
          return candidate.center == leaf.index;
        });
    return buildShift(*view, type);
  }
  case LeafKind::Parameter: {
    // Code of a term that reads final references.
    cascade::ChainOp chain = plan.chain;
    Value parameter = leaf.parameter;
    for (unsigned i = 0, e = plan.reductions.size(); i < e; ++i) {
      Block &block = chain.getTermBlock(i);
      if (parameter.getParentBlock() != &block)
        continue;
      IRMapping mapping;
      for (unsigned k = 0; k < i; ++k)
        if (collected.contains(k))
          mapping.map(chain.getTermReference(i, k), getWide(k));
      mapRows(i, mapping);
      return cloneTerm(b, block, leaf.parameter, mapping);
    }
    return leaf.parameter;
  }
  default:
    llvm_unreachable("not a leaf of finalizers");
  }
}

Value Finalizer::buildParts(Emitter &emitter, ArrayRef<SumPart> parts) {
  Value sum;
  for (const SumPart &part : parts) {
    Value value = emitter.emitTimes(emitter.emit(plan.getSum(part)), part.h);
    sum = sum ? arith::AddFOp::create(b, loc, sum, value).getResult() : value;
  }
  return sum;
}

/// How far the final reference is from the center.
Value Finalizer::buildShift(const ViewPlan &view, FloatType type) {
  const CenterPlan &center = plan.centers[view.center];
  if (center.extremum) {
    unsigned k = *center.extremum;
    Value state = buildCenter(b, loc, plan, k, getState(k));
    return arith::SubFOp::create(b, loc,
                                 Emitter::convert(b, loc, getWide(k), type),
                                 Emitter::convert(b, loc, state, type));
  }
  const ReductionPlan &reference = plan.reductions[view.reference];
  static const FamilyPlan none;
  const FamilyPlan &family = reference.family ? *reference.family : none;
  Emitter emitter(b, loc, type, [&](const Atom &leaf) {
    return readLeaf(leaf, family, type);
  });
  auto getCenter = [&] {
    return Emitter::convert(b, loc, states.lookup(center.component), type);
  };
  if (!view.isSmall) {
    Value last = emitter.emitTimes(
        Emitter::convert(b, loc, getWide(view.reference), type), view.scale);
    return arith::SubFOp::create(b, loc, last, getCenter());
  }
  Value shift = buildParts(emitter, view.parts);
  auto add = [&](Value value) {
    shift =
        shift ? arith::AddFOp::create(b, loc, shift, value).getResult() : value;
  };
  if (!view.centerFactor->isZero())
    add(arith::MulFOp::create(b, loc, getCenter(),
                              emitter.emit(view.centerFactor)));
  if (!reference.startsAtIdentity)
    add(emitter.emitTimes(
        Emitter::convert(b, loc, inits.lookup(view.reference), type),
        view.scale));
  return shift ? shift : emitter.constant(0.0);
}

Value Finalizer::buildFamily(unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  FloatType type = getComputeType(reduction.stateType);
  Emitter emitter(b, loc, type, [&](const Atom &leaf) {
    return readLeaf(leaf, *reduction.family, type);
  });
  Value sum;
  for (const SumPart &part : reduction.family->parts) {
    Value value = buildParts(emitter, part);
    // The components of a part have one exponential.
    if (!part.g->getConstant())
      value = moveToFinal(i, value,
                          getComponentRates(part.states.front().second), type);
    sum = sum ? arith::AddFOp::create(b, loc, sum, value).getResult() : value;
  }
  return Emitter::convert(b, loc, sum ? sum : emitter.constant(0.0),
                          cast<FloatType>(reduction.stateType));
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

Value Finalizer::build() {
  const ReductionPlan &reduction = plan.reductions[result];
  if (!isChanged(result) && reduction.stateType == reduction.sourceType)
    return fold.getResult(reduction.component);

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
  for (auto &[k, argument] : rows) {
    operands.push_back(chain.getInputs()[k]);
    maps.push_back(mapInResult(chain.getInputMap(k)));
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
        for (auto &[k, argument] : rows)
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
  if (plan.staticLength.value_or(0) > 0)
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
               reduction.quantise || reduction.family ||
               (reduction.rank && reduction.rank->isDeferred);
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
