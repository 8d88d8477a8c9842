//===- PlanQuantise.cpp - Sums of quantised values ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Dynamic quantisation sums q(x * s) * w, where q rounds to integers or to an
// 8-bit float and the scale s = c / max(abs(x)) fills its range. Under
// `allow-requantize` the state holds values that were rounded under running
// maxima: with ref(a) = max(a, tiny) and K(a) = c / ref(a), the term is
// q(x * K(a)) * w, the correction K(new) / K(old) = ref(old) / ref(new), at
// most one, and the finalizer multiplies with s / K(a), which is one unless a
// clamp of the source or a zero row makes the scale another.
//
// Factors of earlier results beside the scale (the 1 / rms of a norm, which the
// maximum has too, so that they cancel inside the rounding) are deferred.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

/// The least maximum that scales: c / tiny is finite for any c of use, and
/// elements below it are as good as zero.
static constexpr double kTiny = 2.7e-36;

bool redfuser::isQuantisation(Operation *op) {
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    return cast<FloatType>(getElementTypeOrSelf(truncate.getType()))
               .getWidth() <= 8;
  return isa<arith::FPToSIOp, arith::FPToUIOp, math::RoundEvenOp, math::RoundOp,
             math::FloorOp, math::CeilOp, math::TruncOp>(op);
}

bool redfuser::mixesSigns(Block &block, TermAnalysis &analysis) {
  bool isSigned = false, isUnsigned = false;
  for (Operation &op : block.without_terminator()) {
    if (!analysis.isLive(&op))
      continue;
    bool isBoolean = llvm::any_of(op.getOperandTypes(),
                                  [](Type type) { return type.isInteger(1); });
    isSigned |= isa<arith::FPToSIOp>(op) ||
                (isa<arith::SIToFPOp, arith::ExtSIOp>(op) && !isBoolean);
    isUnsigned |= isa<arith::FPToUIOp>(op) ||
                  (isa<arith::UIToFPOp, arith::ExtUIOp>(op) && !isBoolean);
  }
  return isSigned && isUnsigned;
}

Operation *Planner::findQuantisation(unsigned i, TermAnalysis &analysis) {
  for (Operation &op : chain.getTermBlock(i).without_terminator())
    if (analysis.isLive(&op) && isQuantisation(&op) &&
        // Whether these quantise, only who allows it knows.
        (options.allowRequantize ||
         !isa<math::FloorOp, math::CeilOp, math::TruncOp>(op)) &&
        analysis.dependsOnInputs(op.getResult(0)) &&
        analysis.getReferences(op.getResult(0)).any())
      return &op;
  return nullptr;
}

/// `value` is at most `limit`: a constant, or one times t / max(t, c).
static bool isAtMost(ExprContext &context, Expr value, const Rational &limit,
                     Rational &bound) {
  if (value->getTerms().size() != 1)
    return false;
  const algebra::Term &term = value->getTerms().front();
  bound = term.coefficient;
  if (term.coefficient <= 0 || term.coefficient > limit ||
      term.product->exponent)
    return false;
  const Power *clamp = nullptr;
  Expr rest = context.constant(1);
  for (const Power &power : term.product->powers) {
    if (!clamp && power.exponent == -1 && power.atom->isMaximum())
      clamp = &power;
    else
      rest = context.mul(rest, context.fromAtom(power.atom, power.exponent));
  }
  return clamp ? llvm::is_contained(clamp->atom->args, rest) : rest->isOne();
}

/// The exponent of the parameter `value` in the product `expr`.
static Rational getExponent(ExprContext &context, Expr expr, Value value) {
  const Atom *atom = context.parameter(value)->getAtom();
  if (expr->getTerms().size() == 1)
    for (const Power &power : expr->getTerms().front().product->powers)
      if (power.atom == atom)
        return power.exponent;
  return Rational(0);
}

namespace {
/// What is known of the scale that a rounded value has.
class ScaleProof {
public:
  ScaleProof(ExprContext &context,
             llvm::function_ref<Expr(Value)> valueOfParameter)
      : context(context), valueOfParameter(valueOfParameter) {}

  /// The bound on abs(scaled), a multiple of elements with absolute value `g`,
  /// whose maximum is `maximum`; nullopt if there is none up to `limit`.
  std::optional<Rational> bound(Expr scaled, Expr g, Expr maximum,
                                const Rational &limit) {
    Expr magnitude =
        context.abs(context.substitute(scaled, [&](const Atom &leaf) -> Expr {
          return leaf.isLeaf(LeafKind::Parameter)
                     ? valueOfParameter(leaf.parameter)
                     : nullptr;
        }));
    Expr ratio = context.div(magnitude, g);
    if (ratio->dependsOn(OnAxis))
      return std::nullopt;
    Rational value;
    if (!isAtMost(context, context.mul(ratio, maximum), limit, value))
      return std::nullopt;
    return value;
  }

private:
  ExprContext &context;
  llvm::function_ref<Expr(Value)> valueOfParameter;
};
} // namespace

Expr redfuser::removeClamps(
    ExprContext &context, Expr value,
    llvm::function_ref<bool(Expr, const Rational &, bool)> isInactive) {
  while (true) {
    const Atom *clamp = nullptr;
    Expr inner = nullptr;
    walkAtoms(value, [&](const Atom &atom) {
      if (clamp || atom.kind != AtomKind::Extremum)
        return;
      for (unsigned side : {0, 1}) {
        std::optional<Rational> limit = atom.args[side]->getConstant();
        if (limit &&
            isInactive(atom.args[1 - side], *limit, atom.isMaximum())) {
          clamp = &atom;
          inner = atom.args[1 - side];
        }
      }
    });
    if (!clamp)
      return value;
    value = context.assume(value, *clamp, inner);
  }
}

LogicalResult Planner::planQuantised(unsigned i, TermAnalysis &analysis,
                                     Operation *rounding) {
  ReductionPlan &reduction = plan->reductions[i];
  auto fail = [&](const Twine &why) {
    return refuse(i,
                  "'" + rounding->getName().getStringRef() +
                      "' rounds a multiple of earlier results: " + why,
                  rounding->getLoc());
  };
  // What brings the earlier results into the term.
  SmallVector<Value> frontier = analysis.getFrontier(analysis.getReferences());
  if (frontier.size() > maxFrontier)
    return fail("expected them to enter the term in at most " +
                Twine(maxFrontier) + " places");
  for (Value value : frontier)
    if (!value.getType().isF32() && !value.getType().isF64())
      return fail("expected scales in f32 or f64");
  unsigned numInputs = chain.getInputs().size();
  auto rawLeaf = [&](Value value) -> Expr {
    // Results in terms of what the state carries.
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == &chain.getTermBlock(i) &&
        argument.getArgNumber() >= numInputs) {
      unsigned k = argument.getArgNumber() - numInputs;
      return context.mul(context.reference(k), plan->reductions[k].deferred);
    }
    return getLeaf(value);
  };
  Importer raw(context, Rounding::Requantized, rawLeaf);
  raw.run(chain.getTermBlock(i));
  Importer apart(context, Rounding::Requantized, leaf);
  for (Value value : frontier)
    apart.override(value, context.parameter(value));
  apart.run(chain.getTermBlock(i));
  auto valueOf = [&](Value value) -> Expr {
    return llvm::is_contained(frontier, value) ? raw.get(value) : nullptr;
  };
  ScaleProof proof(context, valueOf);
  Expr scaled = apart.get(rounding->getOperand(0));

  // The maximum of absolute values that bounds what is rounded. Its init only
  // makes it larger, and the scale smaller.
  llvm::SmallBitVector references = analysis.getReferences();
  for (unsigned k : references.set_bits()) {
    const ReductionPlan &maximum = plan->reductions[k];
    if (!isa<cascade::MaximumFAttr, cascade::MaxNumFAttr>(maximum.monoid) ||
        maximum.extremum || !maximum.stateType.isF32() ||
        getSign(maximum.g) == Sign::Unknown)
      continue;
    Expr largest = context.reference(k);
    // A maximum with something negative, a minimum with something positive.
    auto isInactive = [&](Expr value, const Rational &limit, bool isMaximum) {
      return value->dependsOn(OnAxis) && (isMaximum ? limit < 0 : limit > 0) &&
             proof
                 .bound(value, maximum.g, largest, mlir::presburger::abs(limit))
                 .has_value();
    };
    // A clamp may come before the rounding.
    Expr plain = removeClamps(context, scaled, isInactive);
    std::optional<Rational> bound =
        proof.bound(plain, maximum.g, largest, Rational(1 << 16));
    if (!bound)
      continue;
    QuantisePlan quantise;
    quantise.reference = k;
    Expr f =
        removeClamps(context, apart.get(chain.getTermValue(i)), isInactive);
    Expr rest = f;
    Rational power(0);
    for (Value value : frontier) {
      Rational inside = getExponent(context, plain, value);
      Rational all = getExponent(context, f, value);
      if (mlir::presburger::abs(all) > 1 || all.den != 1)
        return fail("expected each scale once");
      rest = context.div(rest, context.pow(context.parameter(value), all));
      int exponent = int(int64fromDynamicAPInt(all.num));
      bool isScale = inside != 0 && raw.get(value)->dependsOn(OnReference) &&
                     llvm::is_contained(getReferences(raw.get(value)), k);
      if (!isScale) {
        quantise.factors.push_back({value, exponent});
        reduction.replaced.push_back({value, 1.0});
        continue;
      }
      if (quantise.scale || mlir::presburger::abs(inside) != 1 ||
          (all != inside && all != 0))
        return fail("expected one scale");
      quantise.scale = value;
      quantise.isDivisor = inside < 0;
      quantise.exponent = exponent;
    }
    if (!quantise.scale || rest->dependsOn(OnReference))
      continue;
    bool leftover = false;
    walkAtoms(rest, [&](const Atom &atom) {
      leftover |= atom.isLeaf(LeafKind::Parameter) &&
                  llvm::is_contained(frontier, atom.parameter);
    });
    if (leftover || plain->getTerms().size() != 1)
      continue;
    const Rational &own = plain->getTerms().front().coefficient;
    quantise.full = toDouble(*bound / mlir::presburger::abs(own));
    for (unsigned reference : references.set_bits())
      quantise.references.push_back(reference);

    reduction.kept = {k};
    reduction.f = f;
    reduction.g = reduction.term = rest;
    reduction.stateType = Float32Type::get(chain.getContext());
    reduction.start = FloatAttr::get(reduction.stateType, 0.0);
    reduction.startsAtIdentity &= isa<FloatType>(reduction.sourceType);
    FactorPlan scale;
    scale.factor = context.pow(context.reference(k), Rational(-1));
    scale.references = {k};
    scale.why = "values are rounded under the running maximum, and corrections "
                "never exceed one";
    reduction.h = scale.factor;
    reduction.factors.push_back(scale);
    reduction.quantise = quantise;
    return success();
  }
  reduction.replaced.clear();
  return fail("expected a scale that takes the largest absolute value of what "
              "is rounded to a constant");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// ref(a) = max(a, tiny), a number where `a` was never set.
static Value buildFloor(OpBuilder &b, Location loc, const FusionPlanImpl &plan,
                        unsigned k, Value value) {
  Value tiny =
      arith::ConstantOp::create(b, loc, b.getFloatAttr(value.getType(), kTiny));
  return plan.reductions[k].monoid.buildCombine(b, loc, value, tiny);
}

Value redfuser::buildScale(OpBuilder &b, Location loc,
                           const FusionPlanImpl &plan, unsigned i,
                           Value maximum) {
  const QuantisePlan &quantise = *plan.reductions[i].quantise;
  Value floor = buildFloor(b, loc, plan, quantise.reference, maximum);
  auto type = cast<FloatType>(quantise.scale.getType());
  floor = Emitter::convert(b, loc, floor, type);
  Value full =
      arith::ConstantOp::create(b, loc, b.getFloatAttr(type, quantise.full));
  if (quantise.isDivisor)
    return arith::DivFOp::create(b, loc, floor, full);
  return arith::DivFOp::create(b, loc, full, floor);
}

Value redfuser::buildRescale(OpBuilder &b, Location loc,
                             const FusionPlanImpl &plan, unsigned i,
                             Value before, Value after) {
  unsigned k = plan.reductions[i].quantise->reference;
  return arith::DivFOp::create(b, loc, buildFloor(b, loc, plan, k, before),
                               buildFloor(b, loc, plan, k, after));
}

Value redfuser::buildDescale(OpBuilder &b, Location loc,
                             const FusionPlanImpl &plan, unsigned i, Value sum,
                             Value maximum,
                             llvm::function_ref<Value(unsigned)> reference) {
  const ReductionPlan &reduction = plan.reductions[i];
  const QuantisePlan &quantise = *reduction.quantise;
  cascade::ChainOp chain = plan.chain;
  IRMapping mapping;
  for (unsigned k : quantise.references)
    mapping.map(
        chain.getTermReference(i, k),
        Emitter::convert(b, loc, reference(k), chain.getStateElementType(k)));
  Type type = reduction.stateType;
  Value factor;
  auto apply = [&](Value value, int exponent) {
    value = Emitter::convert(b, loc, value, type);
    if (!factor) {
      Value one = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 1.0));
      factor = exponent > 0
                   ? value
                   : arith::DivFOp::create(b, loc, one, value).getResult();
    } else if (exponent > 0) {
      factor = arith::MulFOp::create(b, loc, factor, value);
    } else {
      factor = arith::DivFOp::create(b, loc, factor, value);
    }
  };
  if (quantise.exponent != 0) {
    // The source's scale over the one of the state: one, bit for bit, if both
    // are the same.
    Value scale = cloneTerm(b, chain.getTermBlock(i), quantise.scale, mapping);
    Value own = buildScale(b, loc, plan, i, maximum);
    if (quantise.exponent < 0)
      std::swap(scale, own);
    apply(arith::DivFOp::create(b, loc, scale, own), 1);
  }
  for (auto [value, exponent] : quantise.factors)
    if (exponent != 0)
      apply(cloneTerm(b, chain.getTermBlock(i), value, mapping), exponent);
  return factor ? arith::MulFOp::create(b, loc, sum, factor).getResult() : sum;
}

Value redfuser::buildInteger(OpBuilder &b, Location loc, Value value,
                             Type type) {
  return arith::FPToSIOp::create(b, loc, type,
                                 math::RoundEvenOp::create(b, loc, value));
}
