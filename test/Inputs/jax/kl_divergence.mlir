// kl_divergence, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_kl_divergence {
  func.func @kl_divergence(%arg0: tensor<9x70xf32>, %arg1: tensor<9x70xf32>) -> tensor<9xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<9xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<9xf32>) -> tensor<9xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<9x70xf32>) outs(%1 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.maximumf %out, %in : f32
      linalg.yield %45 : f32
    } -> tensor<9xf32>
    %3 = tensor.empty() : tensor<9x70xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<9xf32>) outs(%3 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x70xf32>
    %5 = tensor.empty() : tensor<9x70xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<9x70xf32>, tensor<9x70xf32>) outs(%5 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %45 = arith.subf %in, %in_2 : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %7 = tensor.empty() : tensor<9x70xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<9x70xf32>) outs(%7 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.exp %in : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %9 = tensor.empty() : tensor<9xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<9xf32>) -> tensor<9xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<9x70xf32>) outs(%10 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.addf %out, %in : f32
      linalg.yield %45 : f32
    } -> tensor<9xf32>
    %12 = tensor.empty() : tensor<9xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%11 : tensor<9xf32>) outs(%12 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.log %in : f32
      linalg.yield %45 : f32
    } -> tensor<9xf32>
    %expanded = tensor.expand_shape %13 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %14 = tensor.empty() : tensor<9x70xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<9x1xf32>) outs(%14 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x70xf32>
    %16 = tensor.empty() : tensor<9x70xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6, %15 : tensor<9x70xf32>, tensor<9x70xf32>) outs(%16 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %45 = arith.subf %in, %in_2 : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %18 = tensor.empty() : tensor<9xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<9xf32>) -> tensor<9xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg1 : tensor<9x70xf32>) outs(%19 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.maximumf %out, %in : f32
      linalg.yield %45 : f32
    } -> tensor<9xf32>
    %21 = tensor.empty() : tensor<9x70xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<9xf32>) outs(%21 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x70xf32>
    %23 = tensor.empty() : tensor<9x70xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1, %22 : tensor<9x70xf32>, tensor<9x70xf32>) outs(%23 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %45 = arith.subf %in, %in_2 : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %25 = tensor.empty() : tensor<9x70xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<9x70xf32>) outs(%25 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.exp %in : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %27 = tensor.empty() : tensor<9xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<9xf32>) -> tensor<9xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%26 : tensor<9x70xf32>) outs(%28 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.addf %out, %in : f32
      linalg.yield %45 : f32
    } -> tensor<9xf32>
    %30 = tensor.empty() : tensor<9xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%29 : tensor<9xf32>) outs(%30 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.log %in : f32
      linalg.yield %45 : f32
    } -> tensor<9xf32>
    %expanded_1 = tensor.expand_shape %31 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %32 = tensor.empty() : tensor<9x70xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded_1 : tensor<9x1xf32>) outs(%32 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<9x70xf32>
    %34 = tensor.empty() : tensor<9x70xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24, %33 : tensor<9x70xf32>, tensor<9x70xf32>) outs(%34 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %45 = arith.subf %in, %in_2 : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %36 = tensor.empty() : tensor<9x70xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<9x70xf32>) outs(%36 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = math.exp %in : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %38 = tensor.empty() : tensor<9x70xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17, %35 : tensor<9x70xf32>, tensor<9x70xf32>) outs(%38 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %45 = arith.subf %in, %in_2 : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %40 = tensor.empty() : tensor<9x70xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%37, %39 : tensor<9x70xf32>, tensor<9x70xf32>) outs(%40 : tensor<9x70xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %45 = arith.mulf %in, %in_2 : f32
      linalg.yield %45 : f32
    } -> tensor<9x70xf32>
    %42 = tensor.empty() : tensor<9xf32>
    %43 = linalg.fill ins(%cst : f32) outs(%42 : tensor<9xf32>) -> tensor<9xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%41 : tensor<9x70xf32>) outs(%43 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %45 = arith.addf %out, %in : f32
      linalg.yield %45 : f32
    } -> tensor<9xf32>
    return %44 : tensor<9xf32>
  }
}
