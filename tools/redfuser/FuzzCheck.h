//===- FuzzCheck.h - Verdict on one case of redfuser fuzz -------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_FUZZCHECK_H
#define REDFUSER_TOOLS_FUZZCHECK_H

#include "RedFuser/Fuzz/Case.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace redfuser {

/// What to check.
struct FuzzCheckOptions {
  fuzz::Family family = fuzz::Family::Free;
  /// Compile the case, too.
  bool compiles = false;
  /// Random bracketings of each fold.
  unsigned numBracketings = 3;
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
  bool passed() const { return failure.empty(); }
};

/// Checks cases one after another in a context of its own.
class FuzzChecker {
public:
  FuzzChecker();
  ~FuzzChecker();

  /// Survives a crash of what it calls, which is a failure like others.
  FuzzVerdict check(const fuzz::Case &spec, const FuzzCheckOptions &options);

private:
  void renewContext();

  std::unique_ptr<mlir::MLIRContext> context;
  unsigned numChecked = 0;
};

} // namespace redfuser

#endif // REDFUSER_TOOLS_FUZZCHECK_H
