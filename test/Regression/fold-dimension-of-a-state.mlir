// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s
// RUN: redfuser run %s --check | FileCheck %s --check-prefix=EXEC

// Only a result has the dimension d0; the sums that it is computed from keep it, or
// nothing would give it a size.

// CHECK: cascade.fold [parallel, axis]
// EXEC: check passed
func.func @column_without_input(%x: tensor<9xf32>) -> tensor<3xf32> {
  %m0 = arith.constant dense<0xFF800000> : tensor<f32>
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %0, %1 = cascade.chain [parallel, axis] ins(%x (d1) : tensor<9xf32>)
      inits(%m0, %z : tensor<f32>, tensor<3xf32>)
    reduce #cascade.maximumf -> () (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %max) {
      %t = arith.subf %a, %max : f32
      cascade.yield %t : f32
    }
  return %1 : tensor<3xf32>
}
