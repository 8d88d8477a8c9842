// Written by test/Inputs/cascades/generate.py; do not edit.

// RMS normalisation with gain, dynamic int8 quantisation, matrix product.
func.func @rmsnorm_quantise_gemm(%x: tensor<?x?xf32>, %gain: tensor<?xf32>, %w: tensor<?x32xi8>) -> tensor<?x32xf32> {
  %c_0 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_0 : tensor<?x?xf32>
  %c_1 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 0.0 : f32
  %count_l_i = arith.index_cast %l_size : index to i64
  %count_l = arith.sitofp %count_l_i : i64 to f32
  %c_3 = arith.constant 1.000000e-05 : f32
  %c_4 = arith.constant 0xFF800000 : f32
  %c_5 = arith.constant 1.000000e-12 : f32
  %c_6 = arith.constant 1.270000e+02 : f32
  %c_7 = arith.constant -1.270000e+02 : f32
  %c_8 = arith.constant 0 : i32
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
  %15 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%14 : tensor<?x?xf32>) outs(%15 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.absf %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %17 = tensor.empty(%n_size) : tensor<?xf32>
  %18 = linalg.fill ins(%c_4 : f32) outs(%17 : tensor<?xf32>) -> tensor<?xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%16 : tensor<?x?xf32>) outs(%18 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %20 = tensor.empty(%n_size) : tensor<?xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%19 : tensor<?xf32>) outs(%20 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %c_5 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %22 = tensor.empty(%n_size) : tensor<?xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%21 : tensor<?xf32>) outs(%22 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %c_6, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %24 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%14, %23 : tensor<?x?xf32>, tensor<?xf32>) outs(%24 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %26 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%25 : tensor<?x?xf32>) outs(%26 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.roundeven %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %28 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%27 : tensor<?x?xf32>) outs(%28 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %c_7 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %30 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%29 : tensor<?x?xf32>) outs(%30 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.minimumf %in0, %c_6 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %32 = tensor.empty(%n_size, %l_size) : tensor<?x?xi8>
  %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%31 : tensor<?x?xf32>) outs(%32 : tensor<?x?xi8>) {
  ^bb0(%in0: f32, %out: i8):
    %r0 = arith.fptosi %in0 : f32 to i8
    linalg.yield %r0 : i8
  } -> tensor<?x?xi8>
  %34 = tensor.empty(%n_size) : tensor<?x32xi32>
  %35 = linalg.fill ins(%c_8 : i32) outs(%34 : tensor<?x32xi32>) -> tensor<?x32xi32>
  %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%33, %w : tensor<?x?xi8>, tensor<?x32xi8>) outs(%35 : tensor<?x32xi32>) {
  ^bb0(%in0: i8, %in1: i8, %out: i32):
    %r0 = arith.extsi %in0 : i8 to i32
    %r1 = arith.extsi %in1 : i8 to i32
    %r2 = arith.muli %r0, %r1 : i32
    %r3 = arith.addi %out, %r2 : i32
    linalg.yield %r3 : i32
  } -> tensor<?x32xi32>
  %37 = tensor.empty(%n_size) : tensor<?x32xf32>
  %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%36 : tensor<?x32xi32>) outs(%37 : tensor<?x32xf32>) {
  ^bb0(%in0: i32, %out: f32):
    %r0 = arith.sitofp %in0 : i32 to f32
    linalg.yield %r0 : f32
  } -> tensor<?x32xf32>
  %39 = tensor.empty(%n_size) : tensor<?xf32>
  %40 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%21 : tensor<?xf32>) outs(%39 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %in0, %c_6 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %41 = tensor.empty(%n_size) : tensor<?x32xf32>
  %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%38, %40 : tensor<?x32xf32>, tensor<?xf32>) outs(%41 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x32xf32>
  return %42 : tensor<?x32xf32>
}
