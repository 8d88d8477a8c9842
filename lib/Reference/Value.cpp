//===- Value.cpp - Values of interpreted programs -------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Reference/Value.h"

#include "llvm/ADT/STLExtras.h"

using namespace redfuser;
using namespace redfuser::reference;

Tensor::Tensor(llvm::ArrayRef<int64_t> shape, Scalar fill)
    : shape(shape.begin(), shape.end()) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  elements.assign(count, fill);
}

Tensor Tensor::fromHost(const HostTensor &host) {
  Tensor tensor(host.getShape(), Scalar());
  for (int64_t i = 0, e = host.getNumElements(); i < e; ++i)
    tensor[i] = isFloat(host.getKind()) ? Scalar::makeReal(host.getDouble(i))
                                        : Scalar::makeInteger(host.getInt(i));
  return tensor;
}

llvm::Expected<HostTensor> Tensor::toHost(ElementKind kind) const {
  llvm::Expected<HostTensor> host = HostTensor::create(kind, shape);
  if (!host)
    return host;
  for (auto [i, element] : llvm::enumerate(elements)) {
    if (element.isReal())
      host->setDouble(i, element.getReal());
    else
      host->setInt(i, element.getInteger());
  }
  return host;
}

bool Tensor::contains(llvm::ArrayRef<int64_t> position) const {
  return position.size() == shape.size() &&
         llvm::all_of(llvm::zip(position, shape), [](auto pair) {
           auto [index, size] = pair;
           return index >= 0 && index < size;
         });
}

int64_t Tensor::linearize(llvm::ArrayRef<int64_t> position) const {
  assert(contains(position) && "position out of range");
  int64_t linear = 0;
  for (auto [index, size] : llvm::zip(position, shape))
    linear = linear * size + index;
  return linear;
}

Tensor Tensor::reshaped(llvm::ArrayRef<int64_t> newShape) const {
  Tensor result(newShape, Scalar());
  assert(result.getNumElements() == getNumElements() && "sizes differ");
  result.elements = elements;
  return result;
}

bool reference::forEachPosition(
    llvm::ArrayRef<int64_t> sizes,
    llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> visit) {
  if (llvm::any_of(sizes, [](int64_t size) { return size <= 0; }))
    return true;
  llvm::SmallVector<int64_t> position(sizes.size(), 0);
  while (true) {
    if (!visit(position))
      return false;
    size_t d = sizes.size();
    while (d > 0 && ++position[d - 1] == sizes[d - 1])
      position[--d] = 0;
    if (d == 0)
      return true;
  }
}
