//===- CudaDriver.cpp - The CUDA driver API, loaded at run time -----------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <dlfcn.h>

using namespace redfuser::cuda;

static constexpr const char *kLibrary = "libcuda.so.1";

/// Fills `driver`; returns what is wrong, or nothing.
static std::string load(Driver &driver) {
  void *library = dlopen(kLibrary, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return std::string("the CUDA driver (") + kLibrary +
           ") was not found; install the NVIDIA driver, or run on the CPU";
#define X(name, symbol, params)                                                \
  driver.name =                                                                \
      reinterpret_cast<decltype(driver.name)>(dlsym(library, symbol));         \
  if (!driver.name)                                                            \
    return "the CUDA driver has no " symbol "; it is older than CUDA 11.8";
  REDFUSER_CUDA_FUNCTIONS(X)
#undef X
#define X(name, symbol, params)                                                \
  driver.name = reinterpret_cast<decltype(driver.name)>(dlsym(library, symbol));
  REDFUSER_CUDA_OPTIONAL_FUNCTIONS(X)
#undef X
  return "";
}

const Driver *Driver::get(std::string &error) {
  static Driver driver;
  static const std::string failure = load(driver);
  error = failure;
  return failure.empty() ? &driver : nullptr;
}

std::string Driver::describe(Result result) const {
  const char *text = nullptr;
  if (getErrorString(result, &text) != kSuccess || !text)
    return "error " + std::to_string(result);
  return text;
}
