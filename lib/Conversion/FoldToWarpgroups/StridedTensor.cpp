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
    bool isOfTable =
        part.tableDim || (!result.empty() && result.back().tableDim);
    if (!result.empty() && !isOfTable) {
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
  LayoutReader(OpBuilder &b, Location loc, bool throughTables)
      : b(b), loc(loc), throughTables(throughTables) {}

  StridedTensor read(Value tensor) {
    Operation *op = tensor.getDefiningOp();
    std::optional<StridedTensor> result;
    if (op)
      result =
          TypeSwitch<Operation *, std::optional<StridedTensor>>(op)
              .Case<linalg::LinalgOp>([&](auto op) {
                std::optional<StridedTensor> copy = readCopy(op);
                return copy || !throughTables ? copy : readPages(op);
              })
              .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
                  [&](auto op) { return readReshape(op); })
              .Case([&](tensor::ExtractSliceOp op) { return readSlice(op); })
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
    StridedTensor source = read(input->get()), result = getWithoutDims(source);
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

  /// An op that reads a tensor at its loops' indices, but for one dimension,
  /// whose index it computes from an element of a table.
  std::optional<StridedTensor> readPages(linalg::LinalgOp op) {
    if (op->getNumResults() != 1 || op->getNumRegions() != 1 ||
        op.getNumParallelLoops() != op.getNumLoops())
      return std::nullopt;
    Block *body = op.getBlock();
    auto extract =
        body->getTerminator()->getOperand(0).getDefiningOp<tensor::ExtractOp>();
    AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    if (!extract || extract->getBlock() != body || !resultMap.isPermutation() ||
        extract.getTensor().getParentBlock() == body)
      return std::nullopt;
    ArrayRef<int64_t> sizes = extract.getTensor().getType().getShape();
    auto getLoop = [&](Value index) -> std::optional<unsigned> {
      auto loop = index.getDefiningOp<linalg::IndexOp>();
      if (!loop || loop->getBlock() != body)
        return std::nullopt;
      return loop.getDim();
    };
    StridedTensor source = read(extract.getTensor());
    if (source.table)
      return std::nullopt;
    StridedTensor result = getWithoutDims(source);
    SmallVector<std::optional<Parts>> ofLoop(op.getNumLoops());
    for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
      if (std::optional<unsigned> loop = getLoop(index)) {
        // No diagonals.
        if (ofLoop[*loop])
          return std::nullopt;
        // Loops may run over a part of what is one run of memory.
        int64_t size = op.getStaticLoopRanges()[*loop];
        if (source.dims[dim].size() != 1 &&
            (ShapedType::isDynamic(size) || size != sizes[dim]))
          return std::nullopt;
        ofLoop[*loop] = source.dims[dim];
        continue;
      }
      if (result.table || source.dims[dim].size() > 1)
        return std::nullopt;
      PageTable table;
      table.op = op;
      table.page = index;
      table.size = tensor::getMixedSize(b, loc, extract.getTensor(), dim);
      table.stride = source.dims[dim].empty() ? b.getIndexAttr(0)
                                              : source.dims[dim].front().stride;
      if (!findElement(table))
        return std::nullopt;
      result.table = table;
    }
    if (!result.table)
      return std::nullopt;
    std::optional<SmallVector<unsigned>> loops = getTableLoops(*result.table);
    if (!loops)
      return std::nullopt;
    OpOperand *init = op.getDpsInitOperand(0);
    for (auto [dim, loop] : llvm::enumerate(*loops)) {
      if (ofLoop[loop])
        return std::nullopt;
      std::optional<unsigned> position =
          resultMap.getResultPosition(b.getAffineDimExpr(loop));
      ofLoop[loop] = joinParts(
          {StridedPart{tensor::getMixedSize(b, loc, init->get(), *position),
                       b.getIndexAttr(0), static_cast<unsigned>(dim)}});
    }
    for (auto [position, expr] : llvm::enumerate(resultMap.getResults())) {
      std::optional<Parts> &parts =
          ofLoop[cast<AffineDimExpr>(expr).getPosition()];
      OpFoldResult size = tensor::getMixedSize(b, loc, init->get(), position);
      if (!parts)
        parts = joinParts({StridedPart{size, b.getIndexAttr(0)}});
      if (parts->size() == 1)
        parts->front().size = size;
      result.dims.push_back(*parts);
    }
    return result;
  }

  /// The one element of memory that a page is computed from, by scalar ops of
  /// the body and values from outside of it.
  static bool findElement(PageTable &table) {
    Block *body = table.op.getBlock();
    SmallVector<Value> pending{table.page};
    while (!pending.empty()) {
      Value value = pending.pop_back_val();
      if (value == table.element)
        continue;
      if (auto arg = dyn_cast<BlockArgument>(value);
          arg && arg.getOwner() == body) {
        if (table.element || arg.getArgNumber() >= table.op.getNumDpsInputs())
          return false;
        table.element = arg;
        table.tensor = table.op.getDpsInputOperand(arg.getArgNumber())->get();
        continue;
      }
      Operation *op = value.getDefiningOp();
      if (!op || op->getBlock() != body)
        continue;
      if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
        if (table.element || extract.getTensor().getParentBlock() == body)
          return false;
        table.element = value;
        table.tensor = extract.getTensor();
        continue;
      }
      if (isa<linalg::IndexOp>(op) || !isPure(op) || op->getNumRegions() != 0)
        return false;
      llvm::append_range(pending, op->getOperands());
    }
    return table.element && table.element.getType().isIntOrIndex() &&
           isa<RankedTensorType>(table.tensor.getType());
  }

  /// The op's loops by dimensions of the table.
  static std::optional<SmallVector<unsigned>>
  getTableLoops(const PageTable &table) {
    SmallVector<unsigned> loops;
    if (auto arg = dyn_cast<BlockArgument>(table.element)) {
      linalg::LinalgOp op = table.op;
      AffineMap map =
          op.getMatchingIndexingMap(op.getDpsInputOperand(arg.getArgNumber()));
      for (AffineExpr expr : map.getResults()) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        if (!dim)
          return std::nullopt;
        loops.push_back(dim.getPosition());
      }
      return loops;
    }
    auto extract = table.element.getDefiningOp<tensor::ExtractOp>();
    for (Value index : extract.getIndices()) {
      auto loop = index.getDefiningOp<linalg::IndexOp>();
      if (!loop)
        return std::nullopt;
      loops.push_back(loop.getDim());
    }
    return loops;
  }

  static StridedTensor getWithoutDims(const StridedTensor &source) {
    StridedTensor result = source;
    result.dims.clear();
    return result;
  }

  std::optional<StridedTensor> readReshape(tensor::CollapseShapeOp op) {
    StridedTensor source = read(op.getSrc()), result = getWithoutDims(source);
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      Parts parts;
      for (int64_t dim : group)
        llvm::append_range(parts, source.dims[dim]);
      result.dims.push_back(joinParts(parts));
    }
    return result;
  }

  std::optional<StridedTensor> readReshape(tensor::ExpandShapeOp op) {
    StridedTensor source = read(op.getSrc()), result = getWithoutDims(source);
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
        if (parts.empty() || parts.front().tableDim)
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

  /// A part of each dimension at a known distance, every element of it.
  std::optional<StridedTensor> readSlice(tensor::ExtractSliceOp op) {
    if (!op.hasUnitStride())
      return std::nullopt;
    StridedTensor source = read(op.getSource()),
                  result = getWithoutDims(source);
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                              sizes = op.getMixedSizes();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    for (unsigned dim = 0, e = sizes.size(); dim < e; ++dim) {
      ArrayRef<StridedPart> parts = source.dims[dim];
      Parts sliced(parts);
      std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
      if (offset != 0 || !isFullSize(op, dim, sizes[dim])) {
        if (!offset || parts.size() != 1 || parts.front().tableDim)
          return std::nullopt;
        std::optional<int64_t> stride =
            getConstantIntValue(parts.front().stride);
        if (*offset != 0 && !stride)
          return std::nullopt;
        result.offset += *offset * stride.value_or(0);
        sliced = joinParts({StridedPart{sizes[dim], parts.front().stride}});
      }
      if (!dropped.test(dim))
        result.dims.push_back(sliced);
    }
    return result;
  }

  static bool isFullSize(tensor::ExtractSliceOp op, int64_t dim,
                         OpFoldResult size) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    return constant && *constant == op.getSourceType().getDimSize(dim);
  }

  OpBuilder &b;
  Location loc;
  bool throughTables;
};
} // namespace

Value PageTable::getPage(OpBuilder &b, Value value) const {
  IRMapping map;
  map.map(element, value);
  linalg::LinalgOp gather = op;
  std::function<Value(Value)> clone = [&](Value wanted) -> Value {
    Operation *def = wanted.getDefiningOp();
    if (map.contains(wanted) || !def || def->getBlock() != gather.getBlock())
      return map.lookupOrDefault(wanted);
    for (Value operand : def->getOperands())
      clone(operand);
    b.clone(*def, map);
    return map.lookup(wanted);
  };
  return clone(page);
}

StridedTensor redfuser::readThroughLayout(OpBuilder &b, Location loc,
                                          Value tensor, bool throughTables) {
  return LayoutReader(b, loc, throughTables).read(tensor);
}
