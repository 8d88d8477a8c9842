// Written by test/Inputs/cascades/generate.py; do not edit.

// Sampling: the position of the largest score plus noise.
func.func @gumbel_max(%x: tensor<?x?xf32>, %noise: tensor<?x?xf32>) -> tensor<?xi64> {
  %c_0 = arith.constant 5.000000e-01 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_2 : tensor<?x?xf32>
  %c_3 = arith.constant 0xFF800000 : f32
  %c_4 = arith.constant 0 : i64
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %c_0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %2 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%1, %noise : tensor<?x?xf32>, tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.addf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %4 = tensor.empty(%n_size) : tensor<?xf32>
  %5 = linalg.fill ins(%c_3 : f32) outs(%4 : tensor<?xf32>) -> tensor<?xf32>
  %6 = tensor.empty(%n_size) : tensor<?xi64>
  %7 = linalg.fill ins(%c_4 : i64) outs(%6 : tensor<?xi64>) -> tensor<?xi64>
  %8:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%3 : tensor<?x?xf32>) outs(%5, %7 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in0: f32, %out: f32, %out1: i64):
    %r0 = linalg.index 1 : index
    %r1 = arith.index_cast %r0 : index to i64
    %r2 = arith.maximumf %in0, %out : f32
    %r3 = arith.cmpf ogt, %in0, %out : f32
    %r4 = arith.select %r3, %r1, %out1 : i64
    linalg.yield %r2, %r4 : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %8#1 : tensor<?xi64>
}
