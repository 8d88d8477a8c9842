// What PyTorch writes as (k8.to(bfloat16) * scale).transpose(2, 3), and v alike: scales of
// positions, batch and heads in one dimension for the products.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @attention_4d_bf16(%arg0: tensor<2x4x128x64xbf16>, %arg1: tensor<2x4x160x64xf8E4M3FN>, %arg2: tensor<2x4x160x64xf8E4M3FN>, %arg3: tensor<2x4x160x1xbf16>) -> tensor<2x4x128x64xbf16> {
    %cst = arith.constant 1.250000e-01 : bf16
    %cst_0 = arith.constant 0xFF800000 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_1 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x4x160x64xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x4x160x64xf8E4M3FN>) outs(%0 : tensor<2x4x160x64xbf16>) {
    ^bb0(%in: f8E4M3FN, %out: bf16):
      %32 = arith.extf %in : f8E4M3FN to bf16
      linalg.yield %32 : bf16
    } -> tensor<2x4x160x64xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<2x4x160x64xf8E4M3FN>) outs(%0 : tensor<2x4x160x64xbf16>) {
    ^bb0(%in: f8E4M3FN, %out: bf16):
      %32 = arith.extf %in : f8E4M3FN to bf16
      linalg.yield %32 : bf16
    } -> tensor<2x4x160x64xbf16>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %arg3 : tensor<2x4x160x64xbf16>, tensor<2x4x160x1xbf16>) outs(%0 : tensor<2x4x160x64xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %32 = arith.mulf %in, %in_7 : bf16
      linalg.yield %32 : bf16
    } -> tensor<2x4x160x64xbf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %arg3 : tensor<2x4x160x64xbf16>, tensor<2x4x160x1xbf16>) outs(%0 : tensor<2x4x160x64xbf16>) {
    ^bb0(%in: bf16, %in_7: bf16, %out: bf16):
      %32 = arith.mulf %in, %in_7 : bf16
      linalg.yield %32 : bf16
    } -> tensor<2x4x160x64xbf16>
    %5 = tensor.empty() : tensor<2x4x64x160xbf16>
    %transposed = linalg.transpose ins(%3 : tensor<2x4x160x64xbf16>) outs(%5 : tensor<2x4x64x160xbf16>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x4x128x64xbf16> into tensor<8x128x64xbf16>
    %collapsed_2 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x4x64x160xbf16> into tensor<8x64x160xbf16>
    %6 = tensor.empty() : tensor<8x128x160xf32>
    %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : tensor<8x128x160xf32>) -> tensor<8x128x160xf32>
    %8 = linalg.batch_matmul ins(%collapsed, %collapsed_2 : tensor<8x128x64xbf16>, tensor<8x64x160xbf16>) outs(%7 : tensor<8x128x160xf32>) -> tensor<8x128x160xf32>
    %9 = tensor.empty() : tensor<8x128x160xbf16>
    %10 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<8x128x160xf32>) outs(%9 : tensor<8x128x160xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %32 = arith.truncf %in : f32 to bf16
      linalg.yield %32 : bf16
    } -> tensor<8x128x160xbf16>
    %expanded = tensor.expand_shape %10 [[0, 1], [2], [3]] output_shape [2, 4, 128, 160] : tensor<8x128x160xbf16> into tensor<2x4x128x160xbf16>
    %11 = tensor.empty() : tensor<2x4x128x160xbf16>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x4x128x160xbf16>) outs(%11 : tensor<2x4x128x160xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %32 = arith.mulf %in, %cst : bf16
      linalg.yield %32 : bf16
    } -> tensor<2x4x128x160xbf16>
    %13 = tensor.empty() : tensor<2x4x128x160xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<2x4x128x160xbf16>) outs(%13 : tensor<2x4x128x160xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %32 = arith.extf %in : bf16 to f32
      linalg.yield %32 : f32
    } -> tensor<2x4x128x160xf32>
    %15 = tensor.empty() : tensor<2x4x128xi64>
    %16 = linalg.fill ins(%c0_i64 : i64) outs(%15 : tensor<2x4x128xi64>) -> tensor<2x4x128xi64>
    %17 = tensor.empty() : tensor<2x4x128xf32>
    %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<2x4x128xf32>) -> tensor<2x4x128xf32>
    %19:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%14 : tensor<2x4x128x160xf32>) outs(%18, %16 : tensor<2x4x128xf32>, tensor<2x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %32 = linalg.index 3 : index
      %33 = arith.index_cast %32 : index to i64
      %34 = arith.maximumf %in, %out : f32
      %35 = arith.cmpf ogt, %in, %out : f32
      %36 = arith.select %35, %33, %out_7 : i64
      linalg.yield %34, %36 : f32, i64
    } -> (tensor<2x4x128xf32>, tensor<2x4x128xi64>)
    %expanded_3 = tensor.expand_shape %19#0 [[0], [1], [2, 3]] output_shape [2, 4, 128, 1] : tensor<2x4x128xf32> into tensor<2x4x128x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %expanded_3 : tensor<2x4x128x160xf32>, tensor<2x4x128x1xf32>) outs(%13 : tensor<2x4x128x160xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.subf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x128x160xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<2x4x128x160xf32>) outs(%13 : tensor<2x4x128x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.exp %in : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x128x160xf32>
    %22 = tensor.empty() : tensor<2x4x128x1xf32>
    %23 = linalg.fill ins(%cst_1 : f32) outs(%22 : tensor<2x4x128x1xf32>) -> tensor<2x4x128x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%21 : tensor<2x4x128x160xf32>) outs(%23 : tensor<2x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %in, %out : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x128x1xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %24 : tensor<2x4x128x160xf32>, tensor<2x4x128x1xf32>) outs(%13 : tensor<2x4x128x160xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %32 = arith.divf %in, %in_7 : f32
      linalg.yield %32 : f32
    } -> tensor<2x4x128x160xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<2x4x128x160xf32>) outs(%11 : tensor<2x4x128x160xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %32 = arith.truncf %in : f32 to bf16
      linalg.yield %32 : bf16
    } -> tensor<2x4x128x160xbf16>
    %collapsed_4 = tensor.collapse_shape %26 [[0, 1], [2], [3]] : tensor<2x4x128x160xbf16> into tensor<8x128x160xbf16>
    %collapsed_5 = tensor.collapse_shape %4 [[0, 1], [2], [3]] : tensor<2x4x160x64xbf16> into tensor<8x160x64xbf16>
    %27 = tensor.empty() : tensor<8x128x64xf32>
    %28 = linalg.fill ins(%cst_1 : f32) outs(%27 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %29 = linalg.batch_matmul ins(%collapsed_4, %collapsed_5 : tensor<8x128x160xbf16>, tensor<8x160x64xbf16>) outs(%28 : tensor<8x128x64xf32>) -> tensor<8x128x64xf32>
    %30 = tensor.empty() : tensor<8x128x64xbf16>
    %31 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<8x128x64xf32>) outs(%30 : tensor<8x128x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %32 = arith.truncf %in : f32 to bf16
      linalg.yield %32 : bf16
    } -> tensor<8x128x64xbf16>
    %expanded_6 = tensor.expand_shape %31 [[0, 1], [2], [3]] output_shape [2, 4, 128, 64] : tensor<8x128x64xbf16> into tensor<2x4x128x64xbf16>
    return %expanded_6 : tensor<2x4x128x64xbf16>
  }
}

