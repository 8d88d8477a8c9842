//===- KernelFilesTest.cpp - PTX, cubin and manifest on disk --------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Target/KernelFiles.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace redfuser;

static constexpr llvm::StringLiteral kModule = R"mlir(
module attributes {redfuser.manifest = "{\22kernels\22:[]}"} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">,
      assembly = ".version 8.0\0A.target sm_90a\0A">]
}
)mlir";

namespace {
struct KernelFiles : public ::testing::Test {
  KernelFiles() { context.loadDialect<gpu::GPUDialect, NVVM::NVVMDialect>(); }
  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, &context);
  }
  MLIRContext context;
};
} // namespace

TEST_F(KernelFiles, ManifestHasChipAndVersion) {
  OwningOpRef<ModuleOp> module = parse(kModule);
  ASSERT_TRUE(module);
  llvm::json::Object manifest = llvm::cantFail(getManifest(*module));
  EXPECT_EQ(manifest.getString("chip"), llvm::StringRef("sm_90a"));
  EXPECT_EQ(manifest.getString("format"), llvm::StringRef("ptx"));
  EXPECT_EQ(manifest.getString("ptx_version"), llvm::StringRef("8.0"));
  EXPECT_TRUE(manifest.getArray("kernels"));
}

TEST_F(KernelFiles, WritesBothFiles) {
  OwningOpRef<ModuleOp> module = parse(kModule);
  ASSERT_TRUE(module);
  SmallString<128> folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("redfuser", folder));
  std::string ptx = (folder + "/out.ptx").str();
  std::string json = llvm::cantFail(writeKernelFiles(*module, ptx));
  EXPECT_EQ(json, (folder + "/out.json").str());
  auto text = llvm::MemoryBuffer::getFile(ptx);
  ASSERT_TRUE(static_cast<bool>(text));
  EXPECT_EQ((*text)->getBuffer(), ".version 8.0\n.target sm_90a\n");
  llvm::sys::fs::remove_directories(folder);
}

TEST_F(KernelFiles, NoKernel) {
  OwningOpRef<ModuleOp> module = parse("module {}");
  EXPECT_EQ(llvm::toString(getKernelObject(*module).takeError()),
            "the program has no GPU kernel");
  EXPECT_EQ(llvm::toString(writeKernelFiles(*module, "x.ptx").takeError()),
            "the program has no GPU kernel");
}

TEST_F(KernelFiles, NoManifest) {
  OwningOpRef<ModuleOp> module = parse(kModule);
  (*module)->removeAttr("redfuser.manifest");
  EXPECT_EQ(llvm::toString(getManifest(*module).takeError()),
            "the module has no redfuser.manifest");
}

TEST_F(KernelFiles, BadPaths) {
  OwningOpRef<ModuleOp> module = parse(kModule);
  EXPECT_NE(llvm::toString(
                writeKernelFiles(*module, "/nonexistent/a.ptx").takeError())
                .find("/nonexistent/a.ptx"),
            std::string::npos);
  EXPECT_EQ(llvm::toString(writeKernelFiles(*module, "a.json").takeError()),
            "expected an output file that does not end in .json, got 'a.json'");
}
