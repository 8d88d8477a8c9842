// variance, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_variance {
  func.func @variance(%arg0: tensor<5x7x96xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>) {
    %cst = arith.constant 0x7FC00000 : f32
    %cst_0 = arith.constant 9.600000e+01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<5x7xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<5x7xf32>) -> tensor<5x7xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<5x7x96xf32>) outs(%1 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %out, %in : f32
      linalg.yield %28 : f32
    } -> tensor<5x7xf32>
    %3 = tensor.empty() : tensor<5x7xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<5x7xf32>) outs(%3 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_0 : f32
      linalg.yield %28 : f32
    } -> tensor<5x7xf32>
    %expanded = tensor.expand_shape %2 [[0], [1, 2]] output_shape [5, 7, 1] : tensor<5x7xf32> into tensor<5x7x1xf32>
    %5 = tensor.empty() : tensor<5x7x1xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<5x7x1xf32>) outs(%5 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_0 : f32
      linalg.yield %28 : f32
    } -> tensor<5x7x1xf32>
    %7 = tensor.empty() : tensor<5x7x96xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<5x7x1xf32>) outs(%7 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x96xf32>
    %9 = tensor.empty() : tensor<5x7x96xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %8 : tensor<5x7x96xf32>, tensor<5x7x96xf32>) outs(%9 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.subf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<5x7x96xf32>
    %11 = tensor.empty() : tensor<5x7x96xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<5x7x96xf32>) outs(%11 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.mulf %in, %in : f32
      linalg.yield %28 : f32
    } -> tensor<5x7x96xf32>
    %13 = tensor.empty() : tensor<f32>
    %14 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%13 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_1 : f32
    } -> tensor<f32>
    %15 = tensor.empty() : tensor<f32>
    %16 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%14 : tensor<f32>) outs(%15 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.subf %cst_0, %in : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %17 = tensor.empty() : tensor<5x7xf32>
    %18 = linalg.fill ins(%cst_1 : f32) outs(%17 : tensor<5x7xf32>) -> tensor<5x7xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%12 : tensor<5x7x96xf32>) outs(%18 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %out, %in : f32
      linalg.yield %28 : f32
    } -> tensor<5x7xf32>
    %20 = tensor.empty() : tensor<5x7xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<f32>) outs(%20 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7xf32>
    %22 = tensor.empty() : tensor<5x7xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%19, %21 : tensor<5x7xf32>, tensor<5x7xf32>) outs(%22 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %28 = arith.divf %in, %in_2 : f32
      linalg.yield %28 : f32
    } -> tensor<5x7xf32>
    %24 = tensor.empty() : tensor<i1>
    %25 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%16 : tensor<f32>) outs(%24 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %28 = arith.cmpf ogt, %in, %cst_1 : f32
      linalg.yield %28 : i1
    } -> tensor<i1>
    %26 = tensor.empty() : tensor<5x7xf32>
    %extracted = tensor.extract %25[] : tensor<i1>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<5x7xf32>) outs(%26 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.select %extracted, %in, %cst : f32
      linalg.yield %28 : f32
    } -> tensor<5x7xf32>
    return %4, %27 : tensor<5x7xf32>, tensor<5x7xf32>
  }
}
