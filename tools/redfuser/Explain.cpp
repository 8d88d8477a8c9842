//===- Explain.cpp - redfuser explain -------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "Program.h"

int redfuser::explainMain(llvm::ArrayRef<llvm::StringRef> arguments) {
  reportError("explain waits for the merge");
  return kFailure;
}
