// Fp8Matmul, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1
// %arg2: input 2

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @fp8_matmul(%arg0: tensor<21x64xf32>, %arg1: tensor<64x40xf32>, %arg2: tensor<40xf32>) -> tensor<21x40xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e-08 : f64
    %cst_2 = arith.constant 4.480000e+02 : f32
    %0 = tensor.empty() : tensor<21x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<21x64xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = math.absf %in : f32
      linalg.yield %19 : f32
    } -> tensor<21x64xf32>
    %2 = tensor.empty() : tensor<21xi64>
    %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<21xi64>) -> tensor<21xi64>
    %4 = tensor.empty() : tensor<21xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<21xf32>) -> tensor<21xf32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<21x64xf32>) outs(%5, %3 : tensor<21xf32>, tensor<21xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %19 = linalg.index 1 : index
      %20 = arith.index_cast %19 : index to i64
      %21 = arith.maximumf %in, %out : f32
      %22 = arith.cmpf ogt, %in, %out : f32
      %23 = arith.select %22, %20, %out_3 : i64
      linalg.yield %21, %23 : f32, i64
    } -> (tensor<21xf32>, tensor<21xi64>)
    %expanded = tensor.expand_shape %6#0 [[0, 1]] output_shape [21, 1] : tensor<21xf32> into tensor<21x1xf32>
    %7 = tensor.empty() : tensor<21x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<21x1xf32>) outs(%7 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.truncf %cst_1 : f64 to f32
      %20 = arith.cmpf ult, %in, %19 : f32
      %21 = arith.select %20, %19, %in : f32
      linalg.yield %21 : f32
    } -> tensor<21x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<21x1xf32>) outs(%7 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.divf %in, %cst_2 : f32
      linalg.yield %19 : f32
    } -> tensor<21x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %9 : tensor<21x64xf32>, tensor<21x1xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.divf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<21x64xf32>
    %11 = tensor.empty() : tensor<21x64xf8E4M3FN>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<21x64xf32>) outs(%11 : tensor<21x64xf8E4M3FN>) {
    ^bb0(%in: f32, %out: f8E4M3FN):
      %19 = arith.truncf %in : f32 to f8E4M3FN
      linalg.yield %19 : f8E4M3FN
    } -> tensor<21x64xf8E4M3FN>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<21x64xf8E4M3FN>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f8E4M3FN, %out: f32):
      %19 = arith.extf %in : f8E4M3FN to f32
      linalg.yield %19 : f32
    } -> tensor<21x64xf32>
    %14 = tensor.empty() : tensor<21x40xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<21x40xf32>) -> tensor<21x40xf32>
    %16 = linalg.matmul ins(%13, %arg1 : tensor<21x64xf32>, tensor<64x40xf32>) outs(%15 : tensor<21x40xf32>) -> tensor<21x40xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%16, %9 : tensor<21x40xf32>, tensor<21x1xf32>) outs(%14 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.mulf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<21x40xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %arg2 : tensor<21x40xf32>, tensor<40xf32>) outs(%14 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.mulf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<21x40xf32>
    return %18 : tensor<21x40xf32>
  }
}
