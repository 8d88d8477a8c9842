//===- LoneReductions.cpp - Reductions of rows that no chain has ----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoneReductions.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

namespace {
/// `yield monoid(acc, term)`.
struct Match {
  MonoidAttrInterface monoid;
  Value term;
};
} // namespace

static std::optional<Match> matchBody(linalg::GenericOp op) {
  BlockArgument acc = op.getRegionOutputArgs().front();
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  if (!acc.hasOneUse() || !yielded.hasOneUse() || yielded == acc)
    return std::nullopt;
  for (MonoidAttrInterface monoid : getBuiltinMonoids(op.getContext())) {
    if (monoid.getPartner() || !monoid.supportsType(acc.getType()))
      continue;
    bool negated = false;
    Value term = monoid.matchTerm(yielded, acc, negated);
    // One use each: the term depends on neither.
    if (term && !negated && *acc.user_begin() == yielded.getDefiningOp())
      return Match{monoid, term};
  }
  return std::nullopt;
}

bool redfuser::isLoneReduction(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() != 1 || !isa<func::FuncOp>(op->getParentOp()) ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return false;
  if (op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getNumResults() + 1 !=
      op.getNumLoops())
    return false;
  bool readsRows =
      llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
        return op.getMatchingIndexingMap(operand).getNumResults() ==
               op.getNumLoops();
      });
  return readsRows && matchBody(op).has_value();
}

/// True if `op` combines elements with a value of their row that another op
/// computes.
static bool readsRowValue(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
    unsigned rank = op.getMatchingIndexingMap(operand).getNumResults();
    return rank + 1 == op.getNumLoops() &&
           operand->get().getDefiningOp<linalg::GenericOp>();
  });
}

/// True if `op` uses an input other than `operand` that has all loops: what it
/// does not use may be dropped.
static bool hasInputOfAllLoops(linalg::GenericOp op, OpOperand *operand) {
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *other) {
    return other != operand &&
           !op.getMatchingBlockArgument(other).use_empty() &&
           op.getMatchingIndexingMap(other).getNumResults() == op.getNumLoops();
  });
}

LogicalResult redfuser::fuseAroundReductions(func::FuncOp func) {
  RewritePatternSet patterns(func.getContext());
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [](OpOperand *operand) {
        auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
        auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
        // What has fewer loops is computed once a row. Without an input along
        // the axis a reduction would keep what it reads as a result, only to
        // say how long the axis is.
        return consumer && producer &&
               producer.getNumLoops() == consumer.getNumLoops() &&
               ((isLoneReduction(consumer) &&
                 (hasInputOfAllLoops(consumer, operand) ||
                  hasInputOfAllLoops(producer, nullptr))) ||
                (consumer.getNumParallelLoops() == consumer.getNumLoops() &&
                 readsRowValue(consumer)));
      });
  return applyPatternsGreedily(func, std::move(patterns));
}

FoldOp redfuser::createFold(OpBuilder &b, linalg::GenericOp op) {
  MLIRContext *context = b.getContext();
  Location loc = op.getLoc();
  Match match = *matchBody(op);
  SmallVector<Attribute> iterators;
  for (utils::IteratorType type : op.getIteratorTypesArray())
    iterators.push_back(DimKindAttr::get(
        context,
        linalg::isReductionIterator(type) ? DimKind::Axis : DimKind::Parallel));
  SmallVector<Value> inputs;
  SmallVector<AffineMap> inputMaps;
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isa<RankedTensorType>(operand->get().getType())) {
      inputs.push_back(operand->get());
      inputMaps.push_back(op.getMatchingIndexingMap(operand));
    }
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto fold = FoldOp::create(
      b, loc, op->getResultTypes(), inputs, op.getDpsInits(),
      b.getArrayAttr(iterators), b.getAffineMapArrayAttr(inputMaps),
      b.getAffineMapArrayAttr(resultMap), b.getArrayAttr(match.monoid),
      /*bodiesCount=*/2);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types = llvm::map_to_vector(
      inputs, [](Value value) { return getElementTypeOrSelf(value); });
  Block *term = b.createBlock(&fold.getTerms().front(), {}, types,
                              SmallVector<Location>(types.size(), loc));
  IRMapping map;
  unsigned next = 0;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    bool isTensor = isa<RankedTensorType>(operand->get().getType());
    map.map(op.getMatchingBlockArgument(operand),
            isTensor ? Value(term->getArgument(next++)) : operand->get());
  }
  Operation *combiner =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (&inner == combiner)
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      map.map(index.getResult(),
              cascade::IndexOp::create(b, loc, b.getIndexType(),
                                       b.getI64IntegerAttr(index.getDim()))
                  .getResult());
    else
      b.clone(inner, map);
  }
  cascade::YieldOp::create(b, loc, map.lookupOrDefault(match.term));
  return fold;
}
