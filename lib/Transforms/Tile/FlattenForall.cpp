//===- FlattenForall.cpp - One parallel loop from two ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlattenForall.h"

#include "mlir/Dialect/Affine/ViewLikeInterfaceUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace redfuser;

/// The insertion into output `index` of `loop`; null if there is not just one.
static tensor::ParallelInsertSliceOp getInsertion(scf::ForallOp loop,
                                                  unsigned index) {
  SmallVector<Operation *> writers =
      loop.getCombiningOps(loop.getRegionIterArgs()[index]);
  if (writers.size() != 1)
    return {};
  return dyn_cast<tensor::ParallelInsertSliceOp>(writers.front());
}

FailureOr<scf::ForallOp> redfuser::flattenForall(RewriterBase &rewriter,
                                                 scf::ForallOp outer,
                                                 scf::ForallOp inner) {
  // Each output of the inner loop is a slice of one of the outer loop, where it
  // is inserted again.
  unsigned numOutputs = outer->getNumResults();
  SmallVector<tensor::ParallelInsertSliceOp> outerInsertions, innerInsertions;
  SmallVector<tensor::ExtractSliceOp> slices;
  for (unsigned i = 0; i < numOutputs; ++i) {
    tensor::ParallelInsertSliceOp insertion = getInsertion(outer, i);
    if (!insertion)
      return rewriter.notifyMatchFailure(outer, "expected one insertion per "
                                                "output");
    auto result = dyn_cast<OpResult>(insertion.getSource());
    if (!result || result.getOwner() != inner)
      return rewriter.notifyMatchFailure(
          outer, "expected the outer loop to insert results of the inner one");
    unsigned position = result.getResultNumber();
    auto slice =
        inner.getOutputs()[position].getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getSource() != outer.getRegionIterArgs()[i])
      return rewriter.notifyMatchFailure(
          outer, "expected the inner outputs to be slices of the outer ones");
    tensor::ParallelInsertSliceOp innerInsertion =
        getInsertion(inner, position);
    if (!innerInsertion)
      return rewriter.notifyMatchFailure(inner, "expected one insertion per "
                                                "output");
    outerInsertions.push_back(insertion);
    innerInsertions.push_back(innerInsertion);
    slices.push_back(slice);
  }

  auto concat = [](SmallVector<OpFoldResult> lhs,
                   const SmallVector<OpFoldResult> &rhs) {
    llvm::append_range(lhs, rhs);
    return lhs;
  };
  // The inner bounds move before the outer loop.
  for (auto bounds : {inner.getMixedLowerBound(), inner.getMixedUpperBound(),
                      inner.getMixedStep()})
    for (OpFoldResult bound : bounds)
      if (auto value = dyn_cast<Value>(bound))
        if (!outer.isDefinedOutsideOfLoop(value))
          return rewriter.notifyMatchFailure(
              inner, "expected bounds that do not depend on the outer loop");

  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(outer);
  auto flat = scf::ForallOp::create(
      rewriter, outer.getLoc(),
      concat(outer.getMixedLowerBound(), inner.getMixedLowerBound()),
      concat(outer.getMixedUpperBound(), inner.getMixedUpperBound()),
      concat(outer.getMixedStep(), inner.getMixedStep()), outer.getOutputs(),
      /*mapping=*/std::nullopt);

  IRMapping mapping;
  unsigned outerRank = outer.getRank();
  for (auto [from, to] :
       llvm::zip(outer.getInductionVars(), flat.getInductionVars()))
    mapping.map(from, to);
  for (auto [from, to] :
       llvm::zip(inner.getInductionVars(),
                 llvm::drop_begin(flat.getInductionVars(), outerRank)))
    mapping.map(from, to);
  mapping.map(outer.getRegionIterArgs(), flat.getRegionIterArgs());

  rewriter.setInsertionPointToStart(flat.getBody());
  for (Operation &op : outer.getBody()->without_terminator())
    if (&op != inner)
      rewriter.clone(op, mapping);
  for (auto [argument, output] :
       llvm::zip_equal(inner.getRegionIterArgs(), inner.getOutputs()))
    mapping.map(argument, mapping.lookupOrDefault(output));
  for (Operation &op : inner.getBody()->without_terminator())
    rewriter.clone(op, mapping);

  for (unsigned i = 0; i < numOutputs; ++i) {
    SmallVector<OpFoldResult> offsets, sizes, strides;
    auto mapped = [&](SmallVector<OpFoldResult> values) {
      for (OpFoldResult &value : values)
        if (auto v = dyn_cast<Value>(value))
          value = mapping.lookupOrDefault(v);
      return values;
    };
    rewriter.setInsertionPoint(flat.getTerminator());
    if (failed(affine::mergeOffsetsSizesAndStrides(
            rewriter, outer.getLoc(), mapped(slices[i].getMixedOffsets()),
            mapped(slices[i].getMixedSizes()),
            mapped(slices[i].getMixedStrides()), slices[i].getDroppedDims(),
            mapped(innerInsertions[i].getMixedOffsets()),
            mapped(innerInsertions[i].getMixedSizes()),
            mapped(innerInsertions[i].getMixedStrides()), offsets, sizes,
            strides))) {
      rewriter.eraseOp(flat);
      return rewriter.notifyMatchFailure(outer, "could not compose slices");
    }
    rewriter.setInsertionPointToEnd(flat.getTerminator().getBody());
    tensor::ParallelInsertSliceOp::create(
        rewriter, outer.getLoc(),
        mapping.lookup(innerInsertions[i].getSource()),
        flat.getRegionIterArgs()[i], offsets, sizes, strides);
  }
  rewriter.replaceOp(outer, flat.getResults());
  return flat;
}
