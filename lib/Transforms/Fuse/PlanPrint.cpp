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

static void printReduction(llvm::raw_ostream &os, const FusionPlanImpl &plan,
                           unsigned i) {
  const ReductionPlan &reduction = plan.reductions[i];
  os << "reduction " << i << ": " << reduction.monoid << ", result d" << i
     << " : " << reduction.sourceType << '\n';
  os << "  term        F = " << toString(reduction.f) << '\n';

  bool reads = !reduction.factors.empty();
  if (reads) {
    os << "  split       F = G * H, G = " << toString(reduction.g)
       << ", H = " << toString(reduction.h)
       << " (fixed-point test under multiplication)\n";
    for (const FactorPlan &factor : reduction.factors)
      os << (factor.form == FactorPlan::Form::Kept ? "  kept        "
                                                   : "  deferred    ")
         << toString(factor.factor) << ": " << factor.why << '\n';
  } else {
    os << "  split       none needed: the term reads no earlier result\n";
  }

  os << "  state       " << reduction.stateType << ", from " << reduction.start
     << ", of " << toString(reduction.term) << '\n';
  if (reduction.correction) {
    os << "  correction  " << toString(reduction.correction);
    for (const SourceGuard &guard : reduction.sourceGuards) {
      auto text = [](const llvm::APFloat &value) {
        llvm::SmallString<8> text;
        value.toString(text);
        return text;
      };
      os << "; d" << guard.reference
         << " is read through the source's guard: " << text(guard.atNegInf)
         << " at -inf, " << text(guard.atPosInf) << " at +inf, "
         << text(guard.atNaN) << " at NaN";
    }
    for (unsigned k : reduction.kept)
      if (const std::optional<Guard> &guard = plan.reductions[k].guard;
          guard && !plan.definesExtreme(i, k)) {
        llvm::SmallString<8> extreme, standIn;
        guard->extreme.toString(extreme);
        guard->standIn.toString(standIn);
        os << "; new" << k << " = " << extreme << " reads as " << standIn;
      }
    os << '\n';
  }

  os << "  finalizer   d" << i << " = ";
  if (!reduction.startsAtIdentity)
    os << "init (+) ";
  os << "state" << i;
  if (!reduction.deferred->isOne())
    os << " * " << toString(reduction.deferred);
  for (unsigned k : reduction.kept)
    if (plan.restoresNaN(i, k))
      os << ", NaN where d" << k << " never left its extreme";
  if (reduction.stateType != reduction.sourceType)
    os << ", rounded to " << reduction.sourceType;
  os << '\n';
}

void FusionPlan::print(llvm::raw_ostream &os) const {
  for (unsigned i = 0, e = impl->reductions.size(); i < e; ++i)
    printReduction(os, *impl, i);
}
