//===- FuzzCascade.cpp - Random cascades in redfuser fuzz -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzCascade.h"

#include "Arguments.h"
#include "Execution.h"

#include "RedFuser/Fuzz/Judge.h"
#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Reference/Interpreter.h"
#include "RedFuser/Runtime/Jit.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace redfuser;
using reference::Bracketing;
using reference::Rounding;

namespace {

using fuzz::Results;
using Bracketer = std::function<Bracketing(cascade::FoldOp, int64_t)>;

class CascadeCheck {
public:
  CascadeCheck(MLIRContext &context, const fuzz::Case &spec,
               const FuzzCascadeOptions &options, bool compiles,
               FuzzVerdict &verdict)
      : context(context), spec(spec), options(options), compiles(compiles),
        verdict(verdict), handler(&context, [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              message.empty())
            message = diagnostic.str();
          return success();
        }) {}

  void run() {
    source = parseSourceString<ModuleOp>(spec.printProgram(), &context);
    if (!source)
      return fail("invalid case", message);
    fuzz::foldConstants(*source);
    FailureOr<Signature> found = Signature::get(getMain(*source));
    if (failed(found))
      return fail("invalid case", message);
    signature = *found;
    if (!makeData())
      return;
    judge.emplace(context, spec, arguments);
    if (failed(judge->prepare()))
      return fail("interpreter fails", message);

    OwningOpRef<ModuleOp> fused(source->clone());
    passes = getFusion();
    if (!runPasses(*fused, passes))
      return fail("redfuser-fuse fails", message);
    if (!checkVerdict(*fused))
      return;
    if (isOnGpu())
      return checkOnGpu();
    if (!checkFused(*fused))
      return;
    OwningOpRef<ModuleOp> tiled = source->clone();
    passes = "redfuser-to-linalg{" + spec.printPipelineOptions() + "}";
    if (!runPasses(*tiled, passes))
      return fail("redfuser-to-linalg fails", message);
    isTiled = true;
    if (!checkTyped(*tiled, "wrong tiled", {}))
      return;
    if (compiles)
      checkCompiled(*tiled);
  }

private:
  void fail(StringRef failure, StringRef details) {
    verdict.fail(failure, details);
  }

  bool isOnGpu() const { return options.target != FuzzTarget::CPU; }

  static func::FuncOp getMain(ModuleOp module) {
    return module.lookupSymbol<func::FuncOp>("main");
  }

  std::string getFusion() {
    std::string options =
        spec.isStrict ? "{numerics=strict}" : "{numerics=contract}";
    // A chain is as raise would leave it.
    return (spec.form == fuzz::Form::Chain ? std::string()
                                           : "redfuser-raise" + options + ",") +
           "redfuser-fuse" + options;
  }

  bool runPasses(ModuleOp module, const std::string &passes) {
    FusionOptions fusion;
    fusion.passes = passes;
    PassManager pm(&context);
    return succeeded(addFusion(pm, fusion)) && succeeded(pm.run(module));
  }

  bool makeData() {
    ArgumentOptions how;
    how.dims = spec.printDims();
    how.seed = spec.seed;
    how.data = getDataModeNames()[static_cast<int>(spec.data)];
    if (spec.data != DataMode::Normal) {
      how.dataArgument = std::to_string(spec.dataInput);
      how.dataAxis = std::to_string(spec.dataDim);
    }
    auto made = makeArguments(signature, how);
    if (!made) {
      fail("invalid case", llvm::toString(made.takeError()));
      return false;
    }
    arguments = std::move(*made);
    return true;
  }

  std::optional<Results> interpret(ModuleOp module, Rounding rounding,
                                   uint64_t seed, Bracketer bracketing) {
    reference::InterpreterOptions how;
    how.rounding = rounding;
    how.seed = seed;
    how.bracketing = bracketing;
    auto results = reference::interpret(getMain(module), arguments, how);
    if (failed(results))
      return std::nullopt;
    return std::move(*results);
  }

  /// Whether the case is fused agrees with its family.
  bool checkVerdict(ModuleOp fused) {
    fused.walk([&](cascade::FoldOp) { verdict.isFused = true; });
    bool isChain = spec.form == fuzz::Form::Chain;
    bool isRelated = spec.hasChain();
    // Nothing is to be gained on an axis without positions, or of one.
    bool isEmpty = llvm::any_of(spec.dims, [](const fuzz::Case::Dim &dim) {
      return dim.size == 0 && !dim.isDynamic;
    });
    bool isUnit = llvm::all_of(spec.dims, [](const fuzz::Case::Dim &dim) {
      return !dim.isAxis || (dim.size == 1 && !dim.isDynamic);
    });
    if (options.family == fuzz::Family::Fusable && !verdict.isFused &&
        (isChain || (isRelated && !isEmpty && !isUnit)))
      fail(isChain ? "not fused" : "not raised", message);
    if (options.family == fuzz::Family::Unfusable && isAcceptedAsChain())
      fail("unfusable fused", "");
    verdict.isAboutFusability = !verdict.passed();
    return verdict.passed();
  }

  /// True if all reductions of the case become one fold. Of a linalg program,
  /// the part before an unfusable term may be fused; so what counts is the same
  /// case as one chain.
  bool isAcceptedAsChain() {
    if (spec.form == fuzz::Form::Chain)
      return verdict.isFused;
    fuzz::Case chain = spec;
    chain.form = fuzz::Form::Chain;
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(chain.printProgram(), &context);
    FusionOptions fusion;
    fusion.passes = "redfuser-fuse";
    PassManager pm(&context);
    bool accepted = false;
    if (module && succeeded(addFusion(pm, fusion)) &&
        succeeded(pm.run(*module)))
      module->walk([&](cascade::FoldOp) { accepted = true; });
    verdict.isFusedInPart = verdict.isFused && !accepted;
    return accepted;
  }

  bool checkReal(ModuleOp module, StringRef failure, Bracketer bracketing) {
    return check(module, failure, Rounding::None, bracketing);
  }

  bool checkTyped(ModuleOp module, StringRef failure, Bracketer bracketing) {
    return check(module, failure, Rounding::Nearest, bracketing);
  }

  bool check(ModuleOp module, StringRef failure, Rounding rounding,
             Bracketer bracketing) {
    return passJudgement(interpret(module, rounding, 0, bracketing), failure,
                         /*isReal=*/rounding == Rounding::None,
                         [&](ModuleOp full) {
                           return interpret(full, rounding, 0, bracketing);
                         });
  }

  /// Judges the results of the case; `run` gives those of a like program that
  /// returns more.
  bool passJudgement(const std::optional<Results> &results, StringRef failure,
                     bool isReal,
                     function_ref<std::optional<Results>(ModuleOp)> run) {
    if (!results) {
      fail("interpreter fails", message);
      return false;
    }
    fuzz::Stage stage{isReal, verdict.isFused, isTiled};
    fuzz::Difference difference =
        judge->judge(*results, stage, [&]() -> std::optional<Results> {
          OwningOpRef<ModuleOp> full = parseSourceString<ModuleOp>(
              fuzz::returnAll(spec).printProgram(), &context);
          fuzz::foldConstants(*full);
          // Code for a GPU is compiled from the source.
          if (!isOnGpu() && !runPasses(*full, passes))
            return std::nullopt;
          return run(*full);
        });
    verdict.isKnownDeviation |= difference.hasDeviation;
    if (difference.isNone())
      return true;
    // The kind is part of the failure, so that shrinking does not lead from one
    // defect to another.
    fail(difference.kind.empty() ? failure.str()
                                 : (failure + ", " + difference.kind).str(),
         difference.text);
    return false;
  }

  /// The fold in one step and in random bracketings, in f64 and as typed.
  bool checkFused(ModuleOp fused) {
    StringRef kind = verdict.isFused ? "wrong fold" : "wrong put back";
    if (!checkReal(fused, kind, {}) ||
        !checkTyped(fused, verdict.isFused ? "inexact fold" : kind, {}))
      return false;
    if (!verdict.isFused)
      return true;
    for (unsigned k = 0; k < options.numBracketings; ++k) {
      std::string shown;
      Bracketer bracketer = [&](cascade::FoldOp, int64_t positions) {
        // The same each time that it is asked.
        std::mt19937_64 random(spec.seed * 31 + k);
        Bracketing bracketing = Bracketing::makeRandom(positions, random);
        shown = "\nbracketing ";
        llvm::raw_string_ostream os(shown);
        bracketing.print(os);
        return bracketing;
      };
      bool passed = checkReal(fused, "wrong bracketing", bracketer) &&
                    checkTyped(fused, "inexact bracketing", bracketer);
      if (!passed) {
        verdict.details += shown;
        return false;
      }
    }
    return true;
  }

  void checkOnGpu() {
    isTiled = true;
    auto run = [&](ModuleOp module) -> std::optional<Results> {
      FailureOr<Signature> calls = Signature::get(getMain(module));
      if (failed(calls))
        return std::nullopt;
      return runOnGpu(options.target, module, *calls,
                      spec.printPipelineOptions(), spec.seed, arguments,
                      message, verdict);
    };
    if (auto results = run(*source))
      passJudgement(results, "wrong on the GPU", /*isReal=*/false, run);
  }

  void checkCompiled(ModuleOp tiled) {
    auto results = runCompiled(tiled);
    if (results)
      passJudgement(results, "wrong compiled", /*isReal=*/false,
                    [&](ModuleOp full) { return runCompiled(full); });
  }

  /// Fails the case where that does not work.
  std::optional<Results> runCompiled(ModuleOp tiled) {
    PassManager pm(&context);
    CpuOptions options;
    setHostOptions(options, FusionOptions());
    buildCpuBackendPipeline(pm, options);
    FailureOr<Signature> calls = Signature::get(getMain(tiled));
    if (failed(calls) || failed(pm.run(tiled))) {
      fail("CPU lowering fails", message);
      return std::nullopt;
    }
    auto program = JitProgram::compile(tiled);
    if (!program) {
      fail("compilation fails", llvm::toString(program.takeError()));
      return std::nullopt;
    }
    verdict.isCompiled = true;
    auto results = (*program)->invoke(*calls, arguments);
    if (!results) {
      fail("execution fails", llvm::toString(results.takeError()));
      return std::nullopt;
    }
    return std::move(*results);
  }

  MLIRContext &context;
  const fuzz::Case &spec;
  const FuzzCascadeOptions &options;
  bool compiles;
  FuzzVerdict &verdict;
  std::string message;
  ScopedDiagnosticHandler handler;
  bool isTiled = false;
  /// What made the program that is checked of the source.
  std::string passes;
  OwningOpRef<ModuleOp> source;
  Signature signature;
  SmallVector<HostTensor> arguments;
  std::optional<fuzz::Judge> judge;
};

class CascadeSubject final : public FuzzSubject {
public:
  CascadeSubject(fuzz::Case spec, FuzzCascadeOptions options)
      : spec(std::move(spec)), options(options) {}

  void check(MLIRContext &context, bool compiles,
             FuzzVerdict &verdict) const override {
    CascadeCheck(context, spec, options, compiles, verdict).run();
  }

  std::vector<std::unique_ptr<FuzzSubject>>
  simplify(bool keepsTerms) const override {
    std::vector<std::unique_ptr<FuzzSubject>> subjects;
    for (fuzz::Case &smaller : fuzz::getSimplifications(spec, keepsTerms))
      subjects.push_back(makeFuzzSubject(std::move(smaller), options));
    return subjects;
  }

  std::string printProgram(const std::string &note) const override {
    fuzz::Case noted = spec;
    noted.note = note;
    return noted.printProgram();
  }

  std::string printSuiteLine(StringRef inputFile) const override {
    return spec.printSuiteLine(inputFile);
  }

private:
  fuzz::Case spec;
  FuzzCascadeOptions options;
};

} // namespace

std::unique_ptr<FuzzSubject>
redfuser::makeFuzzSubject(fuzz::Case spec, FuzzCascadeOptions options) {
  return std::make_unique<CascadeSubject>(std::move(spec), options);
}
