//===- PlanMasks.cpp - Masks over factors of earlier results --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// select(mask, F(x, d), 0) is the product of a 0 or 1 with F, but for
// infinities and NaN: where everything is masked, the source has 0 whatever d
// is. If d may not be finite there, the state needs to know whether anything
// was not masked.
//
//===----------------------------------------------------------------------===//

#include "Planner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

std::string Planner::checkMask(unsigned i, TermAnalysis &analysis,
                               Operation *op, bool keptValue, Importer &exact) {
  ReductionPlan &reduction = plan->reductions[i];
  auto select = cast<arith::SelectOp>(op);
  const Atom *mask = exact.get(select.getCondition())->getAtom();
  Value masked = keptValue ? select.getTrueValue() : select.getFalseValue();
  llvm::SmallBitVector references = analysis.getReferences(masked);
  for (unsigned k : references.set_bits()) {
    // 0 * H is NaN where H is not finite; the source has 0 if all is masked.
    if (!reduction.keeps(k))
      return "a mask drops values with the result of " + getName(k) +
             ", whose factor moves to the finalizer; expected the mask before "
             "the factor, or the sum of a row that is masked altogether may be "
             "NaN instead of 0";
    if (!plan->keepsExponential(i, k))
      continue;
    // Where the reference is at its extreme, the source has NaN for a score
    // that counts, and 0 for one that is masked: the sum of both kinds is the
    // same.
    bool increasing = plan->isIncreasing(k);
    if (!plan->definesExtreme(i, k))
      return "a mask drops exponentials of the result of " + getName(k) +
             ", which may be " + (increasing ? "-inf" : "+inf") +
             "; expected a finite value in its place there, or a mask of the "
             "exponents alone";
    const Bound *bound = llvm::find_if(
        bounds, [&](const Bound &bound) { return bound.reference == k; });
    Expr extreme = context.constant(
        APFloat::getInf(APFloat::IEEEsingle(), /*Negative=*/increasing));
    if (!mask || bound == bounds.end() ||
        context.assume(bound->term, *mask,
                       context.constant(keptValue ? 0 : 1)) != extreme)
      return "a mask drops exponentials of the result of " + getName(k) +
             "; expected that to be an extremum of values masked alike, or "
             "what is masked may make it infinite";
  }
  return "";
}

LogicalResult Planner::checkMasks(unsigned i, TermAnalysis &analysis) {
  ReductionPlan &reduction = plan->reductions[i];
  Importer exact = makeImporter(i, Rounding::Opaque);
  importReplaced(i, exact);
  Importer plain = makeImporter(i, getRounding());
  plain.run(chain.getTermBlock(i));
  bool isSum =
      reduction.monoid.getDistribution() == cascade::Distribution::Multiply;
  for (Operation &op : chain.getTermBlock(i).without_terminator()) {
    auto select = dyn_cast<arith::SelectOp>(op);
    if (!select || !analysis.isLive(&op) ||
        analysis.getReferences(select.getCondition()).any() ||
        !analysis.dependsOnInputs(select.getResult()))
      continue;
    bool onTrue = analysis.getReferences(select.getTrueValue()).any();
    bool onFalse = analysis.getReferences(select.getFalseValue()).any();
    // Both: every element has the factors.
    if (onTrue == onFalse)
      continue;
    std::string problem = checkMask(i, analysis, &op, onTrue, exact);
    if (problem.empty())
      continue;
    // The term must be zero where it is masked, and say where that is.
    const Atom *mask = plain.get(select.getCondition())->getAtom();
    if (!isSum || !isa<FloatType>(reduction.stateType) || !mask ||
        !mask->boolean ||
        !context.assume(reduction.f, *mask, context.constant(onTrue ? 0 : 1))
             ->isZero())
      return refuse(i, problem, op.getLoc());
    reduction.masks.push_back({select.getCondition(), onTrue});
  }
  return success();
}

/// Dimensions on which `value` of a term depends.
static void collectDims(cascade::ChainOp chain, unsigned i, Value value,
                        llvm::SmallBitVector &dims) {
  SmallVector<Value> pending{value};
  llvm::DenseSet<Value> seen;
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      unsigned number = argument.getArgNumber();
      if (argument.getOwner() == &chain.getTermBlock(i) &&
          number < chain.getInputs().size())
        for (AffineExpr dim : chain.getInputMap(number).getResults())
          dims.set(cast<AffineDimExpr>(dim).getPosition());
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (op->getBlock() != &chain.getTermBlock(i))
      continue;
    op->walk([&](Operation *nested) {
      if (auto index = dyn_cast<cascade::IndexOp>(nested))
        dims.set(index.getDim());
      llvm::append_range(pending, nested->getOperands());
    });
  }
}

void Planner::addAnyComponent(unsigned i) {
  ReductionPlan &reduction = plan->reductions[i];
  // All dimensions of the masks, and those over which rows are apart anyway.
  llvm::SmallBitVector dims(chain.getNumDims());
  for (unsigned dim : chain.getCommonParallelDims())
    dims.set(dim);
  for (const MaskPlan &mask : reduction.masks)
    collectDims(chain, i, mask.condition, dims);
  AffineMap result = chain.getResultMap(i);
  SmallVector<AffineExpr> mapped;
  for (AffineExpr dim : result.getResults())
    if (dims.test(cast<AffineDimExpr>(dim).getPosition()))
      mapped.push_back(dim);

  MLIRContext *ctx = chain.getContext();
  ComponentPlan component;
  component.kind = ComponentPlan::Kind::Any;
  component.reduction = i;
  component.monoid = cascade::MaximumFAttr::get(ctx);
  component.type = Float32Type::get(ctx);
  component.map = AffineMap::get(chain.getNumDims(), 0, mapped, ctx);
  component.start = component.monoid.getIdentity(component.type);
  Importer importer = makeImporter(i, getRounding());
  importer.run(chain.getTermBlock(i));
  component.term = context.constant(1);
  for (const MaskPlan &mask : reduction.masks) {
    Expr condition = importer.get(mask.condition);
    component.term = context.mul(
        component.term,
        mask.passes ? condition : context.sub(context.constant(1), condition));
  }
  reduction.any = plan->components.size();
  plan->components.push_back(component);
}

Value redfuser::buildAny(OpBuilder &b, const FusionPlanImpl &plan, unsigned i,
                         Block &block) {
  cascade::ChainOp chain = plan.chain;
  Location loc = chain.getLoc();
  IRMapping mapping;
  for (unsigned k = 0, e = chain.getInputs().size(); k < e; ++k)
    mapping.map(chain.getTermInput(i, k), block.getArgument(k));
  FloatType type = b.getF32Type();
  Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
  Value value = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 1.0));
  for (const MaskPlan &mask : plan.reductions[i].masks) {
    Value condition =
        cloneTerm(b, chain.getTermBlock(i), mask.condition, mapping);
    value = mask.passes
                ? arith::SelectOp::create(b, loc, condition, value, zero)
                : arith::SelectOp::create(b, loc, condition, zero, value);
  }
  return value;
}
