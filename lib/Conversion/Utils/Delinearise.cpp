//===- Delinearise.cpp - Indices from a flat index ------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Delinearise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

SmallVector<Value> redfuser::delineariseUnsigned(OpBuilder &b, Location loc,
                                                 Value flat,
                                                 ArrayRef<OpFoldResult> sizes,
                                                 bool fits32) {
  // Dimensions of one point take no part.
  SmallVector<Value> indices(sizes.size());
  SmallVector<size_t> dims;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (isConstantIntValue(size, 1))
      indices[i] = arith::ConstantIndexOp::create(b, loc, 0);
    else
      dims.push_back(i);
  }
  if (dims.empty())
    return indices;
  if (dims.size() == 1) {
    indices[dims[0]] = flat;
    return indices;
  }
  Type type = fits32 ? Type(b.getI32Type()) : Type(b.getIndexType());
  auto convert = [&](Value value, Type to) -> Value {
    return value.getType() == to
               ? value
               : arith::IndexCastUIOp::create(b, loc, to, value).getResult();
  };
  flat = convert(flat, type);
  for (size_t i : llvm::reverse(ArrayRef(dims).drop_front())) {
    Value size =
        convert(getValueOrCreateConstantIndexOp(b, loc, sizes[i]), type);
    indices[i] =
        convert(arith::RemUIOp::create(b, loc, flat, size), b.getIndexType());
    flat = arith::DivUIOp::create(b, loc, flat, size);
  }
  indices[dims[0]] = convert(flat, b.getIndexType());
  return indices;
}
