//===- FuzzAttention.h - Random attention in redfuser fuzz ---- -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_FUZZATTENTION_H
#define REDFUSER_TOOLS_FUZZATTENTION_H

#include "FuzzGpu.h"
#include "FuzzSubject.h"

#include "RedFuser/Fuzz/Attention.h"

namespace redfuser {

/// `spec` as a subject: fused and compiled for `target`, against the unfused
/// program and its value in f64, both compiled for this machine.
std::unique_ptr<FuzzSubject> makeFuzzSubject(fuzz::AttentionCase spec,
                                             FuzzTarget target);

} // namespace redfuser

#endif // REDFUSER_TOOLS_FUZZATTENTION_H
