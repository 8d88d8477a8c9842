// Layer normalisation in f32, rounded to bf16 before a product with bf16 weights.

func.func @layernorm_gemm_bf16(%xb: tensor<?x?xbf16>, %gain: tensor<?xf32>, %bias: tensor<?xf32>, %w: tensor<?x32xbf16>) -> tensor<?x32xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_x0 = arith.constant 0 : index
  %c_x1 = arith.constant 1 : index
  %s0 = tensor.dim %xb, %c_x0 : tensor<?x?xbf16>
  %s1 = tensor.dim %xb, %c_x1 : tensor<?x?xbf16>
  %xe = tensor.empty(%s0, %s1) : tensor<?x?xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%xb : tensor<?x?xbf16>) outs(%xe : tensor<?x?xf32>) {
  ^bb0(%in0: bf16, %out: f32):
    %r0 = arith.extf %in0 : bf16 to f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
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
      ins(%19, %gain : tensor<?x?xf32>, tensor<?xf32>) outs(%20 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %22 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%21, %bias : tensor<?x?xf32>, tensor<?xf32>) outs(%22 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.addf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %24 = tensor.empty(%n_size) : tensor<?x32xf32>
  %25 = linalg.fill ins(%c_0 : f32) outs(%24 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%23, %w : tensor<?x?xf32>, tensor<?x32xbf16>) outs(%25 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: bf16, %out: f32):
    %n = arith.truncf %in0 : f32 to bf16
    %n2 = arith.extf %n : bf16 to f32
    %w2 = arith.extf %in1 : bf16 to f32
    %r0 = arith.mulf %n2, %w2 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x32xf32>
  return %26 : tensor<?x32xf32>
}
