//===- ShapeFacts.cpp - Which tensor sizes are equal ----------------------===//
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

//===----------------------------------------------------------------------===//
// Tracing
//===----------------------------------------------------------------------===//

/// How far a size is followed (it recurses).
static constexpr unsigned kDepthBound = 512;

Extent ShapeFacts::get(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return Extent::get(type.getDimSize(dim));
  auto found = traced.find({tensor, dim});
  if (found != traced.end())
    return found->second;
  if (depth >= kDepthBound)
    return Extent::get(tensor, dim);
  ++depth;
  Extent extent = trace(tensor, dim);
  --depth;
  traced[{tensor, dim}] = extent;
  return extent;
}

Extent ShapeFacts::get(Value value) {
  auto found = traced.find({value, Extent::kValue});
  if (found != traced.end())
    return found->second;
  if (depth >= kDepthBound)
    return Extent::get(value);
  ++depth;
  Extent extent = trace(value);
  --depth;
  traced[{value, Extent::kValue}] = extent;
  return extent;
}

Extent ShapeFacts::get(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return Extent::get(*constant);
  return get(cast<Value>(size));
}

/// True if `extent` is a product of sizes of tensors.
static bool isNonNegative(const Extent &extent) {
  return extent.constant >= 0 &&
         llvm::all_of(extent.factors, [](const Extent::Factor &factor) {
           return factor.second != Extent::kValue;
         });
}

static Extent multiply(Extent lhs, const Extent &rhs) {
  lhs.constant *= rhs.constant;
  llvm::append_range(lhs.factors, rhs.factors);
  if (lhs.constant == 0)
    lhs.factors.clear();
  return lhs;
}

Extent ShapeFacts::trace(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return Extent::get(value);
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant >= 0 ? Extent::get(*constant) : Extent::get(value);
  // Front ends pass sizes through i64; an index has 64 bits.
  if (auto castOp = dyn_cast<arith::IndexCastOp>(op)) {
    Type other = castOp.getType().isIndex() ? castOp.getIn().getType()
                                            : castOp.getType();
    return other.isInteger(64) ? get(castOp.getIn()) : Extent::get(value);
  }
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    if (index && type && *index >= 0 && *index < type.getRank())
      return get(dim.getSource(), *index);
  }
  if (auto mul = dyn_cast<arith::MulIOp>(op))
    return multiply(get(mul.getLhs()), get(mul.getRhs()));
  // Division by zero is undefined, so factors may be cancelled.
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    if (std::optional<Extent> quotient =
            divide(get(op->getOperand(0)), get(op->getOperand(1))))
      return *quotient;
  // A size is not negative: `size < 0 ? inferred : size`.
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
        compare && compare.getPredicate() == arith::CmpIPredicate::slt &&
        isZeroInteger(compare.getRhs()) && isNonNegative(get(compare.getLhs())))
      return get(select.getFalseValue());
  return Extent::get(value);
}

Extent ShapeFacts::trace(Value tensor, int64_t dim) {
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return Extent::get(tensor, dim);
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
    return get(dps.getTiedOpOperand(cast<OpResult>(tensor))->get(), dim);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return get(empty.getMixedSizes()[dim]);
  if (auto castOp = dyn_cast<tensor::CastOp>(op))
    if (isa<RankedTensorType>(castOp.getSource().getType()))
      return get(castOp.getSource(), dim);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return get(expand.getMixedOutputShape()[dim]);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    Extent product;
    for (int64_t source : collapse.getReassociationIndices()[dim])
      product = multiply(product, get(collapse.getSrc(), source));
    return product;
  }
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    if (auto shape = reshape.getShape().getDefiningOp<tensor::FromElementsOp>())
      return get(shape.getElements()[dim]);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    if (slice.getSourceType().getRank() == slice.getType().getRank())
      return get(slice.getMixedSizes()[dim]);
  if (OpTrait::hasElementwiseMappableTraits(op))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return get(operand, dim);
  return Extent::get(tensor, dim);
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

unsigned ShapeFacts::getId(const Extent::Factor &factor) {
  auto [found, inserted] = ids.try_emplace(factor, classes.size());
  unsigned id = found->second;
  if (inserted)
    classes.push_back({id, std::nullopt});
  while (classes[id].parent != id) {
    classes[id].parent = classes[classes[id].parent].parent;
    id = classes[id].parent;
  }
  return id;
}

void ShapeFacts::normalize(const Extent &extent, Product &product) {
  product.constant *= extent.constant;
  for (const Extent::Factor &factor : extent.factors) {
    unsigned id = getId(factor);
    if (classes[id].definition)
      normalize(Extent(*classes[id].definition), product);
    else
      product.factors.push_back({id, factor});
  }
}

ShapeFacts::Product ShapeFacts::normalize(const Extent &extent) {
  Product product;
  normalize(extent, product);
  if (product.constant == 0)
    product.factors.clear();
  llvm::sort(product.factors, llvm::less_first());
  return product;
}

void ShapeFacts::unify(const Extent &lhs, const Extent &rhs) {
  Product a = normalize(lhs), b = normalize(rhs);
  auto isFactor = [](const Product &product) {
    return product.constant == 1 && product.factors.size() == 1;
  };
  if (!isFactor(a))
    std::swap(a, b);
  // Two products, or constants that differ: nothing to learn.
  if (!isFactor(a))
    return;
  unsigned id = a.factors.front().first;
  if (llvm::any_of(b.factors, [&](const auto &f) { return f.first == id; }))
    return;
  if (isFactor(b)) {
    classes[b.factors.front().first].parent = id;
    return;
  }
  Extent definition = Extent::get(b.constant);
  for (const auto &factor : b.factors)
    definition.factors.push_back(factor.second);
  classes[id].definition = definition;
}

bool ShapeFacts::equal(const Extent &lhs, const Extent &rhs) {
  Product a = normalize(lhs), b = normalize(rhs);
  return a.constant == b.constant &&
         llvm::equal(a.factors, b.factors, [](const auto &x, const auto &y) {
           return x.first == y.first;
         });
}

std::optional<Extent> ShapeFacts::divide(const Extent &lhs, const Extent &rhs) {
  Product a = normalize(lhs), b = normalize(rhs);
  if (b.constant == 0 || a.constant == 0 || a.constant % b.constant != 0)
    return std::nullopt;
  for (const auto &factor : b.factors) {
    auto *found = llvm::find_if(
        a.factors, [&](const auto &f) { return f.first == factor.first; });
    if (found == a.factors.end())
      return std::nullopt;
    a.factors.erase(found);
  }
  Extent quotient = Extent::get(a.constant / b.constant);
  for (const auto &factor : a.factors)
    quotient.factors.push_back(factor.second);
  return quotient;
}

Extent ShapeFacts::refine(const Extent &extent) {
  if (extent.isStatic())
    return extent;
  Product product = normalize(extent);
  return product.factors.empty() ? Extent::get(product.constant) : extent;
}

OpFoldResult ShapeFacts::materialize(OpBuilder &builder, Location loc,
                                     const Extent &extent) {
  if (extent.isStatic())
    return builder.getIndexAttr(extent.constant);
  Value product;
  for (auto [value, dim] : extent.factors) {
    Value size = value;
    if (dim != Extent::kValue)
      size = getValueOrCreateConstantIndexOp(
          builder, loc, tensor::getMixedSize(builder, loc, value, dim));
    else if (!size.getType().isIndex())
      size = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        size);
    product =
        product ? arith::MulIOp::create(builder, loc, product, size).getResult()
                : size;
  }
  if (extent.constant != 1)
    product = arith::MulIOp::create(
        builder, loc, product,
        arith::ConstantIndexOp::create(builder, loc, extent.constant));
  return product;
}
