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

using namespace mlir;

SmallVector<Value> redfuser::delineariseUnsigned(OpBuilder &b, Location loc,
                                                 Value flat,
                                                 ArrayRef<OpFoldResult> sizes,
                                                 bool fits32) {
  SmallVector<Value> indices(sizes.size());
  if (sizes.empty())
    return indices;
  if (sizes.size() == 1)
    return {flat};
  Type type = fits32 ? Type(b.getI32Type()) : Type(b.getIndexType());
  auto convert = [&](Value value, Type to) -> Value {
    return value.getType() == to
               ? value
               : arith::IndexCastUIOp::create(b, loc, to, value).getResult();
  };
  flat = convert(flat, type);
  for (size_t i = sizes.size() - 1; i > 0; --i) {
    Value size =
        convert(getValueOrCreateConstantIndexOp(b, loc, sizes[i]), type);
    indices[i] =
        convert(arith::RemUIOp::create(b, loc, flat, size), b.getIndexType());
    flat = arith::DivUIOp::create(b, loc, flat, size);
  }
  indices[0] = convert(flat, b.getIndexType());
  return indices;
}
