//===- redfuser-gpu-check.cpp - Checks GPU code against the CPU -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a tiled program (scf.forall over blocks, linalg on tile tensors) for
// the GPU, runs it on a CUDA device or emulated, and compares with the same
// program lowered to loops on the CPU.
//
//   redfuser-gpu-check attention.mlir --dims=1000,4097,4097          (emulated)
//   redfuser-gpu-check attention.mlir --dims=4096,4096,4096 --cuda   (device)
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Conversion/Passes.h"
#include "RedFuser/Emulator/Emulator.h"
#include "RedFuser/InitAllDialects.h"
#include "RedFuser/Pipelines/Front.h"
#include "RedFuser/Pipelines/GPU.h"
#include "RedFuser/Runtime/Cuda.h"
#include "RedFuser/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/RequestCWrappers.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace mlir;
using redfuser::cuda::Buffer;
using redfuser::cuda::DeviceMemRef;

static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::desc("<tiled program>"),
                                            llvm::cl::Required);
static llvm::cl::opt<std::string> referenceFile(
    "reference", llvm::cl::init(""),
    llvm::cl::desc("a program that says what the results are, for one with "
                   "kernels; default: the program"));
static llvm::cl::list<int64_t> dims(
    "dims", llvm::cl::CommaSeparated,
    llvm::cl::desc("sizes of the arguments' dynamic dimensions, in order"));
static llvm::cl::opt<bool> useCuda("cuda",
                                   llvm::cl::desc("run on a CUDA device"));
static llvm::cl::opt<std::string>
    chip("chip", llvm::cl::init(""),
         llvm::cl::desc("chip to compile for; default: the device's"));
static llvm::cl::opt<bool>
    fuse("fuse",
         llvm::cl::desc("find, fuse and tile cascades first, for the GPU"));
static llvm::cl::opt<std::string> rowSchedule(
    "row-schedule", llvm::cl::init(""),
    llvm::cl::desc(
        "schedule of kernels on rows, with --fuse; default: chosen"));
static llvm::cl::opt<double>
    tolerance("tolerance", llvm::cl::init(1e-5),
              llvm::cl::desc("max abs error / RMS of the result"));
static llvm::cl::opt<unsigned> seed("seed", llvm::cl::init(0),
                                    llvm::cl::desc("of the random inputs"));
static llvm::cl::opt<double> masked(
    "masked", llvm::cl::init(0),
    llvm::cl::desc("fraction of elements of each argument that are -inf"));
static llvm::cl::opt<int64_t> threads("block-threads", llvm::cl::init(256),
                                      llvm::cl::desc("threads of a block"));
static llvm::cl::opt<int64_t>
    sharedBudget("shared-budget", llvm::cl::init(0),
                 llvm::cl::desc("shared memory of a block; 0: the chip's"));
static llvm::cl::opt<unsigned>
    repeat("repeat", llvm::cl::init(0),
           llvm::cl::desc("time this many runs on the device"));

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

namespace {
/// One argument or result in host memory.
struct Tensor {
  MemRefType type;
  SmallVector<int64_t> sizes;
  std::vector<char> data;

  int64_t elementBytes() const {
    Type element = type.getElementType();
    return element.isIndex()
               ? 8
               : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  }
  int64_t numElements() const {
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    return count;
  }
};
} // namespace

static void setElement(Tensor &tensor, int64_t i, double value) {
  char *at = tensor.data.data() + i * tensor.elementBytes();
  if (auto type = dyn_cast<FloatType>(tensor.type.getElementType())) {
    APFloat converted(value);
    bool inexact;
    converted.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                      &inexact);
    uint64_t bits = converted.bitcastToAPInt().getZExtValue();
    std::memcpy(at, &bits, tensor.elementBytes());
    return;
  }
  auto integer = static_cast<int64_t>(value);
  std::memcpy(at, &integer, tensor.elementBytes());
}

static double getElement(const Tensor &tensor, int64_t i) {
  const char *at = tensor.data.data() + i * tensor.elementBytes();
  uint64_t bits = 0;
  std::memcpy(&bits, at, tensor.elementBytes());
  if (auto type = dyn_cast<FloatType>(tensor.type.getElementType())) {
    APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), bits));
    bool inexact;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &inexact);
    return value.convertToDouble();
  }
  unsigned width = tensor.elementBytes() * 8;
  return static_cast<double>(llvm::SignExtend64(bits, width));
}

/// Random arguments for `func`, whose arguments must be ranked tensors.
static FailureOr<std::vector<Tensor>> makeArguments(func::FuncOp func) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  std::vector<Tensor> arguments;
  size_t next = 0;
  for (Type type : func.getArgumentTypes()) {
    auto tensorType = dyn_cast<RankedTensorType>(type);
    if (!tensorType)
      return func.emitError("expected ranked tensor arguments, got ") << type;
    Tensor tensor;
    tensor.type =
        MemRefType::get(tensorType.getShape(), tensorType.getElementType());
    for (int64_t size : tensorType.getShape()) {
      if (ShapedType::isDynamic(size)) {
        if (next == dims.size())
          return func.emitError("has more dynamic dimensions than --dims");
        size = dims[next++];
      }
      tensor.sizes.push_back(size);
    }
    tensor.data.resize(tensor.numElements() * tensor.elementBytes());
    bool isFloat = isa<FloatType>(tensorType.getElementType());
    for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
      double value = isFloat ? normal(generator) : uniform(generator) * 100;
      if (isFloat && masked > 0 && uniform(generator) < masked)
        value = -INFINITY;
      setElement(tensor, i, value);
    }
    arguments.push_back(std::move(tensor));
  }
  return arguments;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static redfuser::GpuOptions &getGpuOptions() {
  static redfuser::GpuOptions options;
  options.threads = threads;
  options.sharedBudget = sharedBudget;
  if (!chip.empty())
    options.chip = chip;
  return options;
}

static LogicalResult lowerToLoops(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  WalkResult decomposed = module.walk([&](linalg::AggregatedOpInterface op) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return WalkResult::interrupt();
    rewriter.replaceOp(op, *results);
    return WalkResult::advance();
  });
  if (decomposed.wasInterrupted())
    return failure();
  PassManager pm(module.getContext());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  // Folds that a test writes by hand.
  pm.addPass(redfuser::createCascadeToLinalgPass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.nest<func::FuncOp>().addPass(createForallToForLoopPass());
  pm.nest<func::FuncOp>().addPass(LLVM::createLLVMRequestCWrappersPass());
  if (failed(pm.run(module)))
    return failure();
  // The library function that a copy would become is not linked in.
  module.walk([&](memref::CopyOp copy) {
    rewriter.setInsertionPoint(copy);
    linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  });
  PassManager host(module.getContext());
  redfuser::buildHostLowering(host);
  return host.run(module);
}

/// Host code and, through `kernels`, emulated kernels; null for a device.
static LogicalResult lowerToGpu(ModuleOp module,
                                OwningOpRef<ModuleOp> *kernels) {
  MLIRContext *context = module.getContext();
  if (fuse) {
    redfuser::ToNVVMOptions options;
    options.chip = getGpuOptions().chip;
    options.sharedBudget = sharedBudget;
    options.rowSchedule = rowSchedule;
    PassManager pm(context);
    redfuser::buildNVVMFrontPipeline(pm, options);
    if (failed(pm.run(module)))
      return failure();
  }
  if (kernels) {
    PassManager pm(context);
    redfuser::buildGpuKernelPipeline(pm, getGpuOptions());
    if (failed(pm.run(module)))
      return failure();
    *kernels = redfuser::kernelsToHost(module);
    if (!*kernels)
      return failure();
    redfuser::clearKernels(module);
    PassManager host(context);
    redfuser::buildHostLowering(host);
    if (failed(host.run(**kernels)))
      return failure();
    PassManager binary(context);
    redfuser::buildGpuBinaryPipeline(binary, getGpuOptions());
    return binary.run(module);
  }
  PassManager pm(context);
  redfuser::buildGpuBackendPipeline(pm, getGpuOptions());
  return pm.run(module);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void report(llvm::Error error) {
  llvm::logAllUnhandledErrors(std::move(error), llvm::errs(), "error: ");
}

/// Calls `name` of an engine; results are copied out. Arguments are in host
/// memory, or in emulated device memory.
static llvm::Expected<std::vector<Tensor>>
runOnHost(ExecutionEngine &engine, StringRef name,
          std::vector<Tensor> arguments, ArrayRef<MemRefType> resultTypes,
          bool emulated = false) {
  std::vector<std::vector<int64_t>> descriptors;
  for (Tensor &tensor : arguments) {
    void *data = tensor.data.data();
    if (emulated) {
      data = redfuser::EmulatedMemory::get().allocate(tensor.data.size());
      redfuser::EmulatedMemory::Access access;
      std::memcpy(data, tensor.data.data(), tensor.data.size());
    }
    auto address = reinterpret_cast<intptr_t>(data);
    std::vector<int64_t> words = {address, address, 0};
    words.insert(words.end(), tensor.sizes.begin(), tensor.sizes.end());
    int64_t stride = 1;
    words.resize(3 + 2 * tensor.sizes.size());
    for (size_t i = tensor.sizes.size(); i > 0; --i) {
      words[3 + tensor.sizes.size() + i - 1] = stride;
      stride *= tensor.sizes[i - 1];
    }
    descriptors.push_back(words);
  }
  std::vector<int64_t> results;
  for (MemRefType type : resultTypes)
    results.resize(results.size() + 3 + 2 * type.getRank());
  std::vector<void *> pointers = {results.data()};
  for (auto &descriptor : descriptors)
    pointers.push_back(descriptor.data());
  std::vector<void *> packed;
  for (void *&pointer : pointers)
    packed.push_back(&pointer);
  if (llvm::Error error =
          engine.invokePacked(("_mlir_ciface_" + name).str(), packed))
    return error;
  redfuser::EmulatedMemory::Access access;
  std::vector<Tensor> tensors;
  const int64_t *words = results.data();
  for (MemRefType type : resultTypes) {
    Tensor tensor;
    tensor.type = type;
    tensor.sizes.assign(words + 3, words + 3 + type.getRank());
    auto *data = reinterpret_cast<const char *>(words[1]);
    data += words[2] * tensor.elementBytes();
    tensor.data.assign(data,
                       data + tensor.numElements() * tensor.elementBytes());
    tensors.push_back(std::move(tensor));
    words += 3 + 2 * type.getRank();
  }
  return tensors;
}

static llvm::Expected<std::vector<Tensor>>
runOnDevice(ModuleOp module, StringRef name,
            const std::vector<Tensor> &arguments,
            ArrayRef<MemRefType> resultTypes) {
  auto program = redfuser::cuda::Program::load(module);
  if (!program)
    return program.takeError();
  std::vector<Buffer> buffers;
  std::vector<redfuser::cuda::Argument> memrefs;
  for (const Tensor &tensor : arguments) {
    llvm::Expected<Buffer> buffer = Buffer::allocate(tensor.data.size());
    if (!buffer)
      return buffer.takeError();
    if (llvm::Error error = buffer->copyFromHost(tensor.data))
      return error;
    memrefs.push_back(DeviceMemRef::contiguous(*buffer, tensor.sizes));
    buffers.push_back(std::move(*buffer));
  }
  SmallVector<int64_t> ranks;
  for (MemRefType type : resultTypes)
    ranks.push_back(type.getRank());
  redfuser::cuda::resetPeakBytes();
  uint64_t before = redfuser::cuda::getAllocatedBytes();
  auto results = (*program)->run(name, memrefs, ranks);
  if (!results)
    return results.takeError();
  llvm::outs() << "peak extra bytes: "
               << redfuser::cuda::getPeakBytes() - before << "\n";
  std::vector<Tensor> tensors;
  for (auto [type, memref] : llvm::zip(resultTypes, *results)) {
    Tensor tensor;
    tensor.type = type;
    tensor.sizes.assign(memref.sizes.begin(), memref.sizes.end());
    tensor.data.resize(tensor.numElements() * tensor.elementBytes());
    Buffer buffer = Buffer::adopt(memref.allocated, tensor.data.size());
    if (llvm::Error error = buffer.copyToHost(tensor.data))
      return error;
    tensors.push_back(std::move(tensor));
  }
  if (repeat > 0) {
    redfuser::cuda::setProfiling(true);
    for (unsigned i = 0; i < repeat; ++i) {
      auto again = (*program)->run(name, memrefs, ranks);
      if (!again)
        return again.takeError();
      for (auto [tensor, memref] : llvm::zip(tensors, *again))
        Buffer::adopt(memref.allocated, tensor.data.size());
    }
    std::map<std::string, double> times;
    for (const auto &time : redfuser::cuda::takeKernelTimes())
      times[time.kernel] += time.milliseconds / repeat;
    for (const auto &[kernel, milliseconds] : times)
      llvm::outs() << llvm::formatv("{0}: {1:f4} ms\n", kernel, milliseconds);
  }
  return tensors;
}

/// Compares, prints, and says whether the results agree.
static bool compare(ArrayRef<Tensor> actual, ArrayRef<Tensor> expected) {
  bool ok = true;
  for (auto [index, pair] : llvm::enumerate(llvm::zip(actual, expected))) {
    const Tensor &a = std::get<0>(pair), &e = std::get<1>(pair);
    if (a.sizes != e.sizes) {
      llvm::outs() << "result " << index << ": sizes differ\n";
      ok = false;
      continue;
    }
    double worst = 0, squares = 0;
    int64_t special = 0, finite = 0, count = e.numElements();
    for (int64_t i = 0; i < count; ++i) {
      double x = getElement(a, i), y = getElement(e, i);
      if (std::isfinite(x) && std::isfinite(y)) {
        worst = std::max(worst, std::abs(x - y));
        squares += y * y;
        ++finite;
      } else if (!(std::isnan(x) && std::isnan(y)) && x != y) {
        ++special;
      }
    }
    double rms = finite ? std::sqrt(squares / finite) : 0;
    double relative = worst == 0 ? 0 : worst / std::max(rms, 1e-300);
    bool good = special == 0 && relative <= tolerance;
    llvm::outs() << llvm::formatv(
        "result {0}: {1} elements, max error / rms {2:e2}, {3} special values "
        "differ: {4}\n",
        index, count, relative, special, good ? "ok" : "FAIL");
    ok &= good;
  }
  return ok;
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>> jit(ModuleOp module) {
  ExecutionEngineOptions options;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  return ExecutionEngine::create(module, options);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "checks the GPU back half against the CPU\n");

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  redfuser::registerAllDialects(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> source = parseSourceFile<ModuleOp>(inputFile, &context);
  if (!source)
    return 1;
  // Private functions serve others.
  auto funcs = llvm::make_filter_range(
      source->getOps<func::FuncOp>(),
      [](func::FuncOp func) { return func.isPublic(); });
  if (funcs.empty()) {
    source->emitError("expected a public function");
    return 1;
  }
  func::FuncOp entry = *funcs.begin();
  std::string name = entry.getName().str();
  FailureOr<std::vector<Tensor>> arguments = makeArguments(entry);
  if (failed(arguments))
    return 1;
  SmallVector<MemRefType> resultTypes;
  for (Type type : entry.getResultTypes()) {
    auto tensorType = cast<RankedTensorType>(type);
    resultTypes.push_back(
        MemRefType::get(tensorType.getShape(), tensorType.getElementType()));
  }

  OwningOpRef<ModuleOp> loops =
      referenceFile.empty()
          ? OwningOpRef<ModuleOp>(source->clone())
          : parseSourceFile<ModuleOp>(referenceFile, &context);
  if (!loops)
    return 1;
  if (failed(lowerToLoops(*loops)))
    return 1;
  auto cpu = jit(*loops);
  if (!cpu)
    return report(cpu.takeError()), 1;
  auto expected = runOnHost(**cpu, name, *arguments, resultTypes);
  if (!expected)
    return report(expected.takeError()), 1;

  if (useCuda) {
    auto info = redfuser::cuda::getDeviceInfo();
    if (!info)
      return report(info.takeError()), 1;
    llvm::outs() << info->name << ", " << info->chip << "\n";
    if (chip.empty())
      chip = info->chip;
    if (failed(lowerToGpu(*source, nullptr)))
      return 1;
    auto actual = runOnDevice(*source, name, *arguments, resultTypes);
    if (!actual)
      return report(actual.takeError()), 1;
    return compare(*actual, *expected) ? 0 : 1;
  }

  OwningOpRef<ModuleOp> kernels;
  if (failed(lowerToGpu(*source, &kernels)))
    return 1;
  auto kernelEngine = jit(*kernels);
  if (!kernelEngine)
    return report(kernelEngine.takeError()), 1;
  redfuser::registerEmulatedKernels(**kernelEngine);
  redfuser::setEmulatedKernels(**kernelEngine, getGpuOptions().getSharedLimit(),
                               seed);
  auto host = jit(*source);
  if (!host)
    return report(host.takeError()), 1;
  redfuser::registerEmulator(**host);
  (*host)->initialize();
  auto actual = runOnHost(**host, name, *arguments, resultTypes,
                          /*emulated=*/true);
  if (!actual)
    return report(actual.takeError()), 1;
  if (llvm::Error error = redfuser::takeEmulatorError())
    return report(std::move(error)), 1;
  return compare(*actual, *expected) ? 0 : 1;
}
