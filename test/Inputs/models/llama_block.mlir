// LlamaBlock, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1
// %arg2: input_norm.weight
// %arg3: attention.q_proj.weight
// %arg4: attention.k_proj.weight
// %arg5: attention.v_proj.weight
// %arg6: attention.o_proj.weight
// %arg7: post_norm.weight
// %arg8: mlp.gate_proj.weight
// %arg9: mlp.up_proj.weight
// %arg10: mlp.down_proj.weight

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map9 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map10 = affine_map<(d0, d1) -> (0, d1)>
#map11 = affine_map<(d0, d1) -> (d0, 0)>
#map12 = affine_map<(d0, d1) -> (d0, d1)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map14 = affine_map<(d0, d1, d2, d3) -> ()>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
module {
  func.func @llama_block(%arg0: tensor<2x32x64xf32>, %arg1: tensor<2x32xi64>, %arg2: tensor<64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<32x64xf32>, %arg5: tensor<32x64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<160x64xf32>, %arg9: tensor<160x64xf32>, %arg10: tensor<64x160xf32>) -> tensor<2x32x64xf32> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant 9.9999999999999995E-7 : f64
    %cst_4 = arith.constant 6.400000e+01 : f32
    %cst_5 = arith.constant 2.000000e+00 : f32
    %cst_6 = arith.constant 1.600000e+01 : f32
    %cst_7 = arith.constant 1.000000e+04 : f32
    %cst_8 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<2x32x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    %2 = tensor.empty() : tensor<2x32x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<2x32x64xf32>) outs(%3 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x32x1xf32>) outs(%2 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_4 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x32x1xf32>) outs(%2 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.truncf %cst_3 : f64 to f32
      %92 = arith.addf %in, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<2x32x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x32x1xf32>) outs(%2 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.rsqrt %in : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %7 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %8 : tensor<64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    %10 = tensor.empty() : tensor<64x64xf32>
    %transposed = linalg.transpose ins(%arg3 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %12 = linalg.matmul ins(%collapsed, %transposed : tensor<64x64xf32>, tensor<64x64xf32>) outs(%11 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %expanded = tensor.expand_shape %12 [[0, 1], [2, 3]] output_shape [2, 32, 4, 16] : tensor<64x64xf32> into tensor<2x32x4x16xf32>
    %13 = tensor.empty() : tensor<2x4x32x16xf32>
    %transposed_9 = linalg.transpose ins(%expanded : tensor<2x32x4x16xf32>) outs(%13 : tensor<2x4x32x16xf32>) permutation = [0, 2, 1, 3] 
    %14 = tensor.empty() : tensor<64x32xf32>
    %transposed_10 = linalg.transpose ins(%arg4 : tensor<32x64xf32>) outs(%14 : tensor<64x32xf32>) permutation = [1, 0] 
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %16 = linalg.matmul ins(%collapsed, %transposed_10 : tensor<64x64xf32>, tensor<64x32xf32>) outs(%15 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %expanded_11 = tensor.expand_shape %16 [[0, 1], [2, 3]] output_shape [2, 32, 2, 16] : tensor<64x32xf32> into tensor<2x32x2x16xf32>
    %17 = tensor.empty() : tensor<2x2x32x16xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<2x32x2x16xf32>) outs(%17 : tensor<2x2x32x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_13 = linalg.transpose ins(%arg5 : tensor<32x64xf32>) outs(%14 : tensor<64x32xf32>) permutation = [1, 0] 
    %18 = linalg.matmul ins(%collapsed, %transposed_13 : tensor<64x64xf32>, tensor<64x32xf32>) outs(%15 : tensor<64x32xf32>) -> tensor<64x32xf32>
    %expanded_14 = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [2, 32, 2, 16] : tensor<64x32xf32> into tensor<2x32x2x16xf32>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<2x32x2x16xf32>) outs(%17 : tensor<2x2x32x16xf32>) permutation = [0, 2, 1, 3] 
    %19 = tensor.empty() : tensor<8xf32>
    %20 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%19 : tensor<8xf32>) {
    ^bb0(%out: f32):
      %91 = linalg.index 0 : index
      %92 = arith.index_cast %91 : index to i64
      %93 = arith.sitofp %92 : i64 to f32
      %94 = arith.mulf %93, %cst_5 : f32
      %95 = arith.addf %94, %cst : f32
      linalg.yield %95 : f32
    } -> tensor<8xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%20 : tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_6 : f32
      linalg.yield %91 : f32
    } -> tensor<8xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%21 : tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.powf %cst_7, %in : f32
      linalg.yield %91 : f32
    } -> tensor<8xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<8xf32>) outs(%19 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.cmpf one, %in, %cst : f32
      cf.assert %91, "unimplemented: tensor with zero element"
      %92 = arith.divf %cst_0, %in : f32
      linalg.yield %92 : f32
    } -> tensor<8xf32>
    %expanded_16 = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [2, 1, 32, 1] : tensor<2x32xi64> into tensor<2x1x32x1xi64>
    %24 = tensor.empty() : tensor<2x1x32x1xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<2x1x32x1xi64>) outs(%24 : tensor<2x1x32x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %91 = arith.sitofp %in : i64 to f32
      linalg.yield %91 : f32
    } -> tensor<2x1x32x1xf32>
    %26 = tensor.empty() : tensor<2x1x32x8xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %23 : tensor<2x1x32x1xf32>, tensor<8xf32>) outs(%26 : tensor<2x1x32x8xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x1x32x8xf32>
    %concat = tensor.concat dim(3) %27, %27 : (tensor<2x1x32x8xf32>, tensor<2x1x32x8xf32>) -> tensor<2x1x32x16xf32>
    %28 = tensor.empty() : tensor<2x1x32x16xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<2x1x32x16xf32>) outs(%28 : tensor<2x1x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.cos %in : f32
      linalg.yield %91 : f32
    } -> tensor<2x1x32x16xf32>
    %30 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<2x1x32x16xf32>) outs(%28 : tensor<2x1x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.sin %in : f32
      linalg.yield %91 : f32
    } -> tensor<2x1x32x16xf32>
    %extracted_slice = tensor.extract_slice %transposed_9[0, 0, 0, 8] [2, 4, 32, 8] [1, 1, 1, 1] : tensor<2x4x32x16xf32> to tensor<2x4x32x8xf32>
    %31 = tensor.empty() : tensor<2x4x32x8xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<2x4x32x8xf32>) outs(%31 : tensor<2x4x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.negf %in : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x8xf32>
    %extracted_slice_17 = tensor.extract_slice %transposed_9[0, 0, 0, 0] [2, 4, 32, 8] [1, 1, 1, 1] : tensor<2x4x32x16xf32> to tensor<2x4x32x8xf32>
    %concat_18 = tensor.concat dim(3) %32, %extracted_slice_17 : (tensor<2x4x32x8xf32>, tensor<2x4x32x8xf32>) -> tensor<2x4x32x16xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_9, %29 : tensor<2x4x32x16xf32>, tensor<2x1x32x16xf32>) outs(%13 : tensor<2x4x32x16xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x16xf32>
    %34 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_18, %30 : tensor<2x4x32x16xf32>, tensor<2x1x32x16xf32>) outs(%13 : tensor<2x4x32x16xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x16xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %34 : tensor<2x4x32x16xf32>, tensor<2x4x32x16xf32>) outs(%13 : tensor<2x4x32x16xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.addf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x16xf32>
    %extracted_slice_19 = tensor.extract_slice %transposed_12[0, 0, 0, 8] [2, 2, 32, 8] [1, 1, 1, 1] : tensor<2x2x32x16xf32> to tensor<2x2x32x8xf32>
    %36 = tensor.empty() : tensor<2x2x32x8xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_19 : tensor<2x2x32x8xf32>) outs(%36 : tensor<2x2x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.negf %in : f32
      linalg.yield %91 : f32
    } -> tensor<2x2x32x8xf32>
    %extracted_slice_20 = tensor.extract_slice %transposed_12[0, 0, 0, 0] [2, 2, 32, 8] [1, 1, 1, 1] : tensor<2x2x32x16xf32> to tensor<2x2x32x8xf32>
    %concat_21 = tensor.concat dim(3) %37, %extracted_slice_20 : (tensor<2x2x32x8xf32>, tensor<2x2x32x8xf32>) -> tensor<2x2x32x16xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_12, %29 : tensor<2x2x32x16xf32>, tensor<2x1x32x16xf32>) outs(%17 : tensor<2x2x32x16xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x2x32x16xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_21, %30 : tensor<2x2x32x16xf32>, tensor<2x1x32x16xf32>) outs(%17 : tensor<2x2x32x16xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x2x32x16xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %39 : tensor<2x2x32x16xf32>, tensor<2x2x32x16xf32>) outs(%17 : tensor<2x2x32x16xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.addf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x2x32x16xf32>
    %41 = tensor.empty() : tensor<2x2x2x32x16xf32>
    %42 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<2x2x32x16xf32>) outs(%41 : tensor<2x2x2x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x32x16xf32>
    %collapsed_22 = tensor.collapse_shape %42 [[0], [1, 2], [3], [4]] : tensor<2x2x2x32x16xf32> into tensor<2x4x32x16xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_15 : tensor<2x2x32x16xf32>) outs(%41 : tensor<2x2x2x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x2x2x32x16xf32>
    %44 = tensor.empty() : tensor<32xi64>
    %45 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%44 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %91 = linalg.index 0 : index
      %92 = arith.index_cast %91 : index to i64
      linalg.yield %92 : i64
    } -> tensor<32xi64>
    %expanded_23 = tensor.expand_shape %45 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %expanded_24 = tensor.expand_shape %45 [[0, 1]] output_shape [1, 32] : tensor<32xi64> into tensor<1x32xi64>
    %46 = tensor.empty() : tensor<32x32xi1>
    %47 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%expanded_24, %expanded_23 : tensor<1x32xi64>, tensor<32x1xi64>) outs(%46 : tensor<32x32xi1>) {
    ^bb0(%in: i64, %in_45: i64, %out: i1):
      %91 = arith.cmpi sle, %in, %in_45 : i64
      linalg.yield %91 : i1
    } -> tensor<32x32xi1>
    %48 = tensor.empty() : tensor<2x4x16x32xf32>
    %transposed_25 = linalg.transpose ins(%collapsed_22 : tensor<2x4x32x16xf32>) outs(%48 : tensor<2x4x16x32xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_26 = tensor.collapse_shape %35 [[0, 1], [2], [3]] : tensor<2x4x32x16xf32> into tensor<8x32x16xf32>
    %collapsed_27 = tensor.collapse_shape %transposed_25 [[0, 1], [2], [3]] : tensor<2x4x16x32xf32> into tensor<8x16x32xf32>
    %49 = tensor.empty() : tensor<8x32x32xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%49 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %51 = linalg.batch_matmul ins(%collapsed_26, %collapsed_27 : tensor<8x32x16xf32>, tensor<8x16x32xf32>) outs(%50 : tensor<8x32x32xf32>) -> tensor<8x32x32xf32>
    %expanded_28 = tensor.expand_shape %51 [[0, 1], [2], [3]] output_shape [2, 4, 32, 32] : tensor<8x32x32xf32> into tensor<2x4x32x32xf32>
    %52 = tensor.empty() : tensor<2x4x32x32xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<2x4x32x32xf32>) outs(%52 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.mulf %in, %cst_8 : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x32xf32>
    %54 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<32x32xi1>) outs(%46 : tensor<32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      %91 = arith.xori %in, %true : i1
      linalg.yield %91 : i1
    } -> tensor<32x32xi1>
    %55 = linalg.generic {indexing_maps = [#map13, #map14, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %cst_2, %53 : tensor<32x32xi1>, tensor<f32>, tensor<2x4x32x32xf32>) outs(%52 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: i1, %in_45: f32, %in_46: f32, %out: f32):
      %91 = arith.select %in, %in_45, %in_46 : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x32xf32>
    %56 = tensor.empty() : tensor<2x4x32xi64>
    %57 = linalg.fill ins(%c0_i64 : i64) outs(%56 : tensor<2x4x32xi64>) -> tensor<2x4x32xi64>
    %58 = tensor.empty() : tensor<2x4x32xf32>
    %59 = linalg.fill ins(%cst_1 : f32) outs(%58 : tensor<2x4x32xf32>) -> tensor<2x4x32xf32>
    %60:2 = linalg.generic {indexing_maps = [#map4, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%55 : tensor<2x4x32x32xf32>) outs(%59, %57 : tensor<2x4x32xf32>, tensor<2x4x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_45: i64):
      %91 = linalg.index 3 : index
      %92 = arith.index_cast %91 : index to i64
      %93 = arith.maximumf %in, %out : f32
      %94 = arith.cmpf ogt, %in, %out : f32
      %95 = arith.select %94, %92, %out_45 : i64
      linalg.yield %93, %95 : f32, i64
    } -> (tensor<2x4x32xf32>, tensor<2x4x32xi64>)
    %expanded_29 = tensor.expand_shape %60#0 [[0], [1], [2, 3]] output_shape [2, 4, 32, 1] : tensor<2x4x32xf32> into tensor<2x4x32x1xf32>
    %61 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %expanded_29 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%52 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.subf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x32xf32>
    %62 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<2x4x32x32xf32>) outs(%52 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.exp %in : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x32xf32>
    %63 = tensor.empty() : tensor<2x4x32x1xf32>
    %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<2x4x32x1xf32>) -> tensor<2x4x32x1xf32>
    %65 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%62 : tensor<2x4x32x32xf32>) outs(%64 : tensor<2x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x1xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %65 : tensor<2x4x32x32xf32>, tensor<2x4x32x1xf32>) outs(%52 : tensor<2x4x32x32xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.divf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x4x32x32xf32>
    %collapsed_30 = tensor.collapse_shape %66 [[0, 1], [2], [3]] : tensor<2x4x32x32xf32> into tensor<8x32x32xf32>
    %collapsed_31 = tensor.collapse_shape %43 [[0, 1, 2], [3], [4]] : tensor<2x2x2x32x16xf32> into tensor<8x32x16xf32>
    %67 = tensor.empty() : tensor<8x32x16xf32>
    %68 = linalg.fill ins(%cst : f32) outs(%67 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %69 = linalg.batch_matmul ins(%collapsed_30, %collapsed_31 : tensor<8x32x32xf32>, tensor<8x32x16xf32>) outs(%68 : tensor<8x32x16xf32>) -> tensor<8x32x16xf32>
    %expanded_32 = tensor.expand_shape %69 [[0, 1], [2], [3]] output_shape [2, 4, 32, 16] : tensor<8x32x16xf32> into tensor<2x4x32x16xf32>
    %70 = tensor.empty() : tensor<2x32x4x16xf32>
    %transposed_33 = linalg.transpose ins(%expanded_32 : tensor<2x4x32x16xf32>) outs(%70 : tensor<2x32x4x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_34 = linalg.transpose ins(%arg6 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %collapsed_35 = tensor.collapse_shape %transposed_33 [[0, 1], [2, 3]] : tensor<2x32x4x16xf32> into tensor<64x64xf32>
    %71 = linalg.matmul ins(%collapsed_35, %transposed_34 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%11 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %expanded_36 = tensor.expand_shape %71 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_36 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.addf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%73 : tensor<2x32x64xf32>) outs(%3 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.addf %in, %out : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<2x32x1xf32>) outs(%2 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.divf %in, %cst_4 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x32x1xf32>) outs(%2 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.truncf %cst_3 : f64 to f32
      %92 = arith.addf %in, %91 : f32
      linalg.yield %92 : f32
    } -> tensor<2x32x1xf32>
    %77 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x32x1xf32>) outs(%2 : tensor<2x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = math.rsqrt %in : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x1xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %77 : tensor<2x32x64xf32>, tensor<2x32x1xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    %79 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %78 : tensor<64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    %80 = tensor.empty() : tensor<64x160xf32>
    %transposed_37 = linalg.transpose ins(%arg8 : tensor<160x64xf32>) outs(%80 : tensor<64x160xf32>) permutation = [1, 0] 
    %collapsed_38 = tensor.collapse_shape %79 [[0, 1], [2]] : tensor<2x32x64xf32> into tensor<64x64xf32>
    %81 = linalg.fill ins(%cst : f32) outs(%80 : tensor<64x160xf32>) -> tensor<64x160xf32>
    %82 = linalg.matmul ins(%collapsed_38, %transposed_37 : tensor<64x64xf32>, tensor<64x160xf32>) outs(%81 : tensor<64x160xf32>) -> tensor<64x160xf32>
    %expanded_39 = tensor.expand_shape %82 [[0, 1], [2]] output_shape [2, 32, 160] : tensor<64x160xf32> into tensor<2x32x160xf32>
    %83 = tensor.empty() : tensor<2x32x160xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39 : tensor<2x32x160xf32>) outs(%83 : tensor<2x32x160xf32>) {
    ^bb0(%in: f32, %out: f32):
      %91 = arith.negf %in : f32
      %92 = math.exp %91 : f32
      %93 = arith.addf %92, %cst_0 : f32
      %94 = arith.divf %cst_0, %93 : f32
      linalg.yield %94 : f32
    } -> tensor<2x32x160xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %84 : tensor<2x32x160xf32>, tensor<2x32x160xf32>) outs(%83 : tensor<2x32x160xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x160xf32>
    %transposed_40 = linalg.transpose ins(%arg9 : tensor<160x64xf32>) outs(%80 : tensor<64x160xf32>) permutation = [1, 0] 
    %86 = linalg.matmul ins(%collapsed_38, %transposed_40 : tensor<64x64xf32>, tensor<64x160xf32>) outs(%81 : tensor<64x160xf32>) -> tensor<64x160xf32>
    %expanded_41 = tensor.expand_shape %86 [[0, 1], [2]] output_shape [2, 32, 160] : tensor<64x160xf32> into tensor<2x32x160xf32>
    %87 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %expanded_41 : tensor<2x32x160xf32>, tensor<2x32x160xf32>) outs(%83 : tensor<2x32x160xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.mulf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x160xf32>
    %88 = tensor.empty() : tensor<160x64xf32>
    %transposed_42 = linalg.transpose ins(%arg10 : tensor<64x160xf32>) outs(%88 : tensor<160x64xf32>) permutation = [1, 0] 
    %collapsed_43 = tensor.collapse_shape %87 [[0, 1], [2]] : tensor<2x32x160xf32> into tensor<64x160xf32>
    %89 = linalg.matmul ins(%collapsed_43, %transposed_42 : tensor<64x160xf32>, tensor<160x64xf32>) outs(%11 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %expanded_44 = tensor.expand_shape %89 [[0, 1], [2]] output_shape [2, 32, 64] : tensor<64x64xf32> into tensor<2x32x64xf32>
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %expanded_44 : tensor<2x32x64xf32>, tensor<2x32x64xf32>) outs(%0 : tensor<2x32x64xf32>) {
    ^bb0(%in: f32, %in_45: f32, %out: f32):
      %91 = arith.addf %in, %in_45 : f32
      linalg.yield %91 : f32
    } -> tensor<2x32x64xf32>
    return %90 : tensor<2x32x64xf32>
  }
}
