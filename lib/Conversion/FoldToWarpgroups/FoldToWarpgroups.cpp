//===- FoldToWarpgroups.cpp - Folds between contractions to kernels -------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpgroupKernel.h"

#include "../Utils/BarrierEffects.h"
#include "../Utils/Schedules.h"

#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Dialect/Cascade/Transforms/Transforms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/ScopeExit.h"

namespace redfuser {
#define GEN_PASS_DEF_FOLDTOWARPGROUPS
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("fold-to-warpgroups")
        .category("redfuser-fold-to-warpgroups");

namespace {
/// Ops that are made beside a fold: an attempt that fails leaves sizes, buffers
/// and descriptors, which nobody reads but which read its operands.
class MadeOps : public RewriterBase::Listener {
public:
  explicit MadeOps(FoldOp fold) : block(fold->getBlock()) {}

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (op->getBlock() == block && !previous.isSet())
      ops.insert(op);
  }
  void notifyOperationErased(Operation *op) override { ops.remove(op); }

  void eraseDead(IRRewriter &rewriter) {
    // Readers before what they read; a fold is the caller's.
    for (Operation *op : llvm::to_vector(llvm::reverse(ops))) {
      bool isDead =
          isa<nvgpu::TmaCreateDescriptorOp>(op) || isOpTriviallyDead(op);
      if (isDead && op->use_empty() && !isa<FoldOp>(op))
        rewriter.eraseOp(op);
    }
  }

private:
  Block *block;
  SetVector<Operation *> ops;
};

struct FoldToWarpgroupsPass
    : public redfuser::impl::FoldToWarpgroupsBase<FoldToWarpgroupsPass> {
  using FoldToWarpgroupsBase::FoldToWarpgroupsBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    FoldToWarpgroupsBase::getDependentDialects(registry);
    registry.insert<CascadeDialect>();
    registerBarrierEffects(registry);
  }

  void runOnOperation() override {
    FailureOr<WarpgroupScheduleAttr> option =
        parseSchedule<WarpgroupScheduleAttr>(getOperation(), schedule);
    if (failed(option))
      return signalPassFailure();
    override = *option;
    SmallVector<FoldOp> folds;
    getOperation()->walk([&](FoldOp fold) { folds.push_back(fold); });
    llvm::SmallDenseSet<StringAttr> combines;
    collectCombines(getOperation(), combines);
    IRRewriter rewriter(&getContext());
    for (FoldOp fold : folds) {
      Location loc = fold.getLoc();
      std::string reason;
      if (failed(lower(rewriter, fold, reason)))
        return signalPassFailure();
      if (!reason.empty())
        remark::missed(loc, kRemark)
            << "the fold is not computed by warpgroups: " + reason;
    }
    inlineCombines(getOperation(), combines);
  }

private:
  /// Replaces the fold and its group by a kernel, or says why not in `reason`.
  LogicalResult lower(IRRewriter &rewriter, FoldOp fold, std::string &reason);
  LogicalResult lowerAnyhow(IRRewriter &rewriter, FoldOp fold, MadeOps &made,
                            std::string &reason);
  LogicalResult lower(IRRewriter &rewriter, const WarpgroupFold &group,
                      std::string &reason);

  WarpgroupScheduleAttr override;
  llvm::StringMap<int64_t> counters;
};
} // namespace

LogicalResult FoldToWarpgroupsPass::lower(IRRewriter &rewriter, FoldOp fold,
                                          std::string &reason) {
  // Inside a kernel or a loop over tiles something else decides.
  if (!isa<func::FuncOp>(fold->getParentOp())) {
    reason = "it is not in the body of a function";
    return success();
  }
  MadeOps made(fold);
  rewriter.setListener(&made);
  auto reset = llvm::scope_exit([&] { rewriter.setListener(nullptr); });
  // What a term computes of an element of 8 bits is an operand of its own.
  FoldOp separated = separateWidening(rewriter, fold);
  if (!separated)
    return lowerAnyhow(rewriter, fold, made, reason);
  rewriter.replaceAllUsesWith(fold.getResults(), separated.getResults());
  if (failed(lowerAnyhow(rewriter, separated, made, reason)))
    return failure();
  if (reason.empty()) {
    rewriter.eraseOp(fold);
    return success();
  }
  rewriter.replaceAllUsesWith(separated.getResults(), fold.getResults());
  rewriter.eraseOp(separated);
  made.eraseDead(rewriter);
  return success();
}

LogicalResult FoldToWarpgroupsPass::lowerAnyhow(IRRewriter &rewriter,
                                                FoldOp fold, MadeOps &made,
                                                std::string &reason) {
  // Operands of 8 bits as they are, or else widened in memory before. Several
  // dimensions of rows as one, if they are one in memory.
  std::string inMemory;
  for (bool widens : {true, false})
    for (bool pack : {true, false}) {
      reason.clear();
      FailureOr<WarpgroupFold> group = WarpgroupFold::match(fold, pack, reason);
      if (failed(group))
        return success();
      rewriter.setInsertionPoint(fold);
      group->setSharedColumns(findSharedColumns(rewriter, *group));
      if (widens) {
        group->findWidenings(rewriter, reason);
        if (inMemory.empty() && !reason.empty())
          inMemory = "an operand of a product " + reason;
        reason.clear();
        if (!group->isWidened())
          break;
      }
      Location loc = fold.getLoc();
      if (failed(lower(rewriter, *group, reason)))
        return failure();
      if (reason.empty()) {
        if (!inMemory.empty())
          remark::missed(loc, kRemark)
              << "what has 8 bits is widened in memory: " + inMemory;
        return success();
      }
      made.eraseDead(rewriter);
      if (widens && (inMemory.empty() || group->getRows().size() == 1))
        inMemory = reason;
      if (group->getRows().size() == 1)
        break;
    }
  return success();
}

LogicalResult FoldToWarpgroupsPass::lower(IRRewriter &rewriter,
                                          const WarpgroupFold &group,
                                          std::string &reason) {
  FoldOp fold = group.getFold();
  auto func = cast<func::FuncOp>(fold->getParentOp());
  // A schedule may be that of operands that are widened before.
  auto own = fold->getAttrOfType<WarpgroupScheduleAttr>(kScheduleAttrName);
  if (own && group.isWidened() &&
      failed(checkWarpgroupSchedule(group, own, sharedBudget, reason)))
    return success();
  std::string refused;
  FailureOr<WarpgroupScheduleAttr> chosen =
      selectSchedule<WarpgroupScheduleAttr>(
          fold, override, reason, refused,
          [&](WarpgroupScheduleAttr schedule, std::string &reason) {
            if (synchronous && !isSynchronous(schedule)) {
              reason = "it is of instructions that the chip lacks (sm_90a has "
                       "them): expected order = synchronous";
              return failure();
            }
            return checkWarpgroupSchedule(group, schedule, sharedBudget,
                                          reason);
          },
          [&](std::string &reason) {
            return chooseWarpgroupSchedule(group, sharedBudget, synchronous,
                                           reason);
          });
  if (failed(chosen))
    return failure();
  if (!*chosen)
    return success();

  WarpgroupScheduleAttr schedule = chooseSegments(group, *chosen, sharedBudget);
  [[maybe_unused]] std::string ignored;
  assert(succeeded(
             checkWarpgroupSchedule(group, schedule, sharedBudget, ignored)) &&
         "the number of segments should not change whether a schedule fits");
  bool isSplit = leavesPartials(schedule);

  // The kernel stands where the fold does; what its members read goes before.
  // Those of a split fold follow the merge.
  for (const FoldMember &member : group.getMembers()) {
    if (isSplit)
      break;
    linalg::LinalgOp op = member.op;
    SetVector<Value> read;
    getUsedValuesDefinedAbove(op->getRegions(), read);
    for (OpOperand *operand : op.getDpsInputOperands())
      if (!group.contains(operand->get()))
        read.insert(operand->get());
    [[maybe_unused]] LogicalResult moved =
        moveValueDefinitions(rewriter, read.getArrayRef(), fold);
    assert(succeeded(moved) && "what reads the group should be no member's");
  }
  rewriter.setInsertionPoint(fold);
  WarpgroupKernel kernel(rewriter, group, schedule, numerics, sharedBudget);
  if (failed(kernel.prepareOperands(reason)))
    return success();
  if (!refused.empty())
    remark::missed(fold.getLoc(), kRemark)
        << describeRefusal(override, schedule, refused);
  std::string how;
  if (schedule.getSegments() > 1)
    how += " in " + std::to_string(schedule.getSegments()) + " segments";
  if (schedule.getCluster() > 1)
    how += ", " + std::to_string(schedule.getCluster()) + " of a cluster";
  if (isSplit)
    remark::passed(fold.getLoc(), kRemark)
        << "the fold is computed by warpgroups" + how +
               ", whose states are merged";
  else
    remark::passed(fold.getLoc(), kRemark)
        << "the fold and " + std::to_string(group.getMembers().size()) +
               " ops after it are computed by warpgroups" + how +
               (dealsRanges(schedule) ? " in equal ranges of tiles" : "");
  std::string name = func.getName().str() + "_warpgroups_" +
                     std::to_string(counters[func.getName()]++);
  SmallVector<Value> results = kernel.emit(name);
  if (isSplit) {
    SetVector<unsigned> axis;
    axis.insert(group.getAxis());
    FailureOr<MergeResult> merge =
        cast<PartialReductionOpInterface>(fold.getOperation())
            .mergeReductions(rewriter, fold.getLoc(), results, axis);
    if (failed(merge))
      return failure();
    rewriter.replaceOp(fold, merge->replacements);
    return success();
  }
  for (auto [output, result] : llvm::zip_equal(group.getOutputs(), results))
    rewriter.replaceAllUsesWith(output.tensor, result);
  for (const FoldMember &member : llvm::reverse(group.getMembers()))
    rewriter.eraseOp(member.op);
  rewriter.eraseOp(fold);
  return success();
}
