//===- CascadeDialect.cpp - The cascade dialect ---------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace redfuser::cascade;

#include "RedFuser/Dialect/Cascade/IR/CascadeAttrInterfaces.cpp.inc"
#include "RedFuser/Dialect/Cascade/IR/CascadeDialect.cpp.inc"
#include "RedFuser/Dialect/Cascade/IR/CascadeEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "RedFuser/Dialect/Cascade/IR/CascadeAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "RedFuser/Dialect/Cascade/IR/CascadeOps.cpp.inc"

namespace {
/// Everything here is pure: it may be inlined anywhere.
struct CascadeInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void CascadeDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "RedFuser/Dialect/Cascade/IR/CascadeAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "RedFuser/Dialect/Cascade/IR/CascadeOps.cpp.inc"
      >();
  addInterfaces<CascadeInlinerInterface>();
}
