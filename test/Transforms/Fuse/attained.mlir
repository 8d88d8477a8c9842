// What counts only where an extremum is attained is dropped when that moves on.
// RUN: redfuser-opt %s --redfuser-fuse -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @position
// CHECK: cascade.fold
// CHECK: component #cascade.maximumf -> (d0)
// CHECK: component #cascade.minsi -> (d0) (%[[X:.*]] | %[[M:.*]]) {
// CHECK: %[[A:.*]] = arith.cmpf oeq, %[[X]], %[[M]]
// CHECK: arith.select %[[A]]
// CHECK: } correct (%[[OLDM:.*]], %[[OLD:.*]] | %[[NEWM:.*]]) {
// CHECK: %[[STILL:.*]] = arith.cmpf oeq, %[[OLDM]], %[[NEWM]]
// CHECK: %[[NONE:.*]] = arith.constant 9223372036854775807
// CHECK: arith.select %[[STILL]], %[[OLD]], %[[NONE]]
func.func @position(%x: tensor<?x?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xi64>) {
  %ninf = arith.constant 0xFF800000 : f32
  %none = arith.constant 9223372036854775807 : i64
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i0 = linalg.fill ins(%none : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%m0, %i0 : tensor<?xf32>, tensor<?xi64>)
    reduce #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.minsi -> (d0) (%a | %m) {
      %i = cascade.index 1
      %p = arith.index_cast %i : index to i64
      %is = arith.cmpf oeq, %a, %m : f32
      %v = arith.select %is, %p, %none : i64
      cascade.yield %v : i64
    }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi64>
}

// -----

// The number of minima, in floats, that are below 3: the init may move the minimum
// on, and then nothing counts.
// CHECK-LABEL: func.func @count
// CHECK: %[[F:.*]]:2 = cascade.fold
// CHECK: component #cascade.addf
// CHECK: linalg.generic {{.*}} ins(%[[F]]#1, %[[F]]#0
// CHECK: %[[MIN:.*]] = arith.minimumf
// CHECK: %[[STILL:.*]] = arith.cmpf oeq, %[[MIN]], %{{.*}}
// CHECK: arith.select %[[STILL]]
func.func @count(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %three = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %m0 = linalg.fill ins(%three : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%m0, %s0 : tensor<?xf32>, tensor<?xf32>)
    reduce #cascade.minimumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    reduce #cascade.addf -> (d0) (%a | %m) {
      %is = arith.cmpf oeq, %m, %a : f32
      %v = arith.uitofp %is : i1 to f32
      cascade.yield %v : f32
    }
  return %0#1 : tensor<?xf32>
}
