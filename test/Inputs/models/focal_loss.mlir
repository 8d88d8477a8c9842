// FocalLoss, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<() -> ()>
module {
  func.func @focal_loss(%arg0: tensor<24x50xf32>, %arg1: tensor<24xi64>) -> tensor<f32> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %c50 = arith.constant 50 : index
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 2.400000e+01 : f32
    %cst_2 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<24xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<24xi64>) -> tensor<24xi64>
    %2 = tensor.empty() : tensor<24xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<24xf32>) -> tensor<24xf32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<24x50xf32>) outs(%3, %1 : tensor<24xf32>, tensor<24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_4: i64):
      %23 = linalg.index 1 : index
      %24 = arith.index_cast %23 : index to i64
      %25 = arith.maximumf %in, %out : f32
      %26 = arith.cmpf ogt, %in, %out : f32
      %27 = arith.select %26, %24, %out_4 : i64
      linalg.yield %25, %27 : f32, i64
    } -> (tensor<24xf32>, tensor<24xi64>)
    %expanded = tensor.expand_shape %4#0 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %5 = tensor.empty() : tensor<24x50xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %expanded : tensor<24x50xf32>, tensor<24x1xf32>) outs(%5 : tensor<24x50xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %23 = arith.subf %in, %in_4 : f32
      linalg.yield %23 : f32
    } -> tensor<24x50xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<24x50xf32>) outs(%5 : tensor<24x50xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.exp %in : f32
      linalg.yield %23 : f32
    } -> tensor<24x50xf32>
    %8 = tensor.empty() : tensor<24x1xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<24x1xf32>) -> tensor<24x1xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%7 : tensor<24x50xf32>) outs(%9 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.addf %in, %out : f32
      linalg.yield %23 : f32
    } -> tensor<24x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<24x1xf32>) outs(%8 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.log %in : f32
      linalg.yield %23 : f32
    } -> tensor<24x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %11 : tensor<24x50xf32>, tensor<24x1xf32>) outs(%5 : tensor<24x50xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %23 = arith.subf %in, %in_4 : f32
      linalg.yield %23 : f32
    } -> tensor<24x50xf32>
    %expanded_3 = tensor.expand_shape %arg1 [[0, 1]] output_shape [24, 1] : tensor<24xi64> into tensor<24x1xi64>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_3 : tensor<24x1xi64>) outs(%9 : tensor<24x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %23 = linalg.index 0 : index
      %24 = arith.index_cast %in : i64 to index
      %25 = arith.cmpi slt, %24, %c50 : index
      cf.assert %25, "index must be smaller than dim size"
      %26 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %26, "index must be larger or equal to 0"
      %extracted = tensor.extract %12[%23, %24] : tensor<24x50xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x1xf32>
    %collapsed = tensor.collapse_shape %13 [[0, 1]] : tensor<24x1xf32> into tensor<24xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.exp %in : f32
      linalg.yield %23 : f32
    } -> tensor<24xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map3, #map3], iterator_types = ["parallel"]} ins(%cst_2, %14 : tensor<i64>, tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: i64, %in_4: f32, %out: f32):
      %23 = arith.sitofp %in : i64 to f32
      %24 = arith.subf %23, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<24xf32>
    %16 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%15 : tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %23 : f32
    } -> tensor<24xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%16, %collapsed : tensor<24xf32>, tensor<24xf32>) outs(%2 : tensor<24xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %23 = arith.mulf %in, %in_4 : f32
      linalg.yield %23 : f32
    } -> tensor<24xf32>
    %18 = tensor.empty() : tensor<f32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<f32>) -> tensor<f32>
    %20 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%17 : tensor<24xf32>) outs(%19 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.addf %in, %out : f32
      linalg.yield %23 : f32
    } -> tensor<f32>
    %21 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%20 : tensor<f32>) outs(%18 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.divf %in, %cst_1 : f32
      linalg.yield %23 : f32
    } -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%21 : tensor<f32>) outs(%18 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.negf %in : f32
      linalg.yield %23 : f32
    } -> tensor<f32>
    return %22 : tensor<f32>
  }
}
