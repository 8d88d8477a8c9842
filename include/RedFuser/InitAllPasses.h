//===- InitAllPasses.h - Every pass of RedFuser -----------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only list of our passes and pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_INITALLPASSES_H
#define REDFUSER_INITALLPASSES_H

#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Pipelines/Front.h"
#include "RedFuser/Pipelines/GPU.h"
#include "RedFuser/Transforms/Passes.h"

namespace redfuser {

/// Registers the RedFuser passes and pipelines with the global registry.
inline void registerAllPasses() {
  registerRedFuserTransformsPasses();
  registerRedFuserConversionPasses();
  registerCpuPipelines();
  registerGpuPipelines();
  registerFrontPipelines();
}

} // namespace redfuser

#endif // REDFUSER_INITALLPASSES_H
