//===- PlanAssemble.cpp - Components of a planned fold -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

void Planner::assemble() {
  for (auto [reduction, center] : conversions)
    convertToCenter(reduction, center);
  for (unsigned i = 0, e = plan->reductions.size(); i < e; ++i) {
    ReductionPlan &reduction = plan->reductions[i];
    if (reduction.family) {
      addFamily(i);
      continue;
    }
    if (reduction.rank) {
      addRankComponent(i);
      continue;
    }
    if (reduction.extremum) {
      addExtremumComponents(i);
      continue;
    }
    ComponentPlan component;
    component.kind = ComponentPlan::Kind::Source;
    component.reduction = i;
    // Integers are summed as floats: they would not survive a correction.
    component.monoid = reduction.quantise
                           ? cascade::MonoidAttrInterface(
                                 cascade::AddFAttr::get(chain.getContext()))
                           : reduction.monoid;
    component.type = reduction.stateType;
    component.map = chain.getResultMap(i);
    component.start = reduction.start;
    component.term = reduction.term;
    reduction.component = plan->components.size();
    plan->components.push_back(component);
    if (!reduction.masks.empty())
      addAnyComponent(i);
  }
}

llvm::SmallBitVector FusionPlanImpl::getDims(Expr value) const {
  cascade::ChainOp chain = this->chain;
  llvm::SmallBitVector dims(chain.getNumDims());
  walkAtoms(value, [&](const Atom &atom) {
    if (atom.isLeaf(LeafKind::Input) || atom.isLeaf(LeafKind::Row))
      dims |= cascade::getDims(chain.getInputMap(atom.index));
    else if (atom.isLeaf(LeafKind::Index))
      dims.set(atom.index);
    else if (atom.isLeaf(LeafKind::Reference))
      dims |= cascade::getDims(chain.getResultMap(atom.index));
    else if (atom.isLeaf(LeafKind::Deviation)) {
      const CenterPlan &center = centers[atom.index];
      dims |= cascade::getDims(chain.getResultMap(center.reduction));
      dims |= getDims(center.value);
    }
  });
  return dims;
}

/// The dimensions along which `term` varies, those along which every result
/// does, so that rows stay independent of each other, and those that no input
/// has: the state alone gives them a size.
AffineMap Planner::getMemberMap(unsigned i, Expr term) {
  llvm::SmallBitVector dims(chain.getNumDims(), true);
  for (unsigned k = 0, e = chain.getInputs().size(); k < e; ++k)
    dims.reset(cascade::getDims(chain.getInputMap(k)));
  for (unsigned dim : chain.getCommonParallelDims())
    dims.set(dim);
  dims |= plan->getDims(term);
  AffineMap map = chain.getResultMap(i);
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    if (dims.test(cast<AffineDimExpr>(expr).getPosition()))
      results.push_back(expr);
  return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}

/// True if the code of `component` computes its term without a rounding to a
/// narrower type on the way.
bool Planner::isUnrounded(const ComponentPlan &component) {
  if (component.kind != ComponentPlan::Kind::Source)
    return true;
  Importer exact = makeImporter(component.reduction, Rounding::Opaque);
  importReplaced(component.reduction, exact);
  return exact.get(chain.getTermValue(component.reduction)) == component.term;
}

/// The component that sums `term` for reduction `i`, with the dimensions of
/// `map`; if there is none, a new one.
unsigned Planner::addMember(unsigned i, Expr term, AffineMap map) {
  const ReductionPlan &reduction = plan->reductions[i];
  for (auto [number, other] : llvm::enumerate(plan->components)) {
    bool isSum =
        other.kind == ComponentPlan::Kind::Member ||
        (other.kind == ComponentPlan::Kind::Source &&
         plan->reductions[other.reduction].sourceGuards.empty() &&
         other.monoid.getDistribution() == cascade::Distribution::Multiply);
    if (isSum && other.term == term && other.map == map &&
        other.type == reduction.stateType && isUnrounded(other))
      return number;
  }
  ComponentPlan component;
  component.kind = ComponentPlan::Kind::Member;
  component.reduction = i;
  component.monoid = reduction.monoid;
  component.type = reduction.stateType;
  component.map = map;
  component.start = reduction.monoid.getIdentity(reduction.stateType);
  component.term = term;
  if (Expr exponent = getCommonExponent(term))
    for (const algebra::Term &part : exponent->getTerms()) {
      if (!(part.product->dependence & OnReference))
        continue;
      Expr factor = context.expOf(context.fromTerm(part));
      unsigned k = getReferences(factor).front();
      component.rates.push_back({k, matchExponential(context, factor, k)});
    }
  plan->components.push_back(std::move(component));
  return plan->components.size() - 1;
}

void Planner::addCenter(unsigned number) {
  CenterPlan &center = plan->centers[number];
  if (center.component != ~0u)
    return;
  unsigned k = center.reduction;
  if (center.extremum) {
    center.component = plan->reductions[*center.extremum].component;
    return;
  }
  Expr weight = context.constant(1);
  if (center.weight)
    weight = plan->reductions[*center.weight].term;
  AffineMap map = chain.getResultMap(k);
  unsigned weights = addMember(k, weight, map);
  const ReductionPlan &reduction = plan->reductions[k];
  ComponentPlan component;
  component.kind = ComponentPlan::Kind::Center;
  component.reduction = k;
  component.monoid = cast<cascade::MonoidAttrInterface>(
      cascade::MeanAttr::get(chain.getContext(), weights));
  component.type = reduction.stateType;
  component.map = map;
  component.start = component.monoid.getIdentity(component.type);
  component.term = center.value;
  center.component = plan->components.size();
  plan->components.push_back(component);
}

/// Adds the components that `parts` are sums of.
void Planner::addStates(unsigned i, MutableArrayRef<SumPart> parts) {
  llvm::SetVector<Expr> exponents;
  for (const SumPart &part : parts)
    exponents.insert(getCommonExponent(part.g));
  for (Expr exponent : exponents) {
    Span span(context);
    SmallVector<const Atom *> leaves;
    [[maybe_unused]] LogicalResult closed =
        collectMembers(parts, exponent, span, leaves);
    assert(succeeded(closed) && "checked by planParts");
    SmallVector<Expr> shifts;
    for (const Atom *leaf : leaves) {
      addCenter(leaf->index);
      shifts.push_back(context.shift(leaf->index));
    }
    SmallVector<unsigned> numbers;
    for (Expr member : span.getBasis())
      numbers.push_back(addMember(i, member, getMemberMap(i, member)));
    for (auto [index, number] : llvm::enumerate(numbers)) {
      ComponentPlan &component = plan->components[number];
      if (component.kind != ComponentPlan::Kind::Member ||
          !component.moves.empty() || leaves.empty())
        continue;
      SmallVector<Move> moves = propagate(context, span, index, leaves, shifts);
      // One that stays needs no correction.
      if (moves.size() == 1)
        continue;
      for (const Move &move : moves)
        component.moves.push_back(
            {move.factor, move.shift, numbers[move.member]});
    }
    for (SumPart &part : parts) {
      if (getCommonExponent(part.g) != exponent)
        continue;
      std::optional<SmallVector<Rational>> coordinates =
          span.getCoordinates(part.g);
      assert(coordinates && "the basis spans the parts");
      for (auto [number, factor] : llvm::zip(numbers, *coordinates))
        if (factor != 0)
          part.states.push_back({factor, number});
    }
  }
}

/// The difference between the final reference and its center, from sums that
/// are small as it is.
void Planner::planShift(ViewPlan &view) {
  const CenterPlan &center = plan->centers[view.center];
  const ReductionPlan &reference = plan->reductions[view.reference];
  if (center.extremum || !reference.family)
    return;
  bool aboutIt = llvm::any_of(conversions, [&](auto conversion) {
    return conversion == std::pair(view.reference, view.center);
  });
  if (!aboutIt)
    return;
  const Atom &leaf = *context.center(view.center)->getAtom();
  Expr centerFactor = context.constant(-1);
  for (const SumPart &part : reference.family->parts) {
    Expr h = context.mul(view.scale, part.h);
    if (!hasPowers(h, leaf)) {
      view.parts.push_back({part.g, h, part.states});
      continue;
    }
    // What the center is multiplied with: the sum of weights, which is known.
    Expr sum = nullptr;
    if (part.g->getConstant())
      sum = context.mul(part.g, context.length());
    else if (center.weight) {
      const ReductionPlan &weight = plan->reductions[*center.weight];
      if (weight.term == part.g && weight.startsAtIdentity)
        sum = context.reference(*center.weight);
    }
    if (!sum)
      for (auto [factor, state] : part.states) {
        Expr summand = context.scale(context.state(state), factor);
        sum = sum ? context.add(sum, summand) : summand;
      }
    centerFactor = context.add(
        centerFactor,
        context.mul(sum, context.div(h, context.center(view.center))));
  }
  if (plan->staticLength)
    centerFactor =
        context.substitute(centerFactor, [&](const Atom &atom) -> Expr {
          return atom.isLeaf(LeafKind::Length)
                     ? context.constant(*plan->staticLength)
                     : nullptr;
        });
  view.centerFactor = centerFactor;
  view.isSmall = true;
}

void Planner::addFamily(unsigned i) {
  FamilyPlan &family = *plan->reductions[i].family;
  addStates(i, family.parts);
  if (family.mask) {
    family.maskComponent =
        addMember(i, family.mask, getMemberMap(i, family.mask));
  }
  for (ViewPlan &view : family.views)
    planShift(view);
}
