// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s

// A sum of many products that reads no reference is one value to the algebra: its
// square is one product, not 36. The fold computes it by the source's own code, not
// by the products multiplied out, which would cancel.

// CHECK-LABEL: func @variance_of_a_long_sum
// CHECK: cascade.fold
// The running mean is of that code: one subtraction, then the gain.
// CHECK: component #cascade.mean<weight = 0>
// CHECK-NEXT: arith.subf %{{.*}}, %{{.*}}
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: cascade.yield
func.func @variance_of_a_long_sum(%a: tensor<8x64xf32>, %b: tensor<8x64xf32>, %c: tensor<64xf32>, %m: tensor<8xf32>, %g: tensor<64xf32>, %e: tensor<8x64xf32>, %init: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %n = arith.constant 64.0 : f32
  %0:2 = cascade.chain [parallel, axis]
      ins(%a (d0, d1), %b (d0, d1), %c (d1), %m (d0), %g (d1), %e (d0, d1) : tensor<8x64xf32>, tensor<8x64xf32>, tensor<64xf32>, tensor<8xf32>, tensor<64xf32>, tensor<8x64xf32>)
      inits(%init, %init : tensor<8xf32>, tensor<8xf32>)
    reduce #cascade.addf -> (d0) (%x0, %x1, %x2, %x3, %x4, %x5) {
      %d = arith.subf %x0, %x3 : f32
      %s = arith.mulf %d, %x4 : f32
      %t = arith.addf %s, %x1 : f32
      %u = arith.addf %t, %x2 : f32
      %v = arith.addf %u, %x5 : f32
      cascade.yield %v : f32
    }
    reduce #cascade.addf -> (d0) (%x0, %x1, %x2, %x3, %x4, %x5 | %sum) {
      %d = arith.subf %x0, %x3 : f32
      %s = arith.mulf %d, %x4 : f32
      %t = arith.addf %s, %x1 : f32
      %u = arith.addf %t, %x2 : f32
      %v = arith.addf %u, %x5 : f32
      %mean = arith.divf %sum, %n : f32
      %w = arith.subf %v, %mean : f32
      %q = arith.mulf %w, %w : f32
      cascade.yield %q : f32
    }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
