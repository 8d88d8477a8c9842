// MultiHeadAttention on 1x512x512, 1x512x512, 1x512x512 (f32),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @attention(%arg0: tensor<1x512x512xf32>, %arg1: tensor<1x512x512xf32>, %arg2: tensor<1x512x512xf32>) -> tensor<1x512x512xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %expanded = tensor.expand_shape %arg0 [[0], [1], [2, 3]] output_shape [1, 512, 8, 64] : tensor<1x512x512xf32> into tensor<1x512x8x64xf32>
    %0 = tensor.empty() : tensor<1x8x512x64xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x512x8x64xf32>) outs(%0 : tensor<1x8x512x64xf32>) permutation = [0, 2, 1, 3] 
    %expanded_2 = tensor.expand_shape %arg1 [[0], [1], [2, 3]] output_shape [1, 512, 8, 64] : tensor<1x512x512xf32> into tensor<1x512x8x64xf32>
    %expanded_3 = tensor.expand_shape %arg2 [[0], [1], [2, 3]] output_shape [1, 512, 8, 64] : tensor<1x512x512xf32> into tensor<1x512x8x64xf32>
    %transposed_4 = linalg.transpose ins(%expanded_3 : tensor<1x512x8x64xf32>) outs(%0 : tensor<1x8x512x64xf32>) permutation = [0, 2, 1, 3] 
    %1 = tensor.empty() : tensor<1x8x64x512xf32>
    %transposed_5 = linalg.transpose ins(%expanded_2 : tensor<1x512x8x64xf32>) outs(%1 : tensor<1x8x64x512xf32>) permutation = [0, 2, 3, 1] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<1x8x512x64xf32> into tensor<8x512x64xf32>
    %collapsed_6 = tensor.collapse_shape %transposed_5 [[0, 1], [2], [3]] : tensor<1x8x64x512xf32> into tensor<8x64x512xf32>
    %2 = tensor.empty() : tensor<8x512x512xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<8x512x512xf32>) -> tensor<8x512x512xf32>
    %4 = linalg.batch_matmul ins(%collapsed, %collapsed_6 : tensor<8x512x64xf32>, tensor<8x64x512xf32>) outs(%3 : tensor<8x512x512xf32>) -> tensor<8x512x512xf32>
    %expanded_7 = tensor.expand_shape %4 [[0, 1], [2], [3]] output_shape [1, 8, 512, 512] : tensor<8x512x512xf32> into tensor<1x8x512x512xf32>
    %5 = tensor.empty() : tensor<1x8x512x512xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<1x8x512x512xf32>) outs(%5 : tensor<1x8x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.mulf %in, %cst_1 : f32
      linalg.yield %22 : f32
    } -> tensor<1x8x512x512xf32>
    %7 = tensor.empty() : tensor<1x8x512xi64>
    %8 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<1x8x512xi64>) -> tensor<1x8x512xi64>
    %9 = tensor.empty() : tensor<1x8x512xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<1x8x512xf32>) -> tensor<1x8x512xf32>
    %11:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%6 : tensor<1x8x512x512xf32>) outs(%10, %8 : tensor<1x8x512xf32>, tensor<1x8x512xi64>) {
    ^bb0(%in: f32, %out: f32, %out_14: i64):
      %22 = linalg.index 3 : index
      %23 = arith.index_cast %22 : index to i64
      %24 = arith.maximumf %in, %out : f32
      %25 = arith.cmpf ogt, %in, %out : f32
      %26 = arith.select %25, %23, %out_14 : i64
      linalg.yield %24, %26 : f32, i64
    } -> (tensor<1x8x512xf32>, tensor<1x8x512xi64>)
    %expanded_8 = tensor.expand_shape %11#0 [[0], [1], [2, 3]] output_shape [1, 8, 512, 1] : tensor<1x8x512xf32> into tensor<1x8x512x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_8 : tensor<1x8x512x512xf32>, tensor<1x8x512x1xf32>) outs(%5 : tensor<1x8x512x512xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %22 = arith.subf %in, %in_14 : f32
      linalg.yield %22 : f32
    } -> tensor<1x8x512x512xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x8x512x512xf32>) outs(%5 : tensor<1x8x512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = math.exp %in : f32
      linalg.yield %22 : f32
    } -> tensor<1x8x512x512xf32>
    %14 = tensor.empty() : tensor<1x8x512x1xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<1x8x512x1xf32>) -> tensor<1x8x512x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13 : tensor<1x8x512x512xf32>) outs(%15 : tensor<1x8x512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %in, %out : f32
      linalg.yield %22 : f32
    } -> tensor<1x8x512x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %16 : tensor<1x8x512x512xf32>, tensor<1x8x512x1xf32>) outs(%5 : tensor<1x8x512x512xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %22 = arith.divf %in, %in_14 : f32
      linalg.yield %22 : f32
    } -> tensor<1x8x512x512xf32>
    %collapsed_9 = tensor.collapse_shape %17 [[0, 1], [2], [3]] : tensor<1x8x512x512xf32> into tensor<8x512x512xf32>
    %collapsed_10 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : tensor<1x8x512x64xf32> into tensor<8x512x64xf32>
    %18 = tensor.empty() : tensor<8x512x64xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%18 : tensor<8x512x64xf32>) -> tensor<8x512x64xf32>
    %20 = linalg.batch_matmul ins(%collapsed_9, %collapsed_10 : tensor<8x512x512xf32>, tensor<8x512x64xf32>) outs(%19 : tensor<8x512x64xf32>) -> tensor<8x512x64xf32>
    %expanded_11 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [1, 8, 512, 64] : tensor<8x512x64xf32> into tensor<1x8x512x64xf32>
    %21 = tensor.empty() : tensor<1x512x8x64xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<1x8x512x64xf32>) outs(%21 : tensor<1x512x8x64xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_13 = tensor.collapse_shape %transposed_12 [[0], [1], [2, 3]] : tensor<1x512x8x64xf32> into tensor<1x512x512xf32>
    return %collapsed_13 : tensor<1x512x512xf32>
  }
}
