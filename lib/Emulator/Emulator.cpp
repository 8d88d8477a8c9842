//===- Emulator.cpp - Kernels on the CPU, thread by thread ----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Emulator/Emulator.h"

#include "Machine.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/CoreContainers.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"

#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace redfuser::emulator;
using redfuser::EmulatedMemory;

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
    machine.fail(llvm::toString(function.takeError()));
    return nullptr;
  }
  return reinterpret_cast<void *>(*function);
}

/// Threads of a block, along each dimension; blocks of a grid; blocks of a
/// cluster that its function agrees to.
static constexpr int64_t kMostThreads = 1024,
                         kMostThreadsAlong[] = {1024, 1024, 64},
                         kMostBlocksAlong[] = {INT32_MAX, 65535, 65535},
                         kMostOfCluster = 16;

static bool exceeds(llvm::ArrayRef<int64_t> sizes,
                    llvm::ArrayRef<int64_t> limits) {
  return llvm::any_of(llvm::zip_equal(sizes, limits), [](auto pair) {
    return std::get<0>(pair) > std::get<1>(pair);
  });
}

static std::string nameSizes(llvm::ArrayRef<int64_t> sizes) {
  return llvm::join(
      llvm::map_range(sizes, [](int64_t size) { return std::to_string(size); }),
      " x ");
}

/// False, and a failure, for a launch that a device refuses.
static bool checkLaunch(llvm::ArrayRef<int64_t> grid,
                        llvm::ArrayRef<int64_t> block, int64_t sharedBytes) {
  if (llvm::any_of(block, [](int64_t size) { return size < 1; }))
    machine.fail("a block of " + nameSizes(block) + " threads is empty");
  else if (exceeds(grid, kMostBlocksAlong))
    machine.fail("a grid has " + nameSizes(grid) + " blocks, more than " +
                 nameSizes(kMostBlocksAlong));
  else if (exceeds(block, kMostThreadsAlong))
    machine.fail("a block has " + nameSizes(block) + " threads, more than " +
                 nameSizes(kMostThreadsAlong));
  else if (block[0] * block[1] * block[2] > kMostThreads)
    machine.fail("a block has " + nameSizes(block) + " threads, more than " +
                 llvm::Twine(kMostThreads));
  else if (sharedBytes > machine.sharedBudget)
    machine.fail("a kernel asks for " + llvm::Twine(sharedBytes) +
                 " bytes of shared memory, a block has " +
                 llvm::Twine(machine.sharedBudget));
  return machine.failure.empty();
}

static void launch(void *function, intptr_t gridX, intptr_t gridY,
                   intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                   intptr_t blockZ, int32_t sharedBytes, void *, void **params,
                   void **, size_t) {
  machine.kernel = reinterpret_cast<void (*)(void **)>(function);
  machine.params = params;
  int64_t grid[] = {gridX, gridY, gridZ}, block[] = {blockX, blockY, blockZ};
  // As the runtime does, which knows that a device refuses it.
  if (llvm::is_contained(grid, 0))
    return;
  if (!checkLaunch(grid, block, sharedBytes))
    return;
  machine.sharedBytes = sharedBytes;
  std::memcpy(machine.grid, grid, sizeof(grid));
  std::memcpy(machine.block, block, sizeof(block));
  EmulatedMemory::Access access;
  machine.isRunning = true;
  machine.run();
  machine.isRunning = false;
}

/// Clusters are of neighbours along x.
static void launchCluster(void *function, intptr_t clusterX, intptr_t clusterY,
                          intptr_t clusterZ, intptr_t gridX, intptr_t gridY,
                          intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                          intptr_t blockZ, int32_t sharedBytes, void *stream,
                          void **params, void **extra, size_t count) {
  if (clusterX < 1 || clusterY * clusterZ != 1 || gridX % clusterX != 0) {
    machine.fail("a grid of " + llvm::Twine(gridX) +
                 " blocks is none of whole clusters of " +
                 llvm::Twine(clusterX * clusterY * clusterZ) + " along x");
    return;
  }
  if (clusterX > kMostOfCluster) {
    machine.fail("a cluster has " + llvm::Twine(clusterX) +
                 " blocks, more than " + llvm::Twine(kMostOfCluster));
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
  // The page behind a buffer is never accessible.
  llvm::errs() << (machine.isRunning && machine.isShared(info->si_addr)
                       ? "error: a kernel accesses memory behind its shared "
                         "memory\n"
                   : device && machine.isRunning
                       ? "error: a kernel accesses memory behind a buffer\n"
                   : device ? "error: host code touches device memory\n"
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
    if (!llvm::all_of(ArrayRef(words, flags->second),
                      [](unsigned word) { return word == 0; }))
      machine.fail("a kernel does not leave its flags zero");
    getFlags().erase(flags);
  }
  EmulatedMemory::get().release(pointer);
}

static void copy(void *target, void *source, size_t bytes, void *) {
  EmulatedMemory::Access access;
  std::memcpy(target, source, bytes);
}

/// Functions under their names with a prefix: what C interfaces are called by.
static void registerAll(ExecutionEngine &engine, ArrayRef<Symbol> symbols,
                        StringRef prefix = "") {
  engine.registerSymbols([&](llvm::orc::MangleAndInterner interner) {
    llvm::orc::SymbolMap map;
    for (const Symbol &entry : symbols)
      map[interner((prefix + entry.name).str())] = {
          llvm::orc::ExecutorAddr::fromPtr(entry.address),
          llvm::JITSymbolFlags::Exported};
    return map;
  });
}

void redfuser::setEmulatedKernels(ExecutionEngine &kernels,
                                  int64_t sharedBudget, uint64_t seed) {
  machine.kernels = &kernels;
  machine.seed = seed;
  machine.numChoices = 0;
  machine.sharedBudget = sharedBudget;
  // Of calls that are over.
  machine.tensorMaps.clear();
}

void redfuser::registerEmulatedKernels(ExecutionEngine &kernels) {
  for (ArrayRef<Symbol> symbols :
       {getBarrierSymbols(), getTensorMapSymbols(), getTensorCoreSymbols()})
    registerAll(kernels, symbols, "_mlir_ciface_");
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
             symbol("mgpuTensorMapEncodeTiled", &encodeTensorMap),
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
