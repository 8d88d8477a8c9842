//===- PlanPrint.cpp - A fusion plan as text ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// The derivation
//===----------------------------------------------------------------------===//

static std::string toText(const llvm::APFloat &value) {
  llvm::SmallString<8> text;
  value.toString(text);
  return text.str().str();
}

/// Where references read as something else while they are unset.
static void describeGuards(llvm::raw_ostream &os, const FusionPlanImpl &plan,
                           unsigned i, ArrayRef<KeptRate> rates) {
  llvm::SmallDenseSet<unsigned> seen;
  for (const KeptRate &rate : rates)
    if (const std::optional<Guard> &guard =
            plan.reductions[rate.reference].guard;
        guard && !plan.definesExtreme(i, rate.reference) &&
        seen.insert(rate.reference).second)
      os << "; new" << plan.reductions[rate.reference].component << " = "
         << toText(guard->extreme) << " reads as " << toText(guard->standIn);
}

/// exp(sum of rate * (new - old)), in components.
static Expr getKeptCorrection(const FusionPlanImpl &plan,
                              ArrayRef<KeptRate> rates) {
  ExprContext &context = *plan.context;
  Expr exponent = context.constant(0);
  for (const KeptRate &rate : rates) {
    unsigned component = plan.reductions[rate.reference].component;
    exponent = context.add(
        exponent,
        context.mul(rate.rate, context.sub(context.newValue(component),
                                           context.oldValue(component))));
  }
  return context.exp(exponent);
}

static std::string describeCorrection(const FusionPlanImpl &plan,
                                      const ComponentPlan &component) {
  unsigned i = component.reduction;
  const ReductionPlan &reduction = plan.reductions[i];
  if (reduction.attained && component.kind == ComponentPlan::Kind::Source) {
    unsigned k = plan.reductions[reduction.attained->reference].component;
    return "state where old" + std::to_string(k) + " attains new" +
           std::to_string(k) + ", nothing elsewhere";
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (component.kind == ComponentPlan::Kind::Rank) {
    os << "the same of the old pair" << (reduction.rank->rank > 1 ? "s" : "");
    llvm::ListSeparator comma(",");
    for (unsigned before = 0; before < reduction.rank->rank; ++before) {
      os << comma << " (old"
         << plan.reductions[reduction.rank->values[before]].component;
      if (before < reduction.rank->positions.size())
        os << ", old"
           << plan.reductions[reduction.rank->positions[before]].component;
      os << ')';
    }
    return text;
  }
  if (component.kind == ComponentPlan::Kind::Source) {
    if (!reduction.isRescaled())
      return "";
    SmallVector<KeptRate> rates = plan.getRates(i);
    if (!rates.empty())
      os << toString(getKeptCorrection(plan, rates));
    if (reduction.quantise) {
      unsigned k = plan.reductions[reduction.quantise->reference].component;
      os << "old" << k << " / new" << k;
    }
    for (const Indicator &indicator : reduction.indicators) {
      unsigned k = plan.reductions[indicator.reference].component;
      os << (text.empty() ? "" : ", ") << "0 where old" << k << " is not new"
         << k;
    }
    for (const SourceGuard &guard : reduction.sourceGuards)
      os << "; d" << guard.reference
         << " is read through the source's guard: " << toText(guard.atNegInf)
         << " at -inf, " << toText(guard.atPosInf) << " at +inf, "
         << toText(guard.atNaN) << " at NaN";
    describeGuards(os, plan, i, rates);
    return text;
  }

  if (component.kind == ComponentPlan::Kind::Entry ||
      component.kind == ComponentPlan::Kind::Any)
    return "";
  ExprContext &context = *plan.context;
  Expr moved = context.constant(0);
  llvm::SmallSetVector<unsigned, 2> centers;
  for (const ComponentPlan::Move &move : component.moves) {
    moved = context.add(
        moved,
        context.scale(context.mul(move.shift, context.oldValue(move.component)),
                      move.factor));
    walkAtoms(move.shift, [&](const Atom &atom) {
      if (atom.isLeaf(LeafKind::Shift))
        centers.insert(atom.index);
    });
  }
  if (!component.moves.empty())
    os << toString(moved);
  if (!component.rates.empty()) {
    if (!component.moves.empty())
      os << ", times ";
    os << toString(getKeptCorrection(plan, component.rates));
  }
  for (unsigned number : centers) {
    const CenterPlan &center = plan.centers[number];
    os << "; D" << number << " = old" << center.component << " - new"
       << center.component;
    if (center.extremum)
      os << ", 0 while that is unset";
  }
  describeGuards(os, plan, i, component.rates);
  return text;
}

/// The positions that the component of a ranked reduction counts.
static std::string describeCondition(const FusionPlanImpl &plan,
                                     const ComponentPlan &component) {
  const std::optional<RankPlan> &ranked =
      plan.reductions[component.reduction].rank;
  if (!ranked || component.kind != ComponentPlan::Kind::Rank)
    return "";
  auto name = [&](unsigned k) {
    return "s" + std::to_string(plan.reductions[k].component);
  };
  std::string text;
  if (ranked->isPosition)
    text += " where the element is " + name(ranked->values.back());
  if (ranked->rank > 1)
    text += std::string(ranked->isPosition ? "," : "") + " after (" +
            name(ranked->values[ranked->rank - 2]) + ", " +
            name(ranked->positions[ranked->rank - 2]) + ")";
  return text;
}

static void describeSum(llvm::raw_ostream &os, const FusionPlanImpl &plan,
                        ArrayRef<SumPart> parts) {
  ExprContext &context = *plan.context;
  llvm::ListSeparator plus(" + ");
  for (const SumPart &part : parts) {
    Expr total = plan.getSum(part);
    os << plus;
    if (part.h->isOne())
      os << toString(total);
    else
      os << toString(context.mul(total, part.h));
  }
}

static std::string describeFinalizer(const FusionPlanImpl &plan, unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!reduction.startsAtIdentity)
    os << "init (+) ";
  if (reduction.extremum) {
    ArrayRef<ExtremumPlan::End> ends = reduction.extremum->ends;
    os << (reduction.rank ? "the score" : "F") << " where G = state"
       << ends.front().component;
    if (ends.size() > 1)
      os << " (+) F where G = state" << ends.back().component;
    return text;
  }
  if (const std::optional<FamilyPlan> &family = reduction.family) {
    describeSum(os, plan, family->parts);
    for (const ViewPlan &view : family->views) {
      const CenterPlan &center = plan.centers[view.center];
      if (center.extremum && plan.reductions[*center.extremum].startsAtIdentity)
        continue;
      os << "; D" << view.center << " = ";
      if (!view.isSmall) {
        os << toString(plan.context->mul(
                  view.scale, plan.context->reference(view.reference)))
           << " - state" << center.component;
        continue;
      }
      describeSum(os, plan, view.parts);
      if (!view.centerFactor->isZero())
        os << " + c" << view.center << " * (" << toString(view.centerFactor)
           << ")";
    }
    for (const ViewPlan &view : family->views)
      if (std::optional<unsigned> k = plan.centers[view.center].extremum;
          k && !reduction.keeps(*k))
        os << ", NaN where d" << *k << " never left its extreme";
  } else {
    os << "state" << reduction.component;
    if (reduction.quantise)
      os << " * scale / state's scale";
    if (!reduction.deferred->isOne())
      os << " * " << toString(reduction.deferred);
  }
  for (unsigned k : reduction.kept)
    if (plan.restoresNaN(i, k))
      os << ", NaN where d" << k << " never left its extreme";
  if (reduction.family && reduction.family->isNonNegative &&
      reduction.family->parts.size() > 1)
    os << ", at least 0";
  if (reduction.family && reduction.family->mask)
    os << ", 0 where state" << reduction.family->maskComponent << " is";
  if (!reduction.masks.empty())
    os << ", 0 where state" << reduction.any << " is not 1";
  if (reduction.stateType != reduction.sourceType)
    os << ", rounded to " << reduction.sourceType;
  return text;
}

static Derivation::Reduction deriveReduction(const FusionPlanImpl &plan,
                                             unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  Derivation::Reduction result;
  result.monoid = reduction.monoid;
  result.type = reduction.sourceType;
  result.term = reduction.f;
  result.form = Derivation::Form::Plain;
  if (!reduction.factors.empty() || reduction.family)
    result.operation = "multiplication";
  if (!reduction.factors.empty()) {
    result.form = Derivation::Form::RankOne;
    result.why = "fixed-point test under multiplication";
  }
  if (reduction.extremum) {
    result.operation = "a monotone map";
    result.form = Derivation::Form::Monotone;
    result.why = reduction.extremum->ends.size() > 1
                     ? "the largest and the smallest G decide"
                     : "weakly monotone in G, and so is its rounding";
  }
  if (reduction.attained) {
    result.operation = "selection";
    result.form = Derivation::Form::Attained;
    result.why = "counts only where the score attains d" +
                 std::to_string(reduction.attained->reference) +
                 "; nothing seen attains it once it moves on";
  }
  if (const std::optional<RankPlan> &ranked = reduction.rank) {
    result.operation = "selection";
    result.form = Derivation::Form::Ranked;
    std::string rank = std::to_string(ranked->rank);
    result.why = "the best " + rank + " of several sets are among the best " +
                 rank + " of each";
    if (ranked->isDeferred)
      result.why += ", and scores are a weakly increasing map of G";
  }
  for (const FactorPlan &factor : reduction.factors)
    result.factors.push_back(
        {factor.factor, factor.form == FactorPlan::Form::Kept, factor.why});
  result.finalizer = describeFinalizer(plan, i);
  const std::optional<FamilyPlan> &family = reduction.family;
  if (!family) {
    result.split.push_back({reduction.g, reduction.h});
    result.components.push_back(reduction.component);
    if (reduction.extremum)
      for (const ExtremumPlan::End &end :
           ArrayRef(reduction.extremum->ends).drop_front())
        result.components.push_back(end.component);
    if (!reduction.masks.empty())
      result.components.push_back(reduction.any);
    return result;
  }
  result.form = family->form;
  result.why = family->why;
  for (const Split &split : family->split)
    result.split.push_back({split.g, split.h});
  for (const ViewPlan &view : family->views)
    result.views.push_back({view.center, view.reference, view.scale});
  llvm::SmallSetVector<unsigned, 4> components;
  for (const SumPart &part : family->parts)
    for (auto [factor, state] : part.states)
      components.insert(state);
  result.components.assign(components.begin(), components.end());
  return result;
}

Derivation FusionPlan::getDerivation() const {
  Derivation derivation;
  for (unsigned i = 0, e = impl->reductions.size(); i < e; ++i)
    derivation.reductions.push_back(deriveReduction(*impl, i));
  for (const ComponentPlan &component : impl->components)
    derivation.components.push_back(
        {component.monoid, component.type, component.map, component.reduction,
         component.start, component.term, describeCondition(*impl, component),
         describeCorrection(*impl, component)});
  for (const CenterPlan &center : impl->centers)
    derivation.centers.push_back(
        {center.value, center.extremum, center.weight, center.component});
  return derivation;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printSplit(llvm::raw_ostream &os, const Derivation &derivation,
                       const Derivation::Reduction &reduction) {
  switch (reduction.form) {
  case Derivation::Form::Plain:
    os << "  split       none needed: the term reads no earlier result\n";
    return;
  case Derivation::Form::Monotone:
    os << "  deferred    F as a map of G = "
       << toString(reduction.split[0].first) << ": " << reduction.why << '\n';
    return;
  case Derivation::Form::Attained:
    os << "  split       none: the term " << reduction.why << '\n';
    return;
  case Derivation::Form::Ranked:
    os << "  split       none: " << reduction.why << '\n';
    return;
  case Derivation::Form::RankOne:
    os << "  split       F = G * H, G = " << toString(reduction.split[0].first)
       << ", H = " << toString(reduction.split[0].second) << " ("
       << reduction.why << ")\n";
    break;
  case Derivation::Form::Independent:
  case Derivation::Form::ReReferenced: {
    os << "  split       F = ";
    llvm::ListSeparator plus(" + ");
    for (auto [g, h] : reduction.split) {
      os << plus << '(' << toString(g) << ')';
      if (!h->isOne())
        os << " * (" << toString(h) << ')';
    }
    os << ", rank " << reduction.getRank() << " (" << reduction.why << ")\n";
    for (const Derivation::View &view : reduction.views) {
      const Derivation::Center &center = derivation.centers[view.center];
      os << "  about       u" << view.center << " = " << toString(center.value)
         << " - ";
      if (!view.scale->isOne())
        os << toString(view.scale) << " * ";
      os << 'd' << view.reference << ", summed about ";
      if (center.extremum)
        os << "its running value";
      else
        os << "c" << view.center << ", a running mean";
      if (center.weight)
        os << " weighted as d" << *center.weight;
      os << '\n';
    }
    break;
  }
  }
  for (const Derivation::Factor &factor : reduction.factors)
    os << (factor.kept ? "  kept        " : "  deferred    ")
       << toString(factor.factor) << ": " << factor.why << '\n';
}

static void printReduction(llvm::raw_ostream &os, const Derivation &derivation,
                           unsigned i) {
  const Derivation::Reduction &reduction = derivation.reductions[i];
  os << "reduction " << i << ": " << reduction.monoid << ", result d" << i
     << " : " << reduction.type << '\n';
  os << "  term        F = " << toString(reduction.term) << '\n';
  printSplit(os, derivation, reduction);
  for (auto [number, component] : llvm::enumerate(derivation.components)) {
    if (component.reduction != i)
      continue;
    os << "  state" << number << (number < 10 ? "      " : "     ")
       << component.type << ", from " << component.start << ", "
       << component.monoid << " of " << toString(component.term)
       << component.condition << '\n';
    if (!component.correction.empty())
      os << "  correction  " << component.correction << '\n';
  }
  os << "  finalizer   d" << i << " = " << reduction.finalizer << '\n';
}

void FusionPlan::print(llvm::raw_ostream &os) const {
  Derivation derivation = getDerivation();
  for (unsigned i = 0, e = derivation.reductions.size(); i < e; ++i)
    printReduction(os, derivation, i);
}
