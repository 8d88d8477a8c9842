// RUN: redfuser-opt %s --redfuser-rows-to-forall="block=1024" -split-input-file | FileCheck %s
// RUN: not redfuser-opt %s --redfuser-rows-to-forall="block=0" -split-input-file 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: error: redfuser-rows-to-forall: expected a block of at least one iteration, got block=0

// The first dimension has one position: the next one is split, 1024 / 64 rows a block.
// CHECK-LABEL: func.func @elementwise
// CHECK: scf.forall (%{{.*}}) = (0) to (100) step (16)
// CHECK: linalg.exp
func.func @elementwise(%x: tensor<1x100x64xf32>, %o: tensor<1x100x64xf32>) -> tensor<1x100x64xf32> {
  %0 = linalg.exp ins(%x : tensor<1x100x64xf32>) outs(%o : tensor<1x100x64xf32>) -> tensor<1x100x64xf32>
  return %0 : tensor<1x100x64xf32>
}

// -----

// Reductions stay whole.
// CHECK-LABEL: func.func @product
// CHECK: scf.forall (%{{.*}}) in (64)
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<1x128xf32>, tensor<128x32xf32>)
func.func @product(%a: tensor<64x128xf32>, %b: tensor<128x32xf32>, %o: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x32xf32>) outs(%o : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// -----

// A block is as many rows as there is room for in it, which is found at run time.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[LENGTH:.*]] = arith.maxui %{{.*}}, %[[ONE]]
// CHECK: %[[BLOCK:.*]] = arith.constant 1024
// CHECK: %[[FIT:.*]] = arith.divui %[[BLOCK]], %[[LENGTH]]
// CHECK: %[[STEP:.*]] = arith.maxui %[[FIT]], %[[ONE]]
// CHECK: scf.forall (%{{.*}}) = (0) to (%{{.*}}) step (%[[STEP]])
func.func @unknown(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.exp ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @no_small
// CHECK-NOT: scf.forall (
// CHECK: return
func.func @no_small(%x: tensor<16x64xf32>, %o: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %0 = linalg.exp ins(%x : tensor<16x64xf32>) outs(%o : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}

// -----

// One result of all positions has nothing to split.
// CHECK-LABEL: func.func @no_rows
// CHECK-NOT: scf.forall (
// CHECK: return
func.func @no_rows(%x: tensor<65536xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.reduce ins(%x : tensor<65536xf32>) outs(%o : tensor<f32>) dimensions = [0]
    (%in: f32, %out: f32) {
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<f32>
}

// -----

// Every result is split alike, or none.
// CHECK-LABEL: func.func @no_other_result
// CHECK-NOT: scf.forall (
// CHECK: return
func.func @no_other_result(%x: tensor<64x64xf32>, %a: tensor<64x64xf32>, %b: tensor<64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x64xf32>) outs(%a, %b : tensor<64x64xf32>, tensor<64xf32>) {
    ^bb0(%in: f32, %o0: f32, %o1: f32):
      %s = arith.addf %in, %o1 : f32
      linalg.yield %in, %s : f32, f32
    } -> (tensor<64x64xf32>, tensor<64xf32>)
  return %0#0, %0#1 : tensor<64x64xf32>, tensor<64xf32>
}

// -----

// What is in a block stays there.
// CHECK-LABEL: func.func @no_nesting
// CHECK: scf.forall (
// CHECK-NOT: scf.forall (
// CHECK: return
func.func @no_nesting(%x: tensor<4x100x64xf32>, %o: tensor<4x100x64xf32>) -> tensor<4x100x64xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%out = %o) -> (tensor<4x100x64xf32>) {
    %a = tensor.extract_slice %x[%i, 0, 0] [1, 100, 64] [1, 1, 1] : tensor<4x100x64xf32> to tensor<100x64xf32>
    %b = tensor.extract_slice %out[%i, 0, 0] [1, 100, 64] [1, 1, 1] : tensor<4x100x64xf32> to tensor<100x64xf32>
    %e = linalg.exp ins(%a : tensor<100x64xf32>) outs(%b : tensor<100x64xf32>) -> tensor<100x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %out[%i, 0, 0] [1, 100, 64] [1, 1, 1] : tensor<100x64xf32> into tensor<4x100x64xf32>
    }
  }
  return %0 : tensor<4x100x64xf32>
}

// -----

// Blocks of the second result would overlap.
// CHECK-LABEL: func.func @no_overlap
// CHECK-NOT: scf.forall (
// CHECK: return
func.func @no_overlap(%x: tensor<64x64xf32>, %a: tensor<64xf32>, %b: tensor<127xf32>) -> (tensor<64xf32>, tensor<127xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0 + d1)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x64xf32>) outs(%a, %b : tensor<64xf32>, tensor<127xf32>) {
    ^bb0(%in: f32, %o0: f32, %o1: f32):
      %s = arith.addf %in, %o0 : f32
      %t = arith.addf %in, %o1 : f32
      linalg.yield %s, %t : f32, f32
    } -> (tensor<64xf32>, tensor<127xf32>)
  return %0#0, %0#1 : tensor<64xf32>, tensor<127xf32>
}
