//===- RowPoints.h - Components with a term at one position -----*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWPOINTS_H
#define REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWPOINTS_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

namespace redfuser {

/// The value of a row, in the term's block, that a position along `axis` must
/// equal for the term of `component` to be other than the identity; null if no
/// condition of the term says so, or if the component is corrected, has a
/// partner, or reads earlier ones. `length` is that of the axis, if known.
mlir::Value matchPoint(cascade::FoldOp fold, unsigned component, unsigned axis,
                       std::optional<int64_t> length);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOGPU_ROWPOINTS_H
