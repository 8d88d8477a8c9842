//===- Machine.cpp - Blocks and threads of the emulated GPU ---------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <set>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace redfuser::emulator;

Machine redfuser::emulator::machine;

static constexpr size_t kStackBytes = 128 * 1024;
/// A byte of undefined memory: of a NaN.
static constexpr unsigned char kUndefined = 0xFF;
/// What vectors are aligned to.
static constexpr int64_t kStaticAlignment = 16;
/// Of a device: multiprocessors, threads and blocks of one.
static constexpr int64_t kProcessors = 132, kThreads = 2048, kBlocks = 32;
/// Steps of one order.
static constexpr int64_t kSteps = 40;
/// Rounds over all waiting blocks in which nothing happens.
static constexpr int64_t kMostRounds = 1000;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

BlockState::~BlockState() {
  if (stacks)
    munmap(stacks, stackBytes);
}

/// Addresses of 32 bits for windows, none of which is accessible at first.
static int64_t reserveWindows(int64_t bytes) {
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0
#endif
  constexpr int64_t kStep = int64_t(1) << 28, kEnd = int64_t(1) << 31;
  for (int64_t at = kStep; at + bytes <= kEnd; at += kStep) {
    void *got =
        mmap(reinterpret_cast<void *>(at), bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    if (got == MAP_FAILED)
      continue;
    if (reinterpret_cast<int64_t>(got) == at)
      return at;
    munmap(got, bytes);
  }
  llvm::report_fatal_error(
      "no addresses of 32 bits for emulated shared memory");
}

/// Windows that nobody has; the first that nobody has ever had.
static std::set<int64_t> &getFreeWindows() {
  static std::set<int64_t> windows;
  return windows;
}

static constexpr int64_t kWindows = 5120;

static int64_t getFirstWindow() {
  static const int64_t first = reserveWindows(SharedWindow::kBytes * kWindows);
  return first;
}

static int64_t takeWindow() {
  static int64_t next = 0;
  std::set<int64_t> &free = getFreeWindows();
  if (!free.empty())
    return free.extract(free.begin()).value();
  if (next == kWindows)
    llvm::report_fatal_error("out of emulated shared memory");
  return getFirstWindow() + SharedWindow::kBytes * next++;
}

bool SharedWindow::isWithin(const void *address) {
  auto at = reinterpret_cast<int64_t>(address);
  return at >= getFirstWindow() && at < getFirstWindow() + kBytes * kWindows;
}

int64_t SharedWindow::getFirstPage() const {
  return llvm::alignDown(begin, getpagesize());
}

int64_t SharedWindow::getLastPage() const {
  return llvm::alignTo(begin + size, getpagesize());
}

void SharedWindow::reset(int64_t bytes) {
  if (bytes != size || base == 0) {
    if (base == 0)
      base = takeWindow();
    mprotect(reinterpret_cast<void *>(base), kBytes, PROT_NONE);
    size = bytes;
    // It ends where a page does, as far as alignment allows.
    int64_t used = kReserved + size;
    int64_t rest = llvm::alignTo(used, getpagesize()) - used;
    begin = base + kReserved + llvm::alignDown(rest, kReserved);
    mprotect(reinterpret_cast<void *>(getFirstPage()),
             getLastPage() - getFirstPage(), PROT_READ | PROT_WRITE);
  }
  std::memset(reinterpret_cast<void *>(getFirstPage()), kUndefined,
              getLastPage() - getFirstPage());
}

static bool isWritten(int64_t from, int64_t to) {
  llvm::ArrayRef<unsigned char> bytes(reinterpret_cast<unsigned char *>(from),
                                      to - from);
  return llvm::any_of(bytes,
                      [](unsigned char byte) { return byte != kUndefined; });
}

bool SharedWindow::isWrittenInFront() const {
  return isWritten(getFirstPage(), begin);
}

bool SharedWindow::isWrittenBehind() const {
  return isWritten(begin + size, getLastPage());
}

SharedWindow::~SharedWindow() {
  if (base == 0)
    return;
  mprotect(reinterpret_cast<void *>(base), kBytes, PROT_NONE);
  getFreeWindows().insert(base);
}

StaticMemory::StaticMemory(int64_t bytes) : size(bytes) {
  mapped = llvm::alignTo(bytes, getpagesize()) + getpagesize();
  void *memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    llvm::report_fatal_error("out of memory for emulated shared memory");
  pages = static_cast<char *>(memory);
  char *end = pages + mapped - getpagesize();
  mprotect(end, getpagesize(), PROT_NONE);
  begin = end - llvm::alignTo(bytes, kStaticAlignment);
  reset();
}

StaticMemory::~StaticMemory() { munmap(pages, mapped); }

void StaticMemory::reset() { std::memset(begin, kUndefined, size); }

bool StaticMemory::contains(const void *address) const {
  return address >= pages && address < pages + mapped;
}

static bool checkAlignment(int64_t offset, int64_t alignment,
                           llvm::StringRef who) {
  if (offset % alignment == 0)
    return true;
  machine.fail(who + " at byte " + llvm::Twine(offset) +
               " of shared memory does not begin with a multiple of " +
               llvm::Twine(alignment) + " bytes");
  return false;
}

bool redfuser::emulator::checkShared(int64_t address, int64_t bytes,
                                     int64_t alignment, llvm::StringRef who) {
  const SharedWindow &shared = machine.running->shared;
  int64_t offset = address - shared.getBegin();
  if (!shared.contains(address, bytes)) {
    machine.fail(who + " of " + llvm::Twine(bytes) + " bytes at byte " +
                 llvm::Twine(offset) +
                 " is outside of the block's shared memory of " +
                 llvm::Twine(shared.getSize()) + " bytes");
    return false;
  }
  return checkAlignment(offset, alignment, who);
}

bool redfuser::emulator::checkClusterShared(int64_t address, int64_t bytes,
                                            int64_t alignment,
                                            llvm::StringRef who) {
  int64_t flat = machine.getFlatId(*machine.running);
  int64_t first = flat - flat % machine.cluster;
  for (int64_t i = 0; i < machine.cluster; ++i) {
    auto block = machine.live.find(first + i);
    if (block == machine.live.end())
      continue;
    const SharedWindow &shared = block->second->shared;
    if (shared.contains(address, bytes))
      return checkAlignment(address - shared.getBegin(), alignment, who);
  }
  // Memory begins at the same byte of each window.
  const SharedWindow &own = machine.running->shared;
  int64_t offset =
      address % SharedWindow::kBytes - (own.getBegin() - own.getBase());
  machine.fail(who + " of " + llvm::Twine(bytes) + " bytes at byte " +
               llvm::Twine(offset) +
               " is outside of the shared memory of its cluster's blocks, " +
               llvm::Twine(own.getSize()) + " bytes each");
  return false;
}

//===----------------------------------------------------------------------===//
// Fibers
//===----------------------------------------------------------------------===//

// A context is left by setjmp, which makes no system call; the sanitizer knows
// the other way alone.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define REDFUSER_SWAPS_CONTEXTS
#endif
#endif

static void leave(Context &from, Context &to) {
#ifdef REDFUSER_SWAPS_CONTEXTS
  swapcontext(&from.start, &to.start);
#else
  if (_setjmp(from.jump) != 0)
    return;
  if (to.hasStarted)
    _longjmp(to.jump, 1);
  to.hasStarted = true;
  setcontext(&to.start);
#endif
}

static void fiberMain() {
  machine.kernel(machine.params);
  finishThread(machine.fiber());
  machine.pause(Wait::Done);
}

void Machine::pause(Wait wait) {
  fiber().wait = wait;
  leave(fiber().context, scheduler);
}

void Machine::pauseFor(const char *reason, int64_t at) {
  fiber().reason = reason;
  fiber().reasonAt = at;
  pause(Wait::Flag);
}

bool Machine::pauseForArrival() {
  pause(Wait::Late);
  return std::exchange(fiber().isTime, false);
}

void Machine::switchTo(int64_t thread) {
  current = thread;
  scheduler.hasStarted = true;
  leave(scheduler, fiber().context);
}

bool Machine::isShared(const void *address) const {
  return SharedWindow::isWithin(address) ||
         llvm::any_of(live, [&](const auto &block) {
           return llvm::any_of(block.second->staticShared,
                               [&](const auto &memory) {
                                 return memory.second->contains(address);
                               });
         });
}

int64_t Machine::choose(int64_t count) {
  // At random, of which the seed says all.
  uint64_t mixed = (++numChoices + (seed << 32)) * 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  return static_cast<int64_t>((mixed >> 40) % count);
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

void Machine::doWithWarp(WarpOp op, const uint32_t *in, uint32_t *out) {
  Fiber &lane = fiber();
  lane.op = op;
  lane.in = in;
  lane.out = out;
  pause(Wait::Warp);
}

static void doWithLanes(WarpOp op, llvm::MutableArrayRef<Fiber> lanes) {
  auto forEach = [&](auto getResult) {
    llvm::SmallVector<uint32_t, kWarp> results;
    for (auto [i, lane] : llvm::enumerate(lanes))
      results.push_back(getResult(static_cast<int64_t>(i), lane.in));
    for (auto [lane, result] : llvm::zip_equal(lanes, results))
      *lane.out = result;
  };
  auto getValue = [&](int64_t lane) {
    return lanes[lane % lanes.size()].in[0];
  };
  switch (op) {
  case WarpOp::ShuffleXor:
    return forEach(
        [&](int64_t i, const uint32_t *in) { return getValue(i ^ in[1]); });
  case WarpOp::ShuffleUp:
    return forEach([&](int64_t i, const uint32_t *in) {
      return getValue(i >= in[1] ? i - in[1] : i);
    });
  case WarpOp::ShuffleIndex:
    return forEach(
        [&](int64_t, const uint32_t *in) { return getValue(in[1]); });
  case WarpOp::Any:
  case WarpOp::Ballot: {
    uint32_t mask = 0;
    for (auto [i, lane] : llvm::enumerate(lanes))
      mask |= static_cast<uint32_t>(lane.in[0] != 0) << i;
    return forEach([&](int64_t, const uint32_t *) {
      return op == WarpOp::Any ? uint32_t(mask != 0) : mask;
    });
  }
  case WarpOp::Sync:
    return;
  default:
    return doMatrices(op, lanes);
  }
}

/// Does what every warp does whose lanes all wait for it.
bool Machine::releaseWarps(BlockState &block) {
  bool released = false;
  llvm::MutableArrayRef<Fiber> fibers(block.fibers);
  for (int64_t first = 0, e = fibers.size(); first < e; first += kWarp) {
    auto lanes = fibers.slice(first, std::min(kWarp, e - first));
    if (!llvm::all_of(lanes,
                      [](Fiber &lane) { return lane.wait == Wait::Warp; }))
      continue;
    WarpOp op = lanes.front().op;
    if (!llvm::all_of(lanes, [&](Fiber &lane) { return lane.op == op; })) {
      fail("lanes of a warp do different things where all have to do one");
      return false;
    }
    running = &block;
    doWithLanes(op, lanes);
    for (Fiber &lane : lanes)
      lane.wait = Wait::None;
    released = true;
  }
  return released;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void Machine::start(BlockState &started) {
  int64_t threads = getNumThreads();
  live[getFlatId(started)] = &started;
  started.step = 0;
  started.named.fill(NamedBarrier());
  started.warpgroups.clear();
  started.warpgroups.resize(llvm::divideCeil(threads, kWarpgroup));
  if (!started.stacks) {
    started.stackBytes = threads * kStackBytes;
    void *memory = mmap(nullptr, started.stackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      llvm::report_fatal_error("out of memory for emulated threads");
    started.stacks = static_cast<char *>(memory);
  }
  started.fibers.clear();
  started.fibers.resize(threads);
  for (auto [i, fiber] : llvm::enumerate(started.fibers)) {
    ucontext_t &context = fiber.context.start;
    getcontext(&context);
    context.uc_stack.ss_sp = started.stacks + i * kStackBytes;
    context.uc_stack.ss_size = kStackBytes;
    context.uc_link = nullptr;
    makecontext(&context, fiberMain, 0);
  }
  started.shared.reset(sharedBytes);
  for (auto &entry : started.staticShared)
    entry.second->reset();
  started.registers.assign(llvm::divideCeil(threads, kWarp), 0);
}

/// A block that is done gives its barriers back.
void Machine::end(BlockState &ended) {
  live.erase(getFlatId(ended));
  int64_t base = ended.shared.getBase();
  auto first = barriers.lower_bound(base);
  auto last = barriers.lower_bound(base + SharedWindow::kBytes);
  for (auto it = first; it != last; ++it)
    if (!it->second.pending.empty())
      fail("a block ends while copies to its shared memory are on their way");
  barriers.erase(first, last);
  if (ended.shared.isWrittenBehind())
    fail("a kernel writes behind its " + llvm::Twine(ended.shared.getSize()) +
         " bytes of dynamic shared memory");
  if (ended.shared.isWrittenInFront())
    fail("a kernel writes in front of its dynamic shared memory");
}

/// Who is ahead of whom for some steps.
void Machine::chooseOrder(BlockState &block) {
  block.isEager = isLate();
  int64_t warpgroups = block.warpgroups.size();
  block.asleep = warpgroups > 1 ? choose(warpgroups + 1) - 1 : -1;
}

/// Runs a block until it is done, or waits for what other blocks do: false.
bool Machine::finish(BlockState &resumed) {
  running = &resumed;
  std::vector<Fiber> &fibers = resumed.fibers;
  int64_t threads = fibers.size();
  int64_t seen = -1;
  auto goOn = [&] {
    seen = numEvents;
    for (Fiber &fiber : fibers)
      if (fiber.wait == Wait::Flag || fiber.wait == Wait::Late)
        fiber.wait = Wait::None;
  };
  auto isAnyWaiting = [&] {
    return llvm::any_of(fibers, [](Fiber &fiber) {
      return fiber.wait == Wait::Flag || fiber.wait == Wait::Late;
    });
  };
  goOn();
  for (;; ++resumed.step) {
    if (resumed.step % kSteps == 0)
      chooseOrder(resumed);
    // Forwards, backwards, and from the middle.
    for (int64_t i = 0; i < threads; ++i) {
      int64_t thread = resumed.step % 3 == 0   ? i
                       : resumed.step % 3 == 1 ? threads - 1 - i
                                               : (i + threads / 2) % threads;
      if (fibers[thread].wait == Wait::None &&
          thread / kWarpgroup != resumed.asleep)
        switchTo(thread);
    }
    if (!failure.empty())
      return true;
    if (resumed.isEager && numEvents > seen && isAnyWaiting()) {
      goOn();
      continue;
    }
    if (releaseWarps(resumed))
      continue;
    int64_t done = 0, barrier = 0, flag = 0;
    Fiber *late = nullptr;
    for (Fiber &fiber : fibers) {
      if (fiber.wait == Wait::Late && (!late || isLate()))
        late = &fiber;
      done += fiber.wait == Wait::Done;
      barrier += fiber.wait == Wait::Block;
      flag += fiber.wait == Wait::Flag;
    }
    if (done == threads) {
      end(resumed);
      return true;
    }
    if (flag + (late != nullptr) > 0 && numEvents > seen) {
      // What they wait for may have come from the block itself.
      goOn();
      continue;
    }
    if (resumed.asleep >= 0) {
      resumed.asleep = -1;
      continue;
    }
    if (late) {
      late->isTime = true;
      late->wait = Wait::None;
      continue;
    }
    if (flag > 0)
      return false;
    if (barrier != threads) {
      fail("a barrier or shuffle is not reached by all threads");
      return true;
    }
    for (Fiber &fiber : fibers)
      fiber.wait = Wait::None;
  }
}

/// Blocks that the device has at once.
int64_t Machine::getMostWaiting() const {
  int64_t each = std::min(kThreads / getNumThreads(), kBlocks);
  if (sharedBytes > 0)
    each = std::min(each, sharedBudget / sharedBytes);
  return kProcessors * std::max<int64_t>(each, 1);
}

std::string Machine::describeWaiting(
    llvm::ArrayRef<std::unique_ptr<BlockState>> waiting) const {
  // What waits for the hardware says more than what waits for memory.
  for (const std::unique_ptr<BlockState> &block : waiting)
    for (auto [i, fiber] : llvm::enumerate(block->fibers))
      if (fiber.wait == Wait::Flag && fiber.reason)
        return (llvm::Twine("thread ") + llvm::Twine(i) + " of block " +
                llvm::Twine(getFlatId(*block)) + " waits for ever for " +
                fiber.reason + " " + llvm::Twine(fiber.reasonAt))
            .str();
  return "blocks wait for flags that no block sets";
}

void Machine::run() {
  live.clear();
  clusters.clear();
  barriers.clear();
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
      fail("more blocks wait for others than a device has at once, " +
           std::to_string(getMostWaiting()));
  }
  resume(waiting);
  if (!waiting.empty() && failure.empty())
    fail(describeWaiting(waiting));
  live.clear();
}

/// Until all are done or nothing has happened for long.
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
