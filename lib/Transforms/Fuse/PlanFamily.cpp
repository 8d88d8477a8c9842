//===- PlanFamily.cpp - Sums of several products -------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A term that is no product G(x) * H(d) may be a sum of products. Where it
// reads references as differences from the data, x - sum(x)/n or x - max, it is
// a polynomial in the deviations u from them, and is summed in deviations from
// running values, the centers: a mean near the data, or the running extremum.
// What is left of the references afterwards multiplies whole sums, in the
// finalizer.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

//===----------------------------------------------------------------------===//
// Reading the term
//===----------------------------------------------------------------------===//

/// A factor that is a function of references, such as 1 / sqrt(var + eps): more
/// than a product of references, and no difference from one.
static bool isNestedFactor(Expr value) {
  if (value->getTerms().size() != 1 ||
      value->getTerms().front().product->exponent)
    return false;
  bool nested = false;
  for (const Power &power : value->getTerms().front().product->powers) {
    if (!(power.atom->dependence & OnReference))
      continue;
    if (power.atom->kind == AtomKind::Leaf && power.exponent > 0)
      return false;
    nested |=
        power.atom->kind != AtomKind::Leaf && power.atom->kind != AtomKind::Log;
  }
  return nested;
}

/// True if a product of `value` has an exponent that reads `parameter`.
static bool isInExponent(Expr value, Value parameter) {
  bool found = false;
  for (const algebra::Term &term : value->getTerms())
    if (term.product->exponent)
      walkAtoms(term.product->exponent, [&](const Atom &atom) {
        found |=
            atom.isLeaf(LeafKind::Parameter) && atom.parameter == parameter;
      });
  return found;
}

Expr Planner::importFamily(unsigned i, TermAnalysis &analysis) {
  Block &block = chain.getTermBlock(i);
  unsigned numInputs = chain.getInputs().size();
  Importer plain = makeImporter(i, getRounding());
  plain.run(block);
  auto isWide = [&](BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    if (plan->isRow(number))
      return true;
    return number >= numInputs &&
           plan->reductions[number - numInputs].stateType ==
               plan->reductions[i].stateType;
  };
  SmallVector<Value> factors;
  for (Operation &op : block.without_terminator())
    for (Value result : op.getResults())
      if (isa<FloatType>(result.getType()) &&
          analysis.getReferences(result).any() &&
          !analysis.dependsOnInputs(result) &&
          isNestedFactor(plain.get(result)) && canCloneFrom(i, result, isWide))
        factors.push_back(result);
  while (true) {
    Importer importer = makeImporter(i, getRounding());
    for (Value factor : factors)
      importer.override(factor, context.parameter(factor));
    importer.run(block);
    Expr f = importer.get(chain.getTermValue(i));
    // In an exponent it is no factor: what may become of it depends on the
    // references that it reads.
    size_t before = factors.size();
    llvm::erase_if(factors,
                   [&](Value factor) { return isInExponent(f, factor); });
    if (factors.size() == before)
      return f;
  }
}

bool Planner::isCarried(const algebra::Term &part) {
  FactorPlan factor;
  factor.factor = context.expOf(context.fromTerm(part));
  factor.references = getReferences(factor.factor);
  std::string why;
  return !factor.references.empty() && tryKeep(factor, why);
}

//===----------------------------------------------------------------------===//
// Centers
//===----------------------------------------------------------------------===//

/// An inverse of an earlier result that may be zero, as sums of both signs may.
static bool mayBeInfinite(Expr scale) {
  return llvm::any_of(scale->getTerms(), [](const algebra::Term &term) {
    return llvm::any_of(term.product->powers, [](const algebra::Power &power) {
      return power.exponent < 0 && (power.atom->dependence & OnReference) &&
             power.atom->sign == Sign::Unknown;
    });
  });
}

Expr Planner::centerOnResult(unsigned i, unsigned k, Expr f,
                             FamilyPlan &family) {
  ReductionPlan &reference = plan->reductions[k];
  if (!isa<FloatType>(reference.stateType))
    return nullptr;
  auto tryCenter = [&](CenterPlan center, Expr scale) -> Expr {
    auto isSame = [&](const CenterPlan &other) {
      return other.value == center.value && other.extremum == center.extremum &&
             other.weight == center.weight &&
             other.reduction == center.reduction;
    };
    unsigned number =
        llvm::find_if(plan->centers, isSame) - plan->centers.begin();
    Expr centered = centerOn(context, f, {center.value, scale, k},
                             context.deviation(number));
    if (!centered)
      return nullptr;
    if (number == plan->centers.size())
      plan->centers.push_back(center);
    ViewPlan &view = family.views.emplace_back();
    view.center = number;
    view.reference = k;
    view.scale = scale;
    return centered;
  };

  CenterPlan center;
  center.reduction = k;
  if (reference.monoid.getTrend() != cascade::Trend::None) {
    center.value = reference.f;
    center.extremum = k;
    if (center.value->dependsOn(OnReference) || !Emitter::canEmit(center.value))
      return nullptr;
    Expr centered = tryCenter(center, context.constant(1));
    if (centered)
      deriveGuard(k, context.exp(reference.monoid.getTrend() ==
                                         cascade::Trend::Increasing
                                     ? context.neg(context.reference(k))
                                     : context.reference(k)));
    return centered;
  }
  // There is no mean in a narrow type, which sums have under strict numerics.
  if (reference.monoid.getDistribution() != cascade::Distribution::Multiply ||
      reference.family || reference.attained ||
      reference.stateType.getIntOrFloatBitWidth() < 32)
    return nullptr;

  // d_k = scale * (sum of v * w), where w is another sum's term, or one.
  for (int j = int(k) - 1; j >= -1; --j) {
    Expr value = reference.f;
    center.weight.reset();
    if (j >= 0) {
      const ReductionPlan &weight = plan->reductions[j];
      if (weight.monoid.getDistribution() != cascade::Distribution::Multiply ||
          !isa<FloatType>(weight.stateType) || weight.f->isZero() ||
          weight.f->getConstant() || !weight.deferred->isOne() ||
          weight.family || weight.attained)
        continue;
      value = context.div(reference.f, weight.f);
      // Weights that may cancel leave the mean far from the data.
      if (getSign(weight.f) != Sign::Unknown &&
          chain.getResultMap(j) == chain.getResultMap(k) &&
          weight.stateType == reference.stateType)
        center.weight = j;
    }
    SplitFailure why;
    FailureOr<Split> split = splitProduct(context, value, why);
    if (failed(split) || !canCenter(split->g) || !Emitter::canEmit(split->g))
      continue;
    center.value = split->g;
    for (Expr scale : getScales(context, f, center.value, k))
      if (Emitter::canEmit(scale) && !mayBeInfinite(scale))
        if (Expr centered = tryCenter(center, scale))
          return centered;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Stability
//===----------------------------------------------------------------------===//

/// Carrying parts apart adds errors in the order of their own magnitudes. With
/// one part, up to factors that all share, that is the result's. With two, G1
/// H1
/// + G2 H2, each is at most the result and the other one, and the other one has
/// an error of this order already if its H was rounded, as sums and functions
/// of them are.
bool Planner::isStable(FamilyPlan &family, std::string &why) {
  SmallVector<Expr> ratios;
  for (const Split &part : family.split) {
    Expr ratio = context.div(part.h, family.split.front().h);
    bool known = llvm::any_of(ratios, [&](Expr other) {
      Expr relation = context.div(ratio, other);
      return !relation->dependsOn(OnReference | OnParameter);
    });
    if (!known)
      ratios.push_back(ratio);
  }
  if (ratios.size() <= 1) {
    why = "one function of the references";
    return true;
  }
  bool oneSign = llvm::all_of(family.split, [](const Split &part) {
    return getSign(part.g) != Sign::Unknown && getSign(part.h) != Sign::Unknown;
  });
  if (oneSign) {
    why = "no part is negative, so nothing cancels";
    return true;
  }
  if (ratios.size() == 2) {
    bool rounded = false;
    walkAtoms(ratios.back(), [&](const Atom &atom) {
      if (atom.isLeaf(LeafKind::Reference))
        rounded |= plan->reductions[atom.index].monoid.isRounded();
      else
        rounded |= atom.isLeaf(LeafKind::Parameter) ||
                   atom.kind == AtomKind::Log || atom.kind == AtomKind::Opaque;
    });
    if (rounded) {
      why = "the parts are at most the result and a value that the source "
            "rounds";
      return true;
    }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

LogicalResult Planner::planExponential(unsigned i, TermAnalysis &analysis,
                                       Expr exponent) {
  if (llvm::any_of(plan->exponentials, [&](const ExponentialPlan &known) {
        return known.exponent == exponent;
      }))
    return success();
  llvm::SmallBitVector deferred = analysis.getReferences();
  for (unsigned k : getReferences(exponent))
    deferred.reset(k);
  SmallVector<Value> frontier = analysis.getFrontier(deferred);
  if (failed(checkFrontier(i, frontier)))
    return failure();
  Expr wanted = context.expOf(exponent);
  bool found = false;
  std::optional<Location> where;
  for (unsigned choice = 0; choice < (1u << frontier.size()); ++choice) {
    ExponentialPlan candidate{exponent, i, {}, {}};
    for (auto [index, value] : llvm::enumerate(frontier))
      if (isa<FloatType>(value.getType()))
        candidate.replaced.push_back(
            {value, choice & (1u << index) ? 1.0 : 0.0});
    Importer importer = makeImporter(i, getRounding());
    Importer exact = makeImporter(i, Rounding::Opaque);
    for (Importer *reader : {&importer, &exact}) {
      for (auto [value, constant] : candidate.replaced)
        reader->override(value, context.constant(constant == 0 ? 0 : 1));
      reader->run(chain.getTermBlock(i));
    }
    for (Operation &op : chain.getTermBlock(i).without_terminator()) {
      if (!isa<math::ExpOp, math::Exp2Op>(op) || !analysis.isLive(&op) ||
          importer.get(op.getResult(0)) != wanted)
        continue;
      found = true;
      where = op.getLoc();
      if (!isBounded(exact, &op, analysis))
        continue;
      candidate.value = op.getResult(0);
      plan->exponentials.push_back(std::move(candidate));
      return success();
    }
  }
  if (found)
    return refuse(i,
                  "the exponent '" + toString(exponent) +
                      "' is not bounded by the running value of its "
                      "reference; expected the reference to be an extremum "
                      "of the same values, or the exponential may overflow "
                      "before the reference has its final value",
                  where);
  return refuse(i,
                "no exponential of the term of " + getName(i) +
                    " has the exponent '" + toString(exponent) +
                    "', which its sums need",
                std::nullopt);
}

/// Masks are factors of 0 or 1. What the finalizer multiplies to a sum that is
/// masked altogether may be infinite, where the source has 0.
LogicalResult Planner::planMask(unsigned i, Expr f, FamilyPlan &family) {
  std::optional<Expr> common;
  for (const algebra::Term &term : f->getTerms()) {
    Expr mask = context.constant(1);
    for (const Power &power : term.product->powers)
      if (power.atom->isMask() && (power.atom->dependence & OnAxis))
        mask = context.mul(mask, context.fromAtom(power.atom));
    if (common && *common != mask)
      return refuse(i,
                    "the term of " + getName(i) +
                        " masks some of its parts; expected a mask of all of "
                        "it, or what is masked may make the others infinite",
                    std::nullopt);
    common = mask;
  }
  if (common && !(*common)->isOne())
    family.mask = *common;
  return success();
}

FailureOr<SmallVector<Split>> Planner::splitParts(unsigned i, Expr f) {
  SplitFailure why;
  FailureOr<SmallVector<Split>> parts = splitSum(
      context, f, [&](const algebra::Term &part) { return isCarried(part); },
      why);
  if (failed(parts))
    return refuse(i, why.message, why.loc);
  return parts;
}

LogicalResult Planner::collectMembers(ArrayRef<SumPart> parts, Expr exponent,
                                      Span &span,
                                      SmallVectorImpl<const Atom *> &leaves) {
  for (const SumPart &part : parts) {
    if (getCommonExponent(part.g) != exponent)
      continue;
    Rational first = part.g->getTerms().front().coefficient;
    span.insert(context.scale(part.g, Rational(1) / first));
    walkAtoms(part.g, [&](const Atom &atom) {
      if (atom.isLeaf(LeafKind::Deviation) &&
          !llvm::is_contained(leaves, &atom))
        leaves.push_back(&atom);
    });
  }
  return closeUnderDerivatives(context, span, leaves);
}

LogicalResult Planner::planParts(unsigned i, TermAnalysis &analysis, Expr f,
                                 FamilyPlan &family) {
  ReductionPlan &reduction = plan->reductions[i];
  // u = (u about the center) - (final reference - center).
  for (const ViewPlan &view : family.views) {
    const CenterPlan &center = plan->centers[view.center];
    if (center.extremum && plan->reductions[*center.extremum].startsAtIdentity)
      continue;
    Expr deviation = context.deviation(view.center);
    f = replacePowers(context, f, *deviation->getAtom(),
                      context.sub(deviation, context.shift(view.center)));
  }
  FailureOr<SmallVector<Split>> parts = splitParts(i, f);
  if (failed(parts))
    return failure();

  llvm::SetVector<Expr> exponents;
  for (const Split &split : *parts) {
    if (hasExponentialOfReference(split.h))
      return refuse(i,
                    "without '" + toString(split.h) +
                        "' the sum may leave the range of its type",
                    std::nullopt);
    for (Expr half : {split.g, split.h})
      if (!Emitter::canEmit(half))
        return refuse(
            i, "'" + toString(half) + "' cannot be computed outside the term",
            std::nullopt);
    exponents.insert(getCommonExponent(split.g));
    family.parts.push_back({split.g, split.h, {}});
  }
  llvm::SmallSetVector<unsigned, 4> kept;
  reduction.factors.clear();
  for (Expr exponent : exponents) {
    Span span(context);
    SmallVector<const Atom *> leaves;
    if (failed(collectMembers(family.parts, exponent, span, leaves)))
      return refuse(i,
                    "it takes more than " + Twine(maxRank) +
                        " sums to carry the term of " + getName(i) +
                        " about moving references",
                    std::nullopt);
    if (!exponent || !exponent->dependsOn(OnReference))
      continue;
    if (failed(planExponential(i, analysis, exponent)))
      return failure();
    for (const algebra::Term &part : exponent->getTerms()) {
      if (!(part.product->dependence & OnReference))
        continue;
      FactorPlan factor;
      factor.factor = context.expOf(context.fromTerm(part));
      factor.references = getReferences(factor.factor);
      std::string reasons;
      [[maybe_unused]] bool keeps = tryKeep(factor, reasons);
      assert(keeps && "exponents of members are kept");
      unsigned k = factor.references.front();
      if (!kept.insert(k)) {
        if (llvm::any_of(reduction.factors, [&](const FactorPlan &known) {
              return known.rate == factor.rate && known.references.front() == k;
            }))
          continue;
        if (!plan->reductions[k].startsAtIdentity)
          return refuse(i,
                        "the term of " + getName(i) +
                            " has several exponentials of the result of " +
                            getName(k) +
                            ", whose init is not known to be the identity",
                        std::nullopt);
      }
      deriveGuard(k, factor.factor);
      reduction.factors.push_back(factor);
    }
  }
  reduction.kept.assign(kept.begin(), kept.end());
  llvm::sort(reduction.kept);

  llvm::SmallSetVector<unsigned, 4> references;
  auto addReferences = [&](Expr value) {
    references.insert_range(getReferences(value));
    walkAtoms(value, [&](const Atom &atom) {
      if (!atom.isLeaf(LeafKind::Parameter) ||
          Value(atom.parameter).getParentBlock() != &chain.getTermBlock(i))
        return;
      llvm::SmallBitVector used = analysis.getReferences(atom.parameter);
      for (unsigned k : used.set_bits())
        references.insert(k);
    });
  };
  for (const SumPart &part : family.parts)
    addReferences(part.h);
  family.references = references.takeVector();
  return success();
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

/// A condition on earlier results that chooses between two values in `f`: there
/// is a product with it and the opposite one without, as in c a + b - c b.
static const Atom *findChoice(Expr f) {
  auto isProductWithout = [](const algebra::Term &term, const Atom *choice,
                             const algebra::Term &other) {
    if (term.coefficient != -other.coefficient ||
        term.product->exponent != other.product->exponent)
      return false;
    auto rest = llvm::make_filter_range(
        term.product->powers,
        [&](const algebra::Power &power) { return power.atom != choice; });
    return llvm::equal(rest, other.product->powers,
                       [](const algebra::Power &a, const algebra::Power &b) {
                         return a.atom == b.atom && a.exponent == b.exponent;
                       });
  };
  for (const algebra::Term &term : f->getTerms())
    for (const algebra::Power &power : term.product->powers)
      if (power.atom->isMask() && (power.atom->dependence & OnReference) &&
          llvm::any_of(f->getTerms(), [&](const algebra::Term &other) {
            return isProductWithout(term, power.atom, other);
          }))
        return power.atom;
  return nullptr;
}

LogicalResult Planner::planFamily(unsigned i, TermAnalysis &analysis,
                                  const SplitFailure &rankOne) {
  ReductionPlan &reduction = plan->reductions[i];
  if (!reduction.sourceGuards.empty())
    return refuse(i, rankOne.message, rankOne.loc);
  Expr f = importFamily(i, analysis);
  if (const Atom *choice = findChoice(f))
    return refuse(i,
                  "'" + toString(context.fromAtom(choice)) +
                      "' chooses between two values, and as a sum of products "
                      "the one that is not chosen would enter where it is "
                      "infinite",
                  choice->loc);
  FamilyPlan family;
  for (unsigned k = 0; k < i; ++k)
    if (hasPowers(f, *context.reference(k)->getAtom()))
      if (Expr centered = centerOnResult(i, k, f, family))
        f = centered;
  family.centered = f;
  family.form = family.views.empty() ? Derivation::Form::Independent
                                     : Derivation::Form::ReReferenced;
  family.isNonNegative = getSign(f) != Sign::Unknown;

  FailureOr<SmallVector<Split>> split = splitParts(i, f);
  if (failed(split))
    return failure();
  family.split = *split;
  if (!isStable(family, family.why))
    return refuse(i,
                  rankOne.message +
                      ", and carried apart the parts may cancel: no running "
                      "value is known to be near the data",
                  rankOne.loc);
  if (failed(planMask(i, f, family)) ||
      failed(planParts(i, analysis, f, family)))
    return failure();

  for (const ViewPlan &view : family.views) {
    bool isMean = !plan->centers[view.center].extremum;
    bool isPlanned = llvm::any_of(conversions, [&](auto conversion) {
      return conversion.first == view.reference;
    });
    if (isMean && !isPlanned)
      conversions.push_back({view.reference, view.center});
  }
  reduction.family = std::move(family);
  return success();
}

void Planner::convertToCenter(unsigned k, unsigned center) {
  ReductionPlan &reduction = plan->reductions[k];
  // F = w v H = w (u + c) H.
  TermAnalysis analysis(chain, k, plan->rows);
  FamilyPlan family;
  family.form = Derivation::Form::ReReferenced;
  family.why = "computed from the mean that stands in for it";
  Expr f = importFamily(k, analysis);
  family.centered = reduction.f;
  family.split.push_back({reduction.g, reduction.h});
  f = replaceValue(
      context, f, plan->centers[center].value,
      context.add(context.deviation(center), context.center(center)));
  SmallVector<FactorPlan> factors = reduction.factors;
  Reason before = reason;
  if (succeeded(planParts(k, analysis, f, family))) {
    reduction.family = std::move(family);
    reduction.emittedFactor = nullptr;
    reduction.replaced.clear();
  } else {
    // Its own sum does as well.
    reason = before;
  }
  reduction.factors = factors;
}
