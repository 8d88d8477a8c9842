//===- CascadeAttrs.td - Monoids and dimension lists -------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_DIALECT_CASCADE_IR_CASCADEATTRS_TD
#define REDFUSER_DIALECT_CASCADE_IR_CASCADEATTRS_TD

include "RedFuser/Dialect/Cascade/IR/CascadeDialect.td"
include "RedFuser/Dialect/Cascade/IR/CascadeEnums.td"
include "RedFuser/Dialect/Cascade/IR/CascadeInterfaces.td"
include "mlir/IR/AttrTypeBase.td"

class Cascade_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Cascade_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Cascade_DimKindAttr : EnumAttr<Cascade_Dialect, Cascade_DimKind, "dim"> {
  let assemblyFormat = "`<` $value `>`";
}

class Cascade_Monoid<string name, string attrMnemonic>
    : Cascade_Attr<name, attrMnemonic,
        [DeclareAttrInterfaceMethods<MonoidAttrInterface>]>;

def Cascade_AddFAttr : Cascade_Monoid<"AddF", "addf"> {
  let summary = "sum of floats; identity -0.0; multiplication distributes over it";
}
def Cascade_MulFAttr : Cascade_Monoid<"MulF", "mulf"> {
  let summary = "product of floats; identity 1.0";
}
def Cascade_MaximumFAttr : Cascade_Monoid<"MaximumF", "maximumf"> {
  let summary = "maximum of floats, NaN if any is NaN; identity -inf";
}
def Cascade_MaxNumFAttr : Cascade_Monoid<"MaxNumF", "maxnumf"> {
  let summary = "maximum of the floats that are not NaN; identity NaN";
}
def Cascade_MinimumFAttr : Cascade_Monoid<"MinimumF", "minimumf"> {
  let summary = "minimum of floats, NaN if any is NaN; identity +inf";
}
def Cascade_MinNumFAttr : Cascade_Monoid<"MinNumF", "minnumf"> {
  let summary = "minimum of the floats that are not NaN; identity NaN";
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

def Cascade_RowScheduleAttr : Cascade_Attr<"RowSchedule", "row_schedule"> {
  let summary = "how a GPU kernel computes a fold that has one value for each row";
  let description = [{
    Read by `redfuser-fold-to-gpu` from the attribute `redfuser.schedule` of a
    fold; where it is missing, the pass chooses one.

    - `threads`: threads that share a row, a power of two from 1 to 1024; up to 32
      they merge by shuffles, more through shared memory.
    - `rows`: rows of a block.
    - `vector`: elements of one load or store, a power of two up to 16.
    - `unroll`: vectors of each input that a thread has in flight.
    - `keep`: where a row stays between reduction and readout. `registers`: the
      whole row is loaded at once and each component is reduced over all threads
      before the next, so that no correction is needed. `shared`: in shared
      memory. `nothing`: inputs are read again.

    ```mlir
    #cascade.row_schedule<threads = 128, vector = 8, unroll = 4, keep = registers>
    ```
  }];
  let parameters = (ins "int64_t":$threads,
                        DefaultValuedParameter<"int64_t", "1">:$rows,
                        "int64_t":$vector, "int64_t":$unroll,
                        EnumParameter<Cascade_RowKeep>:$keep);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADEATTRS_TD
