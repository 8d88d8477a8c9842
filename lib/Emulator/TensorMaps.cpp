//===- TensorMaps.cpp - Emulated TMA --------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first word of an emulated descriptor points to what it says; kernels get
// that as the address of their parameter. A descriptor of an empty tensor is
// zero, as the CUDA runtime makes it.
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Emulator/Emulator.h"

#include "Machine.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace redfuser;
using namespace redfuser::emulator;

/// Bytes of a descriptor, of a chunk that a swizzle moves, and to what shared
/// addresses of boxes are aligned.
static constexpr size_t kMapBytes = 128;
static constexpr int64_t kChunk = 16, kBoxAlignment = 128;

int64_t TensorMap::getBoxBytes() const {
  int64_t bytes = elementBytes;
  for (int64_t dim = 0; dim < rank; ++dim)
    bytes *= box[dim];
  return bytes;
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// Of CUtensorMapDataType; 0 for one that is not emulated.
static int64_t getElementBytes(int32_t dataType) {
  constexpr int64_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};
  return dataType >= 0 && dataType < 10 ? bytes[dataType] : 0;
}

void redfuser::emulator::encodeTensorMap(
    void *map, int32_t dataType, int32_t rank, void *base,
    const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, int32_t interleave, int32_t swizzle,
    int32_t l2Promotion, int32_t outOfBounds) {
  std::memset(map, 0, kMapBytes);
  auto fail = [](const llvm::Twine &what) {
    machine.fail("a tensor cannot be described for TMA: " + what);
  };
  auto result = std::make_unique<TensorMap>();
  result->elementBytes = getElementBytes(dataType);
  if (result->elementBytes == 0 || rank < 1 || rank > 5)
    return fail("expected 1 to 5 dimensions of known elements");
  if (interleave != 0 || outOfBounds != 0 || swizzle < 0 || swizzle > 3)
    return fail("expected no interleaving, zeros outside and a known swizzle");
  if (llvm::any_of(llvm::ArrayRef(sizes, rank),
                   [](uint64_t size) { return size == 0; }))
    return;
  result->rank = rank;
  result->base = reinterpret_cast<int64_t>(base);
  result->swizzle = swizzle;
  if (!EmulatedMemory::get().contains(base))
    return fail("its address is not one of device memory");
  if (result->base % 16 != 0)
    return fail("its address is no multiple of 16 bytes");
  for (int32_t dim = 0; dim < rank; ++dim) {
    uint64_t stride = dim == 0 ? result->elementBytes : strides[dim - 1];
    if (dim > 0 && (stride % 16 != 0 || stride >= uint64_t(1) << 40))
      return fail("stride " + llvm::Twine(stride) +
                  " is no multiple of 16 bytes below 2^40");
    if (sizes[dim] > uint64_t(1) << 32)
      return fail("a dimension has more than 2^32 elements");
    if (box[dim] < 1 || box[dim] > 256)
      return fail("a box has " + llvm::Twine(box[dim]) +
                  " elements along a dimension, expected 1 to 256");
    if (elementStrides[dim] != 1)
      return fail("expected elements next to each other");
    result->sizes[dim] = sizes[dim];
    result->strides[dim] = stride;
    result->box[dim] = box[dim];
  }
  int64_t rowBytes = result->box[0] * result->elementBytes;
  if (rowBytes % kChunk != 0)
    return fail("rows of a box have " + llvm::Twine(rowBytes) +
                " bytes, expected a multiple of 16");
  if (swizzle != 0 && rowBytes > kChunk << swizzle)
    return fail("rows of a box have " + llvm::Twine(rowBytes) +
                " bytes, more than their swizzle");
  const TensorMap *key = result.get();
  machine.tensorMaps[key] = std::move(result);
  std::memcpy(map, &key, sizeof(key));
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

namespace {
/// A box at coordinates, in shared memory.
struct Box {
  const TensorMap *map;
  int64_t address;
  int64_t first[5];

  /// Calls `body` for each chunk of 16 bytes: where it is in shared memory, and
  /// where and how many bytes in global memory, of which there may be none.
  void forEachChunk(
      llvm::function_ref<void(int64_t shared, int64_t global, int64_t bytes)>
          body) const;
};
} // namespace

void Box::forEachChunk(
    llvm::function_ref<void(int64_t, int64_t, int64_t)> body) const {
  int64_t rowBytes = map->box[0] * map->elementBytes, rows = 1;
  for (int64_t dim = 1; dim < map->rank; ++dim)
    rows *= map->box[dim];
  int64_t mask = (int64_t(1) << map->swizzle) - 1;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t rest = row, begin = map->base;
    bool exists = true;
    for (int64_t dim = 1; dim < map->rank; ++dim) {
      int64_t position = first[dim] + rest % map->box[dim];
      rest /= map->box[dim];
      exists &= position >= 0 && position < map->sizes[dim];
      begin += position * map->strides[dim];
    }
    for (int64_t byte = 0; byte < rowBytes; byte += kChunk) {
      int64_t shared = address + row * rowBytes + byte;
      shared ^= ((shared >> 7) & mask) << 4;
      // Coordinates may split a chunk, at either end.
      int64_t from = first[0] * map->elementBytes + byte;
      int64_t left = map->sizes[0] * map->elementBytes - from;
      int64_t bytes = exists ? std::clamp<int64_t>(left, 0, kChunk) : 0;
      body(shared, begin + from, bytes);
    }
  }
}

/// The box that a kernel names; none, and a failure, if it cannot be.
static std::optional<Box> getBox(const TensorMap *map, int64_t address,
                                 int32_t rank, const int32_t *coordinates) {
  if (!map) {
    machine.fail("a box of an empty tensor is asked for");
    return std::nullopt;
  }
  if (machine.tensorMaps.count(map) == 0 || map->rank != rank) {
    machine.fail("a box of " + llvm::Twine(rank) +
                 " dimensions is asked for, of which there is no descriptor");
    return std::nullopt;
  }
  if (address != 0 &&
      !checkShared(address, map->getBoxBytes(), kBoxAlignment, "a box"))
    return std::nullopt;
  Box box{map, address, {}};
  llvm::copy(llvm::ArrayRef(coordinates, rank), box.first);
  // Of elements in front of the first, whole chunks alone are emulated.
  if (box.first[0] * map->elementBytes % kChunk != 0 || box.first[0] < 0) {
    machine.fail("a box begins at element " + llvm::Twine(box.first[0]) +
                 " of its rows, expected a multiple of 16 bytes");
    return std::nullopt;
  }
  return box;
}

/// cp.async.bulk.tensor from global to shared memory.
static void loadBox(const TensorMap *map, int64_t address, int64_t barrier,
                    int32_t rank, const int32_t *coordinates) {
  std::optional<Box> box = getBox(map, address, rank, coordinates);
  SharedBarrier *arrival = findBarrier(barrier);
  if (!box || !arrival)
    return;
  auto perform = [box = *box] {
    box.forEachChunk([](int64_t shared, int64_t global, int64_t bytes) {
      char chunk[kChunk] = {};
      std::memcpy(chunk, reinterpret_cast<void *>(global), bytes);
      std::memcpy(reinterpret_cast<void *>(shared), chunk, kChunk);
    });
  };
  arriveWith(*arrival, {perform, map->getBoxBytes()});
}

/// The same from shared to global memory; what lies outside is left out.
static void storeBox(const TensorMap *map, int64_t address, int32_t rank,
                     const int32_t *coordinates) {
  std::optional<Box> box = getBox(map, address, rank, coordinates);
  if (!box)
    return;
  auto perform = [box = *box] {
    box.forEachChunk([](int64_t shared, int64_t global, int64_t bytes) {
      std::memcpy(reinterpret_cast<void *>(global),
                  reinterpret_cast<void *>(shared), bytes);
    });
  };
  if (machine.isLate())
    machine.fiber().stores.push_back({perform, 0});
  else
    perform();
}

/// Of a prefetch: nothing, but its box has to exist.
static void prefetchBox(const TensorMap *map, int32_t rank,
                        const int32_t *coordinates) {
  getBox(map, /*address=*/0, rank, coordinates);
}

/// Until all stores that were committed have read shared memory.
static void waitForStores() {
  Fiber &fiber = machine.fiber();
  for (Pending &store : fiber.stores)
    if (store.bytes > 0)
      store.perform();
  llvm::erase_if(fiber.stores,
                 [](const Pending &store) { return store.bytes > 0; });
}

static void commitStores() {
  for (Pending &store : machine.fiber().stores)
    store.bytes = 1;
}

void redfuser::emulator::finishThread(Fiber &fiber) {
  if (!fiber.stores.empty())
    machine.fail("a thread ends before its boxes have been read");
}

llvm::ArrayRef<Symbol> redfuser::emulator::getTensorMapSymbols() {
  static const Symbol symbols[] = {symbol("emuLoadBox", &loadBox),
                                   symbol("emuStoreBox", &storeBox),
                                   symbol("emuPrefetchBox", &prefetchBox),
                                   symbol("emuCommitStores", &commitStores),
                                   symbol("emuWaitForStores", &waitForStores)};
  return symbols;
}
