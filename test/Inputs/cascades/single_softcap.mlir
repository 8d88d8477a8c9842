// Written by test/Inputs/cascades/generate.py; do not edit.

// Scores through a soft cap: elementwise.
func.func @single_softcap(%q: tensor<?x32xf32>, %k: tensor<?x32xf32>) -> tensor<?x?xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %q, %c_1 : tensor<?x32xf32>
  %l_size = tensor.dim %k, %c_1 : tensor<?x32xf32>
  %c_2 = arith.constant 5.000000e+01 : f32
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<?x32xf32>, tensor<?x32xf32>) outs(%1 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x?xf32>
  %3 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<?x?xf32>) outs(%3 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %5 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%4 : tensor<?x?xf32>) outs(%5 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.tanh %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %7 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%6 : tensor<?x?xf32>) outs(%7 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  return %8 : tensor<?x?xf32>
}
