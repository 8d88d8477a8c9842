//===- HostRuntime.cpp - What programs call on the host -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostRuntime.h"

#include "RedFuser/Runtime/HostTensor.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace redfuser;

namespace {

/// Precedes every block that a program allocates; keeps 64-byte alignment.
struct alignas(64) BlockHeader {
  BlockHeader *previous;
  BlockHeader *next;
  uint64_t size;
};

/// Of each thread: a program is called on one, one at a time, and threads that
/// it starts free what they allocate.
struct State {
  BlockHeader *blocks = nullptr;
  std::jmp_buf *handler = nullptr;
  std::string message;
};
thread_local State state;

// Of all threads: what programs hold now, and at most.
std::atomic<uint64_t> liveBytes = 0, peakBytes = 0;

/// OpenMP's omp_get_level, once its runtime is there.
std::atomic<int (*)()> getParallelLevel = nullptr;

void raisePeak(uint64_t bytes) {
  uint64_t peak = peakBytes;
  while (peak < bytes && !peakBytes.compare_exchange_weak(peak, bytes))
    ;
}

[[noreturn]] void stop(const char *fallback) {
  if (state.message.empty())
    state.message = fallback;
  // Between threads that the program started there is no way back to its
  // caller.
  int (*getLevel)() = getParallelLevel;
  if (!state.handler || (getLevel && getLevel() > 0)) {
    std::fprintf(stderr, "error: the program stopped: %s\n",
                 state.message.c_str());
    std::_Exit(1);
  }
  std::longjmp(*state.handler, 1);
}

void *programMalloc(uint64_t size) {
  uint64_t total = (size + sizeof(BlockHeader) + 63) / 64 * 64;
  void *raw = total < size ? nullptr : std::aligned_alloc(64, total);
  if (!raw) {
    state.message = "out of memory: the program asked for " +
                    std::to_string(size) + " bytes";
    stop("");
  }
  auto *header = new (raw) BlockHeader{nullptr, state.blocks, size};
  if (state.blocks)
    state.blocks->previous = header;
  state.blocks = header;
  raisePeak(liveBytes += size);
  return header + 1;
}

void programFree(void *pointer) {
  if (!pointer)
    return;
  BlockHeader *header = static_cast<BlockHeader *>(pointer) - 1;
  (header->previous ? header->previous->next : state.blocks) = header->next;
  if (header->next)
    header->next->previous = header->previous;
  liveBytes -= header->size;
  std::free(header);
}

// The optimiser turns a malloc that is cleared into this.
void *programCalloc(uint64_t count, uint64_t size) {
  uint64_t bytes = llvm::SaturatingMultiply(count, size);
  void *pointer = programMalloc(bytes);
  return std::memset(pointer, 0, bytes);
}

/// A failed cf.assert prints its message, then aborts.
int programPuts(const char *text) {
  state.message = llvm::StringRef(text).rtrim().str();
  return 0;
}

void programAbort() { stop("the program aborted"); }

// Conversions between float formats that older C runtimes lack. The ABI passes
// 16-bit floats in the low bits of a float register; these signatures do that
// without needing a 16-bit float type of the host compiler.
float toRegister(uint16_t bits) {
  uint32_t wide = bits;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

template <ElementKind kind>
float truncateTo(double value) {
  return toRegister(narrowFloat(kind, value));
}
template <ElementKind kind>
float truncateSingleTo(float value) {
  return truncateTo<kind>(value);
}
float extendHalf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<float>(
      widenFloat(ElementKind::F16, static_cast<uint16_t>(bits)));
}

} // namespace

void host::forEachSymbol(llvm::function_ref<void(Symbol)> handle) {
  auto add = [&](llvm::StringRef name, auto *function) {
    handle({name, reinterpret_cast<void *>(function)});
  };
  add("malloc", programMalloc);
  add("calloc", programCalloc);
  add("free", programFree);
  add("puts", programPuts);
  add("abort", programAbort);
  add("__truncsfhf2", truncateSingleTo<ElementKind::F16>);
  add("__truncdfhf2", truncateTo<ElementKind::F16>);
  add("__truncsfbf2", truncateSingleTo<ElementKind::BF16>);
  add("__truncdfbf2", truncateTo<ElementKind::BF16>);
  add("__extendhfsf2", extendHalf);
}

std::optional<std::string> host::runGuarded(void (*call)(void **),
                                            void **arguments) {
  std::jmp_buf handler;
  state.handler = &handler;
  state.message.clear();
  peakBytes = liveBytes.load();
  if (setjmp(handler) != 0) {
    state.handler = nullptr;
    releaseAll();
    return state.message;
  }
  call(arguments);
  state.handler = nullptr;
  return std::nullopt;
}

void host::release(void *pointer) {
  // Few blocks outlive a call: the results.
  for (BlockHeader *block = state.blocks; block; block = block->next)
    if (block + 1 == pointer)
      return programFree(pointer);
}

uint64_t host::releaseAll() {
  uint64_t bytes = 0;
  while (state.blocks) {
    bytes += state.blocks->size;
    programFree(state.blocks + 1);
  }
  return bytes;
}

void host::setParallelLevel(int (*getLevel)()) { getParallelLevel = getLevel; }

uint64_t host::getPeakBytes() { return peakBytes; }
