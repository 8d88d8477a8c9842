//===- RunCase.h - One case of redfuser run ---------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_RUNCASE_H
#define REDFUSER_TOOLS_RUNCASE_H

#include "Arguments.h"
#include "CommandLine.h"
#include "Execution.h"
#include "Program.h"
#include "Verdict.h"

#include "RedFuser/Runtime/Compare.h"

#include "llvm/ADT/StringMap.h"

#include <limits>

namespace redfuser {

/// What the user asks of one run; see `declareRunOptions`.
struct RunOptions {
  std::string path;
  std::string function;
  FusionOptions fusion;
  std::string output;
  /// Results to compare with: a .npy file per result, or a folder of
  /// resultN.npy; and how far floats may be from them.
  std::string expect;
  std::string expectTolerance = "1e-4";
  ArgumentOptions arguments;
  bool check = false;
  bool unfused = false;
  /// What the chains of the function must come to; see `ExpectedVerdict`.
  std::string verdict;
  /// Bound on the error, whatever the unfused program's is.
  double maxError = std::numeric_limits<double>::infinity();
  uint64_t repeat = 1;
};

/// Binds the options that a case has, on the command line or in a suite.
void declareRunOptions(CommandLine &line, RunOptions &options);

/// How far a result is from the one that was expected.
struct Expectation {
  ErrorFigures error;
  double tolerance;

  bool passed() const {
    return error.specialMismatches == 0 && error.relative <= tolerance;
  }
};

/// What came of one case.
struct CaseReport {
  Signature signature;
  llvm::SmallVector<HostTensor> arguments;
  /// Of the program asked for (fused unless --unfused).
  Run run;
  /// With --check: the unfused program, and a verdict per result.
  Run unfused;
  llvm::SmallVector<Comparison> comparisons;
  /// With --verdict: what the chains came to, if that is something else.
  std::optional<Verdict> unexpected;
  /// With --expect: one per result.
  llvm::SmallVector<Expectation> expectations;

  bool passed() const {
    auto isPassed = [](const auto &verdict) { return verdict.passed(); };
    return !unexpected && llvm::all_of(comparisons, isPassed) &&
           llvm::all_of(expectations, isPassed);
  }
};

/// Runs cases; what several cases share is read and compiled once.
class CaseRunner {
public:
  /// Errors are printed; then nothing is returned.
  std::optional<CaseReport> run(const RunOptions &options);

  /// The function that `options` name, compiled once; null after an error.
  CompiledFunction *getFunction(const RunOptions &options);
  /// The verdict on the function, null after an error.
  const Verdict *getVerdict(const RunOptions &options);

private:
  // Contexts outlive what was compiled in them.
  llvm::StringMap<std::unique_ptr<Session>> sessions;
  llvm::StringMap<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  llvm::StringMap<std::unique_ptr<CompiledFunction>> functions;
  llvm::StringMap<Verdict> verdicts;
};

/// "3.21 ms", "64.0 KiB".
std::string formatSeconds(double seconds);
std::string formatBytes(uint64_t bytes);

} // namespace redfuser

#endif // REDFUSER_TOOLS_RUNCASE_H
