//===- RowGroup.cpp - A fold and what is computed from it -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroup.h"

#include "../Utils/FoldCode.h"

using namespace mlir;
using namespace redfuser;

void RowGroup::addInput(Value tensor, ArrayRef<unsigned> dims) {
  if (llvm::none_of(inputs, [&](const FoldTensor &t) {
        return t.tensor == tensor && ArrayRef(t.dims) == dims;
      }))
    inputs.push_back({tensor, SmallVector<unsigned>(dims)});
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

FailureOr<RowGroup> RowGroup::match(cascade::FoldOp fold, std::string &reason) {
  RowGroup group(fold);
  SmallVector<unsigned> axes = fold.getAxisDims();
  if (axes.size() != 1) {
    reason = "it has " + std::to_string(axes.size()) + " axis dimensions";
    return failure();
  }
  group.axis = axes.front();
  for (unsigned dim = 0, e = fold.getNumDims(); dim < e; ++dim)
    if (dim != group.axis)
      group.rowDims.push_back(dim);

  if (failed(group.matchColumn(reason)))
    return failure();
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (!isKernelType(fold.getStateElementType(i))) {
      reason = "component " + std::to_string(i) +
               " has an element type that "
               "kernels do not compute with";
      return failure();
    }
    if (!isScalarCode(fold.getTermBlock(i)) ||
        (fold.hasCorrection(i) && !isScalarCode(fold.getCorrectionBlock(i)))) {
      reason = "component " + std::to_string(i) + " has code with regions";
      return failure();
    }
  }
  bool readsAxis = false;
  for (auto [i, input] : llvm::enumerate(fold.getInputs())) {
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getInputMap(i));
    if (!dims || !isKernelType(fold.getInputElementType(i))) {
      reason = "input " + std::to_string(i) + " is not read by rows";
      return failure();
    }
    // What a contraction computes belongs into the loop that consumes it.
    auto producer = input.getDefiningOp<linalg::LinalgOp>();
    if (producer && producer.getNumReductionLoops() > 0 &&
        llvm::is_contained(*dims, group.axis)) {
      reason = "input " + std::to_string(i) + " is computed by a reduction";
      return failure();
    }
    readsAxis |= llvm::is_contained(*dims, group.axis);
    group.addInput(input, *dims);
  }
  if (!readsAxis) {
    reason = "no input varies along the axis";
    return failure();
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
