// MaskedAttention on 8x128x64, 8x160x64, 8x160x64, 128x160 (bf16),
// by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/torch-mlir/generate.py; do not edit.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @attention_mask_3d_bf16(%arg0: tensor<8x128x64xbf16>, %arg1: tensor<8x160x64xbf16>, %arg2: tensor<8x160x64xbf16>, %arg3: tensor<128x160xbf16>) -> tensor<8x128x64xbf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 8.000000e+00 : bf16
    %0 = tensor.empty() : tensor<8x64x160xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<8x160x64xbf16>) outs(%0 : tensor<8x64x160xbf16>) permutation = [0, 2, 1] 
    %1 = tensor.empty() : tensor<8x128x160xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<8x128x160xf32>) -> tensor<8x128x160xf32>
    %3 = linalg.batch_matmul ins(%arg0, %transposed : tensor<8x128x64xbf16>, tensor<8x64x160xbf16>) outs(%2 : tensor<8x128x160xf32>) -> tensor<8x128x160xf32>
    %4 = tensor.empty() : tensor<8x128x160xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<8x128x160xf32>) outs(%4 : tensor<8x128x160xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %26 = arith.truncf %in : f32 to bf16
      linalg.yield %26 : bf16
    } -> tensor<8x128x160xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<8x128x160xbf16>) outs(%4 : tensor<8x128x160xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %26 = arith.divf %in, %cst_1 : bf16
      linalg.yield %26 : bf16
    } -> tensor<8x128x160xbf16>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %arg3 : tensor<8x128x160xbf16>, tensor<128x160xbf16>) outs(%4 : tensor<8x128x160xbf16>) {
    ^bb0(%in: bf16, %in_2: bf16, %out: bf16):
      %26 = arith.addf %in, %in_2 : bf16
      linalg.yield %26 : bf16
    } -> tensor<8x128x160xbf16>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<8x128x160xbf16>) outs(%1 : tensor<8x128x160xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %26 = arith.extf %in : bf16 to f32
      linalg.yield %26 : f32
    } -> tensor<8x128x160xf32>
    %9 = tensor.empty() : tensor<8x128xi64>
    %10 = linalg.fill ins(%c0_i64 : i64) outs(%9 : tensor<8x128xi64>) -> tensor<8x128xi64>
    %11 = tensor.empty() : tensor<8x128xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %13:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<8x128x160xf32>) outs(%12, %10 : tensor<8x128xf32>, tensor<8x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_2: i64):
      %26 = linalg.index 2 : index
      %27 = arith.index_cast %26 : index to i64
      %28 = arith.maximumf %in, %out : f32
      %29 = arith.cmpf ogt, %in, %out : f32
      %30 = arith.select %29, %27, %out_2 : i64
      linalg.yield %28, %30 : f32, i64
    } -> (tensor<8x128xf32>, tensor<8x128xi64>)
    %expanded = tensor.expand_shape %13#0 [[0], [1, 2]] output_shape [8, 128, 1] : tensor<8x128xf32> into tensor<8x128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %expanded : tensor<8x128x160xf32>, tensor<8x128x1xf32>) outs(%1 : tensor<8x128x160xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %26 = arith.subf %in, %in_2 : f32
      linalg.yield %26 : f32
    } -> tensor<8x128x160xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<8x128x160xf32>) outs(%1 : tensor<8x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.exp %in : f32
      linalg.yield %26 : f32
    } -> tensor<8x128x160xf32>
    %16 = tensor.empty() : tensor<8x128x1xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<8x128x1xf32>) -> tensor<8x128x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%15 : tensor<8x128x160xf32>) outs(%17 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %out : f32
      linalg.yield %26 : f32
    } -> tensor<8x128x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<8x128x160xf32>, tensor<8x128x1xf32>) outs(%1 : tensor<8x128x160xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %26 = arith.divf %in, %in_2 : f32
      linalg.yield %26 : f32
    } -> tensor<8x128x160xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<8x128x160xf32>) outs(%4 : tensor<8x128x160xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %26 = arith.truncf %in : f32 to bf16
      linalg.yield %26 : bf16
    } -> tensor<8x128x160xbf16>
    %21 = tensor.empty() : tensor<8x128x64xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %23 = linalg.batch_matmul ins(%20, %arg2 : tensor<8x128x160xbf16>, tensor<8x160x64xbf16>) outs(%22 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %24 = tensor.empty() : tensor<8x128x64xbf16>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<8x128x64xf32>) outs(%24 : tensor<8x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %26 = arith.truncf %in : f32 to bf16
      linalg.yield %26 : bf16
    } -> tensor<8x128x64xbf16>
    return %25 : tensor<8x128x64xbf16>
  }
}
