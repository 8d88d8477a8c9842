//===- Emulator.cpp - Kernels on the CPU, thread by thread ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"

#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/Orc/CoreContainers.h"

#include <cstring>
#include <map>
#include <ucontext.h>
#include <vector>

using namespace mlir;

namespace {
enum class Wait { None, Barrier, Shuffle, Done };

struct Fiber {
  ucontext_t context;
  std::vector<char> stack;
  Wait wait = Wait::None;
  int32_t value = 0, offset = 0, result = 0;
};

/// One launch at a time.
struct Machine {
  ExecutionEngine *kernels = nullptr;
  std::string failure;

  ucontext_t scheduler;
  std::vector<Fiber> fibers;
  int64_t current = 0;
  int64_t grid[3], block[3], blockId[3];
  void (*kernel)(void **) = nullptr;
  void **params = nullptr;
  std::vector<char> dynamicShared;
  std::map<int64_t, std::vector<char>> staticShared;

  void runBlock();
  void pause(Wait wait);
  bool releaseWarps();
};
} // namespace

static Machine machine;

static constexpr int64_t kWarp = 32;
static constexpr size_t kStackBytes = 128 * 1024;
static constexpr size_t kStaticSharedBytes = 48 * 1024;

static void fiberMain() {
  machine.kernel(machine.params);
  machine.fibers[machine.current].wait = Wait::Done;
  swapcontext(&machine.fibers[machine.current].context, &machine.scheduler);
}

void Machine::pause(Wait wait) {
  Fiber &fiber = fibers[current];
  fiber.wait = wait;
  swapcontext(&fiber.context, &scheduler);
}

/// Exchanges values in every warp whose lanes all wait for it.
bool Machine::releaseWarps() {
  bool released = false;
  int64_t threads = fibers.size();
  for (int64_t first = 0; first < threads; first += kWarp) {
    bool all = true;
    for (int64_t lane = 0; lane < kWarp; ++lane)
      all &= fibers[first + lane].wait == Wait::Shuffle;
    if (!all)
      continue;
    for (int64_t lane = 0; lane < kWarp; ++lane) {
      Fiber &fiber = fibers[first + lane];
      fiber.result = fibers[first + (lane ^ fiber.offset)].value;
    }
    for (int64_t lane = 0; lane < kWarp; ++lane)
      fibers[first + lane].wait = Wait::None;
    released = true;
  }
  return released;
}

void Machine::runBlock() {
  int64_t threads = block[0] * block[1] * block[2];
  fibers.resize(threads);
  for (Fiber &fiber : fibers) {
    fiber.stack.resize(kStackBytes);
    fiber.wait = Wait::None;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.data();
    fiber.context.uc_stack.ss_size = fiber.stack.size();
    fiber.context.uc_link = &scheduler;
    makecontext(&fiber.context, fiberMain, 0);
  }
  // Shared memory is undefined at the start: NaNs show what is read too early.
  std::memset(dynamicShared.data(), 0xFF, dynamicShared.size());
  for (auto &entry : staticShared)
    std::memset(entry.second.data(), 0xFF, entry.second.size());

  for (int64_t step = 0;; ++step) {
    // Forwards, backwards, and from the middle.
    for (int64_t i = 0; i < threads; ++i) {
      current = step % 3 == 0   ? i
                : step % 3 == 1 ? threads - 1 - i
                                : (i + threads / 2) % threads;
      if (fibers[current].wait == Wait::None)
        swapcontext(&scheduler, &fibers[current].context);
    }
    if (releaseWarps())
      continue;
    int64_t done = 0, barrier = 0;
    for (Fiber &fiber : fibers) {
      done += fiber.wait == Wait::Done;
      barrier += fiber.wait == Wait::Barrier;
    }
    if (done == threads)
      return;
    if (barrier != threads) {
      failure = "a barrier or shuffle is not reached by all threads";
      return;
    }
    for (Fiber &fiber : fibers)
      fiber.wait = Wait::None;
  }
}

//===----------------------------------------------------------------------===//
// What kernels call
//===----------------------------------------------------------------------===//

static int64_t threadId(int64_t dim) {
  int64_t x = machine.block[0], y = machine.block[1];
  int64_t flat = machine.current;
  return dim == 0 ? flat % x : dim == 1 ? flat / x % y : flat / (x * y);
}
static int64_t blockId(int64_t dim) { return machine.blockId[dim]; }
static int64_t blockDim(int64_t dim) { return machine.block[dim]; }
static int64_t gridDim(int64_t dim) { return machine.grid[dim]; }
static void barrier() { machine.pause(Wait::Barrier); }

static int32_t shuffleXor(int32_t value, int32_t offset) {
  Fiber &fiber = machine.fibers[machine.current];
  fiber.value = value;
  fiber.offset = offset;
  machine.pause(Wait::Shuffle);
  return machine.fibers[machine.current].result;
}

static void describe(StridedMemRefType<char, 1> *result,
                     std::vector<char> &memory) {
  result->basePtr = result->data = memory.data();
  result->offset = 0;
  result->sizes[0] = memory.size();
  result->strides[0] = 1;
}

static void dynamicShared(StridedMemRefType<char, 1> *result) {
  describe(result, machine.dynamicShared);
}

static void staticShared(StridedMemRefType<char, 1> *result, int64_t id) {
  std::vector<char> &memory = machine.staticShared[id];
  if (memory.empty())
    memory.assign(kStaticSharedBytes, '\xFF');
  describe(result, memory);
}

//===----------------------------------------------------------------------===//
// What host code calls
//===----------------------------------------------------------------------===//

static int handle;

static void *moduleLoadJIT(void *, int) { return &handle; }
static void *moduleLoad(void *, size_t) { return &handle; }
static void moduleUnload(void *) {}
static void *streamCreate() { return &handle; }
static void ignoreStream(void *) {}

static void *getFunction(void *, const char *name) {
  llvm::Expected<void (*)(void **)> function =
      machine.kernels->lookupPacked(name);
  if (!function) {
    machine.failure = llvm::toString(function.takeError());
    return nullptr;
  }
  return reinterpret_cast<void *>(*function);
}

static void launch(void *function, intptr_t gridX, intptr_t gridY,
                   intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                   intptr_t blockZ, int32_t sharedBytes, void *, void **params,
                   void **, size_t) {
  machine.kernel = reinterpret_cast<void (*)(void **)>(function);
  machine.params = params;
  machine.dynamicShared.resize(sharedBytes);
  machine.staticShared.clear();
  int64_t grid[] = {gridX, gridY, gridZ}, block[] = {blockX, blockY, blockZ};
  std::memcpy(machine.grid, grid, sizeof(grid));
  std::memcpy(machine.block, block, sizeof(block));
  for (int64_t i = 0, e = gridX * gridY * gridZ;
       i < e && machine.failure.empty(); ++i) {
    // Not in order, either.
    int64_t flat = e - 1 - i;
    machine.blockId[0] = flat % gridX;
    machine.blockId[1] = flat / gridX % gridY;
    machine.blockId[2] = flat / (gridX * gridY);
    machine.runBlock();
  }
}

static void *allocate(uint64_t bytes, void *, bool) {
  void *pointer = std::malloc(std::max<uint64_t>(bytes, 1));
  std::memset(pointer, 0xFF, bytes);
  return pointer;
}
static void release(void *pointer, void *) { std::free(pointer); }
static void copy(void *target, void *source, size_t bytes, void *) {
  std::memcpy(target, source, bytes);
}

namespace {
struct Symbol {
  const char *name;
  llvm::orc::ExecutorAddr address;
};
} // namespace

template <typename T>
static Symbol symbol(const char *name, T *function) {
  return {name, llvm::orc::ExecutorAddr::fromPtr(function)};
}

static void registerAll(ExecutionEngine &engine, ArrayRef<Symbol> symbols) {
  engine.registerSymbols([&](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap map;
    for (const Symbol &entry : symbols)
      map[interner(entry.name)] = {entry.address,
                                   llvm::JITSymbolFlags::Exported};
    return map;
  });
}

void redfuser::setEmulatedKernels(ExecutionEngine &kernels) {
  machine.kernels = &kernels;
  registerAll(kernels, {symbol("_mlir_ciface_emuThreadId", &threadId),
                        symbol("_mlir_ciface_emuBlockId", &blockId),
                        symbol("_mlir_ciface_emuBlockDim", &blockDim),
                        symbol("_mlir_ciface_emuGridDim", &gridDim),
                        symbol("_mlir_ciface_emuBarrier", &barrier),
                        symbol("_mlir_ciface_emuShuffleXor", &shuffleXor),
                        symbol("_mlir_ciface_emuDynamicShared", &dynamicShared),
                        symbol("_mlir_ciface_emuStaticShared", &staticShared)});
}

void redfuser::registerEmulator(ExecutionEngine &host) {
  registerAll(host,
              {symbol("mgpuModuleLoadJIT", &moduleLoadJIT),
               symbol("mgpuModuleLoad", &moduleLoad),
               symbol("mgpuModuleUnload", &moduleUnload),
               symbol("mgpuModuleGetFunction", &getFunction),
               symbol("mgpuLaunchKernel", &launch),
               symbol("mgpuStreamCreate", &streamCreate),
               symbol("mgpuStreamDestroy", &ignoreStream),
               symbol("mgpuStreamSynchronize", &ignoreStream),
               symbol("mgpuMemAlloc", &allocate),
               symbol("mgpuMemFree", &release), symbol("mgpuMemcpy", &copy)});
}

llvm::Error redfuser::takeEmulatorError() {
  if (machine.failure.empty())
    return llvm::Error::success();
  return llvm::createStringError(std::exchange(machine.failure, ""));
}
