// layernorm, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_layernorm {
  func.func @layernorm(%arg0: tensor<5x7x96xf32>, %arg1: tensor<96xf32>, %arg2: tensor<96xf32>) -> tensor<5x7x96xf32> {
    %cst = arith.constant 9.99999974E-6 : f32
    %cst_0 = arith.constant 0x7FC00000 : f32
    %cst_1 = arith.constant 9.600000e+01 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<5x7xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<5x7xf32>) -> tensor<5x7xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<5x7x96xf32>) outs(%1 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.addf %out, %in : f32
      linalg.yield %42 : f32
    } -> tensor<5x7xf32>
    %expanded = tensor.expand_shape %2 [[0], [1, 2]] output_shape [5, 7, 1] : tensor<5x7xf32> into tensor<5x7x1xf32>
    %3 = tensor.empty() : tensor<5x7x1xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<5x7x1xf32>) outs(%3 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.divf %in, %cst_1 : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x1xf32>
    %5 = tensor.empty() : tensor<5x7x96xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<5x7x1xf32>) outs(%5 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x96xf32>
    %7 = tensor.empty() : tensor<5x7x96xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %6 : tensor<5x7x96xf32>, tensor<5x7x96xf32>) outs(%7 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %42 = arith.subf %in, %in_4 : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x96xf32>
    %9 = tensor.empty() : tensor<5x7x96xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<5x7x96xf32>) outs(%9 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.mulf %in, %in : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x96xf32>
    %11 = tensor.empty() : tensor<f32>
    %12 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%11 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<f32>
    %13 = tensor.empty() : tensor<f32>
    %14 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%12 : tensor<f32>) outs(%13 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.subf %cst_1, %in : f32
      linalg.yield %42 : f32
    } -> tensor<f32>
    %15 = tensor.empty() : tensor<5x7xf32>
    %16 = linalg.fill ins(%cst_2 : f32) outs(%15 : tensor<5x7xf32>) -> tensor<5x7xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<5x7x96xf32>) outs(%16 : tensor<5x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.addf %out, %in : f32
      linalg.yield %42 : f32
    } -> tensor<5x7xf32>
    %expanded_3 = tensor.expand_shape %17 [[0], [1, 2]] output_shape [5, 7, 1] : tensor<5x7xf32> into tensor<5x7x1xf32>
    %18 = tensor.empty() : tensor<5x7x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<f32>) outs(%18 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x1xf32>
    %20 = tensor.empty() : tensor<5x7x1xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_3, %19 : tensor<5x7x1xf32>, tensor<5x7x1xf32>) outs(%20 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %42 = arith.divf %in, %in_4 : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x1xf32>
    %22 = tensor.empty() : tensor<i1>
    %23 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%14 : tensor<f32>) outs(%22 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %42 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %42 : i1
    } -> tensor<i1>
    %24 = tensor.empty() : tensor<5x7x1xf32>
    %extracted = tensor.extract %23[] : tensor<i1>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<5x7x1xf32>) outs(%24 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.select %extracted, %in, %cst_0 : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x1xf32>
    %26 = tensor.empty() : tensor<5x7x1xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<5x7x1xf32>) outs(%26 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = arith.addf %in, %cst : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x1xf32>
    %28 = tensor.empty() : tensor<5x7x1xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<5x7x1xf32>) outs(%28 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %42 = math.rsqrt %in : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x1xf32>
    %30 = tensor.empty() : tensor<5x7x96xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<5x7x1xf32>) outs(%30 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x96xf32>
    %32 = tensor.empty() : tensor<5x7x96xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %31 : tensor<5x7x96xf32>, tensor<5x7x96xf32>) outs(%32 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %42 = arith.mulf %in, %in_4 : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x96xf32>
    %34 = tensor.empty() : tensor<5x7x96xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<96xf32>) outs(%34 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x96xf32>
    %36 = tensor.empty() : tensor<5x7x96xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %35 : tensor<5x7x96xf32>, tensor<5x7x96xf32>) outs(%36 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %42 = arith.mulf %in, %in_4 : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x96xf32>
    %38 = tensor.empty() : tensor<5x7x96xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<96xf32>) outs(%38 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5x7x96xf32>
    %40 = tensor.empty() : tensor<5x7x96xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<5x7x96xf32>, tensor<5x7x96xf32>) outs(%40 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %42 = arith.addf %in, %in_4 : f32
      linalg.yield %42 : f32
    } -> tensor<5x7x96xf32>
    return %41 : tensor<5x7x96xf32>
  }
}
