//===- Passes.td - RedFuser lowering passes ----------------*- tablegen -*-===//
//
// Part of the RedFuser project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDFUSER_CONVERSION_PASSES_TD
#define REDFUSER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def CascadeToLinalgPass : Pass<"redfuser-cascade-to-linalg"> {
  let summary = "lower cascade.chain and cascade.fold to linalg ops";
  let description = [{
    Rewrites every fold (usually one per tile, inside the loops that
    `redfuser-tile` made) as linalg ops that update the state in place: per
    component a correction of the old value, a reduction of the terms and their
    combination. A chain becomes one reduction after the other.

    Scalar code is grouped by the dimensions it depends on, so that a factor that
    varies along rows alone is computed once per row, and the product of such a
    factor and an operand becomes a contraction.

    Values do not change but for the order in which sums are associated.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// GPU: from tiled linalg on tensors to gpu.binary and host code
//===----------------------------------------------------------------------===//

def MaximaToLLVM : Pass<"redfuser-maxima-to-llvm"> {
  let summary = "Turn maxima and minima into LLVM's, of which it vectorises reductions";
  let description = [{
    Rewrites `arith.maximumf` and `arith.minimumf` of scalar f32 and f64 to
    `llvm.intr.maximum` and `llvm.intr.minimum`, which mean the same, before
    `arith-expand` spells them in comparisons and selections. LLVM vectorises a
    reduction with the intrinsics, NaN and signed zeros included, and does not
    recognise one in that spelling.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def FoldToGPU : Pass<"redfuser-fold-to-gpu"> {
  let summary = "Compute folds on rows, and what reads them, by one kernel each";
  let description = [{
    Takes each `cascade.fold` without contraction (every component has one value a
    row) together with the elementwise linalg ops that read its results, on rows or
    along the axis, and emits a `gpu.launch` of finished thread code in their place:

    - a row has 1 to 1024 threads; a thread reads 16-byte vectors, also where rows
      begin between two of them, and holds the state in registers;
    - per piece of the axis, each component is corrected once and reduces its
      terms; states are merged in a warp by shuffles and in a block through shared
      memory, all by the fold's own corrections and monoids;
    - a row that fits is kept in registers or shared memory until its results are
      read out, so that inputs are read once.

    - where the axis is not innermost, consecutive threads have consecutive columns;
    - few long rows are cut into segments, whose states the last block merges, or
      a second kernel if there are readouts;
    - blocks of a cluster share a long row;
    - on Hopper long rows pass through a ring in shared memory, which bulk copies
      fill: of blocks that take row after row, or that share all rows;
    - where one component has a column more than the others, which no input shares
      between rows (the merge of a contraction's partial states), threads have
      columns and each computes the others, too.

    A single reduction of rows, which is raised to no chain, is such a fold, too.

    The attribute `redfuser.schedule` of a fold, a `#cascade.row_schedule`, says
    how; without it the option `schedule` where it fits (a remark says where it
    does not), and without that the pass chooses. A fold on which this form does
    not apply is left alone, with a remark.

    Sums are re-associated. Exponentials of differences with the running maximum,
    and quotients by a value of the row, have an error of 2 ulp (docs/Numerics.md).
  }];
  let options = [
    Option<"sharedBudget", "shared-budget", "int64_t", "49152",
           "Bytes of shared memory that a block may use">,
    Option<"schedule", "schedule", "std::string", "\"\"",
           "Parameters of a #cascade.row_schedule for the folds that it fits">,
    Option<"clusters", "clusters", "bool", "false",
           "The chip has clusters of blocks">,
    Option<"multiprocessors", "multiprocessors", "int64_t", "0",
           "Multiprocessors that kernels have, for grids that fill them; blocks "
           "that wait for each other are no more; 0: unknown, and no such "
           "kernel is chosen">,
  ];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::gpu::GPUDialect",
    "mlir::scf::SCFDialect", "mlir::arith::ArithDialect",
    "mlir::memref::MemRefDialect", "mlir::tensor::TensorDialect",
    "mlir::vector::VectorDialect", "mlir::linalg::LinalgDialect",
    "mlir::bufferization::BufferizationDialect",
    "mlir::NVVM::NVVMDialect"];
}

def FoldToWarpgroups : Pass<"redfuser-fold-to-warpgroups"> {
  let summary = "Compute folds between two contractions on Hopper's tensor cores";
  let description = [{
    Takes each `cascade.fold` that reads the result of a contraction (scores: f16 or
    bf16 operands, f32 sums) and has a component that is itself a contraction (a sum
    of a factor of row and position times an operand of position and column),
    together with the elementwise linalg ops that read its results, and emits one
    `gpu.launch` of finished thread code for sm_90a in their place:

    - a producer warpgroup loads tiles by TMA into a ring of stages in shared memory;
    - consumer warpgroups of 64 rows each compute the scores of a tile by `wgmma`,
      evaluate the fold's own terms, corrections and monoids on the registers of the
      accumulator, and use the factor, rounded where the term says, as the register
      operand of the second `wgmma`; the scores of the next tile are issued before;
    - components with one value a row are reduced in registers and over the four
      lanes that share a row;
    - what is known to be masked by positions is not visited, and only tiles on
      its border evaluate the mask;
    - a running maximum may lag behind (`lazy`): terms are then larger by up to
      2^lazy, and corrections are applied only when it rises by more, and in the end;
    - the ops after the fold are evaluated on the registers before they are stored;
    - few rows are joined by other dimensions that the query alone has (heads that
      share a key), where they are one run in memory;
    - operands may lie in pages that a table orders: the page is one more
      coordinate of the load;
    - where masks read elements of rows and keys, a warp lists the tiles of the
      axis of which anything is left;
    - up to 512 columns are divided among two warpgroups that share their rows;
    - where tiles of rows do not occupy the device, the axis is cut into segments,
      whose states are merged by the blocks that have them, by those of a cluster,
      or by a fold over the segments (`redfuser-fold-to-gpu` makes it one kernel
      with what follows);
    - where memory has how long the axis is for each batch, blocks get equal ranges
      of the tiles of all rows.

    With `synchronous`, for chips from sm_80 on that are not sm_90a, all warps load
    by `cp.async` and compute by `mma.sync`, a tile after the other; the fold's
    code is the same, and operands' memory must begin with a multiple of 16 bytes.

    Nothing here knows attention: scale, mask, bias and everything else are the
    code of the regions. Transposes and reshapes of the contractions' operands are
    read through. A fold on which this form does not apply is left alone, with a
    remark.

    The attribute `redfuser.schedule` of a fold, a `#cascade.warpgroup_schedule`,
    says how; without it the option `schedule` where it fits (a remark says where it
    does not), and without that the pass chooses.

    Sums are re-associated. Exponentials of differences with the running maximum are
    2^fl(x log2 e - r log2 e) by `ex2.approx` (docs/Numerics.md). With `numerics =
    contract` roundings of the scores to f16 and bf16 are dropped.
  }];
  let options = [
    Option<"numerics", "numerics", "::redfuser::Numerics",
           "::redfuser::Numerics::Contract", "How far rounding may change",
           [{::llvm::cl::values(
             clEnumValN(::redfuser::Numerics::Strict, "strict",
                        "rounding moves nowhere"),
             clEnumValN(::redfuser::Numerics::Contract, "contract",
                        "f16 and bf16 rounding may move"))}]>,
    Option<"sharedBudget", "shared-budget", "int64_t", "231424",
           "Bytes of shared memory that a block may use">,
    Option<"synchronous", "synchronous", "bool", "false",
           "Only instructions of sm_80">,
    Option<"schedule", "schedule", "std::string", "\"\"",
           "Parameters of a #cascade.warpgroup_schedule for the folds that it "
           "fits">,
  ];
  let dependentDialects = [
    "mlir::gpu::GPUDialect", "mlir::scf::SCFDialect",
    "mlir::arith::ArithDialect", "mlir::math::MathDialect",
    "mlir::memref::MemRefDialect", "mlir::tensor::TensorDialect",
    "mlir::nvgpu::NVGPUDialect", "mlir::NVVM::NVVMDialect",
    "mlir::LLVM::LLVMDialect", "mlir::affine::AffineDialect",
    "mlir::vector::VectorDialect", "mlir::linalg::LinalgDialect",
    "mlir::bufferization::BufferizationDialect"];
}

def GPUScopeLaunches : Pass<"redfuser-gpu-scope-launches"> {
  let summary = "Give the stack of launches in loops back";
  let description = [{
    The translation of `gpu.launch_func` to LLVM IR puts the parameters on the stack where the
    launch is: thousands of launches in a loop fill it. Those that are not in the first block of
    a function are put between `llvm.intr.stacksave` and `llvm.intr.stackrestore`; the driver
    has copied the parameters by then.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def GPUTensorMaps : Pass<"redfuser-gpu-tensor-maps", "mlir::ModuleOp"> {
  let summary = "Make TMA descriptors arguments of their kernels";
  let description = [{
    After kernel outlining. Each `nvgpu.tma.create.descriptor` of host code becomes
    128 bytes of stack that the runtime's `mgpuTensorMapEncodeTiled` fills, with the
    signature of upstream's function of that name, and the kernel takes the bytes
    themselves as a `grid_constant` argument: no device memory, no fence.

    Upstream's `convert-nvgpu-to-nvvm` copies every descriptor to device memory that
    it never frees, which this pass is instead of.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect", "mlir::NVVM::NVVMDialect",
                           "mlir::memref::MemRefDialect",
                           "mlir::arith::ArithDialect"];
}

def LinalgToForall : Pass<"redfuser-linalg-to-forall"> {
  let summary = "Tile linalg ops outside kernels into scf.forall over blocks";
  let description = [{
    Every linalg op (tensors or buffers) that is not yet inside an `scf.forall`
    or a `gpu.launch` becomes one `scf.forall` over its parallel dimensions: one
    iteration is the work of one block. Reduction dimensions are never split, so
    values do not change. An op without parallel dimensions runs in a forall of
    one iteration, and so does an `scf.for` that carries and computes small
    tensors only (at most 16384 elements): what tiling leaves where one tile
    covers all rows.

    Tile sizes are chosen innermost dimension first until a block has
    `elementwise-tile` results (no reduction), `reduction-tile` results
    (reductions along the innermost dimension of an operand: a warp each) or
    `contraction-tile` results (other reductions: a thread each).

    `tensor.pad` and `linalg.softmax` are decomposed first. On buffers,
    `memref.copy` between layouts that one contiguous copy cannot serve becomes
    such a forall, too. An op outside kernels that works on whole tensors and
    has no kernel form is an error.
  }];
  let options = [
    Option<"elementwiseTile", "elementwise-tile", "int64_t", "2048",
           "Results of an elementwise op that one block computes">,
    Option<"reductionTile", "reduction-tile", "int64_t", "8",
           "Results of a row reduction that one block computes">,
    Option<"contractionTile", "contraction-tile", "int64_t", "1024",
           "Results of a contraction that one block computes">,
  ];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::linalg::LinalgDialect",
    "mlir::scf::SCFDialect", "mlir::tensor::TensorDialect",
    "mlir::memref::MemRefDialect", "mlir::arith::ArithDialect"];
}

def CheckVirtual : Pass<"redfuser-check-virtual"> {
  let summary = "Check that no tensor marked virtual is materialised";
  let description = [{
    Fusion pulls producers (for attention: the rows x keys scores) into the tile
    loop. Whoever does that marks the original op with the unit attribute
    `redfuser.virtual`: its full-size result must have no reader left. This pass
    reports an error at each marked op, outside an `scf.forall` or `gpu.launch`,
    that is still used: it would allocate a rows x axis buffer. Marked ops
    without users are erased.
  }];
}

def ForallToGPU : Pass<"redfuser-forall-to-gpu"> {
  let summary = "Turn each outermost scf.forall on buffers into a gpu.launch";
  let description = [{
    One iteration becomes one block of `threads` threads. The iteration space is
    linearised onto the x dimension of the grid, which alone may exceed 65535.
    A forall nested in another becomes sequential loops. Needs bufferized input:
    a forall with results is an error.
  }];
  let options = [
    Option<"threads", "threads", "int64_t", "256",
           "Threads of a block; a multiple of 32 from 32 to 1024">,
  ];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::gpu::GPUDialect",
    "mlir::scf::SCFDialect", "mlir::arith::ArithDialect"];
}

def GPUStageOperands : Pass<"redfuser-gpu-stage-operands"> {
  let summary = "Copy the reused operands of contractions to temporaries";
  let description = [{
    A contraction inside a `gpu.launch` (a reduction of two or more operands) reads
    an element of an operand once for each result that depends on it. An operand in
    global memory that many results share, and that the launch does not write, is
    copied to a temporary of the launch first, as one `memref.copy` in front of the
    outermost loop in which it does not change. `redfuser-gpu-place-buffers` puts the
    temporary in shared memory. Its size is the constant upper bound of the operand's
    (ValueBoundsOpInterface); rows along a reduction dimension get 4 bytes of
    padding, so that neighbouring threads read different banks.

    Operands stay where they are if their size has no constant bound, or if the
    launch's temporaries and the copies would exceed `shared-budget` bytes. Different
    arguments of a function are taken to be different memory.
  }];
  let options = [
    Option<"sharedBudget", "shared-budget", "int64_t", "49152",
           "Bytes of shared memory that a block may use">,
  ];
  let dependentDialects = ["mlir::memref::MemRefDialect"];
}

def GPUPlaceBuffers : Pass<"redfuser-gpu-place-buffers"> {
  let summary = "Place the temporaries of a gpu.launch in shared memory";
  let description = [{
    Every `memref.alloc` inside a `gpu.launch` becomes a `memref.view` of the
    block's dynamic shared memory, at a constant offset, with the constant upper
    bound of its size reserved (ValueBoundsOpInterface). What exceeds
    `shared-budget` bytes, smallest buffers first, becomes a view of a global
    buffer with one slice a block. A buffer whose size has no constant bound and
    is not known before the launch is an error, as is one that a loop carries
    into its next iteration.
  }];
  let options = [
    Option<"sharedBudget", "shared-budget", "int64_t", "49152",
           "Bytes of shared memory that a block may use">,
  ];
  let dependentDialects = [
    "mlir::gpu::GPUDialect", "mlir::memref::MemRefDialect",
    "mlir::arith::ArithDialect", "mlir::affine::AffineDialect"];
}

def GPUDistribute : Pass<"redfuser-gpu-distribute"> {
  let summary = "Distribute the linalg ops of a gpu.launch over its threads";
  let description = [{
    The body of a `gpu.launch` is a block-uniform program: control flow and
    scalars are computed by every thread. Each linalg op and `memref.copy` in it
    becomes thread code, followed by a barrier:

    - no reduction: iterations are strided over the threads, the innermost
      dimension of the result fastest (coalesced);
    - `thread` reduction: one thread a result, the reduction in registers in
      source order. Always right; taken for bodies that are not
      `combine(acc, term)` with one of the known combiners, and for small
      contractions;
    - `register tile` reduction: contractions. A thread computes up to 8 x 4 results,
      each in registers and in source order, and loads an operand's element once
      for all of them;
    - `warp` reduction: one warp a result, lanes stride the reduction dimensions,
      butterfly shuffles combine;
    - `block` reduction: for few results with long reductions, all warps work on
      one result and combine through shared memory.

    Warp and block reductions re-associate: floating-point sums and products
    differ from the source order by rounding; max, min and integers are exact. This
    is so with all numerics options, `strict` too: as for tiling, the order of a
    reduction is no part of a program's meaning, while where a value is rounded to
    its type is. A product that is added to an accumulator may be fused with the
    addition (`fma`, one rounding instead of two: at least as exact).
    Accumulators have the element type of the result, as the source says.
    `memref.store` runs in thread 0. An op with side effects that has no thread
    form is an error.
  }];
  let dependentDialects = [
    "mlir::affine::AffineDialect", "mlir::gpu::GPUDialect",
    "mlir::scf::SCFDialect", "mlir::arith::ArithDialect",
    "mlir::linalg::LinalgDialect", "mlir::memref::MemRefDialect"];
}

def GPUMath : Pass<"redfuser-gpu-math"> {
  let summary = "Expand math ops in kernels so that PTX needs no device library";
  let description = [{
    Rewrites the `math` ops inside `gpu.module` to arithmetic and to intrinsics
    that the NVPTX backend selects itself (ex2, sqrt, fma, floor ...): no call to
    libdevice is left.

    - f16 and bf16 are computed in f32 and rounded once.
    - `exp` is `ex2.approx` of a two-term product with log2(e): about 2 ulp over the
      whole range; exp(-inf) = 0, exp(+inf) = +inf, NaN stays NaN; subnormal
      results are kept. `exp` and `exp2` with `afn` are one `ex2.approx.ftz`,
      `tanh` with `afn` is 1 - 2 / (1 + exp(2 x)): off by 2^-22 at most. A
      constant divided by a value, with `afn` and `arcp`, is its product with
      `rcp.approx.ftz`: 2 ulp.
    - `sin` and `cos` of f32 reduce their argument in f64: 2 ulp for |x| < 2^50.
      `powf` takes the logarithm and its product with the exponent in f64: 3 ulp,
      special values as in C.
    - `rsqrt` is 1 / sqrt; log, tanh, erf, atan ... are MLIR's polynomial
      approximations for f32; the hyperbolic functions are expanded.
    - A transcendental function of f64 is an error.
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::math::MathDialect",
    "mlir::LLVM::LLVMDialect", "mlir::vector::VectorDialect"];
}

def GPUHostMemory : Pass<"redfuser-gpu-host-memory"> {
  let summary = "Place the buffers of host code in host or device memory";
  let description = [{
    After kernel outlining and buffer deallocation. A buffer that the host alone
    works on (it loads or stores elements, or reads the buffer as the shape of a
    `memref.reshape`) stays host memory. All others, among them the arguments and
    results of functions and whatever a kernel is given, are device memory:

    - `memref.alloc`, `dealloc`, `copy` and `bufferization.clone` become
      `gpu.alloc`, `gpu.dealloc` and `gpu.memcpy`;
    - a `memref.load` or `store` of host code copies that one element;
    - a shape that a kernel computed is copied to the host;
    - a constant (`memref.get_global`) that a kernel reads is copied to the device.

    Buffers that may be the same memory (views, loop arguments, selects) are placed
    alike. A copy of a buffer without the identity layout is an error.
  }];
  let dependentDialects = [
    "mlir::gpu::GPUDialect", "mlir::memref::MemRefDialect",
    "mlir::arith::ArithDialect", "mlir::LLVM::LLVMDialect"];
}

def GPUManifest : Pass<"redfuser-gpu-manifest", "mlir::ModuleOp"> {
  let summary = "Record grid, block, memory and arguments of every kernel";
  let description = [{
    Reads each `gpu.launch_func` and stores what a launcher must know as JSON in
    the module attribute `redfuser.manifest`: kernel name, grid and block (a
    number, or an expression over the dimensions of the entry's arguments, for
    example `ceildiv(dim(arg0, 0), 64)`), shared memory in bytes, cluster, and the
    arguments with their types. The buffers that the host program allocates for
    its kernels are `temporaries`, by element type and shape; one that is `zeroed`
    must be zero before the first launch, and is zero again after each.
  }];
}

def GPUAttachTarget : Pass<"redfuser-gpu-attach-target", "mlir::ModuleOp"> {
  let summary = "Check the chip and attach an NVVM target to every gpu.module";
  let description = [{
    Like upstream's nvvm-attach-target, but the chip is checked against the NVPTX
    backend's own list, and with `needs-ptxas` the assembler is looked for
    (`$CUDA_HOME/bin`, `$CUDA_PATH/bin`, PATH, /usr/local/cuda/bin), so that both
    mistakes are one-line errors.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_80\"", "Target chip">,
    Option<"features", "features", "std::string", "\"\"",
           "Target features; default: the least PTX version that knows the chip">,
    Option<"needsPtxas", "needs-ptxas", "bool", "false",
           "Fail if ptxas cannot be found">,
  ];
  let dependentDialects = ["mlir::NVVM::NVVMDialect", "mlir::gpu::GPUDialect"];
}

def GPUEmitBinary : Pass<"redfuser-gpu-emit-binary", "mlir::ModuleOp"> {
  let summary = "Turn every gpu.module into a gpu.binary with PTX or a cubin";
  let description = [{
    Like upstream's gpu-module-to-binary, but looks for no CUDA toolkit: `isa` needs
    none, `bin` runs ptxas and nothing else. PTX that would call a device library
    function is an error. (`cf.assert` calls one of the CUDA driver: a check that
    fails ends the kernel and is the error of the next call of the driver.)
  }];
  let options = [
    Option<"format", "format", "std::string", "\"isa\"",
           "isa (PTX) or bin (cubin)">,
  ];
  let dependentDialects = ["mlir::gpu::GPUDialect", "mlir::NVVM::NVVMDialect"];
}

#endif // REDFUSER_CONVERSION_PASSES_TD
