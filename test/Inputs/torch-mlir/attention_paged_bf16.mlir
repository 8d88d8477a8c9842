// PagedAttention on 16x8x8x128, 4096x16x8x128, 4096x16x8x128, 16x512, 16 (bf16),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @attention_paged_bf16(%arg0: tensor<16x8x8x128xbf16>, %arg1: tensor<4096x16x8x128xbf16>, %arg2: tensor<4096x16x8x128xbf16>, %arg3: tensor<16x512xi64>, %arg4: tensor<16xi64>) -> tensor<16x8x8x128xbf16> {
    %c0_i64 = arith.constant 0 : i64
    %c4096_i64 = arith.constant 4096 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0xFF80> : tensor<bf16>
    %cst_2 = arith.constant 0.088388347648318433 : f64
    %0 = tensor.empty() : tensor<16x512x16x8x128xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<16x512xi64>) outs(%0 : tensor<16x512x16x8x128xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %38 = arith.cmpi slt, %in, %c0_i64 : i64
      %39 = arith.addi %in, %c4096_i64 : i64
      %40 = arith.select %38, %39, %in : i64
      %41 = arith.index_cast %40 : i64 to index
      %42 = linalg.index 2 : index
      %43 = linalg.index 3 : index
      %44 = linalg.index 4 : index
      %extracted = tensor.extract %arg1[%41, %42, %43, %44] : tensor<4096x16x8x128xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<16x512x16x8x128xbf16>
    %collapsed = tensor.collapse_shape %1 [[0], [1, 2], [3], [4]] : tensor<16x512x16x8x128xbf16> into tensor<16x8192x8x128xbf16>
    %2 = tensor.empty() : tensor<16x8x128x8192xbf16>
    %transposed = linalg.transpose ins(%collapsed : tensor<16x8192x8x128xbf16>) outs(%2 : tensor<16x8x128x8192xbf16>) permutation = [0, 2, 3, 1] 
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<16x512xi64>) outs(%0 : tensor<16x512x16x8x128xbf16>) {
    ^bb0(%in: i64, %out: bf16):
      %38 = arith.cmpi slt, %in, %c0_i64 : i64
      %39 = arith.addi %in, %c4096_i64 : i64
      %40 = arith.select %38, %39, %in : i64
      %41 = arith.index_cast %40 : i64 to index
      %42 = linalg.index 2 : index
      %43 = linalg.index 3 : index
      %44 = linalg.index 4 : index
      %extracted = tensor.extract %arg2[%41, %42, %43, %44] : tensor<4096x16x8x128xbf16>
      linalg.yield %extracted : bf16
    } -> tensor<16x512x16x8x128xbf16>
    %collapsed_3 = tensor.collapse_shape %3 [[0], [1, 2], [3], [4]] : tensor<16x512x16x8x128xbf16> into tensor<16x8192x8x128xbf16>
    %4 = tensor.empty() : tensor<16x8x8192x128xbf16>
    %transposed_4 = linalg.transpose ins(%collapsed_3 : tensor<16x8192x8x128xbf16>) outs(%4 : tensor<16x8x8192x128xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_5 = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<16x8x8x128xbf16> into tensor<128x8x128xbf16>
    %collapsed_6 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<16x8x128x8192xbf16> into tensor<128x128x8192xbf16>
    %5 = tensor.empty() : tensor<128x8x8192xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<128x8x8192xf32>) -> tensor<128x8x8192xf32>
    %7 = linalg.batch_matmul ins(%collapsed_5, %collapsed_6 : tensor<128x8x128xbf16>, tensor<128x128x8192xbf16>) outs(%6 : tensor<128x8x8192xf32>) -> tensor<128x8x8192xf32>
    %8 = tensor.empty() : tensor<128x8x8192xbf16>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<128x8x8192xf32>) outs(%8 : tensor<128x8x8192xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %38 = arith.truncf %in : f32 to bf16
      linalg.yield %38 : bf16
    } -> tensor<128x8x8192xbf16>
    %expanded = tensor.expand_shape %9 [[0, 1], [2], [3]] output_shape [16, 8, 8, 8192] : tensor<128x8x8192xbf16> into tensor<16x8x8x8192xbf16>
    %10 = tensor.empty() : tensor<16x8x8x8192xbf16>
    %11 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<16x8x8x8192xbf16>) outs(%10 : tensor<16x8x8x8192xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %38 = arith.truncf %cst_2 : f64 to bf16
      %39 = arith.mulf %in, %38 : bf16
      linalg.yield %39 : bf16
    } -> tensor<16x8x8x8192xbf16>
    %12 = tensor.empty() : tensor<8192xi64>
    %13 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%12 : tensor<8192xi64>) {
    ^bb0(%out: i64):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %38 : index to i64
      linalg.yield %39 : i64
    } -> tensor<8192xi64>
    %expanded_7 = tensor.expand_shape %arg4 [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
    %14 = tensor.empty() : tensor<16x8192xi1>
    %15 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%13, %expanded_7 : tensor<8192xi64>, tensor<16x1xi64>) outs(%14 : tensor<16x8192xi1>) {
    ^bb0(%in: i64, %in_13: i64, %out: i1):
      %38 = arith.cmpi slt, %in, %in_13 : i64
      linalg.yield %38 : i1
    } -> tensor<16x8192xi1>
    %expanded_8 = tensor.expand_shape %15 [[0], [1, 2, 3]] output_shape [16, 1, 1, 8192] : tensor<16x8192xi1> into tensor<16x1x1x8192xi1>
    %16 = tensor.empty() : tensor<16x1x1x8192xi1>
    %17 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_8 : tensor<16x1x1x8192xi1>) outs(%16 : tensor<16x1x1x8192xi1>) {
    ^bb0(%in: i1, %out: i1):
      %38 = arith.xori %in, %true : i1
      linalg.yield %38 : i1
    } -> tensor<16x1x1x8192xi1>
    %18 = linalg.generic {indexing_maps = [#map8, #map9, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %cst_1, %11 : tensor<16x1x1x8192xi1>, tensor<bf16>, tensor<16x8x8x8192xbf16>) outs(%10 : tensor<16x8x8x8192xbf16>) {
    ^bb0(%in: i1, %in_13: bf16, %in_14: bf16, %out: bf16):
      %38 = arith.select %in, %in_13, %in_14 : bf16
      linalg.yield %38 : bf16
    } -> tensor<16x8x8x8192xbf16>
    %19 = tensor.empty() : tensor<16x8x8x8192xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<16x8x8x8192xbf16>) outs(%19 : tensor<16x8x8x8192xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %38 = arith.extf %in : bf16 to f32
      linalg.yield %38 : f32
    } -> tensor<16x8x8x8192xf32>
    %21 = tensor.empty() : tensor<16x8x8xi64>
    %22 = linalg.fill ins(%c0_i64 : i64) outs(%21 : tensor<16x8x8xi64>) -> tensor<16x8x8xi64>
    %23 = tensor.empty() : tensor<16x8x8xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
    %25:2 = linalg.generic {indexing_maps = [#map3, #map10, #map10], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%20 : tensor<16x8x8x8192xf32>) outs(%24, %22 : tensor<16x8x8xf32>, tensor<16x8x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_13: i64):
      %38 = linalg.index 3 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_13 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<16x8x8xf32>, tensor<16x8x8xi64>)
    %expanded_9 = tensor.expand_shape %25#0 [[0], [1], [2, 3]] output_shape [16, 8, 8, 1] : tensor<16x8x8xf32> into tensor<16x8x8x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_9 : tensor<16x8x8x8192xf32>, tensor<16x8x8x1xf32>) outs(%19 : tensor<16x8x8x8192xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %38 = arith.subf %in, %in_13 : f32
      linalg.yield %38 : f32
    } -> tensor<16x8x8x8192xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<16x8x8x8192xf32>) outs(%19 : tensor<16x8x8x8192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.exp %in : f32
      linalg.yield %38 : f32
    } -> tensor<16x8x8x8192xf32>
    %28 = tensor.empty() : tensor<16x8x8x1xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<16x8x8x1xf32>) -> tensor<16x8x8x1xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27 : tensor<16x8x8x8192xf32>) outs(%29 : tensor<16x8x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<16x8x8x1xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map11, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %30 : tensor<16x8x8x8192xf32>, tensor<16x8x8x1xf32>) outs(%19 : tensor<16x8x8x8192xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %38 = arith.divf %in, %in_13 : f32
      linalg.yield %38 : f32
    } -> tensor<16x8x8x8192xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31 : tensor<16x8x8x8192xf32>) outs(%10 : tensor<16x8x8x8192xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %38 = arith.truncf %in : f32 to bf16
      linalg.yield %38 : bf16
    } -> tensor<16x8x8x8192xbf16>
    %collapsed_10 = tensor.collapse_shape %32 [[0, 1], [2], [3]] : tensor<16x8x8x8192xbf16> into tensor<128x8x8192xbf16>
    %collapsed_11 = tensor.collapse_shape %transposed_4 [[0, 1], [2], [3]] : tensor<16x8x8192x128xbf16> into tensor<128x8192x128xbf16>
    %33 = tensor.empty() : tensor<128x8x128xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<128x8x128xf32>) -> tensor<128x8x128xf32>
    %35 = linalg.batch_matmul ins(%collapsed_10, %collapsed_11 : tensor<128x8x8192xbf16>, tensor<128x8192x128xbf16>) outs(%34 : tensor<128x8x128xf32>) -> tensor<128x8x128xf32>
    %36 = tensor.empty() : tensor<128x8x128xbf16>
    %37 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<128x8x128xf32>) outs(%36 : tensor<128x8x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %38 = arith.truncf %in : f32 to bf16
      linalg.yield %38 : bf16
    } -> tensor<128x8x128xbf16>
    %expanded_12 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [16, 8, 8, 128] : tensor<128x8x128xbf16> into tensor<16x8x8x128xbf16>
    return %expanded_12 : tensor<16x8x8x128xbf16>
  }
}
