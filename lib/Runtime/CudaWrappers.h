//===- CudaWrappers.h - The calls that compiled host code makes -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that upstream's gpu-to-llvm and the translation of gpu.binary
// and gpu.launch_func call. One list, so that an engine can be told of all.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_RUNTIME_CUDAWRAPPERS_H
#define REDFUSER_LIB_RUNTIME_CUDAWRAPPERS_H

#include <cstddef>
#include <cstdint>

#define REDFUSER_CUDA_WRAPPERS(X)                                              \
  X(void *, mgpuModuleLoad, (void *data, size_t bytes))                        \
  X(void *, mgpuModuleLoadJIT, (void *data, int optLevel))                     \
  X(void, mgpuModuleUnload, (void *module))                                    \
  X(void *, mgpuModuleGetFunction, (void *module, const char *name))           \
  X(void, mgpuLaunchKernel,                                                    \
    (void *function, intptr_t gridX, intptr_t gridY, intptr_t gridZ,           \
     intptr_t blockX, intptr_t blockY, intptr_t blockZ, int32_t sharedBytes,   \
     void *stream, void **params, void **extra, size_t paramsCount))           \
  X(void, mgpuLaunchClusterKernel,                                             \
    (void *function, intptr_t clusterX, intptr_t clusterY, intptr_t clusterZ,  \
     intptr_t gridX, intptr_t gridY, intptr_t gridZ, intptr_t blockX,          \
     intptr_t blockY, intptr_t blockZ, int32_t sharedBytes, void *stream,      \
     void **params, void **extra, size_t paramsCount))                         \
  X(void *, mgpuStreamCreate, ())                                              \
  X(void, mgpuStreamDestroy, (void *stream))                                   \
  X(void, mgpuStreamSynchronize, (void *stream))                               \
  X(void, mgpuStreamWaitEvent, (void *stream, void *event))                    \
  X(void *, mgpuEventCreate, ())                                               \
  X(void, mgpuEventDestroy, (void *event))                                     \
  X(void, mgpuEventSynchronize, (void *event))                                 \
  X(void, mgpuEventRecord, (void *event, void *stream))                        \
  X(void *, mgpuMemAlloc, (uint64_t bytes, void *stream, bool shared))         \
  X(void, mgpuMemFree, (void *pointer, void *stream))                          \
  X(void, mgpuMemcpy,                                                          \
    (void *target, void *source, size_t bytes, void *stream))                  \
  X(void, mgpuMemset32,                                                        \
    (void *target, unsigned value, size_t count, void *stream))                \
  X(void, mgpuMemset16,                                                        \
    (void *target, unsigned short value, size_t count, void *stream))          \
  X(void, mgpuTensorMapEncodeTiled,                                            \
    (void *map, int32_t dataType, uint32_t rank, void *address,                \
     const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,      \
     const uint32_t *elementStrides, int32_t interleave, int32_t swizzle,      \
     int32_t l2Promotion, int32_t outOfBounds))                                \
  X(void, mgpuSetDefaultDevice, (int32_t device))

extern "C" {
#define X(type, name, params)                                                  \
  __attribute__((visibility("default"))) type name params;
REDFUSER_CUDA_WRAPPERS(X)
#undef X
}

#endif // REDFUSER_LIB_RUNTIME_CUDAWRAPPERS_H
