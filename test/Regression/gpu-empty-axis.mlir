// RUN: redfuser-opt %s --redfuser-linalg-to-forall | FileCheck %s
// RUN: redfuser compile %s --target=nvptx -o %t.ptx

// A dimension known to be empty: upstream's tiling takes the size zero for a
// dimension that is not tiled, and read beyond the end of a list.

// CHECK-LABEL: func @maximum
// CHECK-SAME: (%[[X:.*]]: tensor<4x0xf32>, %[[INIT:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[INIT]]
func.func @maximum(%x: tensor<4x0xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x0xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.maxnumf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @columns
// CHECK-SAME: (%[[X:.*]]: tensor<?x0xf32>, %[[INIT:.*]]: tensor<0xf32>)
// CHECK-NEXT: return %[[INIT]]
func.func @columns(%x: tensor<?x0xf32>, %init: tensor<0xf32>) -> tensor<0xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x0xf32>) outs(%init : tensor<0xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// An axis of unknown length may be empty, and stays.
// CHECK-LABEL: func @no_known_length
// CHECK: scf.forall
func.func @no_known_length(%x: tensor<4x?xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x?xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %0 = arith.addf %in, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
