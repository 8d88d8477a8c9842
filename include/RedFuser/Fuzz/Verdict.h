//===- Verdict.h - What came of one case of redfuser fuzz -------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_FUZZ_VERDICT_H
#define REDFUSER_FUZZ_VERDICT_H

#include "RedFuser/Runtime/HostTensor.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace redfuser {

/// What computes the reductions of a case on a GPU.
enum class FuzzKernel {
  /// Nothing was compiled for one.
  None,
  /// Loops over tiles, and ops outside of folds.
  Tiles,
  /// A row kernel, perhaps beside others.
  Rows,
  /// The tensor cores, perhaps beside others.
  Warpgroups
};

struct FuzzVerdict {
  /// What failed, empty if nothing: the same for all sizes of one defect.
  std::string failure;
  /// The figures or the message.
  std::string details;
  /// The program has a fold.
  bool isFused = false;
  /// Of a case that must not fuse, reductions before the one that does not.
  bool isFusedInPart = false;
  /// The failure is that the case was fused, or was not.
  bool isAboutFusability = false;
  /// A special value differs in a way that docs/Fuzzing.md lists; no failure.
  bool isKnownDeviation = false;
  /// Code was compiled and run.
  bool isCompiled = false;
  /// The process that checked the case can check no other.
  bool spoilsProcess = false;
  FuzzKernel kernel = FuzzKernel::None;

  bool passed() const { return failure.empty(); }
  void fail(llvm::StringRef what, llvm::StringRef why) {
    failure = what;
    details = why;
  }

  /// As bytes, for another process; unpack() of anything else is a crash.
  std::string pack() const;
  static FuzzVerdict unpack(llvm::StringRef bytes);
};

} // namespace redfuser

#endif // REDFUSER_FUZZ_VERDICT_H
