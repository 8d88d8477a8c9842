//===- Compile.cpp - redfuser compile -------------------------------------===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Commands.h"
#include "Program.h"

#include "RedFuser/Runtime/OutputFile.h"
#include "RedFuser/Target/KernelFiles.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace redfuser;

namespace {
struct CompileOptions {
  std::string path;
  std::string target = "linalg";
  std::string chip = "sm_80";
  std::string pipelineOptions;
  std::string output = "-";
};
} // namespace

/// The text of the module: LLVM IR for *.ll, else MLIR.
static FailureOr<std::string> printModule(ModuleOp module, StringRef output) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!output.ends_with(".ll")) {
    module->print(os);
    os << '\n';
    return text;
  }
  registerBuiltinDialectTranslation(*module->getContext());
  registerLLVMDialectTranslation(*module->getContext());
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    return failure();
  llvmModule->print(os, nullptr);
  return text;
}

/// Fused kernels as PTX or cubin, by the name of the output, and a manifest.
static int compileForGpu(const CompileOptions &options) {
  bool isCubin = StringRef(options.output).ends_with(".cubin");
  if (!isCubin && !StringRef(options.output).ends_with(".ptx")) {
    reportError("expected -o FILE.ptx or -o FILE.cubin for --target=nvptx, got "
                "'" +
                options.output + "'");
    return kUsage;
  }
  Session session;
  OwningOpRef<ModuleOp> module = session.read(options.path);
  if (!module)
    return kFailure;
  PassManager pm(&session.getContext());
  std::string pipelineOptions = "chip=" + options.chip +
                                " format=" + (isCubin ? "bin" : "isa") + " " +
                                options.pipelineOptions;
  if (failed(addPipeline(pm, "redfuser-to-nvvm", pipelineOptions)) ||
      failed(pm.run(*module)))
    return kFailure;
  llvm::Expected<std::string> manifest =
      writeKernelFiles(*module, options.output);
  if (!manifest)
    return reportError(llvm::toString(manifest.takeError()));
  llvm::outs() << "wrote " << options.output << " and " << *manifest << '\n';
  return kSuccess;
}

static int compile(const CompileOptions &options) {
  if (options.target == "nvptx")
    return compileForGpu(options);
  if (StringRef(options.output).ends_with(".ll") && options.target != "llvm") {
    reportError("expected --target=llvm for the output '" + options.output +
                "', got --target=" + options.target);
    return kUsage;
  }
  Session session;
  OwningOpRef<ModuleOp> module = session.read(options.path);
  if (!module)
    return kFailure;
  PassManager pm(&session.getContext());
  StringRef pipeline =
      options.target == "llvm" ? "redfuser-to-llvm" : "redfuser-to-linalg";
  if (failed(addPipeline(pm, pipeline, options.pipelineOptions)) ||
      failed(pm.run(*module)))
    return kFailure;
  FailureOr<std::string> text = printModule(*module, options.output);
  if (failed(text))
    return kFailure;
  if (llvm::Error error = writeOutputFile(options.output, *text))
    return reportError(llvm::toString(std::move(error)));
  return kSuccess;
}

int redfuser::compileMain(ArrayRef<StringRef> arguments) {
  CommandLine line(
      "compile INPUT.mlir [options]",
      "Fuses a program and writes it for a target:\n"
      "  linalg  fused upstream dialects, for any other MLIR flow\n"
      "  llvm    the LLVM dialect, or LLVM IR for an output named *.ll\n"
      "  nvptx   PTX or, for an output named *.cubin, machine code (needs\n"
      "          ptxas); OUT.json says how to launch the kernels",
      "  redfuser compile attention.mlir --target=nvptx --chip=sm_90a -o "
      "attention.ptx\n");
  CompileOptions options;
  line.setPositional(options.path);
  line.addChoice("target", options.target, {"linalg", "llvm", "nvptx"},
                 "what to write");
  line.addString("chip", options.chip, "CHIP",
                 "the GPU for nvptx: sm_80, sm_90a, ... (default sm_80)");
  line.addString("o", options.output, "FILE", "the output (default: stdout)");
  line.addString("pipeline-options", options.pipelineOptions, "OPTS",
                 "options of the pipeline, as redfuser-opt takes them");
  if (std::optional<int> exitCode = line.start(arguments))
    return *exitCode;
  return compile(options);
}
