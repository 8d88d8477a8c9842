//===- CascadeOps.cpp - Accessors and shapes of the cascade ops -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace redfuser::cascade;

bool redfuser::cascade::isStructured(Operation *op) {
  return isa<ChainOp, FoldOp>(op);
}

llvm::SmallBitVector redfuser::cascade::getDims(AffineMap map) {
  llvm::SmallBitVector dims(map.getNumDims());
  for (AffineExpr expr : map.getResults())
    dims.set(cast<AffineDimExpr>(expr).getPosition());
  return dims;
}

//===----------------------------------------------------------------------===//
// What chain and fold share
//===----------------------------------------------------------------------===//

namespace {
/// The shared accessors, written once for both ops.
template <typename OpTy>
struct Structured {
  static SmallVector<DimKind> getDimKinds(OpTy op) {
    return llvm::map_to_vector(op.getIterators(), [](Attribute attr) {
      return cast<DimKindAttr>(attr).getValue();
    });
  }

  static SmallVector<unsigned> getAxisDims(OpTy op) {
    SmallVector<unsigned> dims;
    for (auto [dim, kind] : llvm::enumerate(op.getDimKinds()))
      if (kind == DimKind::Axis)
        dims.push_back(dim);
    return dims;
  }

  static SmallVector<unsigned> getCommonParallelDims(OpTy op) {
    SmallVector<unsigned> dims;
    for (unsigned dim = 0, e = op.getNumDims(); dim < e; ++dim) {
      if (op.isAxis(dim))
        continue;
      bool common = true;
      for (unsigned i = 0; i < op.getNumReductions(); ++i)
        common &= op.getResultMap(i).isFunctionOfDim(dim);
      if (common)
        dims.push_back(dim);
    }
    return dims;
  }

  static llvm::SmallBitVector getDomain(OpTy op, unsigned i) {
    llvm::SmallBitVector domain = getDims(op.getResultMap(i));
    for (unsigned dim : op.getAxisDims())
      domain.set(dim);
    return domain;
  }

  /// A static source wins, so that sizes come out as constants. While upstream
  /// splits an axis into segments, it clones the op with the states of all
  /// segments as inits: the dimensions of their maps are the last ones.
  static std::pair<Value, unsigned> getDimSource(OpTy op, unsigned dim) {
    std::pair<Value, unsigned> found{nullptr, 0};
    auto visit = [&](Value value, AffineMap map) {
      std::optional<unsigned> position =
          map.getResultPosition(getAffineDimExpr(dim, op.getContext()));
      if (!position)
        return false;
      auto type = cast<RankedTensorType>(value.getType());
      unsigned index = type.getRank() - map.getNumResults() + *position;
      bool isStatic = !type.isDynamicDim(index);
      if (!found.first || isStatic)
        found = {value, index};
      return isStatic;
    };
    for (auto [index, value] : llvm::enumerate(op.getInputs()))
      if (visit(value, op.getInputMap(index)))
        return found;
    for (auto [index, value] : llvm::enumerate(op.getInits()))
      if (visit(value, op.getResultMap(index)))
        return found;
    return found;
  }

  static SmallVector<OpFoldResult> getDimSizes(OpTy op, OpBuilder &b) {
    SmallVector<OpFoldResult> sizes;
    for (unsigned dim = 0, e = op.getNumDims(); dim < e; ++dim) {
      auto [value, position] = op.getDimSource(dim);
      sizes.push_back(tensor::getMixedSize(b, op.getLoc(), value, position));
    }
    return sizes;
  }

  static LogicalResult reify(OpTy op, OpBuilder &b,
                             ReifiedRankedShapedTypeDims &shapes) {
    for (Value init : op.getInits())
      shapes.push_back(tensor::getMixedSizes(b, op.getLoc(), init));
    return success();
  }
};
} // namespace

#define REDFUSER_STRUCTURED(OP)                                                \
  SmallVector<DimKind> OP::getDimKinds() {                                     \
    return Structured<OP>::getDimKinds(*this);                                 \
  }                                                                            \
  bool OP::isAxis(unsigned dim) {                                              \
    return cast<DimKindAttr>(getIterators()[dim]).getValue() == DimKind::Axis; \
  }                                                                            \
  SmallVector<unsigned> OP::getAxisDims() {                                    \
    return Structured<OP>::getAxisDims(*this);                                 \
  }                                                                            \
  SmallVector<unsigned> OP::getCommonParallelDims() {                          \
    return Structured<OP>::getCommonParallelDims(*this);                       \
  }                                                                            \
  AffineMap OP::getInputMap(unsigned i) {                                      \
    return cast<AffineMapAttr>(getInputMaps()[i]).getValue();                  \
  }                                                                            \
  AffineMap OP::getResultMap(unsigned i) {                                     \
    return cast<AffineMapAttr>(getResultMaps()[i]).getValue();                 \
  }                                                                            \
  llvm::SmallBitVector OP::getDomain(unsigned i) {                             \
    return Structured<OP>::getDomain(*this, i);                                \
  }                                                                            \
  std::pair<Value, unsigned> OP::getDimSource(unsigned dim) {                  \
    return Structured<OP>::getDimSource(*this, dim);                           \
  }                                                                            \
  SmallVector<OpFoldResult> OP::getDimSizes(OpBuilder &b) {                    \
    return Structured<OP>::getDimSizes(*this, b);                              \
  }                                                                            \
  MonoidAttrInterface OP::getMonoid(unsigned i) {                              \
    return cast<MonoidAttrInterface>(getMonoids()[i]);                         \
  }                                                                            \
  Type OP::getInputElementType(unsigned i) {                                   \
    return cast<RankedTensorType>(getInputs()[i].getType()).getElementType();  \
  }                                                                            \
  Type OP::getStateElementType(unsigned i) {                                   \
    return cast<RankedTensorType>(getInits()[i].getType()).getElementType();   \
  }                                                                            \
  LogicalResult OP::reifyResultShapes(OpBuilder &b,                            \
                                      ReifiedRankedShapedTypeDims &shapes) {   \
    return Structured<OP>::reify(*this, b, shapes);                            \
  }

REDFUSER_STRUCTURED(ChainOp)
REDFUSER_STRUCTURED(FoldOp)

#undef REDFUSER_STRUCTURED
