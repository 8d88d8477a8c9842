//===- Verdict.h - What is fused and what is refused ------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_VERDICT_H
#define REDFUSER_TOOLS_VERDICT_H

#include "Program.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <string>

namespace redfuser {

/// Something that a pass left as it was, and the condition that failed.
struct Refusal {
  std::string where;
  std::string message;
};

/// "file.mlir:12:3", without the path of the file.
std::string describeLocation(mlir::Location loc);

/// Has `context` keep in `refusals`, in the order of the program, what passes
/// report as missed, and in `notes`, if given, what raising reports as
/// analysis. Errors are printed.
mlir::LogicalResult
collectRefusals(mlir::MLIRContext &context,
                llvm::SmallVectorImpl<Refusal> &refusals,
                llvm::SmallVectorImpl<Refusal> *notes = nullptr);

/// What comes of the chains of one function.
struct Verdict {
  unsigned fused = 0;
  llvm::SmallVector<Refusal> refusals;

  /// "1 fused, 2 refused: FIRST REASON".
  std::string describe() const;
};

/// Finds and fuses the chains of a function of `path`, in a context of its own.
/// Errors are printed.
mlir::FailureOr<Verdict> judge(llvm::StringRef path, llvm::StringRef function,
                               const FusionOptions &options);

/// What a user expects: "N fused", or "N fused, M refused", or the same with
/// ": TEXT", which one of the reasons must contain.
struct ExpectedVerdict {
  unsigned fused = 0, refused = 0;
  std::string text;

  static llvm::Expected<ExpectedVerdict> parse(llvm::StringRef text);
  bool matches(const Verdict &verdict) const;
};

} // namespace redfuser

#endif // REDFUSER_TOOLS_VERDICT_H
