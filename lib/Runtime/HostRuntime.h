//===- HostRuntime.h - What programs call on the host -----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_RUNTIME_HOSTRUNTIME_H
#define REDFUSER_LIB_RUNTIME_HOSTRUNTIME_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace redfuser::host {

/// A symbol that compiled programs may refer to.
struct Symbol {
  llvm::StringRef name;
  void *address;
};

/// Calls `handle` with each function that stands in for one of the C library
/// (malloc, free, abort, puts) or for a conversion that the C library may lack.
void forEachSymbol(llvm::function_ref<void(Symbol)> handle);

/// Runs `call` on this thread with failures of the program caught: the message
/// if it stopped (then everything it had allocated is freed), else nothing.
/// `call` must own nothing: its frames are left by longjmp.
std::optional<std::string> runGuarded(void (*call)(void **), void **arguments);

/// Frees a buffer that the program allocated; does nothing for any other
/// pointer (a constant, a buffer already freed).
void release(void *pointer);

/// Frees whatever the program still holds and returns how many bytes that was.
uint64_t releaseAll();

/// How many parallel regions the caller is in: a program that stops in one
/// cannot return, and ends the process with its message.
void setParallelLevel(int (*getLevel)());

/// Most bytes that the last `runGuarded` held at once.
uint64_t getPeakBytes();

} // namespace redfuser::host

#endif // REDFUSER_LIB_RUNTIME_HOSTRUNTIME_H
