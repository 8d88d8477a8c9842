//===- Compare.h - The numeric contract, checked ----------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_COMPARE_H
#define REDFUSER_RUNTIME_COMPARE_H

#include "RedFuser/Runtime/HostTensor.h"

namespace redfuser {

/// The classes of values that no tolerance bridges.
enum class Special { Finite, NaN, PosInf, NegInf };

/// The class of `value`, or of `value` rounded to `kind`.
Special classify(double value);
Special classifyAs(double value, ElementKind kind);

/// How far a result is from the float64 value of the source program.
struct ErrorFigures {
  /// max |result - exact| / RMS(exact), over elements where both are finite;
  /// infinite if that is undefined (an error against an all-zero result).
  double relative = 0;
  /// Elements whose special value (NaN, +inf, -inf or finite) is not that of
  /// the exact value rounded to the result's type.
  int64_t specialMismatches = 0;
  /// The first of these, or -1.
  int64_t firstMismatch = -1;
};

/// `result` and `exact` (f64, or the same integer type) have one shape.
ErrorFigures measureError(const HostTensor &result, const HostTensor &exact);

/// Verdict on one result under the contract:
///
///   max abs error / RMS <= max(2x the unfused program's own, floor),
///   floor = 2e-6 for f32, 1 ulp (2^-10, 2^-7) for f16 and bf16, and so for
///   floats of 8 bits (2^-3, 2^-2), 1e-13 for f64;
///
/// special values are those of the exact result or of the unfused program's
/// (which may overflow where float64 does not); integers equal the unfused
/// program's or the exact ones.
struct Comparison {
  ErrorFigures fused;
  ErrorFigures unfused;
  double tolerance = 0;
  /// Elements with a special value of neither, or a differing integer.
  int64_t mismatches = 0;
  int64_t firstMismatch = -1;
  /// What is there, and what was expected, at the first mismatch.
  double got = 0, expected = 0;

  bool passed() const { return mismatches == 0 && fused.relative <= tolerance; }
};

Comparison compareResults(const HostTensor &fused, const HostTensor &unfused,
                          const HostTensor &exact);

} // namespace redfuser

#endif // REDFUSER_RUNTIME_COMPARE_H
