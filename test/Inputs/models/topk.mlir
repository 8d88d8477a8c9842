// TopK, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1) -> ()>
module {
  func.func @topk(%arg0: tensor<9x65xf32>) -> (tensor<9x3xf32>, tensor<9x3xi64>) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<f32>
    %0 = tensor.empty() : tensor<65xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<65xi64>) {
    ^bb0(%out: i64):
      %15 = linalg.index 0 : index
      %16 = arith.index_cast %15 : index to i64
      linalg.yield %16 : i64
    } -> tensor<65xi64>
    %2 = tensor.empty() : tensor<9xi64>
    %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<9xi64>) -> tensor<9xi64>
    %4 = tensor.empty() : tensor<9xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<9xf32>) -> tensor<9xf32>
    %6:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<9x65xf32>) outs(%5, %3 : tensor<9xf32>, tensor<9xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %15 = linalg.index 1 : index
      %16 = arith.index_cast %15 : index to i64
      %17 = arith.maximumf %in, %out : f32
      %18 = arith.cmpf ogt, %in, %out : f32
      %19 = arith.select %18, %16, %out_7 : i64
      linalg.yield %17, %19 : f32, i64
    } -> (tensor<9xf32>, tensor<9xi64>)
    %expanded = tensor.expand_shape %6#0 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %expanded_1 = tensor.expand_shape %6#1 [[0, 1]] output_shape [9, 1] : tensor<9xi64> into tensor<9x1xi64>
    %7 = tensor.empty() : tensor<9x65xi1>
    %8 = linalg.generic {indexing_maps = [#map3, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %expanded_1 : tensor<65xi64>, tensor<9x1xi64>) outs(%7 : tensor<9x65xi1>) {
    ^bb0(%in: i64, %in_7: i64, %out: i1):
      %15 = arith.cmpi eq, %in, %in_7 : i64
      linalg.yield %15 : i1
    } -> tensor<9x65xi1>
    %9 = tensor.empty() : tensor<9x65xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map5, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %cst_0, %arg0 : tensor<9x65xi1>, tensor<f32>, tensor<9x65xf32>) outs(%9 : tensor<9x65xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %15 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %15 : f32
    } -> tensor<9x65xf32>
    %11:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<9x65xf32>) outs(%5, %3 : tensor<9xf32>, tensor<9xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %15 = linalg.index 1 : index
      %16 = arith.index_cast %15 : index to i64
      %17 = arith.maximumf %in, %out : f32
      %18 = arith.cmpf ogt, %in, %out : f32
      %19 = arith.select %18, %16, %out_7 : i64
      linalg.yield %17, %19 : f32, i64
    } -> (tensor<9xf32>, tensor<9xi64>)
    %expanded_2 = tensor.expand_shape %11#0 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %expanded_3 = tensor.expand_shape %11#1 [[0, 1]] output_shape [9, 1] : tensor<9xi64> into tensor<9x1xi64>
    %12 = linalg.generic {indexing_maps = [#map3, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %expanded_3 : tensor<65xi64>, tensor<9x1xi64>) outs(%7 : tensor<9x65xi1>) {
    ^bb0(%in: i64, %in_7: i64, %out: i1):
      %15 = arith.cmpi eq, %in, %in_7 : i64
      linalg.yield %15 : i1
    } -> tensor<9x65xi1>
    %13 = linalg.generic {indexing_maps = [#map1, #map5, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %cst_0, %10 : tensor<9x65xi1>, tensor<f32>, tensor<9x65xf32>) outs(%9 : tensor<9x65xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %15 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %15 : f32
    } -> tensor<9x65xf32>
    %14:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%13 : tensor<9x65xf32>) outs(%5, %3 : tensor<9xf32>, tensor<9xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %15 = linalg.index 1 : index
      %16 = arith.index_cast %15 : index to i64
      %17 = arith.maximumf %in, %out : f32
      %18 = arith.cmpf ogt, %in, %out : f32
      %19 = arith.select %18, %16, %out_7 : i64
      linalg.yield %17, %19 : f32, i64
    } -> (tensor<9xf32>, tensor<9xi64>)
    %expanded_4 = tensor.expand_shape %14#0 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %expanded_5 = tensor.expand_shape %14#1 [[0, 1]] output_shape [9, 1] : tensor<9xi64> into tensor<9x1xi64>
    %concat = tensor.concat dim(1) %expanded, %expanded_2, %expanded_4 : (tensor<9x1xf32>, tensor<9x1xf32>, tensor<9x1xf32>) -> tensor<9x3xf32>
    %concat_6 = tensor.concat dim(1) %expanded_1, %expanded_3, %expanded_5 : (tensor<9x1xi64>, tensor<9x1xi64>, tensor<9x1xi64>) -> tensor<9x3xi64>
    return %concat, %concat_6 : tensor<9x3xf32>, tensor<9x3xi64>
  }
}
