// Written by test/Inputs/cascades/generate.py; do not edit.

// Gradient through layer normalisation, statistics recomputed.
func.func @layernorm_backward(%x: tensor<?x?xf32>, %gain: tensor<?xf32>, %dy: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_2 : tensor<?x?xf32>
  %count_l_i = arith.index_cast %l_size : index to i64
  %count_l = arith.sitofp %count_l_i : i64 to f32
  %c_3 = arith.constant 1.000000e-05 : f32
  %0 = tensor.empty(%n_size) : tensor<?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %3 = tensor.empty(%n_size) : tensor<?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%2 : tensor<?xf32>) outs(%3 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %count_l : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %5 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %4 : tensor<?x?xf32>, tensor<?xf32>) outs(%5 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %7 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%6 : tensor<?x?xf32>) outs(%7 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %9 = tensor.empty(%n_size) : tensor<?xf32>
  %10 = linalg.fill ins(%c_0 : f32) outs(%9 : tensor<?xf32>) -> tensor<?xf32>
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
    %r0 = arith.divf %in0, %count_l : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %14 = tensor.empty(%n_size) : tensor<?xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%13 : tensor<?xf32>) outs(%14 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %c_3 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %16 = tensor.empty(%n_size) : tensor<?xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%15 : tensor<?xf32>) outs(%16 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.rsqrt %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %18 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%6, %17 : tensor<?x?xf32>, tensor<?xf32>) outs(%18 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %20 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%dy, %gain : tensor<?x?xf32>, tensor<?xf32>) outs(%20 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %22 = tensor.empty(%n_size) : tensor<?xf32>
  %23 = linalg.fill ins(%c_0 : f32) outs(%22 : tensor<?xf32>) -> tensor<?xf32>
  %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%21 : tensor<?x?xf32>) outs(%23 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %25 = tensor.empty(%n_size) : tensor<?xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%24 : tensor<?xf32>) outs(%25 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %count_l : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %27 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%21, %26 : tensor<?x?xf32>, tensor<?xf32>) outs(%27 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %29 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%21, %19 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%29 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %31 = tensor.empty(%n_size) : tensor<?xf32>
  %32 = linalg.fill ins(%c_0 : f32) outs(%31 : tensor<?xf32>) -> tensor<?xf32>
  %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%30 : tensor<?x?xf32>) outs(%32 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %34 = tensor.empty(%n_size) : tensor<?xf32>
  %35 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%33 : tensor<?xf32>) outs(%34 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %count_l : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %36 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%19, %35 : tensor<?x?xf32>, tensor<?xf32>) outs(%36 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %38 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%28, %37 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%38 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %40 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%17, %39 : tensor<?xf32>, tensor<?x?xf32>) outs(%40 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  return %41 : tensor<?x?xf32>
}
