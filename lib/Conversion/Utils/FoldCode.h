//===- FoldCode.h - Scalar code of folds and of what reads them -*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_FOLDCODE_H
#define REDFUSER_LIB_CONVERSION_UTILS_FOLDCODE_H

#include "RedFuser/Dialect/Cascade/IR/Cascade.h"

#include "mlir/IR/AffineMap.h"

namespace redfuser {

/// The dimensions that `map` names, or nothing if a result is no dimension or
/// one is named twice.
std::optional<llvm::SmallVector<unsigned>> getNamedDims(mlir::AffineMap map);

/// True for types that a kernel can load, compute with and store.
bool isKernelType(mlir::Type type);

/// True if `block` is scalar code that can be evaluated anywhere.
bool isScalarCode(mlir::Block &block);

/// True if `isSource` holds for `value`, or for one that it is computed from by
/// ops of the same block. Each is looked at once.
bool dependsOnAny(mlir::Value value,
                  llvm::function_ref<bool(mlir::Value)> isSource);

/// True if `value` reads one of `group` through ops that stand behind `fold`,
/// or ops that cannot be moved in front of it.
bool dependsOnResults(mlir::Value value, cascade::FoldOp fold,
                      llvm::function_ref<bool(mlir::Value)> isOfGroup);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_FOLDCODE_H
