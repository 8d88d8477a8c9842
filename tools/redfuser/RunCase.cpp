//===- RunCase.cpp - One case of redfuser run -----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunCase.h"

#include "RedFuser/Runtime/Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace redfuser;

void redfuser::declareRunOptions(CommandLine &line, RunOptions &options) {
  line.setPositional(options.path);
  line.addString("func", options.function, "NAME",
                 "the function; needed if there are several");
  line.addChoice("target", options.fusion.target, {"cpu", "cuda", "emulator"},
                 "where the fused program runs (default cpu); the emulator is "
                 "a GPU\non this machine's CPU, thread by thread: small sizes");
  line.addString("chip", options.fusion.chip, "CHIP",
                 "the GPU that is emulated (default sm_90a)");
  line.addFlag("check", options.check,
               "compare with the unfused program and its float64 value;\n"
               "exit 1 beyond the numeric contract's tolerance");
  line.addFlag("unfused", options.unfused, "run the program as it stands");
  line.addString("pipeline-options", options.fusion.pipelineOptions, "OPTS",
                 "options of the fusion pipeline, as redfuser-opt takes them");
  line.addString("passes", options.fusion.passes, "PIPELINE",
                 "these passes in place of the fusion pipeline");
  line.addString("verdict", options.verdict, "VERDICT",
                 "fail unless the chains come to this: 'N fused', or\n"
                 "'N fused, M refused: TEXT', with TEXT in one of the reasons");
  line.addPositive("max-error", options.maxError,
                   "with --check: fail beyond this error even where the "
                   "contract\nallows more");
  line.addUnsigned("threads", options.fusion.threads, 1,
                   "threads of the host that run it, fused or not (default 1)");
  line.addUnsigned("vector-bits", options.fusion.vectorBits, 0,
                   "of the vectors of the host's products of matrices, 128 to "
                   "2048,\nor 0: scalars, for LLVM's vectoriser (default: the "
                   "host's); with\n--check the unfused program has none, as a "
                   "reference");
  declareArgumentOptions(line, options.arguments);
  line.addUnsigned("repeat", options.repeat, 1,
                   "runs; the median time is printed (default 1)");
  line.addString("output", options.output, "LIST",
                 "a .npy file per result, or a folder for resultN.npy");
  line.addString("expect", options.expect, "LIST",
                 "compare with a .npy file per result, or with a folder's "
                 "resultN.npy;\nexit 1 if they differ");
  line.addString("expect-tolerance", options.expectTolerance, "X",
                 "how far floats may be off, over the RMS of what is expected "
                 "(default 1e-4)");
}

/// What tells one way to compile a function from another.
static std::string getKey(const RunOptions &options) {
  const FusionOptions &fusion = options.fusion;
  return join_items('\n', options.path, options.function, fusion.target,
                    fusion.chip, fusion.pipelineOptions, fusion.passes,
                    std::to_string(fusion.threads),
                    std::to_string(fusion.vectorBits),
                    std::to_string(fusion.vectorizeUnfused));
}

const Verdict *CaseRunner::getVerdict(const RunOptions &options) {
  auto [entry, inserted] = verdicts.try_emplace(getKey(options));
  if (inserted) {
    mlir::FailureOr<Verdict> verdict =
        judge(options.path, options.function, options.fusion);
    if (failed(verdict)) {
      verdicts.erase(entry);
      return nullptr;
    }
    entry->second = std::move(*verdict);
  }
  return &entry->second;
}

CompiledFunction *CaseRunner::getFunction(const RunOptions &options) {
  constexpr uint64_t mostThreads = 1024;
  if (options.fusion.threads > mostThreads) {
    reportError("expected at most " + Twine(mostThreads) +
                " threads, got --threads=" + Twine(options.fusion.threads));
    return nullptr;
  }
  uint64_t bits = options.fusion.vectorBits;
  if (bits != 0 && (bits < 128 || bits > 2048 || !llvm::isPowerOf2_64(bits))) {
    reportError("expected --vector-bits to be 0 or a power of two from 128 to "
                "2048, got " +
                Twine(bits));
    return nullptr;
  }
  std::unique_ptr<CompiledFunction> &compiled = functions[getKey(options)];
  if (compiled)
    return compiled.get();
  std::unique_ptr<Session> &session = sessions[options.path];
  if (!session) {
    session = std::make_unique<Session>();
    modules[options.path] = session->read(options.path);
  }
  mlir::ModuleOp module = modules[options.path].get();
  if (!module) {
    sessions.erase(options.path);
    return nullptr;
  }
  mlir::func::FuncOp func =
      selectFunction(module, options.function, options.path);
  if (!func)
    return nullptr;
  mlir::FailureOr<Signature> signature = Signature::get(func);
  if (failed(signature))
    return nullptr;
  FusionOptions fusion = options.fusion;
  fusion.emulatorSeed = options.arguments.seed;
  compiled =
      std::make_unique<CompiledFunction>(module, func, *signature, fusion);
  return compiled.get();
}

/// The files, one a result, that the value of `option` names: a folder or a
/// list.
static Expected<SmallVector<std::string>>
getResultFiles(StringRef option, StringRef value, size_t count) {
  if (sys::fs::is_directory(value))
    return listFiles(value, "result", count);
  SmallVector<StringRef> items;
  value.split(items, ',');
  if (items.size() != count)
    return createStringError("expected " + option + " to name a folder or " +
                             Twine(count) + " files, got " +
                             Twine(items.size()));
  return SmallVector<std::string>(items.begin(), items.end());
}

/// Writes the results where --output says.
static Error writeResults(StringRef output, ArrayRef<HostTensor> results) {
  if (output.ends_with("/"))
    if (std::error_code ec = sys::fs::create_directories(output))
      return createStringError(ec, "cannot make the folder '" + output +
                                       "': " + ec.message());
  auto paths = getResultFiles("--output", output, results.size());
  if (!paths)
    return paths.takeError();
  for (auto [path, result] : zip_equal(*paths, results))
    if (Error error = writeNpy(path, result))
      return error;
  return Error::success();
}

/// Compares with the files that --expect names.
static Expected<SmallVector<Expectation>>
compareWithFiles(const RunOptions &options, ArrayRef<HostTensor> results) {
  double tolerance;
  if (!to_float(options.expectTolerance, tolerance) || !(tolerance >= 0))
    return createStringError("expected --expect-tolerance to be a number of at "
                             "least 0, got '" +
                             options.expectTolerance + "'");
  auto paths = getResultFiles("--expect", options.expect, results.size());
  if (!paths)
    return paths.takeError();
  SmallVector<Expectation> expectations;
  for (auto [i, path, result] : enumerate(*paths, results)) {
    Expected<HostTensor> expected = readNpy(path, result.getKind());
    if (!expected)
      return expected.takeError();
    if (expected->getShape() != result.getShape())
      return createStringError(
          "result #" + Twine(i) + " is " +
          describe(result.getKind(), result.getShape()) + ", but '" + path +
          "' holds " + describe(expected->getKind(), expected->getShape()));
    // Integers are equal or wrong.
    bool floating = isFloat(result.getKind());
    expectations.push_back(
        {measureError(result, *expected), floating ? tolerance : 0});
  }
  return std::move(expectations);
}

std::optional<CaseReport> CaseRunner::run(const RunOptions &options) {
  auto fail = [](Error error) {
    reportError(toString(std::move(error)));
    return std::nullopt;
  };
  CompiledFunction *function = getFunction(options);
  if (!function)
    return std::nullopt;
  CaseReport report;
  report.signature = function->getSignature();
  auto arguments = makeArguments(report.signature, options.arguments);
  if (!arguments)
    return fail(arguments.takeError());
  report.arguments = std::move(*arguments);

  if (!options.verdict.empty()) {
    auto expected = ExpectedVerdict::parse(options.verdict);
    if (!expected)
      return fail(expected.takeError());
    const Verdict *verdict = getVerdict(options);
    if (!verdict)
      return std::nullopt;
    if (!expected->matches(*verdict))
      report.unexpected = *verdict;
  }

  // The unfused program goes first where it runs at all: it checks that the
  // operand sizes agree.
  if (options.check || options.unfused) {
    Executable *unfused = function->getUnfused();
    if (!unfused)
      return std::nullopt;
    auto run = unfused->run(report.arguments, options.repeat);
    if (!run)
      return fail(run.takeError());
    report.unfused.seconds = run->seconds;
    (options.unfused ? report.run : report.unfused) = std::move(*run);
  }
  if (!options.unfused) {
    Executable *fused = function->getFused();
    if (!fused)
      return std::nullopt;
    auto run = fused->run(report.arguments, options.repeat);
    if (!run)
      return fail(run.takeError());
    report.run = std::move(*run);
  }
  if (options.check) {
    Executable *exact = function->getExact();
    if (!exact)
      return std::nullopt;
    SmallVector<HostTensor> wide;
    for (const HostTensor &argument : report.arguments) {
      auto tensor = argument.widened();
      if (!tensor)
        return fail(tensor.takeError());
      wide.push_back(std::move(*tensor));
    }
    auto run = exact->run(wide, 1);
    if (!run)
      return fail(run.takeError());
    ArrayRef<HostTensor> yardstick =
        options.unfused ? report.run.results : report.unfused.results;
    for (auto [i, result] : enumerate(report.run.results)) {
      if (result.getShape() != yardstick[i].getShape() ||
          result.getShape() != run->results[i].getShape())
        return fail(createStringError(
            "result #" + Twine(i) + " is " +
            describe(result.getKind(), result.getShape()) +
            ", but the unfused program gives " +
            describe(yardstick[i].getKind(), yardstick[i].getShape())));
      Comparison comparison =
          compareResults(result, yardstick[i], run->results[i]);
      comparison.tolerance = std::min(comparison.tolerance, options.maxError);
      report.comparisons.push_back(comparison);
    }
  }
  if (!options.expect.empty()) {
    auto expectations = compareWithFiles(options, report.run.results);
    if (!expectations)
      return fail(expectations.takeError());
    report.expectations = std::move(*expectations);
  }
  if (!options.output.empty())
    if (Error error = writeResults(options.output, report.run.results))
      return fail(std::move(error));
  return report;
}

std::string redfuser::formatSeconds(double seconds) {
  std::string text;
  raw_string_ostream os(text);
  if (seconds >= 1)
    os << format("%.3f s", seconds);
  else if (seconds >= 1e-3)
    os << format("%.3f ms", seconds * 1e3);
  else
    os << format("%.1f us", seconds * 1e6);
  return text;
}

std::string redfuser::formatBytes(uint64_t bytes) {
  std::string text;
  raw_string_ostream os(text);
  if (bytes >= (1ull << 20))
    os << format("%.1f MiB", bytes / 1048576.0);
  else if (bytes >= 1024)
    os << format("%.1f KiB", bytes / 1024.0);
  else
    os << bytes << " bytes";
  return text;
}
