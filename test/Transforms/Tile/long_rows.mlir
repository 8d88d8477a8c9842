// Tiles by the length of rows: fewer rows, where these are long, and more of them at once.
// RUN: redfuser-opt %s --redfuser-tile="rows=32 axis=256 long-rows" -split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="rows=32 axis=256" -split-input-file | FileCheck %s --check-prefix=OFF
// The pipelines do so unless they are told sizes.
// RUN: redfuser-opt %s --redfuser-to-linalg="until=tile" -split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-to-linalg="until=tile rows=32" -split-input-file | FileCheck %s --check-prefix=OFF
// RUN: redfuser-opt %s --redfuser-to-linalg="until=tile axis=256" -split-input-file | FileCheck %s --check-prefix=OFF

// 8192 elements are 8 rows of 1024.
// CHECK-LABEL: func.func @some
// CHECK: scf.forall (%{{.*}}) = (0) to (64) step (8)
// CHECK-NOT: scf.for %
// CHECK: cascade.fold
// OFF-LABEL: func.func @some
// OFF: scf.forall (%{{.*}}) = (0) to (64) step (32)
// OFF: arith.constant 256
// OFF: scf.for %
func.func @some(%x: tensor<64x1024xf32>, %l: tensor<64xf32>) -> tensor<64xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x1024xf32>) state(%l : tensor<64xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<64xf32>
}

// -----

// A power of two of rows, here 8 and not 12, more often divides their number.
// CHECK-LABEL: func.func @power
// CHECK: scf.forall (%{{.*}}) = (0) to (64) step (8)
func.func @power(%x: tensor<64x640xf32>, %l: tensor<64xf32>) -> tensor<64xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x640xf32>) state(%l : tensor<64xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<64xf32>
}

// -----

// One row, in tiles of 8192.
// CHECK-LABEL: func.func @one
// CHECK: scf.forall (%{{.*}}) in (64)
// CHECK: %[[STEP:.*]] = arith.constant 8192
// CHECK: scf.for %{{.*}} to %{{.*}} step %[[STEP]]
func.func @one(%x: tensor<64x65536xf32>, %l: tensor<64xf32>) -> tensor<64xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x65536xf32>) state(%l : tensor<64xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<64xf32>
}

// -----

// At run time, where the length is not known; an empty row does not divide.
// CHECK-DAG: #[[MOST:.*]] = affine_map<()[s0] -> (1, s0)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<()[s0] -> (32, s0)>
// CHECK-LABEL: func.func @unknown
// CHECK: %[[LENGTH:.*]] = arith.maxui
// CHECK: %[[FIT:.*]] = arith.divui %{{.*}}, %[[LENGTH]]
// CHECK: %[[SOME:.*]] = affine.max #[[MOST]]()[%[[FIT]]]
// CHECK: %[[STEP:.*]] = affine.min #[[ROWS]]()[%[[SOME]]]
// CHECK: scf.forall (%{{.*}}) = (0) to (%{{.*}}) step (%[[STEP]])
func.func @unknown(%x: tensor<?x?xf32>, %l: tensor<?xf32>) -> tensor<?xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>) state(%l : tensor<?xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<?xf32>
}

// -----

// Short rows are one tile as it is.
// CHECK-LABEL: func.func @no_short
// CHECK: scf.forall (%{{.*}}) = (0) to (64) step (32)
func.func @no_short(%x: tensor<64x200xf32>, %l: tensor<64xf32>) -> tensor<64xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x200xf32>) state(%l : tensor<64xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<64xf32>
}

// -----

// Rows of a product share its columns.
// CHECK-LABEL: func.func @no_product
// CHECK: scf.forall (%{{.*}}) in (64)
// CHECK: arith.constant 256 : index
// CHECK: scf.for %
func.func @no_product(%x: tensor<64x8192xf32>, %w: tensor<8192x16xf32>, %l: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %0 = cascade.fold [parallel, axis, parallel] ins(%x (d0, d1), %w (d1, d2) : tensor<64x8192xf32>, tensor<8192x16xf32>) state(%l : tensor<64x16xf32>)
    component #cascade.addf -> (d0, d2) (%v, %y) {
      %p = arith.mulf %v, %y : f32
      cascade.yield %p : f32
    }
  return %0 : tensor<64x16xf32>
}

// -----

// So do those of one that computes the tiles.
// CHECK-LABEL: func.func @no_scores
// CHECK: scf.forall (%{{.*}}) = (0) to (64) step (32)
// CHECK: arith.constant 256 : index
// CHECK: scf.for %
// CHECK: linalg.matmul
func.func @no_scores(%q: tensor<64x32xf32>, %k: tensor<32x8192xf32>, %s: tensor<64x8192xf32>, %l: tensor<64xf32>) -> tensor<64xf32> {
  %x = linalg.matmul ins(%q, %k : tensor<64x32xf32>, tensor<32x8192xf32>) outs(%s : tensor<64x8192xf32>) -> tensor<64x8192xf32>
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x8192xf32>) state(%l : tensor<64xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<64xf32>
}
