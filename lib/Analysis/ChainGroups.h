//===- ChainGroups.h - Chains in the making ---------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_ANALYSIS_CHAINGROUPS_H
#define REDFUSER_LIB_ANALYSIS_CHAINGROUPS_H

#include "RedFuser/Analysis/IterationSpace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace redfuser {

struct Reduction;

/// Chains are built anew for each member that is tried; this keeps that linear.
inline constexpr unsigned kMaxMembers = 32;

/// The loops of `reduction` along the axis, as they are now.
llvm::SmallSetVector<unsigned, 4> getAxis(IterationSpace &space,
                                          const Reduction &reduction);

/// Reductions, by number, with the group that each is in.
struct ChainGroups {
  llvm::SmallVector<llvm::SmallVector<unsigned>> members;
  llvm::SmallVector<unsigned> groupOf;

  void addAlone(unsigned reduction) {
    groupOf.push_back(members.size());
    members.push_back({reduction});
  }
  void move(llvm::ArrayRef<unsigned> reductions) {
    for (unsigned reduction : reductions) {
      llvm::erase(members[groupOf[reduction]], reduction);
      groupOf[reduction] = members.size();
    }
    members.push_back(llvm::SmallVector<unsigned>(reductions));
  }
};

} // namespace redfuser

#endif // REDFUSER_LIB_ANALYSIS_CHAINGROUPS_H
