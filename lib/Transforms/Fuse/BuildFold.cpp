//===- BuildFold.cpp - Make the fold of a plan ----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// References and corrections
//===----------------------------------------------------------------------===//

Value redfuser::buildExponentOperand(OpBuilder &b, Location loc,
                                     const ReductionPlan &reference,
                                     Value value) {
  if (!reference.guard || !reference.guard->startsAtNaN)
    return value;
  Value extreme = arith::ConstantOp::create(
      b, loc, FloatAttr::get(value.getType(), reference.guard->extreme));
  return reference.monoid.buildCombine(b, loc, value, extreme);
}

static Value buildConstant(OpBuilder &b, Location loc, Type type,
                           const APFloat &value) {
  return arith::ConstantOp::create(b, loc, FloatAttr::get(type, value));
}

/// True where `value` is at the extreme of `reference`. No fast-math: the
/// comparison must see infinities.
static Value buildIsExtreme(OpBuilder &b, Location loc,
                            const ReductionPlan &reference, Value value) {
  Value extreme =
      buildConstant(b, loc, value.getType(), reference.guard->extreme);
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, value,
                               extreme);
}

Value redfuser::buildReference(OpBuilder &b, Location loc,
                               const FusionPlanImpl &plan, unsigned i,
                               unsigned k, Value value) {
  const ReductionPlan &reference = plan.reductions[k];
  if (!reference.guard)
    return value;
  value = buildExponentOperand(b, loc, reference, value);
  if (plan.definesExtreme(i, k))
    return value;
  Value standIn =
      buildConstant(b, loc, value.getType(), reference.guard->standIn);
  Value unset = buildIsExtreme(b, loc, reference, value);
  return arith::SelectOp::create(b, loc, unset, standIn, value);
}

/// The source's guard around the reference `k` in the term of `i`, if any.
static Value buildSourceGuard(OpBuilder &b, const FusionPlanImpl &plan,
                              unsigned i, unsigned k, Value value) {
  const SourceGuard *guard = plan.reductions[i].getSourceGuard(k);
  if (!guard)
    return value;
  cascade::ChainOp chain = plan.chain;
  IRMapping mapping;
  mapping.map(chain.getTermReference(i, k), value);
  return cloneTerm(b, chain.getTermBlock(i), guard->values.front(), mapping);
}

/// The reference that a sum in the state refers to, for corrections. It is what
/// the term reads, except at the extreme: there the sum is zero, or has to be
/// dropped, and exp(extreme - new) does that.
static Value buildOldReference(OpBuilder &b, Location loc,
                               const FusionPlanImpl &plan, unsigned i,
                               unsigned k, Value value) {
  const ReductionPlan &reference = plan.reductions[k];
  value = buildExponentOperand(b, loc, reference, value);
  const SourceGuard *guard = plan.reductions[i].getSourceGuard(k);
  if (!guard || !guard->definesMore(plan.isIncreasing(k)))
    return value;
  Value guarded = buildSourceGuard(b, plan, i, k, value);
  if (!plan.definesExtreme(i, k))
    return guarded;
  Value unset = buildIsExtreme(b, loc, reference, value);
  Value raw =
      Emitter::convert(b, loc, value, cast<FloatType>(guarded.getType()));
  return arith::SelectOp::create(b, loc, unset, raw, guarded);
}

Value redfuser::buildCenter(OpBuilder &b, Location loc,
                            const FusionPlanImpl &plan, unsigned k,
                            Value value) {
  const ReductionPlan &reference = plan.reductions[k];
  value = buildExponentOperand(b, loc, reference, value);
  Value standIn =
      buildConstant(b, loc, value.getType(), reference.guard->standIn);
  Value unset = buildIsExtreme(b, loc, reference, value);
  return arith::SelectOp::create(b, loc, unset, standIn, value);
}

Value redfuser::buildExtremumShift(OpBuilder &b, Location loc,
                                   const FusionPlanImpl &plan, unsigned k,
                                   FloatType type, Value from, Value to) {
  const ReductionPlan &reference = plan.reductions[k];
  from = buildExponentOperand(b, loc, reference, from);
  // The difference of two narrow values is not one.
  Value difference = arith::SubFOp::create(
      b, loc, Emitter::convert(b, loc, from, type),
      Emitter::convert(b, loc, buildCenter(b, loc, plan, k, to), type));
  Value zero =
      buildConstant(b, loc, type, APFloat::getZero(type.getFloatSemantics()));
  Value unset = buildIsExtreme(b, loc, reference, from);
  return arith::SelectOp::create(b, loc, unset, zero, difference);
}

Value redfuser::buildCorrection(OpBuilder &b, Location loc,
                                const FusionPlanImpl &plan, unsigned i,
                                ArrayRef<KeptRate> kept, Type sumType,
                                function_ref<Value(unsigned)> from,
                                function_ref<Value(unsigned)> to) {
  bool isDouble = sumType.isF64();
  for (const KeptRate &rate : kept)
    isDouble |= plan.reductions[rate.reference].stateType.isF64();
  FloatType type = isDouble ? cast<FloatType>(b.getF64Type())
                            : cast<FloatType>(b.getF32Type());
  Emitter emitter(b, loc, type, [&](const Atom &leaf) -> Value {
    return leaf.isLeaf(LeafKind::Length) ? buildLength(b, loc, plan, type)
                                         : leaf.parameter;
  });

  // exp(sum of rate * (new - old)), written as rate * (old - new) with the
  // rate's sign turned where that makes it positive.
  ExprContext &context = *plan.context;
  bool base2 = llvm::all_of(kept, [&](const KeptRate &rate) {
    return matchMultipleOfLn2(context, rate.rate) != nullptr;
  });
  Value exponent;
  for (auto [k, rate] : kept) {
    Value oldValue = from(k);
    if (!oldValue)
      continue;
    oldValue = Emitter::convert(
        b, loc, buildOldReference(b, loc, plan, i, k, oldValue), type);
    Value newValue = buildReference(b, loc, plan, i, k, to(k));
    newValue = Emitter::convert(
        b, loc, buildSourceGuard(b, plan, i, k, newValue), type);
    if (base2)
      rate = matchMultipleOfLn2(context, rate);
    if (plan.isIncreasing(k)) {
      // The rate is negative: exp(-rate * (old - new)).
      rate = context.neg(rate);
      std::swap(oldValue, newValue);
    }
    Value difference = arith::SubFOp::create(b, loc, newValue, oldValue);
    // What is masked may make the reference infinite where the sum is not: an
    // infinity that stays has not moved.
    if (!plan.reductions[i].masks.empty()) {
      Value same = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                         newValue, oldValue);
      difference = arith::SelectOp::create(b, loc, same, emitter.constant(0),
                                           difference);
    }
    Value part = emitter.emitTimes(difference, rate);
    exponent = exponent
                   ? arith::AddFOp::create(b, loc, exponent, part).getResult()
                   : part;
  }
  return Emitter::convert(b, loc, emitter.emitExp(exponent, base2), sumType);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

llvm::SmallPtrSet<Operation *, 16>
redfuser::collectNeeded(Block &block, Value value,
                        function_ref<bool(Value)> isGiven) {
  llvm::SmallPtrSet<Operation *, 16> needed;
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (isGiven(next) || !op || op->getBlock() != &block ||
        !needed.insert(op).second)
      continue;
    op->walk([&](Operation *nested) {
      llvm::append_range(pending, nested->getOperands());
    });
  }
  return needed;
}

Value redfuser::cloneTerm(OpBuilder &b, Block &block, Value value,
                          IRMapping &mapping) {
  auto needed = collectNeeded(
      block, value, [&](Value next) { return mapping.contains(next); });
  for (Operation &op : block.without_terminator()) {
    if (!needed.contains(&op))
      continue;
    Operation *copy = b.clone(op, mapping);
    // x / 1, x * 1, x - 0: the deferred factors that were taken out.
    SmallVector<Value> folded;
    SmallVector<Operation *> constants;
    if (copy->getNumResults() == 1 && !isa<arith::ConstantOp>(copy) &&
        succeeded(b.tryFold(copy, folded, &constants)) && !folded.empty()) {
      mapping.map(op.getResult(0), folded.front());
      copy->erase();
    }
  }
  return mapping.lookupOrDefault(value);
}

/// The term of `plan.reductions[i]` in its source's code, in a block with the
/// arguments of a term of the fold.
static Value buildSourceTerm(OpBuilder &b, const FusionPlanImpl &plan,
                             unsigned i, Block &block) {
  cascade::ChainOp chain = plan.chain;
  const ReductionPlan &reduction = plan.reductions[i];
  unsigned numInputs = chain.getInputs().size();
  IRMapping mapping;
  for (unsigned k = 0; k < numInputs; ++k)
    mapping.map(chain.getTermInput(i, k), block.getArgument(k));
  for (unsigned k : reduction.kept)
    mapping.map(chain.getTermReference(i, k),
                buildReference(b, chain.getLoc(), plan, i, k,
                               block.getArgument(
                                   numInputs + plan.reductions[k].component)));
  if (reduction.quantise)
    mapping.map(
        reduction.quantise->scale,
        buildScale(
            b, chain.getLoc(), plan, i,
            block.getArgument(
                numInputs +
                plan.reductions[reduction.quantise->reference].component)));
  if (reduction.attained) {
    unsigned k = reduction.attained->reference;
    mapping.map(chain.getTermReference(i, k),
                block.getArgument(numInputs + plan.reductions[k].component));
  }
  // Indicators compare with the reference itself.
  for (const Indicator &indicator : reduction.indicators) {
    unsigned k = indicator.reference;
    IRMapping raw(mapping);
    raw.map(chain.getTermReference(i, k),
            block.getArgument(numInputs + plan.reductions[k].component));
    mapping.map(indicator.compare,
                cloneTerm(b, chain.getTermBlock(i), indicator.compare, raw));
  }
  for (auto [value, constant] : reduction.replaced)
    mapping.map(value, arith::ConstantOp::create(
                           b, value.getLoc(),
                           b.getFloatAttr(value.getType(), constant)));
  return cloneTerm(b, chain.getTermBlock(i), chain.getTermValue(i), mapping);
}

/// The entry of the term of `i`, which reads inputs only.
static Value buildEntry(OpBuilder &b, const FusionPlanImpl &plan, unsigned i,
                        Block &block) {
  cascade::ChainOp chain = plan.chain;
  IRMapping mapping;
  for (unsigned k = 0, e = chain.getInputs().size(); k < e; ++k)
    mapping.map(chain.getTermInput(i, k), block.getArgument(k));
  return cloneTerm(b, chain.getTermBlock(i), plan.reductions[i].extremum->entry,
                   mapping);
}

static void buildTerm(OpBuilder &b, const FusionPlanImpl &plan, unsigned number,
                      Region &region) {
  cascade::ChainOp chain = plan.chain;
  const ComponentPlan &component = plan.components[number];
  unsigned i = component.reduction;
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&region);
  for (unsigned k = 0, e = chain.getInputs().size(); k < e; ++k) {
    BlockArgument argument = chain.getTermInput(i, k);
    block->addArgument(argument.getType(), argument.getLoc());
  }
  for (const ComponentPlan &earlier :
       ArrayRef(plan.components).take_front(number))
    block->addArgument(earlier.type, chain.getLoc());

  Value term;
  switch (component.kind) {
  case ComponentPlan::Kind::Source:
    term = buildSourceTerm(b, plan, i, *block);
    break;
  case ComponentPlan::Kind::Entry:
    term = buildEntry(b, plan, i, *block);
    break;
  case ComponentPlan::Kind::Any:
    term = buildAny(b, plan, i, *block);
    break;
  case ComponentPlan::Kind::Rank:
    term = buildRankTerm(b, plan, i, *block);
    break;
  case ComponentPlan::Kind::Member:
  case ComponentPlan::Kind::Center:
    term = buildMemberTerm(b, plan, number, *block);
    break;
  }
  Location loc = chain.getTermBlock(i).getTerminator()->getLoc();
  if (isa<FloatType>(component.type) && isa<IntegerType>(term.getType()))
    term = arith::SIToFPOp::create(b, loc, component.type, term);
  cascade::YieldOp::create(b, loc,
                           Emitter::convert(b, loc, term, component.type));

  // Constants that folding left without uses.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isa<arith::ConstantOp>(op) && op.use_empty())
      op.erase();
}

static void buildCorrectionBody(OpBuilder &b, const FusionPlanImpl &plan,
                                unsigned number, Region &region) {
  const ComponentPlan &self = plan.components[number];
  unsigned i = self.reduction;
  bool isSource = self.kind == ComponentPlan::Kind::Source;
  const ReductionPlan &reduction = plan.reductions[i];
  bool isRank = self.kind == ComponentPlan::Kind::Rank;
  if (isSource ? !reduction.isRescaled() && !reduction.attained
               : !isRank && self.moves.empty() && self.rates.empty())
    return;
  Location loc = plan.chain->getLoc();
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&region);
  unsigned numComponents = plan.components.size();
  for (const ComponentPlan &component : plan.components)
    block->addArgument(component.type, loc);
  for (const ComponentPlan &earlier :
       ArrayRef(plan.components).take_front(number))
    block->addArgument(earlier.type, loc);
  if (!isSource) {
    Value corrected = isRank ? buildRankCorrection(b, plan, i, *block)
                             : buildMemberCorrection(b, plan, number, *block);
    cascade::YieldOp::create(b, loc, corrected);
    return;
  }
  auto from = [&](unsigned k) -> Value {
    return block->getArgument(plan.reductions[k].component);
  };
  auto to = [&](unsigned k) -> Value {
    return block->getArgument(numComponents + plan.reductions[k].component);
  };
  Value corrected = block->getArgument(number);
  if (reduction.attained) {
    unsigned k = reduction.attained->reference;
    corrected = buildStillAttained(b, loc, plan, i, corrected, from(k), to(k));
  }
  if (SmallVector<KeptRate> rates = plan.getRates(i); !rates.empty())
    corrected = arith::MulFOp::create(
        b, loc, corrected,
        buildCorrection(b, loc, plan, i, rates, self.type, from, to));
  if (const std::optional<QuantisePlan> &quantise = reduction.quantise;
      quantise && quantise->exponent != 0)
    corrected = arith::MulFOp::create(b, loc, corrected,
                                      buildRescale(b, loc, plan, i,
                                                   from(quantise->reference),
                                                   to(quantise->reference)));
  corrected = buildIndicators(b, loc, plan, i, corrected, from, to);
  cascade::YieldOp::create(b, loc, corrected);
}

cascade::FoldOp redfuser::buildFold(OpBuilder &b, const FusionPlanImpl &plan) {
  cascade::ChainOp chain = plan.chain;
  Location loc = chain.getLoc();
  SmallVector<Value> states;
  SmallVector<AffineMap> maps;
  SmallVector<Attribute> monoids;
  SmallVector<OpFoldResult> dimSizes;
  for (const ComponentPlan &component : plan.components) {
    // The state starts at the identity; finalizers apply the source's init.
    SmallVector<OpFoldResult> sizes;
    Value init = chain.getInits()[component.reduction];
    if (component.map == chain.getResultMap(component.reduction)) {
      sizes = tensor::getMixedSizes(b, loc, init);
    } else {
      if (dimSizes.empty())
        dimSizes = chain.getDimSizes(b);
      for (AffineExpr dim : component.map.getResults())
        sizes.push_back(dimSizes[cast<AffineDimExpr>(dim).getPosition()]);
    }
    Value empty = tensor::EmptyOp::create(b, loc, sizes, component.type);
    Value start = arith::ConstantOp::create(b, loc, component.start);
    states.push_back(linalg::FillOp::create(b, loc, start, empty).getResult(0));
    maps.push_back(component.map);
    monoids.push_back(component.monoid);
  }
  unsigned numComponents = plan.components.size();
  auto fold = cascade::FoldOp::create(
      b, loc, ValueRange(states).getTypes(), chain.getInputs(), states,
      chain.getIterators(), chain.getInputMaps(), b.getAffineMapArrayAttr(maps),
      b.getArrayAttr(monoids), 2 * numComponents);
  for (unsigned number = 0; number < numComponents; ++number) {
    buildTerm(b, plan, number, fold.getTerms()[number]);
    buildCorrectionBody(b, plan, number, fold.getCorrections()[number]);
  }
  return fold;
}
