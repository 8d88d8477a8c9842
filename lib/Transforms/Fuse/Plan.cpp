//===- Plan.cpp - Derive the fused form of a chain ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Transforms/Fuse.h"

using namespace mlir;

namespace redfuser {

class FusionPlanImpl {};

void FusionPlan::print(llvm::raw_ostream &os) const {}

FailureOr<FusionPlan> planFusion(cascade::ChainOp chain,
                                 const NumericOptions &options,
                                 Reason &reason) {
  reason = {"not derived yet", chain.getLoc(), 0};
  return failure();
}

} // namespace redfuser
