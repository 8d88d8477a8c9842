//===- ProtectArguments.cpp - Read-only public arguments ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace redfuser {
#define GEN_PASS_DEF_PROTECTARGUMENTS
#include "RedFuser/Transforms/Passes.h.inc"
} // namespace redfuser

using namespace mlir;

namespace {

struct ProtectArgumentsPass final
    : redfuser::impl::ProtectArgumentsBase<ProtectArgumentsPass> {
  void runOnOperation() override {
    StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
    auto no = BoolAttr::get(&getContext(), false);
    getOperation()->walk([&](FunctionOpInterface func) {
      if (func.isExternal() || !func.isPublic())
        return;
      for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
        if (isa<TensorType>(type) && !func.getArgAttr(i, name))
          func.setArgAttr(i, name, no);
    });
  }
};

} // namespace
