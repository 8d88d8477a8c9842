//===- FoldToLinalg.cpp - A fold as linalg ops ----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedLowering.h"

#include "RedFuser/Dialect/Cascade/Transforms/Transforms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace redfuser::cascade;
using NodeId = GroupedLowering::NodeId;

namespace {
/// The graph of a fold: leaves and the roots of its components.
struct FoldGraph {
  SmallVector<NodeId> inputs, oldStates, newStates;
  SmallVector<NodeId> terms, corrected;
  /// Of companions: what stands in for the old value on the tile.
  DenseMap<unsigned, NodeId> anchors;
};
} // namespace

static FailureOr<FoldGraph> buildGraph(GroupedLowering &lowering, FoldOp fold) {
  FoldGraph graph;
  unsigned numComponents = fold.getNumReductions();
  for (auto [index, input] : llvm::enumerate(fold.getInputs())) {
    graph.inputs.push_back(lowering.addLeaf(fold.getInputElementType(index),
                                            fold.getInputMap(index)));
    lowering.bind(graph.inputs.back(), input);
  }
  for (unsigned i = 0; i < numComponents; ++i) {
    Type element = fold.getStateElementType(i);
    graph.oldStates.push_back(lowering.addLeaf(element, fold.getResultMap(i)));
    lowering.bind(graph.oldStates.back(), fold.getInits()[i]);
    graph.newStates.push_back(lowering.addLeaf(element, fold.getResultMap(i)));
  }
  for (unsigned i = 0; i < numComponents; ++i) {
    ArrayRef<NodeId> earlier = ArrayRef(graph.newStates).take_front(i);
    SmallVector<NodeId> arguments(graph.inputs);
    arguments.append(earlier.begin(), earlier.end());
    FailureOr<NodeId> term = lowering.import(fold.getTermBlock(i), arguments);
    if (failed(term))
      return failure();
    graph.terms.push_back(*term);

    graph.corrected.push_back(graph.oldStates[i]);
    if (fold.hasCorrection(i)) {
      arguments = graph.oldStates;
      arguments.append(earlier.begin(), earlier.end());
      FailureOr<NodeId> corrected =
          lowering.import(fold.getCorrectionBlock(i), arguments);
      if (failed(corrected))
        return failure();
      graph.corrected.back() = *corrected;
    }
    lowering.planCuts(graph.corrected.back(), getDims(fold.getResultMap(i)));
    // A companion's tile is reduced under a monoid without partner.
    if (auto companion = dyn_cast<CompanionAttrInterface>(fold.getMonoid(i))) {
      NodeId anchor = graph.anchors[i] =
          lowering.addLeaf(fold.getStateElementType(i), fold.getResultMap(i));
      graph.terms.back() = lowering.build(
          {graph.terms[companion.getPartnerNumber()], *term, anchor},
          [&](OpBuilder &b, ValueRange values) {
            return companion.buildTileTerm(b, fold.getLoc(), values[0],
                                           values[1], values[2]);
          });
    }
    lowering.planCuts(graph.terms.back(), fold.getDomain(i));
  }
  return graph;
}

/// The terms of component `i` over the tile alone, as a leaf.
static NodeId emitTile(GroupedLowering &lowering, FoldOp fold, unsigned i,
                       const FoldGraph &graph, const llvm::SmallBitVector &axis,
                       RewriterBase &rewriter) {
  Location loc = fold.getLoc();
  MonoidAttrInterface monoid = fold.getMonoid(i);
  if (auto companion = dyn_cast<CompanionAttrInterface>(monoid))
    monoid = companion.getTileMonoid();
  Type element = fold.getStateElementType(i);
  AffineMap map = fold.getResultMap(i);
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, fold.getInits()[i]),
      element);
  Value identity =
      arith::ConstantOp::create(rewriter, loc, monoid.getIdentity(element));
  Value start =
      linalg::FillOp::create(rewriter, loc, identity, empty).getResult(0);
  NodeId tile = lowering.addLeaf(element, map);
  lowering.bind(
      tile, lowering.emitReduction(graph.terms[i], monoid, map, axis, start));
  return tile;
}

/// True if another component reads the old value of `i`: its correction, or its
/// anchor if it is a companion of `i`.
static bool readsOld(FoldOp fold, unsigned reader, unsigned i) {
  if (reader == i)
    return false;
  if (fold.getMonoid(reader).getPartner() == i)
    return true;
  return fold.hasCorrection(reader) &&
         !fold.getCorrectionOld(reader, i).use_empty();
}

/// True if both values are computed alike, from other arguments.
static bool isAlike(Value lhs, Value rhs, DenseMap<Value, Value> &pairs) {
  if (Value known = pairs.lookup(lhs))
    return known == rhs;
  pairs[lhs] = rhs;
  if (lhs.getType() != rhs.getType())
    return false;
  auto mine = dyn_cast<OpResult>(lhs), other = dyn_cast<OpResult>(rhs);
  if (!mine || !other)
    return !mine && !other;
  Operation *op = mine.getOwner(), *like = other.getOwner();
  return op->getName() == like->getName() && op->getNumRegions() == 0 &&
         mine.getResultNumber() == other.getResultNumber() &&
         op->getAttrDictionary() == like->getAttrDictionary() &&
         op->getNumOperands() == like->getNumOperands() &&
         llvm::all_of_zip(
             op->getOperands(), like->getOperands(),
             [&](Value a, Value b) { return isAlike(a, b, pairs); });
}

/// True if two components sum values of one form, as the two softmaxes of a
/// relative entropy do. They have to round alike: of equal values the sums are
/// equal in the source, and their difference is zero.
static bool sumAlike(FoldOp fold, unsigned i, unsigned k) {
  DenseMap<Value, Value> pairs;
  return i != k && fold.hasCorrection(i) && fold.hasCorrection(k) &&
         fold.getMonoid(i) == fold.getMonoid(k) &&
         isa<AddFAttr>(fold.getMonoid(i)) &&
         fold.getResultMap(i) == fold.getResultMap(k) &&
         isAlike(fold.getTermValue(i), fold.getTermValue(k), pairs);
}

/// Components whose old value is read after their new one is known: by a later
/// correction, or by the update of an earlier component that is itself put off.
/// Others like them are put off, too.
static llvm::SmallBitVector getApart(FoldOp fold) {
  unsigned numComponents = fold.getNumReductions();
  llvm::SmallBitVector apart(numComponents);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < numComponents; ++i)
      for (unsigned k = 0; k < numComponents && !apart.test(i); ++k)
        if (((k > i || apart.test(k)) && readsOld(fold, k, i)) ||
            (apart.test(k) && sumAlike(fold, i, k))) {
          apart.set(i);
          changed = true;
        }
  }
  return apart;
}

/// Overwrites the states that were put off.
static void emitUpdates(GroupedLowering &lowering, FoldOp fold,
                        ArrayRef<std::pair<unsigned, NodeId>> updates,
                        SmallVectorImpl<Value> &results) {
  // Components that read each other's old values are updated by one op.
  AffineMap together;
  for (auto [k, node] : updates)
    for (auto [i, other] : updates)
      if (i > k && readsOld(fold, k, i) &&
          fold.getResultMap(i) == fold.getResultMap(k))
        together = fold.getResultMap(i);
  SmallVector<NodeId> roots;
  SmallVector<unsigned> numbers;
  SmallVector<Value> dests;
  // In reverse: a correction reads old values of earlier components.
  for (auto [i, node] : llvm::reverse(updates)) {
    AffineMap map = fold.getResultMap(i);
    Value init = fold.getInits()[i];
    if (together != map) {
      results[i] = lowering.emitElementwise(node, map, init);
      continue;
    }
    numbers.push_back(i);
    roots.push_back(node);
    dests.push_back(init);
  }
  if (roots.empty())
    return;
  for (auto [i, value] :
       llvm::zip_equal(numbers, lowering.emitTogether(roots, together, dests)))
    results[i] = value;
}

/// The dimension along which the results of contractions are contiguous, if
/// some results have fewer dimensions than these.
static std::optional<unsigned> getColumn(FoldOp fold) {
  auto maps =
      llvm::map_to_vector(llvm::seq(fold.getNumReductions()),
                          [&](unsigned i) { return fold.getResultMap(i); });
  auto [least, most] = std::minmax_element(
      maps.begin(), maps.end(), [](AffineMap lhs, AffineMap rhs) {
        return lhs.getNumResults() < rhs.getNumResults();
      });
  if (least->getNumResults() == most->getNumResults())
    return std::nullopt;
  return cast<AffineDimExpr>(most->getResults().back()).getPosition();
}

/// The first position along the axis dimensions of `value`, which has the
/// dimensions of `map`; no position where the axis is empty.
static Value sliceFirst(RewriterBase &rewriter, Location loc, Value value,
                        AffineMap map, ArrayRef<OpFoldResult> firstSizes,
                        const llvm::SmallBitVector &axis) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, value);
  bool isWhole = true;
  for (auto [dim, size] : llvm::zip(map.getResults(), sizes))
    if (unsigned d = cast<AffineDimExpr>(dim).getPosition(); axis.test(d)) {
      size = firstSizes[d];
      isWhole = false;
    }
  if (isWhole)
    return value;
  // Upstream rejects slices of statically empty tensors.
  if (llvm::any_of(sizes, isZeroInteger))
    return tensor::EmptyOp::create(
        rewriter, loc, sizes,
        cast<RankedTensorType>(value.getType()).getElementType());
  SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(sizes.size(), rewriter.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(rewriter, loc, value, zeros, sizes,
                                        ones);
}

/// Binds the anchor of companion `i`, which depends on the first position of
/// the tile.
static LogicalResult bindAnchor(GroupedLowering &lowering, FoldOp fold,
                                unsigned i, const FoldGraph &graph,
                                ArrayRef<Value> newStates,
                                const llvm::SmallBitVector &axis,
                                RewriterBase &rewriter) {
  Location loc = fold.getLoc();
  auto companion = cast<CompanionAttrInterface>(fold.getMonoid(i));
  unsigned partner = companion.getPartnerNumber();
  SmallVector<OpFoldResult> sizes = fold.getDimSizes(rewriter);
  for (unsigned dim : axis.set_bits()) {
    if (std::optional<int64_t> size = getConstantIntValue(sizes[dim])) {
      // There is no slice of an axis that is known to be empty.
      if (*size == 0) {
        lowering.bind(
            graph.anchors.lookup(i),
            lowering.emitElementwise(graph.corrected[i], fold.getResultMap(i)));
        return success();
      }
      sizes[dim] = rewriter.getIndexAttr(1);
      continue;
    }
    // As an affine op, whose bound is found when memory is placed.
    auto map = AffineMap::get(
        0, 1,
        {rewriter.getAffineSymbolExpr(0), rewriter.getAffineConstantExpr(1)},
        rewriter.getContext());
    sizes[dim] =
        affine::makeComposedFoldedAffineMin(rewriter, loc, map, {sizes[dim]});
  }
  GroupedLowering first(rewriter, loc, sizes);
  SmallVector<NodeId> arguments;
  for (auto [index, input] : llvm::enumerate(fold.getInputs())) {
    AffineMap map = fold.getInputMap(index);
    arguments.push_back(first.addLeaf(fold.getInputElementType(index), map));
    first.bind(arguments.back(),
               sliceFirst(rewriter, loc, input, map, sizes, axis));
  }
  for (unsigned k = 0; k < i; ++k) {
    arguments.push_back(
        first.addLeaf(fold.getStateElementType(k), fold.getResultMap(k)));
    first.bind(arguments.back(), newStates[k]);
  }
  // One position under a monoid that reduces to itself.
  AffineMap map = fold.getResultMap(i);
  auto emitFirst = [&](unsigned k, MonoidAttrInterface monoid) -> Value {
    FailureOr<NodeId> term = first.import(
        fold.getTermBlock(k),
        ArrayRef(arguments).take_front(fold.getInputs().size() + k));
    if (failed(term))
      return {};
    Type element = fold.getStateElementType(k);
    SmallVector<OpFoldResult> rows;
    for (AffineExpr dim : map.getResults())
      rows.push_back(sizes[cast<AffineDimExpr>(dim).getPosition()]);
    Value empty = tensor::EmptyOp::create(rewriter, loc, rows, element);
    Value identity =
        arith::ConstantOp::create(rewriter, loc, monoid.getIdentity(element));
    Value start =
        linalg::FillOp::create(rewriter, loc, identity, empty).getResult(0);
    first.planCuts(*term, fold.getDomain(i));
    return first.emitReduction(*term, monoid, map, axis, start);
  };
  Value firstWeight = emitFirst(partner, fold.getMonoid(partner));
  Value firstTerm = emitFirst(i, companion.getTileMonoid());
  if (!firstWeight || !firstTerm)
    return failure();
  NodeId weightLeaf = lowering.addLeaf(fold.getStateElementType(partner), map);
  NodeId termLeaf = lowering.addLeaf(fold.getStateElementType(i), map);
  lowering.bind(weightLeaf, firstWeight);
  lowering.bind(termLeaf, firstTerm);
  NodeId anchor = lowering.build(
      {graph.oldStates[partner], graph.newStates[partner], graph.corrected[i],
       weightLeaf, termLeaf},
      [&](OpBuilder &b, ValueRange values) {
        return companion.buildTileAnchor(b, loc, values[0], values[1],
                                         values[2], values[3], values[4]);
      });
  lowering.bind(graph.anchors.lookup(i), lowering.emitElementwise(anchor, map));
  return success();
}

FailureOr<SmallVector<Value>>
redfuser::cascade::lowerFoldToLinalg(RewriterBase &rewriter, FoldOp fold) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(fold);
  Location loc = fold.getLoc();
  unsigned numComponents = fold.getNumReductions();
  GroupedLowering lowering(rewriter, loc, fold.getDimSizes(rewriter));
  lowering.setInnermost(getColumn(fold));
  FailureOr<FoldGraph> graph = buildGraph(lowering, fold);
  if (failed(graph))
    return failure();

  llvm::SmallBitVector axis(fold.getNumDims());
  for (unsigned dim : fold.getAxisDims())
    axis.set(dim);

  llvm::SmallBitVector apart = getApart(fold);

  SmallVector<Value> results(numComponents), newStates(numComponents);
  SmallVector<std::pair<unsigned, NodeId>> updates;
  auto bindNew = [&](unsigned i, Value value) {
    newStates[i] = value;
    lowering.bind(graph->newStates[i], value);
  };
  for (unsigned i = 0; i < numComponents; ++i) {
    MonoidAttrInterface monoid = fold.getMonoid(i);
    AffineMap map = fold.getResultMap(i);
    Value old = fold.getInits()[i];
    if (auto companion = dyn_cast<CompanionAttrInterface>(monoid)) {
      if (failed(
              bindAnchor(lowering, fold, i, *graph, newStates, axis, rewriter)))
        return failure();
      NodeId tile = emitTile(lowering, fold, i, *graph, axis, rewriter);
      NodeId updated =
          lowering.build({graph->newStates[companion.getPartnerNumber()],
                          graph->anchors[i], tile},
                         [&](OpBuilder &b, ValueRange values) {
                           return companion.buildTileUpdate(
                               b, loc, values[0], values[1], values[2]);
                         });
      bool inPlace = !apart.test(i);
      Value updatedState =
          lowering.emitElementwise(updated, map, inPlace ? old : Value());
      bindNew(i, updatedState);
      if (inPlace)
        results[i] = updatedState;
      else
        updates.push_back({i, updated});
      continue;
    }
    if (!apart.test(i)) {
      Value corrected = old;
      if (fold.hasCorrection(i))
        corrected = lowering.emitElementwise(graph->corrected[i], map, old);
      results[i] =
          lowering.emitReduction(graph->terms[i], monoid, map, axis, corrected);
      bindNew(i, results[i]);
      continue;
    }

    // The old value is still needed: reduce the tile apart and combine into a
    // new tensor. The state itself is overwritten last, by the same expression,
    // when nothing reads the old value any more.
    NodeId tile = emitTile(lowering, fold, i, *graph, axis, rewriter);
    NodeId combined = lowering.combine(monoid, graph->corrected[i], tile);
    bindNew(i, lowering.emitElementwise(combined, map));
    updates.push_back({i, combined});
  }
  emitUpdates(lowering, fold, updates, results);
  return results;
}
