//===- Splat.h - Tensors of one constant ------------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_ANALYSIS_SPLAT_H
#define REDFUSER_ANALYSIS_SPLAT_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Value.h"

namespace redfuser {

/// The constant that every element of the tensor `value` is, through fills in
/// any spelling and whatever moves elements; null if that is not known.
mlir::TypedAttr getSplat(mlir::Value value);

} // namespace redfuser

#endif // REDFUSER_ANALYSIS_SPLAT_H
