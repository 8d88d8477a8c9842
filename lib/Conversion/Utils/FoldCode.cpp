//===- FoldCode.cpp - Scalar code of folds and of what reads them ---------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldCode.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace redfuser;

std::optional<SmallVector<unsigned>> redfuser::getNamedDims(AffineMap map) {
  SmallVector<unsigned> dims;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || llvm::is_contained(dims, dim.getPosition()))
      return std::nullopt;
    dims.push_back(dim.getPosition());
  }
  return dims;
}

bool redfuser::isKernelType(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) ||
         (isa<IntegerType>(type) && type.isSignlessInteger() &&
          llvm::is_contained({1u, 8u, 16u, 32u, 64u},
                             type.getIntOrFloatBitWidth()));
}

bool redfuser::isScalarCode(Block &block) {
  return llvm::all_of(block.without_terminator(), [](Operation &op) {
    return op.getNumRegions() == 0 &&
           (isPure(&op) || isa<linalg::IndexOp, cascade::IndexOp>(op)) &&
           llvm::none_of(op.getOperandTypes(), llvm::IsaPred<ShapedType>);
  });
}

bool redfuser::dependsOnAny(Value value,
                            llvm::function_ref<bool(Value)> isSource) {
  Block *block = value.getParentBlock();
  llvm::SetVector<Value> values;
  values.insert(value);
  for (unsigned i = 0; i < values.size(); ++i) {
    if (isSource(values[i]))
      return true;
    Operation *op = values[i].getDefiningOp();
    if (op && op->getBlock() == block)
      values.insert_range(op->getOperands());
  }
  return false;
}

bool redfuser::dependsOnResults(Value value, cascade::FoldOp fold,
                                llvm::function_ref<bool(Value)> isOfGroup) {
  Operation *def = value.getDefiningOp();
  if (!def)
    return false;
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.omitUsesFromAbove = false;
  Block *block = fold->getBlock();
  // Dependences lie between the fold and the member.
  options.filter = [&](Operation *op) {
    return op->getBlock() == block && fold->isBeforeInBlock(op);
  };
  if (failed(getBackwardSlice(def, &slice, options)))
    return true;
  for (Operation *op : slice) {
    // Only what can be moved in front of the kernel may feed it.
    if (!isMemoryEffectFree(op))
      return true;
    // Its own operands, and what its regions capture.
    WalkResult reads = op->walk([&](Operation *inner) {
      return WalkResult(
          success(llvm::none_of(inner->getOperands(), isOfGroup)));
    });
    if (reads.wasInterrupted())
      return true;
  }
  return isOfGroup(value);
}
