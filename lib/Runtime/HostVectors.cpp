//===- HostVectors.cpp - What this machine computes with ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/HostVectors.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

int64_t redfuser::getHostVectorBits() {
  static const int64_t bits = [] {
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    if (features.lookup("avx512f"))
      return 512;
    return features.lookup("avx") ? 256 : 128;
  }();
  return bits;
}
