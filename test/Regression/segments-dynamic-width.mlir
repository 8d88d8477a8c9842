// RUN: redfuser-opt %s --redfuser-tile="rows=4 axis=0 segments=3" | FileCheck %s

// The width of a segment's state, which only a dynamic input and the state have,
// was taken from the dimension before it: all segments computed 5 columns.
// CHECK-LABEL: func.func @width
// CHECK: scf.forall
// CHECK: %[[N:.*]] = tensor.dim %arg1, %{{.*}} : tensor<7x?xf32>
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}, %{{.*}}, 0] [1, %{{.*}}, %[[N]]] [1, 1, 1] : tensor<3x5x?xf32>
// CHECK: cascade.fold
func.func @width(%x: tensor<5x7xf32>, %v: tensor<7x?xf32>, %m: tensor<5xf32>, %o: tensor<5x?xf32>) -> (tensor<5xf32>, tensor<5x?xf32>) {
  %0:2 = cascade.fold [parallel, axis, parallel] ins(%x (d0, d1), %v (d1, d2) : tensor<5x7xf32>, tensor<7x?xf32>) state(%m, %o : tensor<5xf32>, tensor<5x?xf32>)
    component #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0, d2) (%a, %b | %new) {
      %p = arith.mulf %a, %b : f32
      cascade.yield %p : f32
    }
  return %0#0, %0#1 : tensor<5xf32>, tensor<5x?xf32>
}
