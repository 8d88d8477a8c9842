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
    entry in lib/Dialect/Cascade/IR/Monoids.cpp, one file under
    test/Dialect/Cascade/monoids); nothing else in the project lists monoids.

    A monoid whose combination also reads the values of another reduction
    implements `CompanionAttrInterface` too.
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
      Builds `lhs (+) rhs` on scalars (or vectors) and returns it; null for a
      companion, which combines pairs.
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
  let extraClassDeclaration = [{
    /// The earlier reduction whose values a companion reads; none for others.
    std::optional<unsigned> getPartner();
  }];
}

def CompanionAttrInterface : AttrInterface<"CompanionAttrInterface"> {
  let cppNamespace = "::redfuser::cascade";
  let description = [{
    A monoid on pairs: the values of an earlier reduction, the *partner*, and the
    companion's own. The partner combines by its own monoid and knows nothing of
    its companions. Both have one result map.

    On a tile T of the axis a companion is lowered through sums (or another
    reduction without partner), not pair by pair:

        v' = update(p', a, (+)_t over T of term(p_x, v_x, a))

    where p' is the partner's new value, (p_x, v_x) are the values of both terms at
    the position x, and a is the companion's old value, or the anchor that it
    chooses in place of it.
  }];
  let methods = [
    InterfaceMethod<[{
      The number of the partner among the reductions of the op.
    }], "unsigned", "getPartnerNumber">,
    InterfaceMethod<[{
      The same monoid with its partner under another number.
    }], "::redfuser::cascade::MonoidAttrInterface", "withPartner", (ins
        "unsigned":$partner)>,
    InterfaceMethod<[{
      What kind of partner is expected ("a sum of floats or integers") if one
      that combines values of `type` by `monoid` does not fit; otherwise empty.
    }], "::llvm::StringRef", "checkPartner", (ins
        "::redfuser::cascade::MonoidAttrInterface":$monoid,
        "::mlir::Type":$type)>,
    InterfaceMethod<[{
      Builds the second part of `(lhsPartner, lhs) (+) (rhsPartner, rhs)`.
    }], "::mlir::Value", "buildCombineWith", (ins
        "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
        "::mlir::Value":$lhsPartner, "::mlir::Value":$lhs,
        "::mlir::Value":$rhsPartner, "::mlir::Value":$rhs)>,
    InterfaceMethod<[{
      The monoid that combines the values of `buildTileTerm`.
    }], "::redfuser::cascade::MonoidAttrInterface", "getTileMonoid">,
    InterfaceMethod<[{
      Builds what stands in for the companion's old value on a tile, from the
      partner's values before and after it, that old value, and the values of both
      terms at the tile's first position. A lowering may also take the old value.
    }], "::mlir::Value", "buildTileAnchor", (ins
        "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
        "::mlir::Value":$oldPartner, "::mlir::Value":$newPartner,
        "::mlir::Value":$old, "::mlir::Value":$firstPartnerTerm,
        "::mlir::Value":$firstTerm)>,
    InterfaceMethod<[{
      Builds what a position contributes on a tile, from the values of both
      terms there and the companion's old value.
    }], "::mlir::Value", "buildTileTerm", (ins
        "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
        "::mlir::Value":$partnerTerm, "::mlir::Value":$term,
        "::mlir::Value":$old)>,
    InterfaceMethod<[{
      Builds the companion's new value from the partner's new one, its own old
      one and what the tile's positions contribute together.
    }], "::mlir::Value", "buildTileUpdate", (ins
        "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
        "::mlir::Value":$newPartner, "::mlir::Value":$old,
        "::mlir::Value":$tile)>
  ];
}

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADEINTERFACES_TD
