//===- Report.h - What commands print about results -------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_REPORT_H
#define REDFUSER_TOOLS_REPORT_H

#include "RedFuser/Runtime/Compare.h"

#include "llvm/Support/raw_ostream.h"

namespace redfuser {

/// One line: errors, tolerance, special values, verdict.
void printComparison(llvm::raw_ostream &os, size_t i, const HostTensor &result,
                     const Comparison &comparison);

} // namespace redfuser

#endif // REDFUSER_TOOLS_REPORT_H
