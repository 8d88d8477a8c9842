//===- Schedules.cpp - Attributes that say how to lower -------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace redfuser::cascade;

LogicalResult
RowScheduleAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                        int64_t threads, int64_t rows, int64_t vector,
                        int64_t unroll, RowKeep keep, int64_t segments) {
  auto isPowerOf2 = [](int64_t value, int64_t max) {
    return value > 0 && value <= max && llvm::isPowerOf2_64(value);
  };
  if (!isPowerOf2(threads, 1024))
    return emitError() << "expected 'threads' to be a power of two up to 1024, "
                          "got "
                       << threads;
  if (rows < 1 || threads * rows > 1024 || (threads * rows) % 32 != 0)
    return emitError() << "expected 'threads' * 'rows' to be a multiple of 32 "
                          "up to 1024, got "
                       << threads << " * " << rows;
  if (!isPowerOf2(vector, 16))
    return emitError()
           << "expected 'vector' to be a power of two up to 16, got " << vector;
  if (unroll < 1 || unroll > 32)
    return emitError() << "expected 'unroll' to be from 1 to 32, got "
                       << unroll;
  if (segments < 1 || segments > 1024)
    return emitError() << "expected 'segments' to be from 1 to 1024, got "
                       << segments;
  if (segments > 1 && (rows > 1 || keep != RowKeep::Nothing))
    return emitError() << "expected segments of one row in a block that keeps "
                          "nothing, as blocks of another kernel read them out";
  return success();
}
