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

/// More clauses than masks have that people write.
static constexpr size_t kMaxClauses = 8;
/// The same of comparisons, of a clause and of all together: each is code for
/// every tile.
static constexpr size_t kMaxForms = 8;

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

Value cascade::limitAddend(OpBuilder &b, Location loc, Value value,
                           int64_t coefficient) {
  int64_t far = kFarAway / std::abs(coefficient);
  Type type = value.getType();
  Value least =
      arith::ConstantOp::create(b, loc, type, b.getIntegerAttr(type, -far));
  Value most =
      arith::ConstantOp::create(b, loc, type, b.getIntegerAttr(type, far));
  value = b.createOrFold<arith::MaxSIOp>(loc, value, least);
  return b.createOrFold<arith::MinSIOp>(loc, value, most);
}

bool cascade::isSameClause(const MaskClause &lhs, const MaskClause &rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(lhs, [&](const LinearForm &form) {
           return llvm::is_contained(rhs, form);
         });
}

static bool contains(ArrayRef<MaskClause> clauses, const MaskClause &clause) {
  return llvm::any_of(clauses, [&](const MaskClause &other) {
    return isSameClause(clause, other);
  });
}

namespace {
/// The terms of one fold, read for masks.
class MaskReader {
public:
  MaskReader(FoldOp fold, bool readsInputs)
      : fold(fold), readsInputs(readsInputs) {}

  /// Clauses without which component `number` adds nothing.
  SmallVector<MaskClause> getClauses(unsigned number);
  /// Those that are the same as that `condition`, in the term of component
  /// `number`, is `holds`.
  std::optional<SmallVector<MaskClause>>
  readCondition(unsigned number, Value condition, bool holds);
  std::optional<LinearForm> readLinear(Region &term, Value value) {
    enter(term);
    return readLinear(value);
  }

private:
  /// What is known of a scalar.
  enum class Known { Nothing, NegInf, PosInf, Zero, NoInput };

  /// What is read of a value is read once: conditions share operands.
  struct Conditions {
    SmallVector<MaskClause> clauses;
    bool isExact = false;
  };
  void enter(Region &term) {
    if (region == &term)
      return;
    region = &term;
    linear.clear();
    conditions.clear();
  }
  std::optional<LinearForm> readLinear(Value value);
  std::optional<LinearForm> readNewLinear(Value value);
  bool addClauses(Value condition, bool holds, SmallVector<MaskClause> &result);
  bool addNewClauses(Value condition, bool holds,
                     SmallVector<MaskClause> &result);
  Known evaluate(Value value, Value condition, bool holds);
  Known evaluateOp(Operation *op, Value condition, bool holds);

  FoldOp fold;
  bool readsInputs;
  Region *region = nullptr;
  DenseMap<Value, Known> known;
  DenseMap<Value, std::optional<LinearForm>> linear;
  DenseMap<std::pair<Value, unsigned>, Conditions> conditions;
};
} // namespace

std::optional<LinearForm> MaskReader::readLinear(Value value) {
  if (auto found = linear.find(value); found != linear.end())
    return found->second;
  std::optional<LinearForm> result = readNewLinear(value);
  linear.try_emplace(value, result);
  return result;
}

std::optional<LinearForm> MaskReader::readNewLinear(Value value) {
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

/// Adds what must be so wherever `condition` is `holds`; true if that is all.
bool MaskReader::addClauses(Value condition, bool holds,
                            SmallVector<MaskClause> &result) {
  auto key = std::make_pair(condition, unsigned(holds));
  auto found = conditions.find(key);
  if (found == conditions.end()) {
    Conditions read;
    read.isExact = addNewClauses(condition, holds, read.clauses);
    found = conditions.try_emplace(key, std::move(read)).first;
  }
  llvm::append_range(result, found->second.clauses);
  return found->second.isExact;
}

bool MaskReader::addNewClauses(Value condition, bool holds,
                               SmallVector<MaskClause> &result) {
  Operation *op = condition.getDefiningOp();
  if (!op || !region->isAncestor(op->getParentRegion()))
    return false;
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    SmallVector<MaskClause> sides[2];
    bool isExact = true;
    for (unsigned i : {0, 1})
      isExact &= addClauses(op->getOperand(i), holds, sides[i]);
    if (isa<arith::AndIOp>(op) == holds) {
      for (const SmallVector<MaskClause> &side : sides)
        for (const MaskClause &clause : side) {
          if (contains(result, clause))
            continue;
          // The first ones are true without the others.
          if (result.size() == kMaxClauses)
            return false;
          result.push_back(clause);
        }
      return isExact;
    }
    // One of each pair of clauses.
    if (sides[0].size() * sides[1].size() > kMaxClauses)
      return false;
    for (const MaskClause &lhs : sides[0])
      for (const MaskClause &rhs : sides[1]) {
        MaskClause &clause = result.emplace_back(lhs);
        for (const LinearForm &form : rhs)
          if (!llvm::is_contained(clause, form))
            clause.push_back(form);
        if (clause.size() > kMaxForms) {
          result.pop_back();
          isExact = false;
        }
      }
    return isExact;
  }
  if (isa<arith::XOrIOp>(op)) {
    for (unsigned i : {0, 1})
      if (matchPattern(op->getOperand(i), m_One()))
        return addClauses(op->getOperand(1 - i), !holds, result);
    return false;
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return false;
  std::optional<LinearForm> lhs = readLinear(compare.getLhs());
  std::optional<LinearForm> rhs = readLinear(compare.getRhs());
  if (!lhs || !rhs)
    return false;
  // `greater - less - strict >= 0`.
  auto get = [&](const LinearForm &greater, const LinearForm &less,
                 bool strict) {
    LinearForm form = greater;
    form.add(less, -1);
    form.constant -= strict;
    return form;
  };
  using P = arith::CmpIPredicate;
  P predicate = holds ? compare.getPredicate()
                      : arith::invertPredicate(compare.getPredicate());
  switch (predicate) {
  case P::slt:
  case P::sle:
    result.push_back({get(*rhs, *lhs, predicate == P::slt)});
    return true;
  case P::sgt:
  case P::sge:
    result.push_back({get(*lhs, *rhs, predicate == P::sgt)});
    return true;
  case P::eq:
    result.push_back({get(*lhs, *rhs, false)});
    result.push_back({get(*rhs, *lhs, false)});
    return true;
  case P::ne:
    result.push_back({get(*lhs, *rhs, true), get(*rhs, *lhs, true)});
    return true;
  default:
    return false;
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

SmallVector<MaskClause> MaskReader::getClauses(unsigned number) {
  SmallVector<MaskClause> clauses;
  auto identity = dyn_cast_or_null<FloatAttr>(
      fold.getMonoid(number).getIdentity(fold.getStateElementType(number)));
  if (!identity)
    return clauses;
  APFloat neutral = identity.getValue();
  Known wanted;
  if (neutral.isZero())
    wanted = Known::Zero;
  else if (neutral.isInfinity())
    wanted = neutral.isNegative() ? Known::NegInf : Known::PosInf;
  else
    return clauses;

  enter(fold.getTerms()[number]);
  SmallVector<Value> masks;
  region->walk([&](arith::SelectOp select) {
    if (!llvm::is_contained(masks, select.getCondition()))
      masks.push_back(select.getCondition());
  });
  for (Value mask : masks)
    for (bool holds : {false, true}) {
      known.clear();
      if (evaluate(fold.getTermValue(number), mask, holds) == wanted)
        addClauses(mask, !holds, clauses);
    }
  return clauses;
}

std::optional<SmallVector<MaskClause>>
MaskReader::readCondition(unsigned number, Value condition, bool holds) {
  enter(fold.getTerms()[number]);
  SmallVector<MaskClause> clauses;
  if (!addClauses(condition, holds, clauses))
    return std::nullopt;
  return clauses;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::optional<LinearForm> cascade::getLinearForm(FoldOp fold, Region &term,
                                                 Value value) {
  return MaskReader(fold, /*readsInputs=*/false).readLinear(term, value);
}

SmallVector<MaskClause> cascade::findMaskClauses(FoldOp fold) {
  MaskReader reader(fold, /*readsInputs=*/true);
  SmallVector<MaskClause> clauses = reader.getClauses(0);
  for (unsigned i = 1; i < fold.getNumReductions() && !clauses.empty(); ++i) {
    SmallVector<MaskClause> others = reader.getClauses(i);
    llvm::erase_if(clauses, [&](const MaskClause &clause) {
      return !contains(others, clause);
    });
  }
  // Terms that are alike say the same.
  SmallVector<MaskClause> distinct;
  size_t numForms = 0;
  for (const MaskClause &clause : clauses)
    if (!contains(distinct, clause) && (numForms += clause.size()) <= kMaxForms)
      distinct.push_back(clause);
  return distinct;
}

SmallVector<LinearForm> cascade::findMaskConditions(FoldOp fold) {
  SmallVector<LinearForm> conditions;
  for (const MaskClause &clause : findMaskClauses(fold))
    if (clause.size() == 1 && clause.front().inputs.empty())
      conditions.push_back(clause.front());
  return conditions;
}

DenseMap<Value, bool>
cascade::getImpliedConditions(FoldOp fold, ArrayRef<MaskClause> clauses) {
  DenseMap<Value, bool> implied;
  MaskReader reader(fold, /*readsInputs=*/true);
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    fold.getTerms()[i].walk([&](Operation *op) {
      if (!isa<arith::CmpIOp, arith::AndIOp, arith::OrIOp>(op) ||
          !op->getResult(0).getType().isInteger(1))
        return;
      for (bool holds : {false, true}) {
        std::optional<SmallVector<MaskClause>> own =
            reader.readCondition(i, op->getResult(0), holds);
        if (own && llvm::all_of(*own, [&](const MaskClause &clause) {
              return contains(clauses, clause);
            }))
          implied[op->getResult(0)] = holds;
      }
    });
  return implied;
}
