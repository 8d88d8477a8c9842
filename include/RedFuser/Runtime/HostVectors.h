//===- HostVectors.h - What this machine computes with ----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_HOSTVECTORS_H
#define REDFUSER_RUNTIME_HOSTVECTORS_H

#include <cstdint>

namespace redfuser {

/// Bits of the widest vectors that this machine computes with, 128 where that
/// is not known.
int64_t getHostVectorBits();

} // namespace redfuser

#endif // REDFUSER_RUNTIME_HOSTVECTORS_H
