//===- KernelFiles.cpp - PTX, cubin and manifest on disk ------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedFuser/Target/KernelFiles.h"
#include "RedFuser/Runtime/OutputFile.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
namespace json = llvm::json;

llvm::Expected<redfuser::KernelObject>
redfuser::getKernelObject(ModuleOp module) {
  SmallVector<gpu::BinaryOp> binaries(module.getOps<gpu::BinaryOp>());
  if (binaries.empty())
    return llvm::createStringError("the program has no GPU kernel");
  if (binaries.size() > 1 || binaries.front().getObjects().size() != 1)
    return llvm::createStringError("expected one gpu.binary with one object");
  auto object = cast<gpu::ObjectAttr>(binaries.front().getObjects()[0]);
  KernelObject result;
  if (auto target = dyn_cast<NVVM::NVVMTargetAttr>(object.getTarget()))
    result.chip = target.getChip().str();
  result.isCubin = object.getFormat() == gpu::CompilationTarget::Binary;
  result.object = object.getObject().getValue().str();
  return result;
}

llvm::Expected<json::Object> redfuser::getManifest(ModuleOp module) {
  llvm::Expected<KernelObject> kernels = getKernelObject(module);
  if (!kernels)
    return kernels.takeError();
  auto attr = module->getAttrOfType<StringAttr>("redfuser.manifest");
  if (!attr)
    return llvm::createStringError("the module has no redfuser.manifest");
  llvm::Expected<json::Value> value = json::parse(attr.getValue());
  if (!value)
    return value.takeError();
  json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("redfuser.manifest is not a JSON object");
  json::Object manifest = std::move(*object);
  manifest["chip"] = kernels->chip;
  manifest["format"] = kernels->isCubin ? "cubin" : "ptx";
  if (!kernels->isCubin) {
    // ".version 8.0"
    StringRef version = StringRef(kernels->object).split(".version ").second;
    manifest["ptx_version"] =
        version.take_until([](char c) { return c == '\n'; }).trim().str();
  }
  return manifest;
}

llvm::Expected<std::string> redfuser::writeKernelFiles(ModuleOp module,
                                                       StringRef path) {
  llvm::Expected<KernelObject> kernels = getKernelObject(module);
  if (!kernels)
    return kernels.takeError();
  llvm::Expected<json::Object> manifest = getManifest(module);
  if (!manifest)
    return manifest.takeError();
  SmallString<128> manifestPath(path);
  llvm::sys::path::replace_extension(manifestPath, ".json");
  if (manifestPath == path)
    return llvm::createStringError("expected an output file that does not end "
                                   "in .json, got '" +
                                   path + "'");
  if (llvm::Error error = writeOutputFile(path, kernels->object))
    return error;
  std::string text =
      llvm::formatv("{0:2}\n", json::Value(std::move(*manifest)));
  if (llvm::Error error = writeOutputFile(manifestPath, text))
    return error;
  return manifestPath.str().str();
}
