//===- Interpreter.h - Evaluates programs as they read ----------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of the tests: an interpreter of cascade.chain and cascade.fold and
// of the upstream ops around them. It is written from the descriptions of the
// ops and shares no code with the lowering. It is slow on purpose: one element
// and one op at a time.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_REFERENCE_INTERPRETER_H
#define REDFUSER_REFERENCE_INTERPRETER_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Reference/Bracketing.h"
#include "RedFuser/Reference/Value.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <functional>

namespace redfuser::reference {

/// What happens to the result of a float operation.
enum class Rounding {
  /// Nothing: every float is an f64, float-to-float casts change nothing. What
  /// the program means.
  None,
  /// It is rounded to the nearest value of its type. What the program does.
  Nearest,
  /// It is rounded up or down at random. How far results scatter over several
  /// seeds shows how well-conditioned the program is.
  Random
};

struct InterpreterOptions {
  Rounding rounding = Rounding::Nearest;
  /// For Rounding::Random and `reorders`.
  uint64_t seed = 0;
  /// At random, but a value that is computed again is rounded as before: what
  /// programs compare is computed twice.
  bool repeats = false;
  /// Each reduction of a chain takes the positions of the axis in a random
  /// order, and the init last.
  bool reorders = false;
  /// How a fold over so many positions of its axis is computed; one step where
  /// it is empty.
  std::function<Bracketing(cascade::FoldOp, int64_t)> bracketing;
  /// Told of each fold, with the number of elements of its largest component.
  std::function<void(cascade::FoldOp, int64_t)> onFold;
};

/// Calls `func` with `arguments`, which fit its type. Fails with an error at
/// the op that has no meaning here, or whose operands do not fit each other.
mlir::FailureOr<llvm::SmallVector<HostTensor>>
interpret(mlir::func::FuncOp func, llvm::ArrayRef<HostTensor> arguments,
          const InterpreterOptions &options = {});

} // namespace redfuser::reference

#endif // REDFUSER_REFERENCE_INTERPRETER_H
