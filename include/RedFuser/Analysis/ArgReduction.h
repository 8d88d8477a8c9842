//===- ArgReduction.h - Reductions to a value and its position --*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_ARGREDUCTION_H
#define REDFUSER_ANALYSIS_ARGREDUCTION_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace redfuser {

/// A structured op with two results that finds the extremum of `score` and the
/// `payload` (a position, as a rule) of a score that attains it:
///
///   value = value_0 (+) (+) over the loops of score
///   index = the payload where the score attains the value
///
/// Such an op is two reductions, the second of which reads the first's result.
struct ArgReduction {
  mlir::linalg::LinalgOp op;
  /// Numbers of the results.
  unsigned value = 0, index = 1;
  mlir::Value score, payload;
  /// maximumf, maxnumf, maxsi ...: how scores combine.
  cascade::MonoidAttrInterface extremum;

  /// Which payload is the result where several scores attain the extremum. The
  /// first and the last are the smallest and the largest: the payload ascends
  /// in the order of the loops.
  enum class Tie { First, Last, Smaller, Larger };
  Tie tie = Tie::First;
  /// minsi, maxsi, minui or maxui: how the payloads that attain it combine.
  cascade::MonoidAttrInterface choice;

  /// What happens to the payload once a score is NaN.
  enum class NaN {
    /// NaN are passed over.
    Ignored,
    /// NaN attain the extremum NaN, as any number does itself.
    Attains,
    /// The value becomes NaN and the payload stays as it is: the result depends
    /// on the order of the loop, and the initial payload is one possible
    /// result.
    Stays
  };
  NaN nan = NaN::Ignored;
};

/// Reads `op`, for which isReduction holds, as such a reduction; otherwise says
/// why not. The body is judged by what it computes on all order relations of
/// its arguments, not by how it is written.
mlir::FailureOr<ArgReduction> matchArgReduction(mlir::linalg::LinalgOp op,
                                                std::string &reason);

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_ARGREDUCTION_H
