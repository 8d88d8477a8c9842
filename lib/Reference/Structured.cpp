//===- Structured.cpp - Structured ops of linalg --------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace redfuser;
using namespace redfuser::reference;

FailureOr<SmallVector<int64_t>>
Machine::getLoopSizes(Operation *op, ValueRange operands,
                      ArrayRef<AffineMap> maps) {
  unsigned numLoops = maps.front().getNumDims();
  SmallVector<int64_t> sizes(numLoops, -1);
  for (auto [operand, map] : llvm::zip_equal(operands, maps)) {
    auto *tensor = std::get_if<Tensor>(&get(operand));
    if (!tensor)
      continue;
    for (auto [expr, size] :
         llvm::zip_equal(map.getResults(), tensor->getShape())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        continue;
      int64_t &known = sizes[dim.getPosition()];
      if (known >= 0 && known != size)
        return op->emitError("operands give iteration dimension ")
               << dim.getPosition() << " the sizes " << known << " and "
               << size;
      known = size;
    }
  }
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (size < 0)
      return op->emitError("no operand gives iteration dimension ")
             << dim << " its size";
  return sizes;
}

LogicalResult Machine::runLinalg(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return op->emitError("the interpreter expects tensors, got buffers");
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  FailureOr<SmallVector<int64_t>> sizes =
      getLoopSizes(op, op->getOperands(), maps);
  if (failed(sizes))
    return failure();

  unsigned numInputs = op.getNumDpsInputs();
  SmallVector<Tensor> results;
  for (Value init : op.getDpsInits())
    results.push_back(getTensor(init));
  SmallVector<Tensor> inputs(numInputs);
  for (auto [i, input] : llvm::enumerate(op.getDpsInputs()))
    if (auto *tensor = std::get_if<Tensor>(&get(input)))
      inputs[i] = *tensor;
    else
      inputs[i] = Tensor({}, std::get<Scalar>(get(input)));
  auto getOperand = [&](unsigned i) -> Tensor & {
    return i < numInputs ? inputs[i] : results[i - numInputs];
  };

  Block &body = op->getRegion(0).front();
  ArrayRef<int64_t> outerPosition = position;
  bool finished = forEachPosition(*sizes, [&](ArrayRef<int64_t> here) {
    position = here;
    SmallVector<SmallVector<int64_t>> places;
    for (auto [i, map] : llvm::enumerate(maps)) {
      places.push_back(map.compose(here));
      if (!getOperand(i).contains(places.back())) {
        op->emitError("reads outside of operand #") << i;
        return false;
      }
      if (i < body.getNumArguments())
        set(body.getArgument(i), getOperand(i).at(places.back()));
    }
    if (failed(runBlock(body)))
      return false;
    for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands()))
      results[i].at(places[numInputs + i]) = getScalar(value);
    return true;
  });
  position = outerPosition;
  if (!finished)
    return failure();
  for (auto [value, result] : llvm::zip_equal(op->getResults(), results))
    set(value, std::move(result));
  return success();
}

/// exp(x - max) / sum along one dimension, rounded like its decomposition.
LogicalResult Machine::runSoftmax(linalg::SoftmaxOp op) {
  if (!op.hasPureTensorSemantics())
    return op->emitError("the interpreter expects tensors, got buffers");
  Type type = cast<RankedTensorType>(op.getInput().getType()).getElementType();
  if (!isa<FloatType>(type))
    return op->emitError("expected floats, got ") << type;
  Tensor values = getTensor(op.getInput());
  SmallVector<int64_t> rows(values.getShape());
  int64_t axis = op.getDimension(), length = rows[axis];
  rows[axis] = 1;
  forEachPosition(rows, [&](ArrayRef<int64_t> row) {
    SmallVector<int64_t> place(row);
    auto element = [&](int64_t k) -> Scalar & {
      place[axis] = k;
      return values.at(place);
    };
    // Ignores NaN as maxnumf does; a NaN comes back through the exponential.
    double max = -INFINITY, sum = 0;
    for (int64_t k = 0; k < length; ++k)
      max = std::fmax(max, element(k).getReal());
    for (int64_t k = 0; k < length; ++k) {
      double shifted = rounder.round(type, element(k).getReal() - max);
      double weight = rounder.round(type, std::exp(shifted));
      element(k) = Scalar::makeReal(weight);
      sum = rounder.round(type, sum + weight);
    }
    for (int64_t k = 0; k < length; ++k)
      element(k) =
          Scalar::makeReal(rounder.round(type, element(k).getReal() / sum));
    return true;
  });
  set(op->getResult(0), Datum(std::move(values)));
  return success();
}
