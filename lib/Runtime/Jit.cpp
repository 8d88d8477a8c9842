//===- Jit.cpp - Running programs on the host -----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Jit.h"

#include "HostRuntime.h"

#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <chrono>
#include <cstring>

using namespace mlir;
using namespace redfuser;

namespace {

/// Bytes laid out as a C struct: each field at its natural alignment.
class StructLayout {
public:
  /// The offset of a new field.
  size_t add(size_t bytes) {
    size_t offset = llvm::alignTo(size, bytes);
    size = offset + bytes;
    return offset;
  }
  size_t getSize() const { return llvm::alignTo(size, 8); }

private:
  size_t size = 0;
};

/// A memref descriptor: two pointers, an offset, sizes, strides; every field
/// has eight bytes.
class Descriptor {
public:
  static size_t getNumWords(size_t rank) { return 3 + 2 * rank; }

  static SmallVector<int64_t> make(void *data, ArrayRef<int64_t> shape) {
    SmallVector<int64_t> words(getNumWords(shape.size()), 0);
    words[0] = words[1] = reinterpret_cast<intptr_t>(data);
    int64_t stride = 1;
    for (size_t d = shape.size(); d-- > 0;) {
      words[3 + d] = shape[d];
      words[3 + shape.size() + d] = stride;
      stride *= shape[d];
    }
    return words;
  }

  Descriptor(const int64_t *words, size_t rank) : words(words), rank(rank) {}
  void *getAllocated() const { return reinterpret_cast<void *>(words[0]); }
  const char *getAligned() const {
    return reinterpret_cast<const char *>(words[1]);
  }
  int64_t getOffset() const { return words[2]; }
  ArrayRef<int64_t> getShape() const { return {words + 3, rank}; }
  ArrayRef<int64_t> getStrides() const { return {words + 3 + rank, rank}; }

private:
  const int64_t *words;
  size_t rank;
};

/// Copies what the descriptor describes, whatever its strides.
llvm::Expected<HostTensor> copyOut(const Descriptor &from, ElementKind kind) {
  llvm::Expected<HostTensor> tensor = HostTensor::create(kind, from.getShape());
  if (!tensor)
    return tensor;
  copyStrided(from.getAligned() + from.getOffset() * getByteWidth(kind),
              from.getStrides(), *tensor);
  return tensor;
}

/// True if the module has loops for OpenMP's runtime.
bool usesOpenMP(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<omp::OpenMPDialect>(op->getDialect())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Finds the runtime once; its functions are then found by name.
llvm::Error loadOpenMP() {
  static const bool isLoaded = llvm::any_of(
      ArrayRef{"libomp.so.5", "libomp.so", "libiomp5.so",
               REDFUSER_LLVM_LIBRARY_DIR "/libomp.so"},
      [](const char *name) {
        return !llvm::sys::DynamicLibrary::LoadLibraryPermanently(name);
      });
  if (isLoaded) {
    host::setParallelLevel(reinterpret_cast<int (*)()>(
        llvm::sys::DynamicLibrary::SearchForAddressOfSymbol("omp_get_level")));
    return llvm::Error::success();
  }
  return llvm::createStringError(
      "more than one thread needs LLVM's OpenMP runtime: expected libomp.so.5 "
      "where libraries are found (Debian: libomp-22-dev), found none");
}

} // namespace

JitProgram::JitProgram() = default;
JitProgram::~JitProgram() = default;

llvm::Expected<std::unique_ptr<JitProgram>>
JitProgram::compile(ModuleOp llvmModule, bool isFast) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  registerBuiltinDialectTranslation(*llvmModule->getContext());
  registerLLVMDialectTranslation(*llvmModule->getContext());
  if (usesOpenMP(llvmModule)) {
    if (llvm::Error error = loadOpenMP())
      return std::move(error);
    registerOpenMPDialectTranslation(*llvmModule->getContext());
  }

  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // LLVM prefers half of the width on chips that were slow at the whole.
  if (builder->getTargetTriple().isX86())
    builder->getFeatures().AddFeature("prefer-256-bit", false);
  llvm::CodeGenOptLevel level =
      isFast ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::Aggressive;
  builder->setCodeGenOptLevel(level);
  auto machine = builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  // The engine takes the machine; the optimiser needs one while it compiles.
  auto forOptimizer = builder->createTargetMachine();
  if (!forOptimizer)
    return forOptimizer.takeError();
  auto optimize = makeOptimizingTransformer(isFast ? 1 : 3, /*sizeLevel=*/0,
                                            forOptimizer->get());
  ExecutionEngineOptions options;
  options.transformer = optimize;
  options.jitCodeGenOptLevel = level;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;

  auto engine =
      ExecutionEngine::create(llvmModule, options, std::move(*machine));
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols([](llvm::orc::MangleAndInterner intern) {
    llvm::orc::SymbolMap symbols;
    host::forEachSymbol([&](host::Symbol symbol) {
      symbols[intern(symbol.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(symbol.address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    });
    return symbols;
  });
  (*engine)->initialize();
  std::unique_ptr<JitProgram> program(new JitProgram());
  program->engine = std::move(*engine);
  return std::move(program);
}

llvm::Expected<SmallVector<HostTensor>>
JitProgram::invoke(const Signature &signature, ArrayRef<HostTensor> arguments) {
  assert(arguments.size() == signature.arguments.size() &&
         "expected one value per argument");
  auto function = engine->lookupPacked("_mlir_ciface_" + signature.name);
  if (!function)
    return function.takeError();

  // Results first: one value is returned plainly if it is a scalar; anything
  // else is written to a struct whose address is the first argument.
  StructLayout layout;
  SmallVector<size_t> offsets;
  for (const Parameter &result : signature.results) {
    if (result.isTensor) {
      offsets.push_back(layout.add(8));
      for (size_t i = 1; i < Descriptor::getNumWords(result.shape.size()); ++i)
        layout.add(8);
    } else {
      offsets.push_back(layout.add(getByteWidth(result.kind)));
    }
  }
  SmallVector<int64_t> resultWords(layout.getSize() / 8 + 1, 0);
  char *resultBytes = reinterpret_cast<char *>(resultWords.data());
  void *resultPointer = resultBytes;
  bool byValue =
      signature.results.size() == 1 && !signature.results[0].isTensor;

  SmallVector<SmallVector<int64_t>> descriptors(arguments.size());
  SmallVector<void *> pointers(arguments.size());
  SmallVector<void *> packed;
  if (!signature.results.empty() && !byValue)
    packed.push_back(&resultPointer);
  for (auto [i, parameter] : llvm::enumerate(signature.arguments)) {
    const HostTensor &argument = arguments[i];
    assert(parameter.accepts(argument) && "argument does not fit");
    void *data = const_cast<void *>(argument.data());
    if (parameter.isTensor) {
      descriptors[i] = Descriptor::make(data, argument.getShape());
      pointers[i] = descriptors[i].data();
      packed.push_back(&pointers[i]);
    } else {
      packed.push_back(data);
    }
  }
  if (byValue)
    packed.push_back(resultBytes);

  auto start = std::chrono::steady_clock::now();
  std::optional<std::string> stopped =
      host::runGuarded(*function, packed.data());
  seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  memoryUse = {host::getPeakBytes(), 0};
  if (stopped)
    return llvm::createStringError("the program stopped: " + *stopped);

  SmallVector<HostTensor> results;
  llvm::Error error = llvm::Error::success();
  for (auto [result, offset] : llvm::zip(signature.results, offsets)) {
    const char *from = resultBytes + offset;
    if (!result.isTensor) {
      auto scalar = HostTensor::create(result.kind, {});
      if (!scalar) {
        error = llvm::joinErrors(std::move(error), scalar.takeError());
        continue;
      }
      std::memcpy(scalar->data(), from, getByteWidth(result.kind));
      results.push_back(std::move(*scalar));
      continue;
    }
    Descriptor descriptor(reinterpret_cast<const int64_t *>(from),
                          result.shape.size());
    auto tensor = copyOut(descriptor, result.kind);
    if (tensor)
      results.push_back(std::move(*tensor));
    else
      error = llvm::joinErrors(std::move(error), tensor.takeError());
  }
  // Two results may share one buffer, so free them once all are copied.
  for (auto [result, offset] : llvm::zip(signature.results, offsets))
    if (result.isTensor)
      host::release(
          Descriptor(reinterpret_cast<const int64_t *>(resultBytes + offset),
                     result.shape.size())
              .getAllocated());
  memoryUse.leakedBytes = host::releaseAll();
  if (error)
    return std::move(error);
  return std::move(results);
}
