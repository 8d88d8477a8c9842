// RUN: not redfuser interpret %s --func=no_op 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not redfuser interpret %s --func=no_scalar_op 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not redfuser interpret %s --func=no_sizes --dims=3,4 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not redfuser interpret %s --func=no_generic_sizes --dims=3,4 2>&1 | FileCheck %s --check-prefix=GENERIC
// RUN: not redfuser interpret %s --func=no_division --input=0 2>&1 | FileCheck %s --check-prefix=DIVISION
// RUN: not redfuser interpret %s --func=no_end 2>&1 | FileCheck %s --check-prefix=END
// RUN: not redfuser interpret %s --func=no_step --input=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not redfuser interpret %s --func=no_slice --input=_,3 2>&1 | FileCheck %s --check-prefix=SLICE
// RUN: not redfuser interpret %s --func=no_conversion --input=300 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: not redfuser interpret %s --func=no_blocks 2>&1 | FileCheck %s --check-prefix=BLOCKS

func.func @no_op(%x: tensor<2xf32>) -> tensor<2xf32> {
  // OP: no_interpret.mlir:[[# @LINE + 1]]:8: error: the interpreter does not know 'tensor.pad'
  %0 = tensor.pad %x low[0] high[0] {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    tensor.yield %c : f32
  } : tensor<2xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @no_scalar_op(%x: f32) -> i32 {
  // SCALAR: no_interpret.mlir:[[# @LINE + 1]]:8: error: the interpreter does not know 'arith.bitcast' on 'f32'
  %0 = arith.bitcast %x : f32 to i32
  return %0 : i32
}

func.func @no_sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  %init = arith.constant dense<0.0> : tensor<f32>
  // SIZES: no_interpret.mlir:[[# @LINE + 1]]:8: error: operands give iteration dimension 0 the sizes 3 and 4
  %0 = cascade.chain [axis] ins(%x (d0), %y (d0) : tensor<?xf32>, tensor<?xf32>) inits(%init : tensor<f32>)
    reduce #cascade.addf -> () (%a, %b) {
      cascade.yield %a : f32
    }
  return %0 : tensor<f32>
}

func.func @no_generic_sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // GENERIC: no_interpret.mlir:[[# @LINE + 1]]:8: error: operands give iteration dimension 0 the sizes 3 and 4
  %0 = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @no_division(%x: i32) -> i32 {
  %one = arith.constant 1 : i32
  // DIVISION: no_interpret.mlir:[[# @LINE + 1]]:8: error: the value of 'arith.divsi' is undefined for 1 and 0
  %0 = arith.divsi %one, %x : i32
  return %0 : i32
}

// END: no_interpret.mlir:[[# @LINE + 1]]:1: error: calls are nested more than 64 deep
func.func @no_end() -> i32 {
  %0 = func.call @no_end() : () -> i32
  return %0 : i32
}

func.func @no_step(%step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // STEP: no_interpret.mlir:[[# @LINE + 1]]:3: error: expected a positive step, got 0
  scf.for %i = %c0 to %c1 step %step {
  }
  return
}

func.func @no_slice(%x: tensor<3xf32>, %at: index) -> tensor<1xf32> {
  // SLICE: no_interpret.mlir:[[# @LINE + 1]]:8: error: the slice reaches outside of its tensor
  %0 = tensor.extract_slice %x[%at] [1] [1] : tensor<3xf32> to tensor<1xf32>
  return %0 : tensor<1xf32>
}

func.func @no_conversion(%x: f32) -> i8 {
  // FITS: no_interpret.mlir:[[# @LINE + 1]]:8: error: the value 3.000000e+02 does not fit 'i8'
  %0 = arith.fptosi %x : f32 to i8
  return %0 : i8
}

// BLOCKS: no_interpret.mlir:[[# @LINE + 1]]:1: error: expected structured control flow, got a function of several blocks
func.func @no_blocks() {
  cf.br ^end
^end:
  return
}
