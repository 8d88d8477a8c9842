// LogSumExp on 4x37x129 (f16, dynamic),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @logsumexp_last_f16_dynamic(%arg0: tensor<?x?x?xf16>) -> tensor<?x?xf16> {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 0x7FF0000000000000 : f64
    %dim = tensor.dim %arg0, %c0 : tensor<?x?x?xf16>
    %dim_3 = tensor.dim %arg0, %c1 : tensor<?x?x?xf16>
    %dim_4 = tensor.dim %arg0, %c2 : tensor<?x?x?xf16>
    %0 = tensor.empty(%dim, %dim_3, %dim_4) : tensor<?x?x?xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<?x?x?xf16>) outs(%0 : tensor<?x?x?xf32>) {
    ^bb0(%in: f16, %out: f32):
      %20 = arith.extf %in : f16 to f32
      linalg.yield %20 : f32
    } -> tensor<?x?x?xf32>
    %2 = tensor.empty(%dim, %dim_3) : tensor<?x?xi64>
    %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<?x?xi64>) -> tensor<?x?xi64>
    %4 = tensor.empty(%dim, %dim_3) : tensor<?x?xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<?x?x?xf32>) outs(%5, %3 : tensor<?x?xf32>, tensor<?x?xi64>) {
    ^bb0(%in: f32, %out: f32, %out_5: i64):
      %20 = linalg.index 2 : index
      %21 = arith.index_cast %20 : index to i64
      %22 = arith.maximumf %in, %out : f32
      %23 = arith.cmpf ogt, %in, %out : f32
      %24 = arith.select %23, %21, %out_5 : i64
      linalg.yield %22, %24 : f32, i64
    } -> (tensor<?x?xf32>, tensor<?x?xi64>)
    %expanded = tensor.expand_shape %6#0 [[0], [1, 2]] output_shape [%dim, %dim_3, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
    %7 = tensor.empty(%dim, %dim_3) : tensor<?x?x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = math.absf %in : f32
      linalg.yield %20 : f32
    } -> tensor<?x?x1xf32>
    %9 = tensor.empty(%dim, %dim_3) : tensor<?x?x1xi1>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<?x?x1xf32>) outs(%9 : tensor<?x?x1xi1>) {
    ^bb0(%in: f32, %out: i1):
      %20 = arith.extf %in : f32 to f64
      %21 = arith.cmpf oeq, %20, %cst_2 : f64
      linalg.yield %21 : i1
    } -> tensor<?x?x1xi1>
    %11 = linalg.generic {indexing_maps = [#map, #map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %cst_1, %expanded : tensor<?x?x1xi1>, tensor<f32>, tensor<?x?x1xf32>) outs(%7 : tensor<?x?x1xf32>) {
    ^bb0(%in: i1, %in_5: f32, %in_6: f32, %out: f32):
      %20 = arith.select %in, %in_5, %in_6 : f32
      linalg.yield %20 : f32
    } -> tensor<?x?x1xf32>
    %collapsed = tensor.collapse_shape %11 [[0], [1, 2]] : tensor<?x?x1xf32> into tensor<?x?xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %11 : tensor<?x?x?xf32>, tensor<?x?x1xf32>) outs(%0 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %20 = arith.subf %in, %in_5 : f32
      linalg.yield %20 : f32
    } -> tensor<?x?x?xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<?x?x?xf32>) outs(%0 : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = math.exp %in : f32
      linalg.yield %20 : f32
    } -> tensor<?x?x?xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%13 : tensor<?x?x?xf32>) outs(%14 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %in, %out : f32
      linalg.yield %20 : f32
    } -> tensor<?x?xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<?x?xf32>) outs(%4 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = math.log %in : f32
      linalg.yield %20 : f32
    } -> tensor<?x?xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%16, %collapsed : tensor<?x?xf32>, tensor<?x?xf32>) outs(%4 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %20 = arith.addf %in, %in_5 : f32
      linalg.yield %20 : f32
    } -> tensor<?x?xf32>
    %18 = tensor.empty(%dim, %dim_3) : tensor<?x?xf16>
    %19 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<?x?xf32>) outs(%18 : tensor<?x?xf16>) {
    ^bb0(%in: f32, %out: f16):
      %20 = arith.truncf %in : f32 to f16
      linalg.yield %20 : f16
    } -> tensor<?x?xf16>
    return %19 : tensor<?x?xf16>
  }
}
