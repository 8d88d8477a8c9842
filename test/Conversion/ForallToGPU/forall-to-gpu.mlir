// RUN: redfuser-opt %s --redfuser-forall-to-gpu="threads=128" --canonicalize | FileCheck %s

// CHECK-LABEL: func @rows
// CHECK-SAME:    %[[M:.*]]: memref<?x64xf32>, %[[N:.*]]: index
// CHECK:       %[[GRID:.*]] = affine.apply {{.*}}()[%[[N]]]
// CHECK:       gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[GRID]], %{{.*}} = %c1{{.*}}, %{{.*}} = %c1{{.*}}) threads({{.*}}) in (%{{.*}} = %c128{{.*}}) module(@redfuser_kernels) function(@rows_0)
// CHECK:         %[[I:.*]] = affine.apply {{.*}}()[%[[B]]]
// CHECK:         memref.subview %[[M]][%[[I]], 0]
// CHECK:         gpu.terminator
func.func @rows(%m: memref<?x64xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) = (0) to (%n) step (4) {
    %s = memref.subview %m[%i, 0] [4, 64] [1, 1] : memref<?x64xf32> to memref<4x64xf32, strided<[64, 1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%s : memref<4x64xf32, strided<[64, 1], offset: ?>>)
  }
  return
}

// Several dimensions share the x dimension of the grid.
// CHECK-LABEL: func @linearised
// CHECK-SAME:    %{{.*}}: memref<?x?x?xf32>, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index
// CHECK:       %[[AB:.*]] = arith.muli %[[A]], %[[B]]
// CHECK:       %[[ABC:.*]] = arith.muli %[[AB]], %[[C]]
// CHECK:       gpu.launch blocks(%[[X:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[ABC]], %{{.*}} = %c1
// CHECK:         %[[X32:.*]] = arith.index_castui %[[X]] : index to i32
// CHECK:         %[[C32:.*]] = arith.index_castui %[[C]] : index to i32
// CHECK:         arith.remui %[[X32]], %[[C32]] : i32
// CHECK:         %[[AB32:.*]] = arith.divui %[[X32]], %[[C32]] : i32
// CHECK:         %[[B32:.*]] = arith.index_castui %[[B]] : index to i32
// CHECK:         arith.remui %[[AB32]], %[[B32]] : i32
// CHECK:         arith.divui %[[AB32]], %[[B32]] : i32
func.func @linearised(%m: memref<?x?x?xf32>, %a: index, %b: index, %c: index) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i, %j, %k) in (%a, %b, %c) {
    memref.store %zero, %m[%i, %j, %k] : memref<?x?x?xf32>
  }
  return
}

// Inside a block, loops.
// CHECK-LABEL: func @nested
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK-NOT: scf.forall
func.func @nested(%m: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (8) {
    scf.forall (%j) in (8) {
      memref.store %zero, %m[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
