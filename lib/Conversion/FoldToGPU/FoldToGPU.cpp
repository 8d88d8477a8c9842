//===- FoldToGPU.cpp - Folds on rows to kernels ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoneReductions.h"
#include "RowKernel.h"
#include "RowSchedule.h"

#include "../Utils/BarrierEffects.h"
#include "../Utils/Distributed.h"
#include "../Utils/Schedules.h"

#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Dialect/Cascade/Transforms/Transforms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

namespace redfuser {
#define GEN_PASS_DEF_FOLDTOGPU
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

/// What a kernel takes before PTX ISA 8.1 (CUDA C programming guide, function
/// parameters), less some scalars.
static constexpr int64_t kParameterBytes = 4096 - 128;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("fold-to-gpu").category("redfuser-fold-to-gpu");

namespace {
struct FoldToGPUPass : public redfuser::impl::FoldToGPUBase<FoldToGPUPass> {
  using FoldToGPUBase::FoldToGPUBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    FoldToGPUBase::getDependentDialects(registry);
    registry.insert<CascadeDialect>();
    registerBarrierEffects(registry);
  }

  void runOnOperation() override {
    FailureOr<RowScheduleAttr> option =
        parseSchedule<RowScheduleAttr>(getOperation(), schedule);
    if (failed(option))
      return signalPassFailure();
    override = *option;
    SmallVector<FoldOp> folds;
    getOperation()->walk([&](FoldOp fold) { folds.push_back(fold); });
    llvm::SmallDenseSet<StringAttr> combines;
    collectCombines(getOperation(), combines);
    IRRewriter rewriter(&getContext());
    for (FoldOp fold : folds) {
      if (lowered.contains(fold))
        continue;
      std::string reason;
      if (failed(lower(rewriter, fold, reason)))
        return signalPassFailure();
      if (!reason.empty())
        remark::missed(fold.getLoc(), kRemark)
            << "the fold gets no kernel of its own: " + reason;
    }
    if (failed(lowerLoneReductions(rewriter)))
      return signalPassFailure();
    inlineCombines(getOperation(), combines);
  }

private:
  /// Replaces the fold and its group by kernels, or says why not in `reason`.
  LogicalResult lower(IRRewriter &rewriter, FoldOp fold, std::string &reason);
  LogicalResult lowerLoneReductions(IRRewriter &rewriter);
  FailureOr<RowScheduleAttr> select(const RowGroup &group, std::string &reason,
                                    std::string &refused);
  void moveOperands(IRRewriter &rewriter, const RowGroup &group);
  void emit(IRRewriter &rewriter, const RowGroup &group,
            RowScheduleAttr schedule);

  RowScheduleAttr override;
  /// Folds that a kernel of an earlier one computes.
  llvm::SmallPtrSet<Operation *, 8> lowered;
  llvm::StringMap<int64_t> counters;
};
} // namespace

LogicalResult FoldToGPUPass::lowerLoneReductions(IRRewriter &rewriter) {
  SmallVector<func::FuncOp> funcs;
  getOperation()->walk([&](func::FuncOp func) {
    if (!func.isExternal())
      funcs.push_back(func);
  });
  for (func::FuncOp func : funcs) {
    auto hasReductions = [&] {
      return llvm::any_of(func.getOps<linalg::GenericOp>(), isLoneReduction);
    };
    if (!hasReductions())
      continue;
    if (failed(fuseAroundReductions(func)))
      return failure();
    SmallVector<linalg::GenericOp> reductions = llvm::filter_to_vector(
        func.getOps<linalg::GenericOp>(), isLoneReduction);
    for (linalg::GenericOp op : reductions) {
      rewriter.setInsertionPoint(op);
      FoldOp fold = createFold(rewriter, op);
      rewriter.replaceAllUsesWith(op->getResult(0), fold->getResult(0));
      std::string reason;
      if (failed(lower(rewriter, fold, reason)))
        return failure();
      if (reason.empty()) {
        rewriter.eraseOp(op);
        continue;
      }
      rewriter.replaceAllUsesWith(fold->getResult(0), op->getResult(0));
      rewriter.eraseOp(fold);
    }
  }
  return success();
}

/// Of the kernel: a memref is two pointers, an offset, sizes and strides.
static int64_t getParameterBytes(const RowGroup &group) {
  int64_t words = 0;
  for (const auto &list : {group.getInputs(), group.getOutputs()})
    for (const FoldTensor &tensor : list)
      words += 3 + 2 * static_cast<int64_t>(tensor.dims.size());
  int64_t tableRank = group.getRowDims().size() + 1;
  words += group.getTables().size() * (3 + 2 * tableRank);
  return 8 * words;
}

LogicalResult FoldToGPUPass::lower(IRRewriter &rewriter, FoldOp fold,
                                   std::string &reason) {
  // Inside a kernel or a loop over tiles something else decides.
  if (!isa<func::FuncOp>(fold->getParentOp())) {
    reason = "it is not in the body of a function";
    return success();
  }
  for (bool takesLaterFolds : {true, false}) {
    reason.clear();
    FailureOr<RowGroup> group = RowGroup::match(fold, takesLaterFolds, reason);
    if (failed(group))
      return success();
    auto own = fold->getAttrOfType<RowScheduleAttr>(kScheduleAttrName);
    // With a schedule that takes one fold, each has a kernel.
    bool isOfOne =
        own && (own.getKeep() != RowKeep::Registers || own.getInterleave() > 1);
    if (takesLaterFolds && (group->getFolds().size() == 1 || isOfOne))
      continue;
    if (takesLaterFolds && getParameterBytes(*group) > kParameterBytes)
      continue;
    std::string refused;
    FailureOr<RowScheduleAttr> chosen = select(*group, reason, refused);
    if (failed(chosen))
      return failure();
    if (*chosen) {
      if (!refused.empty())
        remark::missed(fold.getLoc(), kRemark)
            << describeRefusal(override, *chosen, refused);
      moveOperands(rewriter, *group);
      emit(rewriter, *group, *chosen);
      return success();
    }
  }
  return success();
}

FailureOr<RowScheduleAttr> FoldToGPUPass::select(const RowGroup &group,
                                                 std::string &reason,
                                                 std::string &refused) {
  RowDevice device{sharedBudget, clusters, multiprocessors};
  return selectSchedule<RowScheduleAttr>(
      group.getFold(), override, reason, refused,
      [&](RowScheduleAttr schedule, std::string &reason) -> LogicalResult {
        if (schedule.getCluster() > 1 && !clusters) {
          reason = "the chip has no clusters";
          return failure();
        }
        return checkRowSchedule(group, schedule, device, reason);
      },
      [&](std::string &reason) {
        return chooseRowSchedule(group, device, reason);
      });
}

/// The kernel stands where the fold does; what its members read goes before.
void FoldToGPUPass::moveOperands(IRRewriter &rewriter, const RowGroup &group) {
  FoldOp fold = group.getFold();
  SetVector<Value> needed;
  for (const FoldTensor &input : group.getInputs())
    needed.insert(input.tensor);
  for (FoldOp next : group.getFolds())
    getUsedValuesDefinedAbove(next->getRegions(), needed);
  for (const FoldMember &member : group.getMembers()) {
    getUsedValuesDefinedAbove(member.op->getRegions(), needed);
    for (Value operand : member.op->getOperands())
      if (!isa<ShapedType>(operand.getType()))
        needed.insert(operand);
  }
  [[maybe_unused]] LogicalResult moved =
      moveValueDefinitions(rewriter, needed.getArrayRef(), fold);
  assert(succeeded(moved) && "what reads the group should be no member's");
}

void FoldToGPUPass::emit(IRRewriter &rewriter, const RowGroup &group,
                         RowScheduleAttr schedule) {
  FoldOp fold = group.getFold();
  size_t later = group.getFolds().size() - 1;
  std::string what =
      later == 0 ? "the fold" : "the fold, " + std::to_string(later) + " more";
  remark::passed(fold.getLoc(), kRemark)
      << what + " and " + std::to_string(group.getMembers().size()) +
             " ops after it are computed together";
  rewriter.setInsertionPoint(fold);
  auto func = cast<func::FuncOp>(fold->getParentOp());
  std::string name = func.getName().str() + "_rows_" +
                     std::to_string(counters[func.getName()]++);
  SmallVector<Value> results =
      RowKernel(rewriter, group, schedule, sharedBudget).emit(name);
  SmallVector<Value> replaced =
      llvm::map_to_vector(group.getOutputs(), [](const FoldTensor &output) {
        return output.tensor;
      });
  for (RowTable table : group.getTables())
    replaced.push_back(table.op.getResult());
  for (auto [value, result] : llvm::zip_equal(replaced, results))
    rewriter.replaceAllUsesWith(value, result);
  for (RowTable table : group.getTables()) {
    llvm::SmallSetVector<Value, 8> operands;
    operands.insert_range(table.op.getInputs());
    rewriter.eraseOp(table.op);
    for (Value operand : operands)
      if (Operation *expand = operand.getDefiningOp();
          expand && expand->use_empty())
        rewriter.eraseOp(expand);
  }
  // Readers before what they read.
  SmallVector<Operation *> ops(group.getFolds().begin(),
                               group.getFolds().end());
  for (const FoldMember &member : group.getMembers())
    ops.push_back(member.op);
  llvm::sort(ops, [](Operation *lhs, Operation *rhs) {
    return rhs->isBeforeInBlock(lhs);
  });
  for (Operation *op : ops) {
    lowered.insert(op);
    rewriter.eraseOp(op);
  }
}
