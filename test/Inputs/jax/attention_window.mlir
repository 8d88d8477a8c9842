// attention_window, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_attention_window {
  func.func @attention_window(%arg0: tensor<2x32x4x16xf32>, %arg1: tensor<2x32x4x16xf32>, %arg2: tensor<2x32x4x16xf32>, %arg3: tensor<2x4x32x32xf32>) -> tensor<2x32x4x16xf32> {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant -2.38197633E+38 : f32
    %c7_i32 = arith.constant 7 : i32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]> : tensor<32xi32>
    %expanded = tensor.expand_shape %arg0 [[0], [1], [2], [3, 4]] output_shape [2, 32, 4, 1, 16] : tensor<2x32x4x16xf32> into tensor<2x32x4x1x16xf32>
    %0 = tensor.empty() : tensor<2x4x32x1x16xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x32x4x1x16xf32>) outs(%0 : tensor<2x4x32x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x1x16xf32>
    %2 = tensor.empty() : tensor<2x4x16x32xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x32x4x16xf32>) outs(%2 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x32xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2], [3, 4]] : tensor<2x4x32x1x16xf32> into tensor<8x32x16xf32>
    %collapsed_4 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %4 = tensor.empty() : tensor<8x32x32xf32>
    %5 = linalg.fill ins(%cst_2 : f32) outs(%4 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %6 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<8x32x16xf32>, tensor<8x16x32xf32>) outs(%5 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %expanded_5 = tensor.expand_shape %6 [[0, 1], [2], [3, 4]] output_shape [2, 4, 32, 1, 32] : tensor<8x32x32xf32> into tensor<2x4x32x1x32xf32>
    %7 = tensor.empty() : tensor<2x4x32x1x32xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<2x4x32x1x32xf32>) outs(%7 : tensor<2x4x32x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.mulf %in, %cst_1 : f32
      linalg.yield %68 : f32
    } -> tensor<2x4x32x1x32xf32>
    %collapsed_6 = tensor.collapse_shape %8 [[0, 1, 2, 3, 4]] : tensor<2x4x32x1x32xf32> into tensor<8192xf32>
    %expanded_7 = tensor.expand_shape %collapsed_6 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 32, 32] : tensor<8192xf32> into tensor<1x2x4x32x32xf32>
    %expanded_8 = tensor.expand_shape %arg3 [[0, 1], [2], [3], [4]] output_shape [1, 2, 4, 32, 32] : tensor<2x4x32x32xf32> into tensor<1x2x4x32x32xf32>
    %9 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7, %expanded_8 : tensor<1x2x4x32x32xf32>, tensor<1x2x4x32x32xf32>) outs(%9 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %68 = arith.addf %in, %in_13 : f32
      linalg.yield %68 : f32
    } -> tensor<1x2x4x32x32xf32>
    %11 = tensor.empty() : tensor<32x32xi32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%11 : tensor<32x32xi32>) {
    ^bb0(%out: i32):
      %68 = linalg.index 0 : index
      %69 = arith.index_cast %68 : index to i32
      linalg.yield %69 : i32
    } -> tensor<32x32xi32>
    %13 = tensor.empty() : tensor<32x32xi32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%13 : tensor<32x32xi32>) {
    ^bb0(%out: i32):
      %68 = linalg.index 1 : index
      %69 = arith.index_cast %68 : index to i32
      linalg.yield %69 : i32
    } -> tensor<32x32xi32>
    %15 = tensor.empty() : tensor<32x32xi1>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%12, %14 : tensor<32x32xi32>, tensor<32x32xi32>) outs(%15 : tensor<32x32xi1>) {
    ^bb0(%in: i32, %in_13: i32, %out: i1):
      %68 = arith.cmpi sge, %in, %in_13 : i32
      linalg.yield %68 : i1
    } -> tensor<32x32xi1>
    %17 = tensor.empty() : tensor<2x4x32x32xi1>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<32x32xi1>) outs(%17 : tensor<2x4x32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x4x32x32xi1>
    %19 = tensor.empty() : tensor<1x32xi32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<32xi32>) outs(%19 : tensor<1x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x32xi32>
    %21 = tensor.empty() : tensor<1x32xi32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<1x32xi32>) outs(%21 : tensor<1x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      %68 = arith.addi %in, %c7_i32 : i32
      linalg.yield %68 : i32
    } -> tensor<1x32xi32>
    %23 = tensor.empty() : tensor<32x32xi32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<32xi32>) outs(%23 : tensor<32x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x32xi32>
    %25 = tensor.empty() : tensor<32x32xi32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<1x32xi32>) outs(%25 : tensor<32x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x32xi32>
    %27 = tensor.empty() : tensor<32x32xi1>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24, %26 : tensor<32x32xi32>, tensor<32x32xi32>) outs(%27 : tensor<32x32xi1>) {
    ^bb0(%in: i32, %in_13: i32, %out: i1):
      %68 = arith.cmpi sle, %in, %in_13 : i32
      linalg.yield %68 : i1
    } -> tensor<32x32xi1>
    %29 = tensor.empty() : tensor<32x32xi32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%cst_3 : tensor<32xi32>) outs(%29 : tensor<32x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x32xi32>
    %31 = tensor.empty() : tensor<32x32xi1>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24, %30 : tensor<32x32xi32>, tensor<32x32xi32>) outs(%31 : tensor<32x32xi1>) {
    ^bb0(%in: i32, %in_13: i32, %out: i1):
      %68 = arith.cmpi sge, %in, %in_13 : i32
      linalg.yield %68 : i1
    } -> tensor<32x32xi1>
    %33 = tensor.empty() : tensor<32x32xi1>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32, %28 : tensor<32x32xi1>, tensor<32x32xi1>) outs(%33 : tensor<32x32xi1>) {
    ^bb0(%in: i1, %in_13: i1, %out: i1):
      %68 = arith.andi %in, %in_13 : i1
      linalg.yield %68 : i1
    } -> tensor<32x32xi1>
    %35 = tensor.empty() : tensor<2x4x32x32xi1>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<32x32xi1>) outs(%35 : tensor<2x4x32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x4x32x32xi1>
    %37 = tensor.empty() : tensor<2x4x32x32xi1>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %36 : tensor<2x4x32x32xi1>, tensor<2x4x32x32xi1>) outs(%37 : tensor<2x4x32x32xi1>) {
    ^bb0(%in: i1, %in_13: i1, %out: i1):
      %68 = arith.andi %in, %in_13 : i1
      linalg.yield %68 : i1
    } -> tensor<2x4x32x32xi1>
    %39 = tensor.empty() : tensor<1x2x4x32x32xi1>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<2x4x32x32xi1>) outs(%39 : tensor<1x2x4x32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x2x4x32x32xi1>
    %41 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%40, %10 : tensor<1x2x4x32x32xi1>, tensor<1x2x4x32x32xf32>) outs(%41 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: i1, %in_13: f32, %out: f32):
      %68 = arith.select %in, %in_13, %cst_0 : f32
      linalg.yield %68 : f32
    } -> tensor<1x2x4x32x32xf32>
    %43 = tensor.empty() : tensor<1x2x4x32xf32>
    %44 = linalg.fill ins(%cst : f32) outs(%43 : tensor<1x2x4x32xf32>) -> tensor<1x2x4x32xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<1x2x4x32x32xf32>) outs(%44 : tensor<1x2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.maximumf %out, %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x2x4x32xf32>
    %46 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<1x2x4x32xf32>) outs(%46 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x32x32xf32>
    %48 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%42, %47 : tensor<1x2x4x32x32xf32>, tensor<1x2x4x32x32xf32>) outs(%48 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %68 = arith.subf %in, %in_13 : f32
      linalg.yield %68 : f32
    } -> tensor<1x2x4x32x32xf32>
    %50 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x2x4x32x32xf32>) outs(%50 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = math.exp %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x2x4x32x32xf32>
    %52 = tensor.empty() : tensor<1x2x4x32xf32>
    %53 = linalg.fill ins(%cst_2 : f32) outs(%52 : tensor<1x2x4x32xf32>) -> tensor<1x2x4x32xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%51 : tensor<1x2x4x32x32xf32>) outs(%53 : tensor<1x2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %68 = arith.addf %out, %in : f32
      linalg.yield %68 : f32
    } -> tensor<1x2x4x32xf32>
    %55 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<1x2x4x32xf32>) outs(%55 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x32x32xf32>
    %57 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%51, %56 : tensor<1x2x4x32x32xf32>, tensor<1x2x4x32x32xf32>) outs(%57 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %68 = arith.divf %in, %in_13 : f32
      linalg.yield %68 : f32
    } -> tensor<1x2x4x32x32xf32>
    %59 = tensor.empty() : tensor<2x4x16x32xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x32x4x16xf32>) outs(%59 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x32xf32>
    %61 = tensor.empty() : tensor<2x4x32x1x32xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x2x4x32x32xf32>) outs(%61 : tensor<2x4x32x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x1x32xf32>
    %collapsed_9 = tensor.collapse_shape %60 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %collapsed_10 = tensor.collapse_shape %62 [[0, 1], [2], [3, 4]] : tensor<2x4x32x1x32xf32> into tensor<8x32x32xf32>
    %63 = tensor.empty() : tensor<8x16x32xf32>
    %64 = linalg.fill ins(%cst_2 : f32) outs(%63 : tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %65 = linalg.batch_matmul ins(%collapsed_9, %collapsed_10 : tensor<8x16x32xf32>, tensor<8x32x32xf32>) outs(%64 : tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %expanded_11 = tensor.expand_shape %65 [[0, 1], [2], [3, 4]] output_shape [2, 4, 16, 1, 32] : tensor<8x16x32xf32> into tensor<2x4x16x1x32xf32>
    %66 = tensor.empty() : tensor<1x2x32x4x16xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_11 : tensor<2x4x16x1x32xf32>) outs(%66 : tensor<1x2x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x32x4x16xf32>
    %collapsed_12 = tensor.collapse_shape %67 [[0, 1], [2], [3], [4]] : tensor<1x2x32x4x16xf32> into tensor<2x32x4x16xf32>
    return %collapsed_12 : tensor<2x32x4x16xf32>
  }
}
