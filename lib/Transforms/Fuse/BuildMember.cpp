//===- BuildMember.cpp - Terms and corrections of families ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanImpl.h"

#include "RedFuser/Algebra/Emit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::algebra;

Value redfuser::buildLength(OpBuilder &b, Location loc,
                            const FusionPlanImpl &plan, FloatType type) {
  if (plan.staticLength)
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(type, double(*plan.staticLength)));
  Value length = plan.length;
  if (length && isa<FloatType>(length.getType()))
    return Emitter::convert(b, loc, length, type);
  if (!length) {
    cascade::ChainOp chain = plan.chain;
    for (unsigned dim : chain.getAxisDims()) {
      auto [source, position] = chain.getDimSource(dim);
      Value size = getValueOrCreateConstantIndexOp(
          b, loc, tensor::getMixedSize(b, loc, source, position));
      length = length ? arith::MulIOp::create(b, loc, length, size).getResult()
                      : size;
    }
  }
  if (isa<IndexType>(length.getType()))
    length = arith::IndexCastOp::create(b, loc, b.getI64Type(), length);
  return arith::SIToFPOp::create(b, loc, type, length);
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

namespace {
/// Writes the term of one component.
class TermWriter {
public:
  TermWriter(OpBuilder &b, const FusionPlanImpl &plan, unsigned number,
             Block &block)
      : b(b), plan(plan), chain(plan.chain), self(plan.components[number]),
        block(block), loc(chain.getLoc()), type(cast<FloatType>(self.type)),
        emitter(b, loc, type, [this](const Atom &leaf) { return read(leaf); }) {
  }

  Value write();

private:
  Value read(const Atom &leaf);
  Value buildExponential(Expr exponent);
  Value buildWhole(const Atom &atom);
  Value getNew(unsigned component) {
    return block.getArgument(chain.getInputs().size() + component);
  }

  OpBuilder &b;
  const FusionPlanImpl &plan;
  cascade::ChainOp chain;
  const ComponentPlan &self;
  Block &block;
  Location loc;
  FloatType type;
  Emitter emitter;
};
} // namespace

Value TermWriter::read(const Atom &leaf) {
  if (leaf.kind == AtomKind::Whole)
    return buildWhole(leaf);
  switch (leaf.leaf) {
  case LeafKind::Input:
  case LeafKind::Row:
    return block.getArgument(leaf.index);
  case LeafKind::Index:
    return cascade::IndexOp::create(b, loc, leaf.index);
  case LeafKind::Length:
    return buildLength(b, loc, plan, type);
  case LeafKind::Deviation: {
    const CenterPlan &center = plan.centers[leaf.index];
    Value about = getNew(center.component);
    if (center.extremum)
      about = buildCenter(b, loc, plan, *center.extremum, about);
    Value value = emitter.emit(center.value);
    return arith::SubFOp::create(b, loc, value,
                                 Emitter::convert(b, loc, about, type));
  }
  case LeafKind::Parameter:
    return leaf.parameter;
  default:
    llvm_unreachable("not a leaf of terms");
  }
}

/// The source's code of the sum: written out it may cancel where that does not,
/// as (x - m) * r does.
Value TermWriter::buildWhole(const Atom &atom) {
  auto found = plan.wholes.find(&atom);
  if (found == plan.wholes.end())
    return nullptr;
  const WholePlan &whole = found->second;
  IRMapping mapping;
  for (unsigned k = 0, e = chain.getInputs().size(); k < e; ++k)
    mapping.map(chain.getTermInput(whole.reduction, k), block.getArgument(k));
  Value value = Emitter::convert(
      b, loc,
      cloneTerm(b, chain.getTermBlock(whole.reduction), whole.value, mapping),
      type);
  if (whole.scale == 1)
    return value;
  Value scale = emitter.constant(toDouble(Rational(1) / whole.scale));
  return arith::MulFOp::create(b, loc, value, scale);
}

/// The source's exponential, with references as they are so far.
Value TermWriter::buildExponential(Expr exponent) {
  const ExponentialPlan *found =
      llvm::find_if(plan.exponentials, [&](const ExponentialPlan &candidate) {
        return candidate.exponent == exponent;
      });
  if (found == plan.exponentials.end())
    return emitter.emit(plan.context->expOf(exponent));
  unsigned i = found->reduction;
  IRMapping mapping;
  for (unsigned k = 0, e = chain.getInputs().size(); k < e; ++k)
    mapping.map(chain.getTermInput(i, k), block.getArgument(k));
  for (unsigned k : getReferences(exponent))
    mapping.map(chain.getTermReference(i, k),
                buildReference(b, loc, plan, i, k,
                               getNew(plan.reductions[k].component)));
  for (auto [value, constant] : found->replaced)
    mapping.map(value, arith::ConstantOp::create(
                           b, loc, b.getFloatAttr(value.getType(), constant)));
  Value value = cloneTerm(b, chain.getTermBlock(i), found->value, mapping);
  return Emitter::convert(b, loc, value, type);
}

/// The i1 factors that all products of `value` have.
static SmallVector<Power> getMasks(Expr value) {
  SmallVector<Power> masks;
  for (const Power &power : value->getTerms().front().product->powers)
    if (power.atom->isMask() && power.exponent == 1 &&
        llvm::all_of(value->getTerms(), [&](const algebra::Term &term) {
          return llvm::any_of(term.product->powers, [&](const Power &other) {
            return other.atom == power.atom && other.exponent == 1;
          });
        }))
      masks.push_back(power);
  return masks;
}

static Expr dividePowers(ExprContext &context, Expr value, const Power &power) {
  Expr inverse = context.fromAtom(power.atom, -power.exponent);
  Expr result = context.constant(0);
  for (const algebra::Term &term : value->getTerms())
    result = context.add(result, context.mul(context.fromTerm(term), inverse));
  return result;
}

/// bf16, if the source multiplies two such values: a contraction then. What
/// fusing multiplies in their place is rounded to the same, so that tensor
/// cores compute it; sums that one deviation moves into each other have the
/// same rounded factors, so that no large mean meets the rounding. f16 has not
/// the range of what is not normalized yet.
static FloatType getOperandType(cascade::ChainOp chain, unsigned i) {
  auto mul = chain.getTermValue(i).getDefiningOp<arith::MulFOp>();
  if (!mul)
    return nullptr;
  FloatType type;
  for (Value operand : mul->getOperands()) {
    if (auto widened = operand.getDefiningOp<arith::ExtFOp>())
      operand = widened.getIn();
    if (!operand.getType().isBF16())
      return nullptr;
    type = cast<FloatType>(operand.getType());
  }
  return type;
}

/// Factors that vary along the same dimensions are multiplied first, so that
/// what is left is a product of a row's and a column's values: a contraction.
/// What varies along fewer goes to the side without deviations and exponentials
/// (the gain of a layer normalisation to the weights, not to the data).
Value TermWriter::write() {
  ExprContext &context = *plan.context;
  // Masks of the whole term choose at the end: what they drop may be NaN.
  Expr unmasked = self.term;
  Value mask;
  for (const Power &power : getMasks(self.term)) {
    Value bit = emitter.emitBoolean(*power.atom);
    mask = mask ? arith::AndIOp::create(b, loc, mask, bit).getResult() : bit;
    unmasked = dividePowers(context, unmasked, power);
  }
  auto [content, rest] = context.factor(unmasked);
  struct Group {
    llvm::SmallBitVector dims;
    Value value;
    bool moves = false;
  };
  SmallVector<Group> groups;
  auto add = [&](llvm::SmallBitVector dims, Value value, bool moves) {
    auto *group = llvm::find_if(
        groups, [&](const Group &group) { return group.dims == dims; });
    if (group == groups.end()) {
      groups.push_back({dims, value, moves});
      return;
    }
    group->value = arith::MulFOp::create(b, loc, group->value, value);
    group->moves |= moves;
  };

  const algebra::Term &term = content->getTerms().front();
  if (term.product->exponent) {
    Expr exponential = context.expOf(term.product->exponent);
    add(plan.getDims(exponential), buildExponential(term.product->exponent),
        /*moves=*/true);
  }
  for (const Power &power : term.product->powers) {
    Expr factor = context.fromAtom(power.atom, power.exponent);
    add(plan.getDims(factor), emitter.emit(factor),
        power.atom->isLeaf(LeafKind::Deviation));
  }
  if (!rest->isOne())
    add(plan.getDims(rest), emitter.emit(rest), /*moves=*/false);

  SmallVector<Group> ordered;
  for (bool moves : {false, true})
    for (const Group &group : groups)
      if (group.moves == moves)
        ordered.push_back(group);
  groups = std::move(ordered);
  for (unsigned i = 0; i < groups.size(); ++i) {
    auto contains = [&](const Group &other) {
      llvm::SmallBitVector outside = groups[i].dims;
      return &other != &groups[i] && !outside.reset(other.dims).any();
    };
    auto *larger = llvm::find_if(groups, contains);
    if (larger == groups.end())
      continue;
    larger->value =
        arith::MulFOp::create(b, loc, groups[i].value, larger->value);
    larger->moves |= groups[i].moves;
    groups.erase(groups.begin() + i);
    --i;
  }
  Value result;
  if (FloatType narrow = getOperandType(chain, self.reduction))
    for (Group &group : groups)
      group.value = Emitter::convert(
          b, loc, Emitter::convert(b, loc, group.value, narrow), type);
  for (const Group &group : groups)
    result =
        result ? arith::MulFOp::create(b, loc, result, group.value).getResult()
               : group.value;
  if (term.coefficient != 1 || !result) {
    Value coefficient = emitter.constant(toDouble(term.coefficient));
    result =
        result ? arith::MulFOp::create(b, loc, result, coefficient).getResult()
               : coefficient;
  }
  if (mask)
    result =
        arith::SelectOp::create(b, loc, mask, result, emitter.constant(0.0));
  return result;
}

Value redfuser::buildMemberTerm(OpBuilder &b, const FusionPlanImpl &plan,
                                unsigned number, Block &block) {
  return TermWriter(b, plan, number, block).write();
}

//===----------------------------------------------------------------------===//
// Corrections
//===----------------------------------------------------------------------===//

Value redfuser::buildMemberCorrection(OpBuilder &b, const FusionPlanImpl &plan,
                                      unsigned number, Block &block) {
  const ComponentPlan &self = plan.components[number];
  Location loc = plan.chain->getLoc();
  auto getOld = [&](unsigned component) {
    return block.getArgument(component);
  };
  auto getNew = [&](unsigned component) {
    return block.getArgument(plan.components.size() + component);
  };

  Value corrected = getOld(number);
  if (!self.moves.empty()) {
    auto read = [&](const Atom &leaf) -> Value {
      if (leaf.isLeaf(LeafKind::State))
        return getOld(leaf.index);
      assert(leaf.isLeaf(LeafKind::Shift) && "moves read states and shifts");
      const CenterPlan &center = plan.centers[leaf.index];
      Value from = getOld(center.component), to = getNew(center.component);
      return center.extremum
                 ? buildExtremumShift(b, loc, plan, *center.extremum,
                                      cast<FloatType>(self.type), from, to)
                 : arith::SubFOp::create(b, loc, from, to).getResult();
    };
    Emitter emitter(b, loc, cast<FloatType>(self.type), read);
    ExprContext &context = *plan.context;
    Expr moved = context.constant(0);
    for (const ComponentPlan::Move &move : self.moves)
      moved = context.add(
          moved,
          context.scale(context.mul(move.shift, context.state(move.component)),
                        move.factor));
    corrected = emitter.emit(moved);
  }
  if (self.rates.empty())
    return corrected;
  Value factor = buildCorrection(
      b, loc, plan, self.reduction, self.rates, self.type,
      [&](unsigned k) { return getOld(plan.reductions[k].component); },
      [&](unsigned k) { return getNew(plan.reductions[k].component); });
  return arith::MulFOp::create(b, loc, corrected, factor);
}
