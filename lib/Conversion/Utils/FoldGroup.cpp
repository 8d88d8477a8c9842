//===- FoldGroup.cpp - A fold and what is computed from it ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldGroup.h"

#include "FoldCode.h"

using namespace mlir;
using namespace redfuser;

SmallVector<unsigned> redfuser::getInputDims(cascade::FoldOp fold,
                                             unsigned input) {
  return llvm::map_to_vector(
      fold.getInputMap(input).getResults(),
      [](AffineExpr expr) { return cast<AffineDimExpr>(expr).getPosition(); });
}

SmallVector<unsigned> FoldMember::getDims(OpOperand *operand) const {
  linalg::LinalgOp reader = op;
  return llvm::map_to_vector(
      reader.getMatchingIndexingMap(operand).getResults(),
      [&](AffineExpr expr) {
        return loopDims[cast<AffineDimExpr>(expr).getPosition()];
      });
}

bool FoldGroup::isStorable(Type type) const { return isKernelType(type); }

bool FoldGroup::tryAdd(linalg::LinalgOp op, unsigned inner, unsigned numRowDims,
                       std::optional<unsigned> optional) {
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      op->getNumRegions() != 1 || !isScalarCode(*op.getBlock()))
    return false;
  for (BlockArgument out : op.getRegionOutputArgs())
    if (!out.use_empty())
      return false;

  // The group's values and tensors of known dimensions say which loop is which
  // dimension.
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
    if (!isStorable(getElementTypeOrSelf(operand->get().getType())))
      return false;
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
    ArrayRef<unsigned> dims = findDims(operand->get());
    SmallVector<unsigned> saved = loopDims;
    if (!dims.empty() && !unify(op.getMatchingIndexingMap(operand), dims))
      loopDims = saved;
  }
  llvm::SmallBitVector seen(fold.getNumDims());
  for (unsigned dim : loopDims) {
    if (dim == kUnknown || seen.test(dim))
      return false;
    seen.set(dim);
  }
  bool hasInner = seen.test(inner);
  bool lacksOptional = optional && !seen.test(*optional);
  if (seen.count() + lacksOptional != numRowDims + hasInner)
    return false;

  auto toDims = [&](AffineMap map) -> std::optional<SmallVector<unsigned>> {
    std::optional<SmallVector<unsigned>> loops = getNamedDims(map);
    if (!loops)
      return std::nullopt;
    return llvm::map_to_vector(*loops,
                               [&](unsigned loop) { return loopDims[loop]; });
  };
  auto dependsOnGroup = [&](Value value) {
    return dependsOnResults(value, fold, [&](Value v) { return contains(v); });
  };
  SmallVector<FoldTensor> externals;
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
        !isStorable(getElementTypeOrSelf(init.get().getType())))
      return false;
    resultDims.push_back(*dims);
  }
  // Scalars from above that the body captures.
  WalkResult captures = op.getBlock()->walk([&](Operation *inBody) {
    for (Value operand : inBody->getOperands())
      if (operand.getParentBlock() == fold->getBlock() &&
          dependsOnGroup(operand))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (captures.wasInterrupted())
    return false;

  for (const FoldTensor &external : externals)
    addExternal(external);
  for (auto [result, dims] : llvm::zip(op->getResults(), resultDims))
    values[result] = dims;
  members.push_back({op, std::move(loopDims), hasInner});
  return true;
}

void FoldGroup::addResults(cascade::FoldOp op) {
  for (OpResult result : op->getResults())
    values[result] = *getNamedDims(op.getResultMap(result.getResultNumber()));
}

void FoldGroup::collect(unsigned inner, unsigned numRowDims,
                        std::optional<unsigned> optional) {
  addResults(fold);
  for (Operation *op = fold->getNextNode(); op; op = op->getNextNode()) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      tryAdd(linalgOp, inner, numRowDims, optional);
    auto next = dyn_cast<cascade::FoldOp>(op);
    if (next && tryAddFold(next)) {
      folds.push_back(next);
      addResults(next);
    }
  }
  llvm::SmallPtrSet<Operation *, 8> ops;
  for (cascade::FoldOp next : folds)
    ops.insert(next);
  for (const FoldMember &member : members)
    ops.insert(member.op);
  addWriters(ops);
  for (auto &[value, dims] : values)
    if (llvm::any_of(value.getUsers(),
                     [&](Operation *user) { return !ops.contains(user); }))
      outputs.push_back({value, dims});
}
