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

// -----

// Beside the best scores and their positions.

// CHECK-LABEL: func.func @sink_and_ranks
// CHECK:       cascade.fold
// CHECK-COUNT-6: component
// CHECK-NOT:   cascade.chain
// CHECK:       return
func.func @sink_and_ranks(%x: tensor<4x64xf32>, %sink: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %none = arith.constant dense<2147483647> : tensor<4xi32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %nowhere = arith.constant 2147483647 : i32
  %worst = arith.constant 0xFF800000 : f32
  %m, %s, %o, %i, %n, %j = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %sink (d0) : tensor<4x64xf32>, tensor<4xf32>)
      inits(%low, %zero, %zero, %none, %low, %none : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>)
    reduce #cascade.maximumf -> (d0) (%p, %r) {
      cascade.yield %p : f32
    }
    reduce #cascade.addf -> (d0) (%p, %r | %max) {
      %0 = arith.subf %p, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0) (%p, %r | %max, %sum) {
      %0 = arith.subf %p, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.subf %r, %max : f32
      %3 = math.exp %2 : f32
      %4 = arith.addf %sum, %3 : f32
      %5 = arith.divf %1, %4 : f32
      %6 = arith.mulf %5, %p : f32
      cascade.yield %6 : f32
    }
    reduce #cascade.minsi -> (d0) (%p, %r | %max, %sum, %out) {
      %0 = arith.cmpf oeq, %p, %max : f32
      %1 = cascade.index 1
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.select %0, %2, %nowhere : i32
      cascade.yield %3 : i32
    }
    reduce #cascade.maximumf -> (d0) (%p, %r | %max, %sum, %out, %at) {
      %1 = cascade.index 1
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.cmpi eq, %2, %at : i32
      %4 = arith.select %3, %worst, %p : f32
      cascade.yield %4 : f32
    }
    reduce #cascade.minsi -> (d0) (%p, %r | %max, %sum, %out, %at, %second) {
      %1 = cascade.index 1
      %2 = arith.index_cast %1 : index to i32
      %3 = arith.cmpi eq, %2, %at : i32
      %4 = arith.select %3, %worst, %p : f32
      %5 = arith.cmpf oeq, %4, %second : f32
      %6 = arith.select %5, %2, %nowhere : i32
      cascade.yield %6 : i32
    }
  return %o, %j, %n : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}
