//===- HostPlacement.h - Buffers that the host owns -------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_LIB_CONVERSION_HOSTTODEVICE_HOSTPLACEMENT_H
#define REDFUSER_LIB_CONVERSION_HOSTTODEVICE_HOSTPLACEMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace redfuser {

/// True for the function that upstream's deallocation lowering adds. It works
/// on host buffers of addresses and flags.
bool isDeallocHelper(llvm::StringRef function);

/// Decides for each buffer of a host function whether it is host memory.
///
/// Values that may share memory (views, loop arguments, selects, branches) are
/// one class and live in one place. A class is host memory if the host loads or
/// stores its elements, reads it as the shape of a `memref.reshape` or hands it
/// to the deallocation helper, and nothing wants it on the device: it reaches
/// no kernel, no call and no result of the function, and is no argument of it.
/// Everything else is device memory.
class HostPlacement {
public:
  explicit HostPlacement(mlir::func::FuncOp func);

  /// For values that were there when the object was made.
  bool isOnHost(mlir::Value memref) const;

private:
  /// Joins the classes of values that may share memory, and notes who uses
  /// them.
  void visit(mlir::Operation *op);
  void join(mlir::Value a, mlir::Value b);

  llvm::EquivalenceClasses<mlir::Value> classes;
  /// Members of classes that host code and that the device touches.
  llvm::SmallVector<mlir::Value> hostUsed, deviceUsed;
  /// Leaders of classes in host memory.
  llvm::SmallDenseSet<mlir::Value> host;
};

} // namespace redfuser

#endif // REDFUSER_LIB_CONVERSION_HOSTTODEVICE_HOSTPLACEMENT_H
