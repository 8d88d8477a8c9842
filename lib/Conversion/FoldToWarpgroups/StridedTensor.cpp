//===- StridedTensor.cpp - Tensors read through their layout --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StridedTensor.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace redfuser;

using Parts = SmallVector<StridedPart, 1>;

static OpFoldResult multiply(OpBuilder &b, Location loc, OpFoldResult lhs,
                             OpFoldResult rhs) {
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1);
  return affine::makeComposedFoldedAffineApply(b, loc, s0 * s1, {lhs, rhs});
}

Parts redfuser::joinParts(ArrayRef<StridedPart> parts) {
  Parts result;
  for (const StridedPart &part : parts) {
    if (isConstantIntValue(part.size, 1))
      continue;
    if (!result.empty()) {
      std::optional<int64_t> outer = getConstantIntValue(result.back().stride);
      std::optional<int64_t> size = getConstantIntValue(part.size);
      std::optional<int64_t> stride = getConstantIntValue(part.stride);
      std::optional<int64_t> count = getConstantIntValue(result.back().size);
      if (outer && size && stride && count && *outer == *size * *stride) {
        OpFoldResult joined = IntegerAttr::get(
            IndexType::get(part.size.getContext()), *count * *size);
        result.back() = {joined, part.stride};
        continue;
      }
    }
    result.push_back(part);
  }
  return result;
}

namespace {
class LayoutReader {
public:
  LayoutReader(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  StridedTensor read(Value tensor) {
    Operation *op = tensor.getDefiningOp();
    std::optional<StridedTensor> result;
    if (op)
      result =
          TypeSwitch<Operation *, std::optional<StridedTensor>>(op)
              .Case<linalg::LinalgOp>([&](auto op) { return readCopy(op); })
              .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
                  [&](auto op) { return readReshape(op); })
              .Default([](Operation *) { return std::nullopt; });
    return result ? *result : readBase(tensor);
  }

private:
  StridedTensor readBase(Value tensor) {
    StridedTensor result{tensor, {}};
    auto type = cast<RankedTensorType>(tensor.getType());
    OpFoldResult stride = b.getIndexAttr(1);
    for (int64_t i = type.getRank() - 1; i >= 0; --i) {
      OpFoldResult size = tensor::getMixedSize(b, loc, tensor, i);
      result.dims.push_back(joinParts({StridedPart{size, stride}}));
      if (i > 0)
        stride = multiply(b, loc, stride, size);
    }
    std::reverse(result.dims.begin(), result.dims.end());
    return result;
  }

  /// An op that only moves elements.
  std::optional<StridedTensor> readCopy(linalg::LinalgOp op) {
    if (op->getNumResults() != 1 || op.getNumDpsInputs() != 1 ||
        op.getNumParallelLoops() != op.getNumLoops() ||
        op->getNumRegions() != 1 ||
        op.getBlock()->getTerminator()->getOperand(0) !=
            op.getBlock()->getArgument(0))
      return std::nullopt;
    OpOperand *input = op.getDpsInputOperand(0),
              *init = op.getDpsInitOperand(0);
    AffineMap inputMap = op.getMatchingIndexingMap(input);
    AffineMap resultMap = op.getMatchingIndexingMap(init);
    auto isDim = [](AffineExpr expr) { return isa<AffineDimExpr>(expr); };
    if (!isa<RankedTensorType>(input->get().getType()) ||
        !resultMap.isPermutation() ||
        !llvm::all_of(inputMap.getResults(), isDim))
      return std::nullopt;
    StridedTensor source = read(input->get()), result{source.base, {}};
    for (auto [position, expr] : llvm::enumerate(resultMap.getResults())) {
      Parts parts;
      bool found = false;
      for (auto [dim, other] : llvm::enumerate(inputMap.getResults())) {
        if (other != expr)
          continue;
        // A diagonal has no layout of its own.
        if (found)
          return std::nullopt;
        parts = source.dims[dim];
        found = true;
      }
      if (!found)
        parts = joinParts(
            {StridedPart{tensor::getMixedSize(b, loc, init->get(), position),
                         b.getIndexAttr(0)}});
      result.dims.push_back(parts);
    }
    return result;
  }

  std::optional<StridedTensor> readReshape(tensor::CollapseShapeOp op) {
    StridedTensor source = read(op.getSrc()), result{source.base, {}};
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      Parts parts;
      for (int64_t dim : group)
        llvm::append_range(parts, source.dims[dim]);
      result.dims.push_back(joinParts(parts));
    }
    return result;
  }

  std::optional<StridedTensor> readReshape(tensor::ExpandShapeOp op) {
    StridedTensor source = read(op.getSrc()), result{source.base, {}};
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
      ArrayRef<StridedPart> parts = source.dims[i];
      SmallVector<int64_t> wide =
          llvm::filter_to_vector(group, [&](int64_t dim) {
            return !isConstantIntValue(sizes[dim], 1);
          });
      if (wide.size() > 1 && parts.size() > 1)
        return std::nullopt;
      SmallVector<Parts> split(group.size());
      if (wide.size() <= 1 && !wide.empty()) {
        split[wide.front() - group.front()] = Parts(parts);
      } else if (!wide.empty()) {
        if (parts.empty())
          return std::nullopt;
        OpFoldResult stride = parts.front().stride;
        for (int64_t dim : llvm::reverse(wide)) {
          split[dim - group.front()] = {StridedPart{sizes[dim], stride}};
          stride = multiply(b, loc, stride, sizes[dim]);
        }
      }
      llvm::append_range(result.dims, split);
    }
    return result;
  }

  OpBuilder &b;
  Location loc;
};
} // namespace

StridedTensor redfuser::readThroughLayout(OpBuilder &b, Location loc,
                                          Value tensor) {
  return LayoutReader(b, loc).read(tensor);
}
