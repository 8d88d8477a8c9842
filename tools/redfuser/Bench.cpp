//===- Bench.cpp - redfuser bench -----------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Report.h"
#include "RunCase.h"

#include "RedFuser/Runtime/Cuda.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace redfuser;

namespace {
struct BenchOptions {
  RunOptions run;
  std::string workload;
};

/// One line of the output.
json::Object describe(const BenchOptions &options, StringRef variant,
                      ArrayRef<HostTensor> arguments, const Run &sample,
                      SmallVector<double> seconds) {
  uint64_t bytes = 0;
  std::string shape;
  for (const HostTensor &argument : arguments) {
    bytes += argument.getNumBytes();
    shape += (shape.empty() ? "" : ", ") +
             redfuser::describe(argument.getKind(), argument.getShape());
  }
  for (const HostTensor &result : sample.results)
    bytes += result.getNumBytes();
  llvm::sort(seconds);
  double median = seconds[seconds.size() / 2];
  json::Object line{{"workload", options.workload},
                    {"shape", shape},
                    {"variant", variant},
                    {"target", options.run.fusion.target},
                    {"ms", median * 1e3},
                    {"least_ms", seconds.front() * 1e3},
                    {"repeat", static_cast<int64_t>(seconds.size())},
                    {"bytes", static_cast<int64_t>(bytes)}};
  if (median > 0)
    line["gbps"] = bytes / median * 1e-9;
  return line;
}
/// A version of the function and what its calls took.
struct Timing {
  StringRef variant;
  Executable *program;
  Run sample;
  SmallVector<double> seconds;
};

/// Calls each version `repeat` times, in rounds of all of them: what else the
/// machine does meanwhile, and the speed it runs at, meet all alike.
llvm::Error timeInTurn(MutableArrayRef<Timing> timings,
                       ArrayRef<HostTensor> arguments, unsigned repeat) {
  unsigned left = repeat;
  unsigned most = timings.size() > 1 ? 10 : 1;
  for (unsigned rounds = std::min(repeat, most); rounds > 0; --rounds) {
    unsigned calls = divideCeil(left, rounds);
    for (Timing &timing : timings) {
      auto seconds = timing.program->time(arguments, calls);
      if (!seconds)
        return seconds.takeError();
      append_range(timing.seconds, *seconds);
    }
    left -= calls;
  }
  return llvm::Error::success();
}
} // namespace

static int bench(const BenchOptions &options) {
  CaseRunner runner;
  if (options.run.check) {
    RunOptions once = options.run;
    once.repeat = 1;
    std::optional<CaseReport> report = runner.run(once);
    if (!report)
      return kFailure;
    if (!report->passed()) {
      for (auto [i, comparison] : enumerate(report->comparisons))
        printComparison(errs(), i, report->run.results[i], comparison);
      return reportError("the fused program is not within its tolerance");
    }
  }
  RunOptions timed = options.run;
  timed.fusion.vectorizeUnfused = true;
  CompiledFunction *function = runner.getFunction(timed);
  if (!function)
    return kFailure;
  auto arguments =
      makeArguments(function->getSignature(), options.run.arguments);
  if (!arguments)
    return reportError(toString(arguments.takeError()));

  SmallVector<Timing> timings;
  // Unfused programs run on the CPU only.
  if (options.run.fusion.target == "cpu")
    timings.push_back(Timing{"unfused", function->getUnfused(), {}, {}});
  timings.push_back(Timing{"redfuser", function->getFused(), {}, {}});
  for (Timing &timing : timings) {
    if (!timing.program)
      return kFailure;
    auto sample = timing.program->run(*arguments, 1);
    if (!sample)
      return reportError(toString(sample.takeError()));
    timing.sample = std::move(*sample);
  }
  if (llvm::Error error = timeInTurn(timings, *arguments, options.run.repeat))
    return reportError(toString(std::move(error)));
  for (Timing &timing : timings)
    outs() << json::Value(describe(options, timing.variant, *arguments,
                                   timing.sample, std::move(timing.seconds)))
           << '\n';
  return kSuccess;
}

int redfuser::benchMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "bench INPUT.mlir [options]",
      "Times a function on seeded random inputs, one JSON object a line: the\n"
      "median of the runs, and arguments and results in bytes over that time.\n"
      "On the CPU the unfused program is timed beside it, in turn. On a GPU a "
      "time is\n"
      "the sum of the kernels' (events around each), the L2 cache overwritten "
      "before.",
      "  redfuser bench softmax.mlir --target=cuda --dims=32768x4096\n");
  BenchOptions options;
  options.run.repeat = 50;
  declareRunOptions(line, options.run);
  line.addString("workload", options.workload, "NAME",
                 "what the lines call it (default: the file's name)");
  if (std::optional<int> exitCode = line.start(arguments))
    return *exitCode;
  if (options.workload.empty())
    options.workload = sys::path::stem(options.run.path).str();
  return bench(options);
}
