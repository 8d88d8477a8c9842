//===- PartialReduction.cpp - Segments of a fold --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialReduction.h"
#include "StructuredTiling.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace redfuser::cascade;

FailureOr<SmallVector<Value>> redfuser::cascade::createSegmentStates(
    OpBuilder &b, Location loc, FoldOp fold, ArrayRef<OpFoldResult> sizes,
    const SetVector<unsigned> &reductionDims) {
  if (reductionDims.size() != 1)
    return fold.emitOpError("expected one axis dimension to be split into "
                            "segments, got ")
           << reductionDims.size();
  OpFoldResult segments = sizes[reductionDims.front()];
  SmallVector<Value> states;
  for (auto [index, init] : llvm::enumerate(fold.getInits())) {
    SmallVector<OpFoldResult> shape{segments};
    llvm::append_range(shape, tensor::getMixedSizes(b, loc, init));
    Type element = fold.getStateElementType(index);
    Value empty = tensor::EmptyOp::create(b, loc, shape, element);
    Value identity = arith::ConstantOp::create(
        b, loc, fold.getMonoid(index).getIdentity(element));
    states.push_back(
        linalg::FillOp::create(b, loc, identity, empty).getResult(0));
  }
  return states;
}

FailureOr<TilingResult> redfuser::cascade::foldSegment(
    OpBuilder &b, Location loc, FoldOp fold, ValueRange states,
    ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
    OpFoldResult segment) {
  DimTile tile = expandTile(b, fold, offsets, sizes);
  TilingResult result;
  SmallVector<Value> operands;
  for (auto [index, input] : llvm::enumerate(fold.getInputs())) {
    Operation *slice =
        sliceOperand(b, loc, input, fold.getInputMap(index), tile);
    result.generatedSlices.push_back(slice);
    operands.push_back(slice->getResult(0));
  }
  for (auto [index, state] : llvm::enumerate(states)) {
    AffineMap map = fold.getResultMap(index);
    SmallVector<OpFoldResult> stateOffsets{segment},
        stateSizes{b.getIndexAttr(1)};
    llvm::append_range(stateOffsets, applyMap(map, tile.offsets));
    llvm::append_range(stateSizes, applyMap(map, tile.sizes));
    SmallVector<OpFoldResult> strides(stateSizes.size(), b.getIndexAttr(1));
    auto [staticSizes, dynamicSizes] =
        decomposeMixedValues(applyMap(map, tile.sizes));
    auto type =
        RankedTensorType::get(staticSizes, fold.getStateElementType(index));
    auto slice = tensor::ExtractSliceOp::create(
        b, loc, type, state, stateOffsets, stateSizes, strides);
    result.generatedSlices.push_back(slice);
    operands.push_back(slice);
  }
  TypeRange types =
      ValueRange(operands).drop_front(fold.getInputs().size()).getTypes();
  Operation *tiled = cloneOn(b, fold, types, operands);
  offsetIndices(b, cast<FoldOp>(tiled), tile.offsets);
  result.tiledOps.push_back(tiled);
  result.tiledValues.assign(tiled->result_begin(), tiled->result_end());
  return result;
}

FoldOp redfuser::cascade::createMerge(OpBuilder &b, Location loc, FoldOp fold,
                                      ValueRange states) {
  MLIRContext *ctx = b.getContext();
  unsigned numComponents = fold.getNumReductions();

  // Dimensions: those of the results, in order, then the segments.
  SmallVector<unsigned> parallel;
  SmallVector<int64_t> position(fold.getNumDims(), -1);
  for (unsigned dim = 0, e = fold.getNumDims(); dim < e; ++dim) {
    if (fold.isAxis(dim))
      continue;
    bool named = llvm::any_of(fold.getResultMaps(), [&](Attribute map) {
      return cast<AffineMapAttr>(map).getValue().isFunctionOfDim(dim);
    });
    if (!named)
      continue;
    position[dim] = parallel.size();
    parallel.push_back(dim);
  }
  unsigned numDims = parallel.size() + 1;
  unsigned segmentDim = parallel.size();
  SmallVector<Attribute> iterators(numDims,
                                   DimKindAttr::get(ctx, DimKind::Parallel));
  iterators.back() = DimKindAttr::get(ctx, DimKind::Axis);

  SmallVector<AffineMap> inputMaps, resultMaps;
  for (unsigned i = 0; i < numComponents; ++i) {
    SmallVector<AffineExpr> result;
    for (AffineExpr expr : fold.getResultMap(i).getResults())
      result.push_back(getAffineDimExpr(
          position[cast<AffineDimExpr>(expr).getPosition()], ctx));
    resultMaps.push_back(AffineMap::get(numDims, 0, result, ctx));
    SmallVector<AffineExpr> input{getAffineDimExpr(segmentDim, ctx)};
    llvm::append_range(input, result);
    inputMaps.push_back(AffineMap::get(numDims, 0, input, ctx));
  }

  auto merge = FoldOp::create(
      b, loc, fold->getResultTypes(), states, fold.getInits(),
      b.getArrayAttr(iterators), b.getAffineMapArrayAttr(inputMaps),
      b.getAffineMapArrayAttr(resultMaps), fold.getMonoids(),
      /*bodiesCount=*/2 * numComponents);

  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types;
  for (unsigned i = 0; i < numComponents; ++i)
    types.push_back(fold.getStateElementType(i));
  for (unsigned i = 0; i < numComponents; ++i) {
    if (fold.hasCorrection(i)) {
      IRMapping mapping;
      fold.getCorrections()[i].cloneInto(&merge.getCorrections()[i], mapping);
    }
    // The term: the incoming state, corrected to the new references. Its
    // arguments (all inputs, then new values) are those of a correction.
    SmallVector<Type> argTypes(types);
    argTypes.append(types.begin(), types.begin() + i);
    SmallVector<Location> locs(argTypes.size(), loc);
    Block *block = b.createBlock(&merge.getTerms()[i], {}, argTypes, locs);
    if (!fold.hasCorrection(i)) {
      YieldOp::create(b, loc, block->getArgument(i));
      continue;
    }
    IRMapping mapping;
    for (auto [from, to] : llvm::zip_equal(
             fold.getCorrectionBlock(i).getArguments(), block->getArguments()))
      mapping.map(from, to);
    for (Operation &op : fold.getCorrectionBlock(i))
      b.clone(op, mapping);
  }
  return merge;
}
