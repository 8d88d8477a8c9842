//===- Positions.cpp - Constants that count -------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace redfuser;

namespace {
/// start + step * (index of dimension dim).
struct Positions {
  unsigned dim = 0;
  APInt start, step;
};
} // namespace

/// The positions that are the elements of `dense`, of rank > 0.
static std::optional<Positions> matchPositions(DenseIntElementsAttr dense) {
  ShapedType type = dense.getType();
  if (dense.getNumElements() < 2 || dense.isSplat())
    return std::nullopt;
  auto elements = dense.getValues<APInt>();
  Positions positions;
  positions.start = elements[0];
  // Row-major: the second element along the only dimension in which they
  // differ.
  int64_t stride = 1;
  bool found = false;
  for (unsigned dim = type.getRank(); dim-- > 0 && !found;) {
    if (type.getDimSize(dim) > 1 && elements[stride] != elements[0]) {
      positions.dim = dim;
      found = true;
      break;
    }
    stride *= type.getDimSize(dim);
  }
  if (!found)
    return std::nullopt;
  positions.step = elements[stride] - elements[0];
  int64_t size = type.getDimSize(positions.dim);
  int64_t number = 0;
  for (const APInt &element : elements) {
    APInt index(element.getBitWidth(), (number++ / stride) % size,
                /*isSigned=*/false, /*implicitTrunc=*/true);
    if (element != positions.start + positions.step * index)
      return std::nullopt;
  }
  return positions;
}

Value redfuser::buildPositions(OpBuilder &b, arith::ConstantOp op) {
  auto dense = dyn_cast<DenseIntElementsAttr>(op.getValue());
  if (!dense || !isa<RankedTensorType>(op.getType()))
    return {};
  auto type = cast<RankedTensorType>(op.getType());
  Type element = type.getElementType();
  // Flags are masks, and fewer than 32 bits may not hold an index.
  if (type.getEncoding() || type.getRank() == 0 ||
      (!element.isIndex() &&
       (!element.isSignlessInteger() || element.getIntOrFloatBitWidth() < 32)))
    return {};
  std::optional<Positions> positions = matchPositions(dense);
  if (!positions)
    return {};
  Location loc = op.getLoc();
  Value empty = tensor::EmptyOp::create(b, loc, type.getShape(), element);
  auto generic = linalg::GenericOp::create(
      b, loc, type, ValueRange(), empty,
      b.getMultiDimIdentityMap(type.getRank()),
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::parallel),
      [&](OpBuilder &nested, Location, ValueRange) {
        Value value = linalg::IndexOp::create(nested, loc, positions->dim);
        if (!element.isIndex())
          value = arith::IndexCastOp::create(nested, loc, element, value);
        auto constant = [&](const APInt &number) -> Value {
          return arith::ConstantOp::create(
              nested, loc, cast<TypedAttr>(IntegerAttr::get(element, number)));
        };
        if (!positions->step.isOne())
          value = arith::MulIOp::create(nested, loc, value,
                                        constant(positions->step));
        if (!positions->start.isZero())
          value = arith::AddIOp::create(nested, loc, value,
                                        constant(positions->start));
        linalg::YieldOp::create(nested, loc, value);
      });
  return generic.getResult(0);
}
