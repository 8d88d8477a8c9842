//===- Execution.h - A function, compiled in several versions ---*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TOOLS_EXECUTION_H
#define REDFUSER_TOOLS_EXECUTION_H

#include "Program.h"

#include "RedFuser/Pipelines/CPU.h"
#include "RedFuser/Runtime/Jit.h"

#include "mlir/IR/OwningOpRef.h"

namespace redfuser {

/// What a fused program is compiled with for this machine.
void setHostOptions(CpuOptions &options, const FusionOptions &fusion);

/// What a version of a function gave for some arguments.
struct Run {
  llvm::SmallVector<HostTensor> results;
  /// Median over the repetitions.
  double seconds = 0;
  /// Most memory held at once beyond arguments and results, in bytes.
  uint64_t extraBytes = 0;
};

/// Something compiled that can be called.
class Executable {
public:
  virtual ~Executable() = default;
  /// Calls it `repeat` times with the same arguments.
  virtual llvm::Expected<Run> run(llvm::ArrayRef<HostTensor> arguments,
                                  unsigned repeat) = 0;
  /// The seconds of each of `repeat` calls after one to warm up.
  virtual llvm::Expected<llvm::SmallVector<double>>
  time(llvm::ArrayRef<HostTensor> arguments, unsigned repeat);
};

/// One function of a source module and the versions of it that checking needs,
/// each compiled at first use. Errors of compilation are printed where they
/// arise; the functions below then return null.
class CompiledFunction {
public:
  CompiledFunction(mlir::ModuleOp module, mlir::func::FuncOp func,
                   Signature signature, FusionOptions fusion);

  const Signature &getSignature() const { return signature; }

  /// The source program as it stands, on the CPU; operand sizes are checked as
  /// it runs.
  Executable *getUnfused();
  /// The source program with every float as f64, on the CPU.
  Executable *getExact();
  /// The fused program on the target.
  Executable *getFused();

private:
  using Lowering =
      llvm::function_ref<mlir::LogicalResult(mlir::OpPassManager &)>;
  std::unique_ptr<Executable> compileForCpu(const Signature &type,
                                            Lowering addPasses);

  mlir::OwningOpRef<mlir::ModuleOp> source;
  Signature signature;
  FusionOptions fusion;
  std::unique_ptr<Executable> unfused, exact, fused;
};

} // namespace redfuser

#endif // REDFUSER_TOOLS_EXECUTION_H
