//===- CascadeEnums.td - Enums of the cascade dialect ------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_IR_CASCADEENUMS_TD
#define REDFUSER_DIALECT_CASCADE_IR_CASCADEENUMS_TD

include "RedFuser/Dialect/Cascade/IR/CascadeDialect.td"
include "mlir/IR/EnumAttr.td"

/// Role of one dimension of a cascade's iteration space.
def Cascade_DimKind : I32EnumAttr<"DimKind", "role of an iteration dimension", [
    I32EnumAttrCase<"Parallel", 0, "parallel">,
    I32EnumAttrCase<"Axis", 1, "axis">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

/// Where a kernel keeps the elements of a row between its sweeps.
def Cascade_RowKeep : I32EnumAttr<"RowKeep", "where a row is kept", [
    I32EnumAttrCase<"Nothing", 0, "nothing">,
    I32EnumAttrCase<"Registers", 1, "registers">,
    I32EnumAttrCase<"Shared", 2, "shared">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

/// In which order a warpgroup does the two products of a fold with contractions.
def Cascade_WarpgroupOrder : I32EnumAttr<"WarpgroupOrder",
    "order of a warpgroup's products", [
    I32EnumAttrCase<"Serial", 0, "serial">,
    I32EnumAttrCase<"Overlapped", 1, "overlapped">,
    I32EnumAttrCase<"PingPong", 2, "pingpong">,
    I32EnumAttrCase<"Synchronous", 3, "synchronous">,
    I32EnumAttrCase<"Ahead", 4, "ahead">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

/// Where a warpgroup keeps its rows of the first product's operand.
def Cascade_WarpgroupRows : I32EnumAttr<"WarpgroupRows",
    "where a warpgroup's rows are kept", [
    I32EnumAttrCase<"Shared", 0, "shared">,
    I32EnumAttrCase<"Registers", 1, "registers">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

/// What the consumer warpgroups of a block divide among them.
def Cascade_WarpgroupSplit : I32EnumAttr<"WarpgroupSplit",
    "what the warpgroups of a block divide", [
    I32EnumAttrCase<"Rows", 0, "rows">,
    I32EnumAttrCase<"Columns", 1, "columns">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

/// Who merges the states of segments.
def Cascade_WarpgroupMerge : I32EnumAttr<"WarpgroupMerge",
    "who merges the states of segments", [
    I32EnumAttrCase<"Kernel", 0, "kernel">,
    I32EnumAttrCase<"Block", 1, "block">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

/// How tiles of the axis are dealt out to blocks.
def Cascade_WarpgroupDeal : I32EnumAttr<"WarpgroupDeal",
    "how tiles of the axis are dealt out to blocks", [
    I32EnumAttrCase<"Segments", 0, "segments">,
    I32EnumAttrCase<"Ranges", 1, "ranges">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

/// How results of 16 bits go from shared memory to global memory.
def Cascade_WarpgroupStore : I32EnumAttr<"WarpgroupStore",
    "how results leave shared memory", [
    I32EnumAttrCase<"Vectors", 0, "vectors">,
    I32EnumAttrCase<"Tma", 1, "tma">]> {
  let cppNamespace = "::redfuser::cascade";
  let genSpecializedAttr = 0;
}

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADEENUMS_TD
