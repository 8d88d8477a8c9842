//===- CheckVirtual.cpp - No rows x axis tensor is materialised -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"

namespace redfuser {
#define GEN_PASS_DEF_CHECKVIRTUAL
#include "RedFuser/Conversion/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

/// The mark that fusion leaves on an op whose result lives in tiles only.
static constexpr StringLiteral kVirtual = "redfuser.virtual";

/// True if `op` computes a whole tensor, not a tile of one inside a kernel.
static bool isOutsideKernels(Operation *op) {
  return !op->getParentOfType<scf::ForallOp>() &&
         !op->getParentOfType<gpu::LaunchOp>();
}

namespace {
struct CheckVirtualPass
    : public redfuser::impl::CheckVirtualBase<CheckVirtualPass> {
  void runOnOperation() override {
    // Consumers first: erasing one may free its producer.
    SmallVector<Operation *> marked;
    getOperation()->walk([&](Operation *op) {
      if (op->hasAttr(kVirtual))
        marked.push_back(op);
    });
    bool failed = false;
    for (Operation *op : llvm::reverse(marked)) {
      if (!isOutsideKernels(op)) {
        op->removeAttr(kVirtual);
        continue;
      }
      if (op->use_empty()) {
        op->erase();
        continue;
      }
      InFlightDiagnostic diag =
          op->emitOpError("was fused into a tile loop, but its whole result is "
                          "still read: it would need a rows x axis buffer");
      diag.attachNote((*op->user_begin())->getLoc()) << "a reader is here";
      failed = true;
    }
    if (failed)
      signalPassFailure();
  }
};
} // namespace
