// MlaBlock, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1
// %arg2: norm.weight
// %arg3: q_proj.weight
// %arg4: kv_down.weight
// %arg5: kv_norm.weight
// %arg6: kv_up.weight
// %arg7: o_proj.weight

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map9 = affine_map<(d0, d1) -> (0, d1)>
#map10 = affine_map<(d0, d1) -> (d0, 0)>
#map11 = affine_map<(d0, d1) -> (d0, d1)>
#map12 = affine_map<(d0, d1) -> ()>
#map13 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @mla_block(%arg0: tensor<2x24x64xf32>, %arg1: tensor<2x24xi64>, %arg2: tensor<64xf32>, %arg3: tensor<96x64xf32>, %arg4: tensor<40x64xf32>, %arg5: tensor<32xf32>, %arg6: tensor<128x32xf32>, %arg7: tensor<64x64xf32>) -> tensor<2x24x64xf32> {
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0xFF800000> : tensor<24x24xf32>
    %cst_4 = arith.constant 0.20412414523193151 : f64
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant 6.400000e+01 : f32
    %cst_7 = arith.constant 3.200000e+01 : f32
    %cst_8 = arith.constant 2.000000e+00 : f32
    %cst_9 = arith.constant 8.000000e+00 : f32
    %cst_10 = arith.constant 1.000000e+04 : f32
    %0 = tensor.empty() : tensor<2x24x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x24x64xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %88 : f32
    } -> tensor<2x24x64xf32>
    %2 = tensor.empty() : tensor<2x24x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x24x1xf32>) -> tensor<2x24x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x24x64xf32>) outs(%3 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.addf %in, %out : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.divf %in, %cst_6 : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.truncf %cst_5 : f64 to f32
      %89 = arith.addf %in, %88 : f32
      linalg.yield %89 : f32
    } -> tensor<2x24x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.rsqrt %in : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %7 : tensor<2x24x64xf32>, tensor<2x24x1xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x64xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %8 : tensor<64xf32>, tensor<2x24x64xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x64xf32>
    %10 = tensor.empty() : tensor<64x96xf32>
    %transposed = linalg.transpose ins(%arg3 : tensor<96x64xf32>) outs(%10 : tensor<64x96xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<2x24x64xf32> into tensor<48x64xf32>
    %11 = tensor.empty() : tensor<48x96xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<48x96xf32>) -> tensor<48x96xf32>
    %13 = linalg.matmul ins(%collapsed, %transposed : tensor<48x64xf32>, tensor<64x96xf32>) outs(%12 : tensor<48x96xf32>) -> tensor<48x96xf32>
    %expanded = tensor.expand_shape %13 [[0, 1], [2, 3]] output_shape [2, 24, 4, 24] : tensor<48x96xf32> into tensor<2x24x4x24xf32>
    %14 = tensor.empty() : tensor<2x4x24x24xf32>
    %transposed_11 = linalg.transpose ins(%expanded : tensor<2x24x4x24xf32>) outs(%14 : tensor<2x4x24x24xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice = tensor.extract_slice %transposed_11[0, 0, 0, 0] [2, 4, 24, 16] [1, 1, 1, 1] : tensor<2x4x24x24xf32> to tensor<2x4x24x16xf32>
    %extracted_slice_12 = tensor.extract_slice %transposed_11[0, 0, 0, 16] [2, 4, 24, 8] [1, 1, 1, 1] : tensor<2x4x24x24xf32> to tensor<2x4x24x8xf32>
    %15 = tensor.empty() : tensor<64x40xf32>
    %transposed_13 = linalg.transpose ins(%arg4 : tensor<40x64xf32>) outs(%15 : tensor<64x40xf32>) permutation = [1, 0] 
    %16 = tensor.empty() : tensor<48x40xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<48x40xf32>) -> tensor<48x40xf32>
    %18 = linalg.matmul ins(%collapsed, %transposed_13 : tensor<48x64xf32>, tensor<64x40xf32>) outs(%17 : tensor<48x40xf32>) -> tensor<48x40xf32>
    %expanded_14 = tensor.expand_shape %18 [[0, 1], [2]] output_shape [2, 24, 40] : tensor<48x40xf32> into tensor<2x24x40xf32>
    %extracted_slice_15 = tensor.extract_slice %expanded_14[0, 0, 0] [2, 24, 32] [1, 1, 1] : tensor<2x24x40xf32> to tensor<2x24x32xf32>
    %extracted_slice_16 = tensor.extract_slice %expanded_14[0, 0, 32] [2, 24, 8] [1, 1, 1] : tensor<2x24x40xf32> to tensor<2x24x8xf32>
    %19 = tensor.empty() : tensor<2x24x32xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_15 : tensor<2x24x32xf32>) outs(%19 : tensor<2x24x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %88 : f32
    } -> tensor<2x24x32xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%20 : tensor<2x24x32xf32>) outs(%3 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.addf %in, %out : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.divf %in, %cst_7 : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.truncf %cst_5 : f64 to f32
      %89 = arith.addf %in, %88 : f32
      linalg.yield %89 : f32
    } -> tensor<2x24x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x24x1xf32>) outs(%2 : tensor<2x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.rsqrt %in : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x1xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_15, %24 : tensor<2x24x32xf32>, tensor<2x24x1xf32>) outs(%19 : tensor<2x24x32xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x32xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5, %25 : tensor<32xf32>, tensor<2x24x32xf32>) outs(%19 : tensor<2x24x32xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x32xf32>
    %27 = tensor.empty() : tensor<32x128xf32>
    %transposed_17 = linalg.transpose ins(%arg6 : tensor<128x32xf32>) outs(%27 : tensor<32x128xf32>) permutation = [1, 0] 
    %collapsed_18 = tensor.collapse_shape %26 [[0, 1], [2]] : tensor<2x24x32xf32> into tensor<48x32xf32>
    %28 = tensor.empty() : tensor<48x128xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<48x128xf32>) -> tensor<48x128xf32>
    %30 = linalg.matmul ins(%collapsed_18, %transposed_17 : tensor<48x32xf32>, tensor<32x128xf32>) outs(%29 : tensor<48x128xf32>) -> tensor<48x128xf32>
    %expanded_19 = tensor.expand_shape %30 [[0, 1], [2, 3]] output_shape [2, 24, 4, 32] : tensor<48x128xf32> into tensor<2x24x4x32xf32>
    %31 = tensor.empty() : tensor<2x4x24x32xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<2x24x4x32xf32>) outs(%31 : tensor<2x4x24x32xf32>) permutation = [0, 2, 1, 3] 
    %extracted_slice_21 = tensor.extract_slice %transposed_20[0, 0, 0, 0] [2, 4, 24, 16] [1, 1, 1, 1] : tensor<2x4x24x32xf32> to tensor<2x4x24x16xf32>
    %extracted_slice_22 = tensor.extract_slice %transposed_20[0, 0, 0, 16] [2, 4, 24, 16] [1, 1, 1, 1] : tensor<2x4x24x32xf32> to tensor<2x4x24x16xf32>
    %32 = tensor.empty() : tensor<4xf32>
    %33 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%32 : tensor<4xf32>) {
    ^bb0(%out: f32):
      %88 = linalg.index 0 : index
      %89 = arith.index_cast %88 : index to i64
      %90 = arith.sitofp %89 : i64 to f32
      %91 = arith.mulf %90, %cst_8 : f32
      %92 = arith.addf %91, %cst : f32
      linalg.yield %92 : f32
    } -> tensor<4xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%33 : tensor<4xf32>) outs(%32 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.divf %in, %cst_9 : f32
      linalg.yield %88 : f32
    } -> tensor<4xf32>
    %35 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%34 : tensor<4xf32>) outs(%32 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.powf %cst_10, %in : f32
      linalg.yield %88 : f32
    } -> tensor<4xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%35 : tensor<4xf32>) outs(%32 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.cmpf one, %in, %cst : f32
      cf.assert %88, "unimplemented: tensor with zero element"
      %89 = arith.divf %cst_0, %in : f32
      linalg.yield %89 : f32
    } -> tensor<4xf32>
    %expanded_23 = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [2, 1, 24, 1] : tensor<2x24xi64> into tensor<2x1x24x1xi64>
    %37 = tensor.empty() : tensor<2x1x24x1xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<2x1x24x1xi64>) outs(%37 : tensor<2x1x24x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %88 = arith.sitofp %in : i64 to f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x1xf32>
    %39 = tensor.empty() : tensor<2x1x24x4xf32>
    %40 = linalg.generic {indexing_maps = [#map5, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %36 : tensor<2x1x24x1xf32>, tensor<4xf32>) outs(%39 : tensor<2x1x24x4xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x4xf32>
    %concat = tensor.concat dim(3) %40, %40 : (tensor<2x1x24x4xf32>, tensor<2x1x24x4xf32>) -> tensor<2x1x24x8xf32>
    %41 = tensor.empty() : tensor<2x1x24x8xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<2x1x24x8xf32>) outs(%41 : tensor<2x1x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.cos %in : f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x8xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<2x1x24x8xf32>) outs(%41 : tensor<2x1x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.sin %in : f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x8xf32>
    %extracted_slice_24 = tensor.extract_slice %extracted_slice_12[0, 0, 0, 4] [2, 4, 24, 4] [1, 1, 1, 1] : tensor<2x4x24x8xf32> to tensor<2x4x24x4xf32>
    %44 = tensor.empty() : tensor<2x4x24x4xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_24 : tensor<2x4x24x4xf32>) outs(%44 : tensor<2x4x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.negf %in : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x4xf32>
    %extracted_slice_25 = tensor.extract_slice %extracted_slice_12[0, 0, 0, 0] [2, 4, 24, 4] [1, 1, 1, 1] : tensor<2x4x24x8xf32> to tensor<2x4x24x4xf32>
    %concat_26 = tensor.concat dim(3) %45, %extracted_slice_25 : (tensor<2x4x24x4xf32>, tensor<2x4x24x4xf32>) -> tensor<2x4x24x8xf32>
    %46 = tensor.empty() : tensor<2x4x24x8xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_12, %42 : tensor<2x4x24x8xf32>, tensor<2x1x24x8xf32>) outs(%46 : tensor<2x4x24x8xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x8xf32>
    %48 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_26, %43 : tensor<2x4x24x8xf32>, tensor<2x1x24x8xf32>) outs(%46 : tensor<2x4x24x8xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x8xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %48 : tensor<2x4x24x8xf32>, tensor<2x4x24x8xf32>) outs(%46 : tensor<2x4x24x8xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.addf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x8xf32>
    %expanded_27 = tensor.expand_shape %extracted_slice_16 [[0], [1, 2], [3]] output_shape [2, 1, 24, 8] : tensor<2x24x8xf32> into tensor<2x1x24x8xf32>
    %extracted_slice_28 = tensor.extract_slice %expanded_27[0, 0, 0, 4] [2, 1, 24, 4] [1, 1, 1, 1] : tensor<2x1x24x8xf32> to tensor<2x1x24x4xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_28 : tensor<2x1x24x4xf32>) outs(%39 : tensor<2x1x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.negf %in : f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x4xf32>
    %extracted_slice_29 = tensor.extract_slice %expanded_27[0, 0, 0, 0] [2, 1, 24, 4] [1, 1, 1, 1] : tensor<2x1x24x8xf32> to tensor<2x1x24x4xf32>
    %concat_30 = tensor.concat dim(3) %50, %extracted_slice_29 : (tensor<2x1x24x4xf32>, tensor<2x1x24x4xf32>) -> tensor<2x1x24x8xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27, %42 : tensor<2x1x24x8xf32>, tensor<2x1x24x8xf32>) outs(%41 : tensor<2x1x24x8xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x8xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_30, %43 : tensor<2x1x24x8xf32>, tensor<2x1x24x8xf32>) outs(%41 : tensor<2x1x24x8xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.mulf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x8xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %52 : tensor<2x1x24x8xf32>, tensor<2x1x24x8xf32>) outs(%41 : tensor<2x1x24x8xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.addf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x1x24x8xf32>
    %collapsed_31 = tensor.collapse_shape %53 [[0, 1], [2], [3]] : tensor<2x1x24x8xf32> into tensor<2x24x8xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_31 : tensor<2x24x8xf32>) outs(%46 : tensor<2x4x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x24x8xf32>
    %concat_32 = tensor.concat dim(3) %extracted_slice, %49 : (tensor<2x4x24x16xf32>, tensor<2x4x24x8xf32>) -> tensor<2x4x24x24xf32>
    %concat_33 = tensor.concat dim(3) %extracted_slice_21, %54 : (tensor<2x4x24x16xf32>, tensor<2x4x24x8xf32>) -> tensor<2x4x24x24xf32>
    %transposed_34 = linalg.transpose ins(%concat_33 : tensor<2x4x24x24xf32>) outs(%14 : tensor<2x4x24x24xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_35 = tensor.collapse_shape %concat_32 [[0, 1], [2], [3]] : tensor<2x4x24x24xf32> into tensor<8x24x24xf32>
    %collapsed_36 = tensor.collapse_shape %transposed_34 [[0, 1], [2], [3]] : tensor<2x4x24x24xf32> into tensor<8x24x24xf32>
    %55 = tensor.empty() : tensor<8x24x24xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<8x24x24xf32>) -> tensor<8x24x24xf32>
    %57 = linalg.batch_matmul ins(%collapsed_35, %collapsed_36 : tensor<8x24x24xf32>, tensor<8x24x24xf32>) outs(%56 : tensor<8x24x24xf32>) -> tensor<8x24x24xf32>
    %expanded_37 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [2, 4, 24, 24] : tensor<8x24x24xf32> into tensor<2x4x24x24xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<2x4x24x24xf32>) outs(%14 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.truncf %cst_4 : f64 to f32
      %89 = arith.mulf %in, %88 : f32
      linalg.yield %89 : f32
    } -> tensor<2x4x24x24xf32>
    %59 = tensor.empty() : tensor<24xi64>
    %60 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%59 : tensor<24xi64>) {
    ^bb0(%out: i64):
      %88 = linalg.index 0 : index
      %89 = arith.index_cast %88 : index to i64
      linalg.yield %89 : i64
    } -> tensor<24xi64>
    %expanded_38 = tensor.expand_shape %60 [[0, 1]] output_shape [1, 24] : tensor<24xi64> into tensor<1x24xi64>
    %expanded_39 = tensor.expand_shape %60 [[0, 1]] output_shape [24, 1] : tensor<24xi64> into tensor<24x1xi64>
    %61 = tensor.empty() : tensor<24x24xi64>
    %62 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel"]} ins(%expanded_38, %expanded_39 : tensor<1x24xi64>, tensor<24x1xi64>) outs(%61 : tensor<24x24xi64>) {
    ^bb0(%in: i64, %in_48: i64, %out: i64):
      %88 = arith.subi %in, %in_48 : i64
      linalg.yield %88 : i64
    } -> tensor<24x24xi64>
    %63 = tensor.empty() : tensor<24x24xi1>
    %64 = linalg.generic {indexing_maps = [#map11, #map11], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<24x24xi64>) outs(%63 : tensor<24x24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %88 = arith.cmpi sge, %in, %c1_i64 : i64
      linalg.yield %88 : i1
    } -> tensor<24x24xi1>
    %65 = tensor.empty() : tensor<24x24xf32>
    %66 = linalg.generic {indexing_maps = [#map11, #map11, #map12, #map11], iterator_types = ["parallel", "parallel"]} ins(%64, %cst_3, %cst_2 : tensor<24x24xi1>, tensor<24x24xf32>, tensor<f32>) outs(%65 : tensor<24x24xf32>) {
    ^bb0(%in: i1, %in_48: f32, %in_49: f32, %out: f32):
      %88 = arith.select %in, %in_48, %in_49 : f32
      linalg.yield %88 : f32
    } -> tensor<24x24xf32>
    %67 = linalg.generic {indexing_maps = [#map4, #map13, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %66 : tensor<2x4x24x24xf32>, tensor<24x24xf32>) outs(%14 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.addf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x24xf32>
    %68 = tensor.empty() : tensor<2x4x24xi64>
    %69 = linalg.fill ins(%c0_i64 : i64) outs(%68 : tensor<2x4x24xi64>) -> tensor<2x4x24xi64>
    %70 = tensor.empty() : tensor<2x4x24xf32>
    %71 = linalg.fill ins(%cst_1 : f32) outs(%70 : tensor<2x4x24xf32>) -> tensor<2x4x24xf32>
    %72:2 = linalg.generic {indexing_maps = [#map4, #map14, #map14], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%67 : tensor<2x4x24x24xf32>) outs(%71, %69 : tensor<2x4x24xf32>, tensor<2x4x24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_48: i64):
      %88 = linalg.index 3 : index
      %89 = arith.index_cast %88 : index to i64
      %90 = arith.maximumf %in, %out : f32
      %91 = arith.cmpf ogt, %in, %out : f32
      %92 = arith.select %91, %89, %out_48 : i64
      linalg.yield %90, %92 : f32, i64
    } -> (tensor<2x4x24xf32>, tensor<2x4x24xi64>)
    %expanded_40 = tensor.expand_shape %72#0 [[0], [1], [2, 3]] output_shape [2, 4, 24, 1] : tensor<2x4x24xf32> into tensor<2x4x24x1xf32>
    %73 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %expanded_40 : tensor<2x4x24x24xf32>, tensor<2x4x24x1xf32>) outs(%14 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.subf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x24xf32>
    %74 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<2x4x24x24xf32>) outs(%14 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = math.exp %in : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x24xf32>
    %75 = tensor.empty() : tensor<2x4x24x1xf32>
    %76 = linalg.fill ins(%cst : f32) outs(%75 : tensor<2x4x24x1xf32>) -> tensor<2x4x24x1xf32>
    %77 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%74 : tensor<2x4x24x24xf32>) outs(%76 : tensor<2x4x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %88 = arith.addf %in, %out : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x1xf32>
    %78 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %77 : tensor<2x4x24x24xf32>, tensor<2x4x24x1xf32>) outs(%14 : tensor<2x4x24x24xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.divf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x4x24x24xf32>
    %collapsed_41 = tensor.collapse_shape %78 [[0, 1], [2], [3]] : tensor<2x4x24x24xf32> into tensor<8x24x24xf32>
    %collapsed_42 = tensor.collapse_shape %extracted_slice_22 [[0, 1], [2], [3]] : tensor<2x4x24x16xf32> into tensor<8x24x16xf32>
    %79 = tensor.empty() : tensor<8x24x16xf32>
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<8x24x16xf32>) -> tensor<8x24x16xf32>
    %81 = linalg.batch_matmul ins(%collapsed_41, %collapsed_42 : tensor<8x24x24xf32>, tensor<8x24x16xf32>) outs(%80 : tensor<8x24x16xf32>) -> tensor<8x24x16xf32>
    %expanded_43 = tensor.expand_shape %81 [[0, 1], [2], [3]] output_shape [2, 4, 24, 16] : tensor<8x24x16xf32> into tensor<2x4x24x16xf32>
    %82 = tensor.empty() : tensor<2x24x4x16xf32>
    %transposed_44 = linalg.transpose ins(%expanded_43 : tensor<2x4x24x16xf32>) outs(%82 : tensor<2x24x4x16xf32>) permutation = [0, 2, 1, 3] 
    %83 = tensor.empty() : tensor<64x64xf32>
    %transposed_45 = linalg.transpose ins(%arg7 : tensor<64x64xf32>) outs(%83 : tensor<64x64xf32>) permutation = [1, 0] 
    %collapsed_46 = tensor.collapse_shape %transposed_44 [[0, 1], [2, 3]] : tensor<2x24x4x16xf32> into tensor<48x64xf32>
    %84 = tensor.empty() : tensor<48x64xf32>
    %85 = linalg.fill ins(%cst : f32) outs(%84 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %86 = linalg.matmul ins(%collapsed_46, %transposed_45 : tensor<48x64xf32>, tensor<64x64xf32>) outs(%85 : tensor<48x64xf32>) -> tensor<48x64xf32>
    %expanded_47 = tensor.expand_shape %86 [[0, 1], [2]] output_shape [2, 24, 64] : tensor<48x64xf32> into tensor<2x24x64xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_47 : tensor<2x24x64xf32>, tensor<2x24x64xf32>) outs(%0 : tensor<2x24x64xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %88 = arith.addf %in, %in_48 : f32
      linalg.yield %88 : f32
    } -> tensor<2x24x64xf32>
    return %87 : tensor<2x24x64xf32>
  }
}
