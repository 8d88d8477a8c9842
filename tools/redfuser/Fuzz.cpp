//===- Fuzz.cpp - redfuser fuzz -------------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "FuzzAttention.h"
#include "FuzzCascade.h"
#include "FuzzGpu.h"
#include "Program.h"
#include "RedFuser/Fuzz/Pool.h"

#include "RedFuser/Runtime/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <optional>
#include <thread>

using namespace llvm;
using namespace redfuser;

/// Shrinking tries no more cases than this; each takes milliseconds unless it
/// is compiled.
static constexpr unsigned kMaxShrinkingChecks = 1500;
/// Of one case, where processes check them: beyond that it hangs.
static constexpr unsigned kMaxSeconds = 120;

namespace {

struct FuzzOptions {
  std::string target = "cpu";
  uint64_t seed = 0;
  uint64_t count = 100;
  /// 0: not given.
  uint64_t jobs = 0;
  bool attention = false;
  bool fusable = false;
  bool unfusable = false;
  uint64_t compileEvery = 4;
  uint64_t bracketings = 3;
  uint64_t segments = 0;
  uint64_t maxFailures = 10;
  bool print = false;
  bool noShrink = false;
  std::string output;

  FuzzTarget getTarget() const {
    return target == "cpu"    ? FuzzTarget::CPU
           : target == "cuda" ? FuzzTarget::Cuda
                              : FuzzTarget::Emulator;
  }
  bool isOnGpu() const { return getTarget() != FuzzTarget::CPU; }
  fuzz::Family getFamily() const {
    return fusable     ? fuzz::Family::Fusable
           : unfusable ? fuzz::Family::Unfusable
                       : fuzz::Family::Free;
  }
  /// Processes to check in. A GPU takes one even for one case after the other.
  unsigned getNumProcesses() const {
    if (!isOnGpu())
      return jobs <= 1 ? 0 : jobs;
    return jobs ? jobs : std::max(1u, std::thread::hardware_concurrency());
  }
  /// The command that checks the case of `caseSeed` alone.
  std::string getCommand(uint64_t caseSeed) const {
    std::string command =
        "redfuser fuzz --seed=" + utostr(caseSeed) + " --count=1";
    if (attention)
      command += " --attention";
    if (isOnGpu())
      command += " --target=" + target;
    else if (!attention)
      command += " --compile-every=1 --bracketings=" + utostr(bracketings);
    if (segments)
      command += " --segments=" + utostr(segments);
    if (fusable || unfusable)
      command += fusable ? " --fusable" : " --unfusable";
    return command;
  }
  std::unique_ptr<FuzzSubject> generate(uint64_t caseSeed) const {
    if (attention) {
      fuzz::AttentionCase spec = fuzz::generateAttention(caseSeed);
      if (isOnGpu())
        fuzz::fitGpu(spec);
      if (segments)
        spec.segments = segments;
      return makeFuzzSubject(std::move(spec), getTarget());
    }
    fuzz::Case spec = fuzz::generate(getFamily(), caseSeed);
    if (isOnGpu())
      fuzz::fitGpu(spec);
    if (segments)
      spec.segments = segments;
    return makeFuzzSubject(std::move(spec),
                           {getFamily(), unsigned(bracketings), getTarget()});
  }
  std::unique_ptr<FuzzSubject> generate(const FuzzRequest &request) const {
    std::unique_ptr<FuzzSubject> subject = generate(request.seed);
    for (unsigned step : request.path)
      subject = std::move(subject->simplify(request.keepsTerms)[step]);
    return subject;
  }
};

/// Counts of cases.
struct FuzzTally {
  uint64_t cases = 0, fused = 0, fusedInPart = 0, compiled = 0, deviations = 0,
           failures = 0;
  /// By FuzzKernel.
  uint64_t kernels[4] = {};

  void add(const FuzzVerdict &verdict) {
    ++cases;
    fused += verdict.isFused && !verdict.isFusedInPart;
    fusedInPart += verdict.isFusedInPart;
    compiled += verdict.isCompiled;
    deviations += verdict.isKnownDeviation;
    failures += !verdict.passed();
    ++kernels[static_cast<int>(verdict.kernel)];
  }
  uint64_t count(FuzzKernel kernel) const {
    return kernels[static_cast<int>(kernel)];
  }
};

class Fuzzer {
public:
  explicit Fuzzer(const FuzzOptions &options)
      : options(options),
        pool([this](const FuzzRequest &request) { return check(request); },
             options.getNumProcesses(), kMaxSeconds) {}

  int run() {
    auto start = std::chrono::steady_clock::now();
    auto shown = start;
    uint64_t numStarted = 0;
    while (numStarted < options.count || pool.isBusy()) {
      auto now = std::chrono::steady_clock::now();
      if (now - shown > std::chrono::seconds(2)) {
        shown = now;
        errs() << "fuzz: " << tally.cases << " of " << options.count
               << " cases, " << tally.fused << " fused, " << tally.failures
               << " failures\n";
      }
      while (numStarted < options.count && pool.isFree()) {
        uint64_t i = numStarted++;
        FuzzRequest request;
        request.seed = options.seed + i;
        request.compiles = compiles(i);
        pool.start(request);
      }
      auto [request, verdict] = pool.next();
      tally.add(verdict);
      if (!verdict.passed()) {
        errs() << "fuzz: seed " << request.seed << ": " << verdict.failure
               << "\n      " << options.getCommand(request.seed) << "\n";
        failures.emplace_back(request, verdict);
      }
      if (tally.failures == options.maxFailures && numStarted < options.count) {
        errs() << "fuzz: stopped after " << tally.failures << " failures\n";
        options.count = numStarted;
      }
      // Where nothing else is under way, at once.
      if (!pool.isBusy() && !reportFailures())
        return kFailure;
    }
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    errs() << format("fuzz: %.1f s, %.1f cases/s\n", seconds,
                     tally.cases / std::max(seconds, 1e-9));
    print();
    return tally.failures ? kFailure : kSuccess;
  }

private:
  void print() const {
    outs() << "seeds " << options.seed << ".."
           << options.seed + options.count - 1 << ": " << tally.cases
           << " cases, " << tally.fused << " fused, ";
    if (options.unfusable)
      outs() << tally.fusedInPart << " in part, ";
    outs() << tally.compiled << " compiled, " << tally.deviations
           << " known deviations, " << tally.failures << " failures\n";
    if (options.isOnGpu())
      outs() << "kernels: warpgroups in " << tally.count(FuzzKernel::Warpgroups)
             << " cases, rows in " << tally.count(FuzzKernel::Rows)
             << ", tiles alone in " << tally.count(FuzzKernel::Tiles) << "\n";
    // Processes that have a GPU take a while to end.
    outs().flush();
  }

  bool compiles(uint64_t number) const {
    return options.isOnGpu() ||
           (options.compileEvery && number % options.compileEvery == 0);
  }

  /// In the process that checks.
  FuzzVerdict check(const FuzzRequest &request) {
    if (!checker)
      checker = std::make_unique<FuzzChecker>();
    return checker->check(*options.generate(request), request.compiles);
  }

  /// False if a failing case could not be written.
  bool reportFailures() {
    for (auto &[request, verdict] : std::exchange(failures, {})) {
      if (!options.noShrink)
        shrink(request, verdict);
      if (!report(request, verdict))
        return false;
    }
    return true;
  }

  /// Takes the first simplification that fails in the same way, until none
  /// does.
  void shrink(FuzzRequest &request, FuzzVerdict &verdict) {
    unsigned checks = 0;
    // A verdict on fusability holds for the terms as they are.
    request.keepsTerms = verdict.isAboutFusability;
    for (bool smaller = true; smaller;) {
      smaller = false;
      unsigned count =
          options.generate(request)->simplify(request.keepsTerms).size();
      // As many at the same time as the pool takes; the first that fails
      // counts.
      for (unsigned i = 0; i < count && !smaller; i += pool.getWidth()) {
        std::optional<std::pair<unsigned, FuzzVerdict>> best;
        unsigned end = std::min(count, i + pool.getWidth());
        for (unsigned step = i; step < end; ++step) {
          FuzzRequest candidate = request;
          candidate.path.push_back(step);
          pool.start(candidate);
        }
        while (pool.isBusy()) {
          auto [candidate, other] = pool.next();
          unsigned step = candidate.path.back();
          if (other.failure == verdict.failure && (!best || step < best->first))
            best.emplace(step, other);
        }
        checks += end - i;
        if (best) {
          request.path.push_back(best->first);
          verdict = best->second;
          smaller = true;
        } else if (checks > kMaxShrinkingChecks) {
          return;
        }
      }
    }
  }

  bool report(const FuzzRequest &request, const FuzzVerdict &verdict) {
    std::string name = "fuzz-" + utostr(request.seed);
    std::string note = verdict.failure + ": " + verdict.details + "\n" +
                       options.getCommand(request.seed) + "\n";
    std::unique_ptr<FuzzSubject> subject = options.generate(request);
    std::string line = subject->printSuiteLine(name + ".mlir");
    if (options.output.empty()) {
      outs() << subject->printProgram(note) << "// " << line << '\n';
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
         {std::pair<StringRef, std::string>{".mlir",
                                            subject->printProgram(note)},
          std::pair<StringRef, std::string>{".jsonl", line}})
      if (Error error = writeOutputFile((path + extension).str(), contents)) {
        reportError(toString(std::move(error)));
        return false;
      }
    errs() << "fuzz: wrote " << path << ".mlir\n";
    return true;
  }

  FuzzOptions options;
  FuzzTally tally;
  std::vector<std::pair<FuzzRequest, FuzzVerdict>> failures;
  std::unique_ptr<FuzzChecker> checker;
  FuzzPool pool;
};

} // namespace

int redfuser::fuzzMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "fuzz [options]",
      "Checks random cascades: the interpreted chain against the interpreted\n"
      "fold in random bracketings, the tiled program and, for some cases, the\n"
      "compiled one; or against kernels on a GPU. A case that fails is made\n"
      "smaller and written as .mlir, with a line for 'redfuser run --suite'\n"
      "beside it.",
      "  redfuser fuzz --seed=0 --count=1000 --output=failures\n"
      "  redfuser fuzz --target=cuda --seed=0 --count=2000 --jobs=16\n");
  FuzzOptions options;
  line.addChoice(
      "target", options.target, {"cpu", "cuda", "emulator"},
      "where fused programs run (default cpu); the emulator is a GPU\n"
      "without tensor cores, on the CPU");
  line.addUnsigned("seed", options.seed, 0,
                   "of the first case; the next has the next (default 0)");
  line.addUnsigned("count", options.count, 1, "cases (default 100)");
  line.addUnsigned("jobs", options.jobs, 1,
                   "processes that check cases (default: 1 on the CPU, for a\n"
                   "GPU one for each core)");
  line.addFlag(
      "attention", options.attention,
      "attention and its relatives in place of cascades, all compiled");
  line.addFlag("fusable", options.fusable,
               "only cascades that must fuse; one that does not is a failure");
  line.addFlag("unfusable", options.unfusable,
               "only cascades that must not fuse");
  line.addUnsigned("compile-every", options.compileEvery, 0,
                   "compile one case in so many, 0 for none (default 4; for a\n"
                   "GPU all are)");
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
  if (options.fusable + options.unfusable + options.attention > 1) {
    reportError("expected one of --attention, --fusable and --unfusable, got "
                "more");
    return kUsage;
  }
  if (options.print) {
    for (uint64_t i = 0; i < options.count; ++i) {
      std::unique_ptr<FuzzSubject> subject = options.generate(options.seed + i);
      outs() << subject->printProgram(options.getCommand(options.seed + i))
             << "// " << subject->printSuiteLine("-") << '\n';
    }
    return kSuccess;
  }
  if (options.getTarget() == FuzzTarget::Cuda)
    if (Error error = probeGpu())
      return reportError("--target=" + options.target + ": " +
                         toString(std::move(error)));
  return Fuzzer(options).run();
}
