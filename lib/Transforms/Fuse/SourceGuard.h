//===- SourceGuard.h - Guards that the source wrote itself ------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Programs guard a maximum themselves: exp(x - (abs(m) == inf ? 0 : m)). Such a
// value g(m) is the reference wherever that is finite, which is all the algebra
// needs; what it is elsewhere decides how terms and corrections read it.
//
// Whether a value is a guard is found by evaluating its code on each class of
// floats (finite, -inf, +inf, NaN), so its spelling does not matter.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_TRANSFORMS_FUSE_SOURCEGUARD_H
#define REDFUSER_LIB_TRANSFORMS_FUSE_SOURCEGUARD_H

#include "TermAnalysis.h"

#include "llvm/ADT/APFloat.h"

#include <optional>

namespace redfuser {

/// How one term reads a reference through a guard.
struct SourceGuard {
  unsigned reference;
  /// The values of the term that are the guarded reference, all alike.
  llvm::SmallVector<mlir::Value> values;
  /// What they are at references that are not finite.
  llvm::APFloat atNegInf, atPosInf, atNaN;

  /// The value at the infinity from which a maximum (`increasing`) or a minimum
  /// starts, and at the other one.
  const llvm::APFloat &atExtreme(bool increasing) const {
    return increasing ? atNegInf : atPosInf;
  }
  const llvm::APFloat &atOther(bool increasing) const {
    return increasing ? atPosInf : atNegInf;
  }
  /// The source's own value where nothing but the extreme was seen is defined.
  bool definesExtreme(bool increasing) const {
    return atExtreme(increasing).isFinite();
  }
  /// The guard changes more than the extreme.
  bool definesMore(bool increasing) const {
    return !atNaN.isNaN() || atOther(increasing).isFinite();
  }
};

/// The guard through which the term of `analysis` reads `reference`; none if it
/// reads the reference as it is, or in several ways.
std::optional<SourceGuard> findSourceGuard(TermAnalysis &analysis,
                                           mlir::BlockArgument argument,
                                           unsigned reference);

} // namespace redfuser

#endif // REDFUSER_LIB_TRANSFORMS_FUSE_SOURCEGUARD_H
