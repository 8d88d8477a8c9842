//===- HostCalls.h - Calls of the emulator --------------------- -*- C++
//-*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_EMULATOR_HOSTCALLS_H
#define REDFUSER_LIB_EMULATOR_HOSTCALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace redfuser {

/// Writes calls into one function, in place of what a GPU does.
class HostCalls {
public:
  HostCalls(mlir::ModuleOp host, mlir::func::FuncOp func)
      : b(func.getContext()), host(host), func(func) {}

  /// Calls a function of the emulator, with a result of the given type or
  /// without.
  mlir::Value call(mlir::Location loc, llvm::StringRef name, mlir::Type result,
                   mlir::ValueRange operands);
  mlir::Value constant(mlir::Location loc, int64_t value, unsigned bits = 32);
  /// The integer of an address, 64 bits.
  mlir::Value getAddress(mlir::Location loc, mlir::Value pointer);
  /// The pointer to word `first` of memory that a thread has for what calls
  /// take and give in lists.
  mlir::Value getWords(mlir::Location loc, int64_t first = 0);
  /// Stores values of 32 bits there, from word `first` on.
  void storeWords(mlir::Location loc, mlir::ValueRange values,
                  int64_t first = 0);
  mlir::Value loadWord(mlir::Location loc, mlir::Type type, int64_t number);

  mlir::IRRewriter b;

private:
  mlir::ModuleOp host;
  mlir::func::FuncOp func;
  mlir::Value words;
};

/// Inline assembly of a kernel as calls and arithmetic. Fails, with an error,
/// if it has instructions that the emulator does not know; assembly without any
/// is left as it is.
mlir::LogicalResult convertAssembly(HostCalls &calls,
                                    mlir::LLVM::InlineAsmOp op);

} // namespace redfuser

#endif // REDFUSER_LIB_EMULATOR_HOSTCALLS_H
