//===- RowGroup.cpp - A fold and what is computed from it -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"

#include "../Utils/FoldCode.h"
#include "../Utils/Schedules.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace redfuser;

/// 8-bit floats are converted as they are read and written.
bool RowGroup::isStorable(Type type) const {
  return isKernelType(type) || isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

bool RowGroup::isInput(const FoldTensor &tensor) const {
  return llvm::any_of(inputs, [&](const FoldTensor &input) {
    return input.tensor == tensor.tensor && input.dims == tensor.dims;
  });
}

void RowGroup::addInput(Value tensor, ArrayRef<unsigned> dims) {
  FoldTensor input{tensor, SmallVector<unsigned>(dims)};
  if (!isInput(input))
    inputs.push_back(input);
}

LogicalResult RowGroup::matchColumn(std::string &reason) {
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getResultMap(i));
    SmallVector<unsigned> missing(rowDims);
    if (dims)
      llvm::erase_if(missing, [&](unsigned dim) {
        return llvm::is_contained(*dims, dim);
      });
    if (missing.empty())
      continue;
    if (!dims || missing.size() > 1 || (column && *column != missing.front())) {
      reason = "component " + std::to_string(i) +
               " has another number of values than there are rows";
      return failure();
    }
    column = missing.front();
  }
  if (!column)
    return success();
  bool hasColumns = false;
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i)
    hasColumns |= fold.getResultMap(i).isFunctionOfDim(*column);
  // An input that rows share is the operand of a contraction.
  for (unsigned i = 0, e = fold.getInputs().size(); i < e; ++i) {
    AffineMap map = fold.getInputMap(i);
    hasColumns &= !map.isFunctionOfDim(*column) ||
                  map.getNumResults() == fold.getNumDims();
  }
  if (!hasColumns) {
    reason = "an input with columns is shared by rows";
    return failure();
  }
  llvm::erase(rowDims, *column);
  rowDims.push_back(*column);
  return success();
}

LogicalResult RowGroup::checkComponents(cascade::FoldOp op,
                                        std::string &reason) const {
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i) {
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(op.getResultMap(i));
    // The column may be missing.
    unsigned least = rowDims.size() - column.has_value();
    if (!dims || dims->size() < least || dims->size() > rowDims.size()) {
      reason = "component " + std::to_string(i) +
               " has another number of values than there are rows";
      return failure();
    }
    if (!isKernelType(op.getStateElementType(i))) {
      reason = "component " + std::to_string(i) +
               " has an element type that "
               "kernels do not compute with";
      return failure();
    }
    if (!isScalarCode(op.getTermBlock(i)) ||
        (op.hasCorrection(i) && !isScalarCode(op.getCorrectionBlock(i)))) {
      reason = "component " + std::to_string(i) +
               " has code with regions or of tensors";
      return failure();
    }
  }
  return success();
}

/// True if a contraction or another reduction along the axis computes `input`:
/// it belongs into the loop that consumes it.
static bool isReductionAlong(Value input, ArrayRef<unsigned> dims,
                             unsigned axis) {
  auto producer = input.getDefiningOp<linalg::LinalgOp>();
  return producer && producer.getNumReductionLoops() > 0 &&
         llvm::is_contained(dims, axis);
}

FailureOr<RowGroup> RowGroup::match(cascade::FoldOp fold, bool takesLaterFolds,
                                    std::string &reason) {
  RowGroup group(fold, takesLaterFolds);
  SmallVector<unsigned> axes = fold.getAxisDims();
  if (axes.size() != 1) {
    reason = "it has " + std::to_string(axes.size()) + " axis dimensions";
    return failure();
  }
  group.axis = axes.front();
  for (unsigned dim = 0, e = fold.getNumDims(); dim < e; ++dim)
    if (dim != group.axis)
      group.rowDims.push_back(dim);
  if (failed(group.matchColumn(reason)) ||
      failed(group.checkComponents(fold, reason)))
    return failure();
  for (auto [i, input] : llvm::enumerate(fold.getInputs())) {
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getInputMap(i));
    if (!dims || !group.isStorable(fold.getInputElementType(i))) {
      reason = "input " + std::to_string(i) + " is not read by rows";
      return failure();
    }
    if (isReductionAlong(input, *dims, group.axis)) {
      reason = "input " + std::to_string(i) + " is computed by a reduction";
      return failure();
    }
    group.addInput(input, *dims);
  }
  if (group.column && group.isContiguous()) {
    reason = "it has columns, and an input is contiguous along the axis";
    return failure();
  }
  for (auto [i, init] : llvm::enumerate(fold.getInits()))
    group.addInput(init, *getNamedDims(fold.getResultMap(i)));
  group.collect(group.axis, group.rowDims.size(), group.column);
  return group;
}

/// A later fold of the same rows: its dimensions are those of the group's own
/// fold, which something that both know says.
bool RowGroup::tryAddFold(cascade::FoldOp next) {
  std::string reason;
  // One that has a schedule gets a kernel of its own.
  if (!takesLaterFolds || column || next->hasAttr(kScheduleAttrName) ||
      next.getNumDims() != fold.getNumDims() ||
      next.getAxisDims() != SmallVector<unsigned>{axis} ||
      failed(checkComponents(next, reason)))
    return false;
  bool readsGroup = false;
  llvm::SmallBitVector known(next.getNumDims());
  SmallVector<FoldTensor> externals;
  for (auto [i, input] : llvm::enumerate(next.getInputs())) {
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(next.getInputMap(i));
    if (!dims || !isStorable(next.getInputElementType(i)))
      return false;
    bool ofGroup = contains(input);
    if (ofGroup && getDims(input) != ArrayRef(*dims))
      return false;
    if (ofGroup || isInput({input, *dims}))
      for (unsigned dim : *dims)
        known.set(dim);
    readsGroup |= ofGroup;
    if (ofGroup)
      continue;
    if (isReductionAlong(input, *dims, axis) ||
        dependsOnResults(input, fold, [&](Value v) { return contains(v); }))
      return false;
    externals.push_back({input, *dims});
  }
  if (!readsGroup || !known.all())
    return false;
  for (auto [i, init] : llvm::enumerate(next.getInits())) {
    if (contains(init) ||
        dependsOnResults(init, fold, [&](Value v) { return contains(v); }))
      return false;
    externals.push_back({init, *getNamedDims(next.getResultMap(i))});
  }
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(next->getRegions(), captured);
  for (Value value : captured)
    if (dependsOnResults(value, fold, [&](Value v) { return contains(v); }))
      return false;
  for (const FoldTensor &external : externals)
    addExternal(external);
  return true;
}

void RowGroup::addWriters(llvm::SmallPtrSetImpl<Operation *> &ops) {
  auto getColumn = [&](Value operand) -> Value {
    auto expand = operand.getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || !contains(expand.getSrc()) ||
        getDims(expand.getSrc()) != ArrayRef(rowDims))
      return {};
    ArrayRef<int64_t> shape = expand.getResultType().getShape();
    bool isColumn = shape.back() == 1 &&
                    shape.drop_back() == expand.getSrcType().getShape();
    return isColumn ? expand.getSrc() : Value();
  };
  for (Operation *op = fold->getNextNode(); op; op = op->getNextNode()) {
    auto concat = dyn_cast<tensor::ConcatOp>(op);
    if (!concat || rowDims.empty() || column)
      continue;
    ArrayRef<int64_t> shape = concat.getResultType().getShape();
    if (concat.getDim() != shape.size() - 1 ||
        ShapedType::isDynamic(shape.back()))
      continue;
    RowTable table{concat, {}};
    for (Value operand : concat.getInputs())
      table.columns.push_back(getColumn(operand));
    if (!llvm::all_of(table.columns, [](Value column) { return column; }))
      continue;
    tables.push_back(table);
    ops.insert(concat);
  }
  for (const RowTable &table : tables)
    for (Value operand : table.op->getOperands()) {
      Operation *expand = operand.getDefiningOp();
      if (llvm::all_of(expand->getUsers(),
                       [&](Operation *user) { return ops.contains(user); }))
        ops.insert(expand);
    }
}

/// Of what the fold reads along the axis.
ArrayRef<unsigned> RowGroup::findDims(Value tensor) const {
  auto found = llvm::find_if(inputs, [&](const FoldTensor &input) {
    return input.tensor == tensor && input.has(axis);
  });
  return found == inputs.end() ? ArrayRef<unsigned>() : found->dims;
}

bool RowGroup::isContiguous() const {
  cascade::FoldOp op = fold;
  return llvm::any_of(inputs, [&](const FoldTensor &tensor) {
    return llvm::is_contained(op.getInputs(), tensor.tensor) &&
           tensor.isContiguousAlong(axis);
  });
}

bool RowGroup::areColumns() const {
  cascade::FoldOp op = fold;
  return !rowDims.empty() &&
         llvm::all_of(inputs, [&](const FoldTensor &tensor) {
           return !llvm::is_contained(op.getInputs(), tensor.tensor) ||
                  !tensor.has(axis) || tensor.dims.back() == rowDims.back() ||
                  (column && !tensor.has(*column));
         });
}
