//===- Suite.cpp - Many cases in one process ------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Suite.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace redfuser;

namespace {

/// Counts what the suite printed.
struct Totals {
  unsigned passed = 0, failed = 0;
};

/// One option as text, as the command line would take it.
std::optional<std::string> toText(const json::Value &value) {
  if (std::optional<StringRef> text = value.getAsString())
    return text->str();
  if (std::optional<bool> flag = value.getAsBoolean())
    return *flag ? "true" : "false";
  if (std::optional<int64_t> integer = value.getAsInteger())
    return std::to_string(*integer);
  if (std::optional<double> number = value.getAsNumber())
    return formatv("{0:E}", *number).str();
  return std::nullopt;
}

/// The cases of one line: the product of its arrays.
Expected<std::vector<RunOptions>> parseLine(StringRef text, StringRef folder,
                                            const RunOptions &defaults) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  if (!object)
    return createStringError("expected a JSON object");
  std::vector<RunOptions> cases = {defaults};
  // The object keeps no order of its own.
  SmallVector<StringRef> names;
  for (const auto &entry : *object)
    names.push_back(entry.first);
  llvm::sort(names);
  for (StringRef name : names) {
    const json::Value &setting = *object->get(name);
    SmallVector<std::string> choices;
    bool valid = true;
    auto add = [&](const json::Value &choice) {
      std::optional<std::string> text = toText(choice);
      valid &= text.has_value();
      if (text)
        choices.push_back(*text);
    };
    if (const json::Array *array = setting.getAsArray())
      for (const json::Value &choice : *array)
        add(choice);
    else
      add(setting);
    if (!valid || choices.empty())
      return createStringError("expected a string, an integer, a boolean or an "
                               "array of them for '" +
                               name + "'");
    std::vector<RunOptions> product;
    for (const RunOptions &base : cases) {
      for (const std::string &choice : choices) {
        RunOptions options = base;
        if (name == "input-file") {
          options.path = choice;
          if (sys::path::is_relative(choice)) {
            SmallString<128> path(folder);
            sys::path::append(path, choice);
            options.path = path.str().str();
          }
        } else {
          CommandLine line("", "", "");
          declareRunOptions(line, options);
          if (Error error = line.set(name, choice))
            return std::move(error);
        }
        product.push_back(std::move(options));
      }
    }
    cases = std::move(product);
  }
  for (RunOptions &options : cases) {
    if (options.path.empty())
      return createStringError("expected an 'input-file'");
    if (!options.verdict.empty())
      if (auto expected = ExpectedVerdict::parse(options.verdict); !expected)
        return expected.takeError();
    options.check = true;
  }
  return std::move(cases);
}

std::string formatError(double value) {
  std::string text;
  raw_string_ostream(text) << format("%.2g", value);
  return text;
}

void printRow(const RunOptions &options, const CaseReport &report) {
  // One row a case: the worst result stands for all.
  const Comparison *worst = nullptr;
  int64_t mismatches = 0;
  for (const Comparison &comparison : report.comparisons) {
    mismatches += comparison.mismatches;
    if (!worst || comparison.fused.relative / comparison.tolerance >
                      worst->fused.relative / worst->tolerance)
      worst = &comparison;
  }
  std::string sizes;
  for (const HostTensor &argument : report.arguments)
    sizes += (sizes.empty() ? "" : ", ") +
             describe(argument.getKind(), argument.getShape());
  outs() << "| " << sys::path::filename(options.path) << " | "
         << report.signature.name << " | " << sizes << " | "
         << options.arguments.data
         << (options.arguments.input.empty() ? "" : " ")
         << options.arguments.input << " | " << options.fusion.target << " | ";
  if (worst)
    outs() << formatError(worst->fused.relative) << " | "
           << formatError(worst->unfused.relative) << " | "
           << formatError(worst->tolerance);
  else
    outs() << "- | - | -";
  outs() << " | "
         << (mismatches ? Twine(mismatches) + " differ" : Twine("equal"))
         << " | " << formatSeconds(report.run.seconds) << " | "
         << formatSeconds(report.unfused.seconds) << " | "
         << formatBytes(report.run.extraBytes) << " | "
         << (report.passed() ? "ok" : "FAILED");
  if (report.unexpected)
    outs() << ": expected " << options.verdict << ", got "
           << report.unexpected->describe();
  outs() << " |\n";
  outs().flush();
}

} // namespace

int redfuser::runSuite(StringRef path, const RunOptions &defaults) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (std::error_code ec = buffer.getError())
    return reportError("cannot read '" + path + "': " + ec.message());
  // All lines first: a mistake in the last should not wait for the others.
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  std::vector<RunOptions> cases;
  for (auto [i, line] : enumerate(lines)) {
    StringRef text = line.trim();
    if (text.empty() || text.starts_with("#"))
      continue;
    Expected<std::vector<RunOptions>> parsed =
        parseLine(text, sys::path::parent_path(path), defaults);
    if (!parsed) {
      reportError(path + ":" + Twine(i + 1) + ": " +
                  toString(parsed.takeError()));
      return kUsage;
    }
    cases.insert(cases.end(), parsed->begin(), parsed->end());
  }

  outs() << "| program | function | arguments | data | target | fused error | "
            "unfused error | tolerance | special values | fused time | unfused "
            "time (CPU) | extra memory | verdict |\n"
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  CaseRunner runner;
  Totals totals;
  for (const RunOptions &options : cases) {
    std::optional<CaseReport> report = runner.run(options);
    if (report)
      printRow(options, *report);
    else
      outs() << "| " << sys::path::filename(options.path) << " | "
             << options.function << " | " << options.arguments.dims << " | "
             << options.arguments.data
             << (options.arguments.input.empty() ? "" : " ")
             << options.arguments.input << " | " << options.fusion.target
             << " | - | - | - | - | - | - | - | FAILED to run |\n";
    ++(report && report->passed() ? totals.passed : totals.failed);
  }
  outs() << '\n'
         << totals.passed << " passed, " << totals.failed << " failed\n";
  return totals.failed == 0 ? kSuccess : kFailure;
}
