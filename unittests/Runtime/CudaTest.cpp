//===- CudaTest.cpp - The CUDA runtime, with and without a device ---------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Runtime/Cuda.h"

#include "gtest/gtest.h"

using namespace redfuser::cuda;

/// Whether this machine has a device; the reason if not.
static bool hasDevice(std::string &reason) {
  llvm::Error error = initialize();
  if (!error)
    return true;
  reason = llvm::toString(std::move(error));
  return false;
}

TEST(Cuda, SaysWhatIsMissing) {
  std::string reason;
  if (hasDevice(reason))
    GTEST_SKIP() << "there is a device";
  EXPECT_NE(reason.find("CUDA"), std::string::npos) << reason;
  // The same answer again: no crash on the second call, no stale error.
  llvm::Expected<Buffer> buffer = Buffer::allocate(16);
  ASSERT_FALSE(static_cast<bool>(buffer));
  EXPECT_FALSE(llvm::toString(buffer.takeError()).empty());
  EXPECT_FALSE(static_cast<bool>(takeError()));
  EXPECT_EQ(getAllocatedBytes(), 0u);
}

TEST(Cuda, CopiesAndCounts) {
  std::string reason;
  if (!hasDevice(reason))
    GTEST_SKIP() << reason;
  uint64_t before = getAllocatedBytes();
  {
    Buffer buffer = llvm::cantFail(Buffer::allocate(4));
    EXPECT_EQ(getAllocatedBytes(), before + 4);
    const char in[] = {1, 2, 3, 4};
    char out[4] = {};
    llvm::cantFail(buffer.copyFromHost(in));
    llvm::cantFail(buffer.copyToHost(out));
    EXPECT_EQ(out[3], 4);
    char tooMuch[5];
    EXPECT_EQ(llvm::toString(buffer.copyToHost(tooMuch)),
              "expected at most 4 bytes, got 5");
  }
  EXPECT_EQ(getAllocatedBytes(), before);
  EXPECT_GE(getPeakBytes(), before + 4);
}

TEST(Cuda, ContiguousStrides) {
  DeviceMemRef memref = DeviceMemRef::contiguous(Buffer(), {2, 3, 4});
  EXPECT_EQ(memref.strides, (llvm::SmallVector<int64_t, 4>{12, 4, 1}));
  EXPECT_EQ(memref.sizes, (llvm::SmallVector<int64_t, 4>{2, 3, 4}));
}
