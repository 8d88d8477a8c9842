// rmsnorm_matmul, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_rmsnorm_matmul {
  func.func @rmsnorm_matmul(%arg0: tensor<21x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x40xf32>) -> tensor<21x40xf32> {
    %cst = arith.constant 9.99999997E-7 : f32
    %cst_0 = arith.constant 6.400000e+01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<21x64xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<21x64xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.mulf %in, %in : f32
      linalg.yield %22 : f32
    } -> tensor<21x64xf32>
    %2 = tensor.empty() : tensor<21xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<21xf32>) -> tensor<21xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<21x64xf32>) outs(%3 : tensor<21xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<21xf32>
    %expanded = tensor.expand_shape %4 [[0, 1]] output_shape [21, 1] : tensor<21xf32> into tensor<21x1xf32>
    %5 = tensor.empty() : tensor<21x1xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<21x1xf32>) outs(%5 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.divf %in, %cst_0 : f32
      linalg.yield %22 : f32
    } -> tensor<21x1xf32>
    %7 = tensor.empty() : tensor<21x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<21x1xf32>) outs(%7 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %in, %cst : f32
      linalg.yield %22 : f32
    } -> tensor<21x1xf32>
    %9 = tensor.empty() : tensor<21x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<21x1xf32>) outs(%9 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = math.rsqrt %in : f32
      linalg.yield %22 : f32
    } -> tensor<21x1xf32>
    %11 = tensor.empty() : tensor<21x64xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<21x1xf32>) outs(%11 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x64xf32>
    %13 = tensor.empty() : tensor<21x64xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %12 : tensor<21x64xf32>, tensor<21x64xf32>) outs(%13 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.mulf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<21x64xf32>
    %15 = tensor.empty() : tensor<21x64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%15 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x64xf32>
    %17 = tensor.empty() : tensor<21x64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14, %16 : tensor<21x64xf32>, tensor<21x64xf32>) outs(%17 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %22 = arith.mulf %in, %in_2 : f32
      linalg.yield %22 : f32
    } -> tensor<21x64xf32>
    %19 = tensor.empty() : tensor<21x40xf32>
    %20 = linalg.fill ins(%cst_1 : f32) outs(%19 : tensor<21x40xf32>) -> tensor<21x40xf32>
    %21 = linalg.matmul ins(%18, %arg2 : tensor<21x64xf32>, tensor<64x40xf32>) outs(%20 : tensor<21x40xf32>) -> tensor<21x40xf32>
    return %21 : tensor<21x40xf32>
  }
}
