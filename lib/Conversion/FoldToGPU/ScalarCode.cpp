//===- ScalarCode.cpp - Scalar code of terms and readouts -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarCode.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

//===----------------------------------------------------------------------===//
// Which ops may be less exact
//===----------------------------------------------------------------------===//

/// True if `a` and `b` of terms compute the same value: of one, or of two from
/// the inputs.
static bool isSameValue(FoldOp fold, Value a, Value b) {
  if (a == b)
    return true;
  if (a.getParentBlock()->getParentOp() != fold)
    return false;
  auto argA = dyn_cast<BlockArgument>(a), argB = dyn_cast<BlockArgument>(b);
  if (argA || argB)
    return argA && argB && argA.getArgNumber() == argB.getArgNumber() &&
           argA.getArgNumber() < fold.getInputs().size() &&
           argB.getOwner()->getParentOp() == fold;
  Operation *opA = a.getDefiningOp(), *opB = b.getDefiningOp();
  return opA->getName() == opB->getName() &&
         opA->getAttrDictionary() == opB->getAttrDictionary() &&
         opA->getResultTypes() == opB->getResultTypes() &&
         cast<OpResult>(a).getResultNumber() ==
             cast<OpResult>(b).getResultNumber() &&
         opA->getNumOperands() == opB->getNumOperands() &&
         llvm::all_of(
             llvm::zip(opA->getOperands(), opB->getOperands()), [&](auto pair) {
               return isSameValue(fold, std::get<0>(pair), std::get<1>(pair));
             });
}

/// The block argument that `value` is, or is but for a guard of infinities:
/// `x == inf ? 0 : x`, `maxnumf(x, -inf)`.
static BlockArgument getGuarded(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value))
    return arg;
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
    if (compare && matchPattern(select.getTrueValue(), m_AnyZeroFloat()) &&
        compare.getPredicate() == arith::CmpFPredicate::OEQ &&
        compare.getLhs() == select.getFalseValue() &&
        matchPattern(compare.getRhs(), m_NegInfFloat()))
      return getGuarded(select.getFalseValue());
  }
  if (auto max = value.getDefiningOp<arith::MaxNumFOp>())
    if (matchPattern(max.getRhs(), m_NegInfFloat()))
      return getGuarded(max.getLhs());
  return {};
}

std::optional<unsigned>
redfuser::getBoundingMaximum(FoldOp fold, math::ExpOp exp, bool isTerm) {
  unsigned firstNew =
      isTerm ? fold.getInputs().size() : fold.getNumReductions();
  auto sub = exp.getOperand().getDefiningOp<arith::SubFOp>();
  if (!sub)
    return std::nullopt;
  // What comes from outside of the fold may be an argument, too: a function's.
  auto isOwn = [&](BlockArgument arg) {
    return arg && arg.getOwner()->getParentOp() == fold;
  };
  BlockArgument reference = getGuarded(sub.getRhs());
  if (!isOwn(reference) || reference.getArgNumber() < firstNew)
    return std::nullopt;
  unsigned component = reference.getArgNumber() - firstNew;
  if (fold.getMonoid(component).getTrend() != Trend::Increasing)
    return std::nullopt;
  if (isTerm)
    return isSameValue(fold, sub.getLhs(), fold.getTermValue(component))
               ? std::optional(component)
               : std::nullopt;
  BlockArgument old = getGuarded(sub.getLhs());
  return isOwn(old) && old.getArgNumber() == component
             ? std::optional(component)
             : std::nullopt;
}

/// True if a term does no more with `exp` than sum it, or its product with its
/// own argument: an unbounded factor would bring what is flushed to zero back.
static bool isSummedAlone(FoldOp fold, math::ExpOp exp) {
  return llvm::all_of(exp->getUsers(), [&](Operation *user) {
    return isa<cascade::YieldOp>(user) ||
           (isa<arith::MulFOp>(user) &&
            llvm::any_of(user->getOperands(), [&](Value factor) {
              return isSameValue(fold, factor, exp.getOperand());
            }));
  });
}

void redfuser::findBoundedExponentials(FoldOp fold, RelaxedOps &relaxed) {
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    SmallVector<math::ExpOp> exps;
    WalkResult all = fold.getTermBlock(i).walk([&](math::ExpOp exp) {
      if (!exp.getType().isF32() ||
          !getBoundingMaximum(fold, exp, /*isTerm=*/true) ||
          !isSummedAlone(fold, exp))
        return WalkResult::interrupt();
      exps.push_back(exp);
      return WalkResult::advance();
    });
    if (all.wasInterrupted() || exps.empty())
      continue;
    if (fold.hasCorrection(i))
      fold.getCorrectionBlock(i).walk([&](math::ExpOp exp) {
        if (exp.getType().isF32() &&
            getBoundingMaximum(fold, exp, /*isTerm=*/false))
          exps.push_back(exp);
      });
    for (math::ExpOp exp : exps)
      relaxed[exp] = arith::FastMathFlags::afn;
  }
}

bool redfuser::isSummedProduct(FoldOp fold, unsigned component) {
  Value value = fold.getTermValue(component);
  return isa<AddFAttr>(fold.getMonoid(component)) && value.getType().isF32() &&
         value.getParentBlock() == &fold.getTermBlock(component) &&
         value.getDefiningOp<arith::MulFOp>() && value.hasOneUse();
}

void redfuser::findSummedProducts(FoldOp fold, RelaxedOps &relaxed) {
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    if (isSummedProduct(fold, i))
      relaxed[fold.getTermValue(i).getDefiningOp()] =
          arith::FastMathFlags::contract;
}

/// True if all that becomes of `value` is a product or quotient that is rounded
/// to 16 bits.
static bool isRoundedNext(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [](Operation *user) {
           if (auto trunc = dyn_cast<arith::TruncFOp>(user))
             return trunc.getType().getIntOrFloatBitWidth() <= 16;
           return isa<arith::MulFOp, arith::DivFOp>(user) &&
                  isRoundedNext(user->getResult(0));
         });
}

void redfuser::findRelaxedReadouts(const RowGroup &group,
                                   const FoldMember &member,
                                   RelaxedOps &relaxed) {
  linalg::LinalgOp op = member.op;
  op.getBlock()->walk([&](Operation *inner) {
    if (inner->getNumResults() != 1 || !inner->getResult(0).getType().isF32())
      return;
    Value value = inner->getResult(0);
    if (isa<math::ExpOp>(inner) && isRoundedNext(value))
      relaxed[inner] = arith::FastMathFlags::afn;
    if (auto div = dyn_cast<arith::DivFOp>(inner)) {
      auto divisor = dyn_cast<BlockArgument>(div.getRhs());
      bool byRow = false;
      if (divisor && divisor.getOwner() == op.getBlock() &&
          divisor.getArgNumber() < op.getNumDpsInputs()) {
        Value operand = op.getDpsInputOperand(divisor.getArgNumber())->get();
        byRow = group.contains(operand) && !group.isAlongAxis(operand);
      }
      if (byRow || isRoundedNext(value))
        relaxed[inner] = arith::FastMathFlags::arcp;
    }
  });
}

void redfuser::findRelaxedWeights(const FoldMember &member,
                                  RelaxedOps &relaxed) {
  linalg::LinalgOp op = member.op;
  op.getBlock()->walk([&](arith::DivFOp div) {
    if (div.getType().isF32())
      relaxed[div] = arith::FastMathFlags::arcp;
  });
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

std::optional<unsigned> ScalarCode::getIndexDim(Operation &op) const {
  if (auto index = dyn_cast<cascade::IndexOp>(op))
    return index.getDim();
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return loopDims[index.getDim()];
  return std::nullopt;
}

ScalarCode::ScalarCode(Block &block, ArrayRef<unsigned> varyingDims,
                       llvm::function_ref<bool(BlockArgument)> varies,
                       ArrayRef<unsigned> loopDims, const RelaxedOps &relaxed)
    : block(block), loopDims(loopDims), relaxed(relaxed),
      varyingArguments(block.getNumArguments()) {
  for (BlockArgument arg : block.getArguments())
    varyingArguments[arg.getArgNumber()] = varies(arg);
  for (Operation &op : block.without_terminator()) {
    std::optional<unsigned> dim = getIndexDim(op);
    bool varyingOp = (dim && llvm::is_contained(varyingDims, *dim)) ||
                     llvm::any_of(op.getOperands(), [&](Value operand) {
                       if (auto arg = dyn_cast<BlockArgument>(operand))
                         return arg.getOwner() == &this->block &&
                                varyingArguments.test(arg.getArgNumber());
                       return varying.contains(operand.getDefiningOp());
                     });
    if (varyingOp)
      varying.insert(&op);
  }
}

void ScalarCode::clone(OpBuilder &b, Operation &op, IRMapping &map,
                       PositionFn position) const {
  if (std::optional<unsigned> dim = getIndexDim(op)) {
    map.map(op.getResult(0), position(*dim));
    return;
  }
  Operation *copy = b.clone(op, map);
  copy->removeAttr(kSharedReciprocalAttrName);
  auto flags = relaxed.find(&op);
  if (flags == relaxed.end())
    return;
  auto fastMath = cast<arith::ArithFastMathInterface>(copy);
  copy->setAttr(
      fastMath.getFastMathAttrName(),
      arith::FastMathFlagsAttr::get(
          b.getContext(),
          flags->second | fastMath.getFastMathFlagsAttr().getValue()));
}

void ScalarCode::emitInvariant(OpBuilder &b, IRMapping &map,
                               PositionFn position) const {
  for (Operation &op : block.without_terminator())
    if (!varying.contains(&op))
      clone(b, op, map, position);
}

SmallVector<Value> ScalarCode::emitElement(OpBuilder &b, IRMapping map,
                                           PositionFn position) const {
  for (Operation &op : block.without_terminator())
    if (varying.contains(&op))
      clone(b, op, map, position);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return map.lookupOrDefault(value); });
}

bool ScalarCode::hasSharedReciprocals() const {
  return llvm::any_of(varying, [](Operation *op) {
    return op->hasAttr(kSharedReciprocalAttrName);
  });
}

/// `values` become their reciprocals: one for all of their product, times that
/// of the others.
static void invertTogether(OpBuilder &b, Location loc,
                           MutableArrayRef<Value> values,
                           llvm::function_ref<Value(Value)> invert) {
  if (values.size() == 1) {
    values.front() = invert(values.front());
    return;
  }
  auto multiply = [&](Value lhs, Value rhs) -> Value {
    return arith::MulFOp::create(b, loc, lhs, rhs);
  };
  // Pairs, and an odd one out.
  SmallVector<Value> products;
  for (size_t i = 0; i < values.size(); i += 2)
    products.push_back(
        i + 1 < values.size() ? multiply(values[i], values[i + 1]) : values[i]);
  invertTogether(b, loc, products, invert);
  for (auto [i, inverse] : llvm::enumerate(products)) {
    if (2 * i + 1 == values.size()) {
      values[2 * i] = inverse;
      continue;
    }
    Value first = values[2 * i], second = values[2 * i + 1];
    values[2 * i] = multiply(inverse, second);
    values[2 * i + 1] = multiply(inverse, first);
  }
}

SmallVector<Value> ScalarCode::emitElements(OpBuilder &b,
                                            MutableArrayRef<IRMapping> maps,
                                            ElementPositionFn position) const {
  assert(maps.size() <= 4 && "the product of more divisors may overflow");
  for (Operation &op : block.without_terminator()) {
    if (!varying.contains(&op))
      continue;
    if (!op.hasAttr(kSharedReciprocalAttrName)) {
      for (unsigned i = 0, e = maps.size(); i < e; ++i)
        clone(b, op, maps[i], [&](unsigned dim) { return position(i, dim); });
      continue;
    }
    Value divisor = op.getOperand(1);
    SmallVector<Value> values =
        llvm::map_to_vector(maps, [&](const IRMapping &map) {
          return map.lookupOrDefault(divisor);
        });
    invertTogether(b, op.getLoc(), values, [&](Value product) {
      IRMapping map = maps.front();
      map.map(divisor, product);
      clone(b, op, map, [&](unsigned dim) { return position(0, dim); });
      return map.lookup(op.getResult(0));
    });
    for (auto [map, value] : llvm::zip_equal(maps, values))
      map.map(op.getResult(0), value);
  }
  Value yielded = block.getTerminator()->getOperand(0);
  return llvm::map_to_vector(
      maps, [&](const IRMapping &map) { return map.lookupOrDefault(yielded); });
}

SmallVector<Value> ScalarCode::emitAll(OpBuilder &b, IRMapping map,
                                       PositionFn position) const {
  emitInvariant(b, map, position);
  return emitElement(b, map, position);
}
