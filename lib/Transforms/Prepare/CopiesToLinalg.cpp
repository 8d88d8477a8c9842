//===- CopiesToLinalg.cpp - Strided copies as loops -----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace redfuser {
#define GEN_PASS_DEF_COPIESTOLINALG
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

struct CopiesToLinalgPass final
    : redfuser::impl::CopiesToLinalgBase<CopiesToLinalgPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::CopyOp copy) {
      auto source = dyn_cast<MemRefType>(copy.getSource().getType());
      auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (!source || !target)
        return;
      if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
        return;
      rewriter.setInsertionPoint(copy);
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      rewriter.eraseOp(copy);
    });
  }
};

} // namespace
