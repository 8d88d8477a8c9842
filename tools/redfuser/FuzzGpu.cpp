//===- FuzzGpu.cpp - Cases of redfuser fuzz on a GPU ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzGpu.h"

#include "CudaExecutable.h"
#include "EmulatedExecutable.h"
#include "RedFuser/Fuzz/Pool.h"

#include "RedFuser/Runtime/Cuda.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace redfuser;

/// By the names in the manifest, which the passes give.
static FuzzKernel classifyKernels(ModuleOp lowered) {
  FuzzKernel kind = FuzzKernel::Tiles;
  auto text = lowered->getAttrOfType<StringAttr>("redfuser.manifest");
  auto manifest = llvm::json::parse(text ? text.getValue() : "{}");
  if (!manifest) {
    llvm::consumeError(manifest.takeError());
    return kind;
  }
  const llvm::json::Object *object = manifest->getAsObject();
  const llvm::json::Array *kernels =
      object ? object->getArray("kernels") : nullptr;
  if (!kernels)
    return kind;
  for (const llvm::json::Value &kernel : *kernels) {
    StringRef name = kernel.getAsObject()->getString("name").value_or("");
    if (name.contains("_warpgroups_"))
      kind = FuzzKernel::Warpgroups;
    else if (name.contains("_rows_"))
      kind = std::max(kind, FuzzKernel::Rows);
  }
  return kind;
}

namespace {
/// One run.
class GpuRun {
public:
  GpuRun(ModuleOp source, const Signature &signature,
         const std::string &pipelineOptions, uint64_t seed,
         ArrayRef<HostTensor> arguments, const std::string &message,
         FuzzVerdict &verdict)
      : source(source), signature(signature), arguments(arguments),
        message(message), verdict(verdict) {
    fusion.target = "cuda";
    fusion.pipelineOptions = pipelineOptions;
    fusion.emulatorSeed = seed;
  }

  std::optional<SmallVector<HostTensor>> runOnCuda();
  std::optional<SmallVector<HostTensor>> runOnEmulator();

private:
  std::nullopt_t fail(StringRef what, llvm::Error error) {
    verdict.fail(what, llvm::toString(std::move(error)));
    // An illegal address has ended the context.
    verdict.spoilsProcess = true;
    return std::nullopt;
  }
  std::nullopt_t failToLower() {
    verdict.fail("GPU lowering fails", message);
    return std::nullopt;
  }
  std::optional<SmallVector<HostTensor>>
  runLoaded(llvm::Expected<std::unique_ptr<Executable>> executable) {
    if (!executable)
      return fail("GPU compilation fails", executable.takeError());
    auto run = (*executable)->run(arguments, /*repeat=*/1);
    if (!run)
      return fail("GPU execution fails", run.takeError());
    return std::move(run->results);
  }
  void addKernels(ModuleOp lowered) {
    verdict.kernel = std::max(verdict.kernel, classifyKernels(lowered));
    verdict.isCompiled = true;
  }

  ModuleOp source;
  const Signature &signature;
  ArrayRef<HostTensor> arguments;
  const std::string &message;
  FuzzVerdict &verdict;
  FusionOptions fusion;
};
} // namespace

std::optional<SmallVector<HostTensor>> GpuRun::runOnCuda() {
  llvm::Expected<cuda::DeviceInfo> device = cuda::getDeviceInfo();
  if (!device)
    return fail("no GPU", device.takeError());
  auto lowered = lowerForCuda(source, fusion, *device);
  if (failed(lowered))
    return failToLower();
  addKernels(**lowered);
  return runLoaded(loadForCuda(**lowered, signature));
}

std::optional<SmallVector<HostTensor>> GpuRun::runOnEmulator() {
  auto lowered = lowerForEmulator(source, fusion);
  if (failed(lowered))
    return failToLower();
  addKernels(*lowered->host);
  return runLoaded(
      loadForEmulator(std::move(*lowered), signature, fusion.emulatorSeed));
}

std::optional<SmallVector<HostTensor>>
redfuser::runOnGpu(FuzzTarget target, ModuleOp source,
                   const Signature &signature,
                   const std::string &pipelineOptions, uint64_t seed,
                   ArrayRef<HostTensor> arguments, const std::string &message,
                   FuzzVerdict &verdict) {
  GpuRun run(source, signature, pipelineOptions, seed, arguments, message,
             verdict);
  return target == FuzzTarget::Cuda ? run.runOnCuda() : run.runOnEmulator();
}

llvm::Error redfuser::probeGpu() {
  auto probe = [](const FuzzRequest &) {
    FuzzVerdict verdict;
    if (auto device = cuda::getDeviceInfo(); !device)
      verdict.fail("no GPU", llvm::toString(device.takeError()));
    return verdict;
  };
  FuzzPool pool(probe, /*numProcesses=*/1, /*seconds=*/120);
  pool.start(FuzzRequest());
  FuzzVerdict verdict = pool.next().second;
  if (verdict.passed())
    return llvm::Error::success();
  return llvm::createStringError(verdict.details);
}
