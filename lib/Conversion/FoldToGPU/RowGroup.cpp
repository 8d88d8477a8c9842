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
  if (llvm::none_of(inputs, [&](const RowTensor &t) {
        return t.tensor == tensor && ArrayRef(t.dims) == dims;
      }))
    inputs.push_back({tensor, SmallVector<unsigned>(dims)});
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

  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    std::optional<SmallVector<unsigned>> dims =
        getNamedDims(fold.getResultMap(i));
    if (!dims || dims->size() != group.rowDims.size()) {
      reason = "component " + std::to_string(i) +
               " has another number of values than there are rows";
      return failure();
    }
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
    group.values[fold->getResult(i)] = *dims;
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
  for (auto [i, init] : llvm::enumerate(fold.getInits()))
    group.addInput(init, group.values[fold->getResult(i)]);
  group.collectMembers();
  group.collectOutputs();
  return group;
}

bool RowGroup::dependsOnGroup(Value value) const {
  return dependsOnResults(value, fold, [&](Value v) { return contains(v); });
}

bool RowGroup::tryAdd(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      op->getNumRegions() != 1 || !isScalarCode(*op.getBlock()))
    return false;
  for (BlockArgument out : op.getRegionOutputArgs())
    if (!out.use_empty())
      return false;

  // The group's values and the fold's inputs say which loop is which dimension.
  constexpr unsigned kUnknown = ~0u;
  SmallVector<unsigned> loopDims(op.getNumLoops(), kUnknown);
  auto unify = [&](AffineMap map, ArrayRef<unsigned> dims) {
    std::optional<SmallVector<unsigned>> loops = getNamedDims(map);
    if (!loops || loops->size() != dims.size())
      return false;
    for (auto [loop, dim] : llvm::zip(*loops, dims)) {
      if (loopDims[loop] != kUnknown && loopDims[loop] != dim)
        return false;
      loopDims[loop] = dim;
    }
    return true;
  };
  bool reads = false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (!isKernelType(getElementTypeOrSelf(operand->get().getType())))
      return false;
    if (!isa<RankedTensorType>(operand->get().getType()))
      continue;
    auto known = values.find(operand->get());
    if (known == values.end())
      continue;
    reads = true;
    if (!unify(op.getMatchingIndexingMap(operand), known->second))
      return false;
  }
  if (!reads)
    return false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    for (const RowTensor &input : inputs)
      if (input.tensor == operand->get() && input.has(axis)) {
        SmallVector<unsigned> saved = loopDims;
        if (!unify(op.getMatchingIndexingMap(operand), input.dims))
          loopDims = saved;
        break;
      }
  }
  llvm::SmallBitVector seen(fold.getNumDims());
  for (unsigned dim : loopDims) {
    if (dim == kUnknown || seen.test(dim))
      return false;
    seen.set(dim);
  }
  bool alongAxis = seen.test(axis);
  if (seen.count() != rowDims.size() + alongAxis)
    return false;

  auto toDims = [&](AffineMap map) -> std::optional<SmallVector<unsigned>> {
    std::optional<SmallVector<unsigned>> loops = getNamedDims(map);
    if (!loops)
      return std::nullopt;
    return llvm::map_to_vector(*loops,
                               [&](unsigned loop) { return loopDims[loop]; });
  };
  SmallVector<RowTensor> externals;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value value = operand->get();
    if (contains(value))
      continue;
    if (!isa<RankedTensorType>(value.getType())) {
      if (dependsOnGroup(value))
        return false;
      continue;
    }
    std::optional<SmallVector<unsigned>> dims =
        toDims(op.getMatchingIndexingMap(operand));
    if (!dims || dependsOnGroup(value))
      return false;
    externals.push_back({value, *dims});
  }
  SmallVector<SmallVector<unsigned>> resultDims;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    std::optional<SmallVector<unsigned>> dims =
        toDims(op.getMatchingIndexingMap(&init));
    if (!dims || dims->size() != loopDims.size() ||
        !isKernelType(getElementTypeOrSelf(init.get().getType())))
      return false;
    resultDims.push_back(*dims);
  }
  // Scalars from above that the body captures.
  WalkResult captures = op.getBlock()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() == fold->getBlock() &&
          dependsOnGroup(operand))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (captures.wasInterrupted())
    return false;

  for (const RowTensor &external : externals)
    addInput(external.tensor, external.dims);
  for (auto [result, dims] : llvm::zip(op->getResults(), resultDims))
    values[result] = dims;
  members.push_back({op, std::move(loopDims), alongAxis});
  return true;
}

void RowGroup::collectMembers() {
  for (Operation *op = fold->getNextNode(); op; op = op->getNextNode())
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      tryAdd(linalgOp);
}

void RowGroup::collectOutputs() {
  llvm::SmallPtrSet<Operation *, 8> ops;
  for (const RowMember &member : members)
    ops.insert(member.op);
  for (auto &[value, dims] : values)
    if (llvm::any_of(value.getUsers(),
                     [&](Operation *user) { return !ops.contains(user); }))
      outputs.push_back({value, dims});
}

bool RowGroup::isContiguous() const {
  cascade::FoldOp op = fold;
  return llvm::any_of(inputs, [&](const RowTensor &tensor) {
    return llvm::is_contained(op.getInputs(), tensor.tensor) &&
           tensor.isContiguousAlong(axis);
  });
}

bool RowGroup::areColumns() const {
  cascade::FoldOp op = fold;
  return !rowDims.empty() && llvm::all_of(inputs, [&](const RowTensor &tensor) {
    return !llvm::is_contained(op.getInputs(), tensor.tensor) ||
           !tensor.has(axis) || tensor.dims.back() == rowDims.back();
  });
}
