// transformer_block, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_transformer_block {
  func.func @transformer_block(%arg0: tensor<2x32x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x192xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x128xf32>, %arg7: tensor<128x64xf32>) -> tensor<2x32x64xf32> {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0.797884583 : f32
    %cst_2 = arith.constant 4.471500e-02 : f32
    %cst_3 = arith.constant 9.99999974E-6 : f32
    %cst_4 = arith.constant 0x7FC00000 : f32
    %cst_5 = arith.constant 0xFF800000 : f32
    %cst_6 = arith.constant -2.38197633E+38 : f32
    %cst_7 = arith.constant 2.500000e-01 : f32
    %cst_8 = arith.constant 9.99999997E-7 : f32
    %cst_9 = arith.constant 6.400000e+01 : f32
    %cst_10 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x32x64xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %2 = tensor.empty() : tensor<2x32xf32>
    %3 = linalg.fill ins(%cst_10 : f32) outs(%2 : tensor<2x32xf32>) -> tensor<2x32xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x32x64xf32>) outs(%3 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32xf32>
    %expanded = tensor.expand_shape %4 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %5 = tensor.empty() : tensor<2x32x1xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x32x1xf32>) outs(%5 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_9 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %7 = tensor.empty() : tensor<2x32x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x32x1xf32>) outs(%7 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_8 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %9 = tensor.empty() : tensor<2x32x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x32x1xf32>) outs(%9 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.rsqrt %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %11 = tensor.empty() : tensor<2x32x64xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<2x32x1xf32>) outs(%11 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %13 = tensor.empty() : tensor<2x32x64xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %12 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%13 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.mulf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %15 = tensor.empty() : tensor<2x32x64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<64xf32>) outs(%15 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %17 = tensor.empty() : tensor<2x32x64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %16 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.mulf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %collapsed = tensor.collapse_shape %18 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %19 = tensor.empty() : tensor<64x192xf32>
    %20 = linalg.fill ins(%cst_10 : f32) outs(%19 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %21 = linalg.matmul ins(%collapsed, %arg2 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%20 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %expanded_11 = tensor.expand_shape %21 [[0, 1], [2, 3, 4]] output_shape [2, 32, 3, 4, 16] : tensor<64x192xf32> into tensor<2x32x3x4x16xf32>
    %extracted_slice = tensor.extract_slice %expanded_11[0, 0, 0, 0, 0] [2, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<2x32x3x4x16xf32> to tensor<2x32x1x4x16xf32>
    %extracted_slice_12 = tensor.extract_slice %expanded_11[0, 0, 1, 0, 0] [2, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<2x32x3x4x16xf32> to tensor<2x32x1x4x16xf32>
    %collapsed_13 = tensor.collapse_shape %extracted_slice_12 [[0], [1], [2, 3], [4]] : tensor<2x32x1x4x16xf32> into tensor<2x32x4x16xf32>
    %extracted_slice_14 = tensor.extract_slice %expanded_11[0, 0, 2, 0, 0] [2, 32, 1, 4, 16] [1, 1, 1, 1, 1] : tensor<2x32x3x4x16xf32> to tensor<2x32x1x4x16xf32>
    %collapsed_15 = tensor.collapse_shape %extracted_slice_14 [[0], [1], [2, 3], [4]] : tensor<2x32x1x4x16xf32> into tensor<2x32x4x16xf32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice [[0, 1, 2, 3, 4]] : tensor<2x32x1x4x16xf32> into tensor<4096xf32>
    %expanded_17 = tensor.expand_shape %collapsed_16 [[0, 1, 2, 3, 4]] output_shape [2, 32, 4, 1, 16] : tensor<4096xf32> into tensor<2x32x4x1x16xf32>
    %22 = tensor.empty() : tensor<2x4x32x1x16xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x32x4x1x16xf32>) outs(%22 : tensor<2x4x32x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x1x16xf32>
    %24 = tensor.empty() : tensor<2x4x16x32xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_13 : tensor<2x32x4x16xf32>) outs(%24 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x32xf32>
    %collapsed_18 = tensor.collapse_shape %23 [[0, 1], [2], [3, 4]] : tensor<2x4x32x1x16xf32> into tensor<8x32x16xf32>
    %collapsed_19 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %26 = tensor.empty() : tensor<8x32x32xf32>
    %27 = linalg.fill ins(%cst_10 : f32) outs(%26 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %28 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<8x32x16xf32>, tensor<8x16x32xf32>) outs(%27 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %expanded_20 = tensor.expand_shape %28 [[0, 1], [2], [3, 4]] output_shape [2, 4, 32, 1, 32] : tensor<8x32x32xf32> into tensor<2x4x32x1x32xf32>
    %29 = tensor.empty() : tensor<2x4x32x1x32xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x4x32x1x32xf32>) outs(%29 : tensor<2x4x32x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst_7 : f32
      linalg.yield %141 : f32
    } -> tensor<2x4x32x1x32xf32>
    %31 = tensor.empty() : tensor<32x32xi32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%31 : tensor<32x32xi32>) {
    ^bb0(%out: i32):
      %141 = linalg.index 0 : index
      %142 = arith.index_cast %141 : index to i32
      linalg.yield %142 : i32
    } -> tensor<32x32xi32>
    %33 = tensor.empty() : tensor<32x32xi32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%33 : tensor<32x32xi32>) {
    ^bb0(%out: i32):
      %141 = linalg.index 1 : index
      %142 = arith.index_cast %141 : index to i32
      linalg.yield %142 : i32
    } -> tensor<32x32xi32>
    %35 = tensor.empty() : tensor<32x32xi1>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32, %34 : tensor<32x32xi32>, tensor<32x32xi32>) outs(%35 : tensor<32x32xi1>) {
    ^bb0(%in: i32, %in_34: i32, %out: i1):
      %141 = arith.cmpi sge, %in, %in_34 : i32
      linalg.yield %141 : i1
    } -> tensor<32x32xi1>
    %37 = tensor.empty() : tensor<2x4x32x32xi1>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<32x32xi1>) outs(%37 : tensor<2x4x32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<2x4x32x32xi1>
    %39 = tensor.empty() : tensor<1x2x4x32x32xi1>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<2x4x32x32xi1>) outs(%39 : tensor<1x2x4x32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<1x2x4x32x32xi1>
    %collapsed_21 = tensor.collapse_shape %30 [[0, 1, 2, 3, 4]] : tensor<2x4x32x1x32xf32> into tensor<8192xf32>
    %expanded_22 = tensor.expand_shape %collapsed_21 [[0, 1, 2, 3, 4]] output_shape [1, 2, 4, 32, 32] : tensor<8192xf32> into tensor<1x2x4x32x32xf32>
    %41 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%40, %expanded_22 : tensor<1x2x4x32x32xi1>, tensor<1x2x4x32x32xf32>) outs(%41 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: i1, %in_34: f32, %out: f32):
      %141 = arith.select %in, %in_34, %cst_6 : f32
      linalg.yield %141 : f32
    } -> tensor<1x2x4x32x32xf32>
    %43 = tensor.empty() : tensor<1x2x4x32xf32>
    %44 = linalg.fill ins(%cst_5 : f32) outs(%43 : tensor<1x2x4x32xf32>) -> tensor<1x2x4x32xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%42 : tensor<1x2x4x32x32xf32>) outs(%44 : tensor<1x2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.maximumf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<1x2x4x32xf32>
    %46 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<1x2x4x32xf32>) outs(%46 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x32x32xf32>
    %48 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%42, %47 : tensor<1x2x4x32x32xf32>, tensor<1x2x4x32x32xf32>) outs(%48 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.subf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<1x2x4x32x32xf32>
    %50 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x2x4x32x32xf32>) outs(%50 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.exp %in : f32
      linalg.yield %141 : f32
    } -> tensor<1x2x4x32x32xf32>
    %52 = tensor.empty() : tensor<1x2x4x32xf32>
    %53 = linalg.fill ins(%cst_10 : f32) outs(%52 : tensor<1x2x4x32xf32>) -> tensor<1x2x4x32xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%51 : tensor<1x2x4x32x32xf32>) outs(%53 : tensor<1x2x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<1x2x4x32xf32>
    %55 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%54 : tensor<1x2x4x32xf32>) outs(%55 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x4x32x32xf32>
    %57 = tensor.empty() : tensor<1x2x4x32x32xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%51, %56 : tensor<1x2x4x32x32xf32>, tensor<1x2x4x32x32xf32>) outs(%57 : tensor<1x2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.divf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<1x2x4x32x32xf32>
    %59 = tensor.empty() : tensor<2x4x16x32xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_15 : tensor<2x32x4x16xf32>) outs(%59 : tensor<2x4x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x16x32xf32>
    %61 = tensor.empty() : tensor<2x4x32x1x32xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d1, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x2x4x32x32xf32>) outs(%61 : tensor<2x4x32x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x32x1x32xf32>
    %collapsed_23 = tensor.collapse_shape %60 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %collapsed_24 = tensor.collapse_shape %62 [[0, 1], [2], [3, 4]] : tensor<2x4x32x1x32xf32> into tensor<8x32x32xf32>
    %63 = tensor.empty() : tensor<8x16x32xf32>
    %64 = linalg.fill ins(%cst_10 : f32) outs(%63 : tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %65 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<8x16x32xf32>, tensor<8x32x32xf32>) outs(%64 : tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
    %expanded_25 = tensor.expand_shape %65 [[0, 1], [2], [3, 4]] output_shape [2, 4, 16, 1, 32] : tensor<8x16x32xf32> into tensor<2x4x16x1x32xf32>
    %66 = tensor.empty() : tensor<1x2x32x4x16xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4, d0, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x4x16x1x32xf32>) outs(%66 : tensor<1x2x32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x32x4x16xf32>
    %collapsed_26 = tensor.collapse_shape %67 [[0, 1, 2], [3, 4]] : tensor<1x2x32x4x16xf32> into tensor<64x64xf32>
    %68 = tensor.empty() : tensor<64x64xf32>
    %69 = linalg.fill ins(%cst_10 : f32) outs(%68 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %70 = linalg.matmul ins(%collapsed_26, %arg3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%69 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %expanded_27 = tensor.expand_shape %70 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %71 = tensor.empty() : tensor<2x32x64xf32>
    %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_27 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%71 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.addf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %73 = tensor.empty() : tensor<2x32xf32>
    %74 = linalg.fill ins(%cst_10 : f32) outs(%73 : tensor<2x32xf32>) -> tensor<2x32xf32>
    %75 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%72 : tensor<2x32x64xf32>) outs(%74 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32xf32>
    %expanded_28 = tensor.expand_shape %75 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %76 = tensor.empty() : tensor<2x32x1xf32>
    %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x32x1xf32>) outs(%76 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.divf %in, %cst_9 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %78 = tensor.empty() : tensor<2x32x64xf32>
    %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x32x1xf32>) outs(%78 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %80 = tensor.empty() : tensor<2x32x64xf32>
    %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %79 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%80 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.subf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %82 = tensor.empty() : tensor<2x32x64xf32>
    %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x32x64xf32>) outs(%82 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %84 = tensor.empty() : tensor<f32>
    %85 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%84 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_10 : f32
    } -> tensor<f32>
    %86 = tensor.empty() : tensor<f32>
    %87 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%85 : tensor<f32>) outs(%86 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.subf %cst_9, %in : f32
      linalg.yield %141 : f32
    } -> tensor<f32>
    %88 = tensor.empty() : tensor<2x32xf32>
    %89 = linalg.fill ins(%cst_10 : f32) outs(%88 : tensor<2x32xf32>) -> tensor<2x32xf32>
    %90 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%83 : tensor<2x32x64xf32>) outs(%89 : tensor<2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %out, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32xf32>
    %expanded_29 = tensor.expand_shape %90 [[0], [1, 2]] output_shape [2, 32, 1] : tensor<2x32xf32> into tensor<2x32x1xf32>
    %91 = tensor.empty() : tensor<2x32x1xf32>
    %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%87 : tensor<f32>) outs(%91 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x1xf32>
    %93 = tensor.empty() : tensor<2x32x1xf32>
    %94 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_29, %92 : tensor<2x32x1xf32>, tensor<2x32x1xf32>) outs(%93 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.divf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %95 = tensor.empty() : tensor<i1>
    %96 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%87 : tensor<f32>) outs(%95 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %141 = arith.cmpf ogt, %in, %cst_10 : f32
      linalg.yield %141 : i1
    } -> tensor<i1>
    %97 = tensor.empty() : tensor<2x32x1xf32>
    %extracted = tensor.extract %96[] : tensor<i1>
    %98 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x32x1xf32>) outs(%97 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.select %extracted, %in, %cst_4 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %99 = tensor.empty() : tensor<2x32x1xf32>
    %100 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<2x32x1xf32>) outs(%99 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_3 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %101 = tensor.empty() : tensor<2x32x1xf32>
    %102 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x32x1xf32>) outs(%101 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.rsqrt %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x1xf32>
    %103 = tensor.empty() : tensor<2x32x64xf32>
    %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<2x32x1xf32>) outs(%103 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %105 = tensor.empty() : tensor<2x32x64xf32>
    %106 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %104 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%105 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.mulf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %107 = tensor.empty() : tensor<2x32x64xf32>
    %108 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<64xf32>) outs(%107 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %109 = tensor.empty() : tensor<2x32x64xf32>
    %110 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %108 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%109 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.mulf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %111 = tensor.empty() : tensor<2x32x64xf32>
    %112 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<64xf32>) outs(%111 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x32x64xf32>
    %113 = tensor.empty() : tensor<2x32x64xf32>
    %114 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110, %112 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%113 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.addf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    %collapsed_30 = tensor.collapse_shape %114 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %115 = tensor.empty() : tensor<64x128xf32>
    %116 = linalg.fill ins(%cst_10 : f32) outs(%115 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %117 = linalg.matmul ins(%collapsed_30, %arg6 : tensor<64x64xf32>, tensor<64x128xf32>) outs(%116 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %expanded_31 = tensor.expand_shape %117 [[0, 1], [2]] output_shape [2, 32, 128] : tensor<64x128xf32> into tensor<2x32x128xf32>
    %118 = tensor.empty() : tensor<2x32x128xf32>
    %119 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x32x128xf32>) outs(%118 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %120 = tensor.empty() : tensor<2x32x128xf32>
    %121 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %expanded_31 : tensor<2x32x128xf32>, tensor<2x32x128xf32>) outs(%120 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.mulf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %122 = tensor.empty() : tensor<2x32x128xf32>
    %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x32x128xf32>) outs(%122 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst_2 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %124 = tensor.empty() : tensor<2x32x128xf32>
    %125 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %123 : tensor<2x32x128xf32>, tensor<2x32x128xf32>) outs(%124 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.addf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %126 = tensor.empty() : tensor<2x32x128xf32>
    %127 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<2x32x128xf32>) outs(%126 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst_1 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %128 = tensor.empty() : tensor<2x32x128xf32>
    %129 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%127 : tensor<2x32x128xf32>) outs(%128 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = math.tanh %in : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %130 = tensor.empty() : tensor<2x32x128xf32>
    %131 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<2x32x128xf32>) outs(%130 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.addf %in, %cst_0 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %132 = tensor.empty() : tensor<2x32x128xf32>
    %133 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<2x32x128xf32>) outs(%132 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %141 = arith.mulf %in, %cst : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %134 = tensor.empty() : tensor<2x32x128xf32>
    %135 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %133 : tensor<2x32x128xf32>, tensor<2x32x128xf32>) outs(%134 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.mulf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x128xf32>
    %collapsed_32 = tensor.collapse_shape %135 [[0, 1], [2]] : tensor<2x32x128xf32> into tensor<64x128xf32>
    %136 = tensor.empty() : tensor<64x64xf32>
    %137 = linalg.fill ins(%cst_10 : f32) outs(%136 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %138 = linalg.matmul ins(%collapsed_32, %arg7 : tensor<64x128xf32>, tensor<128x64xf32>) outs(%137 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %expanded_33 = tensor.expand_shape %138 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %139 = tensor.empty() : tensor<2x32x64xf32>
    %140 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %expanded_33 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%139 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %141 = arith.addf %in, %in_34 : f32
      linalg.yield %141 : f32
    } -> tensor<2x32x64xf32>
    return %140 : tensor<2x32x64xf32>
  }
}
