// Exclusive or: on i1, parity.
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics \
// RUN:   --redfuser-cascade-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: redfuser-opt %s -split-input-file -verify-diagnostics \
// RUN:   --redfuser-tile="axis=4 segments=2" | FileCheck %s --check-prefix=TILE

// CHECK-LABEL: func.func @chain
// CHECK-COUNT-4: reduce #cascade.xori -> (d0)
// LINALG-LABEL: func.func @chain
// LINALG: arith.xori %{{.*}} : i1
// LINALG: arith.xori %{{.*}} : i8
// LINALG: arith.xori %{{.*}} : i32
// LINALG: arith.xori %{{.*}} : i64
func.func @chain(%x: tensor<?x?xi1>, %y: tensor<?x?xi8>, %z: tensor<?x?xi32>, %w: tensor<?x?xi64>,
    %a: tensor<?xi1>, %b: tensor<?xi8>, %c: tensor<?xi32>, %d: tensor<?xi64>)
    -> (tensor<?xi1>, tensor<?xi8>, tensor<?xi32>, tensor<?xi64>) {
  %0:4 = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1), %z (d0, d1), %w (d0, d1)
        : tensor<?x?xi1>, tensor<?x?xi8>, tensor<?x?xi32>, tensor<?x?xi64>)
      inits(%a, %b, %c, %d : tensor<?xi1>, tensor<?xi8>, tensor<?xi32>, tensor<?xi64>)
    reduce #cascade.xori -> (d0) (%0, %1, %2, %3) {
      cascade.yield %0 : i1
    }
    reduce #cascade.xori -> (d0) (%0, %1, %2, %3 | %4) {
      cascade.yield %1 : i8
    }
    reduce #cascade.xori -> (d0) (%0, %1, %2, %3 | %4, %5) {
      cascade.yield %2 : i32
    }
    reduce #cascade.xori -> (d0) (%0, %1, %2, %3 | %4, %5, %6) {
      cascade.yield %3 : i64
    }
  return %0#0, %0#1, %0#2, %0#3 : tensor<?xi1>, tensor<?xi8>, tensor<?xi32>, tensor<?xi64>
}

// -----

// Segments start at the identity.
// CHECK-LABEL: func.func @fold
// CHECK: component #cascade.xori -> (d0)
// TILE-LABEL: func.func @fold
// TILE-DAG: arith.constant 0 : i32
// TILE-DAG: arith.constant false
// TILE: scf.forall
func.func @fold(%x: tensor<3x40xi32>, %y: tensor<3x40xi1>, %s: tensor<3xi32>, %t: tensor<3xi1>)
    -> (tensor<3xi32>, tensor<3xi1>) {
  %0:2 = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %y (d0, d1) : tensor<3x40xi32>, tensor<3x40xi1>)
      state(%s, %t : tensor<3xi32>, tensor<3xi1>)
    component #cascade.xori -> (d0) (%e, %f) {
      cascade.yield %e : i32
    }
    component #cascade.xori -> (d0) (%e, %f | %0) {
      cascade.yield %f : i1
    }
  return %0#0, %0#1 : tensor<3xi32>, tensor<3xi1>
}

// -----

func.func @no_floats(%x: tensor<?xf32>, %init: tensor<f32>) {
  // expected-error @+1 {{monoid #cascade.xori of reduction 0 is not defined on 'f32'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xf32>)
      inits(%init : tensor<f32>)
    reduce #cascade.xori -> () (%a) {
      cascade.yield %a : f32
    }
  return
}

// -----

func.func @no_index(%x: tensor<?xindex>, %init: tensor<index>) {
  // expected-error @+1 {{monoid #cascade.xori of reduction 0 is not defined on 'index'}}
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<?xindex>)
      inits(%init : tensor<index>)
    reduce #cascade.xori -> () (%a) {
      cascade.yield %a : index
    }
  return
}
