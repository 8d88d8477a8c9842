//===- PositionMasks.cpp - What masks say about positions -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/Transforms/PositionMasks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Larger constants are not positions, and products of them could overflow.
static constexpr int64_t kMaxConstant = int64_t(1) << 31;

static bool isLarge(int64_t constant) {
  return constant > kMaxConstant || constant < -kMaxConstant;
}

//===----------------------------------------------------------------------===//
// Linear functions of positions
//===----------------------------------------------------------------------===//

void LinearForm::add(const LinearForm &other, int64_t factor) {
  constant += factor * other.constant;
  for (auto [mine, theirs] : llvm::zip_equal(dims, other.dims))
    mine += factor * theirs;
  for (auto [value, coefficient] : other.outer)
    addOuter(value, factor * coefficient);
  for (auto [number, coefficient] : other.inputs)
    addInput(number, factor * coefficient);
}

template <typename Entries, typename Key>
static void addEntry(Entries &entries, Key key, int64_t coefficient) {
  auto *found =
      llvm::find_if(entries, [&](auto &entry) { return entry.first == key; });
  if (found == entries.end())
    entries.push_back({key, coefficient});
  else if ((found->second += coefficient) == 0)
    entries.erase(found);
}

void LinearForm::addOuter(Value value, int64_t coefficient) {
  addEntry(outer, value, coefficient);
}

void LinearForm::addInput(unsigned number, int64_t coefficient) {
  addEntry(inputs, number, coefficient);
}

template <typename Entries>
static bool haveSameEntries(const Entries &lhs, const Entries &rhs) {
  return lhs.size() == rhs.size() && llvm::all_of(lhs, [&](auto &entry) {
           return llvm::is_contained(rhs, entry);
         });
}

bool LinearForm::operator==(const LinearForm &other) const {
  return constant == other.constant && dims == other.dims &&
         haveSameEntries(outer, other.outer) &&
         haveSameEntries(inputs, other.inputs);
}

namespace {
/// The terms of one fold, read for masks.
class MaskReader {
public:
  MaskReader(FoldOp fold, bool readsInputs)
      : fold(fold), readsInputs(readsInputs) {}

  /// Conditions L >= 0 without which component `number` adds nothing.
  SmallVector<LinearForm> getConditions(unsigned number);
  /// L such that `compare`, in the term of component `number`, is L >= 0.
  std::optional<LinearForm> readComparison(unsigned number,
                                           arith::CmpIOp compare);
  std::optional<LinearForm> readLinear(Region &term, Value value) {
    region = &term;
    return readLinear(value);
  }

private:
  /// What is known of a scalar.
  enum class Known { Nothing, NegInf, PosInf, Zero, NoInput };

  std::optional<LinearForm> readLinear(Value value);
  void addConditions(Value condition, bool holds,
                     SmallVector<LinearForm> &result);
  Known evaluate(Value value, Value condition, bool holds);
  Known evaluateOp(Operation *op, Value condition, bool holds);

  FoldOp fold;
  bool readsInputs;
  Region *region = nullptr;
  DenseMap<Value, Known> known;
};
} // namespace

std::optional<LinearForm> MaskReader::readLinear(Value value) {
  LinearForm result(fold.getNumDims());
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 64 || isLarge(constant.getSExtValue()))
      return std::nullopt;
    result.constant = constant.getSExtValue();
    return result;
  }
  // The element of an input, or what it widens to.
  Value element = value;
  while (readsInputs && isa_and_nonnull<arith::ExtSIOp, arith::IndexCastOp>(
                            element.getDefiningOp()))
    element = element.getDefiningOp()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(element);
  if (readsInputs && argument && argument.getOwner()->getParent() == region &&
      argument.getArgNumber() < fold.getInputs().size() &&
      (element.getType().isInteger(32) || element.getType().isInteger(64) ||
       element.getType().isIndex())) {
    result.addInput(argument.getArgNumber(), 1);
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
  std::optional<LinearForm> lhs = readLinear(op->getOperand(0));
  std::optional<LinearForm> rhs = readLinear(op->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  if (isa<arith::MulIOp>(op)) {
    auto isConstant = [&](const LinearForm &l) {
      return l.outer.empty() && l.inputs.empty() &&
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
  if (isLarge(result.constant) || llvm::any_of(result.dims, isLarge) ||
      llvm::any_of(result.outer,
                   [&](auto &entry) { return isLarge(entry.second); }) ||
      llvm::any_of(result.inputs,
                   [&](auto &entry) { return isLarge(entry.second); }))
    return std::nullopt;
  return result;
}

/// Adds what must be so wherever `condition` is `holds`.
void MaskReader::addConditions(Value condition, bool holds,
                               SmallVector<LinearForm> &result) {
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
  std::optional<LinearForm> lhs = readLinear(compare.getLhs());
  std::optional<LinearForm> rhs = readLinear(compare.getRhs());
  if (!lhs || !rhs)
    return;
  // `greater - less - strict >= 0`.
  auto add = [&](const LinearForm &greater, const LinearForm &less,
                 bool strict) {
    LinearForm condition = greater;
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

SmallVector<LinearForm> MaskReader::getConditions(unsigned number) {
  SmallVector<LinearForm> conditions;
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

std::optional<LinearForm> MaskReader::readComparison(unsigned number,
                                                     arith::CmpIOp compare) {
  region = &fold.getTerms()[number];
  SmallVector<LinearForm> conditions;
  addConditions(compare, /*holds=*/true, conditions);
  // Equality is two conditions.
  if (conditions.size() != 1)
    return std::nullopt;
  return conditions.front();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::optional<LinearForm> cascade::getLinearForm(FoldOp fold, Region &term,
                                                 Value value) {
  return MaskReader(fold, /*readsInputs=*/false).readLinear(term, value);
}

SmallVector<LinearForm> cascade::findMaskConditions(FoldOp fold,
                                                    bool readsInputs) {
  MaskReader reader(fold, readsInputs);
  SmallVector<LinearForm> conditions = reader.getConditions(0);
  for (unsigned i = 1; i < fold.getNumReductions() && !conditions.empty();
       ++i) {
    SmallVector<LinearForm> others = reader.getConditions(i);
    llvm::erase_if(conditions, [&](const LinearForm &condition) {
      return !llvm::is_contained(others, condition);
    });
  }
  // Terms that are alike say the same.
  SmallVector<LinearForm> distinct;
  for (const LinearForm &condition : conditions)
    if (!llvm::is_contained(distinct, condition))
      distinct.push_back(condition);
  return distinct;
}

DenseMap<Value, bool>
cascade::getImpliedComparisons(FoldOp fold, ArrayRef<LinearForm> conditions) {
  DenseMap<Value, bool> implied;
  MaskReader reader(fold, /*readsInputs=*/true);
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    fold.getTerms()[i].walk([&](arith::CmpIOp compare) {
      std::optional<LinearForm> form = reader.readComparison(i, compare);
      if (!form)
        return;
      // Not L >= 0 is -L - 1 >= 0.
      LinearForm negated(form->dims.size());
      negated.add(*form, -1);
      negated.constant -= 1;
      if (llvm::is_contained(conditions, *form))
        implied[compare.getResult()] = true;
      else if (llvm::is_contained(conditions, negated))
        implied[compare.getResult()] = false;
    });
  return implied;
}
