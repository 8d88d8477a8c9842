// Written by test/Inputs/cascades/generate.py; do not edit.

// Two matrix products with an activation between: one reduction each, on two axes.
func.func @no_gemm_activation_gemm(%x: tensor<?x32xf32>, %w1: tensor<32x?xf32>, %w2: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x32xf32>
  %c_2 = arith.constant 1 : index
  %l_size = tensor.dim %w1, %c_2 : tensor<32x?xf32>
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w1 : tensor<?x32xf32>, tensor<32x?xf32>) outs(%1 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x?xf32>
  %3 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<?x?xf32>) outs(%3 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.tanh %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %5 = tensor.empty(%n_size) : tensor<?x32xf32>
  %6 = linalg.fill ins(%c_0 : f32) outs(%5 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%4, %w2 : tensor<?x?xf32>, tensor<?x32xf32>) outs(%6 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x32xf32>
  return %7 : tensor<?x32xf32>
}
