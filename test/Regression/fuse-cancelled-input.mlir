// RUN: redfuser run %s --check --data=posinf | FileCheck %s
// RUN: redfuser run %s --check --data=nan | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=FOLD

// x - x is zero, but not where x is infinite or NaN: it is not taken out of the term.

// CHECK: check passed
// FOLD-LABEL: func.func @cancelled_input
// FOLD: cascade.fold
// FOLD: arith.subf %[[X:.*]], %[[X]]
func.func @cancelled_input(%x: tensor<4x9xf32>, %y: tensor<4x9xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0, %1 = cascade.chain [parallel, axis] ins(%x (d0, d1), %y (d0, d1) : tensor<4x9xf32>, tensor<4x9xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %sum) {
      %none = arith.subf %a, %a : f32
      %d = arith.subf %sum, %b : f32
      %t = arith.subf %none, %d : f32
      cascade.yield %t : f32
    }
  return %1 : tensor<4xf32>
}
