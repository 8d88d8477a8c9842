//===- Fuzz.cpp - redfuser fuzz -------------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "FuzzCheck.h"
#include "Program.h"

#include "RedFuser/Runtime/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <chrono>

using namespace llvm;
using namespace redfuser;

/// Shrinking tries no more cases than this; each takes milliseconds unless it
/// is compiled.
static constexpr unsigned kMaxShrinkingChecks = 1500;

namespace {

struct FuzzOptions {
  uint64_t seed = 0;
  uint64_t count = 100;
  bool fusable = false;
  bool unfusable = false;
  uint64_t compileEvery = 4;
  uint64_t bracketings = 3;
  uint64_t segments = 0;
  uint64_t maxFailures = 10;
  bool print = false;
  bool noShrink = false;
  std::string output;

  fuzz::Family getFamily() const {
    return fusable     ? fuzz::Family::Fusable
           : unfusable ? fuzz::Family::Unfusable
                       : fuzz::Family::Free;
  }
  /// The command that checks the case of `caseSeed` alone.
  std::string getCommand(uint64_t caseSeed) const {
    std::string command =
        "redfuser fuzz --seed=" + utostr(caseSeed) +
        " --count=1 --compile-every=1 --bracketings=" + utostr(bracketings);
    if (segments)
      command += " --segments=" + utostr(segments);
    if (fusable || unfusable)
      command += fusable ? " --fusable" : " --unfusable";
    return command;
  }
  fuzz::Case generate(uint64_t caseSeed) const {
    fuzz::Case spec = fuzz::generate(getFamily(), caseSeed);
    if (segments)
      spec.segments = segments;
    return spec;
  }
};

class Fuzzer {
public:
  explicit Fuzzer(const FuzzOptions &options) : options(options) {}

  int run() {
    auto start = std::chrono::steady_clock::now();
    auto shown = start;
    for (uint64_t i = 0; i < options.count; ++i) {
      auto now = std::chrono::steady_clock::now();
      if (now - shown > std::chrono::seconds(2)) {
        shown = now;
        errs() << "fuzz: " << i << " of " << options.count << " cases, "
               << numFused << " fused, " << numFailures << " failures\n";
      }
      if (!runCase(options.seed + i, i))
        return kFailure;
      if (numFailures == options.maxFailures) {
        errs() << "fuzz: stopped after " << numFailures << " failures\n";
        options.count = i + 1;
      }
    }
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    errs() << format("fuzz: %.1f s, %.1f cases/s\n", seconds,
                     options.count / std::max(seconds, 1e-9));
    outs() << "seeds " << options.seed << ".."
           << options.seed + options.count - 1 << ": " << options.count
           << " cases, " << numFused << " fused, ";
    if (options.unfusable)
      outs() << numFusedInPart << " in part, ";
    outs() << numCompiled << " compiled, " << numDeviations
           << " known deviations, " << numFailures << " failures\n";
    return numFailures ? kFailure : kSuccess;
  }

private:
  FuzzCheckOptions getCheckOptions(bool compiles) const {
    FuzzCheckOptions check;
    check.family = options.getFamily();
    check.compiles = compiles;
    check.numBracketings = options.bracketings;
    return check;
  }

  /// False if the failing case could not be written.
  bool runCase(uint64_t caseSeed, uint64_t number) {
    fuzz::Case spec = options.generate(caseSeed);
    bool compiles = options.compileEvery && number % options.compileEvery == 0;
    FuzzVerdict verdict = checker.check(spec, getCheckOptions(compiles));
    numFused += verdict.isFused && !verdict.isFusedInPart;
    numFusedInPart += verdict.isFusedInPart;
    numCompiled += compiles;
    numDeviations += verdict.isKnownDeviation;
    if (verdict.passed())
      return true;
    ++numFailures;
    errs() << "fuzz: seed " << caseSeed << ": " << verdict.failure << "\n";
    if (!options.noShrink)
      shrink(spec, verdict, compiles);
    return report(caseSeed, spec, verdict);
  }

  /// Takes the first simplification that fails in the same way, until none
  /// does.
  void shrink(fuzz::Case &spec, FuzzVerdict &verdict, bool compiles) {
    unsigned checks = 0;
    bool smaller = true;
    // A verdict on fusability holds for the terms as they are.
    bool keepsTerms = verdict.isAboutFusability;
    while (smaller) {
      smaller = false;
      for (const fuzz::Case &candidate :
           fuzz::getSimplifications(spec, keepsTerms)) {
        if (++checks > kMaxShrinkingChecks)
          return;
        FuzzVerdict other = checker.check(candidate, getCheckOptions(compiles));
        if (other.failure != verdict.failure)
          continue;
        spec = candidate;
        verdict = other;
        smaller = true;
        break;
      }
    }
  }

  bool report(uint64_t caseSeed, fuzz::Case &spec, const FuzzVerdict &verdict) {
    std::string name = "fuzz-" + utostr(caseSeed);
    spec.note = verdict.failure + ": " + verdict.details + "\n" +
                options.getCommand(caseSeed) + "\n";
    std::string line = spec.printSuiteLine(name + ".mlir");
    if (options.output.empty()) {
      outs() << spec.printProgram() << "// " << line << '\n';
      return true;
    }
    if (std::error_code ec = sys::fs::create_directories(options.output)) {
      reportError("cannot make the folder '" + options.output +
                  "': " + ec.message());
      return false;
    }
    SmallString<128> path(options.output);
    sys::path::append(path, name);
    for (auto [extension, contents] :
         {std::pair<StringRef, std::string>{".mlir", spec.printProgram()},
          std::pair<StringRef, std::string>{".jsonl", line}})
      if (Error error = writeOutputFile((path + extension).str(), contents)) {
        reportError(toString(std::move(error)));
        return false;
      }
    errs() << "fuzz: wrote " << path << ".mlir\n";
    return true;
  }

  FuzzOptions options;
  FuzzChecker checker;
  uint64_t numFused = 0, numFusedInPart = 0, numCompiled = 0, numDeviations = 0,
           numFailures = 0;
};

} // namespace

int redfuser::fuzzMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "fuzz [options]",
      "Checks random cascades: the interpreted chain against the interpreted\n"
      "fold in random bracketings, the tiled program and, for some cases, the\n"
      "compiled one. A case that fails is made smaller and written as .mlir,\n"
      "with a line for 'redfuser run --suite' beside it.",
      "  redfuser fuzz --seed=0 --count=1000 --output=failures\n");
  FuzzOptions options;
  line.addUnsigned("seed", options.seed, 0,
                   "of the first case; the next has the next (default 0)");
  line.addUnsigned("count", options.count, 1, "cases (default 100)");
  line.addFlag("fusable", options.fusable,
               "only cascades that must fuse; one that does not is a failure");
  line.addFlag("unfusable", options.unfusable,
               "only cascades that must not fuse");
  line.addUnsigned("compile-every", options.compileEvery, 0,
                   "compile one case in so many, 0 for none (default 4)");
  line.addUnsigned("bracketings", options.bracketings, 0,
                   "random bracketings of each fold (default 3)");
  line.addUnsigned("segments", options.segments, 0,
                   "segments of tiled folds (default: random)");
  line.addUnsigned("max-failures", options.maxFailures, 1,
                   "stop after so many (default 10)");
  line.addFlag("print", options.print, "print the programs, check nothing");
  line.addFlag("no-shrink", options.noShrink,
               "write failing cases as they are");
  line.addString("output", options.output, "DIR",
                 "a folder for failing cases (default: standard output)");
  if (std::optional<int> exitCode = line.start(arguments))
    return *exitCode;
  if (options.fusable && options.unfusable) {
    reportError("expected one of --fusable and --unfusable, got both");
    return kUsage;
  }
  if (!options.print)
    return Fuzzer(options).run();
  for (uint64_t i = 0; i < options.count; ++i) {
    fuzz::Case spec = options.generate(options.seed + i);
    spec.note = options.getCommand(options.seed + i);
    outs() << spec.printProgram() << "// " << spec.printSuiteLine("-") << '\n';
  }
  return kSuccess;
}
