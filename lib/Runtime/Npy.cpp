//===- Npy.cpp - NumPy array files ----------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Npy.h"
#include "RedFuser/Runtime/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace redfuser;

static constexpr StringLiteral kMagic("\x93NUMPY");

namespace {

/// The dictionary at the head of the file.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Parses the one form of Python literal that NumPy writes:
/// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  Expected<Header> parse() {
    Header header;
    bool seenDescr = false, seenOrder = false, seenShape = false;
    if (!eat("{"))
      return fail("expected a dictionary");
    while (!eat("}")) {
      std::string key;
      if (!parseString(key) || !eat(":"))
        return fail("expected a quoted key and ':'");
      if (key == "descr" && !seenDescr) {
        seenDescr = true;
        if (!parseString(header.descr))
          return fail("expected a plain element type, structured types are not "
                      "supported");
      } else if (key == "fortran_order" && !seenOrder) {
        seenOrder = true;
        if (eat("True"))
          header.fortranOrder = true;
        else if (!eat("False"))
          return fail("expected True or False after 'fortran_order'");
      } else if (key == "shape" && !seenShape) {
        seenShape = true;
        if (!parseShape(header.shape))
          return fail("expected a tuple of sizes after 'shape'");
      } else {
        return fail("unexpected key '" + key + "'");
      }
      if (!eat(",") && !rest.ltrim().starts_with("}"))
        return fail("expected ',' or '}'");
    }
    if (!seenDescr || !seenOrder || !seenShape)
      return fail("expected 'descr', 'fortran_order' and 'shape'");
    if (!rest.trim().empty())
      return fail("unexpected text after the dictionary");
    return header;
  }

private:
  Error fail(const Twine &reason) {
    return createStringError("malformed .npy header: " + reason);
  }

  bool eat(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  bool parseString(std::string &out) {
    rest = rest.ltrim();
    if (rest.empty() || (rest[0] != '\'' && rest[0] != '"'))
      return false;
    size_t end = rest.find(rest[0], 1);
    if (end == StringRef::npos)
      return false;
    out = rest.slice(1, end).str();
    rest = rest.drop_front(end + 1);
    return true;
  }

  bool parseShape(SmallVectorImpl<int64_t> &shape) {
    if (!eat("("))
      return false;
    while (!eat(")")) {
      uint64_t size;
      rest = rest.ltrim();
      if (rest.consumeInteger(10, size) || size > INT64_MAX)
        return false;
      // Python 2 wrote long integers with a suffix.
      rest.consume_front("L");
      shape.push_back(static_cast<int64_t>(size));
      if (!eat(",") && !rest.ltrim().starts_with(")"))
        return false;
    }
    return true;
  }

  StringRef rest;
};

} // namespace

/// True if elements described by `code` (the descr without its byte order) can
/// be taken as `kind`.
static bool accepts(ElementKind kind, StringRef code) {
  switch (kind) {
  case ElementKind::I1:
    return code == "b1";
  case ElementKind::I8:
    return code == "i1" || code == "u1";
  case ElementKind::I16:
    return code == "i2" || code == "u2";
  case ElementKind::I32:
    return code == "i4" || code == "u4";
  case ElementKind::I64:
    return code == "i8" || code == "u8";
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E5M2:
    return code == "u1" || code == "V1" || code == "f1";
  case ElementKind::F16:
    return code == "f2";
  case ElementKind::BF16:
    return code == "u2" || code == "V2" || code == "bfloat16";
  case ElementKind::F32:
    return code == "f4";
  case ElementKind::F64:
    return code == "f8";
  }
  llvm_unreachable("unknown element kind");
}

static StringRef numpyName(ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
    return "|b1";
  case ElementKind::I8:
    return "|i1";
  case ElementKind::I16:
    return "<i2";
  case ElementKind::I32:
    return "<i4";
  case ElementKind::I64:
    return "<i8";
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E5M2:
    return "|u1";
  case ElementKind::F16:
    return "<f2";
  case ElementKind::BF16:
    return "<V2";
  case ElementKind::F32:
    return "<f4";
  case ElementKind::F64:
    return "<f8";
  }
  llvm_unreachable("unknown element kind");
}

/// Copies `source`, in Fortran order, to `dest`, in C order.
static void copyFortran(const char *source, char *dest, unsigned width,
                        ArrayRef<int64_t> shape) {
  int64_t total = 1;
  for (int64_t size : shape)
    total *= size;
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0; i < total; ++i) {
    int64_t offset = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      offset = offset * shape[d] + index[d];
    std::memcpy(dest + offset * width, source + i * width, width);
    for (size_t d = 0; d < shape.size() && ++index[d] == shape[d]; ++d)
      index[d] = 0;
  }
}

Expected<HostTensor> redfuser::parseNpy(StringRef bytes, ElementKind wanted) {
  StringRef rest = bytes;
  if (!rest.consume_front(kMagic))
    return createStringError("not a .npy file: expected it to start with "
                             "\\x93NUMPY");
  if (rest.size() < 4)
    return createStringError("truncated .npy file: no header");
  unsigned major = static_cast<unsigned char>(rest[0]);
  if (major < 1 || major > 3)
    return createStringError("expected .npy format version 1, 2 or 3, got " +
                             Twine(major));
  rest = rest.drop_front(2);
  unsigned lengthBytes = major == 1 ? 2 : 4;
  if (rest.size() < lengthBytes)
    return createStringError("truncated .npy file: no header");
  uint64_t length = major == 1 ? support::endian::read16le(rest.data())
                               : support::endian::read32le(rest.data());
  rest = rest.drop_front(lengthBytes);
  if (rest.size() < length)
    return createStringError("truncated .npy file: expected a header of " +
                             Twine(length) + " bytes, got " +
                             Twine(rest.size()));
  Expected<Header> header = HeaderParser(rest.take_front(length)).parse();
  if (!header)
    return header.takeError();
  rest = rest.drop_front(length);

  StringRef code = header->descr;
  bool bigEndian = code.consume_front(">");
  if (!bigEndian && !code.consume_front("<") && !code.consume_front("|"))
    code.consume_front("=");
  if (!accepts(wanted, code))
    return createStringError("expected elements of type " + stringify(wanted) +
                             " ('" + numpyName(wanted) + "'), got '" +
                             header->descr + "'");

  Expected<HostTensor> tensor = HostTensor::create(wanted, header->shape);
  if (!tensor)
    return tensor.takeError();
  if (rest.size() != tensor->getNumBytes())
    return createStringError(
        "expected " + Twine(tensor->getNumBytes()) + " bytes of data for " +
        describe(wanted, header->shape) + ", got " + Twine(rest.size()));
  unsigned width = getByteWidth(wanted);
  char *dest = static_cast<char *>(tensor->data());
  if (header->fortranOrder)
    copyFortran(rest.data(), dest, width, header->shape);
  else if (!rest.empty())
    std::memcpy(dest, rest.data(), rest.size());
  if (bigEndian != (endianness::native == endianness::big))
    for (int64_t i = 0, e = tensor->getNumElements(); i < e; ++i)
      std::reverse(dest + i * width, dest + (i + 1) * width);
  if (wanted == ElementKind::I1)
    for (int64_t i = 0, e = tensor->getNumElements(); i < e; ++i)
      if (static_cast<unsigned char>(dest[i]) > 1)
        return createStringError("expected booleans of value 0 or 1, got " +
                                 Twine(static_cast<unsigned char>(dest[i])));
  return tensor;
}

Expected<HostTensor> redfuser::readNpy(StringRef path, ElementKind wanted) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (std::error_code ec = buffer.getError())
    return createStringError(ec, "cannot read '" + path + "': " + ec.message());
  Expected<HostTensor> tensor = parseNpy((*buffer)->getBuffer(), wanted);
  if (!tensor)
    return createStringError(path + ": " + toString(tensor.takeError()));
  return tensor;
}

std::string redfuser::formatNpy(const HostTensor &tensor) {
  std::string text;
  raw_string_ostream os(text);
  os << "{'descr': '" << numpyName(tensor.getKind())
     << "', 'fortran_order': False, 'shape': (";
  for (int64_t size : tensor.getShape())
    os << size << ", ";
  os << "), }";
  // The data start at a multiple of 64 bytes, after a newline.
  while ((kMagic.size() + 4 + text.size() + 1) % 64 != 0)
    os << ' ';
  os << '\n';

  std::string file;
  raw_string_ostream out(file);
  char length[2];
  support::endian::write16le(length, static_cast<uint16_t>(text.size()));
  out << kMagic << '\1' << '\0' << StringRef(length, 2) << text;
  if (endianness::native == endianness::little) {
    out << StringRef(static_cast<const char *>(tensor.data()),
                     tensor.getNumBytes());
  } else {
    unsigned width = getByteWidth(tensor.getKind());
    const char *data = static_cast<const char *>(tensor.data());
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      for (unsigned b = width; b-- > 0;)
        out << data[i * width + b];
  }
  return file;
}

Error redfuser::writeNpy(StringRef path, const HostTensor &tensor) {
  return writeOutputFile(path, formatNpy(tensor));
}
