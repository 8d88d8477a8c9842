//===- Passes.td - RedFuser transformation passes ----------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_TRANSFORMS_PASSES_TD
#define REDFUSER_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def RaisePass : Pass<"redfuser-raise"> {
  let summary = "Find chains of dependent reductions and raise them";
  let description = [{
    Turns chains of dependent reductions over one axis (the maximum, the sum of
    exponentials and the product with V of an attention) into `cascade.chain`, if
    `redfuser-fuse` can fuse them. What is found depends on data flow and indexing
    maps, not on the names of ops: reductions are structured ops on tensors with
    reduction loops whose bodies combine with a monoid of the cascade dialect;
    what lies between them may be any pointwise code, written as `linalg` ops, as
    elementwise ops on whole tensors, or fused into the reductions' bodies, with
    broadcasts, transposes and reshapes anywhere. A reduction over dimensions of
    size 1 is pointwise code, too. `linalg.softmax` is taken apart.

    Pointwise code that computes further results from those of a chain, such as
    the probabilities of a softmax, becomes one `linalg.generic` a result.
    Everything else is left exactly as it is, and so is a chain that cannot be
    fused: a remark of category `redfuser-raise` says why.

    Values do not change: terms are the source's scalar code. (A `linalg.softmax`
    has the values of its upstream decomposition.)

    ```mlir
    %m = linalg.generic {maximumf} ins(%x) outs(%minf)
    %p = linalg.generic {exp(x - m)} ins(%x, %m)
    %l = linalg.generic {addf} ins(%p) outs(%zero)
    // becomes
    %m, %l = cascade.chain [parallel, axis] ins(%x (d0, d1)) inits(%minf, %zero)
      reduce #cascade.maximumf -> (d0) ...
      reduce #cascade.addf -> (d0) ...
    ```
  }];
  let options = [
    Option<"numerics", "numerics", "::redfuser::Numerics",
           "::redfuser::Numerics::Contract",
           "how far the fusion that is asked for may change rounding",
           [{::llvm::cl::values(
               clEnumValN(::redfuser::Numerics::Strict, "strict",
                          "rounding moves nowhere"),
               clEnumValN(::redfuser::Numerics::Contract, "contract",
                          "f16 and bf16 rounding may move"))}]>,
    Option<"allowRequantize", "allow-requantize", "bool", "false",
           "round to int8 and fp8 under the maximum found so far">,
    Option<"exactPositions", "exact-positions", "bool", "false",
           "take the position of the largest of rounded scores from these, as "
           "the source does">,
    Option<"keepRefused", "keep-refused", "bool", "false",
           "raise chains that cannot be fused, too">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect",
                           "::redfuser::cascade::CascadeDialect"];
}

def FusePass : Pass<"redfuser-fuse"> {
  let summary = "Derive the fused form of each cascade.chain";
  let description = [{
    Replaces each `cascade.chain` by one `cascade.fold` and, for the results that
    need it, one elementwise `linalg.generic` (a *finalizer*).

    For each reduction whose term F reads earlier results d, the pass derives
    F(x, d) = G(x) * H(d) in an algebra of scalar expressions and decides for each
    factor of H:

    - *kept*: the reference is a running maximum or minimum and the factor is an
      exponential that shrinks as it moves. The state then holds sums relative to
      the running reference, and a correction exp(old - new) <= 1 moves them.
    - *deferred*: the sum stays in range without the factor; the finalizer
      applies it (the division of softmax by its sum).

    A chain with a term that does not split, or whose split could overflow, is put
    back as linalg, one `linalg.generic` per reduction, with a missed remark that
    names the condition and the value that fails it.

    Values that are not numbers and infinities come out as in the source: while a
    reference has seen -inf alone, terms read zero in its place, and a sum whose
    reference ends there becomes NaN. The source's inits are applied once, by the
    finalizers.

    With `numerics=contract` sums of f16 and bf16 are carried in f32, and a
    conversion to f16 or bf16 may move across a factor; rounding changes, within
    the bounds of the types. With `numerics=strict` types stay, and a chain whose
    conversions would move is refused. Either way sums are re-associated.

    ```mlir
    %m, %l = cascade.chain [parallel, axis]
        ins(%x (d0, d1) : tensor<4x64xf32>)
        inits(%m0, %l0 : tensor<4xf32>, tensor<4xf32>)
      reduce #cascade.maximumf -> (d0) (%e) {
        cascade.yield %e : f32
      }
      reduce #cascade.addf -> (d0) (%e | %max) {
        %0 = arith.subf %e, %max : f32
        %1 = math.exp %0 : f32
        cascade.yield %1 : f32
      }
    ```
  }];
  let options = [
    Option<"numerics", "numerics", "::redfuser::Numerics",
           "::redfuser::Numerics::Contract",
           "how far rounding may differ from the source's",
           [{::llvm::cl::values(
             clEnumValN(::redfuser::Numerics::Strict, "strict",
                        "types stay, no conversion moves"),
             clEnumValN(::redfuser::Numerics::Contract, "contract",
                        "sums of f16 and bf16 in f32, conversions to them may "
                        "move across factors"))}]>,
    Option<"allowRequantize", "allow-requantize", "bool", "false",
           "round to int8 and fp8 under the maximum found so far">,
    Option<"exactPositions", "exact-positions", "bool", "false",
           "take the position of the largest of rounded scores from these, as "
           "the source does">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Preparation for execution
//===----------------------------------------------------------------------===//

def DecomposeAggregates : Pass<"redfuser-decompose-aggregates"> {
  let summary = "Split aggregate ops (linalg.softmax, tensor.concat) into "
                "structured ops";
  let description = [{
    Replaces every op with upstream's `AggregatedOpInterface` (`linalg.softmax`)
    by its decomposition, and `tensor.concat` by `tensor.insert_slice`s, so that
    bufferization and the loop lowering know every op that is left. The
    decomposition is upstream's own and changes no rounding.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::math::MathDialect",
                           "mlir::tensor::TensorDialect"];
}

def KeepInnerLoops : Pass<"redfuser-keep-inner-loops"> {
  let summary = "Keep LLVM from unrolling the loops that it should vectorise";
  let description = [{
    Marks each innermost `scf.for` of more than 16 known iterations as not to be
    unrolled (`loop_annotation`, which `convert-scf-to-cf` passes on). LLVM unrolls loops of
    a hundred iterations or less all the way before it vectorises; what it finds then is the
    loop around them, of the rows of a tile, whose elements it gathers and scatters. A loop
    that was not unrolled becomes vectors of contiguous elements. No value changes.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}
def RowsToForall : Pass<"redfuser-rows-to-forall"> {
  let summary = "Split large linalg ops into blocks of their outermost results";
  let description = [{
    A linalg op on tensors outside of `scf.forall`, with a parallel dimension and
    more than `block` iterations, becomes an `scf.forall` over blocks of the
    outermost dimension of its results that has more than one position. A block has about
    `block` iterations, which is computed at run time where sizes are not known. Reductions are
    not split, so no value changes.

    It is what runs on threads of what fusion left alone.
  }];
  let options = [
    Option<"block", "block", "int64_t", "32768", "Iterations of a block">
  ];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::tensor::TensorDialect"];
}

def OrderLoops : Pass<"redfuser-order-loops"> {
  let summary = "Put a unit-stride parallel loop innermost in reductions";
  let description = [{
    A `linalg.generic` with reductions is interchanged so that the dimension
    along which its results are contiguous becomes the innermost loop, where
    every operand is contiguous along it too or does not depend on it:

    ```mlir
    // (m, n, k) with C[m, n] += A[m, k] * B[k, n] becomes (m, k, n).
    ```

    The backend then vectorizes the innermost loop instead of waiting for one
    serial sum. Each result element is still reduced in the same order, so no
    value changes. Other ops are left alone.

    An input that is contiguous along another dimension (K in Q K^T) is first
    copied with that dimension last, where the reduction reads each of its
    elements eight times or more.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect"];
}

def BoundBuffers : Pass<"redfuser-bound-buffers"> {
  let summary = "Give temporaries of tiles a known size";
  let description = [{
    A `memref.alloc` in a loop, of which only the outermost size is open and that size has a bound
    (a tile of at most 32 rows), becomes a buffer of the largest size and a view of its
    first positions, where it has at most `max-bytes`. Buffers of known size can be
    hoisted out of the loop and lie on the stack; others are allocated and freed for
    each tile, which takes longer than a small tile does.
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", "4096", "largest buffer">
  ];
  let dependentDialects = ["mlir::memref::MemRefDialect"];
}
def CopiesToLinalg : Pass<"redfuser-copies-to-linalg"> {
  let summary = "Turn copies between strided buffers into linalg ops";
  let description = [{
    Replaces a `memref.copy` of which either side is not contiguous by a
    `linalg.generic`, which becomes a loop nest. Left alone, it would become a
    call into MLIR's runner library, once a tile.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect"];
}

def ProtectArguments : Pass<"redfuser-protect-arguments"> {
  let summary = "Keep bufferization from writing into public arguments";
  let description = [{
    Marks the tensor arguments of public functions
    `bufferization.writable = false`. A tensor is a value: a caller that runs a
    function twice on the same buffers, or compares two versions of it, must
    find them unchanged. Functions that say otherwise themselves are left alone.
  }];
  let dependentDialects = ["mlir::bufferization::BufferizationDialect"];
}

def KeepRounding : Pass<"redfuser-keep-rounding"> {
  let summary = "Keeps conversions between floats from being folded away";
  let description = [{
    Clears the `contract` flag of `arith.extf` and `arith.truncf`. Upstream's
    emulation of f16 and bf16 arithmetic sets it on the conversions it makes, so
    that `extf(truncf(x))` may fold to `x`. In a fused loop that would compute
    the exponent from a score that is not rounded and the maximum from one that
    is: their difference, which should be 0 at the maximum, would be off by half
    a unit of the score. One rounded score must feed both.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def VectorizeProducts : Pass<"redfuser-vectorize-products"> {
  let summary = "Keep tiles of a reduction's results in vector registers";
  let description = [{
    A `linalg.generic` on buffers with reductions, whose operands are contiguous along
    the innermost dimension of its result or do not vary along it, and in which rows
    of another dimension share an input (a product of matrices, and whatever else
    has its shape), becomes loops over tiles of rows and columns: the results of a tile
    are loaded into vectors, go through all of the reduction, and are stored.

    ```mlir
    // C[m, n] += A[m, k] * B[k, n]: 8 rows and 2 vectors of columns.
    scf.for %n = ... step 32 { scf.for %m = ... step 8 {
      %0:16 = scf.for %k = ... iter_args(...) { broadcast of A, vectors of B }
    } }
    ```

    LLVM's vectoriser would load and store the results for each step of the reduction. Columns that are
    left take one vector, a quarter, and scalars, rows that are left one at a time.
    An input that is the result's own memory is left to bufferization, which makes no such op: it must not overlap the result.
    A result is reduced in the source's order; with `fuse-multiply-add` a product is not
    rounded before it is added, on targets with that instruction.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", "256",
           "Bits of a vector: a power of two from 128 to 2048">,
    Option<"fuseMultiplyAdd", "fuse-multiply-add", "bool", "false",
           "Let products and sums be one operation, rounded once">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect"];
}

def ExpandExp : Pass<"redfuser-expand-exp"> {
  let summary = "Spell out f32 exponentials in arithmetic";
  let description = [{
    Rewrites `math.exp` of an f32 as `2^k exp(r)`, `k = round(x / ln 2)`, with a polynomial
    of degree 6 for `exp(r)` (1 + r and a minimax polynomial for the rest, by Remez's algorithm)
    and `ln 2` in two parts (Cody and Waite, Software Manual for the Elementary Functions, 1980).
    Unlike a call of libm it vectorises. The error is below 1 ulp where products and sums
    are fused, below 1.2 ulp elsewhere, for subnormal results, too; infinities and NaN are as those
    of `exp`.

    With `use-ldexp` `llvm.intr.lrint` rounds and `llvm.intr.ldexp` multiplies by the power of two, one
    instruction of AVX-512 each and the latter a call elsewhere; else it is done in integers.
  }];
  let options = [
    Option<"useLdexp", "use-ldexp", "bool", "false",
           "Multiply by powers of two by llvm.intr.ldexp">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::LLVM::LLVMDialect",
                           "mlir::math::MathDialect"];
}

def ExpandFloat8 : Pass<"redfuser-expand-float8"> {
  let summary = "Spell out conversions of 8-bit floats in integers";
  let description = [{
    Rewrites `arith.truncf` to and `arith.extf` from `f8E4M3FN` and `f8E5M2`,
    for which LLVM has no instructions, as arithmetic on i32 and f32: a host can
    run programs with fp8 values in memory. The result is that of the op, bit
    for bit: rounding to nearest even, subnormals, and NaN (f8E4M3FN) or infinity
    (f8E5M2) where the type's range ends. Conversions from f64, and with other
    rounding modes, are left alone.

    With `packed`, f32 becomes `f8E4M3FN` by the instruction of NVIDIA GPUs that
    converts two values (sm_89 on), of which what it would saturate is NaN
    before. Even vectors are widened two elements at a time: `f8E4M3FN` by an
    instruction to f16, `f8E5M2` as the high bytes of f16, both by f32 to bf16;
    and so are vectors of i8 (`arith.sitofp` to f16, bf16 and f32), as the low
    bits of a float whose units are one. All of these conversions are exact.
  }];
  let options = [
    Option<"packed", "packed", "bool", "false",
           "Use the conversions of NVIDIA GPUs that have them">,
  ];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::LLVM::LLVMDialect",
                           "mlir::vector::VectorDialect"];
}

def PromoteToF64 : Pass<"redfuser-promote-f64"> {
  let summary = "Rewrite a program to compute everything in f64";
  let description = [{
    Replaces every float type (in signatures, tensors, constants, regions) by
    `f64`. Constants are widened exactly and float-to-float casts disappear, so
    the result computes what the source means without its roundings: the
    yardstick of `redfuser run --check`.

    Fails with an error at the op where that has no meaning: bit casts between
    floats and integers, types wider than f64, constants whose data are not
    there, external functions and unregistered ops with float types.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def TilePass : Pass<"redfuser-tile"> {
  let summary = "Tile folds: rows, the axis, segments of the axis";
  let description = [{
    Turns each `cascade.fold` into loops over tiles.

    - Rows: the parallel dimensions common to all components become an outer
      parallel loop (`scf.forall`, or `scf.for` with `loops=for`), and the
      elementwise consumers of the results (finalizers, readouts) join it.
    - Axis: inside it, a loop over tiles of the axis carries the state
      (single-segment).
    - Segments: with `segments=N` the axis is first split into N parts that are
      folded apart into partial states and merged (multi-segment); parts may be
      empty.

    Producers of the inputs (a matrix product, mask, scale) are computed tile by
    tile inside the loop if nothing else uses them, so that no rows x axis tensor
    is left; reshapes between them and the fold are moved out of the way first.

    Tile sizes: `rows` for the innermost common parallel dimension and 1 for the
    others, or `parallel-tiles` for each of them, outermost first (0: not tiled;
    a fold with fewer dimensions takes the first ones). `axis` for the
    innermost axis dimension, 1 for the others; 0: not tiled.

    Tiles of the axis in which a mask of positions (causal, a sliding window)
    leaves nothing in any row are not visited, where that is proved: the mask
    puts -inf in place of scores, and every component then adds nothing. A NaN or
    an infinity in another input there (V) has no say, where the source
    multiplies it by 0.

    Threads: with `threads=N`, where sizes are known, tiles of rows are halved until
    there are N, and with fewer rows than that the axis is split into segments of
    at least 4096 positions, unless `segments` says how many. Where the number of rows is
    not known, a tile has the Nth part of what is found at run time, unless that is more. A fold
    that is known to have fewer than 8192 elements is a loop of one thread (`scf.for`).

    Long rows: with `long-rows` a tile of a fold whose rows share at most vectors along the axis (no contraction,
    neither in the fold nor in what computes its inputs, and no mask of positions) has `rows`
    times `axis` elements of fewer and longer rows, if these are longer than `axis` or of a
    length that is found at run time. What is done once a row and tile is then done less often.

    Quotients: with `relax-quotients` a consumer that joins the loop and divides f32 by
    a value that is the same along its innermost dimension multiplies by the reciprocal:
    an error of 1.5 ulp in place of 0.5. Infinities, zeros and NaN are those of the quotient,
    also where the reciprocal would overflow. Quotients that are rounded, compared or converted
    stay.

    Sums are re-associated by tiling, otherwise values do not change.
  }];
  let options = [
    Option<"rows", "rows", "int64_t", "16",
           "tile size of the innermost common parallel dimension">,
    ListOption<"parallelTiles", "parallel-tiles", "int64_t",
               "tile sizes of all common parallel dimensions, outermost first; "
               "overrides rows">,
    Option<"axis", "axis", "int64_t", "64",
           "tile size of the innermost axis dimension; 0: the whole axis">,
    Option<"segments", "segments", "int64_t", "1",
           "number of parts of the outermost axis dimension that are folded "
           "apart and merged">,
    Option<"threads", "threads", "int64_t", "1",
           "number of iterations that the loop over rows and segments should "
           "have at least">,
    Option<"longRows", "long-rows", "bool", "false",
           "choose tiles of folds whose rows share nothing by the length of "
           "the rows">,
    Option<"relaxQuotients", "relax-quotients", "bool", "false",
           "divide a row of f32 by a value of the row as a product with the "
           "reciprocal">,
    Option<"loops", "loops", "std::string", "\"forall\"",
           "loop over rows and segments: forall or for">,
    Option<"markVirtual", "mark-virtual", "bool", "false",
           "mark ops whose rows x axis result must not be left, for "
           "redfuser-check-virtual">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDFUSER_TRANSFORMS_PASSES_TD
