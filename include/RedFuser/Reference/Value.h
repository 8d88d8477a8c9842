//===- Value.h - Values of interpreted programs -----------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_REFERENCE_VALUE_H
#define REDFUSER_REFERENCE_VALUE_H

#include "RedFuser/Runtime/HostTensor.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"

#include <cassert>
#include <variant>
#include <vector>

namespace redfuser::reference {

/// A float, as the double that holds it, or an integer. Integers are
/// sign-extended to 64 bits, an i1 is 0 or 1, an index has 64 bits.
class Scalar {
public:
  Scalar() : isFloat(true), real(0) {}
  static Scalar makeReal(double value) {
    Scalar scalar;
    scalar.real = value;
    return scalar;
  }
  static Scalar makeInteger(int64_t value) {
    Scalar scalar;
    scalar.isFloat = false;
    scalar.integer = value;
    return scalar;
  }

  bool isReal() const { return isFloat; }
  double getReal() const {
    assert(isFloat && "expected a float");
    return real;
  }
  int64_t getInteger() const {
    assert(!isFloat && "expected an integer");
    return integer;
  }

private:
  bool isFloat;
  union {
    double real;
    int64_t integer;
  };
};

/// A dense tensor in C order.
class Tensor {
public:
  Tensor() = default;
  Tensor(llvm::ArrayRef<int64_t> shape, Scalar fill);

  /// A tensor with the values of `host`.
  static Tensor fromHost(const HostTensor &host);
  /// A host tensor of `kind` with these values, rounded once to `kind`.
  llvm::Expected<HostTensor> toHost(ElementKind kind) const;

  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return elements.size(); }
  Scalar &operator[](int64_t i) { return elements[i]; }
  const Scalar &operator[](int64_t i) const { return elements[i]; }

  bool contains(llvm::ArrayRef<int64_t> position) const;
  /// The element's number in C order; `position` lies inside.
  int64_t linearize(llvm::ArrayRef<int64_t> position) const;
  Scalar &at(llvm::ArrayRef<int64_t> position) {
    return elements[linearize(position)];
  }
  const Scalar &at(llvm::ArrayRef<int64_t> position) const {
    return elements[linearize(position)];
  }

  /// The same elements under another shape of the same size.
  Tensor reshaped(llvm::ArrayRef<int64_t> newShape) const;

private:
  llvm::SmallVector<int64_t, 4> shape;
  std::vector<Scalar> elements;
};

/// What an SSA value holds.
using Datum = std::variant<Scalar, Tensor>;

/// Calls `visit` with every position of the box of `sizes`, the last dimension
/// fastest, until it returns false; returns false if it did.
bool forEachPosition(llvm::ArrayRef<int64_t> sizes,
                     llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> visit);

} // namespace redfuser::reference

#endif // REDFUSER_REFERENCE_VALUE_H
