//===- Commands.h - The subcommands of redfuser -----------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_COMMANDS_H
#define REDFUSER_TOOLS_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace redfuser {

/// Each takes what follows its name and returns the exit code.
int runMain(llvm::ArrayRef<llvm::StringRef> arguments);
int compileMain(llvm::ArrayRef<llvm::StringRef> arguments);
int explainMain(llvm::ArrayRef<llvm::StringRef> arguments);
int interpretMain(llvm::ArrayRef<llvm::StringRef> arguments);
int fuzzMain(llvm::ArrayRef<llvm::StringRef> arguments);
int benchMain(llvm::ArrayRef<llvm::StringRef> arguments);

} // namespace redfuser

#endif // REDFUSER_TOOLS_COMMANDS_H
