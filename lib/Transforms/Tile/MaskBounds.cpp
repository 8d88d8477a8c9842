//===- MaskBounds.cpp - Where masks leave anything of an axis -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MaskBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Larger constants are not positions, and sums of them could overflow.
static constexpr int64_t kMaxConstant = int64_t(1) << 40;

//===----------------------------------------------------------------------===//
// Linear functions of positions
//===----------------------------------------------------------------------===//

namespace {
/// constant + sum of coefficients times positions and outer values.
struct Linear {
  SmallVector<int64_t> dims;
  SmallVector<std::pair<Value, int64_t>> outer;
  int64_t constant = 0;

  explicit Linear(unsigned numDims) : dims(numDims, 0) {}

  void add(const Linear &other, int64_t factor) {
    constant += factor * other.constant;
    for (auto [mine, theirs] : llvm::zip_equal(dims, other.dims))
      mine += factor * theirs;
    for (auto [value, coefficient] : other.outer)
      addOuter(value, factor * coefficient);
  }
  void addOuter(Value value, int64_t coefficient) {
    auto *found =
        llvm::find_if(outer, [&](auto &entry) { return entry.first == value; });
    if (found == outer.end())
      outer.push_back({value, coefficient});
    else if ((found->second += coefficient) == 0)
      outer.erase(found);
  }
  bool operator==(const Linear &other) const {
    return constant == other.constant && dims == other.dims &&
           outer.size() == other.outer.size() &&
           llvm::all_of(outer, [&](auto &entry) {
             return llvm::is_contained(other.outer, entry);
           });
  }
};

/// The terms of one fold, read for masks.
class MaskReader {
public:
  explicit MaskReader(FoldOp fold) : fold(fold) {}

  /// Conditions L >= 0 without which component `number` adds nothing.
  SmallVector<Linear> getConditions(unsigned number);

private:
  /// What is known of a scalar.
  enum class Known { Nothing, NegInf, PosInf, Zero, NoInput };

  std::optional<Linear> readLinear(Value value);
  void addConditions(Value condition, bool holds, SmallVector<Linear> &result);
  Known evaluate(Value value, Value condition, bool holds);
  Known evaluateOp(Operation *op, Value condition, bool holds);

  FoldOp fold;
  Region *region = nullptr;
  DenseMap<Value, Known> known;
};
} // namespace

std::optional<Linear> MaskReader::readLinear(Value value) {
  Linear result(fold.getNumDims());
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 64 ||
        std::abs(constant.getSExtValue()) > kMaxConstant)
      return std::nullopt;
    result.constant = constant.getSExtValue();
    return result;
  }
  // Narrower integers can wrap around.
  if (!value.getType().isIndex() && !value.getType().isInteger(64))
    return std::nullopt;
  if (!region->isAncestor(value.getParentRegion())) {
    result.addOuter(value, 1);
    return result;
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto index = dyn_cast<IndexOp>(op)) {
    result.dims[index.getDim()] = 1;
    return result;
  }
  if (isa<arith::IndexCastOp>(op))
    return readLinear(op->getOperand(0));
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<Linear> lhs = readLinear(op->getOperand(0));
  std::optional<Linear> rhs = readLinear(op->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::MulIOp>(op)) {
    auto isConstant = [&](const Linear &l) {
      return l.outer.empty() &&
             llvm::all_of(l.dims, [](int64_t c) { return c == 0; });
    };
    if (isConstant(*lhs))
      std::swap(lhs, rhs);
    if (!isConstant(*rhs))
      return std::nullopt;
    result.add(*lhs, rhs->constant);
  } else {
    result.add(*lhs, 1);
    result.add(*rhs, isa<arith::AddIOp>(op) ? 1 : -1);
  }
  // What multiplies further stays far from overflow.
  auto isLarge = [](int64_t c) { return std::abs(c) > kMaxConstant; };
  if (isLarge(result.constant) || llvm::any_of(result.dims, isLarge) ||
      llvm::any_of(result.outer,
                   [&](auto &entry) { return isLarge(entry.second); }))
    return std::nullopt;
  return result;
}

/// Adds what must be so wherever `condition` is `holds`.
void MaskReader::addConditions(Value condition, bool holds,
                               SmallVector<Linear> &result) {
  Operation *op = condition.getDefiningOp();
  if (!op || !region->isAncestor(op->getParentRegion()))
    return;
  if (isa<arith::AndIOp>(op) ? holds : isa<arith::OrIOp>(op) && !holds) {
    addConditions(op->getOperand(0), holds, result);
    addConditions(op->getOperand(1), holds, result);
    return;
  }
  if (isa<arith::XOrIOp>(op)) {
    for (unsigned i : {0, 1})
      if (matchPattern(op->getOperand(i), m_One()))
        return addConditions(op->getOperand(1 - i), !holds, result);
    return;
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return;
  std::optional<Linear> lhs = readLinear(compare.getLhs());
  std::optional<Linear> rhs = readLinear(compare.getRhs());
  if (!lhs || !rhs)
    return;
  // `greater - less - strict >= 0`.
  auto add = [&](const Linear &greater, const Linear &less, bool strict) {
    Linear condition = greater;
    condition.add(less, -1);
    condition.constant -= strict;
    result.push_back(condition);
  };
  using P = arith::CmpIPredicate;
  P predicate = holds ? compare.getPredicate()
                      : arith::invertPredicate(compare.getPredicate());
  switch (predicate) {
  case P::slt:
  case P::sle:
    return add(*rhs, *lhs, predicate == P::slt);
  case P::sgt:
  case P::sge:
    return add(*lhs, *rhs, predicate == P::sgt);
  case P::eq:
    add(*lhs, *rhs, false);
    return add(*rhs, *lhs, false);
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// What masked terms are
//===----------------------------------------------------------------------===//

MaskReader::Known MaskReader::evaluateOp(Operation *op, Value condition,
                                         bool holds) {
  FloatAttr number;
  if (matchPattern(op->getResult(0), m_Constant(&number))) {
    APFloat value = number.getValue();
    if (value.isZero())
      return Known::Zero;
    if (value.isInfinity())
      return value.isNegative() ? Known::NegInf : Known::PosInf;
    return Known::NoInput;
  }
  auto get = [&](unsigned i) {
    return evaluate(op->getOperand(i), condition, holds);
  };
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (select.getCondition() == condition)
      return get(holds ? 1 : 2);
    if (get(1) == get(2) && get(1) != Known::NoInput)
      return get(1);
  }
  if (isa<math::ExpOp, math::Exp2Op>(op) && get(0) == Known::NegInf)
    return Known::Zero;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return get(0);
  if (isa<arith::MulFOp>(op) &&
      (get(0) == Known::Zero || get(1) == Known::Zero))
    return Known::Zero;
  if (isa<arith::MulFOp, arith::DivFOp>(op)) {
    // A scale behind the mask.
    FloatAttr scale;
    for (unsigned i : {0, 1}) {
      if (isa<arith::DivFOp>(op) && i == 1)
        break;
      if ((get(i) == Known::NegInf || get(i) == Known::PosInf ||
           get(i) == Known::Zero) &&
          matchPattern(op->getOperand(1 - i), m_Constant(&scale)) &&
          scale.getValue().isFiniteNonZero() && !scale.getValue().isNegative())
        return get(i);
    }
  }
  // A fold makes sure that references do not cancel a score of -inf: a row can
  // start with one.
  if (isa<arith::AddFOp, arith::SubFOp>(op) && get(0) == Known::NegInf &&
      (get(1) == Known::NoInput || get(1) == Known::Zero))
    return Known::NegInf;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (get(i) == Known::Nothing)
      return Known::Nothing;
  return op->getNumOperands() == 0 ? Known::Nothing : Known::NoInput;
}

/// What `value` is where `condition` is `holds`.
MaskReader::Known MaskReader::evaluate(Value value, Value condition,
                                       bool holds) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Known result = Known::Nothing;
  Operation *op = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner()->getParent() == region) {
    // References come behind the inputs.
    if (argument.getArgNumber() >= fold.getInputs().size())
      result = Known::NoInput;
  } else if (op && op->getNumResults() == 1 &&
             (region->isAncestor(op->getParentRegion()) ||
              op->hasTrait<OpTrait::ConstantLike>())) {
    result = evaluateOp(op, condition, holds);
  } else {
    result = Known::NoInput;
  }
  known[value] = result;
  return result;
}

SmallVector<Linear> MaskReader::getConditions(unsigned number) {
  SmallVector<Linear> conditions;
  auto identity = dyn_cast_or_null<FloatAttr>(
      fold.getMonoid(number).getIdentity(fold.getStateElementType(number)));
  if (!identity)
    return conditions;
  APFloat neutral = identity.getValue();
  Known wanted;
  if (neutral.isZero())
    wanted = Known::Zero;
  else if (neutral.isInfinity())
    wanted = neutral.isNegative() ? Known::NegInf : Known::PosInf;
  else
    return conditions;

  region = &fold.getTerms()[number];
  SmallVector<Value> masks;
  region->walk([&](arith::SelectOp select) {
    if (!llvm::is_contained(masks, select.getCondition()))
      masks.push_back(select.getCondition());
  });
  for (Value mask : masks)
    for (bool holds : {false, true}) {
      known.clear();
      if (evaluate(fold.getTermValue(number), mask, holds) == wanted)
        addConditions(mask, !holds, conditions);
    }
  return conditions;
}

//===----------------------------------------------------------------------===//
// Bounds of loops
//===----------------------------------------------------------------------===//

SmallVector<MaskBounds> redfuser::findMaskBounds(OpBuilder &b, FoldOp fold) {
  SmallVector<unsigned> axis = fold.getAxisDims();
  SmallVector<MaskBounds> result(axis.size());
  MaskReader reader(fold);
  SmallVector<Linear> conditions = reader.getConditions(0);
  for (unsigned i = 1; i < fold.getNumReductions() && !conditions.empty();
       ++i) {
    SmallVector<Linear> others = reader.getConditions(i);
    llvm::erase_if(conditions, [&](const Linear &condition) {
      return !llvm::is_contained(others, condition);
    });
  }

  SmallVector<OpFoldResult> sizes;
  for (const Linear &condition : conditions) {
    auto isUsed = [&](unsigned dim) { return condition.dims[dim] != 0; };
    if (llvm::count_if(axis, isUsed) != 1)
      continue;
    unsigned position = llvm::find_if(axis, isUsed) - axis.begin();
    int64_t slope = condition.dims[axis[position]];
    if (slope != 1 && slope != -1)
      continue;
    // The largest value of everything but the axis, over all rows.
    if (sizes.empty())
      sizes = fold.getDimSizes(b);
    AffineExpr most = b.getAffineConstantExpr(condition.constant);
    SmallVector<OpFoldResult> operands;
    auto addOperand = [&](OpFoldResult value, int64_t factor, int64_t shift) {
      most = most + factor * (b.getAffineSymbolExpr(operands.size()) + shift);
      operands.push_back(value);
    };
    for (auto [dim, coefficient] : llvm::enumerate(condition.dims))
      if (!fold.isAxis(dim) && coefficient > 0)
        addOperand(sizes[dim], coefficient, -1);
    Location loc = fold.getLoc();
    for (auto [value, coefficient] : condition.outer) {
      Value index = value;
      if (!index.getType().isIndex())
        index = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
      addOperand(index, coefficient, 0);
    }
    AffineExpr bound = slope < 0 ? most + 1 : -most;
    (slope < 0 ? result[position].upper : result[position].lower)
        .push_back(affine::makeComposedFoldedAffineApply(
            b, loc, AffineMap::get(0, operands.size(), bound), operands));
  }
  return result;
}

void redfuser::skipMaskedTiles(OpBuilder &b, scf::ForOp loop,
                               const MaskBounds &bounds) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || !isZeroInteger(loop.getLowerBound()))
    return;
  // One tile is computed whatever is masked in it.
  std::optional<int64_t> length = getConstantIntValue(loop.getUpperBound());
  if (length && *length <= *step)
    return;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
  MLIRContext *ctx = b.getContext();
  OpFoldResult end = getAsOpFoldResult(loop.getUpperBound());
  OpFoldResult upper = end, lower = b.getIndexAttr(0);
  for (OpFoldResult bound : bounds.upper)
    upper = affine::makeComposedFoldedAffineMin(
        b, loc, AffineMap::get(0, 2, {s0, s1.ceilDiv(*step) * *step}, ctx),
        {upper, bound});
  for (OpFoldResult bound : bounds.lower)
    lower = affine::makeComposedFoldedAffineMax(
        b, loc, AffineMap::get(0, 2, {s0, s1.floorDiv(*step) * *step}, ctx),
        {lower, bound});
  if (!bounds.upper.empty())
    loop.setUpperBound(getValueOrCreateConstantIndexOp(b, loc, upper));
  if (!bounds.lower.empty())
    loop.setLowerBound(getValueOrCreateConstantIndexOp(b, loc, lower));
}
