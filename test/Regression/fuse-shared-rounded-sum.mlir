// RUN: redfuser run %s --check | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=FOLD

// The second sum rounds x to bf16, so the third, which needs the sum of x in f32 as one of its
// parts, cannot take it from there.

// CHECK: check passed
// FOLD: cascade.fold
// FOLD: component #cascade.addf
// FOLD: arith.truncf
// FOLD: component #cascade.addf
// FOLD-NOT: arith.truncf
// FOLD: linalg.generic
func.func @sums_of_two_roundings(%x: tensor<3x5xf32>) -> (tensor<3xf32>, tensor<3xbf16>, tensor<3xf32>) {
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %n = arith.constant dense<0.0> : tensor<3xbf16>
  %0:3 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<3x5xf32>)
      inits(%z, %n, %z : tensor<3xf32>, tensor<3xbf16>, tensor<3xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      %half = arith.constant 0.5 : f32
      %square = arith.mulf %a, %a : f32
      %shifted = arith.addf %square, %half : f32
      %t = math.log %shifted : f32
      cascade.yield %t : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d0) {
      %t = arith.truncf %a : f32 to bf16
      cascade.yield %t : bf16
    }
    reduce #cascade.addf -> (d0) (%a | %d0, %d1) {
      %t = arith.subf %d0, %a : f32
      cascade.yield %t : f32
    }
  return %0#0, %0#1, %0#2 : tensor<3xf32>, tensor<3xbf16>, tensor<3xf32>
}
