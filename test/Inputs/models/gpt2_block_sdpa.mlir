// Gpt2BlockSdpa, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: ln_1.weight
// %arg2: ln_1.bias
// %arg3: c_attn.weight
// %arg4: c_attn.bias
// %arg5: c_proj.weight
// %arg6: c_proj.bias
// %arg7: ln_2.weight
// %arg8: ln_2.bias
// %arg9: c_fc.weight
// %arg10: c_fc.bias
// %arg11: c_out.weight
// %arg12: c_out.bias
// %arg13: causal

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0, 0)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @gpt2_block_sdpa(%arg0: tensor<2x32x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64x192xf32>, %arg4: tensor<192xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64x256xf32>, %arg10: tensor<256xf32>, %arg11: tensor<256x64xf32>, %arg12: tensor<64xf32>, %arg13: tensor<1x1x64x64xi1>) -> tensor<2x32x64xf32> {
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant 0.79788456080286541 : f64
    %cst_4 = arith.constant 4.471500e-02 : f64
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 6.400000e+01 : f64
    %cst_7 = arith.constant 6.400000e+01 : f32
    %cst_8 = arith.constant 2.500000e-01 : f32
    %cst_9 = arith.constant 5.000000e-01 : f32
    %cst_10 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x32x64xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %90 = arith.extf %in : f32 to f64
      linalg.yield %90 : f64
    } -> tensor<2x32x64xf64>
    %2 = tensor.empty() : tensor<2x32x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<2x32x1xf64>) -> tensor<2x32x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_6 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %90 = arith.subf %in, %in_34 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x64xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %90 = arith.mulf %in, %in_34 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x64xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_6 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %10 = tensor.empty() : tensor<2x32x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x32x1xf64>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %90 = arith.truncf %in : f64 to f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<2x32x64xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_7 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_5 : f64 to f32
      %91 = arith.addf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.rsqrt %in : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %17 = tensor.empty() : tensor<2x32x64xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %14 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.subf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %16 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.mulf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg1 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.mulf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg2 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %collapsed = tensor.collapse_shape %21 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %22 = tensor.empty() : tensor<64x192xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %24 = linalg.matmul ins(%collapsed, %arg3 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%23 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%24, %arg4 : tensor<64x192xf32>, tensor<192xf32>) outs(%22 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<64x192xf32>
    %expanded = tensor.expand_shape %25 [[0, 1], [2]] output_shape [2, 32, 192] : tensor<64x192xf32> into tensor<2x32x192xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 32, 64] [1, 1, 1] : tensor<2x32x192xf32> to tensor<2x32x64xf32>
    %extracted_slice_11 = tensor.extract_slice %expanded[0, 0, 64] [2, 32, 64] [1, 1, 1] : tensor<2x32x192xf32> to tensor<2x32x64xf32>
    %extracted_slice_12 = tensor.extract_slice %expanded[0, 0, 128] [2, 32, 64] [1, 1, 1] : tensor<2x32x192xf32> to tensor<2x32x64xf32>
    %expanded_13 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<2x32x64xf32> into tensor<2x32x4x16xf32>
    %26 = tensor.empty() : tensor<2x4x32x16xf32>
    %transposed = linalg.transpose ins(%expanded_13 : tensor<2x32x4x16xf32>) outs(%26 : tensor<2x4x32x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_14 = tensor.expand_shape %extracted_slice_11 [[0], [1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<2x32x64xf32> into tensor<2x32x4x16xf32>
    %expanded_15 = tensor.expand_shape %extracted_slice_12 [[0], [1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<2x32x64xf32> into tensor<2x32x4x16xf32>
    %transposed_16 = linalg.transpose ins(%expanded_15 : tensor<2x32x4x16xf32>) outs(%26 : tensor<2x4x32x16xf32>) permutation = [0, 2, 1, 3] 
    %27 = tensor.empty() : tensor<2x4x16x32xf32>
    %transposed_17 = linalg.transpose ins(%expanded_14 : tensor<2x32x4x16xf32>) outs(%27 : tensor<2x4x16x32xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_18 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %28 = tensor.empty() : tensor<8x32x32xf32>
    %29 = linalg.fill ins(%cst_0 : f32) outs(%28 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %30 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<8x32x16xf32>, tensor<8x16x32xf32>) outs(%29 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %expanded_20 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 32, 32] : tensor<8x32x32xf32> into tensor<2x4x32x32xf32>
    %31 = tensor.empty() : tensor<2x4x32x32xf32>
    %32 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x4x32x32xf32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.mulf %in, %cst_8 : f32
      linalg.yield %90 : f32
    } -> tensor<2x4x32x32xf32>
    %33 = tensor.empty() : tensor<32xi64>
    %34 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%33 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %90 = linalg.index 0 : index
      %91 = arith.index_cast %90 : index to i64
      linalg.yield %91 : i64
    } -> tensor<32xi64>
    %expanded_21 = tensor.expand_shape %34 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %expanded_22 = tensor.expand_shape %34 [[0, 1]] output_shape [1, 32] : tensor<32xi64> into tensor<1x32xi64>
    %35 = tensor.empty() : tensor<32x32xi1>
    %36 = linalg.generic {indexing_maps = [#map7, #map8, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_21, %expanded_22 : tensor<32x1xi64>, tensor<1x32xi64>) outs(%35 : tensor<32x32xi1>) {
    ^bb0(%in: i64, %in_34: i64, %out: i1):
      %90 = arith.cmpi sge, %in, %in_34 : i64
      linalg.yield %90 : i1
    } -> tensor<32x32xi1>
    %37 = linalg.generic {indexing_maps = [#map9, #map5, #map10, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %32, %cst_2 : tensor<32x32xi1>, tensor<2x4x32x32xf32>, tensor<f32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %90 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %90 : f32
    } -> tensor<2x4x32x32xf32>
    %38 = tensor.empty() : tensor<2x4x32xi64>
    %39 = linalg.fill ins(%c0_i64 : i64) outs(%38 : tensor<2x4x32xi64>) -> tensor<2x4x32xi64>
    %40 = tensor.empty() : tensor<2x4x32xf32>
    %41 = linalg.fill ins(%cst_1 : f32) outs(%40 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
    %42:2 = linalg.generic {indexing_maps = [#map5, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%37 : tensor<2x4x32x32xf32>) outs(%41, %39 : tensor<2x4x32xf32>, tensor<2x4x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_34: i64):
      %90 = linalg.index 3 : index
      %91 = arith.index_cast %90 : index to i64
      %92 = arith.maximumf %in, %out : f32
      %93 = arith.cmpf ogt, %in, %out : f32
      %94 = arith.select %93, %91, %out_34 : i64
      linalg.yield %92, %94 : f32, i64
    } -> (tensor<2x4x32xf32>, tensor<2x4x32xi64>)
    %expanded_23 = tensor.expand_shape %42#0 [[0], [1], [2, 3]] output_shape [2, 4, 32, 1] : tensor<2x4x32xf32> into tensor<2x4x32x1xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %expanded_23 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.subf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x4x32x32xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<2x4x32x32xf32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.exp %in : f32
      linalg.yield %90 : f32
    } -> tensor<2x4x32x32xf32>
    %45 = tensor.empty() : tensor<2x4x32x1xf32>
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<2x4x32x1xf32>) -> tensor<2x4x32x1xf32>
    %47 = linalg.generic {indexing_maps = [#map5, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%44 : tensor<2x4x32x32xf32>) outs(%46 : tensor<2x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<2x4x32x1xf32>
    %48 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %47 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.divf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x4x32x32xf32>
    %collapsed_24 = tensor.collapse_shape %48 [[0, 1], [2], [3]] : tensor<2x4x32x32xf32> into tensor<8x32x32xf32>
    %collapsed_25 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
    %49 = tensor.empty() : tensor<8x32x16xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %51 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<8x32x32xf32>, tensor<8x32x16xf32>) outs(%50 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %expanded_26 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
    %52 = tensor.empty() : tensor<2x32x4x16xf32>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<2x4x32x16xf32>) outs(%52 : tensor<2x32x4x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_28 = tensor.collapse_shape %transposed_27 [[0, 1], [2, 3]] : tensor<2x32x4x16xf32> into tensor<64x64xf32>
    %53 = tensor.empty() : tensor<64x64xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %55 = linalg.matmul ins(%collapsed_28, %arg5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%54 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %56 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%55, %arg6 : tensor<64x64xf32>, tensor<64xf32>) outs(%53 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<64x64xf32>
    %expanded_29 = tensor.expand_shape %56 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_29 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %90 = arith.extf %in : f32 to f64
      linalg.yield %90 : f64
    } -> tensor<2x32x64xf64>
    %59 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%58 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_6 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %61 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %60 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %90 = arith.subf %in, %in_34 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x64xf64>
    %62 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %61 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %90 = arith.mulf %in, %in_34 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x64xf64>
    %63 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.addf %in, %out : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %90 = arith.divf %in, %cst_6 : f64
      linalg.yield %90 : f64
    } -> tensor<2x32x1xf64>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x32x1xf64>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %90 = arith.truncf %in : f64 to f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%57 : tensor<2x32x64xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %out : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.divf %in, %cst_7 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_5 : f64 to f32
      %91 = arith.addf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.rsqrt %in : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x1xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %67 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.subf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %69 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.mulf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %arg7 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.mulf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %arg8 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    %collapsed_30 = tensor.collapse_shape %73 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %74 = tensor.empty() : tensor<64x256xf32>
    %75 = linalg.fill ins(%cst_0 : f32) outs(%74 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %76 = linalg.matmul ins(%collapsed_30, %arg9 : tensor<64x64xf32>, tensor<64x256xf32>) outs(%75 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%76, %arg10 : tensor<64x256xf32>, tensor<256xf32>) outs(%74 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<64x256xf32>
    %expanded_31 = tensor.expand_shape %77 [[0, 1], [2]] output_shape [2, 32, 256] : tensor<64x256xf32> into tensor<2x32x256xf32>
    %78 = tensor.empty() : tensor<2x32x256xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %90 : f32
    } -> tensor<2x32x256xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79 : tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_4 : f64 to f32
      %91 = arith.mulf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x256xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %80 : tensor<2x32x256xf32>, tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x256xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.truncf %cst_3 : f64 to f32
      %91 = arith.mulf %in, %90 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x256xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.mulf %in, %cst_9 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x256xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = math.tanh %in : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x256xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84 : tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %90 = arith.addf %in, %cst_10 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x256xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %85 : tensor<2x32x256xf32>, tensor<2x32x256xf32>) outs(%78 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.mulf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x256xf32>
    %collapsed_32 = tensor.collapse_shape %86 [[0, 1], [2]] : tensor<2x32x256xf32> into tensor<64x256xf32>
    %87 = linalg.matmul ins(%collapsed_32, %arg11 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%54 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%87, %arg12 : tensor<64x64xf32>, tensor<64xf32>) outs(%53 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<64x64xf32>
    %expanded_33 = tensor.expand_shape %88 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %89 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %expanded_33 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %90 = arith.addf %in, %in_34 : f32
      linalg.yield %90 : f32
    } -> tensor<2x32x64xf32>
    return %89 : tensor<2x32x64xf32>
  }
}
