// RUN: redfuser-opt %s --redfuser-tile="rows=16 axis=8" | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="rows=16 axis=8 segments=2" | FileCheck %s

// A loop over blocks that runs once is replaced by a copy of its body; the fold
// in it was lost.
// CHECK-LABEL: func.func @one_block
// CHECK: scf.for
// CHECK: cascade.fold
func.func @one_block(%x: tensor<1x5x64xf32>, %init: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %m = cascade.fold [parallel, parallel, axis] ins(%x (d0, d1, d2) : tensor<1x5x64xf32>) state(%init : tensor<1x5xf32>)
    component #cascade.maximumf -> (d0, d1) (%e) {
      cascade.yield %e : f32
    }
  return %m : tensor<1x5xf32>
}

// CHECK-LABEL: func.func @no_rows
func.func @no_rows(%x: tensor<0x64xf32>, %init: tensor<0xf32>) -> tensor<0xf32> {
  %m = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<0x64xf32>) state(%init : tensor<0xf32>)
    component #cascade.maximumf -> (d0) (%e) {
      cascade.yield %e : f32
    }
  return %m : tensor<0xf32>
}
