//===- EmulatedExecutable.cpp - Fused functions on an emulated GPU --------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedExecutable.h"

#include "RedFuser/Emulator/Emulator.h"
#include "RedFuser/Pipelines/Front.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/TargetSelect.h"

#include <chrono>
#include <cstring>

using namespace mlir;
using namespace redfuser;

FailureOr<EmulatedProgram>
redfuser::lowerForEmulator(ModuleOp source, const FusionOptions &fusion) {
  ToNVVMOptions options;
  if (failed(options.parseFromString("chip=" + fusion.chip + " " +
                                     fusion.pipelineOptions)))
    return failure();
  EmulatedProgram program;
  program.sharedBudget = options.getSharedLimit();
  program.host = source.clone();
  PassManager front(source.getContext());
  buildNVVMFrontPipeline(front, options);
  if (failed(front.run(*program.host)))
    return failure();

  PassManager kernels(source.getContext());
  buildGpuKernelPipeline(kernels, options);
  if (failed(kernels.run(*program.host)))
    return failure();
  program.kernels = kernelsToHost(*program.host);
  if (!program.kernels)
    return failure();
  clearKernels(*program.host);
  PassManager toHost(source.getContext());
  buildHostLowering(toHost);
  PassManager host(source.getContext());
  buildGpuBinaryPipeline(host, options);
  if (failed(toHost.run(*program.kernels)) || failed(host.run(*program.host)))
    return failure();
  return std::move(program);
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>> jit(ModuleOp module) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  registerAllToLLVMIRTranslations(registry);
  module.getContext()->appendDialectRegistry(registry);
  ExecutionEngineOptions options;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  return ExecutionEngine::create(module, options);
}

namespace {
/// Emulated device memory.
class DeviceBytes {
public:
  explicit DeviceBytes(const HostTensor &tensor)
      : pointer(EmulatedMemory::get().allocate(tensor.getNumBytes())) {
    EmulatedMemory::Access access;
    std::memcpy(pointer, tensor.data(), tensor.getNumBytes());
  }
  explicit DeviceBytes(void *pointer) : pointer(pointer) {}
  DeviceBytes(DeviceBytes &&other) : pointer(other.pointer) {
    other.pointer = nullptr;
  }
  ~DeviceBytes() {
    if (pointer)
      EmulatedMemory::get().release(pointer);
  }
  void *get() const { return pointer; }

private:
  void *pointer;
};

class EmulatedExecutable final : public Executable {
public:
  EmulatedExecutable(EmulatedProgram program, const Signature &signature,
                     uint64_t seed, std::unique_ptr<ExecutionEngine> kernels,
                     std::unique_ptr<ExecutionEngine> host)
      : program(std::move(program)), signature(signature), seed(seed),
        kernels(std::move(kernels)), host(std::move(host)) {}

  llvm::Expected<Run> run(ArrayRef<HostTensor> arguments,
                          unsigned repeat) override {
    Run run;
    SmallVector<double> times;
    for (unsigned i = 0; i < repeat; ++i) {
      auto start = std::chrono::steady_clock::now();
      auto results = runOnce(arguments);
      if (!results)
        return results.takeError();
      times.push_back(std::chrono::duration<double>(
                          std::chrono::steady_clock::now() - start)
                          .count());
      run.results = std::move(*results);
    }
    llvm::sort(times);
    run.seconds = times[times.size() / 2];
    return std::move(run);
  }

private:
  llvm::Expected<SmallVector<HostTensor>>
  runOnce(ArrayRef<HostTensor> arguments);

  /// The engines run its code.
  EmulatedProgram program;
  Signature signature;
  uint64_t seed;
  std::unique_ptr<ExecutionEngine> kernels, host;
};
} // namespace

llvm::Expected<SmallVector<HostTensor>>
EmulatedExecutable::runOnce(ArrayRef<HostTensor> arguments) {
  setEmulatedKernels(*kernels, program.sharedBudget, seed++);

  // The C interface: see cuda::Program::run().
  std::vector<DeviceBytes> memory;
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<int64_t> words;
  for (const Parameter &result : signature.results)
    words.resize(words.size() + 3 + 2 * result.shape.size());
  std::vector<void *> pointers, packed;
  pointers.reserve(arguments.size() + 1);
  auto passPointer = [&](void *pointer) {
    pointers.push_back(pointer);
    packed.push_back(&pointers.back());
  };
  if (!words.empty())
    passPointer(words.data());
  for (auto [parameter, argument] :
       llvm::zip_equal(signature.arguments, arguments)) {
    if (!parameter.isTensor) {
      packed.push_back(const_cast<void *>(argument.data()));
      continue;
    }
    memory.emplace_back(argument);
    auto address = reinterpret_cast<intptr_t>(memory.back().get());
    ArrayRef<int64_t> shape = argument.getShape();
    std::vector<int64_t> descriptor{address, address, 0};
    descriptor.insert(descriptor.end(), shape.begin(), shape.end());
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t stride = 1;
      for (int64_t size : shape.drop_front(d + 1))
        stride *= size;
      descriptor.push_back(stride);
    }
    descriptors.push_back(std::move(descriptor));
    passPointer(descriptors.back().data());
  }
  if (llvm::Error error =
          host->invokePacked("_mlir_ciface_" + signature.name, packed))
    return std::move(error);
  if (llvm::Error error = takeEmulatorError())
    return std::move(error);

  SmallVector<HostTensor> results;
  const int64_t *at = words.data();
  for (const Parameter &result : signature.results) {
    size_t rank = result.shape.size();
    auto tensor = HostTensor::create(result.kind, {at + 3, rank});
    if (!tensor)
      return tensor.takeError();
    auto *data = reinterpret_cast<const char *>(at[1]);
    {
      EmulatedMemory::Access access;
      copyStrided(data + at[2] * getByteWidth(result.kind),
                  {at + 3 + rank, rank}, *tensor);
    }
    memory.emplace_back(reinterpret_cast<void *>(at[0]));
    results.push_back(std::move(*tensor));
    at += 3 + 2 * rank;
  }
  return std::move(results);
}

llvm::Expected<std::unique_ptr<Executable>>
redfuser::loadForEmulator(EmulatedProgram program, const Signature &signature,
                          uint64_t seed) {
  auto kernels = jit(*program.kernels);
  if (!kernels)
    return kernels.takeError();
  registerEmulatedKernels(**kernels);
  auto host = jit(*program.host);
  if (!host)
    return host.takeError();
  registerEmulator(**host);
  (*host)->initialize();
  return std::make_unique<EmulatedExecutable>(std::move(program), signature,
                                              seed, std::move(*kernels),
                                              std::move(*host));
}

std::unique_ptr<Executable>
redfuser::compileForEmulator(ModuleOp module, const Signature &signature,
                             const FusionOptions &fusion) {
  if (!fusion.passes.empty()) {
    reportError("--target=emulator: expected no --passes; the fusion pipeline "
                "is that of the GPU");
    return nullptr;
  }
  for (const Parameter &result : signature.results)
    if (!result.isTensor) {
      reportError("--target=emulator: expected '" + signature.name +
                  "' to return tensors only, got " + result.str());
      return nullptr;
    }
  FailureOr<EmulatedProgram> lowered = lowerForEmulator(module, fusion);
  if (failed(lowered))
    return nullptr;
  auto executable =
      loadForEmulator(std::move(*lowered), signature, fusion.emulatorSeed);
  if (!executable) {
    reportError("--target=emulator: " + llvm::toString(executable.takeError()));
    return nullptr;
  }
  return std::move(*executable);
}
