//===- BufferBounds.h - Constant bounds of buffer sizes ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_UTILS_BUFFERBOUNDS_H
#define REDFUSER_LIB_CONVERSION_UTILS_BUFFERBOUNDS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <optional>

namespace redfuser {

/// Every buffer in shared memory starts at a multiple of this: the widest
/// vector access, and a whole number of bank rows.
inline constexpr int64_t kSharedAlignment = 128;

/// Constant upper bound of the size of dimension `dim` of `memref`.
std::optional<int64_t> getSizeBound(mlir::Value memref, int64_t dim);

/// Bytes that an element of `alloc` occupies.
int64_t getElementBytes(mlir::memref::AllocOp alloc);

/// Constant upper bound of the bytes that `alloc` needs, rounded up to
/// kSharedAlignment.
std::optional<int64_t> getByteBound(mlir::memref::AllocOp alloc);

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_UTILS_BUFFERBOUNDS_H
