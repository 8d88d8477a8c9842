//===- Cuda.h - Running compiled programs on a CUDA device ------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA runtime of compiled programs: one device, chosen once, through the
// driver API that is loaded at run time (no CUDA toolkit is needed to build or
// to run, only the NVIDIA driver). Errors of the calls that compiled code makes
// are kept until takeError(): the first one counts, later calls do nothing.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_CUDA_H
#define REDFUSER_RUNTIME_CUDA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace mlir {
class ExecutionEngine;
class ModuleOp;
} // namespace mlir

namespace redfuser {
namespace cuda {

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

struct DeviceInfo {
  std::string name;
  /// What to compile for: sm_80, sm_90a, ...
  std::string chip;
  int driverVersion = 0; ///< 1000 * major + 10 * minor
  int multiprocessors = 0;
  uint64_t totalBytes = 0;
};

/// Loads the driver and makes `device` current; the first call decides. Fails
/// with what to install if there is no driver or no such device.
llvm::Error initialize(int device = 0);

/// The current device; initializes device 0 if none is.
llvm::Expected<DeviceInfo> getDeviceInfo();

/// The first error of any call since the last takeError(), if any.
llvm::Error takeError();

/// Waits for everything on the device.
llvm::Error synchronize();

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Device memory, freed with the object.
class Buffer {
public:
  Buffer() = default;
  Buffer(Buffer &&other) noexcept : pointer(other.pointer), size(other.size) {
    other.pointer = nullptr;
    other.size = 0;
  }
  Buffer &operator=(Buffer &&other) noexcept {
    std::swap(pointer, other.pointer);
    std::swap(size, other.size);
    return *this;
  }
  Buffer(const Buffer &) = delete;
  ~Buffer();

  static llvm::Expected<Buffer> allocate(uint64_t bytes);
  /// Takes over memory that compiled code allocated.
  static Buffer adopt(void *pointer, uint64_t bytes);

  llvm::Error copyFromHost(llvm::ArrayRef<char> data);
  llvm::Error copyToHost(llvm::MutableArrayRef<char> data) const;

  void *data() const { return pointer; }
  uint64_t bytes() const { return size; }

private:
  void *pointer = nullptr;
  uint64_t size = 0;
};

/// Copies device memory that is somebody else's, and waits.
llvm::Error copyToHost(const void *source, llvm::MutableArrayRef<char> data);

/// Bytes that programs and Buffers hold now, and the most they held since the
/// last resetPeakBytes().
uint64_t getAllocatedBytes();
uint64_t getPeakBytes();
void resetPeakBytes();

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

struct KernelTime {
  std::string kernel;
  double milliseconds;
};

/// Fills a buffer larger than the L2 cache of any device, and waits: what is
/// timed next finds nothing of its own there.
llvm::Error overwriteCache();

/// Records an event before and after each kernel from now on (or no longer).
void setProfiling(bool on);
/// Waits, and returns the times since the last call, in launch order.
std::vector<KernelTime> takeKernelTimes();

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// A memref over device memory, as compiled functions take and return it. The
/// strides of a returned one are as the function gives them.
struct DeviceMemRef {
  void *allocated = nullptr;
  void *aligned = nullptr;
  int64_t offset = 0;
  llvm::SmallVector<int64_t, 4> sizes, strides;

  /// Row-major over `buffer`.
  static DeviceMemRef contiguous(const Buffer &buffer,
                                 llvm::ArrayRef<int64_t> sizes);
};

/// What a compiled function takes: a memref, or the address, on the host, of a
/// scalar.
using Argument = std::variant<DeviceMemRef, const void *>;

/// The calls that compiled host code makes, for an engine that another owns.
void registerSymbols(mlir::ExecutionEngine &engine);

/// A compiled module, its kernels loaded on the current device.
class Program {
public:
  ~Program();

  /// `module` is what buildGpuBackendPipeline left. Loads the kernels.
  static llvm::Expected<std::unique_ptr<Program>> load(mlir::ModuleOp module);

  /// Calls function `name`, whose results are memrefs of these ranks. Their
  /// memory is the caller's (Buffer::adopt) unless it is an argument's; several
  /// may have the same. Returns when the device has finished.
  llvm::Expected<std::vector<DeviceMemRef>>
  run(llvm::StringRef name, llvm::ArrayRef<Argument> arguments,
      llvm::ArrayRef<int64_t> resultRanks);

private:
  explicit Program(std::unique_ptr<mlir::ExecutionEngine> engine);
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

} // namespace cuda
} // namespace redfuser

#endif // REDFUSER_RUNTIME_CUDA_H
