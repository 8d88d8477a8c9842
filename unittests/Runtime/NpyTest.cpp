//===- NpyTest.cpp - NumPy array files ------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace redfuser;

namespace {

/// A version 1 file with this header text and these data.
std::string makeFile(llvm::StringRef header, llvm::StringRef data,
                     char major = 1) {
  std::string file("\x93NUMPY", 6);
  file += major;
  file += '\0';
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  if (major > 1)
    file += std::string(2, '\0');
  return file + header.str() + data.str();
}

std::string errorOf(llvm::StringRef bytes,
                    ElementKind kind = ElementKind::F32) {
  auto tensor = parseNpy(bytes, kind);
  if (tensor)
    return "";
  return llvm::toString(tensor.takeError());
}

TEST(Npy, RoundTripsEveryKind) {
  for (ElementKind kind :
       {ElementKind::I1, ElementKind::I8, ElementKind::I16, ElementKind::I32,
        ElementKind::I64, ElementKind::F8E4M3FN, ElementKind::F8E5M2,
        ElementKind::F16, ElementKind::BF16, ElementKind::F32,
        ElementKind::F64}) {
    auto tensor = HostTensor::create(kind, {2, 3});
    ASSERT_TRUE(bool(tensor));
    for (int i = 0; i < 6; ++i)
      tensor->setDouble(i, kind == ElementKind::I1 ? i % 2 : i - 2);
    auto read = parseNpy(formatNpy(*tensor), kind);
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    EXPECT_EQ(read->getShape(), llvm::ArrayRef<int64_t>({2, 3}));
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(read->getDouble(i), tensor->getDouble(i))
          << stringify(kind).str();
  }
}

TEST(Npy, RoundTripsScalarsAndEmptyTensors) {
  for (const std::vector<int64_t> &shape :
       {std::vector<int64_t>{}, {0, 4}, {5}}) {
    auto tensor = HostTensor::create(ElementKind::F32, shape);
    ASSERT_TRUE(bool(tensor));
    std::string file = formatNpy(*tensor);
    EXPECT_EQ(file.size() % 64, tensor->getNumBytes() % 64);
    auto read = parseNpy(file, ElementKind::F32);
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    EXPECT_EQ(read->getShape(), llvm::ArrayRef(shape));
  }
}

TEST(Npy, ReadsWhatNumPyWrites) {
  // np.save of np.array([1, 2], '>f4') and of the versions 2 and 3.
  std::string data("\x3f\x80\0\0\x40\0\0\0", 8);
  llvm::StringRef header =
      "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }   \n";
  for (char major : {1, 2, 3}) {
    auto tensor = parseNpy(makeFile(header, data, major), ElementKind::F32);
    ASSERT_TRUE(bool(tensor)) << llvm::toString(tensor.takeError());
    EXPECT_EQ(tensor->getDouble(0), 1);
    EXPECT_EQ(tensor->getDouble(1), 2);
  }
}

TEST(Npy, ReadsFortranOrder) {
  // [[0, 1, 2], [3, 4, 5]] by columns.
  std::string data("\0\3\1\4\2\5", 6);
  auto tensor = parseNpy(
      makeFile("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3)}",
               data),
      ElementKind::I8);
  ASSERT_TRUE(bool(tensor)) << llvm::toString(tensor.takeError());
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(tensor->getInt(i), i);
}

TEST(Npy, ReadsBFloat16FromItsTwoSpellings) {
  std::string data("\x80\x3f", 2);
  for (llvm::StringRef descr : {"<u2", "<V2"}) {
    auto tensor = parseNpy(makeFile("{'descr': '" + descr.str() +
                                        "', 'fortran_order': False, "
                                        "'shape': (1,)}",
                                    data),
                           ElementKind::BF16);
    ASSERT_TRUE(bool(tensor)) << llvm::toString(tensor.takeError());
    EXPECT_EQ(tensor->getDouble(0), 1);
  }
}

TEST(Npy, ReadsFloatsOf8BitsFromTheirBytes) {
  std::string data("\x40", 1);
  auto make = [&](llvm::StringRef descr) {
    return makeFile("{'descr': '" + descr.str() +
                        "', 'fortran_order': False, 'shape': (1,)}",
                    data);
  };
  for (llvm::StringRef descr : {"|u1", "<V1", "<f1"}) {
    auto e4m3 = parseNpy(make(descr), ElementKind::F8E4M3FN);
    ASSERT_TRUE(bool(e4m3)) << llvm::toString(e4m3.takeError());
    EXPECT_EQ(e4m3->getDouble(0), 2);
    auto e5m2 = parseNpy(make(descr), ElementKind::F8E5M2);
    ASSERT_TRUE(bool(e5m2)) << llvm::toString(e5m2.takeError());
    EXPECT_EQ(e5m2->getDouble(0), 2);
  }
  EXPECT_NE(errorOf(make("|i1"), ElementKind::F8E4M3FN)
                .find("expected elements of type f8E4M3FN ('|u1'), got '|i1'"),
            std::string::npos);
}

TEST(Npy, no_MalformedFiles) {
  llvm::StringRef good =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";
  std::string data(4, '\0');
  ASSERT_EQ(errorOf(makeFile(good, data)), "");
  EXPECT_NE(errorOf("").find("not a .npy file"), std::string::npos);
  EXPECT_NE(errorOf("hello, world").find("not a .npy file"), std::string::npos);
  EXPECT_NE(errorOf("\x93NUMPY").find("truncated"), std::string::npos);
  EXPECT_NE(errorOf(makeFile(good, data, 9)).find("version 1, 2 or 3, got 9"),
            std::string::npos);
  EXPECT_NE(errorOf(makeFile(good, data).substr(0, 20)).find("truncated"),
            std::string::npos);
  EXPECT_NE(errorOf(makeFile(good, "")).find("expected 4 bytes of data"),
            std::string::npos);
  EXPECT_NE(errorOf(makeFile(good, data + "x")).find("got 5"),
            std::string::npos);
  for (llvm::StringRef header :
       {"", "[]", "{'descr': '<f4'}", "{'descr': '<f4', 'descr': '<f4'}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'a': 1}",
        "{'descr': '<f4"})
    EXPECT_NE(errorOf(makeFile(header, data)).find("malformed .npy header"),
              std::string::npos)
        << header.str();
}

TEST(Npy, no_SilentConversion) {
  std::string data(8, '\0');
  EXPECT_NE(
      errorOf(
          makeFile("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}",
                   data))
          .find("expected elements of type f32 ('<f4'), got '<f8'"),
      std::string::npos);
  EXPECT_NE(
      errorOf(makeFile("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
                       data))
          .find("got '|O'"),
      std::string::npos);
}

TEST(Npy, no_SizesThatOverflow) {
  EXPECT_NE(
      errorOf(makeFile("{'descr': '<f4', 'fortran_order': False, 'shape': "
                       "(4611686018427387904, 4611686018427387904)}",
                       ""))
          .find("overflows 64 bits"),
      std::string::npos);
}

TEST(Npy, no_BooleansOtherThanZeroAndOne) {
  EXPECT_NE(
      errorOf(
          makeFile("{'descr': '|b1', 'fortran_order': False, 'shape': (1,)}",
                   "\2"),
          ElementKind::I1)
          .find("expected booleans"),
      std::string::npos);
}

TEST(Npy, no_UnreadableFiles) {
  auto tensor = readNpy("/nonexistent/file.npy", ElementKind::F32);
  ASSERT_FALSE(bool(tensor));
  EXPECT_NE(llvm::toString(tensor.takeError()).find("/nonexistent/file.npy"),
            std::string::npos);
}

TEST(Npy, no_UnwritableFiles) {
  auto tensor = HostTensor::create(ElementKind::F32, {1});
  ASSERT_TRUE(bool(tensor));
  llvm::Error error = writeNpy("/nonexistent/file.npy", *tensor);
  ASSERT_TRUE(bool(error));
  EXPECT_NE(llvm::toString(std::move(error)).find("cannot write"),
            std::string::npos);
}

} // namespace
