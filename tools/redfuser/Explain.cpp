//===- Explain.cpp - redfuser explain -------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "Program.h"
#include "Verdict.h"

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Transforms/Fuse.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace redfuser;

namespace {

struct ExplainOptions {
  std::string path;
  std::string function;
  std::string numerics = "contract";
  bool allowRequantize = false;
};

/// What is left to say about one function.
struct Totals {
  unsigned fused = 0, refused = 0;
};

} // namespace

/// Prints `text` with every line indented.
static void printIndented(StringRef text) {
  SmallVector<StringRef> lines;
  text.rtrim().split(lines, '\n');
  for (StringRef line : lines)
    llvm::outs() << "    " << line << '\n';
}

static void explainChain(cascade::ChainOp chain, const NumericOptions &numerics,
                         Totals &totals) {
  Reason reason;
  FailureOr<FusionPlan> plan = planFusion(chain, numerics, reason);
  unsigned count = chain->getNumResults();
  llvm::outs() << "  " << describeLocation(chain.getLoc()) << ": chain of "
               << count << (count == 1 ? " reduction" : " reductions");
  if (failed(plan)) {
    ++totals.refused;
    llvm::outs() << ", not fused\n    "
                 << describeLocation(reason.loc.value_or(chain.getLoc()))
                 << ": " << reason.message << '\n';
    return;
  }
  ++totals.fused;
  llvm::outs() << ", fused into one pass\n";
  std::string text;
  llvm::raw_string_ostream os(text);
  plan->print(os);
  printIndented(text);
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
  SmallVector<Refusal> missed;
  if (failed(collectRefusals(session.getContext(), missed)))
    return kFailure;

  Totals totals;
  bool first = true;
  SmallVector<func::FuncOp> functions;
  module->walk([&](func::FuncOp func) { functions.push_back(func); });
  for (func::FuncOp func : functions) {
    if (func.isExternal() ||
        (!options.function.empty() && func.getName() != options.function))
      continue;
    llvm::outs() << (first ? "" : "\n") << "function " << func.getName() << " ("
                 << describeLocation(func.getLoc()) << ")\n";
    first = false;
    missed.clear();
    RaisePassOptions raise;
    raise.numerics = numerics.numerics;
    raise.allowRequantize = numerics.allowRequantize;
    PassManager pm(&session.getContext(), func::FuncOp::getOperationName());
    pm.addPass(createRaisePass(raise));
    if (failed(pm.run(func)))
      return kFailure;
    bool any = false;
    func.walk([&](cascade::ChainOp chain) {
      any = true;
      explainChain(chain, numerics, totals);
    });
    for (const Refusal &miss : missed)
      llvm::outs() << "  " << miss.where << ": " << miss.message << '\n';
    totals.refused += missed.size();
    if (!any)
      llvm::outs() << "  no chain of dependent reductions was found\n";
  }
  llvm::outs() << '\n'
               << totals.fused << " fused, " << totals.refused << " refused\n";
  return kSuccess;
}

int redfuser::explainMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "explain INPUT.mlir [options]",
      "Says which chains of reductions a program holds, how each is fused "
      "(the\n"
      "terms, what is kept in the state, what is deferred), or why it is not.",
      "  redfuser explain attention.mlir\n");
  ExplainOptions options;
  line.setPositional(options.path, "INPUT.mlir");
  line.addString("func", options.function, "NAME", "only this function");
  line.addChoice("numerics", options.numerics, {"strict", "contract"},
                 "how far rounding may differ from the source's");
  line.addFlag("allow-requantize", options.allowRequantize,
               "reserved: no fusion moves conversions to int8 and fp8 yet");
  if (std::optional<int> exitCode = line.start(arguments))
    return *exitCode;
  if (options.path.empty()) {
    reportError("expected an input file; 'redfuser explain --help' shows how");
    return kUsage;
  }
  return explain(options);
}
