// LayerNormMatmul, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: norm.weight
// %arg2: norm.bias
// %arg3: linear.weight
// %arg4: linear.bias

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @layernorm_matmul(%arg0: tensor<5x7x96xf32>, %arg1: tensor<96xf32>, %arg2: tensor<96xf32>, %arg3: tensor<48x96xf32>, %arg4: tensor<48xf32>) -> tensor<5x7x48xf32> {
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 9.600000e+01 : f64
    %cst_3 = arith.constant 9.600000e+01 : f32
    %0 = tensor.empty() : tensor<5x7x96xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<5x7x96xf32>) outs(%0 : tensor<5x7x96xf64>) {
    ^bb0(%in: f32, %out: f64):
      %27 = arith.extf %in : f32 to f64
      linalg.yield %27 : f64
    } -> tensor<5x7x96xf64>
    %2 = tensor.empty() : tensor<5x7x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<5x7x1xf64>) -> tensor<5x7x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<5x7x96xf64>) outs(%3 : tensor<5x7x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %27 = arith.addf %in, %out : f64
      linalg.yield %27 : f64
    } -> tensor<5x7x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<5x7x1xf64>) outs(%2 : tensor<5x7x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %27 = arith.divf %in, %cst_2 : f64
      linalg.yield %27 : f64
    } -> tensor<5x7x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<5x7x96xf64>, tensor<5x7x1xf64>) outs(%0 : tensor<5x7x96xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %27 = arith.subf %in, %in_4 : f64
      linalg.yield %27 : f64
    } -> tensor<5x7x96xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<5x7x96xf64>, tensor<5x7x96xf64>) outs(%0 : tensor<5x7x96xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %27 = arith.mulf %in, %in_4 : f64
      linalg.yield %27 : f64
    } -> tensor<5x7x96xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%7 : tensor<5x7x96xf64>) outs(%3 : tensor<5x7x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %27 = arith.addf %in, %out : f64
      linalg.yield %27 : f64
    } -> tensor<5x7x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<5x7x1xf64>) outs(%2 : tensor<5x7x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %27 = arith.divf %in, %cst_2 : f64
      linalg.yield %27 : f64
    } -> tensor<5x7x1xf64>
    %10 = tensor.empty() : tensor<5x7x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<5x7x1xf64>) outs(%10 : tensor<5x7x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %27 = arith.truncf %in : f64 to f32
      linalg.yield %27 : f32
    } -> tensor<5x7x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<5x7x1xf32>) -> tensor<5x7x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<5x7x96xf32>) outs(%12 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<5x7x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<5x7x1xf32>) outs(%10 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_3 : f32
      linalg.yield %27 : f32
    } -> tensor<5x7x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<5x7x1xf32>) outs(%10 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.truncf %cst_1 : f64 to f32
      %28 = arith.addf %in, %27 : f32
      linalg.yield %28 : f32
    } -> tensor<5x7x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<5x7x1xf32>) outs(%10 : tensor<5x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.rsqrt %in : f32
      linalg.yield %27 : f32
    } -> tensor<5x7x1xf32>
    %17 = tensor.empty() : tensor<5x7x96xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %14 : tensor<5x7x96xf32>, tensor<5x7x1xf32>) outs(%17 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.subf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<5x7x96xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %16 : tensor<5x7x96xf32>, tensor<5x7x1xf32>) outs(%17 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.mulf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<5x7x96xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %arg1 : tensor<5x7x96xf32>, tensor<96xf32>) outs(%17 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.mulf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<5x7x96xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %arg2 : tensor<5x7x96xf32>, tensor<96xf32>) outs(%17 : tensor<5x7x96xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.addf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<5x7x96xf32>
    %collapsed = tensor.collapse_shape %21 [[0, 1], [2]] : tensor<5x7x96xf32> into tensor<35x96xf32>
    %22 = tensor.empty() : tensor<96x48xf32>
    %transposed = linalg.transpose ins(%arg3 : tensor<48x96xf32>) outs(%22 : tensor<96x48xf32>) permutation = [1, 0] 
    %23 = tensor.empty() : tensor<35x48xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<35x48xf32>) -> tensor<35x48xf32>
    %25 = linalg.matmul ins(%collapsed, %transposed : tensor<35x96xf32>, tensor<96x48xf32>) outs(%24 : tensor<35x48xf32>) -> tensor<35x48xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%25, %arg4 : tensor<35x48xf32>, tensor<48xf32>) outs(%23 : tensor<35x48xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %27 = arith.addf %in, %in_4 : f32
      linalg.yield %27 : f32
    } -> tensor<35x48xf32>
    %expanded = tensor.expand_shape %26 [[0, 1], [2]] output_shape [5, 7, 48] : tensor<35x48xf32> into tensor<5x7x48xf32>
    return %expanded : tensor<5x7x48xf32>
  }
}
