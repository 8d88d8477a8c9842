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

#include <csetjmp>
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

/// Programs run on the thread that calls them, one at a time.
struct State {
  BlockHeader *blocks = nullptr;
  uint64_t liveBytes = 0;
  uint64_t peakBytes = 0;
  std::jmp_buf *handler = nullptr;
  std::string message;
};
thread_local State state;

[[noreturn]] void stop(const char *fallback) {
  if (state.message.empty())
    state.message = fallback;
  if (!state.handler)
    std::abort();
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
  state.liveBytes += size;
  state.peakBytes = std::max(state.peakBytes, state.liveBytes);
  return header + 1;
}

void programFree(void *pointer) {
  if (!pointer)
    return;
  BlockHeader *header = static_cast<BlockHeader *>(pointer) - 1;
  (header->previous ? header->previous->next : state.blocks) = header->next;
  if (header->next)
    header->next->previous = header->previous;
  state.liveBytes -= header->size;
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
  state.peakBytes = state.liveBytes;
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
  uint64_t bytes = state.liveBytes;
  while (state.blocks)
    programFree(state.blocks + 1);
  return bytes;
}

uint64_t host::getPeakBytes() { return state.peakBytes; }
