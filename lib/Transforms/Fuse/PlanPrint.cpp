//===- PlanPrint.cpp - A fusion plan as text ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "RedFuser/Algebra/Decompose.h"

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

static std::string describeCorrection(const FusionPlanImpl &plan, unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  if (reduction.attained) {
    std::string k = std::to_string(reduction.attained->reference);
    return "state where old" + k + " attains new" + k + ", nothing elsewhere";
  }
  if (!reduction.correction)
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << toString(reduction.correction);
  for (const SourceGuard &guard : reduction.sourceGuards)
    os << "; d" << guard.reference
       << " is read through the source's guard: " << toText(guard.atNegInf)
       << " at -inf, " << toText(guard.atPosInf) << " at +inf, "
       << toText(guard.atNaN) << " at NaN";
  for (unsigned k : reduction.kept)
    if (const std::optional<Guard> &guard = plan.reductions[k].guard;
        guard && !plan.definesExtreme(i, k))
      os << "; new" << k << " = " << toText(guard->extreme) << " reads as "
         << toText(guard->standIn);
  return text;
}

static std::string describeFinalizer(const FusionPlanImpl &plan, unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!reduction.startsAtIdentity)
    os << "init (+) ";
  if (reduction.extremum) {
    ArrayRef<ExtremumPlan::End> ends = reduction.extremum->ends;
    os << "F where G = state" << ends.front().component;
    if (ends.size() > 1)
      os << " (+) F where G = state" << ends.back().component;
    return text;
  }
  os << "state" << reduction.component;
  if (reduction.quantise)
    os << " * scale / state's scale";
  if (!reduction.deferred->isOne())
    os << " * " << toString(reduction.deferred);
  for (unsigned k : reduction.kept)
    if (plan.restoresNaN(i, k))
      os << ", NaN where d" << k << " never left its extreme";
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
  if (!reduction.factors.empty()) {
    result.operation = "multiplication";
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
  result.split.push_back({reduction.g, reduction.h});
  for (const FactorPlan &factor : reduction.factors)
    result.factors.push_back(
        {factor.factor, factor.form == FactorPlan::Form::Kept, factor.why});
  result.components.push_back(reduction.component);
  if (reduction.extremum)
    for (const ExtremumPlan::End &end :
         ArrayRef(reduction.extremum->ends).drop_front())
      result.components.push_back(end.component);
  if (!reduction.masks.empty())
    result.components.push_back(reduction.any);
  result.finalizer = describeFinalizer(plan, i);
  return result;
}

Derivation FusionPlan::getDerivation() const {
  Derivation derivation;
  for (unsigned i = 0, e = impl->reductions.size(); i < e; ++i)
    derivation.reductions.push_back(deriveReduction(*impl, i));
  for (const ComponentPlan &component : impl->components) {
    const ReductionPlan &reduction = impl->reductions[component.reduction];
    bool isSource = component.kind == ComponentPlan::Kind::Source;
    derivation.components.push_back(
        {component.monoid, component.type, component.map, component.reduction,
         component.start, component.term ? component.term : reduction.term,
         isSource ? describeCorrection(*impl, component.reduction) : ""});
  }
  return derivation;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printReduction(llvm::raw_ostream &os, const Derivation &derivation,
                           unsigned i) {
  const Derivation::Reduction &reduction = derivation.reductions[i];
  os << "reduction " << i << ": " << reduction.monoid << ", result d" << i
     << " : " << reduction.type << '\n';
  os << "  term        F = " << toString(reduction.term) << '\n';
  if (reduction.form == Derivation::Form::Plain) {
    os << "  split       none needed: the term reads no earlier result\n";
  } else if (reduction.form == Derivation::Form::Monotone) {
    os << "  deferred    F as a map of G = "
       << toString(reduction.split[0].first) << ": " << reduction.why << '\n';
  } else if (reduction.form == Derivation::Form::Attained) {
    os << "  split       none: the term " << reduction.why << '\n';
  } else {
    os << "  split       F = G * H, G = " << toString(reduction.split[0].first)
       << ", H = " << toString(reduction.split[0].second) << " ("
       << reduction.why << ")\n";
    for (const Derivation::Factor &factor : reduction.factors)
      os << (factor.kept ? "  kept        " : "  deferred    ")
         << toString(factor.factor) << ": " << factor.why << '\n';
  }
  for (const Derivation::Component &component : derivation.components) {
    if (component.reduction != i)
      continue;
    os << "  state       " << component.type << ", from " << component.start
       << ", of " << toString(component.term) << '\n';
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
