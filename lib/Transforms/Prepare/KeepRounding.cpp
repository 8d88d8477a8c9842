//===- KeepRounding.cpp - Conversions that stay ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace redfuser {
#define GEN_PASS_DEF_KEEPROUNDING
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

struct KeepRoundingPass final
    : redfuser::impl::KeepRoundingBase<KeepRoundingPass> {
  void runOnOperation() override {
    getOperation()->walk([](arith::ArithFastMathInterface op) {
      if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
        return;
      arith::FastMathFlagsAttr flags = op.getFastMathFlagsAttr();
      if (!flags)
        return;
      auto kept = flags.getValue() & ~arith::FastMathFlags::contract;
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(op->getContext(), kept));
    });
  }
};

} // namespace
