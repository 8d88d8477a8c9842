//===- NumericOptions.h - What may change a value ---------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TRANSFORMS_NUMERICOPTIONS_H
#define REDFUSER_TRANSFORMS_NUMERICOPTIONS_H

namespace redfuser {

/// How far fusion may change the rounding of the source program.
enum class Numerics {
  /// Types stay, and no narrowing conversion of the source is moved across a
  /// factor; a chain that would need it is refused.
  Strict,
  /// A conversion to f16 or bf16 may move across a factor, and sums of f16 and
  /// bf16 are carried in f32.
  Contract,
};

struct NumericOptions {
  Numerics numerics = Numerics::Contract;
  /// Round to int8 and fp8 under the maximum found so far.
  bool allowRequantize = false;
  /// Take the position of the largest of rounded scores from these, as the
  /// source does, and not from what they are rounded from.
  bool exactPositions = false;
};

} // namespace redfuser

#endif // REDFUSER_TRANSFORMS_NUMERICOPTIONS_H
