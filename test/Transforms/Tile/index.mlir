// RUN: redfuser-opt %s --redfuser-tile="rows=0 axis=8" | FileCheck %s

// cascade.index counts from the start of the whole axis, not of the tile.
// CHECK-LABEL: func.func @weighted
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: cascade.fold
// CHECK: %[[K:[a-z0-9]+]] = cascade.index 1
// CHECK: arith.addi %[[K]], %[[I]]
func.func @weighted(%x: tensor<4x64xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %s = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<4x64xf32>) state(%init : tensor<4xf32>)
    component #cascade.addf -> (d0) (%e) {
      %k = cascade.index 1
      %i = arith.index_cast %k : index to i32
      %f = arith.sitofp %i : i32 to f32
      %p = arith.mulf %e, %f : f32
      cascade.yield %p : f32
    }
  return %s : tensor<4xf32>
}
