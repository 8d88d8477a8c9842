//===- Explain.cpp - redfuser explain -------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "Explanation.h"
#include "Program.h"

#include "RedFuser/Runtime/OutputFile.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace redfuser;

namespace {

struct ExplainOptions {
  std::string path;
  std::string function;
  std::string html;
  std::string numerics = "contract";
  bool allowRequantize = false;
  bool exactPositions = false;
  bool markdown = false;
};

} // namespace

/// Finds the chains of `func` and derives their folds. Fails after an error.
static FailureOr<FunctionAccount>
explainFunction(func::FuncOp func, const NumericOptions &numerics,
                SmallVector<Refusal> &missed, SmallVector<Refusal> &notes) {
  FunctionAccount account;
  account.name = func.getName().str();
  account.where = describeLocation(func.getLoc());
  missed.clear();
  notes.clear();
  RaisePassOptions raise;
  raise.numerics = numerics.numerics;
  raise.allowRequantize = numerics.allowRequantize;
  raise.exactPositions = numerics.exactPositions;
  PassManager pm(func.getContext(), func::FuncOp::getOperationName());
  pm.addPass(createRaisePass(raise));
  if (failed(pm.run(func)))
    return failure();
  func.walk([&](cascade::ChainOp chain) {
    account.chains.push_back(explainChain(chain, numerics));
  });
  account.refusals.assign(missed.begin(), missed.end());
  account.notes.assign(notes.begin(), notes.end());
  return account;
}

static int explain(const ExplainOptions &options) {
  Session session;
  OwningOpRef<ModuleOp> module = session.read(options.path);
  if (!module)
    return kFailure;
  if (!options.function.empty() &&
      !selectFunction(*module, options.function, options.path))
    return kFailure;

  NumericOptions numerics;
  numerics.numerics =
      options.numerics == "strict" ? Numerics::Strict : Numerics::Contract;
  numerics.allowRequantize = options.allowRequantize;
  numerics.exactPositions = options.exactPositions;
  SmallVector<Refusal> missed, notes;
  if (failed(collectRefusals(session.getContext(), missed, &notes)))
    return kFailure;

  Explanation explanation;
  explanation.path = options.path;
  SmallVector<func::FuncOp> functions;
  module->walk([&](func::FuncOp func) { functions.push_back(func); });
  for (func::FuncOp func : functions) {
    if (func.isExternal() ||
        (!options.function.empty() && func.getName() != options.function))
      continue;
    FailureOr<FunctionAccount> account =
        explainFunction(func, numerics, missed, notes);
    if (failed(account))
      return kFailure;
    explanation.functions.push_back(std::move(*account));
  }

  if (options.markdown)
    printMarkdown(llvm::outs(), explanation);
  else if (options.html != "-")
    printText(llvm::outs(), explanation);
  if (options.html.empty())
    return kSuccess;
  std::string page;
  llvm::raw_string_ostream os(page);
  printHtml(os, explanation);
  if (llvm::Error error = writeOutputFile(options.html, page))
    return reportError(llvm::toString(std::move(error)));
  return kSuccess;
}

int redfuser::explainMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "explain INPUT.mlir [options]",
      "Says which chains of reductions a program holds, how each is fused "
      "(the\n"
      "terms, what is kept in the state, what is deferred), or why it is not.",
      "  redfuser explain attention.mlir --html=attention.html\n");
  ExplainOptions options;
  line.setPositional(options.path);
  line.addString("func", options.function, "NAME", "only this function");
  line.addString("html", options.html, "FILE",
                 "also write one page with drawings, which needs nothing else");
  line.addFlag("markdown", options.markdown,
               "print sections for a page of documentation");
  line.addChoice("numerics", options.numerics, {"strict", "contract"},
                 "how far rounding may differ from the source's");
  line.addFlag("allow-requantize", options.allowRequantize,
               "round to int8 and fp8 under the maximum found so far");
  line.addFlag("exact-positions", options.exactPositions,
               "take the position of the largest of rounded scores from these");
  if (std::optional<int> exitCode = line.start(arguments))
    return *exitCode;
  return explain(options);
}
