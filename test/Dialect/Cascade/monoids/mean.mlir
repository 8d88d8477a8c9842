// Weighted mean, a companion of the sum of weights.
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics \
// RUN:   --redfuser-cascade-to-linalg | FileCheck %s --check-prefix=LINALG

// A chain combines pair by pair; the partner is reduced once more beside it.
// CHECK-LABEL: func.func @chain
// CHECK: reduce #cascade.addf -> (d0)
// CHECK: reduce #cascade.mean<weight = 0> -> (d0)
// LINALG-LABEL: func.func @chain
// LINALG: linalg.generic
// LINALG: %[[PAIR:.*]]:2 = linalg.generic
// LINALG: ^bb0(%[[X:.*]]: f32, %[[W:.*]]: f32, %[[C:.*]]: f32, %[[ACC:.*]]: f32):
// LINALG: %[[SUM:.*]] = arith.addf %[[ACC]], %[[W]]
// LINALG: %[[PART:.*]] = arith.divf %[[W]], %[[SUM]]
// LINALG: %[[DIFF:.*]] = arith.subf %[[X]], %[[C]]
// LINALG: %[[STEP:.*]] = arith.mulf %[[DIFF]], %[[PART]]
// LINALG: arith.addf %[[C]], %[[STEP]]
// LINALG: %[[TOTAL:.*]] = arith.addf %[[ACC]], %[[W]]
// LINALG: linalg.yield %{{.*}}, %[[TOTAL]]
// LINALG: return %{{.*}}, %[[PAIR]]#0
func.func @chain(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %a: tensor<?xf32>, %b: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %w (d0, d1) : tensor<?x?xf32>, tensor<?x?xf32>)
      inits(%a, %b : tensor<?xf32>, tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%e, %f) {
      cascade.yield %f : f32
    }
    reduce #cascade.mean<weight = 0> -> (d0) (%e, %f | %sum) {
      cascade.yield %e : f32
    }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A fold sums differences from the old mean over the tile, and moves it once; from the
// tile's first value, if there is no mean yet.
// CHECK-LABEL: func.func @fold
// CHECK: component #cascade.mean<weight = 0> -> (d0)
// LINALG-LABEL: func.func @fold
// LINALG-SAME: %[[X:.*]]: tensor<?x?xf64>, %[[N0:.*]]: tensor<?xi64>, %[[C0:.*]]: tensor<?xf64>
// LINALG: %[[TILE:.*]] = linalg.generic
// LINALG: arith.addi
// LINALG: %[[N:.*]] = linalg.generic {{.*}} ins(%[[N0]], %[[TILE]]
// LINALG: %[[SIZE:.*]] = affine.min
// LINALG: %[[FIRST:.*]] = tensor.extract_slice %[[X]][0, 0] [%{{.*}}, %[[SIZE]]] [1, 1]
// LINALG: %[[X0:.*]] = linalg.generic {{.*}} ["parallel", "reduction"]} ins(%[[FIRST]]
// LINALG: %[[ANCHOR:.*]] = linalg.generic {{.*}} ins(%[[N0]], %{{.*}}, %[[N]], %[[X0]], %[[C0]]
// LINALG: %[[S:.*]] = linalg.generic {{.*}} ["parallel", "reduction"]} ins(%[[X]], %[[ANCHOR]]
// LINALG: ^bb0(%[[E:.*]]: f64, %[[C:.*]]: f64,
// LINALG: %[[D:.*]] = arith.subf %[[E]], %[[C]]
// LINALG: arith.mulf %{{.*}}, %[[D]]
// LINALG: linalg.generic {{.*}} ["parallel"]} ins(%[[N]], %[[ANCHOR]], %[[S]]
// LINALG: ^bb0(%[[NEW:.*]]: i64, %[[OLD:.*]]: f64, %[[SUM:.*]]: f64,
// LINALG: %[[W:.*]] = arith.sitofp %[[NEW]]
// LINALG: %[[STEP:.*]] = arith.divf %[[SUM]], %[[W]]
// LINALG: arith.addf %[[OLD]], %[[STEP]]
func.func @fold(%x: tensor<?x?xf64>, %n0: tensor<?xi64>, %c0: tensor<?xf64>) -> (tensor<?xi64>, tensor<?xf64>) {
  %one = arith.constant 1 : i64
  %0:2 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<?x?xf64>)
      state(%n0, %c0 : tensor<?xi64>, tensor<?xf64>)
    component #cascade.addi -> (d0) (%e) {
      cascade.yield %one : i64
    }
    component #cascade.mean<weight = 0> -> (d0) (%e | %n) {
      cascade.yield %e : f64
    }
  return %0#0, %0#1 : tensor<?xi64>, tensor<?xf64>
}

// -----

func.func @no_f16(%x: tensor<?xf16>, %a: tensor<f16>) {
  // expected-error @+1 {{monoid #cascade.mean<weight = 0> of reduction 1 is not defined on 'f16'}}
  %0:2 = cascade.chain [axis] ins(%x (d0) : tensor<?xf16>)
      inits(%a, %a : tensor<f16>, tensor<f16>)
    reduce #cascade.addf -> () (%e) {
      cascade.yield %e : f16
    }
    reduce #cascade.mean<weight = 0> -> () (%e | %sum) {
      cascade.yield %e : f16
    }
  return
}

// -----

func.func @no_later_partner(%x: tensor<?xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{expected the partner of #cascade.mean<weight = 1> to be a reduction before reduction 0, got 1}}
  %0:2 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%a, %a : tensor<f32>, tensor<f32>)
    reduce #cascade.mean<weight = 1> -> () (%e) {
      cascade.yield %e : f32
    }
    reduce #cascade.addf -> () (%e | %mean) {
      cascade.yield %e : f32
    }
  return
}

// -----

func.func @no_other_dimensions(%x: tensor<?x?xf32>, %a: tensor<f32>, %b: tensor<?xf32>) {
  // expected-error @+1 {{expected reduction 1, #cascade.mean<weight = 0>, to have the result dimensions of its partner, affine_map<(d0, d1) -> ()>, got affine_map<(d0, d1) -> (d0)>}}
  %0:2 = cascade.chain [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      inits(%a, %b : tensor<f32>, tensor<?xf32>)
    reduce #cascade.addf -> () (%e) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
    reduce #cascade.mean<weight = 0> -> (d0) (%e | %sum) {
      cascade.yield %e : f32
    }
  return
}

// -----

func.func @no_maximum_of_weights(%x: tensor<?xf32>, %a: tensor<f32>) {
  // expected-error @+1 {{expected the partner of #cascade.mean<weight = 0>, reduction 1, to be a sum of weights, got #cascade.maximumf on 'f32'}}
  %0:2 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%a, %a : tensor<f32>, tensor<f32>)
    component #cascade.maximumf -> () (%e) {
      cascade.yield %e : f32
    }
    component #cascade.mean<weight = 0> -> () (%e | %max) {
      cascade.yield %e : f32
    }
  return
}

// -----

func.func @no_weight(%x: tensor<?xf32>, %a: tensor<f32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%a : tensor<f32>)
    // expected-error @+1 {{expected '<'}}
    reduce #cascade.mean -> () (%e) {
      cascade.yield %e : f32
    }
  return
}
