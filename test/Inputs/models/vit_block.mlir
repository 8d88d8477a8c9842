// VitBlock, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: norm1.weight
// %arg2: norm1.bias
// %arg3: qkv.weight
// %arg4: qkv.bias
// %arg5: proj.weight
// %arg6: proj.bias
// %arg7: norm2.weight
// %arg8: norm2.bias
// %arg9: fc1.weight
// %arg10: fc1.bias
// %arg11: fc2.weight
// %arg12: fc2.bias

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @vit_block(%arg0: tensor<2x17x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<192x64xf32>, %arg4: tensor<192xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<128x64xf32>, %arg10: tensor<128xf32>, %arg11: tensor<64x128xf32>, %arg12: tensor<64xf32>) -> tensor<2x17x64xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 9.9999999999999995E-7 : f64
    %cst_5 = arith.constant 6.400000e+01 : f64
    %cst_6 = arith.constant 6.400000e+01 : f32
    %cst_7 = arith.constant 2.500000e-01 : f32
    %cst_8 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<2x17x64xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x17x64xf32>) outs(%0 : tensor<2x17x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %83 = arith.extf %in : f32 to f64
      linalg.yield %83 : f64
    } -> tensor<2x17x64xf64>
    %2 = tensor.empty() : tensor<2x17x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<2x17x1xf64>) -> tensor<2x17x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x17x64xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.addf %in, %out : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.divf %in, %cst_5 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x17x64xf64>, tensor<2x17x1xf64>) outs(%0 : tensor<2x17x64xf64>) {
    ^bb0(%in: f64, %in_32: f64, %out: f64):
      %83 = arith.subf %in, %in_32 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x64xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<2x17x64xf64>, tensor<2x17x64xf64>) outs(%0 : tensor<2x17x64xf64>) {
    ^bb0(%in: f64, %in_32: f64, %out: f64):
      %83 = arith.mulf %in, %in_32 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x64xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x17x64xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.addf %in, %out : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.divf %in, %cst_5 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %10 = tensor.empty() : tensor<2x17x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x17x1xf64>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %83 = arith.truncf %in : f64 to f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<2x17x1xf32>) -> tensor<2x17x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<2x17x64xf32>) outs(%12 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.addf %in, %out : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.divf %in, %cst_6 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.truncf %cst_4 : f64 to f32
      %84 = arith.addf %in, %83 : f32
      linalg.yield %84 : f32
    } -> tensor<2x17x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = math.rsqrt %in : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %17 = tensor.empty() : tensor<2x17x64xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %14 : tensor<2x17x64xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.subf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %16 : tensor<2x17x64xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.mulf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg1 : tensor<2x17x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.mulf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg2 : tensor<2x17x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %collapsed = tensor.collapse_shape %21 [[0, 1], [2]] : tensor<2x17x64xf32> into tensor<34x64xf32>
    %22 = tensor.empty() : tensor<64x192xf32>
    %transposed = linalg.transpose ins(%arg3 : tensor<192x64xf32>) outs(%22 : tensor<64x192xf32>) permutation = [1, 0] 
    %23 = tensor.empty() : tensor<34x192xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<34x192xf32>) -> tensor<34x192xf32>
    %25 = linalg.matmul ins(%collapsed, %transposed : tensor<34x64xf32>, tensor<64x192xf32>) outs(%24 : tensor<34x192xf32>) -> tensor<34x192xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%25, %arg4 : tensor<34x192xf32>, tensor<192xf32>) outs(%23 : tensor<34x192xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<34x192xf32>
    %expanded = tensor.expand_shape %26 [[0, 1], [2, 3, 4]] output_shape [2, 17, 3, 4, 16] : tensor<34x192xf32> into tensor<2x17x3x4x16xf32>
    %27 = tensor.empty() : tensor<3x2x4x17x16xf32>
    %transposed_9 = linalg.transpose ins(%expanded : tensor<2x17x3x4x16xf32>) outs(%27 : tensor<3x2x4x17x16xf32>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice = tensor.extract_slice %transposed_9[0, 0, 0, 0, 0] [1, 2, 4, 17, 16] [1, 1, 1, 1, 1] : tensor<3x2x4x17x16xf32> to tensor<1x2x4x17x16xf32>
    %extracted_slice_10 = tensor.extract_slice %transposed_9[1, 0, 0, 0, 0] [1, 2, 4, 17, 16] [1, 1, 1, 1, 1] : tensor<3x2x4x17x16xf32> to tensor<1x2x4x17x16xf32>
    %extracted_slice_11 = tensor.extract_slice %transposed_9[2, 0, 0, 0, 0] [1, 2, 4, 17, 16] [1, 1, 1, 1, 1] : tensor<3x2x4x17x16xf32> to tensor<1x2x4x17x16xf32>
    %collapsed_12 = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3], [4]] : tensor<1x2x4x17x16xf32> into tensor<2x4x17x16xf32>
    %collapsed_13 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2], [3], [4]] : tensor<1x2x4x17x16xf32> into tensor<2x4x17x16xf32>
    %28 = tensor.empty() : tensor<2x4x17x16xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_12 : tensor<2x4x17x16xf32>) outs(%28 : tensor<2x4x17x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.mulf %in, %cst_7 : f32
      linalg.yield %83 : f32
    } -> tensor<2x4x17x16xf32>
    %30 = tensor.empty() : tensor<2x4x16x17xf32>
    %transposed_14 = linalg.transpose ins(%collapsed_13 : tensor<2x4x17x16xf32>) outs(%30 : tensor<2x4x16x17xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_15 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : tensor<2x4x17x16xf32> into tensor<8x17x16xf32>
    %collapsed_16 = tensor.collapse_shape %transposed_14 [[0, 1], [2], [3]] : tensor<2x4x16x17xf32> into tensor<8x16x17xf32>
    %31 = tensor.empty() : tensor<8x17x17xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<8x17x17xf32>) -> tensor<8x17x17xf32>
    %33 = linalg.batch_matmul ins(%collapsed_15, %collapsed_16 : tensor<8x17x16xf32>, tensor<8x16x17xf32>) outs(%32 : tensor<8x17x17xf32>) -> tensor<8x17x17xf32>
    %expanded_17 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [2, 4, 17, 17] : tensor<8x17x17xf32> into tensor<2x4x17x17xf32>
    %34 = tensor.empty() : tensor<2x4x17xi64>
    %35 = linalg.fill ins(%c0_i64 : i64) outs(%34 : tensor<2x4x17xi64>) -> tensor<2x4x17xi64>
    %36 = tensor.empty() : tensor<2x4x17xf32>
    %37 = linalg.fill ins(%cst_1 : f32) outs(%36 : tensor<2x4x17xf32>) -> tensor<2x4x17xf32>
    %38:2 = linalg.generic {indexing_maps = [#map5, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_17 : tensor<2x4x17x17xf32>) outs(%37, %35 : tensor<2x4x17xf32>, tensor<2x4x17xi64>) {
    ^bb0(%in: f32, %out: f32, %out_32: i64):
      %83 = linalg.index 3 : index
      %84 = arith.index_cast %83 : index to i64
      %85 = arith.maximumf %in, %out : f32
      %86 = arith.cmpf ogt, %in, %out : f32
      %87 = arith.select %86, %84, %out_32 : i64
      linalg.yield %85, %87 : f32, i64
    } -> (tensor<2x4x17xf32>, tensor<2x4x17xi64>)
    %expanded_18 = tensor.expand_shape %38#0 [[0], [1], [2, 3]] output_shape [2, 4, 17, 1] : tensor<2x4x17xf32> into tensor<2x4x17x1xf32>
    %39 = tensor.empty() : tensor<2x4x17x17xf32>
    %40 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17, %expanded_18 : tensor<2x4x17x17xf32>, tensor<2x4x17x1xf32>) outs(%39 : tensor<2x4x17x17xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.subf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x4x17x17xf32>
    %41 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<2x4x17x17xf32>) outs(%39 : tensor<2x4x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = math.exp %in : f32
      linalg.yield %83 : f32
    } -> tensor<2x4x17x17xf32>
    %42 = tensor.empty() : tensor<2x4x17x1xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<2x4x17x1xf32>) -> tensor<2x4x17x1xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%41 : tensor<2x4x17x17xf32>) outs(%43 : tensor<2x4x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.addf %in, %out : f32
      linalg.yield %83 : f32
    } -> tensor<2x4x17x1xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %44 : tensor<2x4x17x17xf32>, tensor<2x4x17x1xf32>) outs(%39 : tensor<2x4x17x17xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.divf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x4x17x17xf32>
    %collapsed_19 = tensor.collapse_shape %45 [[0, 1], [2], [3]] : tensor<2x4x17x17xf32> into tensor<8x17x17xf32>
    %collapsed_20 = tensor.collapse_shape %extracted_slice_11 [[0, 1, 2], [3], [4]] : tensor<1x2x4x17x16xf32> into tensor<8x17x16xf32>
    %46 = tensor.empty() : tensor<8x17x16xf32>
    %47 = linalg.fill ins(%cst_0 : f32) outs(%46 : tensor<8x17x16xf32>) -> tensor<8x17x16xf32>
    %48 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<8x17x17xf32>, tensor<8x17x16xf32>) outs(%47 : tensor<8x17x16xf32>) -> tensor<8x17x16xf32>
    %expanded_21 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [2, 4, 17, 16] : tensor<8x17x16xf32> into tensor<2x4x17x16xf32>
    %49 = tensor.empty() : tensor<2x17x4x16xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<2x4x17x16xf32>) outs(%49 : tensor<2x17x4x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_23 = tensor.collapse_shape %transposed_22 [[0, 1], [2, 3]] : tensor<2x17x4x16xf32> into tensor<34x64xf32>
    %50 = tensor.empty() : tensor<64x64xf32>
    %transposed_24 = linalg.transpose ins(%arg5 : tensor<64x64xf32>) outs(%50 : tensor<64x64xf32>) permutation = [1, 0] 
    %51 = tensor.empty() : tensor<34x64xf32>
    %52 = linalg.fill ins(%cst_0 : f32) outs(%51 : tensor<34x64xf32>) -> tensor<34x64xf32>
    %53 = linalg.matmul ins(%collapsed_23, %transposed_24 : tensor<34x64xf32>, tensor<64x64xf32>) outs(%52 : tensor<34x64xf32>) -> tensor<34x64xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%53, %arg6 : tensor<34x64xf32>, tensor<64xf32>) outs(%51 : tensor<34x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<34x64xf32>
    %expanded_25 = tensor.expand_shape %54 [[0, 1], [2]] output_shape [2, 17, 64] : tensor<34x64xf32> into tensor<2x17x64xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_25 : tensor<2x17x64xf32>, tensor<2x17x64xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x17x64xf32>) outs(%0 : tensor<2x17x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %83 = arith.extf %in : f32 to f64
      linalg.yield %83 : f64
    } -> tensor<2x17x64xf64>
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x17x64xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.addf %in, %out : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.divf %in, %cst_5 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %59 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %58 : tensor<2x17x64xf64>, tensor<2x17x1xf64>) outs(%0 : tensor<2x17x64xf64>) {
    ^bb0(%in: f64, %in_32: f64, %out: f64):
      %83 = arith.subf %in, %in_32 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x64xf64>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %59 : tensor<2x17x64xf64>, tensor<2x17x64xf64>) outs(%0 : tensor<2x17x64xf64>) {
    ^bb0(%in: f64, %in_32: f64, %out: f64):
      %83 = arith.mulf %in, %in_32 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x64xf64>
    %61 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%60 : tensor<2x17x64xf64>) outs(%3 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.addf %in, %out : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x17x1xf64>) outs(%2 : tensor<2x17x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %83 = arith.divf %in, %cst_5 : f64
      linalg.yield %83 : f64
    } -> tensor<2x17x1xf64>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x17x1xf64>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %83 = arith.truncf %in : f64 to f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%55 : tensor<2x17x64xf32>) outs(%12 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.addf %in, %out : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.divf %in, %cst_6 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.truncf %cst_4 : f64 to f32
      %84 = arith.addf %in, %83 : f32
      linalg.yield %84 : f32
    } -> tensor<2x17x1xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x17x1xf32>) outs(%10 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = math.rsqrt %in : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %65 : tensor<2x17x64xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.subf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %67 : tensor<2x17x64xf32>, tensor<2x17x1xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.mulf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %arg7 : tensor<2x17x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.mulf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %arg8 : tensor<2x17x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    %collapsed_26 = tensor.collapse_shape %71 [[0, 1], [2]] : tensor<2x17x64xf32> into tensor<34x64xf32>
    %72 = tensor.empty() : tensor<64x128xf32>
    %transposed_27 = linalg.transpose ins(%arg9 : tensor<128x64xf32>) outs(%72 : tensor<64x128xf32>) permutation = [1, 0] 
    %73 = tensor.empty() : tensor<34x128xf32>
    %74 = linalg.fill ins(%cst_0 : f32) outs(%73 : tensor<34x128xf32>) -> tensor<34x128xf32>
    %75 = linalg.matmul ins(%collapsed_26, %transposed_27 : tensor<34x64xf32>, tensor<64x128xf32>) outs(%74 : tensor<34x128xf32>) -> tensor<34x128xf32>
    %76 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%75, %arg10 : tensor<34x128xf32>, tensor<128xf32>) outs(%73 : tensor<34x128xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<34x128xf32>
    %expanded_28 = tensor.expand_shape %76 [[0, 1], [2]] output_shape [2, 17, 128] : tensor<34x128xf32> into tensor<2x17x128xf32>
    %77 = tensor.empty() : tensor<2x17x128xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x17x128xf32>) outs(%77 : tensor<2x17x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %83 = arith.divf %in, %cst_8 : f32
      %84 = math.erf %83 : f32
      %85 = arith.addf %84, %cst_2 : f32
      %86 = arith.mulf %85, %cst_3 : f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x17x128xf32>
    %collapsed_29 = tensor.collapse_shape %78 [[0, 1], [2]] : tensor<2x17x128xf32> into tensor<34x128xf32>
    %79 = tensor.empty() : tensor<128x64xf32>
    %transposed_30 = linalg.transpose ins(%arg11 : tensor<64x128xf32>) outs(%79 : tensor<128x64xf32>) permutation = [1, 0] 
    %80 = linalg.matmul ins(%collapsed_29, %transposed_30 : tensor<34x128xf32>, tensor<128x64xf32>) outs(%52 : tensor<34x64xf32>) -> tensor<34x64xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%80, %arg12 : tensor<34x64xf32>, tensor<64xf32>) outs(%51 : tensor<34x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<34x64xf32>
    %expanded_31 = tensor.expand_shape %81 [[0, 1], [2]] output_shape [2, 17, 64] : tensor<34x64xf32> into tensor<2x17x64xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %expanded_31 : tensor<2x17x64xf32>, tensor<2x17x64xf32>) outs(%17 : tensor<2x17x64xf32>) {
    ^bb0(%in: f32, %in_32: f32, %out: f32):
      %83 = arith.addf %in, %in_32 : f32
      linalg.yield %83 : f32
    } -> tensor<2x17x64xf32>
    return %82 : tensor<2x17x64xf32>
  }
}
