// Written by test/Inputs/cascades/generate.py; do not edit.

// Negative log-likelihood of one class per row, as a sum against one-hot labels.
func.func @cross_entropy(%x: tensor<?x?xf32>, %target: tensor<?xi64>) -> tensor<?xf32> {
  %c_0 = arith.constant 0xFF800000 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_2 : tensor<?x?xf32>
  %c_3 = arith.constant 0.0 : f32
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
  %10 = tensor.empty(%n_size) : tensor<?xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%9 : tensor<?xf32>) outs(%10 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.log %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %12 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%4, %11 : tensor<?x?xf32>, tensor<?xf32>) outs(%12 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %14 = tensor.empty(%l_size) : tensor<?xi64>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%14 : tensor<?xi64>) {
  ^bb0(%out: i64):
    %r0 = linalg.index 0 : index
    %r1 = arith.index_cast %r0 : index to i64
    linalg.yield %r1 : i64
  } -> tensor<?xi64>
  %16 = tensor.empty(%n_size, %l_size) : tensor<?x?xi1>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%target, %15 : tensor<?xi64>, tensor<?xi64>) outs(%16 : tensor<?x?xi1>) {
  ^bb0(%in0: i64, %in1: i64, %out: i1):
    %r0 = arith.cmpi eq, %in0, %in1 : i64
    linalg.yield %r0 : i1
  } -> tensor<?x?xi1>
  %18 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%17, %13 : tensor<?x?xi1>, tensor<?x?xf32>) outs(%18 : tensor<?x?xf32>) {
  ^bb0(%in0: i1, %in1: f32, %out: f32):
    %r0 = arith.select %in0, %in1, %c_3 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %20 = tensor.empty(%n_size) : tensor<?xf32>
  %21 = linalg.fill ins(%c_3 : f32) outs(%20 : tensor<?xf32>) -> tensor<?xf32>
  %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%19 : tensor<?x?xf32>) outs(%21 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %23 = tensor.empty(%n_size) : tensor<?xf32>
  %24 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%22 : tensor<?xf32>) outs(%23 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.negf %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  return %24 : tensor<?xf32>
}
