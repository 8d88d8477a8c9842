// Written by test/Inputs/cascades/generate.py; do not edit.

// Mixture-of-experts router: softmax, then the largest probability and its expert.
func.func @router_softmax_top1(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c_0 = arith.constant 0xFF800000 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_2 : tensor<?x?xf32>
  %c_3 = arith.constant 0.0 : f32
  %c_4 = arith.constant 0 : i64
  %0 = tensor.empty(%n_size) : tensor<?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %3 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %2 : tensor<?x?xf32>, tensor<?xf32>) outs(%3 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %5 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%4 : tensor<?x?xf32>) outs(%5 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %7 = tensor.empty(%n_size) : tensor<?xf32>
  %8 = linalg.fill ins(%c_3 : f32) outs(%7 : tensor<?xf32>) -> tensor<?xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%6 : tensor<?x?xf32>) outs(%8 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %10 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%6, %9 : tensor<?x?xf32>, tensor<?xf32>) outs(%10 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.divf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %12 = tensor.empty(%n_size) : tensor<?xf32>
  %13 = linalg.fill ins(%c_0 : f32) outs(%12 : tensor<?xf32>) -> tensor<?xf32>
  %14 = tensor.empty(%n_size) : tensor<?xi64>
  %15 = linalg.fill ins(%c_4 : i64) outs(%14 : tensor<?xi64>) -> tensor<?xi64>
  %16:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%11 : tensor<?x?xf32>) outs(%13, %15 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in0: f32, %out: f32, %out1: i64):
    %r0 = linalg.index 1 : index
    %r1 = arith.index_cast %r0 : index to i64
    %r2 = arith.maximumf %in0, %out : f32
    %r3 = arith.cmpf ogt, %in0, %out : f32
    %r4 = arith.select %r3, %r1, %out1 : i64
    linalg.yield %r2, %r4 : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %16#0, %16#1 : tensor<?xf32>, tensor<?xi64>
}
