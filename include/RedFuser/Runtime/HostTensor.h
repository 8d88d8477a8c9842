//===- HostTensor.h - Tensors in host memory --------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_HOSTTENSOR_H
#define REDFUSER_RUNTIME_HOSTTENSOR_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

namespace redfuser {

/// The element types that cross the boundary between a program and its caller.
enum class ElementKind {
  I1,
  I8,
  I16,
  I32,
  I64,
  F8E4M3FN,
  F8E5M2,
  F16,
  BF16,
  F32,
  F64
};

/// Bytes of one element; an i1 takes one byte, 0 or 1.
unsigned getByteWidth(ElementKind kind);
bool isFloat(ElementKind kind);
/// False for integers and F8E4M3FN: what is too large for that is NaN.
bool hasInfinity(ElementKind kind);
/// The MLIR spelling: "f32", "i1".
llvm::StringRef stringify(ElementKind kind);
/// The distance from 1 to the next value, 0 for integers.
double getEpsilon(ElementKind kind);
/// The smallest magnitude that rounds to infinity, or to NaN where there is
/// none.
double getOverflowThreshold(ElementKind kind);
/// The kind for an MLIR element type (`index` is I64), if there is one.
std::optional<ElementKind> getElementKind(mlir::Type type);

/// The value of a float of 16 or 8 bits (F16, BF16, F8E4M3FN, F8E5M2) with
/// these bits, the lowest ones.
double widenFloat(ElementKind kind, uint16_t bits);
/// The bits of `value` rounded, once and to nearest even, to such a float.
uint16_t narrowFloat(ElementKind kind, double value);

/// A dense tensor in C order, or a scalar (rank 0).
class HostTensor {
public:
  HostTensor() = default;
  /// A zero-filled tensor, or an error if the shape cannot be addressed or the
  /// memory is not there.
  static llvm::Expected<HostTensor> create(ElementKind kind,
                                           llvm::ArrayRef<int64_t> shape);

  ElementKind getKind() const { return kind; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return numElements; }
  uint64_t getNumBytes() const { return numElements * getByteWidth(kind); }
  void *data() { return storage.get(); }
  const void *data() const { return storage.get(); }

  /// Element `i` in C order, exactly.
  double getDouble(int64_t i) const;
  int64_t getInt(int64_t i) const;
  /// Stores `value` rounded to nearest even (floats) or truncated (integers).
  void setDouble(int64_t i, double value);
  void setInt(int64_t i, int64_t value);

  /// This tensor with every float as f64, exactly; integers are copied.
  llvm::Expected<HostTensor> widened() const;

private:
  struct Free {
    void operator()(void *p) const { std::free(p); }
  };
  ElementKind kind = ElementKind::F32;
  llvm::SmallVector<int64_t, 4> shape;
  int64_t numElements = 0;
  std::unique_ptr<void, Free> storage;
};

/// Fills `tensor` with the elements that lie `strides` apart (in elements, one
/// stride a dimension) from `source` on.
void copyStrided(const char *source, llvm::ArrayRef<int64_t> strides,
                 HostTensor &tensor);

/// "4x128xf32".
std::string describe(ElementKind kind, llvm::ArrayRef<int64_t> shape);

} // namespace redfuser

#endif // REDFUSER_RUNTIME_HOSTTENSOR_H
