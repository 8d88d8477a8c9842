//===- RowSchedule.h - Choosing how a row group is computed -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWSCHEDULE_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWSCHEDULE_H

#include "RowGroup.h"

namespace redfuser {

/// A schedule for `group`, from lengths, types and what is read twice; failure,
/// with a reason, if no schedule suits it. A block has `sharedBudget` bytes of
/// shared memory.
mlir::FailureOr<cascade::RowScheduleAttr>
chooseRowSchedule(const RowGroup &group, int64_t sharedBudget, bool clusters,
                  std::string &reason);

/// Success if `group` can be computed by `schedule`; a reason otherwise.
mlir::LogicalResult checkRowSchedule(const RowGroup &group,
                                     cascade::RowScheduleAttr schedule,
                                     int64_t sharedBudget, std::string &reason);

/// Bytes of shared memory through which the threads of a block exchange their
/// states.
int64_t getScratchBytes(const RowGroup &group,
                        cascade::RowScheduleAttr schedule);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWSCHEDULE_H
