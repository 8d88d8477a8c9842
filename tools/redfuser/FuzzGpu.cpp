//===- FuzzGpu.cpp - Cases of redfuser fuzz on a GPU ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuzzGpu.h"

#include "CudaExecutable.h"
#include "FuzzPool.h"

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

std::optional<SmallVector<HostTensor>>
redfuser::runOnGpu(ModuleOp source, const Signature &signature,
                   const std::string &pipelineOptions,
                   ArrayRef<HostTensor> arguments, const std::string &message,
                   FuzzVerdict &verdict) {
  llvm::Expected<cuda::DeviceInfo> device = cuda::getDeviceInfo();
  if (!device) {
    verdict.fail("no GPU", llvm::toString(device.takeError()));
    verdict.spoilsProcess = true;
    return std::nullopt;
  }
  FusionOptions fusion;
  fusion.target = "cuda";
  fusion.pipelineOptions = pipelineOptions;
  auto lowered = lowerForCuda(source, fusion, device->chip);
  if (failed(lowered)) {
    verdict.fail("GPU lowering fails", message);
    return std::nullopt;
  }
  verdict.kernel = std::max(verdict.kernel, classifyKernels(**lowered));
  auto executable = loadForCuda(**lowered, signature);
  if (!executable) {
    verdict.fail("GPU compilation fails",
                 llvm::toString(executable.takeError()));
    verdict.spoilsProcess = true;
    return std::nullopt;
  }
  verdict.isCompiled = true;
  auto run = (*executable)->run(arguments, /*repeat=*/1);
  if (!run) {
    verdict.fail("GPU execution fails", llvm::toString(run.takeError()));
    // An illegal address has ended the context.
    verdict.spoilsProcess = true;
    return std::nullopt;
  }
  return std::move(run->results);
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
