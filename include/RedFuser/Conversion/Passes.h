//===- Passes.h - RedFuser lowering passes ----------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_CONVERSION_PASSES_H
#define REDFUSER_CONVERSION_PASSES_H

#include "RedFuser/Transforms/NumericOptions.h"

#include "mlir/Pass/Pass.h"

namespace redfuser {

#define GEN_PASS_DECL
#include "RedFuser/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RedFuser/Conversion/Passes.h.inc"

} // namespace redfuser

#endif // REDFUSER_CONVERSION_PASSES_H
