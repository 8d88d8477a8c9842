// Product; the empty product is 1.
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics \
// RUN:   --redfuser-cascade-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: func.func @chain
// CHECK: reduce #cascade.mulf -> (d0)
// CHECK: reduce #cascade.mulf -> (d0)
// CHECK: reduce #cascade.mulf -> (d0)
// CHECK: reduce #cascade.mulf -> (d0)
// LINALG-LABEL: func.func @chain
// LINALG: arith.mulf %{{.*}} : f16
// LINALG: arith.mulf %{{.*}} : bf16
// LINALG: arith.mulf %{{.*}} : f32
// LINALG: arith.mulf %{{.*}} : f64
func.func @chain(%x: tensor<?x?xf16>, %y: tensor<?x?xbf16>, %z: tensor<?x?xf32>, %w: tensor<?x?xf64>,
    %a: tensor<?xf16>, %b: tensor<?xbf16>, %c: tensor<?xf32>, %d: tensor<?xf64>)
    -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>, tensor<?xf64>) {
  %0:4 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1), %z (d0, d1), %w (d0, d1)
        : tensor<?x?xf16>, tensor<?x?xbf16>, tensor<?x?xf32>, tensor<?x?xf64>)
      inits(%a, %b, %c, %d : tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>, tensor<?xf64>)
    reduce #cascade.mulf -> (d0) (%0, %1, %2, %3) {
      cascade.yield %0 : f16
    }
    reduce #cascade.mulf -> (d0) (%0, %1, %2, %3 | %4) {
      cascade.yield %1 : bf16
    }
    reduce #cascade.mulf -> (d0) (%0, %1, %2, %3 | %4, %5) {
      cascade.yield %2 : f32
    }
    reduce #cascade.mulf -> (d0) (%0, %1, %2, %3 | %4, %5, %6) {
      cascade.yield %3 : f64
    }
  return %0#0, %0#1, %0#2, %0#3 : tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>, tensor<?xf64>
}

// -----

// CHECK-LABEL: func.func @fold
// CHECK: component #cascade.mulf -> ()
// LINALG-LABEL: func.func @fold
// LINALG: arith.mulf
func.func @fold(%x: tensor<?xf32>, %state: tensor<f32>) -> tensor<f32> {
  %0 = cascade.fold [axis] ins(%x (d0) : tensor<?xf32>)
      state(%state : tensor<f32>)
    component #cascade.mulf -> () (%e) {
      cascade.yield %e : f32
    }
  return %0 : tensor<f32>
}

// -----

func.func @no_integers(%x: tensor<?xi32>, %init: tensor<i32>) {
  // expected-error @+1 {{monoid #cascade.mulf of reduction 0 is not defined on 'i32'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xi32>)
      inits(%init : tensor<i32>)
    reduce #cascade.mulf -> () (%a) {
      cascade.yield %a : i32
    }
  return
}
