//===- InlineCombines.cpp - Functions of custom monoids in place ----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/Transforms/Transforms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace redfuser::cascade;

/// Replaces a call by the one block of its function.
static void inlineCall(func::CallOp call, func::FuncOp function) {
  OpBuilder b(call);
  Block &body = function.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator())
    b.clone(op, mapping);
  call.getResult(0).replaceAllUsesWith(
      mapping.lookupOrDefault(body.getTerminator()->getOperand(0)));
  call.erase();
}

void redfuser::cascade::collectCombines(
    Operation *root, llvm::SmallDenseSet<StringAttr> &combines) {
  auto collect = [&](auto op) {
    for (Attribute monoid : op.getMonoids())
      if (auto custom = dyn_cast<CustomAttr>(monoid))
        combines.insert(custom.getCombine().getAttr());
  };
  root->walk([&](ChainOp chain) { collect(chain); });
  root->walk([&](FoldOp fold) { collect(fold); });
}

void redfuser::cascade::inlineCombines(
    Operation *root, const llvm::SmallDenseSet<StringAttr> &combines) {
  if (combines.empty())
    return;
  SmallVector<func::CallOp> calls;
  root->walk([&](func::CallOp call) {
    if (combines.contains(call.getCalleeAttr().getAttr()) &&
        (call->getParentOfType<linalg::LinalgOp>() ||
         call->getParentOfType<gpu::LaunchOp>()))
      calls.push_back(call);
  });
  for (func::CallOp call : calls) {
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    // What CM1 asks for.
    if (function && !function.isExternal() && function.getBody().hasOneBlock())
      inlineCall(call, function);
  }
}
