// BertLayer, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1
// %arg2: query.weight
// %arg3: query.bias
// %arg4: key.weight
// %arg5: key.bias
// %arg6: value.weight
// %arg7: value.bias
// %arg8: dense.weight
// %arg9: dense.bias
// %arg10: norm1.weight
// %arg11: norm1.bias
// %arg12: intermediate.weight
// %arg13: intermediate.bias
// %arg14: output.weight
// %arg15: output.bias
// %arg16: norm2.weight
// %arg17: norm2.bias

#map = affine_map<(d0, d1, d2, d3) -> ()>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @bert_layer(%arg0: tensor<2x32x64xf32>, %arg1: tensor<2x32xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64x64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<64xf32>, %arg11: tensor<64xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<256xf32>, %arg14: tensor<64x256xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64xf32>, %arg17: tensor<64xf32>) -> tensor<2x32x64xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant 9.9999999999999998E-13 : f64
    %cst_6 = arith.constant -3.40282347E+38 : f32
    %cst_7 = arith.constant 4.000000e+00 : f32
    %cst_8 = arith.constant 6.400000e+01 : f64
    %cst_9 = arith.constant 6.400000e+01 : f32
    %cst_10 = arith.constant 1.41421354 : f32
    %expanded = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [2, 1, 1, 32] : tensor<2x32xf32> into tensor<2x1x1x32xf32>
    %0 = tensor.empty() : tensor<2x1x1x32xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_4, %expanded : tensor<f32>, tensor<2x1x1x32xf32>) outs(%0 : tensor<2x1x1x32xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.subf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x1x1x32xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<2x1x1x32xf32>) outs(%0 : tensor<2x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.mulf %in, %cst_6 : f32
      linalg.yield %85 : f32
    } -> tensor<2x1x1x32xf32>
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %3 = tensor.empty() : tensor<64x64xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<64x64xf32>) outs(%3 : tensor<64x64xf32>) permutation = [1, 0] 
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %5 = linalg.matmul ins(%collapsed, %transposed : tensor<64x64xf32>, tensor<64x64xf32>) outs(%4 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%5, %arg3 : tensor<64x64xf32>, tensor<64xf32>) outs(%3 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<64x64xf32>
    %expanded_11 = tensor.expand_shape %6 [[0, 1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<64x64xf32> into tensor<2x32x4x16xf32>
    %7 = tensor.empty() : tensor<2x4x32x16xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<2x32x4x16xf32>) outs(%7 : tensor<2x4x32x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_13 = linalg.transpose ins(%arg4 : tensor<64x64xf32>) outs(%3 : tensor<64x64xf32>) permutation = [1, 0] 
    %8 = linalg.matmul ins(%collapsed, %transposed_13 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%4 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%8, %arg5 : tensor<64x64xf32>, tensor<64xf32>) outs(%3 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<64x64xf32>
    %expanded_14 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<64x64xf32> into tensor<2x32x4x16xf32>
    %transposed_15 = linalg.transpose ins(%arg6 : tensor<64x64xf32>) outs(%3 : tensor<64x64xf32>) permutation = [1, 0] 
    %10 = linalg.matmul ins(%collapsed, %transposed_15 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%4 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%10, %arg7 : tensor<64x64xf32>, tensor<64xf32>) outs(%3 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<64x64xf32>
    %expanded_16 = tensor.expand_shape %11 [[0, 1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<64x64xf32> into tensor<2x32x4x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x32x4x16xf32>) outs(%7 : tensor<2x4x32x16xf32>) permutation = [0, 2, 1, 3] 
    %12 = tensor.empty() : tensor<2x4x16x32xf32>
    %transposed_18 = linalg.transpose ins(%expanded_14 : tensor<2x32x4x16xf32>) outs(%12 : tensor<2x4x16x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_19 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
    %collapsed_20 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %13 = tensor.empty() : tensor<8x32x32xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %15 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<8x32x16xf32>, tensor<8x16x32xf32>) outs(%14 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %expanded_21 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [2, 4, 32, 32] : tensor<8x32x32xf32> into tensor<2x4x32x32xf32>
    %16 = tensor.empty() : tensor<2x4x32x32xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x4x32x32xf32>) outs(%16 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.divf %in, %cst_7 : f32
      linalg.yield %85 : f32
    } -> tensor<2x4x32x32xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %2 : tensor<2x4x32x32xf32>, tensor<2x1x1x32xf32>) outs(%16 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x4x32x32xf32>
    %19 = tensor.empty() : tensor<2x4x32xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<2x4x32xi64>) -> tensor<2x4x32xi64>
    %21 = tensor.empty() : tensor<2x4x32xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
    %23:2 = linalg.generic {indexing_maps = [#map1, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<2x4x32x32xf32>) outs(%22, %20 : tensor<2x4x32xf32>, tensor<2x4x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_36: i64):
      %85 = linalg.index 3 : index
      %86 = arith.index_cast %85 : index to i64
      %87 = arith.maximumf %in, %out : f32
      %88 = arith.cmpf ogt, %in, %out : f32
      %89 = arith.select %88, %86, %out_36 : i64
      linalg.yield %87, %89 : f32, i64
    } -> (tensor<2x4x32xf32>, tensor<2x4x32xi64>)
    %expanded_22 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 32, 1] : tensor<2x4x32xf32> into tensor<2x4x32x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_22 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%16 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.subf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x4x32x32xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<2x4x32x32xf32>) outs(%16 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = math.exp %in : f32
      linalg.yield %85 : f32
    } -> tensor<2x4x32x32xf32>
    %26 = tensor.empty() : tensor<2x4x32x1xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<2x4x32x1xf32>) -> tensor<2x4x32x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<2x4x32x32xf32>) outs(%27 : tensor<2x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.addf %in, %out : f32
      linalg.yield %85 : f32
    } -> tensor<2x4x32x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map6, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %28 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%16 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.divf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x4x32x32xf32>
    %collapsed_23 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : tensor<2x4x32x32xf32> into tensor<8x32x32xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
    %30 = tensor.empty() : tensor<8x32x16xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %32 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<8x32x32xf32>, tensor<8x32x16xf32>) outs(%31 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %expanded_25 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
    %33 = tensor.empty() : tensor<2x32x4x16xf32>
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x4x32x16xf32>) outs(%33 : tensor<2x32x4x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0, 1], [2, 3]] : tensor<2x32x4x16xf32> into tensor<64x64xf32>
    %transposed_28 = linalg.transpose ins(%arg8 : tensor<64x64xf32>) outs(%3 : tensor<64x64xf32>) permutation = [1, 0] 
    %34 = linalg.matmul ins(%collapsed_27, %transposed_28 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%4 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %35 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%34, %arg9 : tensor<64x64xf32>, tensor<64xf32>) outs(%3 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<64x64xf32>
    %expanded_29 = tensor.expand_shape %35 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %36 = tensor.empty() : tensor<2x32x64xf32>
    %37 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_29, %arg0 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %38 = tensor.empty() : tensor<2x32x64xf64>
    %39 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x32x64xf32>) outs(%38 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %85 = arith.extf %in : f32 to f64
      linalg.yield %85 : f64
    } -> tensor<2x32x64xf64>
    %40 = tensor.empty() : tensor<2x32x1xf64>
    %41 = linalg.fill ins(%cst_1 : f64) outs(%40 : tensor<2x32x1xf64>) -> tensor<2x32x1xf64>
    %42 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%39 : tensor<2x32x64xf64>) outs(%41 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.addf %in, %out : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %43 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<2x32x1xf64>) outs(%40 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.divf %in, %cst_8 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %44 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %43 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%38 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_36: f64, %out: f64):
      %85 = arith.subf %in, %in_36 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x64xf64>
    %45 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %44 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%38 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_36: f64, %out: f64):
      %85 = arith.mulf %in, %in_36 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x64xf64>
    %46 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%45 : tensor<2x32x64xf64>) outs(%41 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.addf %in, %out : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %47 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x32x1xf64>) outs(%40 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.divf %in, %cst_8 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %48 = tensor.empty() : tensor<2x32x1xf32>
    %49 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x32x1xf64>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %85 = arith.truncf %in : f64 to f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%48 : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
    %51 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37 : tensor<2x32x64xf32>) outs(%50 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.addf %in, %out : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %52 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x32x1xf32>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.divf %in, %cst_9 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %53 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x32x1xf32>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.truncf %cst_5 : f64 to f32
      %86 = arith.addf %in, %85 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %54 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<2x32x1xf32>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = math.rsqrt %in : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %55 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %52 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.subf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %54 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.mulf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %57 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %arg10 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.mulf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %58 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %arg11 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %collapsed_30 = tensor.collapse_shape %58 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %59 = tensor.empty() : tensor<64x256xf32>
    %transposed_31 = linalg.transpose ins(%arg12 : tensor<256x64xf32>) outs(%59 : tensor<64x256xf32>) permutation = [1, 0] 
    %60 = linalg.fill ins(%cst : f32) outs(%59 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %61 = linalg.matmul ins(%collapsed_30, %transposed_31 : tensor<64x64xf32>, tensor<64x256xf32>) outs(%60 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %62 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%61, %arg13 : tensor<64x256xf32>, tensor<256xf32>) outs(%59 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<64x256xf32>
    %expanded_32 = tensor.expand_shape %62 [[0, 1], [2]] output_shape [2, 32, 256] : tensor<64x256xf32> into tensor<2x32x256xf32>
    %63 = tensor.empty() : tensor<2x32x256xf32>
    %64 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x32x256xf32>) outs(%63 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.divf %in, %cst_10 : f32
      %86 = math.erf %85 : f32
      %87 = arith.addf %86, %cst_2 : f32
      %88 = arith.mulf %87, %cst_3 : f32
      %89 = arith.mulf %in, %88 : f32
      linalg.yield %89 : f32
    } -> tensor<2x32x256xf32>
    %collapsed_33 = tensor.collapse_shape %64 [[0, 1], [2]] : tensor<2x32x256xf32> into tensor<64x256xf32>
    %65 = tensor.empty() : tensor<256x64xf32>
    %transposed_34 = linalg.transpose ins(%arg14 : tensor<64x256xf32>) outs(%65 : tensor<256x64xf32>) permutation = [1, 0] 
    %66 = linalg.matmul ins(%collapsed_33, %transposed_34 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%4 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %67 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%66, %arg15 : tensor<64x64xf32>, tensor<64xf32>) outs(%3 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<64x64xf32>
    %expanded_35 = tensor.expand_shape %67 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %68 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35, %58 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x32x64xf32>) outs(%38 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %85 = arith.extf %in : f32 to f64
      linalg.yield %85 : f64
    } -> tensor<2x32x64xf64>
    %70 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%69 : tensor<2x32x64xf64>) outs(%41 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.addf %in, %out : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %71 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<2x32x1xf64>) outs(%40 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.divf %in, %cst_8 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %72 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %71 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%38 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_36: f64, %out: f64):
      %85 = arith.subf %in, %in_36 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x64xf64>
    %73 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %72 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%38 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_36: f64, %out: f64):
      %85 = arith.mulf %in, %in_36 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x64xf64>
    %74 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%73 : tensor<2x32x64xf64>) outs(%41 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.addf %in, %out : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %75 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x32x1xf64>) outs(%40 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %85 = arith.divf %in, %cst_8 : f64
      linalg.yield %85 : f64
    } -> tensor<2x32x1xf64>
    %76 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x32x1xf64>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %85 = arith.truncf %in : f64 to f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %77 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%68 : tensor<2x32x64xf32>) outs(%50 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.addf %in, %out : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %78 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x32x1xf32>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.divf %in, %cst_9 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %79 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x32x1xf32>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = arith.truncf %cst_5 : f64 to f32
      %86 = arith.addf %in, %85 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %80 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x32x1xf32>) outs(%48 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %85 = math.rsqrt %in : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x1xf32>
    %81 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %78 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.subf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %80 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.mulf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %83 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %arg16 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.mulf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    %84 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %arg17 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%36 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_36: f32, %out: f32):
      %85 = arith.addf %in, %in_36 : f32
      linalg.yield %85 : f32
    } -> tensor<2x32x64xf32>
    return %84 : tensor<2x32x64xf32>
  }
}
