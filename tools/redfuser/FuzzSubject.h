//===- FuzzSubject.h - What redfuser fuzz checks -------------- -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_FUZZSUBJECT_H
#define REDFUSER_TOOLS_FUZZSUBJECT_H

#include "RedFuser/Fuzz/Verdict.h"

#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <vector>

namespace redfuser {

/// One case of some family.
class FuzzSubject {
public:
  virtual ~FuzzSubject() = default;

  /// `compiles` asks for code on the CPU, too; on a GPU all cases are compiled.
  virtual void check(mlir::MLIRContext &context, bool compiles,
                     FuzzVerdict &verdict) const = 0;
  /// Smaller cases, the boldest first. Not all are valid. With `keepsTerms`,
  /// whether they fuse stays.
  virtual std::vector<std::unique_ptr<FuzzSubject>>
  simplify(bool keepsTerms) const = 0;
  /// The program, below `note` as a comment.
  virtual std::string printProgram(const std::string &note) const = 0;
  /// The options of `redfuser run` that repeat the case.
  virtual std::string printSuiteLine(llvm::StringRef inputFile) const = 0;
};

/// Checks cases one after another in a context of its own.
class FuzzChecker {
public:
  FuzzChecker();
  ~FuzzChecker();

  /// Survives a crash of what it calls, which is a failure like others.
  FuzzVerdict check(const FuzzSubject &subject, bool compiles);

private:
  void renewContext();

  std::unique_ptr<mlir::MLIRContext> context;
  unsigned numChecked = 0;
};

} // namespace redfuser

#endif // REDFUSER_TOOLS_FUZZSUBJECT_H
