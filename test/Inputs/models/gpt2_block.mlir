// Gpt2Block, by torch 2.14.1 and torch-mlir 20261001.
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
#map6 = affine_map<(d0, d1, d2, d3) -> (0, 0, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> ()>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @gpt2_block(%arg0: tensor<2x32x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64x192xf32>, %arg4: tensor<192xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64x256xf32>, %arg10: tensor<256xf32>, %arg11: tensor<256x64xf32>, %arg12: tensor<64xf32>, %arg13: tensor<1x1x64x64xi1>) -> tensor<2x32x64xf32> {
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<-3.40282347E+38> : tensor<f32>
    %cst_3 = arith.constant 0.79788456080286541 : f64
    %cst_4 = arith.constant 4.471500e-02 : f64
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 6.400000e+01 : f64
    %cst_7 = arith.constant 6.400000e+01 : f32
    %cst_8 = arith.constant 4.000000e+00 : f32
    %cst_9 = arith.constant 5.000000e-01 : f32
    %cst_10 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x32x64xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %86 = arith.extf %in : f32 to f64
      linalg.yield %86 : f64
    } -> tensor<2x32x64xf64>
    %2 = tensor.empty() : tensor<2x32x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<2x32x1xf64>) -> tensor<2x32x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_6 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %86 = arith.subf %in, %in_34 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x64xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %86 = arith.mulf %in, %in_34 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x64xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_6 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %10 = tensor.empty() : tensor<2x32x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x32x1xf64>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %86 = arith.truncf %in : f64 to f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<2x32x64xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_7 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_5 : f64 to f32
      %87 = arith.addf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x32x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.rsqrt %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %17 = tensor.empty() : tensor<2x32x64xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %14 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.subf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %16 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.mulf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg1 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.mulf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg2 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %collapsed = tensor.collapse_shape %21 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %22 = tensor.empty() : tensor<64x192xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %24 = linalg.matmul ins(%collapsed, %arg3 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%23 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%24, %arg4 : tensor<64x192xf32>, tensor<192xf32>) outs(%22 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
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
      %86 = arith.divf %in, %cst_8 : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x32x32xf32>
    %extracted_slice_21 = tensor.extract_slice %arg13[0, 0, 0, 0] [1, 1, 32, 64] [1, 1, 1, 1] : tensor<1x1x64x64xi1> to tensor<1x1x32x64xi1>
    %extracted_slice_22 = tensor.extract_slice %extracted_slice_21[0, 0, 0, 0] [1, 1, 32, 32] [1, 1, 1, 1] : tensor<1x1x32x64xi1> to tensor<1x1x32x32xi1>
    %33 = linalg.generic {indexing_maps = [#map6, #map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22, %32, %cst_2 : tensor<1x1x32x32xi1>, tensor<2x4x32x32xf32>, tensor<f32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: i1, %in_34: f32, %in_35: f32, %out: f32):
      %86 = arith.select %in, %in_34, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x32x32xf32>
    %34 = tensor.empty() : tensor<2x4x32xi64>
    %35 = linalg.fill ins(%c0_i64 : i64) outs(%34 : tensor<2x4x32xi64>) -> tensor<2x4x32xi64>
    %36 = tensor.empty() : tensor<2x4x32xf32>
    %37 = linalg.fill ins(%cst_1 : f32) outs(%36 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
    %38:2 = linalg.generic {indexing_maps = [#map5, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%33 : tensor<2x4x32x32xf32>) outs(%37, %35 : tensor<2x4x32xf32>, tensor<2x4x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_34: i64):
      %86 = linalg.index 3 : index
      %87 = arith.index_cast %86 : index to i64
      %88 = arith.maximumf %in, %out : f32
      %89 = arith.cmpf ogt, %in, %out : f32
      %90 = arith.select %89, %87, %out_34 : i64
      linalg.yield %88, %90 : f32, i64
    } -> (tensor<2x4x32xf32>, tensor<2x4x32xi64>)
    %expanded_23 = tensor.expand_shape %38#0 [[0], [1], [2, 3]] output_shape [2, 4, 32, 1] : tensor<2x4x32xf32> into tensor<2x4x32x1xf32>
    %39 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %expanded_23 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.subf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x32x32xf32>
    %40 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x4x32x32xf32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.exp %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x32x32xf32>
    %41 = tensor.empty() : tensor<2x4x32x1xf32>
    %42 = linalg.fill ins(%cst_0 : f32) outs(%41 : tensor<2x4x32x1xf32>) -> tensor<2x4x32x1xf32>
    %43 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%40 : tensor<2x4x32x32xf32>) outs(%42 : tensor<2x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x32x1xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %43 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%31 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.divf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x32x32xf32>
    %collapsed_24 = tensor.collapse_shape %44 [[0, 1], [2], [3]] : tensor<2x4x32x32xf32> into tensor<8x32x32xf32>
    %collapsed_25 = tensor.collapse_shape %transposed_16 [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
    %45 = tensor.empty() : tensor<8x32x16xf32>
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %47 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<8x32x32xf32>, tensor<8x32x16xf32>) outs(%46 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %expanded_26 = tensor.expand_shape %47 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
    %48 = tensor.empty() : tensor<2x32x4x16xf32>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<2x4x32x16xf32>) outs(%48 : tensor<2x32x4x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_28 = tensor.collapse_shape %transposed_27 [[0, 1], [2, 3]] : tensor<2x32x4x16xf32> into tensor<64x64xf32>
    %49 = tensor.empty() : tensor<64x64xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %51 = linalg.matmul ins(%collapsed_28, %arg5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%50 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%51, %arg6 : tensor<64x64xf32>, tensor<64xf32>) outs(%49 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<64x64xf32>
    %expanded_29 = tensor.expand_shape %52 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %53 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_29 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %54 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f32, %out: f64):
      %86 = arith.extf %in : f32 to f64
      linalg.yield %86 : f64
    } -> tensor<2x32x64xf64>
    %55 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%54 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_6 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %57 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%54, %56 : tensor<2x32x64xf64>, tensor<2x32x1xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %86 = arith.subf %in, %in_34 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x64xf64>
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %57 : tensor<2x32x64xf64>, tensor<2x32x64xf64>) outs(%0 : tensor<2x32x64xf64>) {
    ^bb0(%in: f64, %in_34: f64, %out: f64):
      %86 = arith.mulf %in, %in_34 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x64xf64>
    %59 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%58 : tensor<2x32x64xf64>) outs(%3 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59 : tensor<2x32x1xf64>) outs(%2 : tensor<2x32x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_6 : f64
      linalg.yield %86 : f64
    } -> tensor<2x32x1xf64>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x32x1xf64>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %86 = arith.truncf %in : f64 to f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %62 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%53 : tensor<2x32x64xf32>) outs(%12 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_7 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_5 : f64 to f32
      %87 = arith.addf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x32x1xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x32x1xf32>) outs(%10 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.rsqrt %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x1xf32>
    %66 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %63 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.subf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %67 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %65 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.mulf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %arg7 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.mulf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %69 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %arg8 : tensor<2x32x64xf32>, tensor<64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    %collapsed_30 = tensor.collapse_shape %69 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %70 = tensor.empty() : tensor<64x256xf32>
    %71 = linalg.fill ins(%cst_0 : f32) outs(%70 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %72 = linalg.matmul ins(%collapsed_30, %arg9 : tensor<64x64xf32>, tensor<64x256xf32>) outs(%71 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %73 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%72, %arg10 : tensor<64x256xf32>, tensor<256xf32>) outs(%70 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<64x256xf32>
    %expanded_31 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [2, 32, 256] : tensor<64x256xf32> into tensor<2x32x256xf32>
    %74 = tensor.empty() : tensor<2x32x256xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %86 : f32
    } -> tensor<2x32x256xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_4 : f64 to f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x32x256xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31, %76 : tensor<2x32x256xf32>, tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x256xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_3 : f64 to f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x32x256xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.mulf %in, %cst_9 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x256xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.tanh %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x256xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %cst_10 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x256xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%79, %81 : tensor<2x32x256xf32>, tensor<2x32x256xf32>) outs(%74 : tensor<2x32x256xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.mulf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x256xf32>
    %collapsed_32 = tensor.collapse_shape %82 [[0, 1], [2]] : tensor<2x32x256xf32> into tensor<64x256xf32>
    %83 = linalg.matmul ins(%collapsed_32, %arg11 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%50 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %84 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%83, %arg12 : tensor<64x64xf32>, tensor<64xf32>) outs(%49 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<64x64xf32>
    %expanded_33 = tensor.expand_shape %84 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %expanded_33 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%17 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %86 = arith.addf %in, %in_34 : f32
      linalg.yield %86 : f32
    } -> tensor<2x32x64xf32>
    return %85 : tensor<2x32x64xf32>
  }
}
