// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-warpgroups | FileCheck %s

// Queries of B x N x H x D, keys transposed for the product, batch and heads in
// one dimension: read where they lie. TMA has one dimension for each of batch
// and head.
// CHECK-LABEL: func @layouts
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [2, 4, 128, 64], strides: [32768, 64, 256, 1]
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [8, 160, 64], strides: [10240, 64, 1]
// CHECK: gpu.launch
func.func @layouts(%q: tensor<2x128x4x64xbf16>, %k: tensor<2x4x160x64xbf16>, %v: tensor<2x4x160x64xbf16>) -> tensor<8x128x64xbf16> {
  %zero = arith.constant 0.000000e+00 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %eq = tensor.empty() : tensor<2x4x128x64xbf16>
  %qt = linalg.transpose ins(%q : tensor<2x128x4x64xbf16>) outs(%eq : tensor<2x4x128x64xbf16>) permutation = [0, 2, 1, 3]
  %ek = tensor.empty() : tensor<2x4x64x160xbf16>
  %kt = linalg.transpose ins(%k : tensor<2x4x160x64xbf16>) outs(%ek : tensor<2x4x64x160xbf16>) permutation = [0, 1, 3, 2]
  %qc = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x4x128x64xbf16> into tensor<8x128x64xbf16>
  %kc = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<2x4x64x160xbf16> into tensor<8x64x160xbf16>
  %vc = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x4x160x64xbf16> into tensor<8x160x64xbf16>
  %es = tensor.empty() : tensor<8x128x160xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<8x128x160xf32>) -> tensor<8x128x160xf32>
  %s = linalg.batch_matmul ins(%qc, %kc : tensor<8x128x64xbf16>, tensor<8x64x160xbf16>) outs(%s0 : tensor<8x128x160xf32>) -> tensor<8x128x160xf32>
  %er = tensor.empty() : tensor<8x128xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<8x128xf32>) -> tensor<8x128xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<8x128x160xf32>) outs(%m0 : tensor<8x128xf32>) dimensions = [2]
  %e = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<8x128x160xf32>, tensor<8x128xf32>) outs(%es : tensor<8x128x160xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x128x160xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<8x128xf32>) -> tensor<8x128xf32>
  %l = linalg.reduce { arith.addf } ins(%e : tensor<8x128x160xf32>) outs(%l0 : tensor<8x128xf32>) dimensions = [2]
  %ep = tensor.empty() : tensor<8x128x160xbf16>
  %p = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%e, %l : tensor<8x128x160xf32>, tensor<8x128xf32>) outs(%ep : tensor<8x128x160xbf16>) {
  ^bb0(%a: f32, %b: f32, %c: bf16):
    %0 = arith.divf %a, %b : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<8x128x160xbf16>
  %eo = tensor.empty() : tensor<8x128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  %o = linalg.batch_matmul ins(%p, %vc : tensor<8x128x160xbf16>, tensor<8x160x64xbf16>) outs(%o0 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
  %eb = tensor.empty() : tensor<8x128x64xbf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%o : tensor<8x128x64xf32>) outs(%eb : tensor<8x128x64xbf16>) {
  ^bb0(%a: f32, %c: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<8x128x64xbf16>
  return %r : tensor<8x128x64xbf16>
}
