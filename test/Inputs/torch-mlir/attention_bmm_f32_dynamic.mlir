// BatchedAttention on 8x128x64, 8x160x64, 8x160x64 (f32, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @attention_bmm_f32_dynamic(%arg0: tensor<?x?x64xf32>, %arg1: tensor<?x?x64xf32>, %arg2: tensor<?x?x64xf32>) -> tensor<?x?x64xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %dim = tensor.dim %arg1, %c0 : tensor<?x?x64xf32>
    %dim_2 = tensor.dim %arg1, %c1 : tensor<?x?x64xf32>
    %0 = tensor.empty(%dim, %dim_2) : tensor<?x64x?xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<?x?x64xf32>) outs(%0 : tensor<?x64x?xf32>) permutation = [0, 2, 1] 
    %dim_3 = tensor.dim %arg0, %c0 : tensor<?x?x64xf32>
    %dim_4 = tensor.dim %arg0, %c1 : tensor<?x?x64xf32>
    %1 = arith.index_cast %dim_3 : index to i64
    %2 = arith.index_cast %dim : index to i64
    %3 = arith.cmpi eq, %1, %2 : i64
    cf.assert %3, "mismatching contracting dimension"
    %4 = tensor.empty(%dim_3, %dim_4, %dim_2) : tensor<?x?x?xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %6 = linalg.batch_matmul ins(%arg0, %transposed : tensor<?x?x64xf32>, tensor<?x64x?xf32>) outs(%5 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<?x?x?xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.mulf %in, %cst_1 : f32
      linalg.yield %27 : f32
    } -> tensor<?x?x?xf32>
    %8 = tensor.empty(%dim_3, %dim_4) : tensor<?x?xi64>
    %9 = linalg.fill ins(%c0_i64 : i64) outs(%8 : tensor<?x?xi64>) -> tensor<?x?xi64>
    %10 = tensor.empty(%dim_3, %dim_4) : tensor<?x?xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %12:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<?x?x?xf32>) outs(%11, %9 : tensor<?x?xf32>, tensor<?x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %27 = linalg.index 2 : index
      %28 = arith.index_cast %27 : index to i64
      %29 = arith.maximumf %in, %out : f32
      %30 = arith.cmpf ogt, %in, %out : f32
      %31 = arith.select %30, %28, %out_7 : i64
      linalg.yield %29, %31 : f32, i64
    } -> (tensor<?x?xf32>, tensor<?x?xi64>)
    %expanded = tensor.expand_shape %12#0 [[0], [1, 2]] output_shape [%dim_3, %dim_4, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %expanded : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %27 = arith.subf %in, %in_7 : f32
      linalg.yield %27 : f32
    } -> tensor<?x?x?xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<?x?x?xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.exp %in : f32
      linalg.yield %27 : f32
    } -> tensor<?x?x?xf32>
    %15 = tensor.empty(%dim_3, %dim_4) : tensor<?x?x1xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<?x?x1xf32>) -> tensor<?x?x1xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<?x?x?xf32>) outs(%16 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<?x?x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %17 : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%4 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %27 = arith.divf %in, %in_7 : f32
      linalg.yield %27 : f32
    } -> tensor<?x?x?xf32>
    %dim_5 = tensor.dim %arg2, %c0 : tensor<?x?x64xf32>
    %dim_6 = tensor.dim %arg2, %c1 : tensor<?x?x64xf32>
    %19 = arith.index_cast %dim_5 : index to i64
    %20 = arith.cmpi eq, %1, %19 : i64
    cf.assert %20, "mismatching contracting dimension"
    %21 = arith.index_cast %dim_2 : index to i64
    %22 = arith.index_cast %dim_6 : index to i64
    %23 = arith.cmpi eq, %21, %22 : i64
    cf.assert %23, "mismatching contracting dimension"
    %24 = tensor.empty(%dim_3, %dim_4) : tensor<?x?x64xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %26 = linalg.batch_matmul ins(%18, %arg2 : tensor<?x?x?xf32>, tensor<?x?x64xf32>) outs(%25 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    return %26 : tensor<?x?x64xf32>
  }
}
