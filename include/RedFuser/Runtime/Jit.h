//===- Jit.h - Running programs on the host ---------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_RUNTIME_JIT_H
#define REDFUSER_RUNTIME_JIT_H

#include "RedFuser/Runtime/HostTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace redfuser {

/// One argument or result of a function: a ranked tensor, or a scalar.
struct Parameter {
  ElementKind kind = ElementKind::F32;
  bool isTensor = false;
  /// Sizes; `mlir::ShapedType::kDynamic` where the type leaves them open.
  llvm::SmallVector<int64_t, 4> shape;

  bool hasDynamicDims() const;
  /// True if a tensor of `kind` and `shape` may be passed here.
  bool accepts(const HostTensor &tensor) const;
  /// The MLIR type's spelling: "tensor<?x4xf32>".
  std::string str() const;
};

/// What a caller must know of a function; taken before it is lowered.
struct Signature {
  std::string name;
  llvm::SmallVector<Parameter> arguments;
  llvm::SmallVector<Parameter> results;

  /// Fails, with an error at `func`, for parameters that cannot cross the
  /// boundary (memrefs, unranked tensors, complex numbers, ...).
  static mlir::FailureOr<Signature> get(mlir::func::FuncOp func);

  /// The same function with every float as f64.
  Signature widened() const;
};

/// Heap use of a program between two points of its life.
struct MemoryUse {
  /// Most bytes allocated at once, results included.
  uint64_t peakBytes = 0;
  /// Bytes that the program neither returned nor freed; freed for it.
  uint64_t leakedBytes = 0;
};

/// A program compiled for the host.
class JitProgram {
public:
  /// Compiles a module of the LLVM dialect (see `buildCpuBackendPipeline`),
  /// optimised for this machine. `isFast` is for programs that run once: it
  /// compiles in a fraction of the time what runs slower.
  static llvm::Expected<std::unique_ptr<JitProgram>>
  compile(mlir::ModuleOp llvmModule, bool isFast = false);
  ~JitProgram();

  /// Calls the function. `arguments` must be what `signature` accepts; they are
  /// not changed. A failed `cf.assert` of the program and an allocation that
  /// cannot be had are errors; what the program held is freed.
  llvm::Expected<llvm::SmallVector<HostTensor>>
  invoke(const Signature &signature, llvm::ArrayRef<HostTensor> arguments);

  /// Of the last call.
  const MemoryUse &getMemoryUse() const { return memoryUse; }
  /// Seconds that the last call spent in the program itself.
  double getSeconds() const { return seconds; }

private:
  JitProgram();
  std::unique_ptr<mlir::ExecutionEngine> engine;
  MemoryUse memoryUse;
  double seconds = 0;
};

} // namespace redfuser

#endif // REDFUSER_RUNTIME_JIT_H
