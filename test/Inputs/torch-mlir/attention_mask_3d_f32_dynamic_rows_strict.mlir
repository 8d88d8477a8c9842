// MaskedAttention on 8x128x64, 8x160x64, 8x160x64, 128x160 (f32, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @attention_mask_3d_f32_dynamic_rows_strict(%arg0: tensor<8x?x64xf32>, %arg1: tensor<8x?x64xf32>, %arg2: tensor<8x?x64xf32>, %arg3: tensor<?x?xf32>) -> tensor<8x?x64xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c1 = arith.constant 1 : index
    %c8_i64 = arith.constant 8 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %c0 = arith.constant 0 : index
    %cst_1 = arith.constant 8.000000e+00 : f32
    %dim = tensor.dim %arg1, %c1 : tensor<8x?x64xf32>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg3, %c0 : tensor<?x?xf32>
    %1 = arith.index_cast %dim_2 : index to i64
    %2 = tensor.empty(%dim) : tensor<8x64x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<8x?x64xf32>) outs(%2 : tensor<8x64x?xf32>) permutation = [0, 2, 1] 
    %dim_3 = tensor.dim %arg0, %c1 : tensor<8x?x64xf32>
    %3 = tensor.empty(%dim_3, %dim) : tensor<8x?x?xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
    %5 = linalg.batch_matmul ins(%arg0, %transposed : tensor<8x?x64xf32>, tensor<8x64x?xf32>) outs(%4 : tensor<8x?x?xf32>) -> tensor<8x?x?xf32>
    %from_elements = tensor.from_elements %c8_i64, %1, %0 : tensor<3xi64>
    %reshape = tensor.reshape %5(%from_elements) : (tensor<8x?x?xf32>, tensor<3xi64>) -> tensor<8x?x?xf32>
    %6 = tensor.empty(%dim_2, %dim) : tensor<8x?x?xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%reshape : tensor<8x?x?xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.divf %in, %cst_1 : f32
      linalg.yield %25 : f32
    } -> tensor<8x?x?xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %arg3 : tensor<8x?x?xf32>, tensor<?x?xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %25 = arith.addf %in, %in_6 : f32
      linalg.yield %25 : f32
    } -> tensor<8x?x?xf32>
    %9 = tensor.empty(%dim_2) : tensor<8x?xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<8x?xi64>) -> tensor<8x?xi64>
    %11 = tensor.empty(%dim_2) : tensor<8x?xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<8x?xf32>) -> tensor<8x?xf32>
    %13:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<8x?x?xf32>) outs(%12, %10 : tensor<8x?xf32>, tensor<8x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_6: i64):
      %25 = linalg.index 2 : index
      %26 = arith.index_cast %25 : index to i64
      %27 = arith.maximumf %in, %out : f32
      %28 = arith.cmpf ogt, %in, %out : f32
      %29 = arith.select %28, %26, %out_6 : i64
      linalg.yield %27, %29 : f32, i64
    } -> (tensor<8x?xf32>, tensor<8x?xi64>)
    %expanded = tensor.expand_shape %13#0 [[0], [1, 2]] output_shape [8, %dim_2, 1] : tensor<8x?xf32> into tensor<8x?x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %expanded : tensor<8x?x?xf32>, tensor<8x?x1xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %25 = arith.subf %in, %in_6 : f32
      linalg.yield %25 : f32
    } -> tensor<8x?x?xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<8x?x?xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = math.exp %in : f32
      linalg.yield %25 : f32
    } -> tensor<8x?x?xf32>
    %16 = tensor.empty(%dim_2) : tensor<8x?x1xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<8x?x1xf32>) -> tensor<8x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<8x?x?xf32>) outs(%17 : tensor<8x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.addf %in, %out : f32
      linalg.yield %25 : f32
    } -> tensor<8x?x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<8x?x?xf32>, tensor<8x?x1xf32>) outs(%6 : tensor<8x?x?xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %25 = arith.divf %in, %in_6 : f32
      linalg.yield %25 : f32
    } -> tensor<8x?x?xf32>
    %reshape_4 = tensor.reshape %19(%from_elements) : (tensor<8x?x?xf32>, tensor<3xi64>) -> tensor<8x?x?xf32>
    %dim_5 = tensor.dim %arg2, %c1 : tensor<8x?x64xf32>
    %20 = arith.index_cast %dim_5 : index to i64
    %21 = arith.cmpi eq, %0, %20 : i64
    cf.assert %21, "mismatching contracting dimension"
    %22 = tensor.empty(%dim_2) : tensor<8x?x64xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
    %24 = linalg.batch_matmul ins(%reshape_4, %arg2 : tensor<8x?x?xf32>, tensor<8x?x64xf32>) outs(%23 : tensor<8x?x64xf32>) -> tensor<8x?x64xf32>
    return %24 : tensor<8x?x64xf32>
  }
}
