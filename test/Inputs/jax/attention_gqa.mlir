// attention_gqa, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_attention_gqa {
  func.func @attention_gqa(%arg0: tensor<2x24x4x16xf32>, %arg1: tensor<2x40x2x16xf32>, %arg2: tensor<2x40x2x16xf32>, %arg3: tensor<2xi32>) -> tensor<2x24x4x16xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant -2.38197633E+38 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %expanded = tensor.expand_shape %arg0 [[0], [1], [2, 3], [4]] output_shape [2, 24, 2, 2, 16] : tensor<2x24x4x16xf32> into tensor<2x24x2x2x16xf32>
    %0 = tensor.empty() : tensor<2x2x24x2x16xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x24x2x2x16xf32>) outs(%0 : tensor<2x2x24x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x24x2x16xf32>
    %2 = tensor.empty() : tensor<2x2x16x40xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x40x2x16xf32>) outs(%2 : tensor<2x2x16x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x16x40xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2, 3], [4]] : tensor<2x2x24x2x16xf32> into tensor<4x48x16xf32>
    %collapsed_3 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x2x16x40xf32> into tensor<4x16x40xf32>
    %4 = tensor.empty() : tensor<4x48x40xf32>
    %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : tensor<4x48x40xf32>) -> tensor<4x48x40xf32>
    %6 = linalg.batch_matmul ins(%collapsed, %collapsed_3 : tensor<4x48x16xf32>, tensor<4x16x40xf32>) outs(%5 : tensor<4x48x40xf32>) -> tensor<4x48x40xf32>
    %expanded_4 = tensor.expand_shape %6 [[0, 1], [2, 3], [4]] output_shape [2, 2, 24, 2, 40] : tensor<4x48x40xf32> into tensor<2x2x24x2x40xf32>
    %7 = tensor.empty() : tensor<2x2x24x2x40xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_4 : tensor<2x2x24x2x40xf32>) outs(%7 : tensor<2x2x24x2x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.mulf %in, %cst_1 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x24x2x40xf32>
    %9 = tensor.empty() : tensor<40xi32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%9 : tensor<40xi32>) {
    ^bb0(%out: i32):
      %52 = linalg.index 0 : index
      %53 = arith.index_cast %52 : index to i32
      linalg.yield %53 : i32
    } -> tensor<40xi32>
    %11 = tensor.empty() : tensor<2x1x40xi32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<40xi32>) outs(%11 : tensor<2x1x40xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x1x40xi32>
    %13 = tensor.empty() : tensor<2x1x40xi32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<2xi32>) outs(%13 : tensor<2x1x40xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<2x1x40xi32>
    %15 = tensor.empty() : tensor<2x1x40xi1>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %14 : tensor<2x1x40xi32>, tensor<2x1x40xi32>) outs(%15 : tensor<2x1x40xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %52 = arith.cmpi slt, %in, %in_9 : i32
      linalg.yield %52 : i1
    } -> tensor<2x1x40xi1>
    %17 = tensor.empty() : tensor<2x2x24x40xi1>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, 0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<2x1x40xi1>) outs(%17 : tensor<2x2x24x40xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x24x40xi1>
    %19 = tensor.empty() : tensor<2x2x2x24x40xi1>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<2x2x24x40xi1>) outs(%19 : tensor<2x2x2x24x40xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x2x2x24x40xi1>
    %21 = tensor.empty() : tensor<2x2x2x24x40xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<2x2x24x2x40xf32>) outs(%21 : tensor<2x2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x24x40xf32>
    %23 = tensor.empty() : tensor<2x2x2x24x40xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%20, %22 : tensor<2x2x2x24x40xi1>, tensor<2x2x2x24x40xf32>) outs(%23 : tensor<2x2x2x24x40xf32>) {
    ^bb0(%in: i1, %in_9: f32, %out: f32):
      %52 = arith.select %in, %in_9, %cst_0 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x24x40xf32>
    %25 = tensor.empty() : tensor<2x2x2x24xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<2x2x2x24xf32>) -> tensor<2x2x2x24xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%24 : tensor<2x2x2x24x40xf32>) outs(%26 : tensor<2x2x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.maximumf %out, %in : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x24xf32>
    %28 = tensor.empty() : tensor<2x2x2x24x40xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<2x2x2x24xf32>) outs(%28 : tensor<2x2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x24x40xf32>
    %30 = tensor.empty() : tensor<2x2x2x24x40xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%24, %29 : tensor<2x2x2x24x40xf32>, tensor<2x2x2x24x40xf32>) outs(%30 : tensor<2x2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %52 = arith.subf %in, %in_9 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x24x40xf32>
    %32 = tensor.empty() : tensor<2x2x2x24x40xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<2x2x2x24x40xf32>) outs(%32 : tensor<2x2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.exp %in : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x24x40xf32>
    %34 = tensor.empty() : tensor<2x2x2x24xf32>
    %35 = linalg.fill ins(%cst_2 : f32) outs(%34 : tensor<2x2x2x24xf32>) -> tensor<2x2x2x24xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%33 : tensor<2x2x2x24x40xf32>) outs(%35 : tensor<2x2x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %out, %in : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x24xf32>
    %37 = tensor.empty() : tensor<2x2x2x24x40xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<2x2x2x24xf32>) outs(%37 : tensor<2x2x2x24x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x24x40xf32>
    %39 = tensor.empty() : tensor<2x2x2x24x40xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%33, %38 : tensor<2x2x2x24x40xf32>, tensor<2x2x2x24x40xf32>) outs(%39 : tensor<2x2x2x24x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %52 = arith.divf %in, %in_9 : f32
      linalg.yield %52 : f32
    } -> tensor<2x2x2x24x40xf32>
    %41 = tensor.empty() : tensor<2x2x16x40xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x40x2x16xf32>) outs(%41 : tensor<2x2x16x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x16x40xf32>
    %43 = tensor.empty() : tensor<2x2x40x2x24xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<2x2x2x24x40xf32>) outs(%43 : tensor<2x2x40x2x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x40x2x24xf32>
    %collapsed_5 = tensor.collapse_shape %42 [[0, 1], [2], [3]] : tensor<2x2x16x40xf32> into tensor<4x16x40xf32>
    %collapsed_6 = tensor.collapse_shape %44 [[0, 1], [2], [3, 4]] : tensor<2x2x40x2x24xf32> into tensor<4x40x48xf32>
    %45 = tensor.empty() : tensor<4x16x48xf32>
    %46 = linalg.fill ins(%cst_2 : f32) outs(%45 : tensor<4x16x48xf32>) -> tensor<4x16x48xf32>
    %47 = linalg.batch_matmul ins(%collapsed_5, %collapsed_6 : tensor<4x16x40xf32>, tensor<4x40x48xf32>) outs(%46 : tensor<4x16x48xf32>) -> tensor<4x16x48xf32>
    %expanded_7 = tensor.expand_shape %47 [[0, 1], [2], [3, 4]] output_shape [2, 2, 16, 2, 24] : tensor<4x16x48xf32> into tensor<2x2x16x2x24xf32>
    %48 = tensor.empty() : tensor<2x2x24x2x16xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<2x2x16x2x24xf32>) outs(%48 : tensor<2x2x24x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x24x2x16xf32>
    %50 = tensor.empty() : tensor<2x24x2x2x16xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<2x2x24x2x16xf32>) outs(%50 : tensor<2x24x2x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x24x2x2x16xf32>
    %collapsed_8 = tensor.collapse_shape %51 [[0], [1], [2, 3], [4]] : tensor<2x24x2x2x16xf32> into tensor<2x24x4x16xf32>
    return %collapsed_8 : tensor<2x24x4x16xf32>
  }
}
