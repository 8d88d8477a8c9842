// A single reduction, what feeds it and what reads it: one kernel.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu --split-input-file | FileCheck %s

#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func @scale_by_absmax
// CHECK-COUNT-1: gpu.launch blocks
// CHECK-NOT: gpu.launch blocks
// CHECK-NOT: linalg.generic
func.func @scale_by_absmax(%x: tensor<16x1024xf32>) -> tensor<16x1024xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<16xf32>
  %full = tensor.empty() : tensor<16x1024xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
  %abs = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x1024xf32>) outs(%full : tensor<16x1024xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = math.absf %a : f32
    linalg.yield %0 : f32
  } -> tensor<16x1024xf32>
  %m = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%abs : tensor<16x1024xf32>) outs(%m0 : tensor<16xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<16x1024xf32>, tensor<16xf32>) outs(%full : tensor<16x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<16x1024xf32>
  return %y : tensor<16x1024xf32>
}

// -----

// No input has all loops: a contraction.
// CHECK-LABEL: func @no_contraction
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic
func.func @no_contraction(%a: tensor<16x32xf32>, %b: tensor<32x8xf32>, %c0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x32xf32>, tensor<32x8xf32>) outs(%c0 : tensor<16x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16x8xf32>
  return %c : tensor<16x8xf32>
}
