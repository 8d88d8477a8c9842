// SwinAttention, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: table
// %arg2: qkv.weight
// %arg3: qkv.bias
// %arg4: proj.weight
// %arg5: proj.bias
// %arg6: index
// %arg7: mask

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @swin_attention(%arg0: tensor<1x8x8x32xf32>, %arg1: tensor<49x2xf32>, %arg2: tensor<96x32xf32>, %arg3: tensor<96xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<16x16xi64>, %arg7: tensor<4x16x16xf32>) -> tensor<1x8x8x32xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c49_i64 = arith.constant 49 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %extracted_slice = tensor.extract_slice %arg0[0, 2, 0, 0] [1, 6, 8, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x6x8x32xf32>
    %cast = tensor.cast %extracted_slice : tensor<1x6x8x32xf32> to tensor<1x?x8x32xf32>
    %extracted_slice_2 = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 2, 8, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x2x8x32xf32>
    %cast_3 = tensor.cast %extracted_slice_2 : tensor<1x2x8x32xf32> to tensor<1x?x8x32xf32>
    %concat = tensor.concat dim(1) %cast, %cast_3 : (tensor<1x?x8x32xf32>, tensor<1x?x8x32xf32>) -> tensor<1x8x8x32xf32>
    %extracted_slice_4 = tensor.extract_slice %concat[0, 0, 2, 0] [1, 8, 6, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x8x6x32xf32>
    %cast_5 = tensor.cast %extracted_slice_4 : tensor<1x8x6x32xf32> to tensor<1x8x?x32xf32>
    %extracted_slice_6 = tensor.extract_slice %concat[0, 0, 0, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x8x2x32xf32>
    %cast_7 = tensor.cast %extracted_slice_6 : tensor<1x8x2x32xf32> to tensor<1x8x?x32xf32>
    %concat_8 = tensor.concat dim(2) %cast_5, %cast_7 : (tensor<1x8x?x32xf32>, tensor<1x8x?x32xf32>) -> tensor<1x8x8x32xf32>
    %expanded = tensor.expand_shape %concat_8 [[0], [1, 2], [3, 4], [5]] output_shape [1, 2, 4, 2, 4, 32] : tensor<1x8x8x32xf32> into tensor<1x2x4x2x4x32xf32>
    %0 = tensor.empty() : tensor<1x2x2x4x4x32xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x2x4x2x4x32xf32>) outs(%0 : tensor<1x2x2x4x4x32xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1, 2, 3, 4], [5]] : tensor<1x2x2x4x4x32xf32> into tensor<64x32xf32>
    %1 = tensor.empty() : tensor<32x96xf32>
    %transposed_9 = linalg.transpose ins(%arg2 : tensor<96x32xf32>) outs(%1 : tensor<32x96xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<64x96xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %4 = linalg.matmul ins(%collapsed, %transposed_9 : tensor<64x32xf32>, tensor<32x96xf32>) outs(%3 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %arg3 : tensor<64x96xf32>, tensor<96xf32>) outs(%2 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %37 = arith.addf %in, %in_48 : f32
      linalg.yield %37 : f32
    } -> tensor<64x96xf32>
    %expanded_10 = tensor.expand_shape %5 [[0, 1], [2, 3, 4]] output_shape [4, 16, 3, 2, 16] : tensor<64x96xf32> into tensor<4x16x3x2x16xf32>
    %6 = tensor.empty() : tensor<3x4x2x16x16xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<4x16x3x2x16xf32>) outs(%6 : tensor<3x4x2x16x16xf32>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_12 = tensor.extract_slice %transposed_11[0, 0, 0, 0, 0] [1, 4, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x4x2x16x16xf32> to tensor<1x4x2x16x16xf32>
    %extracted_slice_13 = tensor.extract_slice %transposed_11[1, 0, 0, 0, 0] [1, 4, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x4x2x16x16xf32> to tensor<1x4x2x16x16xf32>
    %extracted_slice_14 = tensor.extract_slice %transposed_11[2, 0, 0, 0, 0] [1, 4, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x4x2x16x16xf32> to tensor<1x4x2x16x16xf32>
    %collapsed_15 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2], [3], [4]] : tensor<1x4x2x16x16xf32> into tensor<4x2x16x16xf32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2], [3], [4]] : tensor<1x4x2x16x16xf32> into tensor<4x2x16x16xf32>
    %7 = tensor.empty() : tensor<4x2x16x16xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_15 : tensor<4x2x16x16xf32>) outs(%7 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.mulf %in, %cst_1 : f32
      linalg.yield %37 : f32
    } -> tensor<4x2x16x16xf32>
    %transposed_17 = linalg.transpose ins(%collapsed_16 : tensor<4x2x16x16xf32>) outs(%7 : tensor<4x2x16x16xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_18 = tensor.collapse_shape %8 [[0, 1], [2], [3]] : tensor<4x2x16x16xf32> into tensor<8x16x16xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<4x2x16x16xf32> into tensor<8x16x16xf32>
    %9 = tensor.empty() : tensor<8x16x16xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %11 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<8x16x16xf32>, tensor<8x16x16xf32>) outs(%10 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %expanded_20 = tensor.expand_shape %11 [[0, 1], [2], [3]] output_shape [4, 2, 16, 16] : tensor<8x16x16xf32> into tensor<4x2x16x16xf32>
    %collapsed_21 = tensor.collapse_shape %arg6 [[0, 1]] : tensor<16x16xi64> into tensor<256xi64>
    %12 = tensor.empty() : tensor<256x2xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_21 : tensor<256xi64>) outs(%12 : tensor<256x2xf32>) {
    ^bb0(%in: i64, %out: f32):
      %37 = arith.cmpi slt, %in, %c0_i64 : i64
      %38 = arith.addi %in, %c49_i64 : i64
      %39 = arith.select %37, %38, %in : i64
      %40 = arith.index_cast %39 : i64 to index
      %41 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%40, %41] : tensor<49x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<256x2xf32>
    %expanded_22 = tensor.expand_shape %13 [[0, 1], [2]] output_shape [16, 16, 2] : tensor<256x2xf32> into tensor<16x16x2xf32>
    %14 = tensor.empty() : tensor<2x16x16xf32>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<16x16x2xf32>) outs(%14 : tensor<2x16x16xf32>) permutation = [2, 0, 1] 
    %expanded_24 = tensor.expand_shape %transposed_23 [[0, 1], [2], [3]] output_shape [1, 2, 16, 16] : tensor<2x16x16xf32> into tensor<1x2x16x16xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20, %expanded_24 : tensor<4x2x16x16xf32>, tensor<1x2x16x16xf32>) outs(%7 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %37 = arith.addf %in, %in_48 : f32
      linalg.yield %37 : f32
    } -> tensor<4x2x16x16xf32>
    %expanded_25 = tensor.expand_shape %15 [[0, 1], [2], [3], [4]] output_shape [1, 4, 2, 16, 16] : tensor<4x2x16x16xf32> into tensor<1x4x2x16x16xf32>
    %expanded_26 = tensor.expand_shape %arg7 [[0, 1], [2, 3], [4]] output_shape [1, 4, 1, 16, 16] : tensor<4x16x16xf32> into tensor<1x4x1x16x16xf32>
    %16 = tensor.empty() : tensor<1x4x2x16x16xf32>
    %17 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25, %expanded_26 : tensor<1x4x2x16x16xf32>, tensor<1x4x1x16x16xf32>) outs(%16 : tensor<1x4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %37 = arith.addf %in, %in_48 : f32
      linalg.yield %37 : f32
    } -> tensor<1x4x2x16x16xf32>
    %collapsed_27 = tensor.collapse_shape %17 [[0, 1], [2], [3], [4]] : tensor<1x4x2x16x16xf32> into tensor<4x2x16x16xf32>
    %18 = tensor.empty() : tensor<4x2x16xi64>
    %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : tensor<4x2x16xi64>) -> tensor<4x2x16xi64>
    %20 = tensor.empty() : tensor<4x2x16xf32>
    %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<4x2x16xf32>) -> tensor<4x2x16xf32>
    %22:2 = linalg.generic {indexing_maps = [#map2, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%collapsed_27 : tensor<4x2x16x16xf32>) outs(%21, %19 : tensor<4x2x16xf32>, tensor<4x2x16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_48: i64):
      %37 = linalg.index 3 : index
      %38 = arith.index_cast %37 : index to i64
      %39 = arith.maximumf %in, %out : f32
      %40 = arith.cmpf ogt, %in, %out : f32
      %41 = arith.select %40, %38, %out_48 : i64
      linalg.yield %39, %41 : f32, i64
    } -> (tensor<4x2x16xf32>, tensor<4x2x16xi64>)
    %expanded_28 = tensor.expand_shape %22#0 [[0], [1], [2, 3]] output_shape [4, 2, 16, 1] : tensor<4x2x16xf32> into tensor<4x2x16x1xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map8, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_27, %expanded_28 : tensor<4x2x16x16xf32>, tensor<4x2x16x1xf32>) outs(%7 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %37 = arith.subf %in, %in_48 : f32
      linalg.yield %37 : f32
    } -> tensor<4x2x16x16xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<4x2x16x16xf32>) outs(%7 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.exp %in : f32
      linalg.yield %37 : f32
    } -> tensor<4x2x16x16xf32>
    %25 = tensor.empty() : tensor<4x2x16x1xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<4x2x16x1xf32>) -> tensor<4x2x16x1xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%24 : tensor<4x2x16x16xf32>) outs(%26 : tensor<4x2x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %out : f32
      linalg.yield %37 : f32
    } -> tensor<4x2x16x1xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map8, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %27 : tensor<4x2x16x16xf32>, tensor<4x2x16x1xf32>) outs(%7 : tensor<4x2x16x16xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %37 = arith.divf %in, %in_48 : f32
      linalg.yield %37 : f32
    } -> tensor<4x2x16x16xf32>
    %collapsed_29 = tensor.collapse_shape %28 [[0, 1], [2], [3]] : tensor<4x2x16x16xf32> into tensor<8x16x16xf32>
    %collapsed_30 = tensor.collapse_shape %extracted_slice_14 [[0, 1, 2], [3], [4]] : tensor<1x4x2x16x16xf32> into tensor<8x16x16xf32>
    %29 = linalg.batch_matmul ins(%collapsed_29, %collapsed_30 : tensor<8x16x16xf32>, tensor<8x16x16xf32>) outs(%10 : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
    %expanded_31 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [4, 2, 16, 16] : tensor<8x16x16xf32> into tensor<4x2x16x16xf32>
    %30 = tensor.empty() : tensor<4x16x2x16xf32>
    %transposed_32 = linalg.transpose ins(%expanded_31 : tensor<4x2x16x16xf32>) outs(%30 : tensor<4x16x2x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_33 = tensor.collapse_shape %transposed_32 [[0, 1], [2, 3]] : tensor<4x16x2x16xf32> into tensor<64x32xf32>
    %31 = tensor.empty() : tensor<32x32xf32>
    %transposed_34 = linalg.transpose ins(%arg4 : tensor<32x32xf32>) outs(%31 : tensor<32x32xf32>) permutation = [1, 0] 
    %32 = tensor.empty() : tensor<64x32xf32>
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %34 = linalg.matmul ins(%collapsed_33, %transposed_34 : tensor<64x32xf32>, tensor<32x32xf32>) outs(%33 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %arg5 : tensor<64x32xf32>, tensor<32xf32>) outs(%32 : tensor<64x32xf32>) {
    ^bb0(%in: f32, %in_48: f32, %out: f32):
      %37 = arith.addf %in, %in_48 : f32
      linalg.yield %37 : f32
    } -> tensor<64x32xf32>
    %expanded_35 = tensor.expand_shape %35 [[0, 1, 2, 3, 4], [5]] output_shape [1, 2, 2, 4, 4, 32] : tensor<64x32xf32> into tensor<1x2x2x4x4x32xf32>
    %36 = tensor.empty() : tensor<1x2x4x2x4x32xf32>
    %transposed_36 = linalg.transpose ins(%expanded_35 : tensor<1x2x2x4x4x32xf32>) outs(%36 : tensor<1x2x4x2x4x32xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %collapsed_37 = tensor.collapse_shape %transposed_36 [[0], [1, 2], [3, 4], [5]] : tensor<1x2x4x2x4x32xf32> into tensor<1x8x8x32xf32>
    %extracted_slice_38 = tensor.extract_slice %collapsed_37[0, 6, 0, 0] [1, 2, 8, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x2x8x32xf32>
    %cast_39 = tensor.cast %extracted_slice_38 : tensor<1x2x8x32xf32> to tensor<1x?x8x32xf32>
    %extracted_slice_40 = tensor.extract_slice %collapsed_37[0, 0, 0, 0] [1, 6, 8, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x6x8x32xf32>
    %cast_41 = tensor.cast %extracted_slice_40 : tensor<1x6x8x32xf32> to tensor<1x?x8x32xf32>
    %concat_42 = tensor.concat dim(1) %cast_39, %cast_41 : (tensor<1x?x8x32xf32>, tensor<1x?x8x32xf32>) -> tensor<1x8x8x32xf32>
    %extracted_slice_43 = tensor.extract_slice %concat_42[0, 0, 6, 0] [1, 8, 2, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x8x2x32xf32>
    %cast_44 = tensor.cast %extracted_slice_43 : tensor<1x8x2x32xf32> to tensor<1x8x?x32xf32>
    %extracted_slice_45 = tensor.extract_slice %concat_42[0, 0, 0, 0] [1, 8, 6, 32] [1, 1, 1, 1] : tensor<1x8x8x32xf32> to tensor<1x8x6x32xf32>
    %cast_46 = tensor.cast %extracted_slice_45 : tensor<1x8x6x32xf32> to tensor<1x8x?x32xf32>
    %concat_47 = tensor.concat dim(2) %cast_44, %cast_46 : (tensor<1x8x?x32xf32>, tensor<1x8x?x32xf32>) -> tensor<1x8x8x32xf32>
    return %concat_47 : tensor<1x8x8x32xf32>
  }
}
