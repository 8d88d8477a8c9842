// Written by test/Inputs/cascades/generate.py; do not edit.

// RMS normalisation with gain, then a matrix product.
func.func @rmsnorm_gemm(%x: tensor<?x?xf32>, %gain: tensor<?xf32>, %w: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %c_0 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_0 : tensor<?x?xf32>
  %c_1 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 0.0 : f32
  %count_l_i = arith.index_cast %l_size : index to i64
  %count_l = arith.sitofp %count_l_i : i64 to f32
  %c_3 = arith.constant 1.000000e-05 : f32
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %2 = tensor.empty(%n_size) : tensor<?xf32>
  %3 = linalg.fill ins(%c_2 : f32) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%1 : tensor<?x?xf32>) outs(%3 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %5 = tensor.empty(%n_size) : tensor<?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%4 : tensor<?xf32>) outs(%5 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %count_l : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %7 = tensor.empty(%n_size) : tensor<?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%6 : tensor<?xf32>) outs(%7 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %c_3 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %9 = tensor.empty(%n_size) : tensor<?xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%8 : tensor<?xf32>) outs(%9 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.rsqrt %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %11 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %10 : tensor<?x?xf32>, tensor<?xf32>) outs(%11 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %13 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%12, %gain : tensor<?x?xf32>, tensor<?xf32>) outs(%13 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %15 = tensor.empty(%n_size) : tensor<?x32xf32>
  %16 = linalg.fill ins(%c_2 : f32) outs(%15 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%14, %w : tensor<?x?xf32>, tensor<?x32xf32>) outs(%16 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x32xf32>
  return %17 : tensor<?x32xf32>
}
