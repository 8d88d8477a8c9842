//===- Interpreter.cpp - Evaluates programs as they read ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Reference/Interpreter.h"

#include "Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace redfuser;
using namespace redfuser::reference;

/// Deeper calls are taken for a recursion without end.
static constexpr unsigned kMaxCallDepth = 64;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const Datum &Machine::get(Value value) const {
  auto it = values.find(value);
  assert(it != values.end() && "value was not computed");
  return it->second;
}

int64_t Machine::getIndex(OpFoldResult index) const {
  if (auto attribute = dyn_cast<Attribute>(index))
    return cast<IntegerAttr>(attribute).getInt();
  return getScalar(cast<Value>(index)).getInteger();
}

SmallVector<int64_t> Machine::getIndices(ArrayRef<OpFoldResult> indices) const {
  return llvm::map_to_vector(
      indices, [&](OpFoldResult index) { return getIndex(index); });
}

void Machine::set(ValueRange range, ArrayRef<Datum> data) {
  for (auto [value, datum] : llvm::zip_equal(range, data))
    set(value, datum);
}

SmallVector<Datum> Machine::getAll(ValueRange range) const {
  return llvm::map_to_vector(range, [&](Value value) { return get(value); });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult Machine::runBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(runOp(&op)))
      return failure();
  return success();
}

LogicalResult Machine::runOp(Operation *op) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant)))
    return runConstant(op, constant);
  if (isScalarOp(op))
    return runScalar(op);
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    set(index.getResult(), Scalar::makeInteger(position[index.getDim()]));
    return success();
  }
  if (auto index = dyn_cast<cascade::IndexOp>(op)) {
    set(index.getResult(), Scalar::makeInteger(position[index.getDim()]));
    return success();
  }
  if (auto chain = dyn_cast<cascade::ChainOp>(op))
    return runChain(chain);
  if (auto fold = dyn_cast<cascade::FoldOp>(op))
    return runFold(fold);
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return runSoftmax(softmax);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return runLinalg(structured);
  if (isa<func::CallOp>(op))
    return runCall(op);
  if (std::optional<LogicalResult> result = runTensorOp(op))
    return *result;
  if (std::optional<LogicalResult> result = runControl(op))
    return *result;
  return op->emitError("the interpreter does not know '")
         << op->getName() << "'";
}

LogicalResult Machine::runConstant(Operation *op, Attribute value) {
  Value result = op->getResult(0);
  if (isa<FloatAttr, IntegerAttr>(value)) {
    set(result, getConstant(value, rounder));
    return success();
  }
  auto elements = dyn_cast<DenseElementsAttr>(value);
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!elements || !type || !type.getElementType().isIntOrIndexOrFloat())
    return op->emitError("the interpreter does not know constants of ")
           << result.getType() << " in this form";
  Tensor tensor(type.getShape(), Scalar());
  for (auto [i, element] : llvm::enumerate(elements.getValues<Attribute>()))
    tensor[i] = getConstant(element, rounder);
  set(result, std::move(tensor));
  return success();
}

/// An operation of arith or math, on scalars or elementwise on tensors.
LogicalResult Machine::runScalar(Operation *op) {
  SmallVector<Scalar, 3> operands(op->getNumOperands());
  if (!isa<ShapedType>(op->getResult(0).getType())) {
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      operands[i] = getScalar(operand);
    FailureOr<Scalar> result = evaluateScalar(op, operands, rounder);
    if (failed(result))
      return failure();
    set(op->getResult(0), *result);
    return success();
  }
  if (!isa<RankedTensorType>(op->getResult(0).getType()) ||
      !OpTrait::hasElementwiseMappableTraits(op))
    return op->emitError("the interpreter does not know '")
           << op->getName() << "' on " << op->getResult(0).getType();
  std::optional<Tensor> result;
  for (Value operand : op->getOperands()) {
    auto *tensor = std::get_if<Tensor>(&get(operand));
    if (!tensor)
      continue;
    if (result && result->getShape() != tensor->getShape())
      return op->emitError("operands have different sizes");
    result = *tensor;
  }
  for (int64_t e = 0; e < result->getNumElements(); ++e) {
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      const Datum &datum = get(operand);
      auto *tensor = std::get_if<Tensor>(&datum);
      operands[i] = tensor ? (*tensor)[e] : std::get<Scalar>(datum);
    }
    FailureOr<Scalar> value = evaluateScalar(op, operands, rounder);
    if (failed(value))
      return failure();
    (*result)[e] = *value;
  }
  set(op->getResult(0), std::move(*result));
  return success();
}

LogicalResult Machine::runCall(Operation *op) {
  auto call = cast<func::CallOp>(op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, call.getCalleeAttr());
  if (!callee)
    return op->emitError("expected a function, got ") << call.getCalleeAttr();
  auto results = this->call(callee, getAll(op->getOperands()));
  if (failed(results))
    return failure();
  set(op->getResults(), *results);
  return success();
}

FailureOr<SmallVector<Datum>> Machine::call(func::FuncOp func,
                                            ArrayRef<Datum> arguments) {
  if (func.isExternal())
    return func.emitError("expected a body for function '")
           << func.getName() << "'";
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitError("expected structured control flow, got a function "
                          "of several blocks");
  if (callDepth == kMaxCallDepth)
    return func.emitError("calls are nested more than ")
           << kMaxCallDepth << " deep";
  ++callDepth;
  llvm::DenseMap<Value, Datum> outer = std::move(values);
  values.clear();
  Block &body = func.getBody().front();
  set(body.getArguments(), arguments);
  FailureOr<SmallVector<Datum>> results = failure();
  if (succeeded(runBlock(body)))
    results = getAll(body.getTerminator()->getOperands());
  values = std::move(outer);
  --callDepth;
  return results;
}

FailureOr<SmallVector<HostTensor>>
reference::interpret(func::FuncOp func, ArrayRef<HostTensor> arguments,
                     const InterpreterOptions &options) {
  SmallVector<Datum> data;
  for (auto [type, argument] :
       llvm::zip_equal(func.getArgumentTypes(), arguments)) {
    Tensor tensor = Tensor::fromHost(argument);
    if (isa<RankedTensorType>(type))
      data.push_back(std::move(tensor));
    else
      data.push_back(tensor[0]);
  }
  Machine machine(options);
  FailureOr<SmallVector<Datum>> results = machine.call(func, data);
  if (failed(results))
    return failure();
  SmallVector<HostTensor> hosts;
  for (auto [type, result] : llvm::zip_equal(func.getResultTypes(), *results)) {
    std::optional<ElementKind> kind =
        getElementKind(getElementTypeOrSelf(type));
    if (!kind)
      return func.emitError("cannot return a value of type ") << type;
    // What was not rounded stays so.
    if (options.rounding == Rounding::None && isFloat(*kind))
      kind = ElementKind::F64;
    Tensor tensor = std::holds_alternative<Tensor>(result)
                        ? std::get<Tensor>(result)
                        : Tensor({}, std::get<Scalar>(result));
    llvm::Expected<HostTensor> host = tensor.toHost(*kind);
    if (!host)
      return func.emitError() << llvm::toString(host.takeError());
    hosts.push_back(std::move(*host));
  }
  return hosts;
}
