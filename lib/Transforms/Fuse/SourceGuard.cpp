//===- SourceGuard.cpp - Guards that the source wrote itself --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceGuard.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;

//===----------------------------------------------------------------------===//
// Values on one class of floats
//===----------------------------------------------------------------------===//

namespace {
/// What is known of a value, for one class of references.
struct Known {
  enum Kind {
    Unknown,
    /// `constant`.
    Constant,
    /// Some finite float.
    Finite,
    /// The reference itself, which is finite.
    Self,
  };
  Kind kind = Unknown;
  Attribute constant;

  Known(Kind kind = Unknown) : kind(kind) {}
  Known(Attribute constant) : kind(Constant), constant(constant) {}

  bool isFinite() const { return kind == Finite || kind == Self; }
  std::optional<APFloat> getFloat() const {
    if (auto attr = llvm::dyn_cast_or_null<FloatAttr>(constant))
      return attr.getValue();
    return std::nullopt;
  }
};

/// Evaluates the code between a reference and its guard.
class Evaluation {
public:
  Evaluation(BlockArgument argument, Known known) { values[argument] = known; }

  Known get(Value value) const {
    if (auto found = values.find(value); found != values.end())
      return found->second;
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return constant;
    return {};
  }
  void run(Operation *op);

private:
  Known evaluate(Operation *op) const;
  Known fold(Operation *op) const;

  llvm::DenseMap<Value, Known> values;
};
} // namespace

static Known getBool(Operation *op, bool value) {
  return Known(BoolAttr::get(op->getContext(), value));
}

/// lhs `predicate` rhs, one of them finite but not known.
static std::optional<bool> compareFinite(arith::CmpFPredicate predicate,
                                         Known lhs, Known rhs) {
  // One pair of floats for each order that the operands may have.
  using Pair = std::pair<APFloat, APFloat>;
  const Pair equal{APFloat(0.0), APFloat(0.0)};
  const Pair less{APFloat(0.0), APFloat(1.0)};
  const Pair greater{APFloat(1.0), APFloat(0.0)};
  SmallVector<Pair> possible{equal, less, greater};
  if (lhs.kind == Known::Self && rhs.kind == Known::Self) {
    possible = {equal};
  } else if (!lhs.isFinite() || !rhs.isFinite()) {
    std::optional<APFloat> constant =
        lhs.isFinite() ? rhs.getFloat() : lhs.getFloat();
    if (!constant)
      return std::nullopt;
    if (constant->isNaN())
      possible = {{APFloat(0.0), APFloat::getNaN(APFloat::IEEEdouble())}};
    else if (constant->isInfinity())
      possible = {constant->isNegative() == lhs.isFinite() ? greater : less};
  }
  std::optional<bool> result;
  for (const Pair &pair : possible) {
    bool holds = arith::applyCmpPredicate(predicate, pair.first, pair.second);
    if (result && *result != holds)
      return std::nullopt;
    result = holds;
  }
  return result;
}

/// Folds a copy, since folders may change the operation in place.
Known Evaluation::fold(Operation *op) const {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return {};
  Operation *copy = op->clone();
  Known result;
  // A fold in place (operands in canonical order) may open the way for another.
  for (unsigned attempt = 0; attempt < 2; ++attempt) {
    SmallVector<Attribute> operands = llvm::map_to_vector(
        copy->getOperands(), [&](Value value) { return get(value).constant; });
    SmallVector<OpFoldResult> folded;
    if (failed(copy->fold(operands, folded)))
      break;
    if (folded.empty())
      continue;
    if (auto constant = dyn_cast<Attribute>(folded.front()))
      result = Known(constant);
    else
      result = get(cast<Value>(folded.front()));
    break;
  }
  copy->destroy();
  return result;
}

Known Evaluation::evaluate(Operation *op) const {
  SmallVector<Known> args = llvm::map_to_vector(
      op->getOperands(), [&](Value value) { return get(value); });
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    if (args[0].isFinite() || args[1].isFinite()) {
      std::optional<bool> result =
          compareFinite(compare.getPredicate(), args[0], args[1]);
      return result ? getBool(op, *result) : Known();
    }
  } else if (isa<math::IsFiniteOp, math::IsInfOp, math::IsNaNOp>(op)) {
    if (args[0].isFinite())
      return getBool(op, isa<math::IsFiniteOp>(op));
    if (std::optional<APFloat> value = args[0].getFloat())
      return getBool(op, isa<math::IsFiniteOp>(op) ? value->isFinite()
                         : isa<math::IsInfOp>(op)  ? value->isInfinity()
                                                   : value->isNaN());
  } else if (isa<arith::ExtFOp>(op)) {
    if (args[0].isFinite())
      return args[0];
  } else if (isa<math::AbsFOp, arith::NegFOp>(op)) {
    if (args[0].isFinite())
      return Known::Finite;
  } else if (isa<arith::SubFOp>(op)) {
    if (args[0].kind == Known::Self && args[1].kind == Known::Self)
      return Known(
          Builder(op->getContext()).getZeroAttr(op->getResult(0).getType()));
  }
  return fold(op);
}

void Evaluation::run(Operation *op) {
  if (op->getNumResults() == 1)
    values[op->getResult(0)] = evaluate(op);
}

//===----------------------------------------------------------------------===//
// Guards of a term
//===----------------------------------------------------------------------===//

/// Operations that `values` are computed by.
static llvm::SmallPtrSet<Operation *, 16> getSlice(ArrayRef<Value> values,
                                                   Block &block) {
  llvm::SmallPtrSet<Operation *, 16> slice;
  SmallVector<Value> pending(values);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != &block || !slice.insert(op).second)
      continue;
    llvm::append_range(pending, op->getOperands());
  }
  return slice;
}

std::optional<SourceGuard> redfuser::findSourceGuard(TermAnalysis &analysis,
                                                     BlockArgument argument,
                                                     unsigned reference) {
  auto type = dyn_cast<FloatType>(argument.getType());
  if (!type)
    return std::nullopt;
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (!APFloat::semanticsHasInf(semantics) ||
      !APFloat::semanticsHasNaN(semantics))
    return std::nullopt;
  auto at = [&](const APFloat &value) {
    return Evaluation(argument, Known(FloatAttr::get(type, value)));
  };
  Evaluation finite(argument, Known::Self);
  Evaluation negInf = at(APFloat::getInf(semantics, /*Negative=*/true));
  Evaluation posInf = at(APFloat::getInf(semantics));
  Evaluation nan = at(APFloat::getQNaN(semantics));

  // Values that are the reference where it is finite and known elsewhere.
  Block &block = analysis.getBlock();
  SmallVector<Value> same{argument};
  llvm::SmallBitVector self = analysis.getReferences(argument);
  for (Operation &op : block.without_terminator()) {
    if (op.getNumResults() != 1 || analysis.dependsOnInputs(op.getResult(0)) ||
        analysis.getReferences(op.getResult(0)) != self)
      continue;
    for (Evaluation *evaluation : {&finite, &negInf, &posInf, &nan})
      evaluation->run(&op);
    Value value = op.getResult(0);
    if (isa<FloatType>(value.getType()) &&
        finite.get(value).kind == Known::Self && negInf.get(value).getFloat() &&
        posInf.get(value).getFloat() && nan.get(value).getFloat())
      same.push_back(value);
  }

  // Those through which the rest of the term reads it.
  llvm::SmallPtrSet<Operation *, 16> slice = getSlice(same, block);
  std::optional<SourceGuard> guard;
  for (Value value : same) {
    bool read = llvm::any_of(value.getUsers(), [&](Operation *user) {
      Operation *op = analysis.getAncestor(user);
      return analysis.isLive(op) && !slice.contains(op);
    });
    if (!read)
      continue;
    SourceGuard found{reference,
                      {value},
                      *negInf.get(value).getFloat(),
                      *posInf.get(value).getFloat(),
                      *nan.get(value).getFloat()};
    if (!guard) {
      guard = std::move(found);
      continue;
    }
    // Two readings of one reference cannot share its state.
    auto agree = [](APFloat lhs, const APFloat &rhs) {
      bool losesInfo;
      lhs.convert(rhs.getSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
      return (lhs.isNaN() && rhs.isNaN()) || lhs.bitwiseIsEqual(rhs);
    };
    if (!agree(found.atNegInf, guard->atNegInf) ||
        !agree(found.atPosInf, guard->atPosInf) ||
        !agree(found.atNaN, guard->atNaN))
      return std::nullopt;
    guard->values.push_back(value);
  }
  // The reference as it is.
  if (!guard || (guard->atNegInf.isInfinity() && guard->atNegInf.isNegative() &&
                 guard->atPosInf.isInfinity() &&
                 !guard->atPosInf.isNegative() && guard->atNaN.isNaN()))
    return std::nullopt;
  return guard;
}
