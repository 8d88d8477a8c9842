//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_OUTPUTFILE_H
#define REDFUSER_RUNTIME_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace redfuser {

/// Writes `contents` to a temporary file beside `path` and renames it, so that
/// a reader never sees half a file. "-" is standard output; what exists and is
/// no regular file (/dev/null, a pipe) is written directly.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::StringRef contents);

} // namespace redfuser

#endif // REDFUSER_RUNTIME_OUTPUTFILE_H
