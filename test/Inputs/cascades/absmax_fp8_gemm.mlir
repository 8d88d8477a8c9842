// Written by test/Inputs/cascades/generate.py; do not edit.

// Dynamic fp8 quantisation of rows, then a matrix product.
func.func @absmax_fp8_gemm(%x: tensor<?x?xf32>, %w: tensor<?x32xf16>) -> tensor<?x32xf32> {
  %c_0 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_0 : tensor<?x?xf32>
  %c_1 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 0xFF800000 : f32
  %c_3 = arith.constant 1.000000e-12 : f32
  %c_4 = arith.constant 4.480000e+02 : f32
  %c_5 = arith.constant 0.0 : f32
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.absf %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %2 = tensor.empty(%n_size) : tensor<?xf32>
  %3 = linalg.fill ins(%c_2 : f32) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%1 : tensor<?x?xf32>) outs(%3 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %5 = tensor.empty(%n_size) : tensor<?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%4 : tensor<?xf32>) outs(%5 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %c_3 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %7 = tensor.empty(%n_size) : tensor<?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%6 : tensor<?xf32>) outs(%7 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %c_4, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %9 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %8 : tensor<?x?xf32>, tensor<?xf32>) outs(%9 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %11 = tensor.empty(%n_size, %l_size) : tensor<?x?xf8E4M3FN>
  %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%10 : tensor<?x?xf32>) outs(%11 : tensor<?x?xf8E4M3FN>) {
  ^bb0(%in0: f32, %out: f8E4M3FN):
    %r0 = arith.truncf %in0 : f32 to f8E4M3FN
    linalg.yield %r0 : f8E4M3FN
  } -> tensor<?x?xf8E4M3FN>
  %13 = tensor.empty(%n_size) : tensor<?x32xf32>
  %14 = linalg.fill ins(%c_5 : f32) outs(%13 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%12, %w : tensor<?x?xf8E4M3FN>, tensor<?x32xf16>) outs(%14 : tensor<?x32xf32>) {
  ^bb0(%in0: f8E4M3FN, %in1: f16, %out: f32):
    %r0 = arith.extf %in0 : f8E4M3FN to f32
    %r1 = arith.extf %in1 : f16 to f32
    %r2 = arith.mulf %r0, %r1 : f32
    %r3 = arith.addf %out, %r2 : f32
    linalg.yield %r3 : f32
  } -> tensor<?x32xf32>
  %16 = tensor.empty(%n_size) : tensor<?xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%6 : tensor<?xf32>) outs(%16 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %c_4 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %18 = tensor.empty(%n_size) : tensor<?x32xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%15, %17 : tensor<?x32xf32>, tensor<?xf32>) outs(%18 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x32xf32>
  return %19 : tensor<?x32xf32>
}
