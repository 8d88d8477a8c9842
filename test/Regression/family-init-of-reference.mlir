// RUN: redfuser run %s --func=softplus_like --check | FileCheck %s
// RUN: redfuser run %s --func=two_maxima --check | FileCheck %s

// The init of a maximum is above all scores: only the parts of a sum that keep the
// maximum move to it.

// CHECK: check passed
func.func @softplus_like(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %m0 = arith.constant dense<5.0> : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0, %1 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<4x9xf32>)
      inits(%m0, %z : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %max) {
      %one = arith.constant 1.0 : f32
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      %t = arith.addf %e, %one : f32
      cascade.yield %t : f32
    }
  return %1 : tensor<4xf32>
}

func.func @two_maxima(%x: tensor<4x9xf32>, %y: tensor<4x9xf32>) -> tensor<4xf32> {
  %m0 = arith.constant dense<5.0> : tensor<4xf32>
  %m1 = arith.constant dense<3.0> : tensor<4xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %0, %1, %2 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<4x9xf32>, tensor<4x9xf32>)
      inits(%m0, %m1, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    reduce #cascade.maximumf -> (d0) (%a, %b | %max) {
      cascade.yield %b : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %max, %other) {
      %d0 = arith.subf %a, %max : f32
      %e0 = math.exp %d0 : f32
      %d1 = arith.subf %b, %other : f32
      %e1 = math.exp %d1 : f32
      %t = arith.addf %e0, %e1 : f32
      cascade.yield %t : f32
    }
  return %2 : tensor<4xf32>
}
