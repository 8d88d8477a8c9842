//===- Evaluate.cpp - Scalar code on constants ----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Analysis/Evaluate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace redfuser;

Attribute Evaluation::get(Value value) {
  if (auto found = values.find(value); found != values.end())
    return found->second;
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    if (auto result = dyn_cast<OpResult>(value))
      constant = evaluate(result);
  return values[value] = constant;
}

/// Folds a copy, since folders may change the operation in place.
Attribute Evaluation::evaluate(OpResult result) {
  Operation *op = result.getOwner();
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      op->getNumOperands() == 0)
    return {};
  // What is not selected need not be known.
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (auto condition =
            dyn_cast_or_null<IntegerAttr>(get(select.getCondition())))
      return get(condition.getValue().isZero() ? select.getFalseValue()
                                               : select.getTrueValue());
  SmallVector<Value> sources(op->getOperands());
  SmallVector<Attribute> operands =
      llvm::map_to_vector(sources, [&](Value operand) { return get(operand); });
  if (llvm::any_of(operands, [](Attribute operand) { return !operand; }))
    return {};
  Operation *copy = op->clone();
  Attribute constant;
  // A fold in place (operands in canonical order) may open the way for another.
  for (unsigned attempt = 0; attempt < 2 && !constant; ++attempt) {
    operands = llvm::map_to_vector(copy->getOperands(),
                                   [&](Value operand) { return get(operand); });
    SmallVector<OpFoldResult> folded;
    if (failed(copy->fold(operands, folded)))
      break;
    if (folded.empty())
      continue;
    constant = dyn_cast<Attribute>(folded.front());
    if (!constant)
      constant = get(cast<Value>(folded.front()));
  }
  copy->destroy();
  return constant;
}

SmallVector<TypedAttr> redfuser::getOrderedValues(Type type) {
  SmallVector<TypedAttr> values;
  if (type.isSignlessInteger()) {
    unsigned width = type.getIntOrFloatBitWidth();
    SmallVector<APInt> numbers{APInt::getZero(width), APInt::getAllOnes(width)};
    if (width > 1)
      llvm::append_range(numbers, ArrayRef{APInt::getSignedMinValue(width),
                                           APInt::getSignedMaxValue(width)});
    if (width > 2)
      numbers.push_back(APInt(width, 1));
    for (const APInt &number : numbers)
      values.push_back(IntegerAttr::get(type, number));
    return values;
  }
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return values;
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  for (bool negative : {true, false}) {
    values.push_back(
        FloatAttr::get(type, APFloat::getInf(semantics, negative)));
    values.push_back(FloatAttr::get(type, negative ? -1.0 : 1.0));
    values.push_back(FloatAttr::get(type, negative ? -0.0 : 0.0));
  }
  values.push_back(FloatAttr::get(type, APFloat::getQNaN(semantics)));
  return values;
}

bool redfuser::isNaN(Attribute constant) {
  auto number = dyn_cast_or_null<FloatAttr>(constant);
  return number && number.getValue().isNaN();
}

bool redfuser::isSameNumber(Attribute lhs, Attribute rhs) {
  if (lhs == rhs)
    return true;
  auto a = dyn_cast_or_null<FloatAttr>(lhs),
       b = dyn_cast_or_null<FloatAttr>(rhs);
  if (!a || !b || a.getType() != b.getType())
    return false;
  return a.getValue() == b.getValue() || (isNaN(a) && isNaN(b));
}
