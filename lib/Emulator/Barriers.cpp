//===- Barriers.cpp - Who waits for whom in an emulated kernel ------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of threads and blocks, what lanes exchange, barriers of a block, of
// some of its threads, of a cluster and in shared memory, and copies that
// arrive at these.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Emulator/Emulator.h"

#include "Machine.h"

#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace redfuser;
using namespace redfuser::emulator;

static constexpr int64_t kStaticSharedBytes = 48 * 1024;
/// Of a block, and of a thread; they are given in eights.
static constexpr int64_t kRegisters = 64 * 1024, kThreadRegisters = 255;

//===----------------------------------------------------------------------===//
// Threads and lanes
//===----------------------------------------------------------------------===//

static int64_t threadId(int64_t dim) {
  int64_t x = machine.block[0], y = machine.block[1];
  int64_t flat = machine.current;
  return dim == 0 ? flat % x : dim == 1 ? flat / x % y : flat / (x * y);
}
static int64_t blockId(int64_t dim) { return machine.running->id[dim]; }
static int64_t blockDim(int64_t dim) { return machine.block[dim]; }
static int64_t gridDim(int64_t dim) { return machine.grid[dim]; }
static int32_t laneId() { return machine.current % kWarp; }

static int32_t exchange(WarpOp op, int32_t value, int32_t argument = 0) {
  uint32_t in[] = {static_cast<uint32_t>(value),
                   static_cast<uint32_t>(argument)};
  uint32_t out = 0;
  machine.doWithWarp(op, in, &out);
  return static_cast<int32_t>(out);
}

static int32_t shuffleXor(int32_t value, int32_t offset) {
  return exchange(WarpOp::ShuffleXor, value, offset);
}
static int32_t shuffleUp(int32_t value, int32_t offset) {
  return exchange(WarpOp::ShuffleUp, value, offset);
}
static int32_t shuffleIndex(int32_t value, int32_t lane) {
  return exchange(WarpOp::ShuffleIndex, value, lane);
}
static int32_t any(int32_t condition) {
  return exchange(WarpOp::Any, condition);
}
static int32_t ballot(int32_t condition) {
  return exchange(WarpOp::Ballot, condition);
}
static void syncWarp() { exchange(WarpOp::Sync, 0); }

//===----------------------------------------------------------------------===//
// Barriers of threads
//===----------------------------------------------------------------------===//

static void barrier() { machine.pause(Wait::Block); }
static void waitForFlag() { machine.pauseFor(nullptr); }
static void raiseFlag() { ++machine.numEvents; }

/// The barrier with a number, at which the thread has arrived.
static NamedBarrier *arriveAt(int32_t number, int32_t threads) {
  if (number < 0 || number >= 16 || threads % kWarp != 0) {
    machine.fail("expected one of 16 barriers of whole warps, got barrier " +
                 llvm::Twine(number) + " of " + llvm::Twine(threads) +
                 " threads");
    return nullptr;
  }
  NamedBarrier &named = machine.running->named[number];
  if (named.arrived > 0 && named.threads != threads) {
    machine.fail("barrier " + llvm::Twine(number) + " is one of " +
                 llvm::Twine(named.threads) + " threads for some and of " +
                 llvm::Twine(threads) + " for others");
    return nullptr;
  }
  named.threads = threads;
  if (++named.arrived == threads) {
    named.arrived = 0;
    ++named.phase;
    ++machine.numEvents;
  }
  return &named;
}

static void namedArrive(int32_t number, int32_t threads) {
  arriveAt(number, threads);
}

static void namedSync(int32_t number, int32_t threads) {
  if (number < 0 || number >= 16) {
    arriveAt(number, threads);
    return;
  }
  int64_t phase = machine.running->named[number].phase;
  NamedBarrier *named = arriveAt(number, threads);
  while (named && named->phase == phase)
    machine.pauseFor("others at barrier", number);
}

static ClusterBarrier &getCluster() {
  return machine
      .clusters[machine.getFlatId(*machine.running) / machine.cluster];
}

static void clusterArrive() {
  ClusterBarrier &barrier = getCluster();
  machine.fiber().clusterPhase = barrier.phase;
  if (++barrier.arrived == machine.cluster * machine.getNumThreads()) {
    barrier.arrived = 0;
    ++barrier.phase;
    ++machine.numEvents;
  }
}

static void clusterWait() {
  while (getCluster().phase == machine.fiber().clusterPhase)
    machine.pauseFor("other blocks of its cluster, at most", machine.cluster);
}

//===----------------------------------------------------------------------===//
// Barriers in shared memory
//===----------------------------------------------------------------------===//

/// Shared memory of another block of the cluster.
static int64_t mapShared(int64_t address, int32_t rank) {
  int64_t flat = machine.getFlatId(*machine.running);
  auto other = machine.live.find(flat - flat % machine.cluster + rank);
  if (rank < 0 || rank >= machine.cluster || other == machine.live.end()) {
    machine.fail("a block that has not begun or is done is written to");
    return address;
  }
  return address - machine.running->shared.getBase() +
         other->second->shared.getBase();
}

/// The phase ends if all have arrived.
static void checkPhase(SharedBarrier &barrier) {
  ++machine.numEvents;
  if (barrier.missing > 0 || barrier.bytes != 0)
    return;
  ++barrier.phase;
  barrier.missing = barrier.count;
}

SharedBarrier *redfuser::emulator::findBarrier(int64_t address) {
  auto found = machine.barriers.find(address);
  if (found != machine.barriers.end())
    return &found->second;
  machine.fail("a barrier is used that has not been initialised");
  return nullptr;
}

static void finishCopy(SharedBarrier &barrier, const Pending &work) {
  work.perform();
  barrier.bytes -= work.bytes;
  checkPhase(barrier);
}

void redfuser::emulator::arriveWith(SharedBarrier &barrier, Pending work) {
  if (machine.isLate())
    barrier.pending.push_back(std::move(work));
  else
    finishCopy(barrier, work);
  // Who waits does what is late.
  ++machine.numEvents;
}

static void barrierInit(int64_t address, int32_t count) {
  if (!checkShared(address, 8, 8, "a barrier"))
    return;
  SharedBarrier &barrier = machine.barriers[address];
  barrier = SharedBarrier();
  barrier.count = barrier.missing = count;
}

static void barrierArrive(int64_t address, int32_t bytes) {
  SharedBarrier *barrier = findBarrier(address);
  if (!barrier)
    return;
  if (barrier->missing == 0)
    machine.fail("more threads arrive at a barrier than it expects");
  --barrier->missing;
  barrier->bytes += bytes;
  checkPhase(*barrier);
}

static void barrierWait(int64_t address, int32_t parity) {
  for (;;) {
    SharedBarrier *barrier = findBarrier(address);
    if (!barrier)
      return;
    if ((barrier->phase & 1) != parity)
      return;
    if (!barrier->pending.empty()) {
      if (!machine.pauseForArrival())
        continue;
      std::vector<Pending> pending;
      pending.swap(barrier->pending);
      for (const Pending &work : pending)
        finishCopy(*barrier, work);
      continue;
    }
    machine.pauseFor("the barrier in shared memory at byte",
                     address - machine.running->shared.getBegin());
  }
}

/// Whether something can be written to shared memory of the cluster, and arrive
/// at a barrier beside it.
static bool checkArrival(llvm::StringRef who, int64_t target, int64_t bytes,
                         int64_t alignment, int64_t barrier) {
  if (!checkClusterShared(target, bytes, alignment, who))
    return false;
  if (target / SharedWindow::kBytes == barrier / SharedWindow::kBytes)
    return true;
  machine.fail(who + " and its barrier are in the memory of different blocks");
  return false;
}

/// Whether bytes can be copied from global memory; what lies behind a buffer
/// shows when it is read.
static bool checkSource(llvm::StringRef who, int64_t source) {
  if (EmulatedMemory::get().contains(reinterpret_cast<void *>(source)))
    return true;
  machine.fail(who + " reads what is no memory of the device");
  return false;
}

static void bulkCopy(int64_t target, int64_t source, int32_t bytes,
                     int64_t address) {
  SharedBarrier *barrier = findBarrier(address);
  if (!barrier)
    return;
  if ((target | source | bytes) % 16 != 0 || bytes <= 0) {
    machine.fail("a bulk copy is not of multiples of 16 bytes");
    return;
  }
  if (!checkArrival("a bulk copy", target, bytes, 16, address) ||
      !checkSource("a bulk copy", source))
    return;
  auto perform = [=] {
    std::memcpy(reinterpret_cast<void *>(target),
                reinterpret_cast<void *>(source), bytes);
  };
  arriveWith(*barrier, {perform, bytes});
}

/// `words` of 32 bits, into a block of the cluster.
static void send(int64_t target, const uint32_t *words, int64_t count,
                 int64_t address) {
  SharedBarrier *barrier = findBarrier(address);
  if (!barrier ||
      !checkArrival("a send", target, 4 * count, 4 * count, address))
    return;
  llvm::SmallVector<uint32_t, 4> values(words, words + count);
  auto perform = [=] {
    std::memcpy(reinterpret_cast<void *>(target), values.data(), 4 * count);
  };
  arriveWith(*barrier, {perform, 4 * count});
}

static void sendWord(int64_t target, int64_t value, int32_t bytes,
                     int64_t address) {
  uint32_t words[] = {static_cast<uint32_t>(value),
                      static_cast<uint32_t>(value >> 32)};
  send(target, words, bytes / 4, address);
}

static void sendWords(int64_t target, int64_t address, const uint32_t *words,
                      int32_t count) {
  send(target, words, count, address);
}

//===----------------------------------------------------------------------===//
// Copies that a thread waits for
//===----------------------------------------------------------------------===//

/// 16 bytes, of which the first ones are read and the others are zero.
static void copyAsync(int64_t target, int64_t source, int32_t bytes) {
  if (!checkShared(target, 16, 16, "a copy"))
    return;
  if (bytes < 0 || bytes > 16 || source % 16 != 0) {
    machine.fail("a copy is not of up to 16 bytes at a multiple of 16");
    return;
  }
  if (bytes > 0 && !checkSource("a copy", source))
    return;
  auto perform = [=] {
    char data[16] = {};
    std::memcpy(data, reinterpret_cast<void *>(source), bytes);
    std::memcpy(reinterpret_cast<void *>(target), data, 16);
  };
  if (machine.isLate())
    machine.fiber().copies.push_back({perform, 0});
  else
    perform();
}

static void commitCopies() {
  Fiber &fiber = machine.fiber();
  size_t before = 0;
  for (size_t count : fiber.copyGroups)
    before += count;
  fiber.copyGroups.push_back(fiber.copies.size() - before);
}

static void waitForCopies(int32_t groups) {
  Fiber &fiber = machine.fiber();
  while (static_cast<int64_t>(fiber.copyGroups.size()) > groups) {
    size_t count = fiber.copyGroups.front();
    for (size_t i = 0; i < count; ++i)
      fiber.copies[i].perform();
    fiber.copies.erase(fiber.copies.begin(), fiber.copies.begin() + count);
    fiber.copyGroups.erase(fiber.copyGroups.begin());
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// A kernel must not be given host memory.
static void checkDevice(int64_t address) {
  if (!EmulatedMemory::get().contains(reinterpret_cast<void *>(address)))
    machine.fail("a kernel is given host memory");
}

static void describe(StridedMemRefType<char, 1> *result, char *memory,
                     int64_t bytes) {
  result->basePtr = result->data = memory;
  result->offset = 0;
  result->sizes[0] = bytes;
  result->strides[0] = 1;
}

static void dynamicShared(StridedMemRefType<char, 1> *result) {
  const SharedWindow &shared = machine.running->shared;
  describe(result, reinterpret_cast<char *>(shared.getBegin()),
           shared.getSize());
}

static void staticShared(StridedMemRefType<char, 1> *result, int64_t id,
                         int64_t bytes) {
  std::unique_ptr<StaticMemory> &memory = machine.running->staticShared[id];
  if (!memory) {
    memory = std::make_unique<StaticMemory>(bytes);
    int64_t all = 0;
    for (const auto &entry : machine.running->staticShared)
      all += entry.second->getSize();
    if (all > kStaticSharedBytes)
      machine.fail("a kernel has " + llvm::Twine(all) +
                   " bytes of static shared memory, more than " +
                   llvm::Twine(kStaticSharedBytes));
    if (machine.sharedBytes + all > machine.sharedBudget)
      machine.fail("a kernel asks for " + llvm::Twine(machine.sharedBytes) +
                   " bytes of shared memory and has " + llvm::Twine(all) +
                   " more, a block has " + llvm::Twine(machine.sharedBudget));
  }
  describe(result, memory->getBegin(), memory->getSize());
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// Those that a thread can have at the launch are all that warps can share out.
static void setRegisters(int32_t count) {
  int64_t threads = machine.getNumThreads();
  int64_t each = std::min<int64_t>(llvm::alignDown(kRegisters / threads, 8),
                                   kThreadRegisters);
  std::vector<int64_t> &registers = machine.running->registers;
  registers[machine.current / kWarp] = count;
  int64_t all = 0;
  for (int64_t ofWarp : registers)
    all += ofWarp * kWarp;
  if (all > each * threads)
    machine.fail("warps ask for " + llvm::Twine(all) +
                 " registers, a block of " + llvm::Twine(threads) +
                 " threads has " + llvm::Twine(each * threads));
}

llvm::ArrayRef<Symbol> redfuser::emulator::getBarrierSymbols() {
  static const Symbol symbols[] = {symbol("emuThreadId", &threadId),
                                   symbol("emuBlockId", &blockId),
                                   symbol("emuBlockDim", &blockDim),
                                   symbol("emuGridDim", &gridDim),
                                   symbol("emuLaneId", &laneId),
                                   symbol("emuShuffleXor", &shuffleXor),
                                   symbol("emuShuffleUp", &shuffleUp),
                                   symbol("emuShuffleIndex", &shuffleIndex),
                                   symbol("emuAny", &any),
                                   symbol("emuBallot", &ballot),
                                   symbol("emuSyncWarp", &syncWarp),
                                   symbol("emuBarrier", &barrier),
                                   symbol("emuFlag", &waitForFlag),
                                   symbol("emuRaiseFlag", &raiseFlag),
                                   symbol("emuNamedArrive", &namedArrive),
                                   symbol("emuNamedSync", &namedSync),
                                   symbol("emuClusterArrive", &clusterArrive),
                                   symbol("emuClusterWait", &clusterWait),
                                   symbol("emuMapShared", &mapShared),
                                   symbol("emuBarrierInit", &barrierInit),
                                   symbol("emuBarrierArrive", &barrierArrive),
                                   symbol("emuBarrierWait", &barrierWait),
                                   symbol("emuBulkCopy", &bulkCopy),
                                   symbol("emuSendWord", &sendWord),
                                   symbol("emuSendWords", &sendWords),
                                   symbol("emuCopyAsync", &copyAsync),
                                   symbol("emuCommitCopies", &commitCopies),
                                   symbol("emuWaitForCopies", &waitForCopies),
                                   symbol("emuDynamicShared", &dynamicShared),
                                   symbol("emuStaticShared", &staticShared),
                                   symbol("emuSetRegisters", &setRegisters),
                                   symbol("emuCheckDevice", &checkDevice)};
  return symbols;
}
