//===- MergeCheck.h - The laws of a merge, on random states -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_MERGECHECK_H
#define REDFUSER_TOOLS_MERGECHECK_H

#include "Arguments.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace redfuser {

/// Fuses `func` and checks that the merges of its folds are associative and
/// commutative and have the identity, for at least `numTriples` triples of
/// partial states. Each round takes new data and parts; what the laws' sides
/// finalise to must be the value of the unfused program: in f64 without
/// rounding, and in some rounds within the contract's tolerance in the types of
/// the program. With `allow-requantize` the sides are compared with each other,
/// without rounding. Prints the verdict and returns an exit code.
int checkMerge(mlir::func::FuncOp func, const Signature &signature,
               const ArgumentOptions &arguments,
               llvm::StringRef pipelineOptions, uint64_t numTriples);

} // namespace redfuser

#endif // REDFUSER_TOOLS_MERGECHECK_H
