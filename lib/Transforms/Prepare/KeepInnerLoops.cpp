//===- KeepInnerLoops.cpp - Loops that LLVM is to vectorise ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace redfuser {
#define GEN_PASS_DEF_KEEPINNERLOOPS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// Up to as many iterations, the elements of a vector, unrolled code is fine.
static constexpr int64_t kMostUnrolled = 16;

/// The iterations of `loop` if they are known.
static std::optional<int64_t> getTripCount(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!lower || !upper || !step || *step <= 0 || *upper <= *lower)
    return std::nullopt;
  return llvm::divideCeilSigned(*upper - *lower, *step);
}

static bool isInnermost(scf::ForOp loop) {
  return !loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

namespace {
struct KeepInnerLoopsPass final
    : public redfuser::impl::KeepInnerLoopsBase<KeepInnerLoopsPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    auto unroll = LLVM::LoopUnrollAttr::get(
        context, /*disable=*/BoolAttr::get(context, true), {}, {}, {}, {}, {},
        {});
    LLVM::LoopAnnotationAttr annotation =
        LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {},
                                      {}, {}, {}, {}, {}, {}, {}, {});
    // What scf-to-cf and the branches of the LLVM dialect call it.
    StringAttr name = StringAttr::get(context, "loop_annotation");
    getOperation()->walk([&](scf::ForOp loop) {
      std::optional<int64_t> count = getTripCount(loop);
      if (count && *count > kMostUnrolled && !loop->hasAttr(name) &&
          isInnermost(loop))
        loop->setAttr(name, annotation);
    });
  }
};
} // namespace
