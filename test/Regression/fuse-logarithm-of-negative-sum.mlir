// RUN: redfuser run %s --check | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=FOLD

// exp(x - (m + log(s))) is exp(x - m) / s only where s is not negative, and NaN elsewhere.

// CHECK: check passed
// FOLD: cascade.fold
// FOLD: linalg.generic
// FOLD: math.log
func.func @sum_of_unknown_sign(%x: tensor<16x5xf32>, %w: tensor<16x5xf32>) -> tensor<16xf32> {
  %z = arith.constant dense<0.0> : tensor<16xf32>
  %inf = arith.constant dense<0xFF800000> : tensor<16xf32>
  %0:3 = cascade.chain [parallel, axis] ins(%x (d0, d1), %w (d0, d1) : tensor<16x5xf32>, tensor<16x5xf32>)
      inits(%inf, %z, %z : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
    reduce #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %m) {
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      %t = arith.mulf %e, %b : f32
      cascade.yield %t : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %m, %s) {
      %log = math.log %s : f32
      %lse = arith.addf %m, %log : f32
      %d = arith.subf %a, %lse : f32
      %t = math.exp %d : f32
      cascade.yield %t : f32
    }
  return %0#2 : tensor<16xf32>
}
