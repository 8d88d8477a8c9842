//===- CudaExecutable.cpp - Fused functions on a GPU ----------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaExecutable.h"

#include "RedFuser/Pipelines/GPU.h"
#include "RedFuser/Runtime/Cuda.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MathExtras.h"

#include <chrono>

using namespace mlir;
using namespace redfuser;

namespace {

/// Brings a result to the host.
llvm::Expected<HostTensor> copyOut(const cuda::DeviceMemRef &from,
                                   ElementKind kind) {
  llvm::Expected<HostTensor> tensor = HostTensor::create(kind, from.sizes);
  if (!tensor || tensor->getNumElements() == 0)
    return tensor;
  // Everything up to its last element, counted from its allocation.
  int64_t elements = from.offset + 1;
  for (auto [size, stride] : llvm::zip(from.sizes, from.strides))
    elements += (size - 1) * stride;
  ptrdiff_t skip =
      static_cast<char *>(from.aligned) - static_cast<char *>(from.allocated);
  unsigned width = getByteWidth(kind);
  std::vector<char> bytes(skip + elements * width);
  if (llvm::Error error = cuda::copyToHost(from.allocated, bytes))
    return std::move(error);
  copyStrided(bytes.data() + skip + from.offset * width, from.strides, *tensor);
  return tensor;
}

class CudaExecutable final : public Executable {
public:
  CudaExecutable(std::unique_ptr<cuda::Program> program,
                 const Signature &signature)
      : program(std::move(program)), signature(signature) {
    for (const Parameter &result : signature.results)
      ranks.push_back(result.shape.size());
  }

  llvm::Expected<Run> run(ArrayRef<HostTensor> arguments,
                          unsigned repeat) override {
    auto inputs = copyIn(arguments);
    if (!inputs)
      return inputs.takeError();

    Run run;
    SmallVector<double> times;
    for (unsigned i = 0; i < repeat; ++i) {
      run.results.clear();
      cuda::resetPeakBytes();
      uint64_t before = cuda::getAllocatedBytes();
      auto start = std::chrono::steady_clock::now();
      auto results = program->run(signature.name, inputs->arguments, ranks);
      times.push_back(std::chrono::duration<double>(
                          std::chrono::steady_clock::now() - start)
                          .count());
      if (!results)
        return results.takeError();
      if (llvm::Error error = cuda::takeError())
        return std::move(error);
      uint64_t extra = cuda::getPeakBytes() - before;
      std::vector<cuda::Buffer> owned = takeOwnership(*results, *inputs);
      for (auto [parameter, result] : llvm::zip(signature.results, *results)) {
        auto tensor = copyOut(result, parameter.kind);
        if (!tensor)
          return tensor.takeError();
        extra -= std::min(extra, tensor->getNumBytes());
        run.results.push_back(std::move(*tensor));
      }
      run.extraBytes = extra;
    }
    llvm::sort(times);
    run.seconds = times[times.size() / 2];
    return std::move(run);
  }

  llvm::Expected<SmallVector<double>> time(ArrayRef<HostTensor> arguments,
                                           unsigned repeat) override {
    auto inputs = copyIn(arguments);
    if (!inputs)
      return inputs.takeError();
    SmallVector<double> seconds;
    for (unsigned i = 0; i <= repeat; ++i) {
      if (llvm::Error error = cuda::overwriteCache())
        return std::move(error);
      cuda::setProfiling(true);
      auto results = program->run(signature.name, inputs->arguments, ranks);
      cuda::setProfiling(false);
      if (!results)
        return results.takeError();
      takeOwnership(*results, *inputs);
      double sum = 0;
      for (const cuda::KernelTime &kernel : cuda::takeKernelTimes())
        sum += kernel.milliseconds * 1e-3;
      if (i > 0)
        seconds.push_back(sum);
    }
    return seconds;
  }

private:
  struct Inputs {
    std::vector<cuda::Buffer> buffers;
    std::vector<cuda::Argument> arguments;
  };

  /// The memory of results, once where several have the same, but not that of
  /// arguments. Sizes do not matter.
  static std::vector<cuda::Buffer>
  takeOwnership(ArrayRef<cuda::DeviceMemRef> results, const Inputs &inputs) {
    llvm::SmallPtrSet<void *, 8> known;
    for (const cuda::Buffer &buffer : inputs.buffers)
      known.insert(buffer.data());
    std::vector<cuda::Buffer> owned;
    for (const cuda::DeviceMemRef &result : results)
      if (known.insert(result.allocated).second)
        owned.push_back(cuda::Buffer::adopt(result.allocated, 0));
    return owned;
  }

  /// Tensors are copied to the device; scalars stay where they are.
  llvm::Expected<Inputs> copyIn(ArrayRef<HostTensor> arguments) const {
    Inputs inputs;
    for (auto [parameter, argument] :
         llvm::zip_equal(signature.arguments, arguments)) {
      if (!parameter.isTensor) {
        inputs.arguments.push_back(argument.data());
        continue;
      }
      auto buffer = cuda::Buffer::allocate(argument.getNumBytes());
      if (!buffer)
        return buffer.takeError();
      ArrayRef<char> data(static_cast<const char *>(argument.data()),
                          argument.getNumBytes());
      if (llvm::Error error = buffer->copyFromHost(data))
        return std::move(error);
      inputs.arguments.push_back(
          cuda::DeviceMemRef::contiguous(*buffer, argument.getShape()));
      inputs.buffers.push_back(std::move(*buffer));
    }
    return inputs;
  }

  std::unique_ptr<cuda::Program> program;
  Signature signature;
  /// Of the results.
  SmallVector<int64_t> ranks;
};

} // namespace

FailureOr<OwningOpRef<ModuleOp>>
redfuser::lowerForCuda(ModuleOp source, const FusionOptions &fusion,
                       const cuda::DeviceInfo &device) {
  OwningOpRef<ModuleOp> module = source.clone();
  PassManager pm(module->getContext());
  if (fusion.passes.empty()) {
    if (failed(addPipeline(pm, "redfuser-to-nvvm",
                           "chip=" + device.chip + " multiprocessors=" +
                               std::to_string(device.multiprocessors) + " " +
                               fusion.pipelineOptions)))
      return failure();
  } else {
    if (failed(addFusion(pm, fusion)))
      return failure();
    GpuOptions options;
    options.chip = device.chip;
    buildGpuBackendPipeline(pm, options);
  }
  if (failed(pm.run(*module)))
    return failure();
  return std::move(module);
}

llvm::Expected<std::unique_ptr<Executable>>
redfuser::loadForCuda(ModuleOp lowered, const Signature &signature) {
  auto program = cuda::Program::load(lowered);
  if (!program)
    return program.takeError();
  return std::make_unique<CudaExecutable>(std::move(*program), signature);
}

std::unique_ptr<Executable>
redfuser::compileForCuda(ModuleOp source, const Signature &signature,
                         const FusionOptions &fusion) {
  for (const Parameter &result : signature.results)
    if (!result.isTensor) {
      reportError("--target=cuda: expected '" + signature.name +
                  "' to return tensors only, got " + result.str());
      return nullptr;
    }
  // The device first: it says what to compile for.
  llvm::Expected<cuda::DeviceInfo> device = cuda::getDeviceInfo();
  if (!device) {
    reportError("--target=cuda: " + llvm::toString(device.takeError()));
    return nullptr;
  }
  auto module = lowerForCuda(source, fusion, *device);
  if (failed(module))
    return nullptr;
  auto executable = loadForCuda(**module, signature);
  if (!executable) {
    reportError("--target=cuda: " + llvm::toString(executable.takeError()));
    return nullptr;
  }
  return std::move(*executable);
}
