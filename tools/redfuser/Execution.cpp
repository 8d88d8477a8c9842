//===- Execution.cpp - A function, compiled in several versions -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

#include "CudaExecutable.h"
#include "EmulatedExecutable.h"
#include "Program.h"

#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace redfuser;

namespace {

class CpuExecutable final : public Executable {
public:
  CpuExecutable(std::unique_ptr<JitProgram> program, const Signature &signature)
      : program(std::move(program)), signature(signature) {}

  llvm::Expected<Run> run(ArrayRef<HostTensor> arguments,
                          unsigned repeat) override {
    Run run;
    SmallVector<double> times;
    for (unsigned i = 0; i < repeat; ++i) {
      auto results = program->invoke(signature, arguments);
      if (!results)
        return results.takeError();
      run.results = std::move(*results);
      times.push_back(program->getSeconds());
    }
    llvm::sort(times);
    run.seconds = times[times.size() / 2];
    uint64_t resultBytes = 0;
    for (auto [parameter, result] : llvm::zip(signature.results, run.results))
      if (parameter.isTensor)
        resultBytes += result.getNumBytes();
    uint64_t peak = program->getMemoryUse().peakBytes;
    run.extraBytes = peak - std::min(peak, resultBytes);
    return std::move(run);
  }

private:
  std::unique_ptr<JitProgram> program;
  Signature signature;
};

} // namespace

llvm::Expected<SmallVector<double>>
Executable::time(ArrayRef<HostTensor> arguments, unsigned repeat) {
  SmallVector<double> seconds;
  for (unsigned i = 0; i <= repeat; ++i) {
    auto result = run(arguments, 1);
    if (!result)
      return result.takeError();
    if (i > 0)
      seconds.push_back(result->seconds);
  }
  return seconds;
}

CompiledFunction::CompiledFunction(ModuleOp module, func::FuncOp func,
                                   Signature signature, FusionOptions fusion)
    : source(module.clone()), signature(std::move(signature)),
      fusion(std::move(fusion)) {
  // Only what the function calls is compiled: the others need not be fit for
  // it.
  for (auto other : source->getOps<func::FuncOp>())
    other.setVisibility(other.getName() == func.getName()
                            ? SymbolTable::Visibility::Public
                            : SymbolTable::Visibility::Private);
  PassManager pm(source->getContext());
  pm.addPass(createSymbolDCEPass());
  // It has no way to fail.
  (void)pm.run(*source);
}

std::unique_ptr<Executable>
CompiledFunction::compileForCpu(const Signature &type, Lowering addPasses) {
  OwningOpRef<ModuleOp> module = source->clone();
  for (auto other : module->getOps<func::FuncOp>())
    if (other.isExternal()) {
      other.emitError("expected a body for function '")
          << other.getName() << "', which '" << type.name << "' calls";
      return nullptr;
    }
  PassManager pm(module->getContext());
  if (failed(addPasses(pm)) || failed(pm.run(*module)))
    return nullptr;
  auto program = JitProgram::compile(*module);
  if (!program) {
    reportError("cannot compile '" + type.name +
                "': " + llvm::toString(program.takeError()));
    return nullptr;
  }
  return std::make_unique<CpuExecutable>(std::move(*program), type);
}

void redfuser::setHostOptions(CpuOptions &options,
                              const FusionOptions &fusion) {
  options.threads = fusion.threads;
  options.vectorBits = fusion.vectorBits;
  options.useLdexp = fusion.vectorBits >= 512 && getHostVectorBits() >= 512;
}

Executable *CompiledFunction::getUnfused() {
  if (!unfused)
    unfused = compileForCpu(signature, [&](OpPassManager &pm) {
      FusionOptions host = fusion;
      if (!fusion.vectorizeUnfused)
        host.vectorBits = 0;
      CpuOptions options;
      options.verifyShapes = true;
      setHostOptions(options, host);
      buildCpuBackendPipeline(pm, options);
      return success();
    });
  return unfused.get();
}

Executable *CompiledFunction::getExact() {
  if (!exact)
    exact = compileForCpu(signature.widened(), [](OpPassManager &pm) {
      pm.addPass(createPromoteToF64());
      buildCpuBackendPipeline(pm, CpuOptions());
      return success();
    });
  return exact.get();
}

Executable *CompiledFunction::getFused() {
  if (!fused && fusion.target == "cuda")
    fused = compileForCuda(*source, signature, fusion);
  else if (!fused && fusion.target == "emulator")
    fused = compileForEmulator(*source, signature, fusion);
  else if (!fused)
    fused = compileForCpu(signature, [&](OpPassManager &pm) {
      if (failed(addFusion(pm, fusion)))
        return failure();
      CpuOptions options;
      setHostOptions(options, fusion);
      buildCpuBackendPipeline(pm, options);
      return success();
    });
  return fused.get();
}
