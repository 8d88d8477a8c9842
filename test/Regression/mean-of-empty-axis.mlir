// RUN: redfuser-opt %s --redfuser-cascade-to-linalg | FileCheck %s

// A mean starts at the tile's first value; there is none on an axis that is known to be empty.

// CHECK-LABEL: func.func @mean
// CHECK-NOT: tensor.extract_slice
func.func @mean(%x: tensor<4x0xf32>, %n: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %0:2 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<4x0xf32>)
      state(%n, %c : tensor<4xf32>, tensor<4xf32>)
    component #cascade.addf -> (d0) (%a) {
      cascade.yield %one : f32
    }
    component #cascade.mean<weight = 0> -> (d0) (%a | %w) {
      cascade.yield %a : f32
    }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
