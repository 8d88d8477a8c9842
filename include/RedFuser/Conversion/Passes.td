//===- Passes.td - RedFuser lowering passes       ------------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_CONVERSION_PASSES_TD
#define REDFUSER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // REDFUSER_CONVERSION_PASSES_TD
