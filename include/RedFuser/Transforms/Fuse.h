//===- Fuse.h - Plan and build the fused form of a chain --------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TRANSFORMS_FUSE_H
#define REDFUSER_TRANSFORMS_FUSE_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"
#include "RedFuser/Transforms/NumericOptions.h"

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

#include <memory>
#include <optional>
#include <string>

namespace redfuser {

/// Why a chain does not fuse: the condition that failed, and the value that
/// causes it.
struct Reason {
  /// Lower case, no trailing period: "the value of 'math.absf' mixes ...".
  std::string message;
  /// Where the cause is in the user's program.
  std::optional<mlir::Location> loc;
  /// The reduction whose term fails.
  unsigned reduction = 0;
};

class FusionPlanImpl;

/// How a chain becomes a fold and finalizers: for each reduction its term F,
/// the split F = G (x) H, which references are kept in the state and which are
/// deferred to the finalizer, and the correction. Valid while the chain is
/// unchanged.
class FusionPlan {
public:
  explicit FusionPlan(std::shared_ptr<const FusionPlanImpl> impl)
      : impl(std::move(impl)) {}

  /// A readable account, one paragraph per reduction.
  void print(llvm::raw_ostream &os) const;

  const FusionPlanImpl &get() const { return *impl; }

private:
  std::shared_ptr<const FusionPlanImpl> impl;
};

/// Derives the fused form of `chain`, or says in `reason` which condition
/// fails. Changes nothing in the IR.
mlir::FailureOr<FusionPlan> planFusion(cascade::ChainOp chain,
                                       const NumericOptions &options,
                                       Reason &reason);

} // namespace redfuser

#endif // REDFUSER_TRANSFORMS_FUSE_H
