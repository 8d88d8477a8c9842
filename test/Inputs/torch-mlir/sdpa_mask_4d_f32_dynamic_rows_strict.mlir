// MaskedSDPA on 2x4x128x64, 2x4x160x64, 2x4x160x64, 2x1x128x160 (f32, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @sdpa_mask_4d_f32_dynamic_rows_strict(%arg0: tensor<2x4x?x64xf32>, %arg1: tensor<2x4x?x64xf32>, %arg2: tensor<2x4x?x64xf32>, %arg3: tensor<2x1x?x?xf32>) -> tensor<2x4x?x64xf32> {
    %true = arith.constant true
    %c2_i64 = arith.constant 2 : i64
    %c4_i64 = arith.constant 4 : i64
    %c0_i64 = arith.constant 0 : i64
    %c2 = arith.constant 2 : index
    %c8_i64 = arith.constant 8 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %dim = tensor.dim %arg0, %c2 : tensor<2x4x?x64xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg2, %c2 : tensor<2x4x?x64xf32>
    %1 = arith.index_cast %dim_2 : index to i64
    %dim_3 = tensor.dim %arg1, %c2 : tensor<2x4x?x64xf32>
    %2 = tensor.empty(%dim_3) : tensor<2x4x64x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<2x4x?x64xf32>) outs(%2 : tensor<2x4x64x?xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x4x?x64xf32> into tensor<8x?x64xf32>
    %collapsed_4 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x4x64x?xf32> into tensor<8x64x?xf32>
    %3 = tensor.empty(%dim, %dim_3) : tensor<8x?x?xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
    %5 = linalg.batch_matmul ins(%collapsed, %collapsed_4 : tensor<8x?x64xf32>, tensor<8x64x?xf32>) outs(%4 : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
    %from_elements = tensor.from_elements %c2_i64, %c4_i64, %0, %1 : tensor<4xi64>
    %reshape = tensor.reshape %5(%from_elements) : (tensor<8x?x?xf32>, tensor<4xi64>) -> tensor<2x4x?x?xf32>
    %6 = tensor.empty(%dim, %dim_2) : tensor<2x4x?x?xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape : tensor<2x4x?x?xf32>) outs(%6 : tensor<2x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.mulf %in, %cst_1 : f32
      linalg.yield %23 : f32
    } -> tensor<2x4x?x?xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %arg3 : tensor<2x4x?x?xf32>, tensor<2x1x?x?xf32>) outs(%6 : tensor<2x4x?x?xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %23 = arith.addf %in, %in_9 : f32
      linalg.yield %23 : f32
    } -> tensor<2x4x?x?xf32>
    %9 = tensor.empty(%dim) : tensor<2x4x?xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<2x4x?xi64>) -> tensor<2x4x?xi64>
    %11 = tensor.empty(%dim) : tensor<2x4x?xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<2x4x?xf32>) -> tensor<2x4x?xf32>
    %13:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%8 : tensor<2x4x?x?xf32>) outs(%12, %10 : tensor<2x4x?xf32>, tensor<2x4x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_9: i64):
      %23 = linalg.index 3 : index
      %24 = arith.index_cast %23 : index to i64
      %25 = arith.maximumf %in, %out : f32
      %26 = arith.cmpf ogt, %in, %out : f32
      %27 = arith.select %26, %24, %out_9 : i64
      linalg.yield %25, %27 : f32, i64
    } -> (tensor<2x4x?xf32>, tensor<2x4x?xi64>)
    %expanded = tensor.expand_shape %13#0 [[0], [1], [2, 3]] output_shape [2, 4, %dim, 1] : tensor<2x4x?xf32> into tensor<2x4x?x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded : tensor<2x4x?x?xf32>, tensor<2x4x?x1xf32>) outs(%6 : tensor<2x4x?x?xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %23 = arith.subf %in, %in_9 : f32
      linalg.yield %23 : f32
    } -> tensor<2x4x?x?xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<2x4x?x?xf32>) outs(%6 : tensor<2x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.exp %in : f32
      linalg.yield %23 : f32
    } -> tensor<2x4x?x?xf32>
    %16 = tensor.empty(%dim) : tensor<2x4x?x1xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<2x4x?x1xf32>) -> tensor<2x4x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<2x4x?x?xf32>) outs(%17 : tensor<2x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.addf %in, %out : f32
      linalg.yield %23 : f32
    } -> tensor<2x4x?x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<2x4x?x?xf32>, tensor<2x4x?x1xf32>) outs(%6 : tensor<2x4x?x?xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %23 = arith.divf %in, %in_9 : f32
      linalg.yield %23 : f32
    } -> tensor<2x4x?x?xf32>
    %from_elements_5 = tensor.from_elements %c8_i64, %0, %1 : tensor<3xi64>
    %reshape_6 = tensor.reshape %19(%from_elements_5) : (tensor<2x4x?x?xf32>, tensor<3xi64>) -> tensor<8x?x?xf32>
    %collapsed_7 = tensor.collapse_shape %arg2 [[0, 1], [2], [3]] : tensor<2x4x?x64xf32> into tensor<8x?x64xf32>
    cf.assert %true, "mismatching contracting dimension"
    %20 = tensor.empty(%dim) : tensor<8x?x64xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
    %22 = linalg.batch_matmul ins(%reshape_6, %collapsed_7 : tensor<8x?x?xf32>, tensor<8x?x64xf32>) outs(%21 : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
    %expanded_8 = tensor.expand_shape %22 [[0, 1], [2], [3]] output_shape [2, 4, %dim, 64] : tensor<8x?x64xf32> into tensor<2x4x?x64xf32>
    return %expanded_8 : tensor<2x4x?x64xf32>
  }
}
