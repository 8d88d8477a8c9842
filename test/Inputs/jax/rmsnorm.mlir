// rmsnorm, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_rmsnorm {
  func.func @rmsnorm(%arg0: tensor<5x7x96xf32>, %arg1: tensor<96xf32>) -> tensor<5x7x96xf32> {
    %cst = arith.constant 9.99999997E-7 : f32
    %cst_0 = arith.constant 9.600000e+01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<5x7x96xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<5x7x96xf32>) outs(%0 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.mulf %in, %in : f32
      linalg.yield %19 : f32
    } -> tensor<5x7x96xf32>
    %2 = tensor.empty() : tensor<5x7xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<5x7xf32>) -> tensor<5x7xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<5x7x96xf32>) outs(%3 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.addf %out, %in : f32
      linalg.yield %19 : f32
    } -> tensor<5x7xf32>
    %expanded = tensor.expand_shape %4 [[0], [1, 2]] output_shape [5, 7, 1] : tensor<5x7xf32> into tensor<5x7x1xf32>
    %5 = tensor.empty() : tensor<5x7x1xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<5x7x1xf32>) outs(%5 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.divf %in, %cst_0 : f32
      linalg.yield %19 : f32
    } -> tensor<5x7x1xf32>
    %7 = tensor.empty() : tensor<5x7x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<5x7x1xf32>) outs(%7 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.addf %in, %cst : f32
      linalg.yield %19 : f32
    } -> tensor<5x7x1xf32>
    %9 = tensor.empty() : tensor<5x7x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<5x7x1xf32>) outs(%9 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.rsqrt %in : f32
      linalg.yield %19 : f32
    } -> tensor<5x7x1xf32>
    %11 = tensor.empty() : tensor<5x7x96xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<5x7x1xf32>) outs(%11 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x96xf32>
    %13 = tensor.empty() : tensor<5x7x96xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %12 : tensor<5x7x96xf32>, tensor<5x7x96xf32>) outs(%13 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.mulf %in, %in_2 : f32
      linalg.yield %19 : f32
    } -> tensor<5x7x96xf32>
    %15 = tensor.empty() : tensor<5x7x96xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<96xf32>) outs(%15 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x96xf32>
    %17 = tensor.empty() : tensor<5x7x96xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %16 : tensor<5x7x96xf32>, tensor<5x7x96xf32>) outs(%17 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %19 = arith.mulf %in, %in_2 : f32
      linalg.yield %19 : f32
    } -> tensor<5x7x96xf32>
    return %18 : tensor<5x7x96xf32>
  }
}
