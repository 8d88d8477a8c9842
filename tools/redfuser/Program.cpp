//===- Program.cpp - A source file and what is made of it -----------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "CommandLine.h"

#include "RedFuser/InitAllDialects.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

int redfuser::reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "redfuser") << message << '\n';
  return kFailure;
}

redfuser::Session::Session() : sources(std::make_shared<llvm::SourceMgr>()) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  redfuser::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.printOpOnDiagnostic(false);
  handler = std::make_unique<SourceMgrDiagnosticHandler>(*sources, &context);
}

redfuser::Session::~Session() = default;

OwningOpRef<ModuleOp> redfuser::Session::read(StringRef path) {
  std::string message;
  // Opening a directory succeeds on some systems and reads nothing.
  if (llvm::sys::fs::is_directory(path)) {
    reportError("cannot read '" + path + "': it is a directory");
    return nullptr;
  }
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(path, &message);
  if (!buffer) {
    reportError(message);
    return nullptr;
  }
  // A fresh manager: the parser reads the main buffer of the one it is given.
  auto own = std::make_shared<llvm::SourceMgr>();
  own->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  handler.reset();
  sources = own;
  handler = std::make_unique<SourceMgrDiagnosticHandler>(*sources, &context);
  return parseSourceFile<ModuleOp>(sources, &context);
}

func::FuncOp redfuser::selectFunction(ModuleOp module, StringRef name,
                                      StringRef path) {
  SmallVector<func::FuncOp> candidates;
  std::string names;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal())
      continue;
    if (func.getName() == name)
      return func;
    if (!func.isPublic())
      continue;
    candidates.push_back(func);
    names += (names.empty() ? "" : ", ") + func.getName().str();
  }
  if (candidates.empty()) {
    reportError(path + ": expected a public func.func with a body");
    return {};
  }
  if (!name.empty()) {
    reportError(path + ": no function '" + name + "'; there are: " + names);
    return {};
  }
  if (candidates.size() > 1) {
    reportError(path +
                ": expected --func=NAME to choose one of the functions " +
                names);
    return {};
  }
  return candidates.front();
}

LogicalResult redfuser::addPipeline(OpPassManager &pm, StringRef name,
                                    StringRef options) {
  const PassRegistryEntry *entry = PassPipelineInfo::lookup(name);
  if (!entry)
    entry = PassInfo::lookup(name);
  if (!entry) {
    reportError("this build of redfuser has no pipeline '" + name + "'");
    return failure();
  }
  return entry->addToPipeline(pm, options, [](const llvm::Twine &message) {
    reportError(message);
    return failure();
  });
}

LogicalResult redfuser::addFusion(OpPassManager &pm,
                                  const FusionOptions &options) {
  if (options.passes.empty())
    return addPipeline(pm, "redfuser-to-linalg",
                       "threads=" + std::to_string(options.threads) + " " +
                           options.pipelineOptions);
  std::string message;
  llvm::raw_string_ostream os(message);
  if (succeeded(parsePassPipeline(options.passes, pm, os)))
    return success();
  reportError("in --passes: " + StringRef(message).rtrim());
  return failure();
}
