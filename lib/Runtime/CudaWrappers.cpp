//===- CudaWrappers.cpp - The calls that compiled host code makes ---------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaWrappers.h"
#include "CudaState.h"

#include <cstring>

using namespace redfuser::cuda;

/// A driver handle as compiled code holds it.
template <typename T>
static T as(void *handle) {
  return reinterpret_cast<T>(handle);
}

static DevicePtr address(void *pointer) {
  return reinterpret_cast<DevicePtr>(pointer);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static void *loadModule(void *data, int optLevel) {
  State &state = State::get();
  if (!state.enter())
    return nullptr;
  char log[4096] = "";
  int options[] = {kJitErrorLog, kJitErrorLogBytes, kJitOptLevel};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log)),
                    reinterpret_cast<void *>(static_cast<intptr_t>(optLevel))};
  Module module = nullptr;
  Result result =
      state.driver().moduleLoadDataEx(&module, data, 3, options, values);
  if (result == kSuccess)
    return module;
  std::string message =
      "could not load the kernels: " + state.driver().describe(result);
  if (log[0])
    message += std::string("; ") + log;
  state.fail(std::move(message));
  return nullptr;
}

void *mgpuModuleLoad(void *data, size_t) { return loadModule(data, 4); }

void *mgpuModuleLoadJIT(void *data, int optLevel) {
  return loadModule(data, optLevel);
}

void mgpuModuleUnload(void *module) {
  State &state = State::get();
  // Without a module, or at exit after the driver has gone, nothing is left.
  if (module && state.enter())
    state.driver().moduleUnload(as<Module>(module));
}

void *mgpuModuleGetFunction(void *module, const char *name) {
  State &state = State::get();
  Function function = nullptr;
  if (module && state.enter() &&
      state.check(
          state.driver().moduleGetFunction(&function, as<Module>(module), name),
          name)) {
    std::lock_guard<std::mutex> lock(state.mutex);
    state.names[function] = name;
  }
  return function;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void launch(void *handle, const LaunchConfig &config, void **params,
                   void **extra) {
  State &state = State::get();
  auto function = as<Function>(handle);
  if (!function || !state.enter())
    return;
  // An empty grid is no work; the driver calls it an error.
  if (config.gridX == 0 || config.gridY == 0 || config.gridZ == 0)
    return;
  const Driver &driver = state.driver();
  std::string name;
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    name = state.names[function];
  }
  // More than 48 KiB must be asked for.
  if (config.sharedBytes > 0 &&
      !state.check(driver.funcSetAttribute(function, kFunctionMaxDynamicShared,
                                           config.sharedBytes),
                   (name + ": " + std::to_string(config.sharedBytes) +
                    " bytes of shared memory")
                       .c_str()))
    return;

  State::Record record{name, nullptr, nullptr};
  bool profiling = state.profiling &&
                   driver.eventCreate(&record.begin, 0) == kSuccess &&
                   driver.eventCreate(&record.end, 0) == kSuccess;
  if (profiling)
    driver.eventRecord(record.begin, config.stream);
  Result result = config.numAttributes
                      ? driver.launchKernelEx(&config, function, params, extra)
                      : driver.launchKernel(
                            function, config.gridX, config.gridY, config.gridZ,
                            config.blockX, config.blockY, config.blockZ,
                            config.sharedBytes, config.stream, params, extra);
  state.check(result, ("could not launch " + name).c_str());
  if (profiling) {
    driver.eventRecord(record.end, config.stream);
    std::lock_guard<std::mutex> lock(state.mutex);
    state.records.push_back(record);
  }
}

/// False, with an error, for a grid that CUDA does not have.
static bool checkGrid(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ) {
  if (gridX <= INT32_MAX && gridY <= 65535 && gridZ <= 65535)
    return true;
  State &state = State::get();
  std::string name;
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    name = state.names[as<Function>(function)];
  }
  std::string message = "could not launch " + name + ": a grid of ";
  message += std::to_string(gridX) + " x " + std::to_string(gridY) + " x " +
             std::to_string(gridZ) +
             " blocks exceeds 2147483647 x 65535 x 65535; use larger tiles";
  state.fail(message);
  return false;
}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, void *stream,
                      void **params, void **extra, size_t) {
  if (!checkGrid(function, gridX, gridY, gridZ))
    return;
  LaunchConfig config{static_cast<unsigned>(gridX),
                      static_cast<unsigned>(gridY),
                      static_cast<unsigned>(gridZ),
                      static_cast<unsigned>(blockX),
                      static_cast<unsigned>(blockY),
                      static_cast<unsigned>(blockZ),
                      static_cast<unsigned>(sharedBytes),
                      as<Stream>(stream),
                      nullptr,
                      0};
  launch(function, config, params, extra);
}

void mgpuLaunchClusterKernel(void *function, intptr_t clusterX,
                             intptr_t clusterY, intptr_t clusterZ,
                             intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                             intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                             int32_t sharedBytes, void *stream, void **params,
                             void **extra, size_t) {
  if (!checkGrid(function, gridX, gridY, gridZ))
    return;
  LaunchAttribute attribute{};
  attribute.id = kLaunchAttributeCluster;
  attribute.value.cluster = {static_cast<unsigned>(clusterX),
                             static_cast<unsigned>(clusterY),
                             static_cast<unsigned>(clusterZ)};
  LaunchConfig config{static_cast<unsigned>(gridX),
                      static_cast<unsigned>(gridY),
                      static_cast<unsigned>(gridZ),
                      static_cast<unsigned>(blockX),
                      static_cast<unsigned>(blockY),
                      static_cast<unsigned>(blockZ),
                      static_cast<unsigned>(sharedBytes),
                      as<Stream>(stream),
                      &attribute,
                      1};
  // Sixteen blocks a cluster need the function's consent.
  if (clusterX * clusterY * clusterZ > 8 && function && State::get().enter())
    State::get().driver().funcSetAttribute(as<Function>(function),
                                           kFunctionNonPortableCluster, 1);
  launch(function, config, params, extra);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

void *mgpuStreamCreate() {
  State &state = State::get();
  return state.enter() ? state.takeStream() : nullptr;
}

void mgpuStreamDestroy(void *stream) {
  // Kept for the next run; compiled code has synchronised it.
  State::get().giveStream(as<Stream>(stream));
}

void mgpuStreamSynchronize(void *stream) {
  State &state = State::get();
  if (state.enter())
    state.check(state.driver().streamSynchronize(as<Stream>(stream)),
                "a kernel failed");
}

void mgpuStreamWaitEvent(void *stream, void *event) {
  State &state = State::get();
  if (state.enter())
    state.check(state.driver().streamWaitEvent(as<Stream>(stream),
                                               as<EventHandle>(event), 0),
                "could not wait for an event");
}

void *mgpuEventCreate() {
  State &state = State::get();
  EventHandle event = nullptr;
  if (state.enter())
    state.check(state.driver().eventCreate(&event, /*disable timing=*/2),
                "could not create an event");
  return event;
}

void mgpuEventDestroy(void *event) {
  State &state = State::get();
  if (event && state.enter())
    state.driver().eventDestroy(as<EventHandle>(event));
}

void mgpuEventSynchronize(void *event) {
  State &state = State::get();
  if (event && state.enter())
    state.check(state.driver().eventSynchronize(as<EventHandle>(event)),
                "a kernel failed");
}

void mgpuEventRecord(void *event, void *stream) {
  State &state = State::get();
  if (event && state.enter())
    state.check(
        state.driver().eventRecord(as<EventHandle>(event), as<Stream>(stream)),
        "could not record an event");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *mgpuMemAlloc(uint64_t bytes, void *stream, bool shared) {
  State &state = State::get();
  return state.enter() ? state.allocate(bytes, as<Stream>(stream), shared)
                       : nullptr;
}

void mgpuMemFree(void *pointer, void *stream) {
  State &state = State::get();
  if (state.enter())
    state.release(pointer, as<Stream>(stream));
}

void mgpuMemcpy(void *target, void *source, size_t bytes, void *stream) {
  State &state = State::get();
  if (bytes > 0 && state.enter())
    state.check(state.driver().memcpyAsync(address(target), address(source),
                                           bytes, as<Stream>(stream)),
                "could not copy");
}

void mgpuMemset32(void *target, unsigned value, size_t count, void *stream) {
  State &state = State::get();
  if (count > 0 && state.enter())
    state.check(state.driver().memsetD32Async(address(target), value, count,
                                              as<Stream>(stream)),
                "could not fill");
}

void mgpuMemset16(void *target, unsigned short value, size_t count,
                  void *stream) {
  State &state = State::get();
  if (count > 0 && state.enter())
    state.check(state.driver().memsetD16Async(address(target), value, count,
                                              as<Stream>(stream)),
                "could not fill");
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

void mgpuTensorMapEncodeTiled(void *map, int32_t dataType, uint32_t rank,
                              void *pointer, const uint64_t *sizes,
                              const uint64_t *strides, const uint32_t *box,
                              const uint32_t *elementStrides,
                              int32_t interleave, int32_t swizzle,
                              int32_t l2Promotion, int32_t outOfBounds) {
  State &state = State::get();
  if (!state.enter())
    return;
  // Nothing is loaded from an empty tensor; the driver knows none.
  for (uint32_t i = 0; i < rank; ++i)
    if (sizes[i] == 0) {
      std::memset(map, 0, kTensorMapBytes);
      return;
    }
  if (!state.driver().tensorMapEncodeTiled)
    return state.fail("the driver does not know tensor maps; it has to be of "
                      "CUDA 12 or later");
  state.check(state.driver().tensorMapEncodeTiled(
                  map, dataType, rank, pointer, sizes, strides, box,
                  elementStrides, interleave, swizzle, l2Promotion,
                  outOfBounds),
              "could not describe a tensor for TMA; its address and strides "
              "must be multiples of 16 bytes");
}

void mgpuSetDefaultDevice(int32_t device) { State::get().enter(device); }
