// Two heads of three queries, head by head in each position, share keys.
// Another pair of heads lies between positions.
func.func @apart(%q: tensor<3x2x2x64xbf16>, %k: tensor<2x128x64xbf16>, %v: tensor<2x128x64xbf16>) -> tensor<2x2x3x64xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : tensor<2x2x3x128xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<2x2x3x128xf32>) -> tensor<2x2x3x128xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(h, g, r, n, d) -> (r, h, g, d)>,
                       affine_map<(h, g, r, n, d) -> (h, n, d)>,
                       affine_map<(h, g, r, n, d) -> (h, g, r, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<3x2x2x64xbf16>, tensor<2x128x64xbf16>) outs(%s0 : tensor<2x2x3x128xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x2x3x128xf32>
  %er = tensor.empty() : tensor<2x2x3xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(h, g, r, n) -> (h, g, r, n)>, affine_map<(h, g, r, n) -> (h, g, r)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x2x3x128xf32>) outs(%m0 : tensor<2x2x3xf32>) {
  ^bb0(%a: f32, %c: f32):
    %0 = arith.maximumf %a, %c : f32
    linalg.yield %0 : f32
  } -> tensor<2x2x3xf32>
  %ep = tensor.empty() : tensor<2x2x3x128xbf16>
  %p = linalg.generic {
      indexing_maps = [affine_map<(h, g, r, n) -> (h, g, r, n)>, affine_map<(h, g, r, n) -> (h, g, r)>, affine_map<(h, g, r, n) -> (h, g, r, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x2x3x128xf32>, tensor<2x2x3xf32>) outs(%ep : tensor<2x2x3x128xbf16>) {
  ^bb0(%a: f32, %b: f32, %c: bf16):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.truncf %1 : f32 to bf16
    linalg.yield %2 : bf16
  } -> tensor<2x2x3x128xbf16>
  %eo = tensor.empty() : tensor<2x2x3x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x2x3x64xf32>) -> tensor<2x2x3x64xf32>
  %o = linalg.generic {
      indexing_maps = [affine_map<(h, g, r, n, d) -> (h, g, r, n)>,
                       affine_map<(h, g, r, n, d) -> (h, n, d)>,
                       affine_map<(h, g, r, n, d) -> (h, g, r, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%p, %v : tensor<2x2x3x128xbf16>, tensor<2x128x64xbf16>) outs(%o0 : tensor<2x2x3x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %0 = arith.extf %a : bf16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %c, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x2x3x64xf32>
  return %o : tensor<2x2x3x64xf32>
}
