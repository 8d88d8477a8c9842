// masked_softmax, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_masked_softmax {
  func.func @masked_softmax(%arg0: tensor<7x50xf32>, %arg1: tensor<7x50xi1>) -> tensor<7x50xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<7x50xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg0 : tensor<7x50xi1>, tensor<7x50xf32>) outs(%0 : tensor<7x50xf32>) {
    ^bb0(%in: i1, %in_1: f32, %out: f32):
      %26 = arith.select %in, %in_1, %cst_0 : f32
      linalg.yield %26 : f32
    } -> tensor<7x50xf32>
    %2 = tensor.empty() : tensor<7xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<7xf32>) -> tensor<7xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<7x50xf32>) outs(%3 : tensor<7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.maximumf %out, %in : f32
      linalg.yield %26 : f32
    } -> tensor<7xf32>
    %5 = tensor.empty() : tensor<7x50xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<7xf32>) outs(%5 : tensor<7x50xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x50xf32>
    %7 = tensor.empty() : tensor<7x50xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1, %6 : tensor<7x50xf32>, tensor<7x50xf32>) outs(%7 : tensor<7x50xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %26 = arith.subf %in, %in_1 : f32
      linalg.yield %26 : f32
    } -> tensor<7x50xf32>
    %9 = tensor.empty() : tensor<7x50xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<7x50xf32>) outs(%9 : tensor<7x50xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.exp %in : f32
      linalg.yield %26 : f32
    } -> tensor<7x50xf32>
    %11 = tensor.empty() : tensor<7x50xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %10 : tensor<7x50xi1>, tensor<7x50xf32>) outs(%11 : tensor<7x50xf32>) {
    ^bb0(%in: i1, %in_1: f32, %out: f32):
      %26 = arith.select %in, %in_1, %cst : f32
      linalg.yield %26 : f32
    } -> tensor<7x50xf32>
    %13 = tensor.empty() : tensor<7xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<7xf32>) -> tensor<7xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<7x50xf32>) outs(%14 : tensor<7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %out, %in : f32
      linalg.yield %26 : f32
    } -> tensor<7xf32>
    %16 = tensor.empty() : tensor<7x50xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<7xf32>) outs(%16 : tensor<7x50xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x50xf32>
    %18 = tensor.empty() : tensor<7x50xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10, %17 : tensor<7x50xf32>, tensor<7x50xf32>) outs(%18 : tensor<7x50xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %26 = arith.divf %in, %in_1 : f32
      linalg.yield %26 : f32
    } -> tensor<7x50xf32>
    %20 = tensor.empty() : tensor<f32>
    %21 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%20 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %22 = tensor.empty() : tensor<7x50xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<f32>) outs(%22 : tensor<7x50xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x50xf32>
    %24 = tensor.empty() : tensor<7x50xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %19, %23 : tensor<7x50xi1>, tensor<7x50xf32>, tensor<7x50xf32>) outs(%24 : tensor<7x50xf32>) {
    ^bb0(%in: i1, %in_1: f32, %in_2: f32, %out: f32):
      %26 = arith.select %in, %in_1, %in_2 : f32
      linalg.yield %26 : f32
    } -> tensor<7x50xf32>
    return %25 : tensor<7x50xf32>
  }
}
