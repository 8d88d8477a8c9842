// The products of absmax_quantise_gemm without its quantisation.
func.func @plain(%x: tensor<?x?xf32>, %w: tensor<?x32xi8>, %wscale: tensor<32xf32>) -> tensor<?x32xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x?xf32>, tensor<?x32xi8>) outs(%f : tensor<?x32xf32>) {
  ^bb0(%a: f32, %b: i8, %acc: f32):
    %1 = arith.sitofp %b : i8 to f32
    %2 = arith.mulf %a, %1 : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %wscale : tensor<?x32xf32>, tensor<32xf32>) outs(%e : tensor<?x32xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %2 = arith.mulf %a, %s : f32
    linalg.yield %2 : f32
  } -> tensor<?x32xf32>
  return %1 : tensor<?x32xf32>
}
