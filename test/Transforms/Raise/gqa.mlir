// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s

// Grouped heads: keys and values of two heads, broadcast to eight and collapsed with
// the batch. The broadcasts become maps; the values are read as they are.
// CHECK-LABEL: func.func @gqa
// CHECK: cascade.chain [parallel, parallel, parallel, parallel, axis]
// CHECK-NEXT: (d0, d4, d3) : tensor<4x4x33x96xf32>, tensor<4x96x16xf32>
// CHECK: reduce #cascade.maxnumf
// CHECK: reduce #cascade.addf
// CHECK: reduce #cascade.addf
// CHECK-NOT: linalg.softmax
#k5 = affine_map<(d0,d1,d2,d3,d4) -> (d0,d1,d3,d4)>
#i5 = affine_map<(d0,d1,d2,d3,d4) -> (d0,d1,d2,d3,d4)>
func.func @gqa(%q: tensor<2x8x33x16xf32>, %k: tensor<2x2x96x16xf32>, %v: tensor<2x2x96x16xf32>) -> tensor<2x8x33x16xf32> {
  %e5 = tensor.empty() : tensor<2x2x4x96x16xf32>
  %kb = linalg.generic {indexing_maps=[#k5,#i5], iterator_types=["parallel","parallel","parallel","parallel","parallel"]} ins(%k : tensor<2x2x96x16xf32>) outs(%e5 : tensor<2x2x4x96x16xf32>) {
  ^bb0(%a: f32, %b: f32): 
    linalg.yield %a : f32 } -> tensor<2x2x4x96x16xf32>
  %vb = linalg.generic {indexing_maps=[#k5,#i5], iterator_types=["parallel","parallel","parallel","parallel","parallel"]} ins(%v : tensor<2x2x96x16xf32>) outs(%e5 : tensor<2x2x4x96x16xf32>) {
  ^bb0(%a: f32, %b: f32): 
    linalg.yield %a : f32 } -> tensor<2x2x4x96x16xf32>
  %kc = tensor.collapse_shape %kb [[0,1,2],[3],[4]] : tensor<2x2x4x96x16xf32> into tensor<16x96x16xf32>
  %vc = tensor.collapse_shape %vb [[0,1,2],[3],[4]] : tensor<2x2x4x96x16xf32> into tensor<16x96x16xf32>
  %qc = tensor.collapse_shape %q [[0,1],[2],[3]] : tensor<2x8x33x16xf32> into tensor<16x33x16xf32>
  %kte = tensor.empty() : tensor<16x16x96xf32>
  %kt = linalg.transpose ins(%kc : tensor<16x96x16xf32>) outs(%kte : tensor<16x16x96xf32>) permutation=[0,2,1]
  %z = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<16x33x96xf32>
  %sz = linalg.fill ins(%z : f32) outs(%se : tensor<16x33x96xf32>) -> tensor<16x33x96xf32>
  %s = linalg.batch_matmul ins(%qc, %kt : tensor<16x33x16xf32>, tensor<16x16x96xf32>) outs(%sz : tensor<16x33x96xf32>) -> tensor<16x33x96xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<16x33x96xf32>) outs(%se : tensor<16x33x96xf32>) -> tensor<16x33x96xf32>
  %oe = tensor.empty() : tensor<16x33x16xf32>
  %oz = linalg.fill ins(%z : f32) outs(%oe : tensor<16x33x16xf32>) -> tensor<16x33x16xf32>
  %o = linalg.batch_matmul ins(%p, %vc : tensor<16x33x96xf32>, tensor<16x96x16xf32>) outs(%oz : tensor<16x33x16xf32>) -> tensor<16x33x16xf32>
  %r = tensor.expand_shape %o [[0,1],[2],[3]] output_shape [2,8,33,16] : tensor<16x33x16xf32> into tensor<2x8x33x16xf32>
  return %r : tensor<2x8x33x16xf32>
}
