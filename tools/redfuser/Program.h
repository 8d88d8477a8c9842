//===- Program.h - A source file and what is made of it ---------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_PROGRAM_H
#define REDFUSER_TOOLS_PROGRAM_H

#include "RedFuser/Runtime/HostVectors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace redfuser {

/// The context of one command, whose diagnostics show the source line.
class Session {
public:
  Session();
  ~Session();

  mlir::MLIRContext &getContext() { return context; }

  /// Reads and verifies `path` ("-" is standard input); errors are printed.
  mlir::OwningOpRef<mlir::ModuleOp> read(llvm::StringRef path);

private:
  mlir::MLIRContext context;
  std::shared_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> handler;
};

/// The function called `name`, or, without a name, the only public one that has
/// a body; errors are printed.
mlir::func::FuncOp selectFunction(mlir::ModuleOp module, llvm::StringRef name,
                                  llvm::StringRef path);

/// Appends a registered pipeline or pass by name; `options` are its own, as
/// redfuser-opt takes them. Errors are printed.
mlir::LogicalResult addPipeline(mlir::OpPassManager &pm, llvm::StringRef name,
                                llvm::StringRef options);

/// How the user wants a program fused.
struct FusionOptions {
  std::string target = "cpu";
  /// The GPU that is emulated, and the seed of what it may do early or late.
  std::string chip = "sm_90a";
  uint64_t emulatorSeed = 0;
  /// Options of the fusion pipeline, as redfuser-opt takes them.
  std::string pipelineOptions;
  /// A textual pass pipeline on the module in place of the fusion pipeline.
  std::string passes;
  /// Of the host.
  uint64_t threads = 1;
  /// Of the vectors that products of matrices have on the host; 0: of none.
  uint64_t vectorBits = getHostVectorBits();
  /// Whether the unfused program has them, too: not where it is a reference.
  bool vectorizeUnfused = false;
};

/// Appends what turns the source program into the fused program of upstream
/// dialects. Errors are printed.
mlir::LogicalResult addFusion(mlir::OpPassManager &pm,
                              const FusionOptions &options);

/// Prints `error: message` and returns kFailure's value.
int reportError(const llvm::Twine &message);

} // namespace redfuser

#endif // REDFUSER_TOOLS_PROGRAM_H
