//===- LaterLoads.cpp - Loads of what will be read again ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterLoads.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace redfuser;

Value redfuser::loadForLater(OpBuilder &b, Location loc, Type type,
                             Value pointer) {
  auto load = LLVM::LoadOp::create(b, loc, type, pointer, /*alignment=*/16);
  StringAttr name = b.getStringAttr(kLaterScopeName);
  auto domain = LLVM::AliasScopeDomainAttr::get(b.getContext(), name, name);
  auto scope =
      LLVM::AliasScopeAttr::get(b.getContext(), name, domain, StringAttr());
  load.setAliasScopesAttr(b.getArrayAttr({scope}));
  return load;
}
