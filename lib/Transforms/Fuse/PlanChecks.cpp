//===- PlanChecks.cpp - Proofs about the terms of a fold ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Deferred references
//===----------------------------------------------------------------------===//

void Planner::importReplaced(unsigned i, Importer &importer) {
  for (auto [value, constant] : plan->reductions[i].replaced)
    importer.override(value, context.constant(constant == 0 ? 0 : 1));
  importer.run(chain.getTermBlock(i));
}

/// A zero that folds away where it is added.
static double getZero(Value value) {
  bool added = llvm::all_of(value.getUsers(), [](Operation *user) {
    return isa<arith::AddFOp>(user);
  });
  return added ? -0.0 : 0.0;
}

/// Calls `fn` with the term of `i`, for each way to replace `frontier` by ones
/// and zeros, until it returns true; leaves the choice in the plan.
bool Planner::forEachReplacement(unsigned i, ArrayRef<Value> frontier,
                                 function_ref<bool(Expr)> fn) {
  ReductionPlan &reduction = plan->reductions[i];
  for (unsigned choice = 0; choice < (1u << frontier.size()); ++choice) {
    reduction.replaced.clear();
    for (auto [index, value] : llvm::enumerate(frontier))
      reduction.replaced.push_back(
          {value, choice & (1u << index) ? getZero(value) : 1.0});
    Importer importer = makeImporter(i, getRounding());
    importReplaced(i, importer);
    reduction.term = importer.get(chain.getTermValue(i));
    // A term that is zero has lost what it should carry, unless F is zero.
    if ((!reduction.term->isZero() || reduction.f->isZero()) &&
        fn(reduction.term))
      return true;
  }
  reduction.replaced.clear();
  return false;
}

/// True if `value` can be computed from final results as the source computes
/// it: in the type of the state, with every operation on its way.
bool Planner::canCloneFrom(unsigned i, Value value,
                           function_ref<bool(BlockArgument)> isWide) {
  ReductionPlan &reduction = plan->reductions[i];
  Block &block = chain.getTermBlock(i);
  SmallVector<Value> pending{value};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!seen.insert(next).second || next.getParentBlock() != &block)
      continue;
    if (isa<FloatType>(next.getType()) && next.getType() != reduction.stateType)
      return false;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      if (!isWide(argument))
        return false;
      continue;
    }
    if (next.getDefiningOp()->getNumRegions() != 0)
      return false;
    llvm::append_range(pending, next.getDefiningOp()->getOperands());
  }
  return true;
}

/// F as a multiple of the term by a function of the values on the frontier,
/// which the finalizer computes as the source does.
bool Planner::tryReplaceValues(unsigned i, ArrayRef<Value> frontier) {
  ReductionPlan &reduction = plan->reductions[i];
  unsigned numInputs = chain.getInputs().size();
  SmallVector<unsigned> references = getReferences(reduction.deferred);
  auto isWide = [&](BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    if (plan->isRow(number))
      return true;
    return number >= numInputs &&
           llvm::is_contained(references, number - numInputs) &&
           plan->reductions[number - numInputs].stateType ==
               reduction.stateType;
  };
  // What the source rounds to fewer bits than the state has need not be.
  auto getUnrounded = [&](Value value) {
    auto truncate = value.getDefiningOp<arith::TruncFOp>();
    bool widens = truncate && getRounding() == Rounding::Transparent &&
                  truncate.getIn().getType() == reduction.stateType;
    return widens ? truncate.getIn() : value;
  };
  for (Value value : frontier)
    if (!canCloneFrom(i, getUnrounded(value), isWide))
      return false;

  bool readsKept =
      llvm::any_of(references, [&](unsigned k) { return reduction.keeps(k); });
  Importer importer = makeImporter(i, getRounding());
  for (Value value : frontier)
    importer.override(value, context.parameter(getUnrounded(value)));
  importer.run(chain.getTermBlock(i));
  Expr f = importer.get(chain.getTermValue(i));
  return forEachReplacement(i, frontier, [&](Expr term) {
    if (term->isZero())
      return false;
    Expr factor = context.div(f, term);
    bool exponential =
        llvm::any_of(factor->getTerms(), [](const algebra::Term &part) {
          return part.product->exponent != nullptr;
        });
    if (exponential || factor->dependsOn(OnAxis | OnReference) ||
        context.mul(term, factor) != f || !Emitter::canEmit(factor))
      return false;
    // A value that reads kept references, too, must not take them along.
    Expr left = context.div(context.div(reduction.f, term), reduction.deferred);
    if (readsKept && left->dependsOn(OnAxis | OnReference))
      return false;
    reduction.emittedFactor = factor;
    return true;
  });
}

/// F as a multiple of the term by the deferred factors; up to a constant, since
/// H is unique only so far.
bool Planner::tryReplaceReferences(unsigned i, ArrayRef<Value> frontier,
                                   bool upToConstant) {
  ReductionPlan &reduction = plan->reductions[i];
  return forEachReplacement(i, frontier, [&](Expr term) {
    Expr factor = reduction.deferred;
    if (upToConstant) {
      if (term->isZero())
        return false;
      factor = context.div(reduction.f, term);
      Expr ratio = context.div(factor, reduction.deferred);
      if (ratio->dependsOn(OnAxis | OnReference))
        return false;
    }
    if (context.mul(term, factor) != reduction.f || !Emitter::canEmit(factor))
      return false;
    reduction.emittedFactor = factor;
    return true;
  });
}

LogicalResult Planner::checkFrontier(unsigned i, ArrayRef<Value> frontier) {
  if (frontier.size() <= maxFrontier)
    return success();
  return refuse(i,
                "expected deferred references to enter the term of " +
                    getName(i) + " in at most " + Twine(maxFrontier) +
                    " places, got " + Twine(frontier.size()),
                frontier.front().getLoc());
}

LogicalResult Planner::replaceDeferred(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  llvm::SmallBitVector deferred = analysis.getReferences();
  for (unsigned k : reduction.kept)
    deferred.reset(k);
  if (deferred.none())
    return success();

  // The source's own code is kept, so that its rounding is: only the values
  // that carry deferred references give way to the constants 1 or 0, whichever
  // makes the deferred factors one.
  // What reads kept references beside deferred ones is deferred.
  llvm::SmallBitVector all = deferred;
  for (unsigned k : getReferences(reduction.deferred))
    all.set(k);
  SmallVector<Value> frontier = analysis.getFrontier(all);
  llvm::erase_if(frontier, [&](Value value) {
    return !analysis.getReferences(value).anyCommon(deferred);
  });
  if (failed(checkFrontier(i, frontier)))
    return failure();
  for (Value value : frontier)
    if (!isa<FloatType>(value.getType()))
      return refuse(
          i, "a value that is not a float depends on a deferred reference",
          value.getLoc());

  if (tryReplaceValues(i, frontier) ||
      tryReplaceReferences(i, frontier, /*upToConstant=*/false) ||
      tryReplaceReferences(i, frontier, /*upToConstant=*/true))
    return success();
  reduction.replaced.clear();
  return refuse(i,
                "the deferred factor '" + toString(reduction.deferred) +
                    "' cannot be taken out of the term of " + getName(i) +
                    " by replacing the values that carry it with 1 or 0",
                frontier.empty() ? std::optional<Location>()
                                 : frontier.front().getLoc());
}

//===----------------------------------------------------------------------===//
// Kept references
//===----------------------------------------------------------------------===//

bool Planner::isBounded(Importer &exact, Operation *exp,
                        TermAnalysis &analysis) {
  // What a mask drops need not be bounded.
  Expr used = exact.get(exp->getOperand(0));
  SmallVector<Bound> usedBounds(bounds);
  for (auto [condition, holds] : analysis.getConditions(exp->getResult(0)))
    if (const Atom *atom = exact.get(condition)->getAtom()) {
      Expr known = context.constant(holds ? 1 : 0);
      used = context.assume(used, *atom, known);
      for (Bound &bound : usedBounds)
        bound.term = context.assume(bound.term, *atom, known);
    }
  return isNonPositive(context, used, usedBounds);
}

LogicalResult Planner::checkKept(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  if (reduction.kept.empty())
    return success();

  // With the rounding that the code has: a bound that holds up to rounding only
  // is none where values are large.
  Importer importer = makeImporter(i, Rounding::Opaque);
  importReplaced(i, importer);

  llvm::DenseSet<Value> unguarded, replaced;
  for (unsigned k : reduction.kept) {
    // The source's guard is all that reads a reference that has one.
    if (const SourceGuard *guard = reduction.getSourceGuard(k))
      unguarded.insert_range(guard->values);
    else
      unguarded.insert(chain.getTermReference(i, k));
  }
  for (auto [value, constant] : reduction.replaced)
    replaced.insert(value);
  auto needed =
      collectNeeded(chain.getTermBlock(i), chain.getTermValue(i),
                    [&](Value value) { return replaced.contains(value); });
  for (Operation &op : chain.getTermBlock(i).without_terminator()) {
    if (!needed.contains(&op) ||
        llvm::none_of(op.getOperands(),
                      [&](Value value) { return unguarded.contains(value); })) {
      bool nested = false;
      op.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          nested |= inner != &op && unguarded.contains(operand);
      });
      if (!nested || !needed.contains(&op))
        continue;
    }
    if (llvm::any_of(op.getResults(), [&](Value value) {
          return replaced.contains(value) ||
                 llvm::any_of(reduction.indicators,
                              [&](const Indicator &indicator) {
                                return indicator.compare == value;
                              });
        }))
      continue;
    if (isa<math::ExpOp, math::Exp2Op>(op)) {
      Expr exponent = importer.get(op.getOperand(0));
      if (isBounded(importer, &op, analysis))
        continue;
      return refuse(i,
                    "the exponent '" + toString(exponent) +
                        "' is not bounded by the running value of its "
                        "reference; expected the reference to be an extremum "
                        "of the same values, or the exponential may overflow "
                        "before the reference has its final value",
                    op.getLoc());
    }
    // Linear code between the reference and its exponential.
    bool linear =
        isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp,
            arith::ExtFOp, arith::TruncFOp, math::FmaOp>(op) ||
        (isa<arith::DivFOp>(op) && !unguarded.contains(op.getOperand(1)));
    if (!linear)
      return refuse(i,
                    "'" + op.getName().getStringRef() +
                        "' reads a reference that is kept; expected only sums, "
                        "multiples and exponentials of it",
                    op.getLoc());
    unguarded.insert(op.getResult(0));
  }
  if (unguarded.contains(chain.getTermValue(i)))
    return refuse(i,
                  "the term of " + getName(i) +
                      " yields a multiple of a reference that is kept",
                  std::nullopt);
  return success();
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

namespace {
enum class Magnitude {
  /// At most one in magnitude.
  Unit,
  /// Within the finite range of the type in question.
  InType,
  Unknown,
};
} // namespace

static Magnitude getRange(ExprContext &context, cascade::ChainOp chain,
                          Expr value, Type type, ArrayRef<Bound> bounds) {
  if (value->isZero())
    return Magnitude::Unit;
  if (value->getTerms().size() != 1)
    return Magnitude::Unknown;
  const algebra::Term &term = value->getTerms().front();
  if (mlir::presburger::abs(term.coefficient) > Rational(1))
    return Magnitude::Unknown;
  if (term.product->exponent &&
      !isNonPositive(context, term.product->exponent, bounds))
    return Magnitude::Unknown;
  Magnitude result = Magnitude::Unit;
  for (const Power &power : term.product->powers) {
    if (power.exponent != 1)
      return Magnitude::Unknown;
    Magnitude factor = Magnitude::Unknown;
    if (power.atom->boolean)
      factor = Magnitude::Unit;
    else if (power.atom->kind == AtomKind::Round)
      factor = getRange(context, chain, power.atom->args.front(), type, bounds);
    else if (power.atom->isLeaf(LeafKind::Input) &&
             chain.getInputElementType(power.atom->index) == type)
      factor = Magnitude::InType;
    if (factor == Magnitude::Unknown ||
        (factor == Magnitude::InType && result == Magnitude::InType))
      return Magnitude::Unknown;
    if (factor == Magnitude::InType)
      result = factor;
  }
  return result;
}

/// True if an exponent in `value` reads one of `references`.
static bool readsAny(Expr value, const llvm::SmallBitVector &references) {
  for (const algebra::Term &term : value->getTerms())
    if (term.product->exponent)
      for (unsigned k : getReferences(term.product->exponent))
        if (references.test(k))
          return true;
  return false;
}

LogicalResult Planner::checkRanges(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  llvm::SmallBitVector deferred = analysis.getReferences();
  for (unsigned k : reduction.kept)
    deferred.reset(k);
  if (deferred.none())
    return success();

  Importer importer = makeImporter(i, Rounding::Opaque);
  importReplaced(i, importer);
  Importer source = makeImporter(i, getRounding());
  source.run(chain.getTermBlock(i));
  llvm::DenseSet<Value> replaced;
  for (auto [value, constant] : reduction.replaced)
    replaced.insert(value);
  for (Operation &op : chain.getTermBlock(i).without_terminator()) {
    if (!analysis.isLive(&op))
      continue;
    // exp(x - d) / exp(x - d): a reference that cancels in the term still
    // bounds the exponentials in its code.
    if (isa<math::ExpOp, math::Exp2Op>(op) &&
        !replaced.contains(op.getResult(0)) &&
        analysis.dependsOnInputs(op.getResult(0)) &&
        readsAny(source.get(op.getResult(0)), deferred) &&
        !isBounded(importer, &op, analysis))
      return refuse(i,
                    "without earlier results in it the exponential '" +
                        toString(source.get(op.getResult(0))) +
                        "' may leave the range of its type",
                    op.getLoc());
    for (Value result : op.getResults()) {
      // bf16 has the range of f32.
      if (!result.getType().isF16() || replaced.contains(result) ||
          !analysis.getReferences(result).anyCommon(deferred) ||
          !analysis.dependsOnInputs(result))
        continue;
      Expr value = importer.get(result);
      if (getRange(context, chain, value, result.getType(), bounds) !=
          Magnitude::Unknown)
        continue;
      return refuse(i,
                    "without the deferred factor '" +
                        toString(reduction.deferred) + "' the f16 value '" +
                        toString(value) + "' may overflow",
                    op.getLoc());
    }
  }
  return success();
}
