//===- FuzzContext.h - The dialects of generated programs -------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_UNITTESTS_FUZZ_FUZZCONTEXT_H
#define REDFUSER_UNITTESTS_FUZZ_FUZZCONTEXT_H

#include "RedFuser/InitAllDialects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace redfuser::fuzz {

/// Loads what programs of the fuzzer are made of.
inline void loadDialects(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  redfuser::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<mlir::arith::ArithDialect, mlir::math::MathDialect,
                      mlir::func::FuncDialect, mlir::linalg::LinalgDialect,
                      mlir::tensor::TensorDialect, cascade::CascadeDialect>();
}

} // namespace redfuser::fuzz

#endif // REDFUSER_UNITTESTS_FUZZ_FUZZCONTEXT_H
