//===- StridedTensor.h - Tensors read through their layout ------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_STRIDEDTENSOR_H
#define REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_STRIDEDTENSOR_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace redfuser {

/// A part of a dimension: `size` elements that are `stride` elements apart in
/// memory, 0 where the same ones are repeated.
struct StridedPart {
  mlir::OpFoldResult size, stride;
};

/// A tensor as a view of another that lies in memory row by row: transposes,
/// reshapes and broadcasts in between are only layout. A dimension has several
/// parts, slowest first, where a reshape joined dimensions.
struct StridedTensor {
  mlir::Value base;
  llvm::SmallVector<llvm::SmallVector<StridedPart, 1>> dims;

  mlir::Type getElementType() const {
    return mlir::cast<mlir::RankedTensorType>(base.getType()).getElementType();
  }
};

/// Joins neighbours that are one run of memory, and drops parts of one element.
llvm::SmallVector<StridedPart, 1> joinParts(llvm::ArrayRef<StridedPart> parts);

/// Reads `tensor` through the ops that make it. Sizes and strides that are not
/// constants are values at the builder's position, which must dominate no more
/// than the use.
StridedTensor readThroughLayout(mlir::OpBuilder &b, mlir::Location loc,
                                mlir::Value tensor);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_FOLDTOWARPGROUPS_STRIDEDTENSOR_H
