//===- StaticMemoryTest.cpp - Static shared memory, emulated --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No pass makes kernels whose static shared memory is too large or too small,
// and none takes them from outside.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Emulator/Machine.h"

#include "RedFuser/Emulator/Emulator.h"
#include "RedFuser/InitAllDialects.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace redfuser;
using emulator::machine;

namespace {
class StaticMemoryTest : public testing::Test {
protected:
  static constexpr int64_t kBudget = 232448;

  static void SetUpTestSuite() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  }

  /// Runs a block of 64 threads, each of which stores to its element of what
  /// follows element `first` of `elements` f32. Returns what went wrong.
  std::string run(int64_t elements, int64_t first, int64_t dynamicBytes) {
    DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlir::registerAllExtensions(registry);
    registerAllToLLVMIRTranslations(registry);
    MLIRContext context(registry);
    context.loadAllAvailableDialects();
    std::string type = "memref<" + std::to_string(elements) +
                       "xf32, #gpu.address_space<workgroup>>";
    std::string source =
        "gpu.module @kernels { gpu.func @store() workgroup(%m : " + type +
        R"() kernel {
      %first = arith.constant )" +
        std::to_string(first) + R"( : index
      %id = gpu.thread_id x
      %at = arith.addi %id, %first : index
      %one = arith.constant 1.0 : f32
      memref.store %one, %m[%at] : )" +
        type + R"(
      gpu.return
    } })";
    auto module = parseSourceString<ModuleOp>(source, &context);
    OwningOpRef<ModuleOp> host = kernelsToHost(*module);
    PassManager pm(&context);
    buildHostLowering(pm);
    EXPECT_TRUE(succeeded(pm.run(*host)));
    auto engine = ExecutionEngine::create(*host);
    EXPECT_TRUE(static_cast<bool>(engine));
    registerEmulatedKernels(**engine);
    registerEmulator(**engine);
    setEmulatedKernels(**engine, kBudget, /*seed=*/0);
    auto kernel = (*engine)->lookupPacked("store");
    EXPECT_TRUE(static_cast<bool>(kernel));
    machine.kernel = *kernel;
    machine.params = nullptr;
    machine.sharedBytes = dynamicBytes;
    for (int64_t dim = 0; dim < 3; ++dim) {
      machine.grid[dim] = 1;
      machine.block[dim] = dim == 0 ? 64 : 1;
    }
    machine.isRunning = true;
    machine.run();
    machine.isRunning = false;
    return llvm::toString(takeEmulatorError());
  }
};
} // namespace

TEST_F(StaticMemoryTest, Fits) {
  EXPECT_EQ(run(64, 0, 0), "");
  EXPECT_EQ(run(12288, 12224, 0), "");
  EXPECT_EQ(run(64, 0, kBudget - 256), "");
}

TEST_F(StaticMemoryTest, HasALimit) {
  EXPECT_EQ(
      run(12289, 0, 0),
      "a kernel has 49156 bytes of static shared memory, more than 49152");
}

TEST_F(StaticMemoryTest, CountsWithDynamicMemory) {
  EXPECT_EQ(run(64, 0, kBudget - 255),
            "a kernel asks for 232193 bytes of shared memory and has 256 more, "
            "a block has 232448");
}

TEST_F(StaticMemoryTest, EndsWhereItEnds) {
  EXPECT_EXIT(run(64, 1, 0), testing::ExitedWithCode(1),
              "a kernel accesses memory behind its shared memory");
}
