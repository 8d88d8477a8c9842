//===- Interpret.cpp - redfuser interpret ---------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "CommandLine.h"
#include "Commands.h"
#include "Execution.h"
#include "MergeCheck.h"
#include "Program.h"
#include "Report.h"

#include "RedFuser/Reference/Interpreter.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace redfuser;

namespace {
struct InterpretOptions {
  std::string path, function;
  std::string passes;
  std::string bracketing = "whole";
  bool real = false;
  bool check = false;
  uint64_t limit = 64;
  uint64_t checkMerge = 0;
  ArgumentOptions arguments;
  FusionOptions fusion;
};
} // namespace

/// Prints a tensor as nested lists, and no more than `limit` elements.
static void printTensor(raw_ostream &os, const HostTensor &tensor,
                        int64_t limit) {
  ArrayRef<int64_t> shape = tensor.getShape();
  int64_t count = std::min(tensor.getNumElements(), limit);
  // After element i, the dimensions whose lists end.
  auto endsOf = [&](int64_t i) {
    unsigned ends = 0;
    int64_t block = 1;
    for (int64_t size : reverse(shape)) {
      block *= size;
      if ((i + 1) % block != 0)
        break;
      ++ends;
    }
    return ends;
  };
  unsigned open = shape.size();
  os << std::string(open, '[');
  for (int64_t i = 0; i < count; ++i) {
    if (isFloat(tensor.getKind()))
      os << format("%.9g", tensor.getDouble(i));
    else
      os << tensor.getInt(i);
    if (i + 1 == tensor.getNumElements())
      break;
    unsigned ends = endsOf(i);
    os << std::string(ends, ']') << ", ";
    if (i + 1 < count)
      os << std::string(ends, '[');
    else
      os << "...";
  }
  if (count == tensor.getNumElements())
    os << std::string(open, ']');
  os << '\n';
}

static std::optional<SmallVector<HostTensor>>
interpretAs(mlir::func::FuncOp func, ArrayRef<HostTensor> arguments,
            const InterpretOptions &options, reference::Rounding rounding) {
  reference::InterpreterOptions how;
  how.rounding = rounding;
  std::mt19937_64 random(options.arguments.seed);
  if (options.bracketing == "random")
    how.bracketing = [&](cascade::FoldOp, int64_t positions) {
      return reference::Bracketing::makeRandom(positions, random);
    };
  auto results = reference::interpret(func, arguments, how);
  if (failed(results))
    return std::nullopt;
  return std::move(*results);
}

static int interpretFunction(const InterpretOptions &options) {
  Session session;
  mlir::OwningOpRef<mlir::ModuleOp> module = session.read(options.path);
  if (!module)
    return kFailure;
  mlir::func::FuncOp func =
      selectFunction(*module, options.function, options.path);
  if (!func)
    return kFailure;
  std::string name = func.getName().str();
  mlir::FailureOr<Signature> signature = Signature::get(func);
  if (failed(signature))
    return kFailure;
  if (options.checkMerge)
    return checkMerge(func, *signature, options.arguments,
                      options.fusion.pipelineOptions, options.checkMerge);
  auto arguments = makeArguments(*signature, options.arguments);
  if (!arguments)
    return reportError(toString(arguments.takeError()));
  // The compiled program is that of the source, before the passes.
  std::unique_ptr<CompiledFunction> compiled;
  if (options.check)
    compiled = std::make_unique<CompiledFunction>(*module, func, *signature,
                                                  options.fusion);

  if (!options.passes.empty()) {
    FusionOptions passes;
    passes.passes = options.passes;
    mlir::PassManager pm(module->getContext());
    if (failed(addFusion(pm, passes)) || failed(pm.run(*module)))
      return kFailure;
    func = selectFunction(*module, name, options.path);
    if (!func)
      return kFailure;
  }
  auto rounding =
      options.real ? reference::Rounding::None : reference::Rounding::Nearest;
  auto results = interpretAs(func, *arguments, options, rounding);
  if (!results)
    return kFailure;
  if (!options.check) {
    for (auto [i, result] : enumerate(*results)) {
      outs() << "result #" << i << ' '
             << describe(result.getKind(), result.getShape()) << ": ";
      printTensor(outs(), result, options.limit);
    }
    return kSuccess;
  }

  auto exact =
      interpretAs(func, *arguments, options, reference::Rounding::None);
  Executable *executable = exact ? compiled->getFused() : nullptr;
  if (!executable)
    return kFailure;
  auto run = executable->run(*arguments, 1);
  if (!run)
    return reportError(toString(run.takeError()));
  auto typed = options.real ? interpretAs(func, *arguments, options,
                                          reference::Rounding::Nearest)
                            : std::move(results);
  if (!typed)
    return kFailure;
  bool passed = true;
  for (auto [i, result] : enumerate(run->results)) {
    if (result.getShape() != (*exact)[i].getShape())
      return reportError(
          "result #" + Twine(i) + " is compiled to " +
          describe(result.getKind(), result.getShape()) + ", interpreted to " +
          describe((*typed)[i].getKind(), (*typed)[i].getShape()));
    Comparison comparison = compareResults(result, (*typed)[i], (*exact)[i]);
    printComparison(outs(), i, result, comparison);
    passed &= comparison.passed();
  }
  outs() << (passed ? "check passed\n" : "check FAILED\n");
  return passed ? kSuccess : kFailure;
}

int redfuser::interpretMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "interpret INPUT.mlir [options]",
      "Evaluates a function op by op, without compiling it, and prints its\n"
      "results: cascade.chain and cascade.fold as their descriptions read, "
      "and\n"
      "the linalg, tensor, scf, arith and math ops around them.",
      "  redfuser interpret attention.mlir --dims=4x8,8x4,8x4 --check\n");
  InterpretOptions options;
  line.setPositional(options.path);
  line.addString("func", options.function, "NAME",
                 "the function; needed if there are several");
  declareArgumentOptions(line, options.arguments);
  line.addString("passes", options.passes, "PIPELINE",
                 "run these passes first, like redfuser-raise,redfuser-fuse");
  line.addChoice("bracketing", options.bracketing, {"whole", "random"},
                 "how folds are put together: one step over the axis, or\n"
                 "partial states of random segments merged in random order");
  line.addFlag("real", options.real,
               "compute in f64 and round nothing: what the program means");
  line.addUnsigned("limit", options.limit, 0,
                   "elements printed of each result (default 64)");
  line.addFlag("check", options.check,
               "compare with the fused program, compiled for the CPU;\n"
               "exit 1 beyond the numeric contract's tolerance");
  line.addUnsigned("check-merge", options.checkMerge, 1,
                   "fuse, and compare (A*B)*C, A*(B*C), C*(B*A) and "
                   "(e*A*B)*(C*e) with\n"
                   "the unfused program, for at least this many triples of "
                   "partial states\n"
                   "of random parts of random data; exit 1 if one differs");
  line.addString("pipeline-options", options.fusion.pipelineOptions, "OPTS",
                 "options of the fusion pipeline for --check and "
                 "--check-merge");
  if (std::optional<int> exitCode = line.start(arguments))
    return *exitCode;
  return interpretFunction(options);
}
