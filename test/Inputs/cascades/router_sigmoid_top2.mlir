// Written by test/Inputs/cascades/generate.py; do not edit.

// Router that selects two by sigmoid plus a bias.
func.func @router_sigmoid_top2(%x: tensor<?x?xf32>, %bias: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>) {
  %c_0 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_0 : tensor<?x?xf32>
  %c_1 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 1.000000e+00 : f32
  %c_3 = arith.constant 0xFF800000 : f32
  %c_4 = arith.constant 0 : i64
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.negf %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %2 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %4 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%3 : tensor<?x?xf32>) outs(%4 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %6 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%5 : tensor<?x?xf32>) outs(%6 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %c_2, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %8 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%7, %bias : tensor<?x?xf32>, tensor<?xf32>) outs(%8 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.addf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %10 = tensor.empty(%n_size) : tensor<?xf32>
  %11 = linalg.fill ins(%c_3 : f32) outs(%10 : tensor<?xf32>) -> tensor<?xf32>
  %12 = tensor.empty(%n_size) : tensor<?xi64>
  %13 = linalg.fill ins(%c_4 : i64) outs(%12 : tensor<?xi64>) -> tensor<?xi64>
  %14:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%9 : tensor<?x?xf32>) outs(%11, %13 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in0: f32, %out: f32, %out1: i64):
    %r0 = linalg.index 1 : index
    %r1 = arith.index_cast %r0 : index to i64
    %r2 = arith.maximumf %in0, %out : f32
    %r3 = arith.cmpf ogt, %in0, %out : f32
    %r4 = arith.select %r3, %r1, %out1 : i64
    linalg.yield %r2, %r4 : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  %15 = tensor.empty(%l_size) : tensor<?xi64>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%15 : tensor<?xi64>) {
  ^bb0(%out: i64):
    %r0 = linalg.index 0 : index
    %r1 = arith.index_cast %r0 : index to i64
    linalg.yield %r1 : i64
  } -> tensor<?xi64>
  %17 = tensor.empty(%n_size, %l_size) : tensor<?x?xi1>
  %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%14#1, %16 : tensor<?xi64>, tensor<?xi64>) outs(%17 : tensor<?x?xi1>) {
  ^bb0(%in0: i64, %in1: i64, %out: i1):
    %r0 = arith.cmpi eq, %in0, %in1 : i64
    linalg.yield %r0 : i1
  } -> tensor<?x?xi1>
  %19 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%18, %9 : tensor<?x?xi1>, tensor<?x?xf32>) outs(%19 : tensor<?x?xf32>) {
  ^bb0(%in0: i1, %in1: f32, %out: f32):
    %r0 = arith.select %in0, %c_3, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %21 = tensor.empty(%n_size) : tensor<?xf32>
  %22 = linalg.fill ins(%c_3 : f32) outs(%21 : tensor<?xf32>) -> tensor<?xf32>
  %23 = tensor.empty(%n_size) : tensor<?xi64>
  %24 = linalg.fill ins(%c_4 : i64) outs(%23 : tensor<?xi64>) -> tensor<?xi64>
  %25:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%20 : tensor<?x?xf32>) outs(%22, %24 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in0: f32, %out: f32, %out1: i64):
    %r0 = linalg.index 1 : index
    %r1 = arith.index_cast %r0 : index to i64
    %r2 = arith.maximumf %in0, %out : f32
    %r3 = arith.cmpf ogt, %in0, %out : f32
    %r4 = arith.select %r3, %r1, %out1 : i64
    linalg.yield %r2, %r4 : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %14#0, %14#1, %25#0, %25#1 : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>
}
