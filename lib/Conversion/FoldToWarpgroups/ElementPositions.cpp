//===- ElementPositions.cpp - Positions of the elements of a thread -------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementCode.h"

#include "RedFuser/Dialect/Cascade/Transforms/PositionMasks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// Where forms may be beyond i32 they are clamped to this; what registers add
/// stays far below.
static constexpr int64_t kMaxPosition = int64_t(1) << 30;
static constexpr int64_t kMaxCoefficient = int64_t(1) << 16;
/// Positions of a tile.
static constexpr int64_t kMaxKeys = 256;

namespace {
/// Rewrites what a term does with the position along the axis to the position
/// of the thread's first element, which the term shares, and what the register
/// adds to it, a constant.
class PositionSplitter {
public:
  PositionSplitter(RewriterBase &b, FoldOp fold, unsigned axis, unsigned column)
      : b(b), fold(fold), axis(axis), column(column) {}

  /// A comparison of linear functions: one of i32 with a constant.
  void splitComparison(Region &term, arith::CmpIOp op);
  /// The float of a linear function: a float plus a constant.
  void splitConversion(Region &term, arith::SIToFPOp op);

private:
  /// A form that varies along the axis and that this can emit.
  bool isSplittable(const LinearForm &form) const {
    int64_t coefficient = form.dims[axis];
    return coefficient != 0 && std::abs(coefficient) <= kMaxCoefficient &&
           form.dims[column] == 0;
  }
  Value getConstant(Type type, int64_t value) {
    return arith::ConstantIntOp::create(b, loc, type, value);
  }
  Value getPosition(unsigned dim, Type type) {
    return arith::IndexCastOp::create(b, loc, type,
                                      IndexOp::create(b, loc, dim));
  }
  /// True if the form, and each part of it, is within i32 whatever the
  /// position.
  bool isNarrow(const LinearForm &form);
  /// The form at the first element.
  Value getFirst(const LinearForm &form, Type type);
  /// What a register adds to it, times `sign`, i32.
  Value getStep(const LinearForm &form, int64_t sign);

  RewriterBase &b;
  FoldOp fold;
  unsigned axis, column;
  Location loc = fold.getLoc();
};
} // namespace

bool PositionSplitter::isNarrow(const LinearForm &form) {
  // Kernels count positions in i32.
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  int64_t least = std::min<int64_t>(form.constant, 0);
  int64_t most = std::max<int64_t>(form.constant, 0);
  for (auto [dim, coefficient] : llvm::enumerate(form.dims)) {
    if (coefficient == 0)
      continue;
    auto [source, position] = fold.getDimSource(dim);
    auto type = cast<RankedTensorType>(source.getType());
    int64_t last = kMost;
    if (!type.isDynamicDim(position))
      last = type.getDimSize(position) + (dim == axis ? kMaxKeys : 0);
    if (std::abs(coefficient) > kMaxCoefficient || last > kMost)
      return false;
    (coefficient < 0 ? least : most) += coefficient * last;
  }
  return form.outer.empty() && least >= -kMost && most <= kMost;
}

Value PositionSplitter::getFirst(const LinearForm &form, Type type) {
  Value sum = getConstant(type, form.constant);
  auto add = [&](Value value, int64_t coefficient) {
    if (coefficient != 1)
      value =
          arith::MulIOp::create(b, loc, value, getConstant(type, coefficient));
    sum = arith::AddIOp::create(b, loc, sum, value);
  };
  for (auto [dim, coefficient] : llvm::enumerate(form.dims))
    if (coefficient != 0)
      add(getPosition(dim == axis ? getFirstPositionDim(fold) : dim, type),
          coefficient);
  for (auto [value, coefficient] : form.outer)
    add(value.getType().isIndex()
            ? arith::IndexCastOp::create(b, loc, type, value).getResult()
            : value,
        coefficient);
  return sum;
}

Value PositionSplitter::getStep(const LinearForm &form, int64_t sign) {
  Type i32 = b.getI32Type();
  return arith::MulIOp::create(b, loc,
                               getPosition(getPositionStepDim(fold), i32),
                               getConstant(i32, sign * form.dims[axis]));
}

void PositionSplitter::splitComparison(Region &term, arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  if (!llvm::is_contained({P::eq, P::ne, P::slt, P::sle, P::sgt, P::sge},
                          op.getPredicate()))
    return;
  std::optional<LinearForm> form = getLinearForm(fold, term, op.getLhs());
  std::optional<LinearForm> other = getLinearForm(fold, term, op.getRhs());
  if (!form || !other)
    return;
  form->add(*other, -1);
  if (!isSplittable(*form))
    return;
  b.setInsertionPoint(op);
  loc = op.getLoc();
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value first;
  if (isNarrow(*form)) {
    first = getFirst(*form, i32);
  } else {
    first = arith::MinSIOp::create(b, loc, getFirst(*form, i64),
                                   getConstant(i64, kMaxPosition));
    first =
        arith::MaxSIOp::create(b, loc, first, getConstant(i64, -kMaxPosition));
    first = arith::TruncIOp::create(b, loc, i32, first);
  }
  b.replaceOpWithNewOp<arith::CmpIOp>(op, op.getPredicate(), first,
                                      getStep(*form, -1));
}

void PositionSplitter::splitConversion(Region &term, arith::SIToFPOp op) {
  Type type = op.getType();
  Value source = op.getIn();
  // A distance.
  auto absolute = source.getDefiningOp<math::AbsIOp>();
  if (absolute)
    source = absolute.getOperand();
  std::optional<LinearForm> form = getLinearForm(fold, term, source);
  if (!type.isF32() || !form || !isSplittable(*form))
    return;
  b.setInsertionPoint(op);
  loc = op.getLoc();
  Value sum = arith::AddFOp::create(
      b, loc,
      arith::SIToFPOp::create(
          b, loc, type,
          getFirst(*form, isNarrow(*form) ? b.getI32Type() : b.getI64Type())),
      arith::SIToFPOp::create(b, loc, type, getStep(*form, 1)));
  if (absolute)
    sum = math::AbsFOp::create(b, loc, sum);
  b.replaceOp(op, sum);
}

void redfuser::splitPositions(RewriterBase &rewriter, FoldOp fold,
                              unsigned axis, unsigned column,
                              Numerics numerics) {
  PositionSplitter splitter(rewriter, fold, axis, column);
  for (Region &term : fold.getTerms()) {
    SmallVector<Operation *> ops;
    term.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      if (auto compare = dyn_cast<arith::CmpIOp>(op))
        splitter.splitComparison(term, compare);
      // Positions beyond 2^24 are rounded, and so is the sum.
      else if (auto conversion = dyn_cast<arith::SIToFPOp>(op);
               conversion && numerics == Numerics::Contract)
        splitter.splitConversion(term, conversion);
    }
  }
}
