//===- FoldToGPU.cpp - Folds on rows to kernels ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"
#include "RowSchedule.h"

#include "../Utils/BarrierEffects.h"
#include "../Utils/Distributed.h"

#include "RedFuser/Conversion/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
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

static constexpr StringLiteral kScheduleAttrName = "redfuser.schedule";

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("fold-to-gpu").category("redfuser-fold-to-gpu");

static void emitMissed(FoldOp fold, StringRef reason) {
  remark::missed(fold.getLoc(), kRemark)
      << ("the fold gets no kernel of its own: " + reason).str();
}

namespace {
struct FoldToGPUPass : public redfuser::impl::FoldToGPUBase<FoldToGPUPass> {
  using FoldToGPUBase::FoldToGPUBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    FoldToGPUBase::getDependentDialects(registry);
    registerBarrierEffects(registry);
  }

  void runOnOperation() override {
    if (!schedule.empty()) {
      override = dyn_cast_or_null<RowScheduleAttr>(parseAttribute(
          "#cascade.row_schedule<" + schedule + ">", &getContext()));
      if (!override) {
        emitError(getOperation()->getLoc())
            << "expected 'schedule' to be the parameters of "
               "#cascade.row_schedule, got '"
            << schedule << "'";
        return signalPassFailure();
      }
    }
    SmallVector<FoldOp> folds;
    getOperation()->walk([&](FoldOp fold) { folds.push_back(fold); });
    IRRewriter rewriter(&getContext());
    for (FoldOp fold : folds)
      if (failed(lower(rewriter, fold)))
        return signalPassFailure();
  }

private:
  LogicalResult lower(IRRewriter &rewriter, FoldOp fold);

  RowScheduleAttr override;
  llvm::StringMap<int64_t> counters;
};
} // namespace

LogicalResult FoldToGPUPass::lower(IRRewriter &rewriter, FoldOp fold) {
  // Inside a kernel or a loop over tiles something else decides.
  if (!isa<func::FuncOp>(fold->getParentOp())) {
    emitMissed(fold, "it is not in the body of a function");
    return success();
  }
  std::string reason;
  FailureOr<RowGroup> group = RowGroup::match(fold, reason);
  if (failed(group)) {
    emitMissed(fold, reason);
    return success();
  }
  auto chosen = fold->getAttrOfType<RowScheduleAttr>(kScheduleAttrName);
  if (!chosen)
    chosen = override;
  if (chosen && failed(checkRowSchedule(*group, chosen, reason)))
    return fold.emitOpError("does not fit ") << chosen << ": " << reason;
  if (!chosen) {
    FailureOr<RowScheduleAttr> choice = chooseRowSchedule(*group, reason);
    if (failed(choice)) {
      emitMissed(fold, reason);
      return success();
    }
    chosen = *choice;
  }

  // The kernel stands where the fold does; what its members read goes before.
  for (const RowTensor &input : group->getInputs())
    if (failed(moveValueDefinitions(rewriter, input.tensor, fold)))
      return fold.emitOpError("has a readout whose operand cannot be moved");
  for (const RowMember &member : group->getMembers()) {
    SetVector<Value> captured;
    getUsedValuesDefinedAbove(member.op->getRegions(), captured);
    for (Value operand : member.op->getOperands())
      if (!isa<ShapedType>(operand.getType()))
        captured.insert(operand);
    if (failed(moveValueDefinitions(rewriter, captured.getArrayRef(), fold)))
      return fold.emitOpError("has a readout whose operand cannot be moved");
  }
  remark::passed(fold.getLoc(), kRemark)
      << "the fold and " + std::to_string(group->getMembers().size()) +
             " ops after it are computed together";
  rewriter.setInsertionPoint(fold);
  auto func = cast<func::FuncOp>(fold->getParentOp());
  std::string name = func.getName().str() + "_rows_" +
                     std::to_string(counters[func.getName()]++);
  SmallVector<Value> results =
      RowKernel(rewriter, *group, chosen, sharedBudget).emit(name);
  for (auto [output, result] : llvm::zip_equal(group->getOutputs(), results))
    rewriter.replaceAllUsesWith(output.tensor, result);
  for (const RowMember &member : llvm::reverse(group->getMembers()))
    rewriter.eraseOp(member.op);
  rewriter.eraseOp(fold);
  return success();
}
