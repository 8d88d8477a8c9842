//===- Suite.h - Many cases in one process ----------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_SUITE_H
#define REDFUSER_TOOLS_SUITE_H

#include "RunCase.h"

namespace redfuser {

/// Runs every case of `path` with --check and prints a Markdown table. Each
/// line is a JSON object from option names to values over `defaults`
/// ({"input-file": "a.mlir", "dims": "4x7", "seed": 3}); an array tries each of
/// its values, those of the last name (alphabetically) fastest. Empty lines and
/// lines that start with '#' are skipped. Relative input files are found from
/// the folder of `path`. Returns the exit code.
int runSuite(llvm::StringRef path, const RunOptions &defaults);

} // namespace redfuser

#endif // REDFUSER_TOOLS_SUITE_H
