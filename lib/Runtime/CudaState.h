//===- CudaState.h - State of the CUDA runtime ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_RUNTIME_CUDASTATE_H
#define REDFUSER_LIB_RUNTIME_CUDASTATE_H

#include "CudaDriver.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace redfuser {
namespace cuda {

/// Everything the runtime knows; one a process.
class State {
public:
  static State &get();

  /// Makes `device` current on this thread if the runtime works; false and an
  /// error kept otherwise. The first call chooses the device.
  bool enter(int device = -1);

  /// Keeps the first failure. Returns whether `result` is success.
  bool check(Result result, const char *what);
  void fail(std::string message);
  std::string takeFailure();

  const Driver &driver() const { return *api; }
  Device device() const { return handle; }

  void *allocate(uint64_t bytes, Stream stream, bool shared);
  void release(void *pointer, Stream stream);
  Stream takeStream();
  void giveStream(Stream stream);

  // Memory in use.
  std::mutex mutex;
  std::map<void *, uint64_t> sizes;
  uint64_t allocated = 0, peak = 0;

  // Profile.
  struct Record {
    std::string kernel;
    EventHandle begin, end;
  };
  bool profiling = false;
  std::vector<Record> records;
  std::map<Function, std::string> names;

private:
  bool initialize(int device);

  const Driver *api = nullptr;
  bool ready = false;
  Device handle = 0;
  int index = -1;
  Context context = nullptr;
  std::string failure;
  std::vector<Stream> idleStreams;
};

} // namespace cuda
} // namespace redfuser

#endif // REDFUSER_LIB_RUNTIME_CUDASTATE_H
