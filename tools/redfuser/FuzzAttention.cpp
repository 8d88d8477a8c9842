//===- FuzzAttention.cpp - Random attention in redfuser fuzz --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzAttention.h"

#include "Arguments.h"
#include "Execution.h"

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Runtime/Compare.h"
#include "RedFuser/Runtime/Jit.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;

/// Of data of one kind, where the error of one seems too large.
static constexpr unsigned kNumDraws = 8;

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
    if (!compileReferences(*found))
      return;
    auto reference = runReferences();
    if (reference)
      compare(*fused, *reference);
  }

private:
  /// Of the unfused program and in f64.
  struct Reference {
    Results unfused, exact;
  };

  /// The arguments; other ones of the same kind for another `draw`.
  bool makeData(const Signature &signature, unsigned draw = 0) {
    ArgumentOptions how;
    how.dims = spec.printDims();
    how.seed = spec.seed + draw * 1000003;
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
                      spec.seed, arguments, message, verdict);
    auto program = compile("fused", /*isFast=*/false, [&](OpPassManager &pm) {
      FusionOptions fusion;
      fusion.pipelineOptions = spec.printPipelineOptions();
      if (failed(addFusion(pm, fusion)))
        return failure();
      CpuOptions host;
      setHostOptions(host, fusion);
      buildCpuBackendPipeline(pm, host);
      return success();
    });
    if (!program)
      return std::nullopt;
    return invoke(*program, "fused", signature, arguments);
  }

  bool compileReferences(const Signature &signature) {
    type = signature;
    unfused = compile("unfused", /*isFast=*/true, [](OpPassManager &pm) {
      buildCpuBackendPipeline(pm, CpuOptions());
      return success();
    });
    exact = compile("f64", /*isFast=*/true, [](OpPassManager &pm) {
      pm.addPass(createPromoteToF64());
      buildCpuBackendPipeline(pm, CpuOptions());
      return success();
    });
    return unfused && exact;
  }

  std::optional<Reference> runReferences() {
    SmallVector<HostTensor> wide;
    for (const HostTensor &argument : arguments)
      wide.push_back(llvm::cantFail(argument.widened()));
    auto first = invoke(*unfused, "unfused", type, arguments);
    auto second = invoke(*exact, "f64", type.widened(), wide);
    if (!first || !second)
      return std::nullopt;
    return Reference{std::move(*first), std::move(*second)};
  }

  std::unique_ptr<JitProgram>
  compile(StringRef which, bool isFast,
          llvm::function_ref<LogicalResult(OpPassManager &)> addPasses) {
    OwningOpRef<ModuleOp> module(source->clone());
    PassManager pm(&context);
    if (failed(addPasses(pm)) || failed(pm.run(*module))) {
      verdict.fail(("CPU lowering fails, " + which).str(), message);
      return nullptr;
    }
    auto program = JitProgram::compile(*module, isFast);
    if (!program) {
      verdict.fail(("CPU compilation fails, " + which).str(),
                   llvm::toString(program.takeError()));
      return nullptr;
    }
    verdict.isCompiled = true;
    return std::move(*program);
  }

  std::optional<Results> invoke(JitProgram &program, StringRef which,
                                const Signature &signature,
                                ArrayRef<HostTensor> values) {
    auto results = program.invoke(signature, values);
    if (!results) {
      verdict.fail(("CPU execution fails, " + which).str(),
                   llvm::toString(results.takeError()));
      return std::nullopt;
    }
    return std::move(*results);
  }

  void compare(ArrayRef<HostTensor> fused, const Reference &reference) {
    for (unsigned i = 0; i < fused.size(); ++i) {
      const HostTensor &unfused = reference.unfused[i];
      if (fused[i].getShape() != unfused.getShape())
        return verdict.fail("wrong shape",
                            describe(fused[i].getKind(), fused[i].getShape()));
      Comparison comparison =
          compareResults(fused[i], unfused, reference.exact[i]);
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
      double tolerance =
          std::max({comparison.tolerance, getFloor(i, reference.exact[i]),
                    drawTolerance(i)});
      if (comparison.fused.relative <= tolerance)
        continue;
      os << llvm::format("error %.3g, tolerance %.3g",
                         comparison.fused.relative, tolerance);
      return verdict.fail("inexact", text);
    }
  }

  /// What one rounding is over the RMS of result `i`. Weights are rounded to
  /// the type relative to a running maximum, and before the division by their
  /// sum: also where the unfused program rounds a weight of 1. A logarithm has
  /// the absolute error that its sum has relative to itself.
  double getFloor(unsigned i, const HostTensor &exact) const {
    double sum = 0, largest = 0;
    int64_t count = 0;
    for (int64_t e = 0; e < exact.getNumElements(); ++e) {
      double value = exact.getDouble(e);
      if (!std::isfinite(value))
        continue;
      sum += value * value;
      largest = std::max(largest, std::abs(value));
      ++count;
    }
    double rms = count ? std::sqrt(sum / count) : 0;
    if (!(rms > 0) || !std::isfinite(rms))
      return 0;
    double unit =
        getEpsilon(spec.type) + getEpsilon(ElementKind::F32) * getScoreBound();
    return (i == 0 ? unit * largest : 2e-6) / rms;
  }

  /// How large scores of normal data are, four deviations out.
  double getScoreBound() const {
    double bound = 4;
    if (spec.scale == fuzz::AttentionCase::Scale::None)
      bound *= std::sqrt(spec.depth);
    if (spec.hasAlibi)
      bound += 4 * 0.0625 * std::max(spec.rows, spec.keys);
    return bound;
  }

  /// What the error of result `i` may be by other data of the same kind: by
  /// luck, a few sums come out exact.
  double drawTolerance(unsigned i) {
    double tolerance = 0;
    for (unsigned draw = 1; draw <= kNumDraws; ++draw) {
      if (!makeData(type, draw))
        break;
      std::optional<Reference> other = runReferences();
      if (!other)
        break;
      tolerance = std::max(
          tolerance,
          2 * measureError(other->unfused[i], other->exact[i]).relative);
    }
    return tolerance;
  }

  MLIRContext &context;
  const fuzz::AttentionCase &spec;
  FuzzTarget target;
  FuzzVerdict &verdict;
  std::string message;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> source;
  Signature type;
  SmallVector<HostTensor> arguments;
  std::unique_ptr<JitProgram> unfused, exact;
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
