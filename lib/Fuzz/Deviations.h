//===- Deviations.h - Where special values may differ -----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_FUZZ_DEVIATIONS_H
#define REDFUSER_LIB_FUZZ_DEVIATIONS_H

#include "RedFuser/Fuzz/Judge.h"

#include <map>

namespace redfuser::fuzz {

/// What, in the data of a case, lets special values of the fused program differ
/// from the source's: see "Known deviations" of docs/Fuzzing.md. Everything is
/// found by interpreting the source with more reductions or with terms that are
/// changed; the fused program is not asked.
class Deviations {
public:
  Deviations(mlir::MLIRContext &context, const Case &spec,
             llvm::ArrayRef<HostTensor> arguments);

  /// An element or a reference that the term reads, or what it computes from
  /// these alone, is NaN: that no form of the term changes.
  bool hasNaN(unsigned reduction, int64_t element);

  /// A value that the term of a sum computes from references alone is zero or
  /// infinite at this element (or, where the program rounds, near either end of
  /// the range): a deferred factor may be infinite.
  bool hasSingularFactor(unsigned reduction, int64_t element, bool isReal);

  /// The term of a sum adds a reference to something, and a value that it
  /// computes from inputs alone or from references alone is infinite (or, where
  /// the program rounds, near the end of the range) or NaN, or is a divisor (a
  /// factor) that is zero: what is added may be infinite with both signs, in
  /// parts that are carried apart or in the source.
  bool hasInfiniteParts(unsigned reduction, int64_t element, bool isReal);

  /// The term reads references, and is not finite at any position.
  bool isInfiniteThroughout(unsigned reduction, int64_t element);

  /// The term mentions references that are zero, not finite or have an
  /// exponential that may be so, in a way that lets them cancel; and with
  /// numbers near by in their place, the source's value is like `got`.
  bool cancels(unsigned reduction, int64_t element, double got);

  /// The term reads a sum of terms with references that is zero because numbers
  /// cancel in it, or what such a sum makes zero: in another form it is a small
  /// number.
  bool readsCancelledSum(unsigned reduction, int64_t element);

  /// Powers of a reference that the term mentions may vanish, in f64, where it
  /// does not.
  bool vanishes(unsigned reduction, int64_t element);

  /// The source's value with zero in place of the inputs that a mask of
  /// positions hides is like `got`.
  bool isHidden(unsigned reduction, int64_t element, double got);

  /// Reduction `reduction` is the position of an extremum, and at this element
  /// of `all`, which are the results of a fused program, it may be another than
  /// the source's: of the source's scores, without the positions that this very
  /// program excludes, it has the best; or the best is NaN, which has no
  /// position in the source's loop, and it is where the loop starts.
  bool isEqualChoice(unsigned reduction, int64_t element, const Results &all,
                     bool isReal);

  /// The source's value is like `got`.
  bool isAsExact(unsigned reduction, int64_t element, double got) {
    probe();
    return isAlike(probed.front(), reduction, element, got);
  }

  /// The element of reduction `from` that `element` of `reduction` reads.
  int64_t project(unsigned reduction, int64_t element, unsigned from) const;

private:
  bool isCancelledSum(unsigned reduction, int64_t element);
  Results interpret(const Case &chain, bool isReal, uint64_t seed);
  void probe();
  const Results &getScores(unsigned reduction, const Case::Choice &choice,
                           bool isReal);
  int64_t getExcluded(unsigned position, int64_t element,
                      const Results &all) const;
  bool isAlike(const Results &other, unsigned reduction, int64_t element,
               double got) const;

  mlir::MLIRContext &context;
  Case chain;
  llvm::ArrayRef<HostTensor> arguments;

  /// What is probed of a reduction: indices of results of the probing program.
  struct Probes {
    /// Values of references alone; the largest size, along the axis, of values
    /// of inputs alone and of reciprocals of divisors, and of those values that
    /// are no part of others.
    llvm::SmallVector<unsigned> factors, elements, wholes;
    /// The smallest size of the term, and the sum of its sizes.
    std::optional<unsigned> smallest, magnitude;
  };
  std::vector<Probes> probes;
  /// Without rounding, then in the types of the program.
  llvm::SmallVector<Results, 0> probed;
  /// The source with other references, and with hidden inputs replaced.
  llvm::SmallVector<Results, 0> regular;
  std::optional<Results> unhidden;
  /// The scores of choices, as numbered there, with and without rounding.
  std::map<std::pair<unsigned, bool>, Results> scores;
  /// How the case is written.
  Form form;
};

} // namespace redfuser::fuzz

#endif // REDFUSER_LIB_FUZZ_DEVIATIONS_H
