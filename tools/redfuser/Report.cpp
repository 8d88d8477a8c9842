//===- Report.cpp - What commands print about results ---------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace redfuser;

void redfuser::printComparison(raw_ostream &os, size_t i,
                               const HostTensor &result,
                               const Comparison &comparison) {
  os << "result #" << i << " " << describe(result.getKind(), result.getShape())
     << ": ";
  if (isFloat(result.getKind()))
    os << format("error %.3g (unfused %.3g, tolerance %.3g), ",
                 comparison.fused.relative, comparison.unfused.relative,
                 comparison.tolerance);
  StringRef what =
      isFloat(result.getKind()) ? "special values" : "integer values";
  if (comparison.mismatches == 0) {
    os << what << " equal";
  } else {
    os << comparison.mismatches << " " << what << " differ, the first at [";
    // The position in every dimension.
    int64_t rest = comparison.firstMismatch;
    SmallVector<int64_t> position;
    for (int64_t size : reverse(result.getShape())) {
      position.push_back(rest % size);
      rest /= size;
    }
    interleaveComma(reverse(position), os);
    os << format("]: expected %g, got %g", comparison.expected, comparison.got);
  }
  os << (comparison.passed() ? ": ok\n" : ": FAILED\n");
}
