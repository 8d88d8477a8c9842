// NormalizeMatmul, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @normalize_matmul(%arg0: tensor<21x64xf32>, %arg1: tensor<64x40xf32>) -> tensor<21x40xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 9.9999999999999998E-13 : f64
    %cst_1 = arith.constant 5.000000e-01 : f32
    %cst_2 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<21x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<21x1xf32>) -> tensor<21x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<21x64xf32>) outs(%1 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.absf %in : f32
      %12 = math.powf %11, %cst_2 : f32
      %13 = arith.addf %12, %out : f32
      linalg.yield %13 : f32
    } -> tensor<21x1xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<21x1xf32>) outs(%0 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = math.powf %in, %cst_1 : f32
      linalg.yield %11 : f32
    } -> tensor<21x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<21x1xf32>) outs(%0 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = arith.truncf %cst_0 : f64 to f32
      %12 = arith.cmpf ult, %in, %11 : f32
      %13 = arith.select %12, %11, %in : f32
      linalg.yield %13 : f32
    } -> tensor<21x1xf32>
    %5 = tensor.empty() : tensor<21x64xf32>
    %collapsed = tensor.collapse_shape %4 [[0, 1]] : tensor<21x1xf32> into tensor<21xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<21xf32>) outs(%5 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x64xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %6 : tensor<21x64xf32>, tensor<21x64xf32>) outs(%5 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %11 = arith.divf %in, %in_3 : f32
      linalg.yield %11 : f32
    } -> tensor<21x64xf32>
    %8 = tensor.empty() : tensor<21x40xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<21x40xf32>) -> tensor<21x40xf32>
    %10 = linalg.matmul ins(%7, %arg1 : tensor<21x64xf32>, tensor<64x40xf32>) outs(%9 : tensor<21x40xf32>) -> tensor<21x40xf32>
    return %10 : tensor<21x40xf32>
  }
}
