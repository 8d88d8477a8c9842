// MaskedSDPA on 2x4x128x64, 2x4x160x64, 2x4x160x64, 2x1x128x160 (bf16, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @sdpa_mask_4d_bf16_dynamic_strict(%arg0: tensor<?x4x?x64xbf16>, %arg1: tensor<?x4x?x64xbf16>, %arg2: tensor<?x4x?x64xbf16>, %arg3: tensor<?x1x?x?xbf16>) -> tensor<?x4x?x64xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c4_i64 = arith.constant 4 : i64
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c64_i64 = arith.constant 64 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.250000e-01 : bf16
    %dim = tensor.dim %arg0, %c2 : tensor<?x4x?x64xbf16>
    %0 = arith.index_cast %dim : index to i64
    %dim_2 = tensor.dim %arg2, %c2 : tensor<?x4x?x64xbf16>
    %1 = arith.index_cast %dim_2 : index to i64
    %dim_3 = tensor.dim %arg3, %c0 : tensor<?x1x?x?xbf16>
    %2 = arith.index_cast %dim_3 : index to i64
    %dim_4 = tensor.dim %arg1, %c0 : tensor<?x4x?x64xbf16>
    %dim_5 = tensor.dim %arg1, %c2 : tensor<?x4x?x64xbf16>
    %3 = tensor.empty(%dim_4, %dim_5) : tensor<?x4x64x?xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<?x4x?x64xbf16>) outs(%3 : tensor<?x4x64x?xbf16>) permutation = [0, 1, 3, 2] 
    %4 = arith.muli %2, %c4_i64 : i64
    %from_elements = tensor.from_elements %4, %0, %c64_i64 : tensor<3xi64>
    %reshape = tensor.reshape %arg0(%from_elements) : (tensor<?x4x?x64xbf16>, tensor<3xi64>) -> tensor<?x?x64xbf16>
    %from_elements_6 = tensor.from_elements %4, %c64_i64, %1 : tensor<3xi64>
    %reshape_7 = tensor.reshape %transposed(%from_elements_6) : (tensor<?x4x64x?xbf16>, tensor<3xi64>) -> tensor<?x64x?xbf16>
    %5 = arith.index_cast %4 : i64 to index
    %6 = tensor.empty(%5, %dim, %dim_2) : tensor<?x?x?xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %8 = linalg.batch_matmul ins(%reshape, %reshape_7 : tensor<?x?x64xbf16>, tensor<?x64x?xbf16>) outs(%7 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %9 = tensor.empty(%5, %dim, %dim_2) : tensor<?x?x?xbf16>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<?x?x?xf32>) outs(%9 : tensor<?x?x?xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %33 = arith.truncf %in : f32 to bf16
      linalg.yield %33 : bf16
    } -> tensor<?x?x?xbf16>
    %from_elements_8 = tensor.from_elements %2, %c4_i64, %0, %1 : tensor<4xi64>
    %reshape_9 = tensor.reshape %10(%from_elements_8) : (tensor<?x?x?xbf16>, tensor<4xi64>) -> tensor<?x4x?x?xbf16>
    %11 = tensor.empty(%dim_3, %dim, %dim_2) : tensor<?x4x?x?xbf16>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%reshape_9 : tensor<?x4x?x?xbf16>) outs(%11 : tensor<?x4x?x?xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %33 = arith.mulf %in, %cst_1 : bf16
      linalg.yield %33 : bf16
    } -> tensor<?x4x?x?xbf16>
    %13 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %arg3 : tensor<?x4x?x?xbf16>, tensor<?x1x?x?xbf16>) outs(%11 : tensor<?x4x?x?xbf16>) {
    ^bb0(%in: bf16, %in_16: bf16, %out: bf16):
      %33 = arith.addf %in, %in_16 : bf16
      linalg.yield %33 : bf16
    } -> tensor<?x4x?x?xbf16>
    %14 = tensor.empty(%dim_3, %dim, %dim_2) : tensor<?x4x?x?xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<?x4x?x?xbf16>) outs(%14 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %33 = arith.extf %in : bf16 to f32
      linalg.yield %33 : f32
    } -> tensor<?x4x?x?xf32>
    %16 = tensor.empty(%dim_3, %dim) : tensor<?x4x?xi64>
    %17 = linalg.fill ins(%c0_i64 : i64) outs(%16 : tensor<?x4x?xi64>) -> tensor<?x4x?xi64>
    %18 = tensor.empty(%dim_3, %dim) : tensor<?x4x?xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
    %20:2 = linalg.generic {indexing_maps = [#map1, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%15 : tensor<?x4x?x?xf32>) outs(%19, %17 : tensor<?x4x?xf32>, tensor<?x4x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_16: i64):
      %33 = linalg.index 3 : index
      %34 = arith.index_cast %33 : index to i64
      %35 = arith.maximumf %in, %out : f32
      %36 = arith.cmpf ogt, %in, %out : f32
      %37 = arith.select %36, %34, %out_16 : i64
      linalg.yield %35, %37 : f32, i64
    } -> (tensor<?x4x?xf32>, tensor<?x4x?xi64>)
    %expanded = tensor.expand_shape %20#0 [[0], [1], [2, 3]] output_shape [%dim_3, 4, %dim, 1] : tensor<?x4x?xf32> into tensor<?x4x?x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%14 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %33 = arith.subf %in, %in_16 : f32
      linalg.yield %33 : f32
    } -> tensor<?x4x?x?xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<?x4x?x?xf32>) outs(%14 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = math.exp %in : f32
      linalg.yield %33 : f32
    } -> tensor<?x4x?x?xf32>
    %23 = tensor.empty(%dim_3, %dim) : tensor<?x4x?x1xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<?x4x?x1xf32>) -> tensor<?x4x?x1xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%22 : tensor<?x4x?x?xf32>) outs(%24 : tensor<?x4x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.addf %in, %out : f32
      linalg.yield %33 : f32
    } -> tensor<?x4x?x1xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %25 : tensor<?x4x?x?xf32>, tensor<?x4x?x1xf32>) outs(%14 : tensor<?x4x?x?xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %33 = arith.divf %in, %in_16 : f32
      linalg.yield %33 : f32
    } -> tensor<?x4x?x?xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<?x4x?x?xf32>) outs(%11 : tensor<?x4x?x?xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %33 = arith.truncf %in : f32 to bf16
      linalg.yield %33 : bf16
    } -> tensor<?x4x?x?xbf16>
    %from_elements_10 = tensor.from_elements %4, %0, %1 : tensor<3xi64>
    %reshape_11 = tensor.reshape %27(%from_elements_10) : (tensor<?x4x?x?xbf16>, tensor<3xi64>) -> tensor<?x?x?xbf16>
    %from_elements_12 = tensor.from_elements %4, %1, %c64_i64 : tensor<3xi64>
    %reshape_13 = tensor.reshape %arg2(%from_elements_12) : (tensor<?x4x?x64xbf16>, tensor<3xi64>) -> tensor<?x?x64xbf16>
    %28 = tensor.empty(%5, %dim) : tensor<?x?x64xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %30 = linalg.batch_matmul ins(%reshape_11, %reshape_13 : tensor<?x?x?xbf16>, tensor<?x?x64xbf16>) outs(%29 : tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    %31 = tensor.empty(%5, %dim) : tensor<?x?x64xbf16>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30 : tensor<?x?x64xf32>) outs(%31 : tensor<?x?x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %33 = arith.truncf %in : f32 to bf16
      linalg.yield %33 : bf16
    } -> tensor<?x?x64xbf16>
    %from_elements_14 = tensor.from_elements %2, %c4_i64, %0, %c64_i64 : tensor<4xi64>
    %reshape_15 = tensor.reshape %32(%from_elements_14) : (tensor<?x?x64xbf16>, tensor<4xi64>) -> tensor<?x4x?x64xbf16>
    return %reshape_15 : tensor<?x4x?x64xbf16>
  }
}
