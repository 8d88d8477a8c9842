// PagedAttention on 3x2x4x16, 20x8x2x16, 20x8x2x16, 3x5, 3 (f32),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @attention_paged_f32(%arg0: tensor<3x2x4x16xf32>, %arg1: tensor<20x8x2x16xf32>, %arg2: tensor<20x8x2x16xf32>, %arg3: tensor<3x5xi64>, %arg4: tensor<3xi64>) -> tensor<3x2x4x16xf32> {
    %c0_i64 = arith.constant 0 : i64
    %c20_i64 = arith.constant 20 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<3x5x8x2x16xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x5xi64>) outs(%0 : tensor<3x5x8x2x16xf32>) {
    ^bb0(%in: i64, %out: f32):
      %31 = arith.cmpi slt, %in, %c0_i64 : i64
      %32 = arith.addi %in, %c20_i64 : i64
      %33 = arith.select %31, %32, %in : i64
      %34 = arith.index_cast %33 : i64 to index
      %35 = linalg.index 2 : index
      %36 = linalg.index 3 : index
      %37 = linalg.index 4 : index
      %extracted = tensor.extract %arg1[%34, %35, %36, %37] : tensor<20x8x2x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x5x8x2x16xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<3x5x8x2x16xf32> into tensor<3x40x2x16xf32>
    %2 = tensor.empty() : tensor<3x2x16x40xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<3x40x2x16xf32>) outs(%2 : tensor<3x2x16x40xf32>) permutation = [0, 2, 3, 1] 
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<3x5xi64>) outs(%0 : tensor<3x5x8x2x16xf32>) {
    ^bb0(%in: i64, %out: f32):
      %31 = arith.cmpi slt, %in, %c0_i64 : i64
      %32 = arith.addi %in, %c20_i64 : i64
      %33 = arith.select %31, %32, %in : i64
      %34 = arith.index_cast %33 : i64 to index
      %35 = linalg.index 2 : index
      %36 = linalg.index 3 : index
      %37 = linalg.index 4 : index
      %extracted = tensor.extract %arg2[%34, %35, %36, %37] : tensor<20x8x2x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x5x8x2x16xf32>
    %collapsed_3 = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : tensor<3x5x8x2x16xf32> into tensor<3x40x2x16xf32>
    %4 = tensor.empty() : tensor<3x2x40x16xf32>
    %transposed_4 = linalg.transpose ins(%collapsed_3 : tensor<3x40x2x16xf32>) outs(%4 : tensor<3x2x40x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_5 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<3x2x4x16xf32> into tensor<6x4x16xf32>
    %collapsed_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<3x2x16x40xf32> into tensor<6x16x40xf32>
    %5 = tensor.empty() : tensor<6x4x40xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<6x4x40xf32>) -> tensor<6x4x40xf32>
    %7 = linalg.batch_matmul ins(%collapsed_5, %collapsed_6 : tensor<6x4x16xf32>, tensor<6x16x40xf32>) outs(%6 : tensor<6x4x40xf32>) -> tensor<6x4x40xf32>
    %expanded = tensor.expand_shape %7 [[0, 1], [2], [3]] output_shape [3, 2, 4, 40] : tensor<6x4x40xf32> into tensor<3x2x4x40xf32>
    %8 = tensor.empty() : tensor<3x2x4x40xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<3x2x4x40xf32>) outs(%8 : tensor<3x2x4x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.mulf %in, %cst_2 : f32
      linalg.yield %31 : f32
    } -> tensor<3x2x4x40xf32>
    %10 = tensor.empty() : tensor<40xi64>
    %11 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%10 : tensor<40xi64>) {
    ^bb0(%out: i64):
      %31 = linalg.index 0 : index
      %32 = arith.index_cast %31 : index to i64
      linalg.yield %32 : i64
    } -> tensor<40xi64>
    %expanded_7 = tensor.expand_shape %arg4 [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
    %12 = tensor.empty() : tensor<3x40xi1>
    %13 = linalg.generic {indexing_maps = [#map4, #map5, #map6], iterator_types = ["parallel", "parallel"]} ins(%11, %expanded_7 : tensor<40xi64>, tensor<3x1xi64>) outs(%12 : tensor<3x40xi1>) {
    ^bb0(%in: i64, %in_13: i64, %out: i1):
      %31 = arith.cmpi slt, %in, %in_13 : i64
      linalg.yield %31 : i1
    } -> tensor<3x40xi1>
    %expanded_8 = tensor.expand_shape %13 [[0], [1, 2, 3]] output_shape [3, 1, 1, 40] : tensor<3x40xi1> into tensor<3x1x1x40xi1>
    %14 = tensor.empty() : tensor<3x1x1x40xi1>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_8 : tensor<3x1x1x40xi1>) outs(%14 : tensor<3x1x1x40xi1>) {
    ^bb0(%in: i1, %out: i1):
      %31 = arith.xori %in, %true : i1
      linalg.yield %31 : i1
    } -> tensor<3x1x1x40xi1>
    %16 = linalg.generic {indexing_maps = [#map7, #map8, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %cst_1, %9 : tensor<3x1x1x40xi1>, tensor<f32>, tensor<3x2x4x40xf32>) outs(%8 : tensor<3x2x4x40xf32>) {
    ^bb0(%in: i1, %in_13: f32, %in_14: f32, %out: f32):
      %31 = arith.select %in, %in_13, %in_14 : f32
      linalg.yield %31 : f32
    } -> tensor<3x2x4x40xf32>
    %17 = tensor.empty() : tensor<3x2x4xi64>
    %18 = linalg.fill ins(%c0_i64 : i64) outs(%17 : tensor<3x2x4xi64>) -> tensor<3x2x4xi64>
    %19 = tensor.empty() : tensor<3x2x4xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
    %21:2 = linalg.generic {indexing_maps = [#map2, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%16 : tensor<3x2x4x40xf32>) outs(%20, %18 : tensor<3x2x4xf32>, tensor<3x2x4xi64>) {
    ^bb0(%in: f32, %out: f32, %out_13: i64):
      %31 = linalg.index 3 : index
      %32 = arith.index_cast %31 : index to i64
      %33 = arith.maximumf %in, %out : f32
      %34 = arith.cmpf ogt, %in, %out : f32
      %35 = arith.select %34, %32, %out_13 : i64
      linalg.yield %33, %35 : f32, i64
    } -> (tensor<3x2x4xf32>, tensor<3x2x4xi64>)
    %expanded_9 = tensor.expand_shape %21#0 [[0], [1], [2, 3]] output_shape [3, 2, 4, 1] : tensor<3x2x4xf32> into tensor<3x2x4x1xf32>
    %22 = linalg.generic {indexing_maps = [#map2, #map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %expanded_9 : tensor<3x2x4x40xf32>, tensor<3x2x4x1xf32>) outs(%8 : tensor<3x2x4x40xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %31 = arith.subf %in, %in_13 : f32
      linalg.yield %31 : f32
    } -> tensor<3x2x4x40xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<3x2x4x40xf32>) outs(%8 : tensor<3x2x4x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.exp %in : f32
      linalg.yield %31 : f32
    } -> tensor<3x2x4x40xf32>
    %24 = tensor.empty() : tensor<3x2x4x1xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<3x2x4x1xf32>) -> tensor<3x2x4x1xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%23 : tensor<3x2x4x40xf32>) outs(%25 : tensor<3x2x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<3x2x4x1xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map10, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %26 : tensor<3x2x4x40xf32>, tensor<3x2x4x1xf32>) outs(%8 : tensor<3x2x4x40xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %31 = arith.divf %in, %in_13 : f32
      linalg.yield %31 : f32
    } -> tensor<3x2x4x40xf32>
    %collapsed_10 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<3x2x4x40xf32> into tensor<6x4x40xf32>
    %collapsed_11 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : tensor<3x2x40x16xf32> into tensor<6x40x16xf32>
    %28 = tensor.empty() : tensor<6x4x16xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<6x4x16xf32>) -> tensor<6x4x16xf32>
    %30 = linalg.batch_matmul ins(%collapsed_10, %collapsed_11 : tensor<6x4x40xf32>, tensor<6x40x16xf32>) outs(%29 : tensor<6x4x16xf32>) -> tensor<6x4x16xf32>
    %expanded_12 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [3, 2, 4, 16] : tensor<6x4x16xf32> into tensor<3x2x4x16xf32>
    return %expanded_12 : tensor<3x2x4x16xf32>
  }
}
