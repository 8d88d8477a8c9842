//===- RowPoints.cpp - Components with a term at one position -------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The label's score of a cross entropy is a sum over the row in which all terms
// but one are zero: `position == label ? x : 0`. Such a component needs no
// thread to look at all elements; its one term is computed where it is, from
// elements loaded for it alone.
//
//===----------------------------------------------------------------------===//

#include "RowTerm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

namespace {
/// Finds what one term's value says about where it is.
class PointMatcher {
public:
  PointMatcher(FoldOp fold, unsigned component, unsigned axis,
               std::optional<int64_t> length)
      : fold(fold), component(component), axis(axis), length(length) {}

  Value match() {
    if (isa<CompanionAttrInterface>(fold.getMonoid(component)) ||
        fold.hasCorrection(component))
      return {};
    // What earlier components are is not known yet.
    Block &block = fold.getTermBlock(component);
    if (llvm::any_of(block.getArguments().drop_front(fold.getInputs().size()),
                     [](BlockArgument arg) { return !arg.use_empty(); }))
      return {};
    return matchValue(fold.getTermValue(component));
  }

private:
  bool isIdentity(Value value) {
    Attribute constant;
    if (!matchPattern(value, m_Constant(&constant)))
      return false;
    MonoidAttrInterface monoid = fold.getMonoid(component);
    // Zeros of either sign.
    if (isa<AddFAttr>(monoid))
      return cast<FloatAttr>(constant).getValue().isZero();
    return constant == monoid.getIdentity(value.getType());
  }

  /// The position without which `value` is the identity.
  Value matchValue(Value value) {
    auto select = value.getDefiningOp<arith::SelectOp>();
    if (!select)
      return {};
    bool isElse = isIdentity(select.getFalseValue());
    if (!isElse && !isIdentity(select.getTrueValue()))
      return {};
    if (Value point = matchCondition(select.getCondition(), isElse))
      return point;
    return matchValue(isElse ? select.getTrueValue() : select.getFalseValue());
  }

  /// The position that `condition == holds` implies.
  Value matchCondition(Value condition, bool holds) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>(); both && holds) {
      Value point = matchCondition(both.getLhs(), holds);
      return point ? point : matchCondition(both.getRhs(), holds);
    }
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    auto equal = holds ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne;
    if (!compare || compare.getPredicate() != equal)
      return {};
    if (isPosition(compare.getLhs()) && !varies(compare.getRhs()))
      return compare.getRhs();
    if (isPosition(compare.getRhs()) && !varies(compare.getLhs()))
      return compare.getLhs();
    return {};
  }

  /// The position along the axis, in a type that tells all of them apart.
  bool isPosition(Value value) {
    auto cast = value.getDefiningOp<arith::IndexCastOp>();
    if (cast && !value.getType().isInteger(64) &&
        !(value.getType().isInteger(32) && length &&
          *length <= (int64_t(1) << 31)))
      return false;
    auto index =
        (cast ? cast.getIn() : value).getDefiningOp<cascade::IndexOp>();
    return index && index.getDim() == axis;
  }

  /// Whether the value may differ from element to element.
  bool varies(Value value) {
    auto found = known.find(value);
    if (found != known.end())
      return found->second;
    bool result = findVaries(value);
    known[value] = result;
    return result;
  }

  bool findVaries(Value value) {
    if (value.getParentBlock()->getParentOp() != fold)
      return false;
    if (auto arg = dyn_cast<BlockArgument>(value))
      return fold.getInputMap(arg.getArgNumber()).isFunctionOfDim(axis);
    Operation *op = value.getDefiningOp();
    if (auto index = dyn_cast<cascade::IndexOp>(op))
      return index.getDim() == axis;
    return llvm::any_of(op->getOperands(),
                        [&](Value operand) { return varies(operand); });
  }

  FoldOp fold;
  unsigned component, axis;
  std::optional<int64_t> length;
  /// Values that are used often are looked at once.
  llvm::DenseMap<Value, bool> known;
};
} // namespace

/// The value of a row, in the term's block, that a position along `axis` must
/// equal for the term of `component` to be other than the identity; null if no
/// condition of the term says so, or if the component is corrected, has a
/// partner, or reads earlier ones. `length` is that of the axis, if known.
static Value matchPoint(FoldOp fold, unsigned component, unsigned axis,
                        std::optional<int64_t> length) {
  return PointMatcher(fold, component, axis, length).match();
}

/// True if a later component is computed from the value of `component`.
static bool isReadLater(FoldOp fold, unsigned component) {
  auto isUsed = [](Block &block, unsigned number) {
    return number < block.getNumArguments() &&
           !block.getArgument(number).use_empty();
  };
  unsigned count = fold.getNumReductions();
  for (unsigned i = component + 1; i < count; ++i) {
    auto companion = dyn_cast<CompanionAttrInterface>(fold.getMonoid(i));
    if ((companion && companion.getPartnerNumber() == component) ||
        isUsed(fold.getTermBlock(i), fold.getInputs().size() + component))
      return true;
    if (fold.hasCorrection(i) &&
        (isUsed(fold.getCorrectionBlock(i), component) ||
         isUsed(fold.getCorrectionBlock(i), count + component)))
      return true;
  }
  return false;
}

/// In a loop over pieces one thread of the row has the element, so that others
/// have no reference for what comes after it.
bool RowKernel::isPoint(unsigned component) {
  if (schedule.getKeep() != RowKeep::Registers && isReadLater(fold, component))
    return false;
  if (!matchPoint(fold, component, group.getAxis(), staticAxis))
    return false;
  // Elements that only registers have are not loaded again.
  Block &block = fold.getTermBlock(component);
  for (auto [arg, memory] : llvm::zip(block.getArguments(), getFoldOperands()))
    if (!arg.use_empty() && memory && memory->alongAxis && !memory->view)
      return false;
  return true;
}

/// All threads of the row compute it.
Value RowKernel::emitPoint(unsigned component) {
  Term term(*this, component, State(fold.getNumReductions()));
  Value point =
      term.lookup(matchPoint(fold, component, group.getAxis(), staticAxis));
  if (!point.getType().isIndex())
    point = arith::IndexCastOp::create(b, loc, b.getIndexType(), point);
  Value exists =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, point, axisSize);
  Type type = fold.getStateElementType(component);
  return emitIf(
             type, exists,
             [&](OpBuilder &, Location) {
               Value value =
                   term.emit(point, [&](const RowMemory &memory) -> Value {
                     return memref::LoadOp::create(b, loc, memory.view, point);
                   });
               scf::YieldOp::create(b, loc, value);
             },
             [&](OpBuilder &, Location) {
               Value none = arith::ConstantOp::create(
                   b, loc, fold.getMonoid(component).getIdentity(type));
               scf::YieldOp::create(b, loc, none);
             })
      .front();
}
