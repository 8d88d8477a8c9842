//===- Schedules.h - The schedule that a fold is computed by ----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_SCHEDULES_H
#define REDFUSER_LIB_CONVERSION_UTILS_SCHEDULES_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/AsmParser/AsmParser.h"

namespace redfuser {

/// Of a fold: how its kernel computes it.
inline constexpr llvm::StringLiteral kScheduleAttrName = "redfuser.schedule";

/// Reads the parameters of a schedule from a pass option; null if it is empty.
template <typename ScheduleAttr>
mlir::FailureOr<ScheduleAttr> parseSchedule(mlir::Operation *op,
                                            llvm::StringRef parameters) {
  if (parameters.empty())
    return ScheduleAttr();
  std::string name = ("#cascade." + ScheduleAttr::getMnemonic()).str();
  auto schedule = mlir::dyn_cast_or_null<ScheduleAttr>(mlir::parseAttribute(
      name + "<" + parameters.str() + ">", op->getContext()));
  if (!schedule)
    return mlir::emitError(op->getLoc())
           << "expected 'schedule' to be the parameters of " << name
           << ", got '" << parameters << "'";
  return schedule;
}

/// The fold's own schedule, which must fit; or `option` where it fits; or, with
/// in `refused` why it does not, what `choose` finds. Null, with a reason, if
/// there is none.
template <typename ScheduleAttr>
mlir::FailureOr<ScheduleAttr> selectSchedule(
    cascade::FoldOp fold, ScheduleAttr option, std::string &reason,
    std::string &refused,
    llvm::function_ref<mlir::LogicalResult(ScheduleAttr, std::string &)> check,
    llvm::function_ref<mlir::FailureOr<ScheduleAttr>(std::string &)> choose) {
  auto own = fold->template getAttrOfType<ScheduleAttr>(kScheduleAttrName);
  if (own) {
    if (mlir::failed(check(own, reason)))
      return fold.emitOpError("does not fit ") << own << ": " << reason;
    return own;
  }
  if (option && mlir::succeeded(check(option, refused)))
    return option;
  mlir::FailureOr<ScheduleAttr> choice = choose(reason);
  return mlir::succeeded(choice) ? *choice : ScheduleAttr();
}

/// For a remark at a fold that gets the chooser's schedule and not the
/// option's.
template <typename ScheduleAttr>
std::string describeRefusal(ScheduleAttr option, ScheduleAttr chosen,
                            llvm::StringRef refused) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "the option's schedule " << option << " does not fit: " << refused
      << "; the chooser's is used, " << chosen;
  return text;
}

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_SCHEDULES_H
