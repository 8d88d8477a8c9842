// fp8_matmul, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_fp8_matmul {
  func.func @fp8_matmul(%arg0: tensor<21x64xf32>, %arg1: tensor<64x40xf32>, %arg2: tensor<40xf32>) -> tensor<21x40xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 4.480000e+02 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<21x64xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<21x64xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.absf %in : f32
      linalg.yield %26 : f32
    } -> tensor<21x64xf32>
    %2 = tensor.empty() : tensor<21xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<21xf32>) -> tensor<21xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<21x64xf32>) outs(%3 : tensor<21xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.maximumf %out, %in : f32
      linalg.yield %26 : f32
    } -> tensor<21xf32>
    %expanded = tensor.expand_shape %4 [[0, 1]] output_shape [21, 1] : tensor<21xf32> into tensor<21x1xf32>
    %5 = tensor.empty() : tensor<21x1xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<21x1xf32>) outs(%5 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.divf %in, %cst_0 : f32
      linalg.yield %26 : f32
    } -> tensor<21x1xf32>
    %7 = tensor.empty() : tensor<21x64xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<21x1xf32>) outs(%7 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x64xf32>
    %9 = tensor.empty() : tensor<21x64xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<21x64xf32>, tensor<21x64xf32>) outs(%9 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %26 = arith.divf %in, %in_2 : f32
      linalg.yield %26 : f32
    } -> tensor<21x64xf32>
    %11 = tensor.empty() : tensor<21x64xf8E4M3FN>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<21x64xf32>) outs(%11 : tensor<21x64xf8E4M3FN>) {
    ^bb0(%in: f32, %out: f8E4M3FN):
      %26 = arith.truncf %in : f32 to f8E4M3FN
      linalg.yield %26 : f8E4M3FN
    } -> tensor<21x64xf8E4M3FN>
    %13 = tensor.empty() : tensor<64x40xf8E4M3FN>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<64x40xf32>) outs(%13 : tensor<64x40xf8E4M3FN>) {
    ^bb0(%in: f32, %out: f8E4M3FN):
      %26 = arith.truncf %in : f32 to f8E4M3FN
      linalg.yield %26 : f8E4M3FN
    } -> tensor<64x40xf8E4M3FN>
    %15 = tensor.empty() : tensor<21x40xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<21x40xf32>) -> tensor<21x40xf32>
    %17 = linalg.matmul ins(%12, %14 : tensor<21x64xf8E4M3FN>, tensor<64x40xf8E4M3FN>) outs(%16 : tensor<21x40xf32>) -> tensor<21x40xf32>
    %18 = tensor.empty() : tensor<21x40xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<21x1xf32>) outs(%18 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x40xf32>
    %20 = tensor.empty() : tensor<21x40xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17, %19 : tensor<21x40xf32>, tensor<21x40xf32>) outs(%20 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %26 = arith.mulf %in, %in_2 : f32
      linalg.yield %26 : f32
    } -> tensor<21x40xf32>
    %22 = tensor.empty() : tensor<21x40xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<40xf32>) outs(%22 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x40xf32>
    %24 = tensor.empty() : tensor<21x40xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%21, %23 : tensor<21x40xf32>, tensor<21x40xf32>) outs(%24 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %26 = arith.mulf %in, %in_2 : f32
      linalg.yield %26 : f32
    } -> tensor<21x40xf32>
    return %25 : tensor<21x40xf32>
  }
}
