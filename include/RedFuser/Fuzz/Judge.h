//===- Judge.h - Is a fused program right? ----------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares results of a case with its interpreted source. What may differ is
// decided element by element, from the data and the terms: a deviation that
// docs/Numerics.md allows at one element excuses nothing at others.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_FUZZ_JUDGE_H
#define REDFUSER_FUZZ_JUDGE_H

#include "RedFuser/Fuzz/Case.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <functional>
#include <optional>

namespace redfuser::fuzz {

class Deviations;

using Results = llvm::SmallVector<HostTensor>;

/// How results were computed.
struct Stage {
  /// In f64, without rounding.
  bool isReal = false;
  /// Some of it as a fold: a program without one has no reason to deviate.
  bool isFused = true;
  /// Tile by tile.
  bool isTiled = false;
};

struct Difference {
  /// Empty if there is none.
  std::string text;
  /// Of special values: "NaN for infinity"; empty for an error.
  std::string kind;
  /// Without a difference: elements deviate in a way that is known.
  bool hasDeviation = false;

  bool isNone() const { return text.empty(); }
};

class Judge {
public:
  /// `arguments` are those of the case's program; they and `spec` outlive this.
  Judge(mlir::MLIRContext &context, const Case &spec,
        llvm::ArrayRef<HostTensor> arguments);
  ~Judge();

  /// Interprets the source. Fails with an error where that fails.
  mlir::LogicalResult prepare();

  /// Judges the results that the case returns. `runAll` computes those of all
  /// reductions in the same way, as a program with `returnAll` gives them; it
  /// is called where something differs.
  Difference judge(const Results &returned, Stage stage,
                   llvm::function_ref<std::optional<Results>()> runAll);

  /// The value of every reduction, without rounding.
  const Results &getExact() const { return exact; }

private:
  /// Elements, of each reduction, that are not looked at.
  using Elements = std::vector<std::vector<bool>>;

  void addSamples(mlir::ModuleOp program, unsigned count, bool reorders);
  void addMoreSamples();
  Difference compare(unsigned reduction, const HostTensor &got, Stage stage,
                     llvm::ArrayRef<bool> ignored) const;
  bool hasKnownClass(unsigned reduction, int64_t element, double got,
                     Stage stage) const;
  bool isSampledNaN(unsigned reduction, int64_t element, Stage stage) const;
  Difference findDeviations(const Results &all, Stage stage,
                            Elements &deviates);
  bool onlyExcludes(unsigned reduction, unsigned position) const;
  bool isExcused(unsigned reduction, int64_t element, double got, Stage stage);

  mlir::MLIRContext &context;
  const Case &spec;
  llvm::ArrayRef<HostTensor> arguments;
  /// The program's meaning, its value, and how its value scatters when every
  /// operation rounds up or down at random. The scatter stands in for the
  /// conditioning: where it is wide, so are the tolerances.
  Results exact;
  llvm::SmallVector<Results, 0> samples;
  /// The error of each result in f64 where its reductions are taken in another
  /// order, once that was measured, and these results.
  llvm::SmallVector<double> scatterInDouble;
  llvm::SmallVector<Results, 0> inOtherOrders;
  std::unique_ptr<Deviations> deviations;
};

/// The case with every reduction returned.
Case returnAll(const Case &spec);

/// Computes constants of constants in the types of the program, as passes do:
/// that is part of what the program means.
void foldConstants(mlir::ModuleOp module);

} // namespace redfuser::fuzz

#endif // REDFUSER_FUZZ_JUDGE_H
