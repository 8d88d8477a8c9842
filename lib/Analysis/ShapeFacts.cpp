//===- ShapeFacts.cpp - Which tensor sizes are equal -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/ShapeFacts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace redfuser;

static constexpr unsigned kNoId = ~0u;

ShapeFacts::ShapeFacts(Block &block) {
  for (auto op : block.getOps<linalg::LinalgOp>()) {
    if (!op.hasPureTensorSemantics())
      continue;
    SmallVector<std::optional<Extent>> loops(op.getNumLoops());
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
        auto loop = dyn_cast<AffineDimExpr>(expr);
        if (!loop)
          continue;
        Extent extent = get(operand.get(), dim);
        std::optional<Extent> &known = loops[loop.getPosition()];
        if (known)
          unify(*known, extent);
        else
          known = extent;
      }
    }
  }
}

Extent ShapeFacts::get(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return Extent::get(type.getDimSize(dim));
  auto found = traced.find({tensor, dim});
  if (found != traced.end())
    return found->second;
  Extent extent = trace(tensor, dim);
  traced[{tensor, dim}] = extent;
  return extent;
}

Extent ShapeFacts::trace(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return Extent::get(*constant);
  Value value = cast<Value>(size);
  // Front ends pass sizes through i64.
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>()) {
    auto inner = cast.getIn().getDefiningOp<arith::IndexCastOp>();
    if (!inner || inner.getIn().getType() != value.getType())
      break;
    value = inner.getIn();
  }
  if (auto dim = value.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> index = dim.getConstantIndex())
      if (auto type = dyn_cast<RankedTensorType>(dim.getSource().getType()))
        if (*index >= 0 && *index < type.getRank())
          return get(dim.getSource(), *index);
  return Extent::get(value);
}

Extent ShapeFacts::trace(Value tensor, int64_t dim) {
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return Extent::get(tensor, dim);
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
    return get(dps.getTiedOpOperand(cast<OpResult>(tensor))->get(), dim);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return trace(empty.getMixedSizes()[dim]);
  if (auto castOp = dyn_cast<tensor::CastOp>(op)) {
    auto source = dyn_cast<RankedTensorType>(castOp.getSource().getType());
    if (source)
      return get(castOp.getSource(), dim);
    return Extent::get(tensor, dim);
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return trace(expand.getMixedOutputShape()[dim]);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    // Only one dimension of the group that is not 1 can be named.
    std::optional<int64_t> only;
    for (int64_t source : collapse.getReassociationIndices()[dim]) {
      if (collapse.getSrcType().getDimSize(source) == 1)
        continue;
      if (only)
        return Extent::get(tensor, dim);
      only = source;
    }
    return only ? get(collapse.getSrc(), *only) : Extent::get(1);
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (slice.getSourceType().getRank() == slice.getType().getRank())
      return trace(slice.getMixedSizes()[dim]);
    return Extent::get(tensor, dim);
  }
  if (OpTrait::hasElementwiseMappableTraits(op))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return get(operand, dim);
  return Extent::get(tensor, dim);
}

unsigned ShapeFacts::getId(const Extent &extent) {
  unsigned &id =
      extent.isStatic()
          ? constantIds.try_emplace(extent.constant, kNoId).first->second
          : dynamicIds.try_emplace({extent.value, extent.dim}, kNoId)
                .first->second;
  if (id == kNoId) {
    id = classes.size();
    classes.push_back({id, extent.constant});
  }
  return find(id);
}

unsigned ShapeFacts::find(unsigned id) {
  while (classes[id].parent != id) {
    classes[id].parent = classes[classes[id].parent].parent;
    id = classes[id].parent;
  }
  return id;
}

void ShapeFacts::unify(const Extent &lhs, const Extent &rhs) {
  unsigned a = getId(lhs), b = getId(rhs);
  if (a == b)
    return;
  // Two constants that differ: the op is wrong wherever it runs; believe none.
  if (!ShapedType::isDynamic(classes[a].constant) &&
      !ShapedType::isDynamic(classes[b].constant))
    return;
  if (ShapedType::isDynamic(classes[a].constant))
    std::swap(a, b);
  classes[b].parent = a;
}

bool ShapeFacts::equal(const Extent &lhs, const Extent &rhs) {
  return getId(lhs) == getId(rhs);
}

Extent ShapeFacts::refine(const Extent &extent) {
  if (extent.isStatic())
    return extent;
  int64_t constant = classes[getId(extent)].constant;
  return ShapedType::isDynamic(constant) ? extent : Extent::get(constant);
}

OpFoldResult ShapeFacts::materialize(OpBuilder &builder, Location loc,
                                     const Extent &extent) {
  if (extent.isStatic())
    return builder.getIndexAttr(extent.constant);
  if (extent.dim < 0) {
    Value value = extent.value;
    if (!value.getType().isIndex())
      value = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         value);
    return value;
  }
  return tensor::getMixedSize(builder, loc, extent.value, extent.dim);
}
