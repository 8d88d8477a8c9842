// Keys in f8E4M3FN with a scale for each run of 64 positions, values in bf16.
func.func @runs(%q: tensor<2x8x128xbf16>, %k8: tensor<2x512x128xf8E4M3FN>, %scale: tensor<2x8xbf16>, %v: tensor<2x512x128xbf16>) -> tensor<2x8x128xbf16> {
  %zero = arith.constant 0.000000e+00 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %runs = tensor.expand_shape %k8 [[0], [1, 2], [3]] output_shape [2, 8, 64, 128] : tensor<2x512x128xf8E4M3FN> into tensor<2x8x64x128xf8E4M3FN>
  %ek = tensor.empty() : tensor<2x8x64x128xbf16>
  %wide = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%runs, %scale : tensor<2x8x64x128xf8E4M3FN>, tensor<2x8xbf16>) outs(%ek : tensor<2x8x64x128xbf16>) {
  ^bb0(%a: f8E4M3FN, %b: bf16, %c: bf16):
    %0 = arith.extf %a : f8E4M3FN to bf16
    %1 = arith.mulf %0, %b : bf16
    linalg.yield %1 : bf16
  } -> tensor<2x8x64x128xbf16>
  %k = tensor.collapse_shape %wide [[0], [1, 2], [3]] : tensor<2x8x64x128xbf16> into tensor<2x512x128xbf16>
  %es = tensor.empty() : tensor<2x8x512xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x8x512xf32>) -> tensor<2x8x512xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>]
      ins(%q, %k : tensor<2x8x128xbf16>, tensor<2x512x128xbf16>) outs(%s0 : tensor<2x8x512xf32>) -> tensor<2x8x512xf32>
  %er = tensor.empty() : tensor<2x8xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<2x8xf32>) -> tensor<2x8xf32>
  %m = linalg.reduce { arith.maximumf } ins(%s : tensor<2x8x512xf32>) outs(%m0 : tensor<2x8xf32>) dimensions = [2]
  %e = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x8x512xf32>, tensor<2x8xf32>) outs(%es : tensor<2x8x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x8x512xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x8xf32>) -> tensor<2x8xf32>
  %l = linalg.reduce { arith.addf } ins(%e : tensor<2x8x512xf32>) outs(%l0 : tensor<2x8xf32>) dimensions = [2]
  %ep = tensor.empty() : tensor<2x8x512xbf16>
  %p = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%e, %l : tensor<2x8x512xf32>, tensor<2x8xf32>) outs(%ep : tensor<2x8x512xbf16>) {
  ^bb0(%a: f32, %b: f32, %c: bf16):
    %0 = arith.divf %a, %b : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<2x8x512xbf16>
  %eo = tensor.empty() : tensor<2x8x128xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x8x128xf32>) -> tensor<2x8x128xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x8x512xbf16>, tensor<2x512x128xbf16>) outs(%o0 : tensor<2x8x128xf32>) -> tensor<2x8x128xf32>
  %eb = tensor.empty() : tensor<2x8x128xbf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%o : tensor<2x8x128xf32>) outs(%eb : tensor<2x8x128xbf16>) {
  ^bb0(%a: f32, %c: bf16):
    %0 = arith.truncf %a : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<2x8x128xbf16>
  return %r : tensor<2x8x128xbf16>
}
