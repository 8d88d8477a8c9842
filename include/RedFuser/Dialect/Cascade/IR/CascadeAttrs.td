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

// Integers of any width from i1 on, signless. Sums and products wrap around.
def Cascade_AddIAttr : Cascade_Monoid<"AddI", "addi"> {
  let summary = "sum of integers; identity 0; multiplication distributes over it";
}
def Cascade_MulIAttr : Cascade_Monoid<"MulI", "muli"> {
  let summary = "product of integers; identity 1";
}
def Cascade_MaxSIAttr : Cascade_Monoid<"MaxSI", "maxsi"> {
  let summary = "maximum of signed integers; identity the smallest";
}
def Cascade_MinSIAttr : Cascade_Monoid<"MinSI", "minsi"> {
  let summary = "minimum of signed integers; identity the largest";
}
def Cascade_MaxUIAttr : Cascade_Monoid<"MaxUI", "maxui"> {
  let summary = "maximum of unsigned integers; identity 0";
}
def Cascade_MinUIAttr : Cascade_Monoid<"MinUI", "minui"> {
  let summary = "minimum of unsigned integers; identity all bits set";
}
def Cascade_AndIAttr : Cascade_Monoid<"AndI", "andi"> {
  let summary = "conjunction of bits (on i1: all of); identity all bits set";
}
def Cascade_OrIAttr : Cascade_Monoid<"OrI", "ori"> {
  let summary = "disjunction of bits (on i1: any of); identity 0";
}
def Cascade_XOrIAttr : Cascade_Monoid<"XOrI", "xori"> {
  let summary = "exclusive or of bits (on i1: parity); identity 0";
}

def Cascade_CustomAttr : Cascade_Monoid<"Custom", "custom"> {
  let summary = "a monoid whose combination is a function of the program";
  let description = [{
    Combines two values by calling a function of two scalars, which is inlined
    where the reduction is lowered. Whoever writes it promises the laws of a
    commutative monoid: the order and the grouping of the values do not matter, up
    to rounding, and combining the identity with x gives x. `exact` promises that
    nothing rounds.

    ```mlir
    // log(e^a + e^b)
    func.func private @logaddexp(%a: f32, %b: f32) -> f32 { ... }

    reduce #cascade.custom<@logaddexp, 0xFF800000 : f32> -> (d0) (%x) {
      cascade.yield %x : f32
    }
    ```

    Nothing is known of what may be pulled out of such a reduction, so its own term
    and the terms that read its result fuse only where that needs no law of it.

    Constraint CM1: the function has the type (T, T) -> T, where T is the type of
    the identity, and a body of one block without side effects.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$combine,
                        "::mlir::TypedAttr":$identity, "bool":$exact);
  let hasCustomAssemblyFormat = 1;
}

class Cascade_Companion<string name, string attrMnemonic>
    : Cascade_Attr<name, attrMnemonic,
        [DeclareAttrInterfaceMethods<MonoidAttrInterface>,
         DeclareAttrInterfaceMethods<CompanionAttrInterface>]>;

def Cascade_MeanAttr : Cascade_Companion<"Mean", "mean"> {
  let summary = "weighted mean of floats; the weights are summed by a partner";
  let description = [{
    The mean of the term's values, each weighted by the value of the partner's
    term at the same position; the partner is a sum (`addf` or `addi`). Combines
    two means as

        (W_l, c_l) (+) (W_r, c_r) = (W_l + W_r,  c_l + (c_r - c_l) W_r / (W_l + W_r))

    where a side without weight does not count, and is 0 where that is not
    finite. The identity is 0.

    The value is a *reference near the data*, about which moments are summed so
    that they do not cancel: any value near the mean serves, and how near it comes
    depends on the order of combination. Nothing may depend on its exact value.
    Defined on f32 and f64. Merging at the weighted mean of means: Chan, Golub and
    LeVeque, "Algorithms for computing the sample variance", 1983.

    ```mlir
    component #cascade.addi -> (d0) (%x) {
      cascade.yield %one : i64
    }
    component #cascade.mean<weight = 0> -> (d0) (%x | %n) {
      cascade.yield %x : f32
    }
    ```
  }];
  let parameters = (ins "unsigned":$weight);
  let assemblyFormat = "`<` `weight` `=` $weight `>`";
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
      memory, as much of it as fits. `nothing`: inputs are read again, from L2,
      which is told to keep them until then (sm_89 and newer).
    - `segments`: blocks that share a row. Each folds its part; the last of them
      merges their states, or a second kernel does if there are readouts.
    - `cluster`: blocks of a cluster that share a row, a power of two up to 16 (8
      on every device that has clusters). Each takes every `cluster`-th piece of
      the row; they exchange their states through each other's shared memory.
    - `blocks`: blocks of a persistent grid: each takes every `blocks`-th tile of
      rows and loads the next one while it computes. What all rows read, gains
      and biases, is loaded once. 0: one for each tile. Takes rows in registers,
      or a ring.
    - `stages`: of a ring in shared memory, 0 (none) to 32. One more warp fills it
      by bulk copies with pieces of the row (`threads` * `unroll` vectors of each
      input of the fold) and of the rows that follow, while the others compute;
      another merges their states. With `keep = shared` pieces stay in their
      stages until they are read out, and have fewer vectors where that makes
      them alike. Rows are read out of a ring by segments if
      these are all the `blocks`: they wait for each other, so the device has to
      have room for all of them at once.
    - `held`: of the pieces of a row that a ring keeps, those that the threads of
      a block hold in registers, 0 to 16: their stages are free for rows to come as
      soon as they are folded. Takes rows that all blocks have the same number of
      whole pieces of.
    - `residents`: blocks that a multiprocessor is to hold at once, 0 to 32, which
      limits the registers of a thread. 0: as many as have 128 registers a thread.
    - `interleave`: rows that a thread has at once, 1 to 8: all are loaded before
      the first is folded, and what they have in common, gains and biases, is
      loaded once. Takes rows in registers of up to 32 threads, one fold (later
      folds get kernels of their own) and no ranks that are selected at once; a
      block has `rows` * `interleave` rows.

    Where no input is contiguous along the axis, rows are columns of memory:
    `rows` is a multiple of 32, consecutive threads have consecutive columns, and
    `vector` is 1.

    ```mlir
    #cascade.row_schedule<threads = 128, vector = 8, unroll = 4, keep = registers>
    ```
  }];
  let parameters = (ins "int64_t":$threads,
                        DefaultValuedParameter<"int64_t", "1">:$rows,
                        "int64_t":$vector, "int64_t":$unroll,
                        EnumParameter<Cascade_RowKeep>:$keep,
                        DefaultValuedParameter<"int64_t", "1">:$segments,
                        DefaultValuedParameter<"int64_t", "1">:$cluster,
                        DefaultValuedParameter<"int64_t", "0">:$blocks,
                        DefaultValuedParameter<"int64_t", "0">:$stages,
                        DefaultValuedParameter<"int64_t", "0">:$held,
                        DefaultValuedParameter<"int64_t", "0">:$residents,
                        DefaultValuedParameter<"int64_t", "1">:$interleave);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Cascade_WarpgroupScheduleAttr
    : Cascade_Attr<"WarpgroupSchedule", "warpgroup_schedule"> {
  let summary = "how a Hopper kernel computes a fold between two contractions";
  let description = [{
    Read by `redfuser-fold-to-warpgroups` from the attribute `redfuser.schedule` of
    a fold; where it is missing, the pass chooses one.

    - `keys`: positions of the axis in one tile, a multiple of 16 up to 256.
    - `warpgroups`: consumer warpgroups of a block, 1 to 3; one more loads.
    - `split`: what they divide. `rows`: each has 64 rows. `columns`: all, which
      are two, have the same 64 rows, each half of the columns; they take turns
      at computing the terms of a tile, for both.
    - `stages`: tiles of each operand in flight, a power of two.
    - `order`: `serial`: the scores of a tile, its terms, its product.
      `overlapped`: the scores of the next tile are issued before the product of
      this one, and the terms are computed while both run. `pingpong`: and the
      warpgroups take turns at the tensor core. `ahead`: the scores of the next
      tile and the product of the one before run while the terms of this one are
      computed, which takes registers for two tiles of scores: for a warpgroup
      that has the tensor core alone. `synchronous`: as `serial`, by the
      instructions of sm_80 (`mma.sync`, `ldmatrix`, `cp.async`): all warps load
      the next tile and then compute this one; no warpgroup only loads.
    - `rows`: whether a warpgroup's rows of the scores' operand are held in
      `registers` or in `shared` memory.
    - `lazy`: the running maximum that terms refer to may lag behind by a factor
      of 2^`lazy` of the terms, so that most tiles need no correction; 0: never.
    - `blocks`: blocks of a persistent grid, up to 16384; 0: one for each tile of
      rows.
    - `segments`: parts of the axis that different blocks fold, up to 256. Each
      ends as a state, which `cluster` and `merge` combine. 0: as many as it takes
      to fill the device.
    - `cluster`: blocks of a cluster, a power of two up to 8, that fold
      neighbouring segments of the same rows. They merge their states through
      each other's shared memory, each some of the columns, so that only
      `segments / cluster` states are left to `merge`. The grid is not
      persistent then.
    - `merge`: who merges these states. `block`: the blocks that fold them, as
      soon as all are there, each some of the columns; `kernel`: another fold,
      over the segments, that takes the place of this one. Blocks that wait for
      each other have to be on the device at once: where all of the grid are
      more than `blocks`, or may be, or the segments of a row are more than 66,
      it is `kernel`. Programs for a share of a device (MIG, MPS) with fewer than
      66 multiprocessors have to say `kernel`. Ranges are merged by blocks
      in any case.
    - `prefetch`: tiles of the axis that are brought to the L2 cache ahead of
      those that are loaded; 0: none. For `split = columns`.
    - `deal`: what blocks get. `segments`: segments of tiles of rows in turn.
      `ranges`: each as many tiles of the axis as the others, of those that masks
      leave of all tiles of rows together, counted as the kernel begins. So
      work is even where batches have different lengths. A tile of rows that goes
      on in other blocks is merged by the one that has its beginning; it waits for
      blocks that have begun before it, and the grid may have any size.
    - `store`: how results of 16 bits, which go through shared memory, are
      stored. `vectors`: of 16 bytes, by all lanes of a warp. `tma`: a box of each
      warp's rows and 64 columns, where they are f16 or bf16 and rows are one
      dimension, of up to five. Results that do not go through shared memory (of
      segments, ranges, divided columns, `order = synchronous`) are stored by
      threads in any case.

    ```mlir
    #cascade.warpgroup_schedule<keys = 128, warpgroups = 2, stages = 2,
                                order = overlapped, rows = registers>
    ```
  }];
  let parameters = (ins "int64_t":$keys, "int64_t":$warpgroups,
                        DefaultValuedParameter<"int64_t", "2">:$stages,
                        EnumParameter<Cascade_WarpgroupOrder>:$order,
                        EnumParameter<Cascade_WarpgroupRows>:$rows,
                        DefaultValuedParameter<"int64_t", "8">:$lazy,
                        DefaultValuedParameter<"int64_t", "132">:$blocks,
                        DefaultValuedParameter<"int64_t", "0">:$segments,
                        DefaultValuedParameter<
                            "::redfuser::cascade::WarpgroupSplit",
                            "::redfuser::cascade::WarpgroupSplit::Rows">:$split,
                        DefaultValuedParameter<"int64_t", "0">:$prefetch,
                        DefaultValuedParameter<
                            "::redfuser::cascade::WarpgroupMerge",
                            "::redfuser::cascade::WarpgroupMerge::Block">:$merge,
                        DefaultValuedParameter<
                            "::redfuser::cascade::WarpgroupDeal",
                            "::redfuser::cascade::WarpgroupDeal::Segments">:$deal,
                        DefaultValuedParameter<"int64_t", "1">:$cluster,
                        DefaultValuedParameter<
                            "::redfuser::cascade::WarpgroupStore",
                            "::redfuser::cascade::WarpgroupStore::Vectors">:$store);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Of `blocks`.
    static constexpr int64_t kMostBlocks = 16384;
  }];
}

#endif // REDFUSER_DIALECT_CASCADE_IR_CASCADEATTRS_TD
