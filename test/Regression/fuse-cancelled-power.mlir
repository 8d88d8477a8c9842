// RUN: redfuser run %s --check --func=quotient --data=posinf | FileCheck %s
// RUN: redfuser run %s --check --func=quotient --data=zeros | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=FOLD

// x / (x x) is 1 / x, but not where x is infinite or zero: it stays as it is.

// CHECK: check passed
// FOLD-LABEL: func.func @quotient
// FOLD: cascade.fold
// FOLD: %[[SQUARE:.*]] = arith.mulf %[[X:.*]], %[[X]]
// FOLD: arith.divf %[[X]], %[[SQUARE]]
func.func @quotient(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d) {
      %p = arith.mulf %a, %d : f32
      %s = arith.mulf %a, %a : f32
      %q = arith.divf %a, %s : f32
      %t = arith.subf %p, %q : f32
      cascade.yield %t : f32
    }
  return %0#1 : tensor<4xf32>
}

// Where a reference is within what would cancel, the chain stays.
// FOLD-LABEL: func.func @no_quotient_of_sum
// FOLD-NOT: cascade.fold
func.func @no_quotient_of_sum(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %d) {
      %p = arith.mulf %a, %d : f32
      %one = arith.constant 1.0 : f32
      %s = arith.addf %p, %one : f32
      %q = arith.divf %s, %a : f32
      cascade.yield %q : f32
    }
  return %0#1 : tensor<4xf32>
}
