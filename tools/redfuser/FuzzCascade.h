//===- FuzzCascade.h - Random cascades in redfuser fuzz ------- -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_FUZZCASCADE_H
#define REDFUSER_TOOLS_FUZZCASCADE_H

#include "FuzzGpu.h"
#include "FuzzSubject.h"

#include "RedFuser/Fuzz/Case.h"

namespace redfuser {

/// What to check of cascades.
struct FuzzCascadeOptions {
  fuzz::Family family = fuzz::Family::Free;
  /// Random bracketings of each fold, on the CPU.
  unsigned numBracketings = 3;
  FuzzTarget target = FuzzTarget::CPU;
};

/// `spec` as a subject. On the CPU it goes through the interpreter and tiles,
/// on a GPU through the whole pipeline.
std::unique_ptr<FuzzSubject> makeFuzzSubject(fuzz::Case spec,
                                             FuzzCascadeOptions options);

} // namespace redfuser

#endif // REDFUSER_TOOLS_FUZZCASCADE_H
