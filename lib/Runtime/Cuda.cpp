//===- Cuda.cpp - Running compiled programs on a CUDA device --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Cuda.h"
#include "CudaState.h"

using namespace redfuser::cuda;

llvm::Error redfuser::cuda::takeError() {
  std::string failure = State::get().takeFailure();
  if (failure.empty())
    return llvm::Error::success();
  return llvm::createStringError(failure);
}

llvm::Error redfuser::cuda::initialize(int device) {
  State::get().enter(device);
  return takeError();
}

llvm::Expected<DeviceInfo> redfuser::cuda::getDeviceInfo() {
  State &state = State::get();
  if (!state.enter())
    return takeError();
  const Driver &driver = state.driver();
  DeviceInfo info;
  char name[256] = "";
  size_t bytes = 0;
  int major = 0, minor = 0;
  state.check(driver.deviceGetName(name, sizeof(name), state.device()), "name");
  state.check(driver.deviceTotalMem(&bytes, state.device()), "memory size");
  state.check(
      driver.deviceGetAttribute(&major, kDeviceComputeMajor, state.device()),
      "compute capability");
  state.check(
      driver.deviceGetAttribute(&minor, kDeviceComputeMinor, state.device()),
      "compute capability");
  state.check(driver.deviceGetAttribute(&info.multiprocessors,
                                        kDeviceMultiprocessors, state.device()),
              "multiprocessors");
  state.check(driver.driverGetVersion(&info.driverVersion), "driver version");
  if (llvm::Error error = takeError())
    return error;
  info.name = name;
  info.totalBytes = bytes;
  info.chip = "sm_" + std::to_string(major) + std::to_string(minor);
  // Since Hopper some instructions exist for one architecture only.
  if (major >= 9)
    info.chip += "a";
  return info;
}

llvm::Error redfuser::cuda::synchronize() {
  State &state = State::get();
  if (state.enter())
    state.check(state.driver().ctxSynchronize(), "a kernel failed");
  return takeError();
}

llvm::Error redfuser::cuda::overwriteCache() {
  // Twice the largest L2 cache.
  constexpr uint64_t kBytes = 256 << 20;
  // Never freed: the driver may be gone when statics are destroyed.
  static Buffer &buffer = *new Buffer();
  if (!buffer.data()) {
    auto allocated = Buffer::allocate(kBytes);
    if (!allocated)
      return allocated.takeError();
    buffer = std::move(*allocated);
  }
  State &state = State::get();
  if (state.enter())
    state.check(state.driver().memsetD32Async(
                    reinterpret_cast<DevicePtr>(buffer.data()), 0, kBytes / 4,
                    /*stream=*/nullptr),
                "could not overwrite the cache");
  return synchronize();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Buffer::~Buffer() {
  State &state = State::get();
  if (pointer && state.enter())
    state.release(pointer, /*stream=*/nullptr);
}

llvm::Expected<Buffer> Buffer::allocate(uint64_t bytes) {
  Buffer buffer;
  State &state = State::get();
  if (state.enter()) {
    buffer.pointer = state.allocate(bytes, /*stream=*/nullptr,
                                    /*shared=*/false);
    buffer.size = bytes;
    // Programs use other streams.
    state.check(state.driver().streamSynchronize(nullptr), "allocation");
  }
  if (llvm::Error error = takeError())
    return error;
  return buffer;
}

Buffer Buffer::adopt(void *pointer, uint64_t bytes) {
  Buffer buffer;
  buffer.pointer = pointer;
  buffer.size = bytes;
  return buffer;
}

/// Copies either way, and waits.
static llvm::Error copy(const void *target, const void *source,
                        uint64_t bytes) {
  State &state = State::get();
  if (bytes > 0 && state.enter()) {
    state.check(state.driver().memcpyAsync(reinterpret_cast<DevicePtr>(target),
                                           reinterpret_cast<DevicePtr>(source),
                                           bytes, nullptr),
                "could not copy");
    state.check(state.driver().streamSynchronize(nullptr), "could not copy");
  }
  return takeError();
}

llvm::Error Buffer::copyFromHost(llvm::ArrayRef<char> data) {
  if (data.size() > size)
    return llvm::createStringError("expected at most " + llvm::Twine(size) +
                                   " bytes, got " + llvm::Twine(data.size()));
  return copy(pointer, data.data(), data.size());
}

llvm::Error Buffer::copyToHost(llvm::MutableArrayRef<char> data) const {
  if (data.size() > size)
    return llvm::createStringError("expected at most " + llvm::Twine(size) +
                                   " bytes, got " + llvm::Twine(data.size()));
  return copy(data.data(), pointer, data.size());
}

llvm::Error redfuser::cuda::copyToHost(const void *source,
                                       llvm::MutableArrayRef<char> data) {
  return copy(data.data(), source, data.size());
}

uint64_t redfuser::cuda::getAllocatedBytes() {
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  return state.allocated;
}

uint64_t redfuser::cuda::getPeakBytes() {
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  return state.peak;
}

void redfuser::cuda::resetPeakBytes() {
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.peak = state.allocated;
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

void redfuser::cuda::setProfiling(bool on) { State::get().profiling = on; }

std::vector<KernelTime> redfuser::cuda::takeKernelTimes() {
  State &state = State::get();
  std::vector<KernelTime> times;
  std::vector<State::Record> records;
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    records.swap(state.records);
  }
  if (!records.empty() && !state.enter())
    return times;
  for (const State::Record &record : records) {
    const Driver &driver = state.driver();
    float milliseconds = 0;
    driver.eventSynchronize(record.end);
    driver.eventElapsedTime(&milliseconds, record.begin, record.end);
    driver.eventDestroy(record.begin);
    driver.eventDestroy(record.end);
    times.push_back({record.kernel, milliseconds});
  }
  return times;
}
