//===- TestData.h - Seeded inputs for programs ------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_TESTDATA_H
#define REDFUSER_RUNTIME_TESTDATA_H

#include "RedFuser/Runtime/HostTensor.h"

namespace redfuser {

/// Adversarial changes to random data, along one dimension ("the axis") of one
/// tensor. "Every other row" means the rows (positions in all other dimensions)
/// of even number in C order, so that ordinary rows stand beside them.
enum class DataMode {
  /// Standard normal values.
  Normal,
  /// The first quarter of the axis, and at least one element, is -inf.
  NegInfFront,
  /// The last quarter likewise.
  NegInfBack,
  /// Every other row is -inf throughout.
  NegInfAll,
  /// One element of every other row is +inf.
  PosInf,
  /// One element of every other row is NaN.
  NaN,
  /// Magnitudes from 1e-3 to 1e3, both signs.
  Wide,
  /// Zero throughout, and every third element -0.
  Zeros,
  /// Every row has one value.
  Constant,
  /// Values with few different magnitudes, so that there are ties.
  Ties,
  /// A mean of 1024 and a spread of 1/16.
  Offset,
  /// Normal values times 2^40 (2^12 for f16 and f8E5M2, 2^6 for f8E4M3FN).
  Huge,
  /// Normal values times 2^-60 (2^-14 for f16 and f8E5M2, 2^-7 for f8E4M3FN:
  /// subnormal).
  Tiny
};

/// The names for the command line ("neginf-front"), in declaration order.
llvm::ArrayRef<llvm::StringLiteral> getDataModeNames();
std::optional<DataMode> parseDataMode(llvm::StringRef name);
/// True for the modes that put infinities somewhere.
bool hasInfinities(DataMode mode);

/// Fills `tensor` from `seed`: the same on every machine. Floats follow the
/// standard normal distribution, i1 is 0 or 1, other integers lie in [0, 8).
void fillRandom(HostTensor &tensor, uint64_t seed);

/// Applies `mode` to `tensor` along `axis` (nothing for integers, rank 0 or
/// Normal). Numbers that f8E4M3FN does not reach are its largest one,
/// infinities NaN.
void applyDataMode(HostTensor &tensor, DataMode mode, unsigned axis);

} // namespace redfuser

#endif // REDFUSER_RUNTIME_TESTDATA_H
