//===- Cascade.h - The cascade dialect --------------------------*- C++ -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains of dependent reductions (`cascade.chain`), their fused form
// (`cascade.fold`) and the monoid attributes. Reference:
// docs/Dialects/Cascade.md.
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_IR_CASCADE_H
#define REDFUSER_DIALECT_CASCADE_IR_CASCADE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"

namespace redfuser::cascade {

/// What may be pulled out of a reduction: which maps h satisfy
/// h(a (+) b) = h(a) (+) h(b).
enum class Distribution {
  /// Nothing is known.
  None,
  /// Multiplication by any factor (sums).
  Multiply,
  /// Any weakly increasing map, exactly: rounding is monotone (maxima, minima).
  Monotone,
  /// Conjunction and disjunction with any value (and, or).
  Lattice,
  /// Conjunction with any value (exclusive or).
  Conjunction,
};

/// How a running result moves as elements are added.
enum class Trend {
  None,
  /// Never falls, from -inf or the smallest integer on (maxima).
  Increasing,
  /// Never rises, from +inf or the largest integer on (minima).
  Decreasing,
};

} // namespace redfuser::cascade

#include "RedFuser/Dialect/Cascade/IR/CascadeAttrInterfaces.h.inc"
#include "RedFuser/Dialect/Cascade/IR/CascadeDialect.h.inc"
#include "RedFuser/Dialect/Cascade/IR/CascadeEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "RedFuser/Dialect/Cascade/IR/CascadeAttrs.h.inc"

#define GET_OP_CLASSES
#include "RedFuser/Dialect/Cascade/IR/CascadeOps.h.inc"

namespace redfuser::cascade {

/// The monoids that the dialect itself defines, in the order in which raising
/// tries them.
llvm::SmallVector<MonoidAttrInterface>
getBuiltinMonoids(mlir::MLIRContext *ctx);

/// True if `op` is a `cascade.chain` or a `cascade.fold`.
bool isStructured(mlir::Operation *op);

/// The dimensions that `map`, a projected permutation (CH3), names.
llvm::SmallBitVector getDims(mlir::AffineMap map);

} // namespace redfuser::cascade

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADE_H
