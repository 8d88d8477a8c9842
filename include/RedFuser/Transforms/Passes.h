//===- Passes.h - RedFuser transformation passes ----------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TRANSFORMS_PASSES_H
#define REDFUSER_TRANSFORMS_PASSES_H

#include "RedFuser/Transforms/NumericOptions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace redfuser {

#define GEN_PASS_DECL
#include "RedFuser/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RedFuser/Transforms/Passes.h.inc"

} // namespace redfuser

#endif // REDFUSER_TRANSFORMS_PASSES_H
