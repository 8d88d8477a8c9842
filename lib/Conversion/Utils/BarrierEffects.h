//===- BarrierEffects.h - What a barrier does to memory ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_BARRIEREFFECTS_H
#define REDFUSER_LIB_CONVERSION_UTILS_BARRIEREFFECTS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace redfuser {

/// Gives `gpu.barrier`, and what else orders threads or is done for them all
/// in kernels, memory effects: it reads and writes what others do.
/// Without any, upstream's buffer deallocation refuses functions with kernels
/// that have barriers already.
void registerBarrierEffects(mlir::DialectRegistry &registry);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_BARRIEREFFECTS_H
