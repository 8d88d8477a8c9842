// RUN: redfuser run %s --check --data=zeros | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=BACK

// (d / x) (x x) is d x, but not where x is zero: 0 * inf, NaN.

// CHECK: check passed
// BACK-LABEL: func.func @no_divisor_that_cancels
// BACK-NOT: cascade.fold
func.func @no_divisor_that_cancels(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d) {
      %q = arith.divf %d, %a : f32
      %s = arith.mulf %a, %a : f32
      %t = arith.mulf %q, %s : f32
      cascade.yield %t : f32
    }
  return %0#1 : tensor<4xf32>
}
