//===- WarpgroupRetry.cpp - What is computed once more --------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Exponentials with small references are cheaper than those with any
// (References): a choice of the factor takes 3 to 4 % of a kernel's time, a
// branch around the terms of a tile as much. So a block computes all of its
// tiles as if references were small, and remembers whether one was not. If so,
// it computes all of them once more, as the source does, and overwrites the
// results.
//

#include "WarpgroupKernel.h"

#include "../Utils/FoldCode.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::cascade;

using Values = SmallVector<Value>;

/// Named barrier of consumers and the producer's warp, behind those of turns.
static constexpr int64_t kPassBarrier = 8;

static bool isOfLargeReference(Operation &op) {
  return op.hasAttr(kLargeReferenceAttrName);
}

/// True if `value` of a term is computed from references that the product is
/// corrected by, and what does not vary along the axis.
bool WarpgroupKernel::dependsOnReferences(Value value) {
  return !dependsOnAny(value, [&](Value source) {
    auto arg = dyn_cast<BlockArgument>(source);
    if (!arg)
      return source.getDefiningOp<IndexOp>() != nullptr;
    unsigned number = arg.getArgNumber(), inputs = fold.getInputs().size();
    return number < inputs
               ? isElement(arg)
               : !isProductReference(number - inputs) || !arg.getType().isF32();
  });
}

/// True if the first pass has code for small references: where they change when
/// the product is corrected alone. Floats that are added to scores, elements of
/// a mask in memory among them, are often large.
bool WarpgroupKernel::hasUsualCode() {
  if (!mayRetry(group, schedule))
    return false;
  bool isRead = false;
  for (const Variant *variant : {&inner, &border})
    for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
      FoldOp code = variant->fold;
      Block &block = code.getTermBlock(i);
      for (BlockArgument arg : block.getArguments())
        if (isElement(arg) && !arg.use_empty() &&
            arg.getArgNumber() != group.getScoresInput() &&
            isa<FloatType>(arg.getType()))
          return false;
      for (Operation &op : block) {
        if (!isOfLargeReference(op))
          continue;
        isRead = true;
        if (!dependsOnReferences(op.getResult(0)))
          return false;
      }
    }
  return isRead;
}

/// Whether a reference of the thread's rows is large (i1). Infinite ones are
/// the same in any code.
Value WarpgroupKernel::hasLargeReferences(const State &state) {
  auto constant = [&](APFloat value) -> Value {
    return arith::ConstantOp::create(b, loc,
                                     b.getFloatAttr(b.getF32Type(), value));
  };
  Value least = constant(APFloat(kLargeReference)),
        infinity = constant(APFloat::getInf(APFloat::IEEEsingle()));
  Value large = arith::ConstantIntOp::create(b, loc, 0, 1);
  for (unsigned i = 0, e = fold.getNumReductions(); i < e; ++i) {
    if (!isProductReference(i) || !fold.getStateElementType(i).isF32())
      continue;
    for (Value value : state.rows[i]) {
      Value size = math::AbsFOp::create(b, loc, value);
      Value isLarge = arith::AndIOp::create(
          b, loc,
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, size, least),
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, size,
                                infinity));
      large = b.createOrFold<arith::OrIOp>(loc, large, isLarge);
    }
  }
  return large;
}

Values WarpgroupKernel::correctApplied(Progress &progress) {
  return correctProduct(progress.acc, progress.applied, progress.state,
                        checksReferences ? &progress.state.wasLarge : nullptr);
}

/// Of a tile of rows, once it is folded.
void WarpgroupKernel::noteReferences(const State &state) {
  if (checksReferences)
    ops.branch(ops.any(state.wasLarge), [&] {
      ops.storeShared(ops.add(shared, layout.retry), ops.constant(1));
    });
}

/// What a role does, from the counts of tiles that `emitPass` begins with,
/// those of the axis and of rows, to those that it returns. Of the producer,
/// threads for which `isActive` holds take part, and the first warp goes
/// through barriers.
void WarpgroupKernel::emitPasses(
    Value isActive, llvm::function_ref<Values(ValueRange)> emitPass) {
  Value zero = ops.constant(0);
  Values counts{zero, zero};
  auto emit = [&](Value condition) {
    if (!condition)
      return emitPass(counts);
    return ops.branch(
        ValueRange(counts).getTypes(), condition,
        [&] { return emitPass(counts); }, [&] { return counts; });
  };
  auto exchange = [&] {
    std::swap(inner, usualInner);
    std::swap(border, usualBorder);
    checksReferences = !checksReferences;
  };
  if (hasTwoPasses())
    exchange();
  counts = emit(isActive);
  if (!hasTwoPasses())
    return;
  exchange();
  auto emitSecondPass = [&] {
    ops.syncWarp();
    ops.syncNamed(ops.constant(kPassBarrier),
                  schedule.getWarpgroups() * kWarpgroupThreads +
                      kWarpgroupThreads / kWarps);
    Value retry = ops.loadShared(ops.add(shared, layout.retry), b.getI32Type());
    Value again = ops.compare(arith::CmpIPredicate::ne, retry, zero);
    if (isActive)
      again = arith::AndIOp::create(b, loc, again, isActive);
    ops.branch(again, [&] { emit(Value()); });
  };
  if (!isActive)
    return emitSecondPass();
  ops.branch(ops.compare(arith::CmpIPredicate::eq, warp, zero), emitSecondPass);
}
