//===- HostTensor.cpp - Tensors in host memory ----------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/HostTensor.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace redfuser;

namespace {

/// A float format of 16 or 8 bits, for conversions without the cost of APFloat.
struct Narrow {
  int exponentBits;
  int mantissaBits;
  /// Without it the largest exponent is one of numbers, and all bits set is the
  /// only NaN.
  bool hasInfinity = true;

  int getBias() const { return (1 << (exponentBits - 1)) - 1; }
  uint16_t getSign() const { return 1 << (exponentBits + mantissaBits); }
  /// What is too large becomes it: infinity or NaN.
  uint16_t getOverflow() const {
    return hasInfinity ? getSign() - (1 << mantissaBits) : getSign() - 1;
  }
  uint16_t getNaN() const { return getOverflow() | (1 << (mantissaBits - 1)); }
};
constexpr Narrow kF16{5, 10};
constexpr Narrow kBF16{8, 7};
constexpr Narrow kF8E4M3FN{4, 3, /*hasInfinity=*/false};
constexpr Narrow kF8E5M2{5, 2};

Narrow getFormat(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return kF16;
  case ElementKind::BF16:
    return kBF16;
  case ElementKind::F8E4M3FN:
    return kF8E4M3FN;
  case ElementKind::F8E5M2:
    return kF8E5M2;
  default:
    llvm_unreachable("expected a float of 16 or 8 bits");
  }
}

double widen(uint16_t bits, Narrow f) {
  int bias = f.getBias();
  int exponent = (bits >> f.mantissaBits) & ((1 << f.exponentBits) - 1);
  int mantissa = bits & ((1 << f.mantissaBits) - 1);
  uint16_t magnitude = bits & (f.getSign() - 1);
  double value;
  if (magnitude >= f.getOverflow())
    value = f.hasInfinity && magnitude == f.getOverflow()
                ? std::numeric_limits<double>::infinity()
                : std::numeric_limits<double>::quiet_NaN();
  else if (exponent == 0)
    value = std::ldexp(mantissa, 1 - bias - f.mantissaBits);
  else
    value = std::ldexp(mantissa | (1 << f.mantissaBits),
                       exponent - bias - f.mantissaBits);
  return bits & f.getSign() ? -value : value;
}

/// Rounds once, to nearest even.
uint16_t narrow(double value, Narrow f) {
  uint16_t sign = std::signbit(value) ? f.getSign() : 0;
  int bias = f.getBias();
  if (std::isnan(value))
    return sign | f.getNaN();
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return sign | f.getOverflow();
  if (magnitude == 0)
    return sign;
  int exponent = std::max(std::ilogb(magnitude), 1 - bias);
  // nearbyint rounds to even in the default mode, which nobody here changes.
  double units =
      std::nearbyint(std::ldexp(magnitude, f.mantissaBits - exponent));
  double bits = units + std::ldexp(exponent + bias - 1, f.mantissaBits);
  return sign | static_cast<uint16_t>(std::min<double>(bits, f.getOverflow()));
}

template <typename T>
T load(const void *data, int64_t i) {
  T value;
  std::memcpy(&value, static_cast<const char *>(data) + i * sizeof(T),
              sizeof(T));
  return value;
}

template <typename T>
void store(void *data, int64_t i, T value) {
  std::memcpy(static_cast<char *>(data) + i * sizeof(T), &value, sizeof(T));
}

} // namespace

double redfuser::widenFloat(ElementKind kind, uint16_t bits) {
  return widen(bits, getFormat(kind));
}

uint16_t redfuser::narrowFloat(ElementKind kind, double value) {
  return narrow(value, getFormat(kind));
}

unsigned redfuser::getByteWidth(ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
  case ElementKind::I8:
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E5M2:
    return 1;
  case ElementKind::I16:
  case ElementKind::F16:
  case ElementKind::BF16:
    return 2;
  case ElementKind::I32:
  case ElementKind::F32:
    return 4;
  case ElementKind::I64:
  case ElementKind::F64:
    return 8;
  }
  llvm_unreachable("unknown element kind");
}

bool redfuser::isFloat(ElementKind kind) {
  return kind >= ElementKind::F8E4M3FN;
}

bool redfuser::hasInfinity(ElementKind kind) {
  return isFloat(kind) && kind != ElementKind::F8E4M3FN;
}

llvm::StringRef redfuser::stringify(ElementKind kind) {
  static constexpr llvm::StringLiteral names[] = {
      "i1",     "i8",  "i16",  "i32", "i64", "f8E4M3FN",
      "f8E5M2", "f16", "bf16", "f32", "f64"};
  return names[static_cast<int>(kind)];
}

double redfuser::getEpsilon(ElementKind kind) {
  switch (kind) {
  case ElementKind::F8E4M3FN:
    return std::ldexp(1.0, -3);
  case ElementKind::F8E5M2:
    return std::ldexp(1.0, -2);
  case ElementKind::F16:
    return std::ldexp(1.0, -10);
  case ElementKind::BF16:
    return std::ldexp(1.0, -7);
  case ElementKind::F32:
    return std::ldexp(1.0, -23);
  case ElementKind::F64:
    return std::ldexp(1.0, -52);
  default:
    return 0;
  }
}

double redfuser::getOverflowThreshold(ElementKind kind) {
  auto threshold = [](int maxExponent, int mantissaBits) {
    return std::ldexp(2 - std::ldexp(1.0, -mantissaBits - 1), maxExponent);
  };
  switch (kind) {
  case ElementKind::F8E4M3FN:
    // The middle between the largest number and NaN rounds to the even of them.
    return std::nextafter(464.0, 512.0);
  case ElementKind::F8E5M2:
    return threshold(15, 2);
  case ElementKind::F16:
    return threshold(15, 10);
  case ElementKind::BF16:
    return threshold(127, 7);
  case ElementKind::F32:
    return threshold(127, 23);
  default:
    return std::numeric_limits<double>::infinity();
  }
}

std::optional<ElementKind> redfuser::getElementKind(mlir::Type type) {
  if (mlir::isa<mlir::Float8E4M3FNType>(type))
    return ElementKind::F8E4M3FN;
  if (mlir::isa<mlir::Float8E5M2Type>(type))
    return ElementKind::F8E5M2;
  if (type.isF16())
    return ElementKind::F16;
  if (type.isBF16())
    return ElementKind::BF16;
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF64())
    return ElementKind::F64;
  if (type.isIndex())
    return ElementKind::I64;
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return ElementKind::I1;
    case 8:
      return ElementKind::I8;
    case 16:
      return ElementKind::I16;
    case 32:
      return ElementKind::I32;
    case 64:
      return ElementKind::I64;
    default:
      break;
    }
  }
  return std::nullopt;
}

llvm::Expected<HostTensor> HostTensor::create(ElementKind kind,
                                              llvm::ArrayRef<int64_t> shape) {
  auto fail = [&](const char *reason) {
    return llvm::createStringError("cannot make a tensor of " +
                                   describe(kind, shape) + ": " + reason);
  };
  // Zero extents do not excuse the others: offsets use them all the same.
  int64_t bytes = getByteWidth(kind);
  for (int64_t size : shape) {
    if (size < 0)
      return fail("negative size");
    if (llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes))
      return fail("its size overflows 64 bits");
  }
  HostTensor tensor;
  tensor.kind = kind;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.numElements = 1;
  for (int64_t size : shape)
    tensor.numElements *= size;
  // At least one byte, so that an empty tensor still has an address.
  tensor.storage.reset(
      std::calloc(std::max<uint64_t>(tensor.getNumBytes(), 1), 1));
  if (!tensor.storage)
    return fail("out of memory");
  return std::move(tensor);
}

double HostTensor::getDouble(int64_t i) const {
  switch (kind) {
  case ElementKind::F8E4M3FN:
    return widen(load<uint8_t>(data(), i), kF8E4M3FN);
  case ElementKind::F8E5M2:
    return widen(load<uint8_t>(data(), i), kF8E5M2);
  case ElementKind::F16:
    return widen(load<uint16_t>(data(), i), kF16);
  case ElementKind::BF16:
    return widen(load<uint16_t>(data(), i), kBF16);
  case ElementKind::F32:
    return load<float>(data(), i);
  case ElementKind::F64:
    return load<double>(data(), i);
  default:
    return static_cast<double>(getInt(i));
  }
}

int64_t HostTensor::getInt(int64_t i) const {
  switch (kind) {
  case ElementKind::I1:
    return load<uint8_t>(data(), i) & 1;
  case ElementKind::I8:
    return load<int8_t>(data(), i);
  case ElementKind::I16:
    return load<int16_t>(data(), i);
  case ElementKind::I32:
    return load<int32_t>(data(), i);
  case ElementKind::I64:
    return load<int64_t>(data(), i);
  default:
    return static_cast<int64_t>(getDouble(i));
  }
}

void HostTensor::setDouble(int64_t i, double value) {
  switch (kind) {
  case ElementKind::F8E4M3FN:
    return store<uint8_t>(data(), i, narrow(value, kF8E4M3FN));
  case ElementKind::F8E5M2:
    return store<uint8_t>(data(), i, narrow(value, kF8E5M2));
  case ElementKind::F16:
    return store(data(), i, narrow(value, kF16));
  case ElementKind::BF16:
    return store(data(), i, narrow(value, kBF16));
  case ElementKind::F32:
    return store(data(), i, static_cast<float>(value));
  case ElementKind::F64:
    return store(data(), i, value);
  default:
    return setInt(i, static_cast<int64_t>(value));
  }
}

void HostTensor::setInt(int64_t i, int64_t value) {
  switch (kind) {
  case ElementKind::I1:
    return store<uint8_t>(data(), i, value & 1);
  case ElementKind::I8:
    return store(data(), i, static_cast<int8_t>(value));
  case ElementKind::I16:
    return store(data(), i, static_cast<int16_t>(value));
  case ElementKind::I32:
    return store(data(), i, static_cast<int32_t>(value));
  case ElementKind::I64:
    return store(data(), i, value);
  default:
    return setDouble(i, static_cast<double>(value));
  }
}

llvm::Expected<HostTensor> HostTensor::widened() const {
  bool floating = isFloat(kind);
  llvm::Expected<HostTensor> wide =
      create(floating ? ElementKind::F64 : kind, shape);
  if (!wide)
    return wide;
  if (!floating) {
    std::memcpy(wide->data(), data(), getNumBytes());
    return wide;
  }
  for (int64_t i = 0; i < numElements; ++i)
    wide->setDouble(i, getDouble(i));
  return wide;
}

void redfuser::copyStrided(const char *source, llvm::ArrayRef<int64_t> strides,
                           HostTensor &tensor) {
  llvm::ArrayRef<int64_t> shape = tensor.getShape();
  unsigned width = getByteWidth(tensor.getKind());
  char *dest = static_cast<char *>(tensor.data());
  llvm::SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      offset += index[d] * strides[d];
    std::memcpy(dest + i * width, source + offset * width, width);
    for (size_t d = shape.size(); d-- > 0 && ++index[d] == shape[d];)
      index[d] = 0;
  }
}

std::string redfuser::describe(ElementKind kind,
                               llvm::ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t size : shape)
    os << size << 'x';
  os << stringify(kind);
  return text;
}
