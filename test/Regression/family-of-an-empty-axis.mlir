// RUN: redfuser run %s --check --dims=4x0 | FileCheck %s
// RUN: redfuser run %s --check --dims=4x3 | FileCheck %s

// The sums that a variance is computed from divide by the axis' length: the result
// of an axis without elements was NaN, not the init.

// CHECK: check passed
func.func @variance(%x: tensor<4x?xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c1 : tensor<4x?xf32>
  %i = arith.index_cast %size : index to i64
  %n = arith.sitofp %i : i64 to f32
  %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x?xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> (d0) (%e | %sum) {
      %mean = arith.divf %sum, %n : f32
      %0 = arith.subf %e, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  return %v : tensor<4xf32>
}
