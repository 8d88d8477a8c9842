//===- Emulator.cpp - Kernels on the CPU, thread by thread ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Emulator/Emulator.h"

#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/Orc/CoreContainers.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"

#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

using namespace mlir;
using redfuser::EmulatedMemory;

namespace {
enum class Wait { None, Barrier, Shuffle, Flag, Done };

struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  Wait wait = Wait::None;
  int32_t value = 0, offset = 0, result = 0;
};

/// A barrier in shared memory. Copies arrive at once, or when somebody waits.
struct SharedBarrier {
  struct Copy {
    int64_t target, source;
    int32_t bytes;
  };
  int64_t count = 0, missing = 0, bytes = 0, phase = 0;
  std::vector<Copy> copies;
};

/// What a block has; kept while it waits for other blocks.
struct BlockState {
  int64_t id[3];
  std::vector<Fiber> fibers;
  std::vector<char> dynamicShared;
  std::map<int64_t, std::vector<char>> staticShared;
  int64_t step = 0;

  bool releaseWarps();
};

/// One launch at a time.
struct Machine {
  ExecutionEngine *kernels = nullptr;
  int64_t sharedBudget = 0;
  std::string failure;

  ucontext_t scheduler;
  BlockState *running = nullptr;
  int64_t current = 0;
  int64_t grid[3], block[3], cluster = 1, sharedBytes = 0;
  /// By flat number: blocks that have begun and are not done; arrivals at the
  /// barrier of a cluster.
  std::map<int64_t, BlockState *> live;
  std::map<int64_t, int64_t> arrivals;
  /// By address.
  std::map<int64_t, SharedBarrier> barriers;
  /// What arrived at them, and copies.
  int64_t numEvents = 0, numCopies = 0;
  void (*kernel)(void **) = nullptr;
  void **params = nullptr;

  Fiber &fiber() { return running->fibers[current]; }
  void start(BlockState &block);
  bool finish(BlockState &block);
  void runGrid();
  void resume(std::vector<std::unique_ptr<BlockState>> &waiting);
  int64_t getFlatId(const BlockState &state) const {
    return state.id[0] + grid[0] * (state.id[1] + grid[1] * state.id[2]);
  }
  int64_t getMostWaiting() const;
  void pause(Wait wait);
};
} // namespace

static Machine machine;

static constexpr int64_t kWarp = 32;
static constexpr size_t kStackBytes = 128 * 1024;
static constexpr size_t kStaticSharedBytes = 48 * 1024;
/// Of a device: multiprocessors, threads and blocks of one.
static constexpr int64_t kProcessors = 132, kThreads = 2048, kBlocks = 32;
/// Rounds over all waiting blocks in which none finishes.
static constexpr int64_t kMostRounds = 1000;

static void fiberMain() {
  machine.kernel(machine.params);
  machine.fiber().wait = Wait::Done;
  swapcontext(&machine.fiber().context, &machine.scheduler);
}

void Machine::pause(Wait wait) {
  fiber().wait = wait;
  swapcontext(&fiber().context, &scheduler);
}

/// Exchanges values in every warp whose lanes all wait for it.
bool BlockState::releaseWarps() {
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

void Machine::start(BlockState &started) {
  live[getFlatId(started)] = &started;
  started.step = 0;
  started.fibers.resize(block[0] * block[1] * block[2]);
  for (Fiber &fiber : started.fibers) {
    if (!fiber.stack)
      fiber.stack.reset(new char[kStackBytes]);
    fiber.wait = Wait::None;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = kStackBytes;
    fiber.context.uc_link = &scheduler;
    makecontext(&fiber.context, fiberMain, 0);
  }
  // Shared memory is undefined at the start: NaNs show what is read too early.
  started.dynamicShared.assign(sharedBytes, '\xFF');
  for (auto &entry : started.staticShared)
    std::memset(entry.second.data(), 0xFF, entry.second.size());
}

/// Runs a block until it is done, or waits for flags of other blocks: false.
bool Machine::finish(BlockState &resumed) {
  running = &resumed;
  std::vector<Fiber> &fibers = resumed.fibers;
  int64_t threads = fibers.size();
  auto goOn = [&] {
    for (Fiber &fiber : fibers)
      if (fiber.wait == Wait::Flag)
        fiber.wait = Wait::None;
  };
  goOn();
  for (;; ++resumed.step) {
    int64_t events = numEvents;
    // Forwards, backwards, and from the middle.
    for (int64_t i = 0; i < threads; ++i) {
      current = resumed.step % 3 == 0   ? i
                : resumed.step % 3 == 1 ? threads - 1 - i
                                        : (i + threads / 2) % threads;
      if (fibers[current].wait == Wait::None)
        swapcontext(&scheduler, &fibers[current].context);
    }
    if (resumed.releaseWarps())
      continue;
    int64_t done = 0, barrier = 0, flag = 0;
    for (Fiber &fiber : fibers) {
      done += fiber.wait == Wait::Done;
      barrier += fiber.wait == Wait::Barrier;
      flag += fiber.wait == Wait::Flag;
    }
    if (done == threads) {
      live.erase(getFlatId(resumed));
      return true;
    }
    if (flag > 0 && numEvents > events) {
      // What they wait for may have come from the block itself.
      goOn();
      continue;
    }
    if (flag > 0)
      return false;
    if (barrier != threads) {
      failure = "a barrier or shuffle is not reached by all threads";
      return true;
    }
    for (Fiber &fiber : fibers)
      fiber.wait = Wait::None;
  }
}

/// Blocks that the device has at once.
int64_t Machine::getMostWaiting() const {
  int64_t each = std::min(kThreads / (block[0] * block[1] * block[2]), kBlocks);
  if (sharedBytes > 0)
    each = std::min(each, sharedBudget / sharedBytes);
  return kProcessors * std::max<int64_t>(each, 1);
}

void Machine::runGrid() {
  // Not in order, either. Those that wait for others go on when all others have
  // begun.
  std::vector<std::unique_ptr<BlockState>> waiting;
  std::unique_ptr<BlockState> next;
  for (int64_t i = 0, e = grid[0] * grid[1] * grid[2]; i < e && failure.empty();
       ++i) {
    int64_t flat = e - 1 - i;
    if (!next)
      next = std::make_unique<BlockState>();
    next->id[0] = flat % grid[0];
    next->id[1] = flat / grid[0] % grid[1];
    next->id[2] = flat / (grid[0] * grid[1]);
    start(*next);
    if (!finish(*next))
      waiting.push_back(std::move(next));
    // All of a cluster are on the device at once.
    if (cluster > 1 && flat % cluster == 0)
      resume(waiting);
    if (static_cast<int64_t>(waiting.size()) > getMostWaiting())
      failure = "more blocks wait for others than a device has at once, " +
                std::to_string(getMostWaiting());
  }
  resume(waiting);
  if (!waiting.empty() && failure.empty())
    failure = "blocks wait for flags that no block sets";
}

/// Until all are done or none has been for long.
void Machine::resume(std::vector<std::unique_ptr<BlockState>> &waiting) {
  for (int64_t round = 0;
       !waiting.empty() && failure.empty() && round < kMostRounds; ++round) {
    size_t count = waiting.size();
    int64_t events = numEvents;
    llvm::erase_if(waiting, [&](std::unique_ptr<BlockState> &block) {
      return failure.empty() && finish(*block);
    });
    if (waiting.size() < count || numEvents > events)
      round = 0;
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
static int64_t blockId(int64_t dim) { return machine.running->id[dim]; }
static int64_t blockDim(int64_t dim) { return machine.block[dim]; }
static int64_t gridDim(int64_t dim) { return machine.grid[dim]; }
static void barrier() { machine.pause(Wait::Barrier); }
static void waitForFlag() { machine.pause(Wait::Flag); }

/// All threads of the cluster's blocks.
static void clusterBarrier() {
  int64_t &arrived =
      machine.arrivals[machine.getFlatId(*machine.running) / machine.cluster];
  int64_t threads =
      machine.cluster * machine.block[0] * machine.block[1] * machine.block[2];
  int64_t all = (arrived / threads + 1) * threads;
  ++arrived;
  while (arrived < all)
    machine.pause(Wait::Flag);
}

/// Shared memory of another block of the cluster.
static int64_t mapShared(int64_t address, int32_t rank) {
  int64_t flat = machine.getFlatId(*machine.running);
  auto other = machine.live.find(flat - flat % machine.cluster + rank);
  if (rank < 0 || rank >= machine.cluster || other == machine.live.end()) {
    machine.failure = "a block that has not begun or is done is written to";
    return address;
  }
  auto own = reinterpret_cast<int64_t>(machine.running->dynamicShared.data());
  return address - own +
         reinterpret_cast<int64_t>(other->second->dynamicShared.data());
}

/// The phase ends if all have arrived.
static void checkPhase(SharedBarrier &barrier) {
  ++machine.numEvents;
  if (barrier.missing > 0 || barrier.bytes != 0)
    return;
  ++barrier.phase;
  barrier.missing = barrier.count;
}

static SharedBarrier *findBarrier(int64_t address) {
  auto found = machine.barriers.find(address);
  if (found != machine.barriers.end())
    return &found->second;
  machine.failure = "a barrier is used that has not been initialised";
  return nullptr;
}

static void barrierInit(int64_t address, int32_t count) {
  SharedBarrier &barrier = machine.barriers[address];
  barrier = SharedBarrier();
  barrier.count = barrier.missing = count;
}

static void barrierArrive(int64_t address, int32_t bytes) {
  SharedBarrier *barrier = findBarrier(address);
  if (!barrier)
    return;
  if (barrier->missing == 0)
    machine.failure = "more threads arrive at a barrier than it expects";
  --barrier->missing;
  barrier->bytes += bytes;
  checkPhase(*barrier);
}

static void finishCopy(SharedBarrier &barrier,
                       const SharedBarrier::Copy &copy) {
  std::memcpy(reinterpret_cast<void *>(copy.target),
              reinterpret_cast<void *>(copy.source), copy.bytes);
  barrier.bytes -= copy.bytes;
  checkPhase(barrier);
}

static void barrierWait(int64_t address, int32_t parity) {
  for (;;) {
    SharedBarrier *barrier = findBarrier(address);
    if (!barrier)
      return;
    std::vector<SharedBarrier::Copy> copies;
    copies.swap(barrier->copies);
    for (const SharedBarrier::Copy &copy : copies)
      finishCopy(*barrier, copy);
    if ((barrier->phase & 1) != parity)
      return;
    machine.pause(Wait::Flag);
  }
}

static void bulkCopy(int64_t target, int64_t source, int32_t bytes,
                     int64_t address) {
  SharedBarrier *barrier = findBarrier(address);
  if (!barrier)
    return;
  if ((target | source | bytes) % 16 != 0 || bytes <= 0) {
    machine.failure = "a bulk copy is not of multiples of 16 bytes";
    return;
  }
  SharedBarrier::Copy copy{target, source, bytes};
  if (machine.numCopies++ % 2 == 0)
    finishCopy(*barrier, copy);
  else
    barrier->copies.push_back(copy);
}

static void sendWord(int64_t target, int64_t value, int32_t bytes,
                     int64_t address) {
  SharedBarrier *barrier = findBarrier(address);
  if (!barrier)
    return;
  std::memcpy(reinterpret_cast<void *>(target), &value, bytes);
  barrier->bytes -= bytes;
  checkPhase(*barrier);
}

static int32_t shuffleXor(int32_t value, int32_t offset) {
  machine.fiber().value = value;
  machine.fiber().offset = offset;
  machine.pause(Wait::Shuffle);
  return machine.fiber().result;
}

/// A kernel must not be given host memory.
static void checkDevice(int64_t address) {
  if (!EmulatedMemory::get().contains(reinterpret_cast<void *>(address)))
    machine.failure = "a kernel is given host memory";
}

static void describe(StridedMemRefType<char, 1> *result,
                     std::vector<char> &memory) {
  result->basePtr = result->data = memory.data();
  result->offset = 0;
  result->sizes[0] = memory.size();
  result->strides[0] = 1;
}

static void dynamicShared(StridedMemRefType<char, 1> *result) {
  describe(result, machine.running->dynamicShared);
}

static void staticShared(StridedMemRefType<char, 1> *result, int64_t id) {
  std::vector<char> &memory = machine.running->staticShared[id];
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
  if (sharedBytes > machine.sharedBudget) {
    machine.failure = "a kernel asks for " + std::to_string(sharedBytes) +
                      " bytes of shared memory, a block has " +
                      std::to_string(machine.sharedBudget);
    return;
  }
  machine.sharedBytes = sharedBytes;
  machine.live.clear();
  machine.arrivals.clear();
  machine.barriers.clear();
  int64_t grid[] = {gridX, gridY, gridZ}, block[] = {blockX, blockY, blockZ};
  std::memcpy(machine.grid, grid, sizeof(grid));
  std::memcpy(machine.block, block, sizeof(block));
  EmulatedMemory::Access access;
  machine.runGrid();
}

/// Clusters are of neighbours along x.
static void launchCluster(void *function, intptr_t clusterX, intptr_t clusterY,
                          intptr_t clusterZ, intptr_t gridX, intptr_t gridY,
                          intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                          intptr_t blockZ, int32_t sharedBytes, void *stream,
                          void **params, void **extra, size_t count) {
  if (clusterY * clusterZ != 1 || gridX % clusterX != 0) {
    machine.failure = "a grid is not one of whole clusters along x";
    return;
  }
  machine.cluster = clusterX;
  launch(function, gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes,
         stream, params, extra, count);
  machine.cluster = 1;
}

void *EmulatedMemory::allocate(uint64_t bytes) {
  size_t page = llvm::sys::Process::getPageSizeEstimate();
  // Inaccessible pages follow, so that neighbours are far.
  size_t size = llvm::alignTo(std::max<uint64_t>(bytes, 1), page) + page;
  void *pointer = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pointer == MAP_FAILED)
    llvm::report_fatal_error("out of memory for emulated device memory");
  // Undefined at the start: NaNs show what is read too early.
  std::memset(pointer, 0xFF, size - page);
  auto address = reinterpret_cast<uintptr_t>(pointer);
  regions[address] = size;
  mprotect(pointer, size, PROT_NONE);
  // The end of the buffer is the end of the page, as far as alignment allows.
  size_t slack = llvm::alignDown(size - page - bytes, 256);
  return reinterpret_cast<void *>(address + slack);
}

void EmulatedMemory::release(void *pointer) {
  auto region = find(pointer);
  if (region == regions.end())
    return;
  munmap(reinterpret_cast<void *>(region->first), region->second);
  regions.erase(region);
}

bool EmulatedMemory::contains(const void *pointer) {
  return find(pointer) != regions.end();
}

EmulatedMemory::Regions::iterator EmulatedMemory::find(const void *pointer) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  auto region = regions.upper_bound(address);
  if (region == regions.begin())
    return regions.end();
  --region;
  return address < region->first + region->second ? region : regions.end();
}

void EmulatedMemory::setAccessible(bool accessible) {
  size_t page = llvm::sys::Process::getPageSizeEstimate();
  for (auto [address, size] : regions)
    mprotect(reinterpret_cast<void *>(address), size - page,
             accessible ? PROT_READ | PROT_WRITE : PROT_NONE);
}

EmulatedMemory &EmulatedMemory::get() {
  static EmulatedMemory memory;
  return memory;
}

EmulatedMemory::Access::Access() { EmulatedMemory::get().setAccessible(true); }
EmulatedMemory::Access::~Access() {
  EmulatedMemory::get().setAccessible(false);
}

/// Says what happened where a GPU machine would only crash.
static void onFault(int, siginfo_t *info, void *) {
  bool device = EmulatedMemory::get().contains(info->si_addr);
  llvm::errs() << (device ? "error: host code touches device memory\n"
                          : "error: access to unmapped memory\n");
  _exit(1);
}

static void watchFaults() {
  struct sigaction action{};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}

static void *allocate(uint64_t bytes, void *, bool) {
  return EmulatedMemory::get().allocate(bytes);
}
/// Words at an address that host code has set to zero: flags of blocks.
static std::map<void *, size_t> &getFlags() {
  static std::map<void *, size_t> flags;
  return flags;
}

static void fill(void *target, unsigned value, size_t count, void *) {
  EmulatedMemory::Access access;
  std::fill_n(static_cast<unsigned *>(target), count, value);
  if (value == 0)
    getFlags()[target] = count;
}

static void release(void *pointer, void *) {
  auto flags = getFlags().find(pointer);
  if (flags != getFlags().end()) {
    EmulatedMemory::Access access;
    auto *words = static_cast<unsigned *>(pointer);
    if (machine.failure.empty() &&
        !llvm::all_of(ArrayRef(words, flags->second),
                      [](unsigned word) { return word == 0; }))
      machine.failure = "a kernel does not leave its flags zero";
    getFlags().erase(flags);
  }
  EmulatedMemory::get().release(pointer);
}

static void copy(void *target, void *source, size_t bytes, void *) {
  EmulatedMemory::Access access;
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

void redfuser::setEmulatedKernels(ExecutionEngine &kernels,
                                  int64_t sharedBudget) {
  machine.kernels = &kernels;
  machine.sharedBudget = sharedBudget;
  registerAll(kernels,
              {symbol("_mlir_ciface_emuThreadId", &threadId),
               symbol("_mlir_ciface_emuBlockId", &blockId),
               symbol("_mlir_ciface_emuBlockDim", &blockDim),
               symbol("_mlir_ciface_emuGridDim", &gridDim),
               symbol("_mlir_ciface_emuBarrier", &barrier),
               symbol("_mlir_ciface_emuFlag", &waitForFlag),
               symbol("_mlir_ciface_emuClusterBarrier", &clusterBarrier),
               symbol("_mlir_ciface_emuMapShared", &mapShared),
               symbol("_mlir_ciface_emuBarrierInit", &barrierInit),
               symbol("_mlir_ciface_emuBarrierArrive", &barrierArrive),
               symbol("_mlir_ciface_emuBarrierWait", &barrierWait),
               symbol("_mlir_ciface_emuBulkCopy", &bulkCopy),
               symbol("_mlir_ciface_emuSendWord", &sendWord),
               symbol("_mlir_ciface_emuShuffleXor", &shuffleXor),
               symbol("_mlir_ciface_emuDynamicShared", &dynamicShared),
               symbol("_mlir_ciface_emuStaticShared", &staticShared),
               symbol("_mlir_ciface_emuCheckDevice", &checkDevice)});
}

void redfuser::registerEmulator(ExecutionEngine &host) {
  watchFaults();
  registerAll(
      host, {symbol("mgpuModuleLoadJIT", &moduleLoadJIT),
             symbol("mgpuModuleLoad", &moduleLoad),
             symbol("mgpuModuleUnload", &moduleUnload),
             symbol("mgpuModuleGetFunction", &getFunction),
             symbol("mgpuLaunchKernel", &launch),
             symbol("mgpuLaunchClusterKernel", &launchCluster),
             symbol("mgpuStreamCreate", &streamCreate),
             symbol("mgpuStreamDestroy", &ignoreStream),
             symbol("mgpuStreamSynchronize", &ignoreStream),
             symbol("mgpuMemAlloc", &allocate), symbol("mgpuMemFree", &release),
             symbol("mgpuMemcpy", &copy), symbol("mgpuMemset32", &fill)});
}

llvm::Error redfuser::takeEmulatorError() {
  if (machine.failure.empty())
    return llvm::Error::success();
  return llvm::createStringError(std::exchange(machine.failure, ""));
}
