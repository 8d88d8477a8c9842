// RUN: redfuser run %s --check --data=zeros | FileCheck %s

// x d - e was summed as d times what lies about e / d, which is 0 / 0 where both sums are zero.

// CHECK: check passed
func.func @zero_sums(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0:3 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%z, %z, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d, %e) {
      %t = arith.mulf %a, %d : f32
      %u = arith.subf %t, %e : f32
      cascade.yield %u : f32
    }
  return %0#2 : tensor<4xf32>
}
