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

#include <cstring>

using namespace mlir;
using namespace redfuser;

FailureOr<EmulatedProgram>
redfuser::lowerForEmulator(ModuleOp source, const FusionOptions &fusion) {
  // The newest chip, since its kernels have the most forms.
  ToNVVMOptions options;
  if (failed(options.parseFromString("chip=sm_90a warpgroup-kernels=false " +
                                     fusion.pipelineOptions)))
    return failure();
  EmulatedProgram program;
  program.sharedBudget = options.getSharedBudget();
  program.host = source.clone();
  PassManager front(source.getContext());
  buildNVVMFrontPipeline(front, options);
  if (failed(front.run(*program.host)))
    return failure();

  OwningOpRef<ModuleOp> copy = program.host->clone();
  PassManager kernels(source.getContext());
  buildGpuKernelPipeline(kernels, options);
  if (failed(kernels.run(*copy)))
    return failure();
  program.kernels = kernelsToHost(*copy);
  PassManager toHost(source.getContext());
  buildHostLowering(toHost);
  PassManager host(source.getContext());
  buildGpuBackendPipeline(host, options);
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
} // namespace

llvm::Expected<SmallVector<HostTensor>>
redfuser::runEmulated(const EmulatedProgram &program,
                      const Signature &signature,
                      ArrayRef<HostTensor> arguments) {
  auto kernels = jit(*program.kernels);
  if (!kernels)
    return kernels.takeError();
  setEmulatedKernels(**kernels, program.sharedBudget);
  auto host = jit(*program.host);
  if (!host)
    return host.takeError();
  registerEmulator(**host);
  (*host)->initialize();

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
          (*host)->invokePacked("_mlir_ciface_" + signature.name, packed))
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
