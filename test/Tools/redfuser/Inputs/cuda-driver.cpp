// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA driver without a device: memory is the host's, kernels do nothing. For
// tests of host code on machines without a GPU.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

static std::set<void *> allocated;

static int allocate(void **pointer, size_t bytes) {
  *pointer = std::calloc(bytes, 1);
  allocated.insert(*pointer);
  return 0;
}

static int release(void *pointer) {
  if (!allocated.erase(pointer)) {
    std::fprintf(stderr, "freed what is not allocated\n");
    std::abort();
  }
  std::free(pointer);
  return 0;
}

static int set(void *target, long value, size_t bytes = sizeof(void *)) {
  std::memcpy(target, &value, bytes);
  return 0;
}

// What only succeeds takes any arguments.
#define NOTHING(name)                                                          \
  int name() { return 0; }
#define HANDLE(name)                                                           \
  int name(void *handle) { return set(handle, 1); }

extern "C" {
NOTHING(cuInit)
NOTHING(cuDevicePrimaryCtxRetain)
NOTHING(cuCtxSetCurrent)
NOTHING(cuCtxSynchronize)
NOTHING(cuModuleUnload)
NOTHING(cuFuncSetAttribute)
NOTHING(cuLaunchKernel)
NOTHING(cuLaunchKernelEx)
NOTHING(cuStreamDestroy_v2)
NOTHING(cuStreamSynchronize)
NOTHING(cuStreamWaitEvent)
NOTHING(cuEventDestroy_v2)
NOTHING(cuEventRecord)
NOTHING(cuEventSynchronize)
NOTHING(cuEventElapsedTime)
NOTHING(cuMemPoolSetAttribute)
NOTHING(cuMemsetD32Async)
NOTHING(cuMemsetD16Async)
NOTHING(cuTensorMapEncodeTiled)
HANDLE(cuStreamCreate)
HANDLE(cuEventCreate)
HANDLE(cuDeviceGetDefaultMemPool)
HANDLE(cuModuleLoadDataEx)
HANDLE(cuModuleGetFunction)

int cuGetErrorString(int, const char **text) {
  *text = "error";
  return 0;
}
int cuDriverGetVersion(int *version) { return set(version, 13000, 4); }
int cuDeviceGetCount(int *count) { return set(count, 1, 4); }
int cuDeviceGet(int *device, int) { return set(device, 0, 4); }
int cuDeviceGetName(char *name, int, int) {
  std::strcpy(name, "none");
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  // Compute capability 8.0.
  return set(value, attribute == 75 ? 8 : attribute == 76 ? 0 : 100, 4);
}
int cuDeviceTotalMem_v2(size_t *bytes, int) { return set(bytes, 1L << 36); }
int cuMemAllocAsync(void **pointer, size_t bytes, void *) {
  return allocate(pointer, bytes);
}
int cuMemAllocManaged(void **pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes);
}
int cuMemFreeAsync(void *pointer, void *) { return release(pointer); }
int cuMemFree_v2(void *pointer) { return release(pointer); }
int cuMemcpyAsync(void *target, void *source, size_t bytes, void *) {
  std::memcpy(target, source, bytes);
  return 0;
}
}
