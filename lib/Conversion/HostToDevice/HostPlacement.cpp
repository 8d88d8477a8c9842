//===- HostPlacement.cpp - Which buffers of host code the host owns -------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostPlacement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace redfuser;

bool redfuser::isDeallocHelper(StringRef function) {
  return function.starts_with("dealloc_helper");
}

static bool isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

void HostPlacement::join(Value a, Value b) {
  if (isBuffer(a) && isBuffer(b))
    classes.unionSets(a, b);
}

/// Calls `joinFn` for values that control flow hands on as other values.
static void forEachForwarding(Operation *op,
                              llvm::function_ref<void(Value, Value)> joinFn) {
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    for (unsigned i = 0, e = op->getNumSuccessors(); i < e; ++i) {
      OperandRange operands =
          branch.getSuccessorOperands(i).getForwardedOperands();
      // Produced arguments, if any, come first.
      auto arguments =
          op->getSuccessor(i)->getArguments().take_back(operands.size());
      for (auto [from, to] : llvm::zip(operands, arguments))
        joinFn(from, to);
    }
  auto regions = dyn_cast<RegionBranchOpInterface>(op);
  if (!regions)
    return;
  RegionBranchSuccessorMapping mapping;
  regions.getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping)
    for (Value input : inputs)
      joinFn(operand->get(), input);
}

void HostPlacement::visit(Operation *op) {
  for (Value value : op->getResults())
    if (isBuffer(value))
      classes.insert(value);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value value : block.getArguments())
        if (isBuffer(value))
          classes.insert(value);
  forEachForwarding(op, [&](Value a, Value b) { join(a, b); });

  // What reads a shape or frees memory does not care where it is.
  if (isa<memref::DimOp, memref::RankOp, memref::DeallocOp, memref::CopyOp,
          memref::AllocOp, bufferization::CloneOp,
          memref::ExtractAlignedPointerAsIndexOp>(op))
    return;
  // Constants of the program are in host memory to begin with.
  if (isa<memref::GetGlobalOp>(op)) {
    hostUsed.push_back(op->getResult(0));
    return;
  }
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    hostUsed.push_back(load.getMemRef());
    return;
  }
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    hostUsed.push_back(store.getMemRef());
    return;
  }
  if (auto reshape = dyn_cast<memref::ReshapeOp>(op)) {
    hostUsed.push_back(reshape.getShape());
    join(reshape.getSource(), reshape.getResult());
    return;
  }
  if (auto call = dyn_cast<func::CallOp>(op);
      call && isDeallocHelper(call.getCallee())) {
    llvm::copy_if(call.getOperands(), std::back_inserter(hostUsed), isBuffer);
    return;
  }
  if (isa<ViewLikeOpInterface, arith::SelectOp,
          memref::ExtractStridedMetadataOp>(op)) {
    for (Value result : op->getResults())
      for (Value operand : op->getOperands())
        join(operand, result);
    return;
  }
  // Structured control flow forwards; all others are kernels, calls, results.
  bool forwards = isa<RegionBranchOpInterface, BranchOpInterface>(op) ||
                  (isa<RegionBranchTerminatorOpInterface>(op) &&
                   isa<RegionBranchOpInterface>(op->getParentOp()));
  if (forwards)
    return;
  llvm::copy_if(op->getOperands(), std::back_inserter(deviceUsed), isBuffer);
  llvm::copy_if(op->getResults(), std::back_inserter(deviceUsed), isBuffer);
}

HostPlacement::HostPlacement(func::FuncOp func) {
  func.walk([&](Operation *op) {
    if (op != func)
      visit(op);
  });
  for (Block &block : func.getBody())
    for (Value value : block.getArguments())
      if (isBuffer(value))
        classes.insert(value);
  for (Value value : func.getArguments())
    if (isBuffer(value))
      deviceUsed.push_back(value);
  for (Value value : hostUsed)
    host.insert(classes.getLeaderValue(value));
  for (Value value : deviceUsed)
    host.erase(classes.getLeaderValue(value));
}

bool HostPlacement::isOnHost(Value memref) const {
  auto leader = classes.findLeader(memref);
  return leader != classes.member_end() && host.contains(*leader);
}
