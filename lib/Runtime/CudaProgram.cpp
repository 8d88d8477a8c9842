//===- CudaProgram.cpp - Compiled programs on a CUDA device ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaState.h"
#include "CudaWrappers.h"
#include "RedFuser/Runtime/Cuda.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/CoreContainers.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;
using namespace redfuser::cuda;

void redfuser::cuda::registerSymbols(ExecutionEngine &engine) {
  engine.registerSymbols([](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap symbols;
#define X(type, name, params)                                                  \
  symbols[interner(#name)] = {llvm::orc::ExecutorAddr::fromPtr(&name),         \
                              llvm::JITSymbolFlags::Exported};
    REDFUSER_CUDA_WRAPPERS(X)
#undef X
    return symbols;
  });
}

DeviceMemRef DeviceMemRef::contiguous(const Buffer &buffer,
                                      ArrayRef<int64_t> sizes) {
  DeviceMemRef memref;
  memref.allocated = memref.aligned = buffer.data();
  memref.sizes.assign(sizes.begin(), sizes.end());
  memref.strides.resize(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i > 0; --i) {
    memref.strides[i - 1] = stride;
    stride *= sizes[i - 1];
  }
  return memref;
}

Program::Program(std::unique_ptr<ExecutionEngine> engine)
    : engine(std::move(engine)) {}

Program::~Program() = default;

llvm::Expected<std::unique_ptr<Program>> Program::load(ModuleOp module) {
  if (llvm::Error error = initialize())
    return error;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  gpu::registerOffloadingLLVMTranslationInterfaceExternalModels(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);

  ExecutionEngineOptions options;
  auto transformer = makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0,
                                               /*targetMachine=*/nullptr);
  options.transformer = transformer;
  llvm::Expected<std::unique_ptr<ExecutionEngine>> engine =
      ExecutionEngine::create(module, options);
  if (!engine)
    return engine.takeError();
  registerSymbols(**engine);
  // Runs the constructors that load the kernels.
  (*engine)->initialize();
  if (llvm::Error error = takeError())
    return error;
  return std::unique_ptr<Program>(new Program(std::move(*engine)));
}

/// The descriptor that compiled code expects: two pointers, offset, sizes,
/// strides.
static std::vector<int64_t> pack(const DeviceMemRef &memref) {
  std::vector<int64_t> words = {
      static_cast<int64_t>(reinterpret_cast<intptr_t>(memref.allocated)),
      static_cast<int64_t>(reinterpret_cast<intptr_t>(memref.aligned)),
      memref.offset};
  words.insert(words.end(), memref.sizes.begin(), memref.sizes.end());
  words.insert(words.end(), memref.strides.begin(), memref.strides.end());
  return words;
}

static DeviceMemRef unpack(const int64_t *words, int64_t rank) {
  DeviceMemRef memref;
  memref.allocated = reinterpret_cast<void *>(words[0]);
  memref.aligned = reinterpret_cast<void *>(words[1]);
  memref.offset = words[2];
  memref.sizes.assign(words + 3, words + 3 + rank);
  memref.strides.assign(words + 3 + rank, words + 3 + 2 * rank);
  return memref;
}

llvm::Expected<std::vector<DeviceMemRef>>
Program::run(StringRef name, ArrayRef<Argument> arguments,
             ArrayRef<int64_t> resultRanks) {
  // The C interface: the results' descriptors one after the other, then a
  // pointer to the descriptor of each memref, and scalars as they are.
  std::vector<std::vector<int64_t>> descriptors;
  descriptors.reserve(arguments.size());
  size_t resultWords = 0;
  for (int64_t rank : resultRanks)
    resultWords += 3 + 2 * rank;
  std::vector<int64_t> results(resultWords);

  // Each argument is passed by the address of its value.
  std::vector<void *> pointers, packed;
  pointers.reserve(arguments.size() + 1);
  auto passPointer = [&](void *pointer) {
    pointers.push_back(pointer);
    packed.push_back(&pointers.back());
  };
  if (!resultRanks.empty())
    passPointer(results.data());
  for (const Argument &argument : arguments) {
    if (auto *scalar = std::get_if<const void *>(&argument)) {
      packed.push_back(const_cast<void *>(*scalar));
      continue;
    }
    descriptors.push_back(pack(std::get<DeviceMemRef>(argument)));
    passPointer(descriptors.back().data());
  }
  if (llvm::Error error =
          engine->invokePacked(("_mlir_ciface_" + name).str(), packed))
    return error;
  if (llvm::Error error = takeError())
    return error;
  std::vector<DeviceMemRef> memrefs;
  const int64_t *words = results.data();
  for (int64_t rank : resultRanks) {
    memrefs.push_back(unpack(words, rank));
    words += 3 + 2 * rank;
  }
  return memrefs;
}
