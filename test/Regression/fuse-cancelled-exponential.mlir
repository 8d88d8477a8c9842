// RUN: redfuser run %s --check --data=offset | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=BACK

// exp(m - x) / exp(m - x) is one, but its code needs m in it: with a constant in its place both
// exponentials overflow, or both are zero.

// CHECK: check passed
// BACK-LABEL: func.func @no_exponentials_that_cancel
// BACK-NOT: cascade.fold
func.func @no_exponentials_that_cancel(%x: tensor<2x17xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %z = arith.constant dense<0.0> : tensor<2xf32>
  %inf = arith.constant dense<0x7F800000> : tensor<2xf32>
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<2x17xf32>)
      inits(%inf, %z : tensor<2xf32>, tensor<2xf32>)
    reduce #cascade.minimumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %m) {
      %d = arith.subf %m, %a : f32
      %e = math.exp %d : f32
      %f = math.exp %d : f32
      %t = arith.divf %e, %f : f32
      cascade.yield %t : f32
    }
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}
