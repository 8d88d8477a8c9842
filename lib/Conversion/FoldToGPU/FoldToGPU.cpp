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
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

namespace redfuser {
#define GEN_PASS_DEF_FOLDTOGPU
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

static constexpr StringLiteral kNoMove =
    "an operand of what reads its results is computed after it";

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

  RowScheduleAttr override;
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

LogicalResult FoldToGPUPass::lower(IRRewriter &rewriter, FoldOp fold,
                                   std::string &reason) {
  // Inside a kernel or a loop over tiles something else decides.
  if (!isa<func::FuncOp>(fold->getParentOp())) {
    reason = "it is not in the body of a function";
    return success();
  }
  FailureOr<RowGroup> group = RowGroup::match(fold, reason);
  if (failed(group))
    return success();
  FailureOr<RowScheduleAttr> chosen = selectSchedule<RowScheduleAttr>(
      fold, override, reason,
      [&](RowScheduleAttr schedule, std::string &reason) {
        return checkRowSchedule(*group, schedule, sharedBudget, reason);
      },
      [&](std::string &reason) {
        return chooseRowSchedule(*group, sharedBudget, reason);
      });
  if (failed(chosen))
    return failure();
  if (!*chosen)
    return success();

  // The kernel stands where the fold does; what its members read goes before.
  for (const FoldTensor &input : group->getInputs())
    if (failed(moveValueDefinitions(rewriter, input.tensor, fold))) {
      reason = kNoMove;
      return success();
    }
  for (const FoldMember &member : group->getMembers()) {
    SetVector<Value> captured;
    getUsedValuesDefinedAbove(member.op->getRegions(), captured);
    for (Value operand : member.op->getOperands())
      if (!isa<ShapedType>(operand.getType()))
        captured.insert(operand);
    if (failed(moveValueDefinitions(rewriter, captured.getArrayRef(), fold))) {
      reason = kNoMove;
      return success();
    }
  }
  remark::passed(fold.getLoc(), kRemark)
      << "the fold and " + std::to_string(group->getMembers().size()) +
             " ops after it are computed together";
  rewriter.setInsertionPoint(fold);
  auto func = cast<func::FuncOp>(fold->getParentOp());
  std::string name = func.getName().str() + "_rows_" +
                     std::to_string(counters[func.getName()]++);
  SmallVector<Value> results =
      RowKernel(rewriter, *group, *chosen, sharedBudget).emit(name);
  for (auto [output, result] : llvm::zip_equal(group->getOutputs(), results))
    rewriter.replaceAllUsesWith(output.tensor, result);
  for (const FoldMember &member : llvm::reverse(group->getMembers()))
    rewriter.eraseOp(member.op);
  rewriter.eraseOp(fold);
  return success();
}
