//===- FuzzAttention.cpp - Random attention in redfuser fuzz --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzAttention.h"

#include "Arguments.h"

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Runtime/Compare.h"
#include "RedFuser/Runtime/Jit.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace redfuser;

namespace {

using Results = SmallVector<HostTensor>;

class AttentionCheck {
public:
  AttentionCheck(MLIRContext &context, const fuzz::AttentionCase &spec,
                 FuzzTarget target, FuzzVerdict &verdict)
      : context(context), spec(spec), target(target), verdict(verdict),
        handler(&context, [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              message.empty())
            message = diagnostic.str();
          return success();
        }) {}

  void run() {
    source = parseSourceString<ModuleOp>(spec.printProgram(""), &context);
    if (!source)
      return verdict.fail("invalid case", message);
    FailureOr<Signature> found =
        Signature::get(source->lookupSymbol<func::FuncOp>("main"));
    if (failed(found) || !makeData(*found))
      return verdict.fail("invalid case", message);
    std::optional<Results> fused = runFused(*found);
    if (!fused)
      return;
    std::optional<Results> unfused = runUnfused(*found);
    std::optional<Results> exact = runExact(*found);
    if (unfused && exact)
      compare(*fused, *unfused, *exact);
  }

private:
  bool makeData(const Signature &signature) {
    ArgumentOptions how;
    how.dims = spec.printDims();
    how.seed = spec.seed;
    how.data = getDataModeNames()[static_cast<int>(spec.data)];
    if (spec.data != DataMode::Normal) {
      how.dataArgument = std::to_string(spec.dataArgument);
      how.dataAxis = std::to_string(spec.dataDim);
    }
    auto made = makeArguments(signature, how);
    if (!made) {
      message = llvm::toString(made.takeError());
      return false;
    }
    arguments = std::move(*made);
    return true;
  }

  std::optional<Results> runFused(const Signature &signature) {
    OwningOpRef<ModuleOp> fused(source->clone());
    std::string numerics = spec.isStrict ? "{numerics=strict}" : "";
    FusionOptions fusion;
    fusion.passes = "redfuser-raise" + numerics + ",redfuser-fuse" + numerics;
    PassManager pm(&context);
    if (failed(addFusion(pm, fusion)) || failed(pm.run(*fused))) {
      verdict.fail("redfuser-fuse fails", message);
      return std::nullopt;
    }
    fused->walk([&](cascade::FoldOp) { verdict.isFused = true; });
    if (target != FuzzTarget::CPU)
      return runOnGpu(target, *source, signature, spec.printPipelineOptions(),
                      arguments, message, verdict);
    return runOnCpu("fused", signature, arguments, [&](OpPassManager &pm) {
      FusionOptions fusion;
      fusion.pipelineOptions = spec.printPipelineOptions();
      if (failed(addFusion(pm, fusion)))
        return failure();
      buildCpuBackendPipeline(pm, CpuOptions());
      return success();
    });
  }

  std::optional<Results> runUnfused(const Signature &signature) {
    return runOnCpu("unfused", signature, arguments, [](OpPassManager &pm) {
      buildCpuBackendPipeline(pm, CpuOptions());
      return success();
    });
  }

  std::optional<Results> runExact(const Signature &signature) {
    SmallVector<HostTensor> wide;
    for (const HostTensor &argument : arguments)
      wide.push_back(llvm::cantFail(argument.widened()));
    return runOnCpu("f64", signature.widened(), wide, [](OpPassManager &pm) {
      pm.addPass(createPromoteToF64());
      buildCpuBackendPipeline(pm, CpuOptions());
      return success();
    });
  }

  std::optional<Results>
  runOnCpu(StringRef which, const Signature &signature,
           ArrayRef<HostTensor> values,
           llvm::function_ref<LogicalResult(OpPassManager &)> addPasses) {
    OwningOpRef<ModuleOp> module(source->clone());
    PassManager pm(&context);
    if (failed(addPasses(pm)) || failed(pm.run(*module))) {
      verdict.fail(("CPU lowering fails, " + which).str(), message);
      return std::nullopt;
    }
    auto fail = [&](llvm::Error error) {
      verdict.fail(("CPU execution fails, " + which).str(),
                   llvm::toString(std::move(error)));
      return std::nullopt;
    };
    auto program = JitProgram::compile(*module, /*isFast=*/which != "fused");
    if (!program)
      return fail(program.takeError());
    verdict.isCompiled = true;
    auto results = (*program)->invoke(signature, values);
    if (!results)
      return fail(results.takeError());
    return std::move(*results);
  }

  void compare(ArrayRef<HostTensor> fused, ArrayRef<HostTensor> unfused,
               ArrayRef<HostTensor> exact) {
    for (unsigned i = 0; i < fused.size(); ++i) {
      if (fused[i].getShape() != unfused[i].getShape())
        return verdict.fail("wrong shape",
                            describe(fused[i].getKind(), fused[i].getShape()));
      Comparison comparison = compareResults(fused[i], unfused[i], exact[i]);
      if (comparison.passed())
        continue;
      std::string text;
      llvm::raw_string_ostream os(text);
      os << "result " << i << ": ";
      if (comparison.mismatches) {
        os << comparison.mismatches << " special values, first at element "
           << comparison.firstMismatch << ": got " << comparison.got
           << ", expected " << comparison.expected;
        return verdict.fail("wrong special value", text);
      }
      os << llvm::format("error %.3g, tolerance %.3g",
                         comparison.fused.relative, comparison.tolerance);
      return verdict.fail("inexact", text);
    }
  }

  MLIRContext &context;
  const fuzz::AttentionCase &spec;
  FuzzTarget target;
  FuzzVerdict &verdict;
  std::string message;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> source;
  SmallVector<HostTensor> arguments;
};

class AttentionSubject final : public FuzzSubject {
public:
  AttentionSubject(fuzz::AttentionCase spec, FuzzTarget target)
      : spec(std::move(spec)), target(target) {}

  void check(MLIRContext &context, bool, FuzzVerdict &verdict) const override {
    AttentionCheck(context, spec, target, verdict).run();
  }

  std::vector<std::unique_ptr<FuzzSubject>> simplify(bool) const override {
    std::vector<std::unique_ptr<FuzzSubject>> subjects;
    for (fuzz::AttentionCase &smaller : fuzz::getSimplifications(spec))
      subjects.push_back(makeFuzzSubject(std::move(smaller), target));
    return subjects;
  }

  std::string printProgram(const std::string &note) const override {
    return spec.printProgram(note);
  }

  std::string printSuiteLine(StringRef inputFile) const override {
    return spec.printSuiteLine(inputFile);
  }

private:
  fuzz::AttentionCase spec;
  FuzzTarget target;
};

} // namespace

std::unique_ptr<FuzzSubject> redfuser::makeFuzzSubject(fuzz::AttentionCase spec,
                                                       FuzzTarget target) {
  return std::make_unique<AttentionSubject>(std::move(spec), target);
}
