// Written by test/Inputs/cascades/generate.py; do not edit.

// Softmax statistics and the position of the maximum, for greedy decoding.
func.func @softmax_argmax(%x: tensor<?x?xf32>) -> (tensor<?xi64>, tensor<?xf32>) {
  %c_0 = arith.constant 0xFF800000 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 0 : i64
  %c_3 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_3 : tensor<?x?xf32>
  %c_4 = arith.constant 0.0 : f32
  %0 = tensor.empty(%n_size) : tensor<?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.empty(%n_size) : tensor<?xi64>
  %3 = linalg.fill ins(%c_2 : i64) outs(%2 : tensor<?xi64>) -> tensor<?xi64>
  %4:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1, %3 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in0: f32, %out: f32, %out1: i64):
    %r0 = linalg.index 1 : index
    %r1 = arith.index_cast %r0 : index to i64
    %r2 = arith.maximumf %in0, %out : f32
    %r3 = arith.cmpf ogt, %in0, %out : f32
    %r4 = arith.select %r3, %r1, %out1 : i64
    linalg.yield %r2, %r4 : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  %5 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %4#0 : tensor<?x?xf32>, tensor<?xf32>) outs(%5 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %7 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%6 : tensor<?x?xf32>) outs(%7 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %9 = tensor.empty(%n_size) : tensor<?xf32>
  %10 = linalg.fill ins(%c_4 : f32) outs(%9 : tensor<?xf32>) -> tensor<?xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%8 : tensor<?x?xf32>) outs(%10 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %12 = tensor.empty(%n_size) : tensor<?xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%11 : tensor<?xf32>) outs(%12 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.log %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %14 = tensor.empty(%n_size) : tensor<?xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%13, %4#0 : tensor<?xf32>, tensor<?xf32>) outs(%14 : tensor<?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.addf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  return %4#1, %15 : tensor<?xi64>, tensor<?xf32>
}
