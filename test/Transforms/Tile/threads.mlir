// Tiles for threads: smaller ones where there are few rows, then segments.
// RUN: redfuser-opt %s --redfuser-tile="rows=32 axis=256 threads=4" -split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="rows=32 axis=256 threads=4 segments=2" -split-input-file | FileCheck %s --check-prefix=GIVEN
// RUN: not redfuser-opt %s --redfuser-tile="threads=0" -split-input-file 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: at least one thread, got rows=16 axis=64 segments=1 threads=0

// Two tiles of 32 rows become four of 16.
// CHECK-LABEL: func.func @rows
// CHECK: scf.forall (%{{.*}}) = (0) to (64) step (16)
// GIVEN-LABEL: func.func @rows
// GIVEN: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (8192, 64) step (4096, 16)
func.func @rows(%x: tensor<64x8192xf32>, %l: tensor<64xf32>) -> tensor<64xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x8192xf32>) state(%l : tensor<64xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<64xf32>
}

// -----

// One row is four segments.
// CHECK-LABEL: func.func @segments
// CHECK: scf.forall (%{{.*}}) = (0) to (65536) step (16384)
func.func @segments(%x: tensor<1x65536xf32>, %l: tensor<1xf32>) -> tensor<1xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<1x65536xf32>) state(%l : tensor<1xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<1xf32>
}

// -----

// A short one is not worth a thread.
// CHECK-LABEL: func.func @no_segments
// CHECK-NOT: (0, 0) to
// CHECK: return
func.func @no_segments(%x: tensor<1x5000xf32>, %l: tensor<1xf32>) -> tensor<1xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<1x5000xf32>) state(%l : tensor<1xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<1xf32>
}

// -----

// Where the number of rows is not known, a tile has what is a thread's of them.
// CHECK-DAG: #[[SHARE:.*]] = affine_map<()[s0] -> (1, s0 ceildiv 4)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<()[s0] -> (32, s0)>
// CHECK-LABEL: func.func @unknown
// CHECK: %[[DIM:.*]] = tensor.dim
// CHECK: %[[SHARED:.*]] = affine.max #[[SHARE]]()[%[[DIM]]]
// CHECK: %[[STEP:.*]] = affine.min #[[ROWS]]()[%[[SHARED]]]
// CHECK: scf.forall (%{{.*}}) = (0) to (%{{.*}}) step (%[[STEP]])
func.func @unknown(%x: tensor<?x8192xf32>, %l: tensor<?xf32>) -> tensor<?xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x8192xf32>) state(%l : tensor<?xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<?xf32>
}

// -----

// Rows of all parallel dimensions are shared out.
// CHECK-LABEL: func.func @unknown_outer
// CHECK: %[[COUNT:.*]] = arith.muli
// CHECK: affine.max #{{.*}}()[%[[COUNT]]]
// CHECK: %[[STEP:.*]] = affine.min
// CHECK: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (%{{.*}}, 64) step (1, %[[STEP]])
func.func @unknown_outer(%x: tensor<?x64x8192xf32>, %l: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = cascade.fold [parallel, parallel, axis] ins(%x (d0, d1, d2) : tensor<?x64x8192xf32>) state(%l : tensor<?x64xf32>)
    component #cascade.addf -> (d0, d1) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<?x64xf32>
}

// -----

// Tiles that were asked for stay.
// GIVEN-LABEL: func.func @no_unknown_segments
// GIVEN: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to ({{.*}}) step ({{.*}}, 32)
func.func @no_unknown_segments(%x: tensor<?x8192xf32>, %l: tensor<?xf32>) -> tensor<?xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x8192xf32>) state(%l : tensor<?xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<?xf32>
}

// -----

// A small one takes less time than threads need to start: a loop, and whole tiles.
// CHECK-LABEL: func.func @no_small
// CHECK-NOT: scf.forall
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}}
// CHECK: cascade.fold {{.*}}
// CHECK-NEXT: tensor<32x100xf32>
func.func @no_small(%x: tensor<64x100xf32>, %l: tensor<64xf32>) -> tensor<64xf32> {
  %0 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<64x100xf32>) state(%l : tensor<64xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  return %0 : tensor<64xf32>
}
