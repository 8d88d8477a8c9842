//===- CudaDriver.h - The CUDA driver API, loaded at run time ---*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few functions and types of the driver API that we call, declared here so
// that building needs no CUDA headers, and looked up in libcuda.so.1 at run
// time so that the tools start on machines without a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_RUNTIME_CUDADRIVER_H
#define REDFUSER_LIB_RUNTIME_CUDADRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace redfuser {
namespace cuda {

using Result = int;
using Device = int;
using DevicePtr = uintptr_t;
using Context = struct ContextImpl *;
using Module = struct ModuleImpl *;
using Function = struct FunctionImpl *;
using Stream = struct StreamImpl *;
using EventHandle = struct EventImpl *;
using MemoryPool = struct MemoryPoolImpl *;

/// CUlaunchAttribute: 4 bytes id, padding, 64 bytes of value.
struct LaunchAttribute {
  int id;
  char pad[4];
  union {
    char bytes[64];
    struct {
      unsigned x, y, z;
    } cluster;
  } value;
};

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

// Values of the driver's enumerations.
constexpr Result kSuccess = 0;
constexpr unsigned kStreamNonBlocking = 1;
constexpr int kLaunchAttributeCluster = 4;
constexpr int kFunctionMaxDynamicShared = 8;
constexpr int kFunctionNonPortableCluster = 13;
constexpr int kDeviceMultiprocessors = 16;
constexpr int kDeviceComputeMajor = 75;
constexpr int kDeviceComputeMinor = 76;
constexpr int kPoolReleaseThreshold = 4;
constexpr int kJitInfoLog = 3, kJitInfoLogBytes = 4;
constexpr int kJitErrorLog = 5, kJitErrorLogBytes = 6;
constexpr int kJitOptLevel = 7;
/// sizeof(CUtensorMap).
constexpr size_t kTensorMapBytes = 128;

// name of the pointer, exported symbol, parameters
#define REDFUSER_CUDA_FUNCTIONS(X)                                             \
  X(init, "cuInit", (unsigned flags))                                          \
  X(getErrorString, "cuGetErrorString", (Result, const char **))               \
  X(driverGetVersion, "cuDriverGetVersion", (int *))                           \
  X(deviceGetCount, "cuDeviceGetCount", (int *))                               \
  X(deviceGet, "cuDeviceGet", (Device *, int))                                 \
  X(deviceGetName, "cuDeviceGetName", (char *, int, Device))                   \
  X(deviceGetAttribute, "cuDeviceGetAttribute", (int *, int, Device))          \
  X(deviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, Device))                 \
  X(primaryCtxRetain, "cuDevicePrimaryCtxRetain", (Context *, Device))         \
  X(ctxSetCurrent, "cuCtxSetCurrent", (Context))                               \
  X(ctxSynchronize, "cuCtxSynchronize", ())                                    \
  X(moduleLoadDataEx, "cuModuleLoadDataEx",                                    \
    (Module *, const void *, unsigned, int *, void **))                        \
  X(moduleUnload, "cuModuleUnload", (Module))                                  \
  X(moduleGetFunction, "cuModuleGetFunction",                                  \
    (Function *, Module, const char *))                                        \
  X(funcSetAttribute, "cuFuncSetAttribute", (Function, int, int))              \
  X(launchKernel, "cuLaunchKernel",                                            \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **, void **))                                      \
  X(launchKernelEx, "cuLaunchKernelEx",                                        \
    (const LaunchConfig *, Function, void **, void **))                        \
  X(streamCreate, "cuStreamCreate", (Stream *, unsigned))                      \
  X(streamDestroy, "cuStreamDestroy_v2", (Stream))                             \
  X(streamSynchronize, "cuStreamSynchronize", (Stream))                        \
  X(streamWaitEvent, "cuStreamWaitEvent", (Stream, EventHandle, unsigned))     \
  X(eventCreate, "cuEventCreate", (EventHandle *, unsigned))                   \
  X(eventDestroy, "cuEventDestroy_v2", (EventHandle))                          \
  X(eventRecord, "cuEventRecord", (EventHandle, Stream))                       \
  X(eventSynchronize, "cuEventSynchronize", (EventHandle))                     \
  X(eventElapsedTime, "cuEventElapsedTime",                                    \
    (float *, EventHandle, EventHandle))                                       \
  X(deviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool",                      \
    (MemoryPool *, Device))                                                    \
  X(memPoolSetAttribute, "cuMemPoolSetAttribute", (MemoryPool, int, void *))   \
  X(memAllocAsync, "cuMemAllocAsync", (DevicePtr *, size_t, Stream))           \
  X(memFreeAsync, "cuMemFreeAsync", (DevicePtr, Stream))                       \
  X(memAllocManaged, "cuMemAllocManaged", (DevicePtr *, size_t, unsigned))     \
  X(memFree, "cuMemFree_v2", (DevicePtr))                                      \
  X(memcpyAsync, "cuMemcpyAsync", (DevicePtr, DevicePtr, size_t, Stream))      \
  X(memsetD32Async, "cuMemsetD32Async", (DevicePtr, unsigned, size_t, Stream)) \
  X(memsetD16Async, "cuMemsetD16Async",                                        \
    (DevicePtr, unsigned short, size_t, Stream))

// Those that older drivers do not have.
#define REDFUSER_CUDA_OPTIONAL_FUNCTIONS(X)                                    \
  X(tensorMapEncodeTiled, "cuTensorMapEncodeTiled",                            \
    (void *, int, unsigned, void *, const uint64_t *, const uint64_t *,        \
     const unsigned *, const unsigned *, int, int, int, int))

/// The loaded driver: one function pointer a name above.
struct Driver {
#define X(name, symbol, params) Result(*name) params = nullptr;
  REDFUSER_CUDA_FUNCTIONS(X)
  REDFUSER_CUDA_OPTIONAL_FUNCTIONS(X)
#undef X

  /// The driver of this process. Null, with the reason in `error`, if there is
  /// none.
  static const Driver *get(std::string &error);

  /// Text of a result code.
  std::string describe(Result result) const;
};

} // namespace cuda
} // namespace redfuser

#endif // REDFUSER_LIB_RUNTIME_CUDADRIVER_H
