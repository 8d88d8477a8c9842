//===- Machine.h - What the emulated GPU is doing ---------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One launch at a time. A thread is a fiber; who waits says for what, and the
// machine lets others run. What is asynchronous on a GPU (copies, products of a
// warpgroup) is done at the first or at the last moment that the program
// allows, in turn.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_EMULATOR_MACHINE_H
#define REDFUSER_LIB_EMULATOR_MACHINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <array>
#include <csetjmp>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <ucontext.h>
#include <vector>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace redfuser::emulator {

constexpr int64_t kWarp = 32;
constexpr int64_t kWarpgroup = 128;

/// What a thread waits for. `Flag`: something that others do, which it looks at
/// again when anything has happened. `Late`: what is on its way, and arrives
/// when the block has nothing else to do.
enum class Wait { None, Block, Warp, Flag, Late, Done };

/// What the lanes of a warp do together.
enum class WarpOp {
  ShuffleXor,
  ShuffleUp,
  ShuffleIndex,
  Any,
  Ballot,
  Sync,
  LoadMatrices,
  LoadTransposed,
  StoreMatrices,
  MultiplyF16,
  MultiplyBF16
};

/// Work that is done later; bytes that a barrier then counts.
struct Pending {
  std::function<void()> perform;
  int64_t bytes = 0;
};

/// Where a thread stands.
struct Context {
  ucontext_t start;
  jmp_buf jump;
  bool hasStarted = false;
};

struct Fiber {
  Context context;
  Wait wait = Wait::None;
  /// With Wait::Flag: for what, and an address or number of it.
  const char *reason = nullptr;
  int64_t reasonAt = 0;
  /// After Wait::Late: whether what it waits for is to arrive now.
  bool isTime = false;
  /// With Wait::Warp.
  WarpOp op = WarpOp::Sync;
  const uint32_t *in = nullptr;
  uint32_t *out = nullptr;
  /// The phase of the cluster's barrier at which it arrived.
  int64_t clusterPhase = 0;
  /// Asynchronous copies and stores of boxes that are still to be done, and how
  /// many copies each group has.
  std::vector<Pending> copies, stores;
  std::vector<size_t> copyGroups;
  /// Products of the warpgroup: issued, and issued at each commit.
  int64_t numProducts = 0;
  std::vector<int64_t> productGroups;
};

/// A barrier in shared memory: arrivals and bytes that a phase still needs.
struct SharedBarrier {
  int64_t count = 0, missing = 0, bytes = 0, phase = 0;
  std::vector<Pending> pending;
};

/// One with a number, of some threads of a block.
struct NamedBarrier {
  int64_t threads = 0, arrived = 0, phase = 0;
};

/// A matrix product that a warpgroup has issued (TensorCore.cpp).
struct Product;

struct Warpgroup {
  Warpgroup();
  ~Warpgroup();
  Warpgroup(Warpgroup &&) noexcept;
  Warpgroup &operator=(Warpgroup &&) noexcept;

  /// Products from number `first` on; those before are forgotten.
  std::deque<std::unique_ptr<Product>> products;
  int64_t first = 0, done = 0;
};

/// A window of addresses as a block has it: 32 bits, of which the last 18 are
/// the offset that descriptors hold. The block's memory ends where a page does,
/// as far as alignment allows, so that what lies behind it is inaccessible;
/// what shares a page with it must not be written.
class SharedWindow {
public:
  SharedWindow() = default;
  SharedWindow(const SharedWindow &) = delete;
  SharedWindow &operator=(const SharedWindow &) = delete;
  ~SharedWindow();

  /// Undefined contents: NaNs show what is read too early.
  void reset(int64_t bytes);
  int64_t getBase() const { return base; }
  /// Where dynamic memory begins.
  int64_t getBegin() const { return begin; }
  int64_t getSize() const { return size; }
  bool contains(int64_t address, int64_t bytes) const {
    return address >= getBegin() && bytes >= 0 &&
           address + bytes <= getBegin() + size;
  }
  /// Whether something wrote in front of the memory, or behind it, where it
  /// could.
  bool isWrittenInFront() const;
  bool isWrittenBehind() const;
  /// True for an address in some window.
  static bool isWithin(const void *address);

  static constexpr int64_t kBytes = 256 * 1024;
  /// The system's; memory begins at a multiple.
  static constexpr int64_t kReserved = 1024;

private:
  /// Pages that are accessible.
  int64_t getFirstPage() const;
  int64_t getLastPage() const;

  int64_t base = 0, begin = 0, size = 0;
};

/// Static shared memory, followed by what is inaccessible.
class StaticMemory {
public:
  explicit StaticMemory(int64_t bytes);
  StaticMemory(const StaticMemory &) = delete;
  StaticMemory &operator=(const StaticMemory &) = delete;
  ~StaticMemory();

  void reset();
  char *getBegin() const { return begin; }
  int64_t getSize() const { return size; }
  bool contains(const void *address) const;

private:
  char *pages = nullptr, *begin = nullptr;
  int64_t size = 0;
  size_t mapped = 0;
};

/// What a block has; kept while it waits for other blocks.
struct BlockState {
  int64_t id[3];
  std::vector<Fiber> fibers;
  SharedWindow shared;
  std::map<int64_t, std::unique_ptr<StaticMemory>> staticShared;
  /// That a warp has asked for, of a thread; 0 if it has not.
  std::vector<int64_t> registers;
  std::array<NamedBarrier, 16> named;
  std::vector<Warpgroup> warpgroups;
  int64_t step = 0;
  /// For some steps: whether threads that wait go on before those that do not,
  /// and a warpgroup that does nothing while others can; -1 for none.
  bool isEager = false;
  int64_t asleep = -1;
  char *stacks = nullptr;
  size_t stackBytes = 0;

  BlockState() = default;
  BlockState(const BlockState &) = delete;
  BlockState &operator=(const BlockState &) = delete;
  ~BlockState();
};

/// The barrier of a cluster's threads.
struct ClusterBarrier {
  int64_t arrived = 0, phase = 0;
};

/// A descriptor of boxes in global memory (TensorMaps.cpp), dimensions fastest
/// first.
struct TensorMap {
  int64_t base = 0, elementBytes = 0;
  int64_t rank = 0;
  int64_t sizes[5] = {}, strides[5] = {}, box[5] = {};
  int64_t swizzle = 0;

  int64_t getBoxBytes() const;
};

struct Machine {
  mlir::ExecutionEngine *kernels = nullptr;
  int64_t sharedBudget = 0;
  /// The first thing that went wrong.
  std::string failure;

  Context scheduler;
  bool isRunning = false;
  BlockState *running = nullptr;
  int64_t current = 0;
  int64_t grid[3], block[3], cluster = 1, sharedBytes = 0;
  /// By flat number: blocks that have begun and are not done.
  std::map<int64_t, BlockState *> live;
  /// By number of the cluster.
  std::map<int64_t, ClusterBarrier> clusters;
  /// By address.
  std::map<int64_t, SharedBarrier> barriers;
  /// By address.
  std::map<const TensorMap *, std::unique_ptr<TensorMap>> tensorMaps;
  /// Whatever others may wait for.
  int64_t numEvents = 0;
  /// What choices of a moment come from.
  uint64_t seed = 0, numChoices = 0;
  void (*kernel)(void **) = nullptr;
  void **params = nullptr;

  Fiber &fiber() { return running->fibers[current]; }
  void fail(const llvm::Twine &what) {
    if (failure.empty())
      failure = what.str();
  }
  int64_t getFlatId(const BlockState &state) const {
    return state.id[0] + grid[0] * (state.id[1] + grid[1] * state.id[2]);
  }
  int64_t getNumThreads() const { return block[0] * block[1] * block[2]; }
  /// True for an address in what blocks have as shared memory, or around it.
  bool isShared(const void *address) const;
  /// A number below `count`, and whether something is done at the last moment.
  int64_t choose(int64_t count);
  bool isLate() { return choose(2) == 1; }
  /// Lets others run.
  void pause(Wait wait);
  /// The same, until something has happened.
  void pauseFor(const char *reason, int64_t at = 0);
  /// The same for what is on its way: true when it is to arrive.
  bool pauseForArrival();
  /// Does `op` with the other lanes of the warp.
  void doWithWarp(WarpOp op, const uint32_t *in, uint32_t *out);
  /// Runs a launch.
  void run();

private:
  void start(BlockState &block);
  bool finish(BlockState &block);
  void end(BlockState &block);
  bool releaseWarps(BlockState &block);
  void chooseOrder(BlockState &block);
  void resume(std::vector<std::unique_ptr<BlockState>> &waiting);
  void switchTo(int64_t thread);
  int64_t getMostWaiting() const;
  std::string
  describeWaiting(llvm::ArrayRef<std::unique_ptr<BlockState>> waiting) const;
};

extern Machine machine;

/// A function that kernels or host code call, by its name.
struct Symbol {
  const char *name;
  void *address;
};

template <typename T>
Symbol symbol(const char *name, T *function) {
  return {name, reinterpret_cast<void *>(function)};
}

/// What kernels call: Barriers.cpp, TensorMaps.cpp, TensorCore.cpp.
llvm::ArrayRef<Symbol> getBarrierSymbols();
llvm::ArrayRef<Symbol> getTensorMapSymbols();
llvm::ArrayRef<Symbol> getTensorCoreSymbols();

/// mgpuTensorMapEncodeTiled.
void encodeTensorMap(void *map, int32_t dataType, int32_t rank, void *base,
                     const uint64_t *sizes, const uint64_t *strides,
                     const uint32_t *box, const uint32_t *elementStrides,
                     int32_t interleave, int32_t swizzle, int32_t l2Promotion,
                     int32_t outOfBounds);

/// The barrier at an address; null, and a failure, if there is none.
SharedBarrier *findBarrier(int64_t address);
/// Does what arrives at a barrier, now or when somebody waits.
void arriveWith(SharedBarrier &barrier, Pending work);
/// What a thread has left to do when it ends.
void finishThread(Fiber &fiber);

/// A warp's lanes, at what they do together: TensorCore.cpp.
void doMatrices(WarpOp op, llvm::MutableArrayRef<Fiber> lanes);

/// False, and a failure, unless the bytes are shared memory of the running
/// block, at a multiple of `alignment`.
bool checkShared(int64_t address, int64_t bytes, int64_t alignment,
                 llvm::StringRef who);
/// The same for shared memory of any block of the cluster.
bool checkClusterShared(int64_t address, int64_t bytes, int64_t alignment,
                        llvm::StringRef who);

} // namespace redfuser::emulator

#endif // REDFUSER_LIB_EMULATOR_MACHINE_H
