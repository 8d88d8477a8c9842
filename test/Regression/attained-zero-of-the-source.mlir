// The init moves the maximum on, so that nothing attains it: a count of +0, whose inverse
// is +inf, not the -0 that is the identity of sums.
// RUN: redfuser-opt %s --redfuser-fuse | FileCheck %s

// CHECK-LABEL: func.func @count
// CHECK:       component #cascade.addf
// CHECK:       correct
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         arith.select %{{.*}}, %{{.*}}, %[[ZERO]] : f32
func.func @count(%x: tensor<4x8xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<-0.0> : tensor<4xf32>
  %m, %k = cascade.chain [parallel, axis]
      ins(%x (d0, d1) : tensor<4x8xf32>) inits(%m0, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.maxnumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %max) {
      %one = arith.constant 1.0 : f32
      %none = arith.constant 0.0 : f32
      %0 = arith.cmpf oeq, %a, %max : f32
      %1 = arith.select %0, %one, %none : f32
      cascade.yield %1 : f32
    }
  return %k : tensor<4xf32>
}
