// RUN: redfuser-opt %s --redfuser-fuse --split-input-file | FileCheck %s

// Inputs that do not vary along the axis are constants of a row: the finalizer reads
// them with the final references, in the source's code.

// CHECK-LABEL: func.func @sink
// CHECK-SAME:    (%[[X:.*]]: tensor<4x64xf32>, %[[V:.*]]: tensor<64x8xf32>, %[[SINK:.*]]: tensor<4xf32>)
// CHECK:       %[[FOLD:.*]]:3 = cascade.fold
// CHECK:         component #cascade.addf -> (d0, d2) (%[[A:.*]], %[[B:.*]], %{{.*}} | %[[M:.*]], %{{.*}}) {
// CHECK-NOT:       divf
// CHECK:           cascade.yield
// CHECK:       linalg.generic
// CHECK-SAME:    ins(%[[FOLD]]#2, %[[FOLD]]#0, %[[FOLD]]#1, %[[SINK]] :
// CHECK:       ^bb0(%[[D2:.*]]: f32, %[[D0:.*]]: f32, %[[D1:.*]]: f32, %[[S:.*]]: f32,
// CHECK:         %[[DIFF:.*]] = arith.subf %[[S]], %[[D0]] : f32
// CHECK:         %[[E:.*]] = math.exp %[[DIFF]] : f32
// CHECK:         arith.addf %{{.*}}, %[[E]] : f32
func.func @sink(%x: tensor<4x64xf32>, %v: tensor<64x8xf32>, %sink: tensor<4xf32>) -> tensor<4x8xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<0.0> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %m, %s, %o = cascade.chain [parallel, axis, parallel]
      ins(%x (d0, d1), %v (d1, d2), %sink (d0) : tensor<4x64xf32>, tensor<64x8xf32>, tensor<4xf32>)
      inits(%low, %none, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>)
    reduce #cascade.maximumf -> (d0) (%p, %q, %r) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %q, %r | %max) {
      %0 = arith.subf %p, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%p, %q, %r | %max, %sum) {
      %0 = arith.subf %p, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.subf %r, %max : f32
      %3 = math.exp %2 : f32
      %4 = arith.addf %sum, %3 : f32
      %5 = arith.divf %1, %4 : f32
      %6 = arith.mulf %5, %q : f32
      cascade.yield %6 : f32
    }
  return %o : tensor<4x8xf32>
}

// -----

// Without an exponential of the elements, functions of exponentials are deferred: a gate.

// CHECK-LABEL: func.func @gate
// CHECK:       cascade.fold
// CHECK:         component #cascade.addf
// CHECK:         component #cascade.addf
// CHECK-NOT:       exp
// CHECK:           cascade.yield
// CHECK:       linalg.generic
// CHECK:         math.exp
func.func @gate(%x: tensor<4x64xf32>, %bias: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %m, %o = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %bias (d0) : tensor<4x64xf32>, tensor<4xf32>)
      inits(%zero, %zero : tensor<4xf32>, tensor<4xf32>)
    reduce #cascade.addf -> (d0) (%p, %r) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %r | %sum) {
      %0 = arith.addf %sum, %r : f32
      %1 = math.exp %0 : f32
      %2 = arith.addf %1, %one : f32
      %3 = arith.mulf %p, %p : f32
      %4 = arith.divf %3, %2 : f32
      cascade.yield %4 : f32
    }
  return %o : tensor<4xf32>
}
