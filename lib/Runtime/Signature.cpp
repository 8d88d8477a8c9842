//===- Signature.cpp - What a caller must know of a function --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Jit.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace redfuser;

bool Parameter::hasDynamicDims() const {
  return llvm::any_of(shape, ShapedType::isDynamic);
}

bool Parameter::accepts(const HostTensor &tensor) const {
  return tensor.getKind() == kind && tensor.getShape().size() == shape.size() &&
         llvm::all_of(llvm::zip(shape, tensor.getShape()), [](auto pair) {
           auto [wanted, got] = pair;
           return ShapedType::isDynamic(wanted) || wanted == got;
         });
}

std::string Parameter::str() const {
  if (!isTensor)
    return stringify(kind).str();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "tensor<";
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size))
      os << "?x";
    else
      os << size << 'x';
  }
  os << stringify(kind) << '>';
  return text;
}

static std::optional<Parameter> getParameter(Type type) {
  Parameter parameter;
  Type element = type;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    parameter.isTensor = true;
    parameter.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    element = tensor.getElementType();
  }
  std::optional<ElementKind> kind = getElementKind(element);
  if (!kind)
    return std::nullopt;
  parameter.kind = *kind;
  return parameter;
}

FailureOr<Signature> Signature::get(func::FuncOp func) {
  Signature signature;
  signature.name = func.getName().str();
  auto add = [&](TypeRange types, SmallVectorImpl<Parameter> &list,
                 StringRef what) -> LogicalResult {
    for (auto [i, type] : llvm::enumerate(types)) {
      std::optional<Parameter> parameter = getParameter(type);
      if (!parameter)
        return func.emitError("expected ")
               << what << " #" << i << " of '" << func.getName()
               << "' to be a ranked tensor or a scalar of i1, i8, i16, i32, "
                  "i64, index, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, got "
               << type;
      list.push_back(*parameter);
    }
    return success();
  };
  if (failed(add(func.getArgumentTypes(), signature.arguments, "argument")) ||
      failed(add(func.getResultTypes(), signature.results, "result")))
    return failure();
  return signature;
}

Signature Signature::widened() const {
  Signature wide = *this;
  for (auto *list : {&wide.arguments, &wide.results})
    for (Parameter &parameter : *list)
      if (isFloat(parameter.kind))
        parameter.kind = ElementKind::F64;
  return wide;
}
