// Attention on 8x128x64, 8x160x64, 8x160x64 (f32, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @attention_3d_f32_dynamic_strict(%arg0: tensor<?x?x64xf32>, %arg1: tensor<?x?x64xf32>, %arg2: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64_i64 = arith.constant 64 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %dim = tensor.dim %arg0, %c1 : tensor<?x?x64xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg1, %c1 : tensor<?x?x64xf32>
    %1 = arith.index_cast %dim_2 : index to i64
    %dim_3 = tensor.dim %arg2, %c0 : tensor<?x?x64xf32>
    %2 = arith.index_cast %dim_3 : index to i64
    %dim_4 = tensor.dim %arg1, %c0 : tensor<?x?x64xf32>
    %3 = tensor.empty(%dim_4, %dim_2) : tensor<?x64x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<?x?x64xf32>) outs(%3 : tensor<?x64x?xf32>) permutation = [0, 2, 1] 
    %from_elements = tensor.from_elements %2, %0, %c64_i64 : tensor<3xi64>
    %reshape = tensor.reshape %arg0(%from_elements) : (tensor<?x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    %from_elements_5 = tensor.from_elements %2, %c64_i64, %1 : tensor<3xi64>
    %reshape_6 = tensor.reshape %transposed(%from_elements_5) : (tensor<?x64x?xf32>, tensor<3xi64>) -> tensor<?x64x?xf32>
    %4 = tensor.empty(%dim_3, %dim, %dim_2) : tensor<?x?x?xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %6 = linalg.batch_matmul ins(%reshape, %reshape_6 : tensor<?x?x64xf32>, tensor<?x64x?xf32>) outs(%5 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %from_elements_7 = tensor.from_elements %2, %0, %1 : tensor<3xi64>
    %reshape_8 = tensor.reshape %6(%from_elements_7) : (tensor<?x?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reshape_8 : tensor<?x?x?xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.mulf %in, %cst_1 : f32
      linalg.yield %22 : f32
    } -> tensor<?x?x?xf32>
    %8 = tensor.empty(%dim_3, %dim) : tensor<?x?xi64>
    %9 = linalg.fill ins(%c0_i64 : i64) outs(%8 : tensor<?x?xi64>) -> tensor<?x?xi64>
    %10 = tensor.empty(%dim_3, %dim) : tensor<?x?xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %12:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<?x?x?xf32>) outs(%11, %9 : tensor<?x?xf32>, tensor<?x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_13: i64):
      %22 = linalg.index 2 : index
      %23 = arith.index_cast %22 : index to i64
      %24 = arith.maximumf %in, %out : f32
      %25 = arith.cmpf ogt, %in, %out : f32
      %26 = arith.select %25, %23, %out_13 : i64
      linalg.yield %24, %26 : f32, i64
    } -> (tensor<?x?xf32>, tensor<?x?xi64>)
    %expanded = tensor.expand_shape %12#0 [[0], [1, 2]] output_shape [%dim_3, %dim, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %expanded : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %22 = arith.subf %in, %in_13 : f32
      linalg.yield %22 : f32
    } -> tensor<?x?x?xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<?x?x?xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = math.exp %in : f32
      linalg.yield %22 : f32
    } -> tensor<?x?x?xf32>
    %15 = tensor.empty(%dim_3, %dim) : tensor<?x?x1xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<?x?x?xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %in, %out : f32
      linalg.yield %22 : f32
    } -> tensor<?x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %17 : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %22 = arith.divf %in, %in_13 : f32
      linalg.yield %22 : f32
    } -> tensor<?x?x?xf32>
    %reshape_9 = tensor.reshape %18(%from_elements_7) : (tensor<?x?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
    %from_elements_10 = tensor.from_elements %2, %1, %c64_i64 : tensor<3xi64>
    %reshape_11 = tensor.reshape %arg2(%from_elements_10) : (tensor<?x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    %19 = tensor.empty(%dim_3, %dim) : tensor<?x?x64xf32>
    %20 = linalg.fill ins(%cst : f32) outs(%19 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %21 = linalg.batch_matmul ins(%reshape_9, %reshape_11 : tensor<?x?x?xf32>, tensor<?x?x64xf32>) outs(%20 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %reshape_12 = tensor.reshape %21(%from_elements) : (tensor<?x?x64xf32>, tensor<3xi64>) -> tensor<?x?x64xf32>
    return %reshape_12 : tensor<?x?x64xf32>
  }
}
