// T5Attention, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: norm.weight
// %arg2: q.weight
// %arg3: k.weight
// %arg4: v.weight
// %arg5: o.weight
// %arg6: relative_bias.weight

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (0, d1)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @t5_attention(%arg0: tensor<2x24x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x64xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<16x4xf32>) -> tensor<2x24x64xf32> {
    %c7_i64 = arith.constant 7 : i64
    %c8_i64 = arith.constant 8 : i64
    %c4_i64 = arith.constant 4 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c16 = arith.constant 16 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.0794415416798357 : f64
    %cst_2 = arith.constant 9.9999999999999995E-7 : f64
    %cst_3 = arith.constant 6.400000e+01 : f32
    %cst_4 = arith.constant 1.000000e+00 : f32
    %cst_5 = arith.constant 4.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x24x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x24x64xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %65 : f32
    } -> tensor<2x24x64xf32>
    %2 = tensor.empty() : tensor<2x24x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x24x1xf32>) -> tensor<2x24x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x24x64xf32>) outs(%3 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %out : f32
      linalg.yield %65 : f32
    } -> tensor<2x24x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_3 : f32
      linalg.yield %65 : f32
    } -> tensor<2x24x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.truncf %cst_2 : f64 to f32
      %66 = arith.addf %in, %65 : f32
      linalg.yield %66 : f32
    } -> tensor<2x24x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.rsqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<2x24x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %7 : tensor<2x24x64xf32>, tensor<2x24x1xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %65 = arith.mulf %in, %in_28 : f32
      linalg.yield %65 : f32
    } -> tensor<2x24x64xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1, %8 : tensor<64xf32>, tensor<2x24x64xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %65 = arith.mulf %in, %in_28 : f32
      linalg.yield %65 : f32
    } -> tensor<2x24x64xf32>
    %10 = tensor.empty() : tensor<64x64xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<2x24x64xf32> into tensor<48x64xf32>
    %11 = tensor.empty() : tensor<48x64xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %13 = linalg.matmul ins(%collapsed, %transposed : tensor<48x64xf32>, tensor<64x64xf32>) outs(%12 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %expanded = tensor.expand_shape %13 [[0, 1], [2, 3]] output_shape [2, 24, 4, 16] : tensor<48x64xf32> into tensor<2x24x4x16xf32>
    %14 = tensor.empty() : tensor<2x4x24x16xf32>
    %transposed_6 = linalg.transpose ins(%expanded : tensor<2x24x4x16xf32>) outs(%14 : tensor<2x4x24x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_7 = linalg.transpose ins(%arg3 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %15 = linalg.matmul ins(%collapsed, %transposed_7 : tensor<48x64xf32>, tensor<64x64xf32>) outs(%12 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %expanded_8 = tensor.expand_shape %15 [[0, 1], [2, 3]] output_shape [2, 24, 4, 16] : tensor<48x64xf32> into tensor<2x24x4x16xf32>
    %transposed_9 = linalg.transpose ins(%arg4 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %16 = linalg.matmul ins(%collapsed, %transposed_9 : tensor<48x64xf32>, tensor<64x64xf32>) outs(%12 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %expanded_10 = tensor.expand_shape %16 [[0, 1], [2, 3]] output_shape [2, 24, 4, 16] : tensor<48x64xf32> into tensor<2x24x4x16xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<2x24x4x16xf32>) outs(%14 : tensor<2x4x24x16xf32>) permutation = [0, 2, 1, 3] 
    %17 = tensor.empty() : tensor<2x4x16x24xf32>
    %transposed_12 = linalg.transpose ins(%expanded_8 : tensor<2x24x4x16xf32>) outs(%17 : tensor<2x4x16x24xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_13 = tensor.collapse_shape %transposed_6 [[0, 1], [2], [3]] : tensor<2x4x24x16xf32> into tensor<8x24x16xf32>
    %collapsed_14 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x4x16x24xf32> into tensor<8x16x24xf32>
    %18 = tensor.empty() : tensor<8x24x24xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<8x24x24xf32>) -> tensor<8x24x24xf32>
    %20 = linalg.batch_matmul ins(%collapsed_13, %collapsed_14 : tensor<8x24x16xf32>, tensor<8x16x24xf32>) outs(%19 : tensor<8x24x24xf32>) -> tensor<8x24x24xf32>
    %expanded_15 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [2, 4, 24, 24] : tensor<8x24x24xf32> into tensor<2x4x24x24xf32>
    %21 = tensor.empty() : tensor<24xi64>
    %22 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%21 : tensor<24xi64>) {
    ^bb0(%out: i64):
      %65 = linalg.index 0 : index
      %66 = arith.index_cast %65 : index to i64
      linalg.yield %66 : i64
    } -> tensor<24xi64>
    %expanded_16 = tensor.expand_shape %22 [[0, 1]] output_shape [1, 24] : tensor<24xi64> into tensor<1x24xi64>
    %expanded_17 = tensor.expand_shape %22 [[0, 1]] output_shape [24, 1] : tensor<24xi64> into tensor<24x1xi64>
    %23 = tensor.empty() : tensor<24x24xi64>
    %24 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%expanded_16, %expanded_17 : tensor<1x24xi64>, tensor<24x1xi64>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %in_28: i64, %out: i64):
      %65 = arith.subi %in, %in_28 : i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %25 = tensor.empty() : tensor<24x24xi1>
    %26 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<24x24xi64>) outs(%25 : tensor<24x24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %65 = arith.cmpi sgt, %in, %c0_i64 : i64
      linalg.yield %65 : i1
    } -> tensor<24x24xi1>
    %27 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<24x24xi1>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i1, %out: i64):
      %65 = arith.extui %in : i1 to i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %28 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<24x24xi64>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %out: i64):
      %65 = arith.muli %in, %c8_i64 : i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %29 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<24x24xi64>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %out: i64):
      %65 = math.absi %in : i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %30 = tensor.empty() : tensor<24x24xf32>
    %31 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<24x24xi64>) outs(%30 : tensor<24x24xf32>) {
    ^bb0(%in: i64, %out: f32):
      %65 = arith.sitofp %in : i64 to f32
      linalg.yield %65 : f32
    } -> tensor<24x24xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<24x24xf32>) outs(%30 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ult, %in, %cst_4 : f32
      %66 = arith.select %65, %cst_4, %in : f32
      linalg.yield %66 : f32
    } -> tensor<24x24xf32>
    %33 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%32 : tensor<24x24xf32>) outs(%30 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.divf %in, %cst_5 : f32
      linalg.yield %65 : f32
    } -> tensor<24x24xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<24x24xf32>) outs(%30 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.log %in : f32
      linalg.yield %65 : f32
    } -> tensor<24x24xf32>
    %35 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<24x24xf32>) outs(%30 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.truncf %cst_1 : f64 to f32
      %66 = arith.divf %in, %65 : f32
      linalg.yield %66 : f32
    } -> tensor<24x24xf32>
    %36 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<24x24xf32>) outs(%30 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.mulf %in, %cst_5 : f32
      linalg.yield %65 : f32
    } -> tensor<24x24xf32>
    %37 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<24x24xf32>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: f32, %out: i64):
      %65 = arith.fptosi %in : f32 to i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %38 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<24x24xi64>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %out: i64):
      %65 = arith.addi %in, %c4_i64 : i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %39 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<24x24xi64>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %out: i64):
      %65 = arith.minsi %in, %c7_i64 : i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %40 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<24x24xi64>) outs(%25 : tensor<24x24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %65 = arith.cmpi slt, %in, %c4_i64 : i64
      linalg.yield %65 : i1
    } -> tensor<24x24xi1>
    %41 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%40, %29, %39 : tensor<24x24xi1>, tensor<24x24xi64>, tensor<24x24xi64>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i1, %in_28: i64, %in_29: i64, %out: i64):
      %65 = arith.select %in, %in_28, %in_29 : i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %42 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel"]} ins(%28, %41 : tensor<24x24xi64>, tensor<24x24xi64>) outs(%23 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %in_28: i64, %out: i64):
      %65 = arith.addi %in, %in_28 : i64
      linalg.yield %65 : i64
    } -> tensor<24x24xi64>
    %43 = tensor.empty() : tensor<24x24x4xf32>
    %44 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<24x24xi64>) outs(%43 : tensor<24x24x4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %65 = arith.index_cast %in : i64 to index
      %66 = linalg.index 2 : index
      %67 = arith.cmpi slt, %65, %c16 : index
      cf.assert %67, "index must be smaller than dim size"
      %68 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %68, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg6[%65, %66] : tensor<16x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x24x4xf32>
    %45 = tensor.empty() : tensor<4x24x24xf32>
    %transposed_18 = linalg.transpose ins(%44 : tensor<24x24x4xf32>) outs(%45 : tensor<4x24x24xf32>) permutation = [2, 0, 1] 
    %expanded_19 = tensor.expand_shape %transposed_18 [[0, 1], [2], [3]] output_shape [1, 4, 24, 24] : tensor<4x24x24xf32> into tensor<1x4x24x24xf32>
    %46 = tensor.empty() : tensor<2x4x24x24xf32>
    %47 = linalg.generic {indexing_maps = [#map8, #map9, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15, %expanded_19 : tensor<2x4x24x24xf32>, tensor<1x4x24x24xf32>) outs(%46 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %65 = arith.addf %in, %in_28 : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x24x24xf32>
    %48 = tensor.empty() : tensor<2x4x24xi64>
    %49 = linalg.fill ins(%c0_i64 : i64) outs(%48 : tensor<2x4x24xi64>) -> tensor<2x4x24xi64>
    %50 = tensor.empty() : tensor<2x4x24xf32>
    %51 = linalg.fill ins(%cst_0 : f32) outs(%50 : tensor<2x4x24xf32>) -> tensor<2x4x24xf32>
    %52:2 = linalg.generic {indexing_maps = [#map8, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%47 : tensor<2x4x24x24xf32>) outs(%51, %49 : tensor<2x4x24xf32>, tensor<2x4x24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_28: i64):
      %65 = linalg.index 3 : index
      %66 = arith.index_cast %65 : index to i64
      %67 = arith.maximumf %in, %out : f32
      %68 = arith.cmpf ogt, %in, %out : f32
      %69 = arith.select %68, %66, %out_28 : i64
      linalg.yield %67, %69 : f32, i64
    } -> (tensor<2x4x24xf32>, tensor<2x4x24xi64>)
    %expanded_20 = tensor.expand_shape %52#0 [[0], [1], [2, 3]] output_shape [2, 4, 24, 1] : tensor<2x4x24xf32> into tensor<2x4x24x1xf32>
    %53 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %expanded_20 : tensor<2x4x24x24xf32>, tensor<2x4x24x1xf32>) outs(%46 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %65 = arith.subf %in, %in_28 : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x24x24xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<2x4x24x24xf32>) outs(%46 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.exp %in : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x24x24xf32>
    %55 = tensor.empty() : tensor<2x4x24x1xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<2x4x24x1xf32>) -> tensor<2x4x24x1xf32>
    %57 = linalg.generic {indexing_maps = [#map8, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54 : tensor<2x4x24x24xf32>) outs(%56 : tensor<2x4x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %out : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x24x1xf32>
    %58 = linalg.generic {indexing_maps = [#map8, #map11, #map8], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %57 : tensor<2x4x24x24xf32>, tensor<2x4x24x1xf32>) outs(%46 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %65 = arith.divf %in, %in_28 : f32
      linalg.yield %65 : f32
    } -> tensor<2x4x24x24xf32>
    %collapsed_21 = tensor.collapse_shape %58 [[0, 1], [2], [3]] : tensor<2x4x24x24xf32> into tensor<8x24x24xf32>
    %collapsed_22 = tensor.collapse_shape %transposed_11 [[0, 1], [2], [3]] : tensor<2x4x24x16xf32> into tensor<8x24x16xf32>
    %59 = tensor.empty() : tensor<8x24x16xf32>
    %60 = linalg.fill ins(%cst : f32) outs(%59 : tensor<8x24x16xf32>) -> tensor<8x24x16xf32>
    %61 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<8x24x24xf32>, tensor<8x24x16xf32>) outs(%60 : tensor<8x24x16xf32>) -> tensor<8x24x16xf32>
    %expanded_23 = tensor.expand_shape %61 [[0, 1], [2], [3]] output_shape [2, 4, 24, 16] : tensor<8x24x16xf32> into tensor<2x4x24x16xf32>
    %62 = tensor.empty() : tensor<2x24x4x16xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<2x4x24x16xf32>) outs(%62 : tensor<2x24x4x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_25 = linalg.transpose ins(%arg5 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %collapsed_26 = tensor.collapse_shape %transposed_24 [[0, 1], [2, 3]] : tensor<2x24x4x16xf32> into tensor<48x64xf32>
    %63 = linalg.matmul ins(%collapsed_26, %transposed_25 : tensor<48x64xf32>, tensor<64x64xf32>) outs(%12 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %expanded_27 = tensor.expand_shape %63 [[0, 1], [2]] output_shape [2, 24, 64] : tensor<48x64xf32> into tensor<2x24x64xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_27 : tensor<2x24x64xf32>, tensor<2x24x64xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %65 = arith.addf %in, %in_28 : f32
      linalg.yield %65 : f32
    } -> tensor<2x24x64xf32>
    return %64 : tensor<2x24x64xf32>
  }
}
