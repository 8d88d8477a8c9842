// RUN: redfuser run %s --check | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s --check-prefix=FOLD

// The term is zero in the algebra and divides by a deferred reference: a constant in the reference's place
// must not make it 0 / 0. The quotient is a factor of its own, deferred.

// CHECK: check passed
// FOLD: cascade.fold
// FOLD-NOT: arith.divf
// FOLD: linalg.generic
// FOLD: %[[ZERO:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// FOLD: arith.mulf %{{.*}}, %[[ZERO]]
func.func @zero_over_sum(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0, %1 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%z, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%a) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
    reduce #cascade.addf -> (d0) (%a | %sum) {
      %none = arith.constant 0.0 : f32
      %t = arith.divf %none, %sum : f32
      cascade.yield %t : f32
    }
  return %1 : tensor<4xf32>
}
