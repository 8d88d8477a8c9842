// RUN: redfuser-opt %s --redfuser-tile=loops=for | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="loops=for segments=4" | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile | FileCheck %s

// A fold that nobody reads is no business of tiling.
// CHECK-LABEL: func.func @dead
// CHECK-NOT: scf.
// CHECK: return
func.func @dead(%x: tensor<64x640xf32>, %l0: tensor<64xf32>) {
  %l = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x640xf32>) state(%l0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    }
  return
}
