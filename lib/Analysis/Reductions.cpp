//===- Reductions.cpp - Structured ops as reductions over a monoid --------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/Reductions.h"
#include "RedFuser/Analysis/ArgReduction.h"
#include "RedFuser/Analysis/Splat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

bool redfuser::isReduction(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0 &&
         hasPlainTensors(op) && !isPointwise(op);
}

bool redfuser::isConstantNumber(Value tensor) {
  auto number = dyn_cast_or_null<FloatAttr>(getSplat(tensor));
  return number && !number.getValue().isNaN();
}

/// Matches `x > acc ? x : acc` and its spellings: the larger of the numbers.
/// With a NaN x, the accumulator stays: this is maxnumf (minnumf) if the
/// accumulator itself can never be NaN. Unordered compares that would take a
/// NaN x, and then forget it, are no monoid.
static MonoidAttrInterface matchSelect(Value yielded, Value acc, Value &term) {
  auto select = yielded.getDefiningOp<arith::SelectOp>();
  if (!select)
    return {};
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return {};
  bool takesTerm = select.getFalseValue() == acc;
  if (!takesTerm && select.getTrueValue() != acc)
    return {};
  term = takesTerm ? select.getTrueValue() : select.getFalseValue();
  arith::CmpFPredicate predicate = compare.getPredicate();
  bool accFirst = compare.getLhs() == acc && compare.getRhs() == term;
  if (!accFirst && !(compare.getLhs() == term && compare.getRhs() == acc))
    return {};

  using P = arith::CmpFPredicate;
  // The term is taken where an ordered compare holds, or kept out where an
  // unordered one does.
  bool greater;
  if (takesTerm) {
    if (predicate == P::OGT || predicate == P::OGE)
      greater = true;
    else if (predicate == P::OLT || predicate == P::OLE)
      greater = false;
    else
      return {};
  } else {
    if (predicate == P::ULT || predicate == P::ULE)
      greater = true;
    else if (predicate == P::UGT || predicate == P::UGE)
      greater = false;
    else
      return {};
  }
  // `greater`: the term is taken if lhs > rhs.
  bool isMax = greater != accFirst;
  MLIRContext *ctx = yielded.getContext();
  if (isMax)
    return MaxNumFAttr::get(ctx);
  return MinNumFAttr::get(ctx);
}

FailureOr<Reduction> redfuser::matchReduction(linalg::LinalgOp op,
                                              std::string &reason) {
  auto refuse = [&](const Twine &why) {
    reason = why.str();
    return failure();
  };
  if (op.getNumParallelLoops() + op.getNumReductionLoops() != op.getNumLoops())
    return refuse("it has loops that are neither parallel nor reductions");

  Reduction reduction;
  reduction.op = op;
  std::optional<unsigned> live;
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    if (live) {
      std::string why;
      bool apart = succeeded(matchArgReduction(op, why));
      return refuse("results " + Twine(*live) + " and " +
                    Twine(result.getResultNumber()) +
                    " are both used; only reductions with one used result "
                    "join a chain" +
                    (apart ? "" : ", and " + why));
    }
    live = result.getResultNumber();
  }
  if (!live)
    return refuse("its result is not used");
  reduction.number = *live;

  OpOperand *init = op.getDpsInitOperand(*live);
  AffineMap map = op.getMatchingIndexingMap(init);
  auto type = dyn_cast<RankedTensorType>(init->get().getType());
  if (!type)
    return refuse("its result is not a ranked tensor");
  llvm::SmallBitVector written(op.getNumLoops());
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      unsigned position = loop.getPosition();
      if (written.test(position) ||
          kinds[position] != utils::IteratorType::parallel)
        return refuse("its result is not indexed by distinct parallel loops");
      written.set(position);
      continue;
    }
    auto zero = dyn_cast<AffineConstantExpr>(expr);
    if (!zero || zero.getValue() != 0 || type.getDimSize(dim) != 1)
      return refuse("its result is not indexed by distinct parallel loops");
  }
  if (written.count() != op.getNumParallelLoops())
    return refuse("a parallel loop does not index its result");

  BlockArgument acc = op.getMatchingBlockArgument(init);
  Value yielded = op.getBlock()->getTerminator()->getOperand(*live);
  Type element = type.getElementType();
  for (MonoidAttrInterface monoid : getBuiltinMonoids(op->getContext())) {
    if (!monoid.supportsType(element))
      continue;
    if (Value term = monoid.matchTerm(yielded, acc, reduction.negated)) {
      reduction.monoid = monoid;
      reduction.term = term;
      return reduction;
    }
  }
  reduction.negated = false;
  Value term;
  if (MonoidAttrInterface monoid = matchSelect(yielded, acc, term);
      monoid && monoid.supportsType(element)) {
    if (!isConstantNumber(init->get()))
      return refuse("it compares and selects, and its init is not known to be "
                    "a number");
    reduction.monoid = monoid;
    reduction.term = term;
    return reduction;
  }
  std::string what;
  llvm::raw_string_ostream os(what);
  os << "it combines " << element << " values by no known monoid";
  return refuse(what);
}
