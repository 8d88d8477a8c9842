//===- CudaState.cpp - State of the CUDA runtime --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaState.h"

#include <algorithm>

using namespace redfuser::cuda;

State &State::get() {
  // Never destroyed: compiled modules unload from global destructors.
  static State *state = new State();
  return *state;
}

void State::fail(std::string message) {
  if (failure.empty())
    failure = std::move(message);
}

std::string State::takeFailure() { return std::exchange(failure, ""); }

bool State::check(Result result, const char *what) {
  if (result == kSuccess)
    return true;
  fail(std::string(what) + ": " + api->describe(result));
  return false;
}

bool State::initialize(int device) {
  std::string error;
  api = Driver::get(error);
  if (!api) {
    fail(error);
    return false;
  }
  int count = 0;
  if (!check(api->init(0), "the CUDA driver did not start") ||
      !check(api->deviceGetCount(&count), "could not count the CUDA devices"))
    return false;
  index = std::max(device, 0);
  if (index >= count) {
    fail("expected a CUDA device below " + std::to_string(count) + ", got " +
         std::to_string(index));
    return false;
  }
  if (!check(api->deviceGet(&handle, index), "could not open the device") ||
      !check(api->primaryCtxRetain(&context, handle),
             "could not create a context on the device"))
    return false;
  // Keep freed memory for the next allocation.
  MemoryPool pool = nullptr;
  uint64_t threshold = UINT64_MAX;
  return check(api->deviceGetDefaultMemPool(&pool, handle),
               "the device has no memory pool") &&
         check(
             api->memPoolSetAttribute(pool, kPoolReleaseThreshold, &threshold),
             "could not set up the memory pool");
}

bool State::enter(int device) {
  if (!ready)
    ready = initialize(device);
  if (!ready)
    return false;
  if (device >= 0 && device != index) {
    fail("device " + std::to_string(index) +
         " is in use already; one process "
         "runs on one device");
    return false;
  }
  return check(api->ctxSetCurrent(context), "could not use the device");
}

void *State::allocate(uint64_t bytes, Stream stream, bool shared) {
  // The driver refuses empty allocations; programs with empty tensors do not.
  uint64_t size = std::max<uint64_t>(bytes, 1);
  DevicePtr pointer = 0;
  Result result = shared ? api->memAllocManaged(&pointer, size, /*global=*/1)
                         : api->memAllocAsync(&pointer, size, stream);
  if (result != kSuccess) {
    fail("could not allocate " + std::to_string(bytes) +
         " bytes of device memory: " + api->describe(result));
    return nullptr;
  }
  std::lock_guard<std::mutex> lock(mutex);
  auto *address = reinterpret_cast<void *>(pointer);
  sizes[address] = bytes;
  allocated += bytes;
  peak = std::max(peak, allocated);
  return address;
}

void State::release(void *pointer, Stream stream) {
  if (!pointer)
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = sizes.find(pointer);
    if (it == sizes.end()) {
      fail("a program freed device memory that it did not allocate");
      return;
    }
    allocated -= it->second;
    sizes.erase(it);
  }
  check(api->memFreeAsync(reinterpret_cast<DevicePtr>(pointer), stream),
        "could not free device memory");
}

Stream State::takeStream() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!idleStreams.empty()) {
      Stream stream = idleStreams.back();
      idleStreams.pop_back();
      return stream;
    }
  }
  Stream stream = nullptr;
  check(api->streamCreate(&stream, kStreamNonBlocking),
        "could not create a stream");
  return stream;
}

void State::giveStream(Stream stream) {
  if (!stream)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  idleStreams.push_back(stream);
}
