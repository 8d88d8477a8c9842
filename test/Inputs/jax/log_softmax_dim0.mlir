// log_softmax_dim0, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_log_softmax_dim0 {
  func.func @log_softmax_dim0(%arg0: tensor<48x33xf32>) -> tensor<48x33xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<33xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<33xf32>) -> tensor<33xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<48x33xf32>) outs(%1 : tensor<33xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.maximumf %out, %in : f32
      linalg.yield %18 : f32
    } -> tensor<33xf32>
    %3 = tensor.empty() : tensor<48x33xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<33xf32>) outs(%3 : tensor<48x33xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x33xf32>
    %5 = tensor.empty() : tensor<48x33xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<48x33xf32>, tensor<48x33xf32>) outs(%5 : tensor<48x33xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.subf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<48x33xf32>
    %7 = tensor.empty() : tensor<48x33xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<48x33xf32>) outs(%7 : tensor<48x33xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.exp %in : f32
      linalg.yield %18 : f32
    } -> tensor<48x33xf32>
    %9 = tensor.empty() : tensor<33xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<33xf32>) -> tensor<33xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<48x33xf32>) outs(%10 : tensor<33xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.addf %out, %in : f32
      linalg.yield %18 : f32
    } -> tensor<33xf32>
    %12 = tensor.empty() : tensor<33xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%11 : tensor<33xf32>) outs(%12 : tensor<33xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = math.log %in : f32
      linalg.yield %18 : f32
    } -> tensor<33xf32>
    %14 = tensor.empty() : tensor<48x33xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<33xf32>) outs(%14 : tensor<48x33xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x33xf32>
    %16 = tensor.empty() : tensor<48x33xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6, %15 : tensor<48x33xf32>, tensor<48x33xf32>) outs(%16 : tensor<48x33xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.subf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<48x33xf32>
    return %17 : tensor<48x33xf32>
  }
}
