//===- Run.cpp - redfuser run ---------------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Report.h"
#include "RunCase.h"
#include "Suite.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace redfuser;

static void printRun(StringRef label, const Run &run) {
  outs() << left_justify(label, 9)
         << right_justify(formatSeconds(run.seconds), 12) << "   "
         << formatBytes(run.extraBytes) << " beyond arguments and results\n";
}

static int runOne(const RunOptions &options) {
  CaseRunner runner;
  std::optional<CaseReport> report = runner.run(options);
  if (!report)
    return kFailure;
  outs() << "function " << report->signature.name << '(';
  interleaveComma(report->arguments, outs(), [](const HostTensor &argument) {
    outs() << describe(argument.getKind(), argument.getShape());
  });
  outs() << ") -> (";
  interleaveComma(report->run.results, outs(), [](const HostTensor &result) {
    outs() << describe(result.getKind(), result.getShape());
  });
  outs() << ")\n";
  outs() << "target   " << options.fusion.target << ", data "
         << options.arguments.data << ", seed " << options.arguments.seed
         << '\n';
  printRun(options.unfused ? "unfused" : "fused", report->run);
  if (report->unexpected)
    outs() << "verdict  " << report->unexpected->describe() << "; expected "
           << options.verdict << '\n';
  if (!options.check && options.expect.empty())
    return report->passed() ? kSuccess : kFailure;
  if (options.check && !options.unfused)
    printRun("unfused", report->unfused);
  for (auto [i, comparison] : enumerate(report->comparisons))
    printComparison(outs(), i, report->run.results[i], comparison);
  for (auto [i, expectation] : enumerate(report->expectations))
    outs() << "result #" << i
           << format(" against the file: error %.3g (tolerance %.3g), ",
                     expectation.error.relative, expectation.tolerance)
           << expectation.error.specialMismatches << " special values differ"
           << (expectation.passed() ? ": ok\n" : ": FAILED\n");
  outs() << (report->passed() ? "check passed\n" : "check FAILED\n");
  return report->passed() ? kSuccess : kFailure;
}

int redfuser::runMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "run INPUT.mlir [options]",
      "Runs a function on seeded random inputs or .npy files. Errors are\n"
      "max |result - float64| / RMS(float64), where float64 is the source\n"
      "program computed in f64.",
      "  redfuser run attention.mlir --check "
      "--dims=2x128x64,2x96x64,2x96x64\n"
      "  redfuser run bert_layer.mlir --check --input=bert_layer "
      "--expect=bert_layer\n");
  RunOptions options;
  std::string suite;
  declareRunOptions(line, options);
  line.addString("suite", suite, "FILE",
                 "run the cases of FILE, one JSON object of options a line,\n"
                 "and print a Markdown table; 'input-file' is the program");
  if (std::optional<int> exitCode = line.start(arguments, suite))
    return *exitCode;
  if (!suite.empty())
    return runSuite(suite, options);
  return runOne(options);
}
