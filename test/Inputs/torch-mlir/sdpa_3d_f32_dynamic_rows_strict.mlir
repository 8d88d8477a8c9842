// SDPA on 8x128x64, 8x160x64, 8x160x64 (f32, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @sdpa_3d_f32_dynamic_rows_strict(%arg0: tensor<8x?x64xf32>, %arg1: tensor<8x?x64xf32>, %arg2: tensor<8x?x64xf32>) -> tensor<8x?x64xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c1 = arith.constant 1 : index
    %c8_i64 = arith.constant 8 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %dim = tensor.dim %arg0, %c1 : tensor<8x?x64xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg1, %c1 : tensor<8x?x64xf32>
    %1 = arith.index_cast %dim_2 : index to i64
    %2 = tensor.empty(%dim_2) : tensor<8x64x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<8x?x64xf32>) outs(%2 : tensor<8x64x?xf32>) permutation = [0, 2, 1] 
    %3 = tensor.empty(%dim, %dim_2) : tensor<8x?x?xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
    %5 = linalg.batch_matmul ins(%arg0, %transposed : tensor<8x?x64xf32>, tensor<8x64x?xf32>) outs(%4 : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
    %from_elements = tensor.from_elements %c8_i64, %0, %1 : tensor<3xi64>
    %reshape = tensor.reshape %5(%from_elements) : (tensor<8x?x?xf32>, tensor<3xi64>) -> tensor<8x?x?xf32>
    %6 = tensor.empty(%dim, %dim_2) : tensor<8x?x?xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reshape : tensor<8x?x?xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.mulf %in, %cst_1 : f32
      linalg.yield %24 : f32
    } -> tensor<8x?x?xf32>
    %8 = tensor.empty(%dim) : tensor<8x?xi64>
    %9 = linalg.fill ins(%c0_i64 : i64) outs(%8 : tensor<8x?xi64>) -> tensor<8x?xi64>
    %10 = tensor.empty(%dim) : tensor<8x?xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<8x?xf32>) -> tensor<8x?xf32>
    %12:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<8x?x?xf32>) outs(%11, %9 : tensor<8x?xf32>, tensor<8x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_5: i64):
      %24 = linalg.index 2 : index
      %25 = arith.index_cast %24 : index to i64
      %26 = arith.maximumf %in, %out : f32
      %27 = arith.cmpf ogt, %in, %out : f32
      %28 = arith.select %27, %25, %out_5 : i64
      linalg.yield %26, %28 : f32, i64
    } -> (tensor<8x?xf32>, tensor<8x?xi64>)
    %expanded = tensor.expand_shape %12#0 [[0], [1, 2]] output_shape [8, %dim, 1] : tensor<8x?xf32> into tensor<8x?x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %expanded : tensor<8x?x?xf32>, tensor<8x?x1xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %24 = arith.subf %in, %in_5 : f32
      linalg.yield %24 : f32
    } -> tensor<8x?x?xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<8x?x?xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.exp %in : f32
      linalg.yield %24 : f32
    } -> tensor<8x?x?xf32>
    %15 = tensor.empty(%dim) : tensor<8x?x1xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<8x?x1xf32>) -> tensor<8x?x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<8x?x?xf32>) outs(%16 : tensor<8x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %in, %out : f32
      linalg.yield %24 : f32
    } -> tensor<8x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %17 : tensor<8x?x?xf32>, tensor<8x?x1xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %24 = arith.divf %in, %in_5 : f32
      linalg.yield %24 : f32
    } -> tensor<8x?x?xf32>
    %reshape_3 = tensor.reshape %18(%from_elements) : (tensor<8x?x?xf32>, tensor<3xi64>) -> tensor<8x?x?xf32>
    %dim_4 = tensor.dim %arg2, %c1 : tensor<8x?x64xf32>
    %19 = arith.index_cast %dim_4 : index to i64
    %20 = arith.cmpi eq, %1, %19 : i64
    cf.assert %20, "mismatching contracting dimension"
    %21 = tensor.empty(%dim) : tensor<8x?x64xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
    %23 = linalg.batch_matmul ins(%reshape_3, %arg2 : tensor<8x?x?xf32>, tensor<8x?x64xf32>) outs(%22 : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
    return %23 : tensor<8x?x64xf32>
  }
}
