// QuantizedMatmul, by torch 2.14.1 and torch-mlir 20261001.
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
  func.func @quantized_matmul(%arg0: tensor<21x64xf32>, %arg1: tensor<64x40xi8>, %arg2: tensor<40xf32>) -> tensor<21x40xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 1.000000e-08 : f64
    %cst_1 = arith.constant 1.270000e+02 : f32
    %cst_2 = arith.constant -1.270000e+02 : f32
    %0 = tensor.empty() : tensor<21x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<21x64xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<21x64xf32>
    %2 = tensor.empty() : tensor<21xi64>
    %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<21xi64>) -> tensor<21xi64>
    %4 = tensor.empty() : tensor<21xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<21xf32>) -> tensor<21xf32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<21x64xf32>) outs(%5, %3 : tensor<21xf32>, tensor<21xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %28 = linalg.index 1 : index
      %29 = arith.index_cast %28 : index to i64
      %30 = arith.maximumf %in, %out : f32
      %31 = arith.cmpf ogt, %in, %out : f32
      %32 = arith.select %31, %29, %out_3 : i64
      linalg.yield %30, %32 : f32, i64
    } -> (tensor<21xf32>, tensor<21xi64>)
    %expanded = tensor.expand_shape %6#0 [[0, 1]] output_shape [21, 1] : tensor<21xf32> into tensor<21x1xf32>
    %7 = tensor.empty() : tensor<21x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<21x1xf32>) outs(%7 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_0 : f64 to f32
      %29 = arith.cmpf ult, %in, %28 : f32
      %30 = arith.select %29, %28, %in : f32
      linalg.yield %30 : f32
    } -> tensor<21x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<21x1xf32>) outs(%7 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_1 : f32
      linalg.yield %28 : f32
    } -> tensor<21x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %9 : tensor<21x64xf32>, tensor<21x1xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.divf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<21x64xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<21x64xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.roundeven %in : f32
      linalg.yield %28 : f32
    } -> tensor<21x64xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<21x64xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.cmpf ult, %in, %cst_2 : f32
      %29 = arith.select %28, %cst_2, %in : f32
      %30 = arith.cmpf ugt, %29, %cst_1 : f32
      %31 = arith.select %30, %cst_1, %29 : f32
      linalg.yield %31 : f32
    } -> tensor<21x64xf32>
    %13 = tensor.empty() : tensor<21x64xi8>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<21x64xf32>) outs(%13 : tensor<21x64xi8>) {
    ^bb0(%in: f32, %out: i8):
      %28 = arith.fptosi %in : f32 to i8
      linalg.yield %28 : i8
    } -> tensor<21x64xi8>
    %15 = tensor.empty() : tensor<21x64xi32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<21x64xi8>) outs(%15 : tensor<21x64xi32>) {
    ^bb0(%in: i8, %out: i32):
      %28 = arith.extsi %in : i8 to i32
      linalg.yield %28 : i32
    } -> tensor<21x64xi32>
    %17 = tensor.empty() : tensor<64x40xi32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<64x40xi8>) outs(%17 : tensor<64x40xi32>) {
    ^bb0(%in: i8, %out: i32):
      %28 = arith.extsi %in : i8 to i32
      linalg.yield %28 : i32
    } -> tensor<64x40xi32>
    %19 = tensor.empty() : tensor<21x40xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<21x40xi64>) -> tensor<21x40xi64>
    %21 = linalg.matmul ins(%16, %18 : tensor<21x64xi32>, tensor<64x40xi32>) outs(%20 : tensor<21x40xi64>) -> tensor<21x40xi64>
    %22 = tensor.empty() : tensor<21x40xi32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<21x40xi64>) outs(%22 : tensor<21x40xi32>) {
    ^bb0(%in: i64, %out: i32):
      %28 = arith.trunci %in : i64 to i32
      linalg.yield %28 : i32
    } -> tensor<21x40xi32>
    %24 = tensor.empty() : tensor<21x40xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<21x40xi32>) outs(%24 : tensor<21x40xf32>) {
    ^bb0(%in: i32, %out: f32):
      %28 = arith.sitofp %in : i32 to f32
      linalg.yield %28 : f32
    } -> tensor<21x40xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %9 : tensor<21x40xf32>, tensor<21x1xf32>) outs(%24 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<21x40xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %arg2 : tensor<21x40xf32>, tensor<40xf32>) outs(%24 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %28 = arith.mulf %in, %in_3 : f32
      linalg.yield %28 : f32
    } -> tensor<21x40xf32>
    return %27 : tensor<21x40xf32>
  }
}
