//===- CascadeInterfaces.td - Interfaces of the dialect ----*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_IR_CASCADEINTERFACES_TD
#define REDFUSER_DIALECT_CASCADE_IR_CASCADEINTERFACES_TD

include "mlir/IR/OpBase.td"

def MonoidAttrInterface : AttrInterface<"MonoidAttrInterface"> {
  let cppNamespace = "::redfuser::cascade";
  let description = [{
    A commutative monoid: the combining operation of one reduction. To add one,
    define an attribute with this interface (one `def` in CascadeAttrs.td, one
    entry in lib/Dialect/Cascade/IR/Monoids.cpp, one folder under
    test/Dialect/Cascade/monoids); nothing else in the project lists monoids.
  }];
  let methods = [
    InterfaceMethod<[{
      True if the monoid is defined on values of scalar type `type`.
    }], "bool", "supportsType", (ins "::mlir::Type":$type)>,
    InterfaceMethod<[{
      The neutral element as a constant of scalar type `type`: combining it with
      any x gives x, bit for bit (for NaN: a NaN). So `maximumf` starts at -inf,
      `maxnumf` at NaN and `addf` at -0.0.
    }], "::mlir::TypedAttr", "getIdentity", (ins "::mlir::Type":$type)>,
    InterfaceMethod<[{
      Builds `lhs (+) rhs` on scalars (or vectors) and returns it.
    }], "::mlir::Value", "buildCombine", (ins
        "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
        "::mlir::Value":$lhs, "::mlir::Value":$rhs)>,
    InterfaceMethod<[{
      If `yielded` is computed from the accumulator `acc` as `acc (+) term`, in any
      spelling the monoid knows (either operand order; a difference), returns
      `term`; otherwise null. `term` is not checked for uses of `acc`.
      Never creates IR: spellings whose term is not a value of the program
      (`acc - x`) are reported through `negated`.
    }], "::mlir::Value", "matchTerm", (ins
        "::mlir::Value":$yielded, "::mlir::Value":$acc, "bool &":$negated)>,
    InterfaceMethod<[{
      How a value computed from earlier results may be pulled out of the
      reduction; see `Distribution`.
    }], "::redfuser::cascade::Distribution", "getDistribution">,
    InterfaceMethod<[{
      How a running result moves as elements are added; see `Trend`. A factor of
      later terms may be kept in the state only if its reference has a trend.
    }], "::redfuser::cascade::Trend", "getTrend">,
    InterfaceMethod<[{
      True if rounding makes the result depend on the order of combination (sums
      and products), false where it is exact (maxima and minima).
    }], "bool", "isRounded">
  ];
}

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADEINTERFACES_TD
