// attention_grad, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_attention_grad {
  func.func @attention_grad(%arg0: tensor<2x2x24x16xf32>, %arg1: tensor<2x2x40x16xf32>, %arg2: tensor<2x2x40x16xf32>, %arg3: tensor<2x2x24x16xf32>) -> (tensor<2x2x24x16xf32>, tensor<2x2x40x16xf32>, tensor<2x2x40x16xf32>) {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 4.000000e+00 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x2x16x40xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x2x40x16xf32>) outs(%0 : tensor<2x2x16x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x16x40xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x2x24x16xf32> into tensor<4x24x16xf32>
    %collapsed_3 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<2x2x16x40xf32> into tensor<4x16x40xf32>
    %2 = tensor.empty() : tensor<4x24x40xf32>
    %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : tensor<4x24x40xf32>) -> tensor<4x24x40xf32>
    %4 = linalg.batch_matmul ins(%collapsed, %collapsed_3 : tensor<4x24x16xf32>, tensor<4x16x40xf32>) outs(%3 : tensor<4x24x40xf32>) -> tensor<4x24x40xf32>
    %expanded = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [2, 2, 24, 40] : tensor<4x24x40xf32> into tensor<2x2x24x40xf32>
    %5 = tensor.empty() : tensor<2x2x24x40xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x2x24x40xf32>) outs(%5 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.divf %in, %cst_1 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %7 = tensor.empty() : tensor<2x2x24xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<2x2x24xf32>) -> tensor<2x2x24xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%6 : tensor<2x2x24x40xf32>) outs(%8 : tensor<2x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.maximumf %out, %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24xf32>
    %10 = tensor.empty() : tensor<2x2x24x40xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<2x2x24xf32>) outs(%10 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x24x40xf32>
    %12 = tensor.empty() : tensor<2x2x24x40xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %11 : tensor<2x2x24x40xf32>, tensor<2x2x24x40xf32>) outs(%12 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %71 = arith.subf %in, %in_17 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %14 = tensor.empty() : tensor<2x2x24x40xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<2x2x24x40xf32>) outs(%14 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = math.exp %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %16 = tensor.empty() : tensor<2x2x24xf32>
    %17 = linalg.fill ins(%cst_2 : f32) outs(%16 : tensor<2x2x24xf32>) -> tensor<2x2x24xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<2x2x24x40xf32>) outs(%17 : tensor<2x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.addf %out, %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24xf32>
    %expanded_4 = tensor.expand_shape %18 [[0], [1], [2, 3]] output_shape [2, 2, 24, 1] : tensor<2x2x24xf32> into tensor<2x2x24x1xf32>
    %19 = tensor.empty() : tensor<2x2x24x40xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x2x24xf32>) outs(%19 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x24x40xf32>
    %21 = tensor.empty() : tensor<2x2x24x40xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %20 : tensor<2x2x24x40xf32>, tensor<2x2x24x40xf32>) outs(%21 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %71 = arith.divf %in, %in_17 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %23 = tensor.empty() : tensor<2x2x24x1xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_4 : tensor<2x2x24x1xf32>) outs(%23 : tensor<2x2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.mulf %in, %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x1xf32>
    %25 = tensor.empty() : tensor<2x2x24x1xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<2x2x24x1xf32>) outs(%25 : tensor<2x2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.divf %cst, %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x1xf32>
    %27 = tensor.empty() : tensor<2x2x16x24xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<2x2x24x16xf32>) outs(%27 : tensor<2x2x16x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x16x24xf32>
    %collapsed_5 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : tensor<2x2x16x24xf32> into tensor<4x16x24xf32>
    %collapsed_6 = tensor.collapse_shape %22 [[0, 1], [2], [3]] : tensor<2x2x24x40xf32> into tensor<4x24x40xf32>
    %29 = tensor.empty() : tensor<4x16x40xf32>
    %30 = linalg.fill ins(%cst_2 : f32) outs(%29 : tensor<4x16x40xf32>) -> tensor<4x16x40xf32>
    %31 = linalg.batch_matmul ins(%collapsed_5, %collapsed_6 : tensor<4x16x24xf32>, tensor<4x24x40xf32>) outs(%30 : tensor<4x16x40xf32>) -> tensor<4x16x40xf32>
    %expanded_7 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 2, 16, 40] : tensor<4x16x40xf32> into tensor<2x2x16x40xf32>
    %32 = tensor.empty() : tensor<2x2x40x16xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<2x2x16x40xf32>) outs(%32 : tensor<2x2x40x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x40x16xf32>
    %34 = tensor.empty() : tensor<2x2x16x40xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x2x40x16xf32>) outs(%34 : tensor<2x2x16x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x16x40xf32>
    %collapsed_8 = tensor.collapse_shape %arg3 [[0, 1], [2], [3]] : tensor<2x2x24x16xf32> into tensor<4x24x16xf32>
    %collapsed_9 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<2x2x16x40xf32> into tensor<4x16x40xf32>
    %36 = tensor.empty() : tensor<4x24x40xf32>
    %37 = linalg.fill ins(%cst_2 : f32) outs(%36 : tensor<4x24x40xf32>) -> tensor<4x24x40xf32>
    %38 = linalg.batch_matmul ins(%collapsed_8, %collapsed_9 : tensor<4x24x16xf32>, tensor<4x16x40xf32>) outs(%37 : tensor<4x24x40xf32>) -> tensor<4x24x40xf32>
    %expanded_10 = tensor.expand_shape %38 [[0, 1], [2], [3]] output_shape [2, 2, 24, 40] : tensor<4x24x40xf32> into tensor<2x2x24x40xf32>
    %39 = tensor.empty() : tensor<2x2x24x40xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<2x2x24x1xf32>) outs(%39 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x24x40xf32>
    %41 = tensor.empty() : tensor<2x2x24x40xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %40 : tensor<2x2x24x40xf32>, tensor<2x2x24x40xf32>) outs(%41 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %71 = arith.mulf %in, %in_17 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %43 = tensor.empty() : tensor<2x2x24x40xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %15 : tensor<2x2x24x40xf32>, tensor<2x2x24x40xf32>) outs(%43 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %71 = arith.mulf %in, %in_17 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %45 = tensor.empty() : tensor<2x2x24xf32>
    %46 = linalg.fill ins(%cst_2 : f32) outs(%45 : tensor<2x2x24xf32>) -> tensor<2x2x24xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%44 : tensor<2x2x24x40xf32>) outs(%46 : tensor<2x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.addf %out, %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24xf32>
    %48 = tensor.empty() : tensor<2x2x24xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x2x24xf32>) outs(%48 : tensor<2x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.negf %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24xf32>
    %expanded_11 = tensor.expand_shape %49 [[0], [1], [2, 3]] output_shape [2, 2, 24, 1] : tensor<2x2x24xf32> into tensor<2x2x24x1xf32>
    %50 = tensor.empty() : tensor<2x2x24x40xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %20 : tensor<2x2x24x40xf32>, tensor<2x2x24x40xf32>) outs(%50 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %71 = arith.divf %in, %in_17 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %52 = tensor.empty() : tensor<2x2x24xf32>
    %53 = linalg.fill ins(%cst_2 : f32) outs(%52 : tensor<2x2x24xf32>) -> tensor<2x2x24xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_11 : tensor<2x2x24x1xf32>) outs(%53 : tensor<2x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.addf %out, %in : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24xf32>
    %55 = tensor.empty() : tensor<2x2x24x40xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<2x2x24xf32>) outs(%55 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x24x40xf32>
    %57 = tensor.empty() : tensor<2x2x24x40xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %56 : tensor<2x2x24x40xf32>, tensor<2x2x24x40xf32>) outs(%57 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %71 = arith.addf %in, %in_17 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %59 = tensor.empty() : tensor<2x2x24x40xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %15 : tensor<2x2x24x40xf32>, tensor<2x2x24x40xf32>) outs(%59 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %71 = arith.mulf %in, %in_17 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %61 = tensor.empty() : tensor<2x2x24x40xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<2x2x24x40xf32>) outs(%61 : tensor<2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %71 = arith.divf %in, %cst_1 : f32
      linalg.yield %71 : f32
    } -> tensor<2x2x24x40xf32>
    %63 = tensor.empty() : tensor<2x2x40x24xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<2x2x24x40xf32>) outs(%63 : tensor<2x2x40x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x40x24xf32>
    %collapsed_12 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<2x2x40x24xf32> into tensor<4x40x24xf32>
    %65 = tensor.empty() : tensor<4x40x16xf32>
    %66 = linalg.fill ins(%cst_2 : f32) outs(%65 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %67 = linalg.batch_matmul ins(%collapsed_12, %collapsed : tensor<4x40x24xf32>, tensor<4x24x16xf32>) outs(%66 : tensor<4x40x16xf32>) -> tensor<4x40x16xf32>
    %expanded_13 = tensor.expand_shape %67 [[0, 1], [2], [3]] output_shape [2, 2, 40, 16] : tensor<4x40x16xf32> into tensor<2x2x40x16xf32>
    %collapsed_14 = tensor.collapse_shape %62 [[0, 1], [2], [3]] : tensor<2x2x24x40xf32> into tensor<4x24x40xf32>
    %collapsed_15 = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<2x2x40x16xf32> into tensor<4x40x16xf32>
    %68 = tensor.empty() : tensor<4x24x16xf32>
    %69 = linalg.fill ins(%cst_2 : f32) outs(%68 : tensor<4x24x16xf32>) -> tensor<4x24x16xf32>
    %70 = linalg.batch_matmul ins(%collapsed_14, %collapsed_15 : tensor<4x24x40xf32>, tensor<4x40x16xf32>) outs(%69 : tensor<4x24x16xf32>) -> tensor<4x24x16xf32>
    %expanded_16 = tensor.expand_shape %70 [[0, 1], [2], [3]] output_shape [2, 2, 24, 16] : tensor<4x24x16xf32> into tensor<2x2x24x16xf32>
    return %expanded_16, %expanded_13, %33 : tensor<2x2x24x16xf32>, tensor<2x2x40x16xf32>, tensor<2x2x40x16xf32>
  }
}
