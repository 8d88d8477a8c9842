// MixtralBlock, by torch 2.14.1 and torch-mlir 20261001.
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
// %arg8: moe.gate.weight
// %arg9: moe.experts.0.gate_proj.weight
// %arg10: moe.experts.0.up_proj.weight
// %arg11: moe.experts.0.down_proj.weight
// %arg12: moe.experts.1.gate_proj.weight
// %arg13: moe.experts.1.up_proj.weight
// %arg14: moe.experts.1.down_proj.weight
// %arg15: moe.experts.2.gate_proj.weight
// %arg16: moe.experts.2.up_proj.weight
// %arg17: moe.experts.2.down_proj.weight
// %arg18: moe.experts.3.gate_proj.weight
// %arg19: moe.experts.3.up_proj.weight
// %arg20: moe.experts.3.down_proj.weight

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
#map16 = affine_map<(d0, d1) -> (d0)>
#map17 = affine_map<(d0, d1) -> (d1)>
#map18 = affine_map<(d0, d1) -> ()>
module {
  func.func @mixtral_block(%arg0: tensor<1x32x64xf32>, %arg1: tensor<1x32xi64>, %arg2: tensor<64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<32x64xf32>, %arg5: tensor<32x64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<4x64xf32>, %arg9: tensor<96x64xf32>, %arg10: tensor<96x64xf32>, %arg11: tensor<64x96xf32>, %arg12: tensor<96x64xf32>, %arg13: tensor<96x64xf32>, %arg14: tensor<64x96xf32>, %arg15: tensor<96x64xf32>, %arg16: tensor<96x64xf32>, %arg17: tensor<64x96xf32>, %arg18: tensor<96x64xf32>, %arg19: tensor<96x64xf32>, %arg20: tensor<64x96xf32>) -> tensor<1x32x64xf32> {
    %c8_i64 = arith.constant 8 : i64
    %c3_i64 = arith.constant 3 : i64
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant 9.9999999999999995E-7 : f64
    %cst_6 = arith.constant 6.400000e+01 : f32
    %cst_7 = arith.constant 2.000000e+00 : f32
    %cst_8 = arith.constant 1.600000e+01 : f32
    %cst_9 = arith.constant 1.000000e+04 : f32
    %cst_10 = arith.constant 2.500000e-01 : f32
    %0 = tensor.empty() : tensor<1x32x64xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x32x64xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    %2 = tensor.empty() : tensor<1x32x1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x32x1xf32>) -> tensor<1x32x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1 : tensor<1x32x64xf32>) outs(%3 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x1xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x32x1xf32>) outs(%2 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.divf %in, %cst_6 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x32x1xf32>) outs(%2 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.truncf %cst_5 : f64 to f32
      %161 = arith.addf %in, %160 : f32
      linalg.yield %161 : f32
    } -> tensor<1x32x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x32x1xf32>) outs(%2 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.rsqrt %in : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %7 : tensor<1x32x64xf32>, tensor<1x32x1xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %8 : tensor<64xf32>, tensor<1x32x64xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    %10 = tensor.empty() : tensor<64x64xf32>
    %transposed = linalg.transpose ins(%arg3 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
    %11 = tensor.empty() : tensor<32x64xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %13 = linalg.matmul ins(%collapsed, %transposed : tensor<32x64xf32>, tensor<64x64xf32>) outs(%12 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %expanded = tensor.expand_shape %13 [[0, 1], [2, 3]] output_shape [1, 32, 4, 16] : tensor<32x64xf32> into tensor<1x32x4x16xf32>
    %14 = tensor.empty() : tensor<1x4x32x16xf32>
    %transposed_11 = linalg.transpose ins(%expanded : tensor<1x32x4x16xf32>) outs(%14 : tensor<1x4x32x16xf32>) permutation = [0, 2, 1, 3] 
    %15 = tensor.empty() : tensor<64x32xf32>
    %transposed_12 = linalg.transpose ins(%arg4 : tensor<32x64xf32>) outs(%15 : tensor<64x32xf32>) permutation = [1, 0] 
    %16 = tensor.empty() : tensor<32x32xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %18 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<32x64xf32>, tensor<64x32xf32>) outs(%17 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %expanded_13 = tensor.expand_shape %18 [[0, 1], [2, 3]] output_shape [1, 32, 2, 16] : tensor<32x32xf32> into tensor<1x32x2x16xf32>
    %19 = tensor.empty() : tensor<1x2x32x16xf32>
    %transposed_14 = linalg.transpose ins(%expanded_13 : tensor<1x32x2x16xf32>) outs(%19 : tensor<1x2x32x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_15 = linalg.transpose ins(%arg5 : tensor<32x64xf32>) outs(%15 : tensor<64x32xf32>) permutation = [1, 0] 
    %20 = linalg.matmul ins(%collapsed, %transposed_15 : tensor<32x64xf32>, tensor<64x32xf32>) outs(%17 : tensor<32x32xf32>) -> tensor<32x32xf32>
    %expanded_16 = tensor.expand_shape %20 [[0, 1], [2, 3]] output_shape [1, 32, 2, 16] : tensor<32x32xf32> into tensor<1x32x2x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<1x32x2x16xf32>) outs(%19 : tensor<1x2x32x16xf32>) permutation = [0, 2, 1, 3] 
    %21 = tensor.empty() : tensor<8xf32>
    %22 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%21 : tensor<8xf32>) {
    ^bb0(%out: f32):
      %160 = linalg.index 0 : index
      %161 = arith.index_cast %160 : index to i64
      %162 = arith.sitofp %161 : i64 to f32
      %163 = arith.mulf %162, %cst_7 : f32
      %164 = arith.addf %163, %cst : f32
      linalg.yield %164 : f32
    } -> tensor<8xf32>
    %23 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%22 : tensor<8xf32>) outs(%21 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.divf %in, %cst_8 : f32
      linalg.yield %160 : f32
    } -> tensor<8xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%23 : tensor<8xf32>) outs(%21 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.powf %cst_9, %in : f32
      linalg.yield %160 : f32
    } -> tensor<8xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%24 : tensor<8xf32>) outs(%21 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.cmpf one, %in, %cst : f32
      cf.assert %160, "unimplemented: tensor with zero element"
      %161 = arith.divf %cst_0, %in : f32
      linalg.yield %161 : f32
    } -> tensor<8xf32>
    %expanded_18 = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [1, 1, 32, 1] : tensor<1x32xi64> into tensor<1x1x32x1xi64>
    %26 = tensor.empty() : tensor<1x1x32x1xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<1x1x32x1xi64>) outs(%26 : tensor<1x1x32x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %160 = arith.sitofp %in : i64 to f32
      linalg.yield %160 : f32
    } -> tensor<1x1x32x1xf32>
    %28 = tensor.empty() : tensor<1x1x32x8xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %25 : tensor<1x1x32x1xf32>, tensor<8xf32>) outs(%28 : tensor<1x1x32x8xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x1x32x8xf32>
    %concat = tensor.concat dim(3) %29, %29 : (tensor<1x1x32x8xf32>, tensor<1x1x32x8xf32>) -> tensor<1x1x32x16xf32>
    %30 = tensor.empty() : tensor<1x1x32x16xf32>
    %31 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<1x1x32x16xf32>) outs(%30 : tensor<1x1x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.cos %in : f32
      linalg.yield %160 : f32
    } -> tensor<1x1x32x16xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<1x1x32x16xf32>) outs(%30 : tensor<1x1x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.sin %in : f32
      linalg.yield %160 : f32
    } -> tensor<1x1x32x16xf32>
    %extracted_slice = tensor.extract_slice %transposed_11[0, 0, 0, 8] [1, 4, 32, 8] [1, 1, 1, 1] : tensor<1x4x32x16xf32> to tensor<1x4x32x8xf32>
    %33 = tensor.empty() : tensor<1x4x32x8xf32>
    %34 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x4x32x8xf32>) outs(%33 : tensor<1x4x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.negf %in : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x8xf32>
    %extracted_slice_19 = tensor.extract_slice %transposed_11[0, 0, 0, 0] [1, 4, 32, 8] [1, 1, 1, 1] : tensor<1x4x32x16xf32> to tensor<1x4x32x8xf32>
    %concat_20 = tensor.concat dim(3) %34, %extracted_slice_19 : (tensor<1x4x32x8xf32>, tensor<1x4x32x8xf32>) -> tensor<1x4x32x16xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11, %31 : tensor<1x4x32x16xf32>, tensor<1x1x32x16xf32>) outs(%14 : tensor<1x4x32x16xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x16xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_20, %32 : tensor<1x4x32x16xf32>, tensor<1x1x32x16xf32>) outs(%14 : tensor<1x4x32x16xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x16xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %36 : tensor<1x4x32x16xf32>, tensor<1x4x32x16xf32>) outs(%14 : tensor<1x4x32x16xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x16xf32>
    %extracted_slice_21 = tensor.extract_slice %transposed_14[0, 0, 0, 8] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x16xf32> to tensor<1x2x32x8xf32>
    %38 = tensor.empty() : tensor<1x2x32x8xf32>
    %39 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_21 : tensor<1x2x32x8xf32>) outs(%38 : tensor<1x2x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.negf %in : f32
      linalg.yield %160 : f32
    } -> tensor<1x2x32x8xf32>
    %extracted_slice_22 = tensor.extract_slice %transposed_14[0, 0, 0, 0] [1, 2, 32, 8] [1, 1, 1, 1] : tensor<1x2x32x16xf32> to tensor<1x2x32x8xf32>
    %concat_23 = tensor.concat dim(3) %39, %extracted_slice_22 : (tensor<1x2x32x8xf32>, tensor<1x2x32x8xf32>) -> tensor<1x2x32x16xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_14, %31 : tensor<1x2x32x16xf32>, tensor<1x1x32x16xf32>) outs(%19 : tensor<1x2x32x16xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x2x32x16xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map7, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_23, %32 : tensor<1x2x32x16xf32>, tensor<1x1x32x16xf32>) outs(%19 : tensor<1x2x32x16xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x2x32x16xf32>
    %42 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %41 : tensor<1x2x32x16xf32>, tensor<1x2x32x16xf32>) outs(%19 : tensor<1x2x32x16xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x2x32x16xf32>
    %43 = tensor.empty() : tensor<1x2x2x32x16xf32>
    %44 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x2x32x16xf32>) outs(%43 : tensor<1x2x2x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x2x32x16xf32>
    %collapsed_24 = tensor.collapse_shape %44 [[0], [1, 2], [3], [4]] : tensor<1x2x2x32x16xf32> into tensor<1x4x32x16xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_17 : tensor<1x2x32x16xf32>) outs(%43 : tensor<1x2x2x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x2x2x32x16xf32>
    %46 = tensor.empty() : tensor<32xi64>
    %47 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%46 : tensor<32xi64>) {
    ^bb0(%out: i64):
      %160 = linalg.index 0 : index
      %161 = arith.index_cast %160 : index to i64
      linalg.yield %161 : i64
    } -> tensor<32xi64>
    %expanded_25 = tensor.expand_shape %47 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %expanded_26 = tensor.expand_shape %47 [[0, 1]] output_shape [1, 32] : tensor<32xi64> into tensor<1x32xi64>
    %48 = tensor.empty() : tensor<32x32xi1>
    %49 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%expanded_26, %expanded_25 : tensor<1x32xi64>, tensor<32x1xi64>) outs(%48 : tensor<32x32xi1>) {
    ^bb0(%in: i64, %in_61: i64, %out: i1):
      %160 = arith.cmpi sle, %in, %in_61 : i64
      linalg.yield %160 : i1
    } -> tensor<32x32xi1>
    %50 = tensor.empty() : tensor<32x1xi64>
    %51 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%expanded_25 : tensor<32x1xi64>) outs(%50 : tensor<32x1xi64>) {
    ^bb0(%in: i64, %out: i64):
      %160 = arith.subi %in, %c8_i64 : i64
      linalg.yield %160 : i64
    } -> tensor<32x1xi64>
    %52 = linalg.generic {indexing_maps = [#map10, #map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%expanded_26, %51 : tensor<1x32xi64>, tensor<32x1xi64>) outs(%48 : tensor<32x32xi1>) {
    ^bb0(%in: i64, %in_61: i64, %out: i1):
      %160 = arith.cmpi sgt, %in, %in_61 : i64
      linalg.yield %160 : i1
    } -> tensor<32x32xi1>
    %53 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%49, %52 : tensor<32x32xi1>, tensor<32x32xi1>) outs(%48 : tensor<32x32xi1>) {
    ^bb0(%in: i1, %in_61: i1, %out: i1):
      %160 = arith.andi %in, %in_61 : i1
      linalg.yield %160 : i1
    } -> tensor<32x32xi1>
    %54 = tensor.empty() : tensor<1x4x16x32xf32>
    %transposed_27 = linalg.transpose ins(%collapsed_24 : tensor<1x4x32x16xf32>) outs(%54 : tensor<1x4x16x32xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_28 = tensor.collapse_shape %37 [[0, 1], [2], [3]] : tensor<1x4x32x16xf32> into tensor<4x32x16xf32>
    %collapsed_29 = tensor.collapse_shape %transposed_27 [[0, 1], [2], [3]] : tensor<1x4x16x32xf32> into tensor<4x16x32xf32>
    %55 = tensor.empty() : tensor<4x32x32xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %57 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<4x32x16xf32>, tensor<4x16x32xf32>) outs(%56 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %expanded_30 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [1, 4, 32, 32] : tensor<4x32x32xf32> into tensor<1x4x32x32xf32>
    %58 = tensor.empty() : tensor<1x4x32x32xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_30 : tensor<1x4x32x32xf32>) outs(%58 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.mulf %in, %cst_10 : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x32xf32>
    %60 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%53 : tensor<32x32xi1>) outs(%48 : tensor<32x32xi1>) {
    ^bb0(%in: i1, %out: i1):
      %160 = arith.xori %in, %true : i1
      linalg.yield %160 : i1
    } -> tensor<32x32xi1>
    %61 = linalg.generic {indexing_maps = [#map13, #map14, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %cst_4, %59 : tensor<32x32xi1>, tensor<f32>, tensor<1x4x32x32xf32>) outs(%58 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %160 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x32xf32>
    %62 = tensor.empty() : tensor<1x4x32xi64>
    %63 = linalg.fill ins(%c0_i64 : i64) outs(%62 : tensor<1x4x32xi64>) -> tensor<1x4x32xi64>
    %64 = tensor.empty() : tensor<1x4x32xf32>
    %65 = linalg.fill ins(%cst_1 : f32) outs(%64 : tensor<1x4x32xf32>) -> tensor<1x4x32xf32>
    %66:2 = linalg.generic {indexing_maps = [#map4, #map15, #map15], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<1x4x32x32xf32>) outs(%65, %63 : tensor<1x4x32xf32>, tensor<1x4x32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_61: i64):
      %160 = linalg.index 3 : index
      %161 = arith.index_cast %160 : index to i64
      %162 = arith.maximumf %in, %out : f32
      %163 = arith.cmpf ogt, %in, %out : f32
      %164 = arith.select %163, %161, %out_61 : i64
      linalg.yield %162, %164 : f32, i64
    } -> (tensor<1x4x32xf32>, tensor<1x4x32xi64>)
    %expanded_31 = tensor.expand_shape %66#0 [[0], [1], [2, 3]] output_shape [1, 4, 32, 1] : tensor<1x4x32xf32> into tensor<1x4x32x1xf32>
    %67 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %expanded_31 : tensor<1x4x32x32xf32>, tensor<1x4x32x1xf32>) outs(%58 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.subf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x32xf32>
    %68 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<1x4x32x32xf32>) outs(%58 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.exp %in : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x32xf32>
    %69 = tensor.empty() : tensor<1x4x32x1xf32>
    %70 = linalg.fill ins(%cst : f32) outs(%69 : tensor<1x4x32x1xf32>) -> tensor<1x4x32x1xf32>
    %71 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%68 : tensor<1x4x32x32xf32>) outs(%70 : tensor<1x4x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x1xf32>
    %72 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %71 : tensor<1x4x32x32xf32>, tensor<1x4x32x1xf32>) outs(%58 : tensor<1x4x32x32xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.divf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x4x32x32xf32>
    %collapsed_32 = tensor.collapse_shape %72 [[0, 1], [2], [3]] : tensor<1x4x32x32xf32> into tensor<4x32x32xf32>
    %collapsed_33 = tensor.collapse_shape %45 [[0, 1, 2], [3], [4]] : tensor<1x2x2x32x16xf32> into tensor<4x32x16xf32>
    %73 = tensor.empty() : tensor<4x32x16xf32>
    %74 = linalg.fill ins(%cst : f32) outs(%73 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %75 = linalg.batch_matmul ins(%collapsed_32, %collapsed_33 : tensor<4x32x32xf32>, tensor<4x32x16xf32>) outs(%74 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %expanded_34 = tensor.expand_shape %75 [[0, 1], [2], [3]] output_shape [1, 4, 32, 16] : tensor<4x32x16xf32> into tensor<1x4x32x16xf32>
    %76 = tensor.empty() : tensor<1x32x4x16xf32>
    %transposed_35 = linalg.transpose ins(%expanded_34 : tensor<1x4x32x16xf32>) outs(%76 : tensor<1x32x4x16xf32>) permutation = [0, 2, 1, 3] 
    %transposed_36 = linalg.transpose ins(%arg6 : tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) permutation = [1, 0] 
    %collapsed_37 = tensor.collapse_shape %transposed_35 [[0, 1], [2, 3]] : tensor<1x32x4x16xf32> into tensor<32x64xf32>
    %77 = linalg.matmul ins(%collapsed_37, %transposed_36 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%12 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %expanded_38 = tensor.expand_shape %77 [[0, 1], [2]] output_shape [1, 32, 64] : tensor<32x64xf32> into tensor<1x32x64xf32>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_38 : tensor<1x32x64xf32>, tensor<1x32x64xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    %79 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<1x32x64xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%79 : tensor<1x32x64xf32>) outs(%3 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x1xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<1x32x1xf32>) outs(%2 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.divf %in, %cst_6 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x1xf32>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<1x32x1xf32>) outs(%2 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.truncf %cst_5 : f64 to f32
      %161 = arith.addf %in, %160 : f32
      linalg.yield %161 : f32
    } -> tensor<1x32x1xf32>
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<1x32x1xf32>) outs(%2 : tensor<1x32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.rsqrt %in : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x1xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %83 : tensor<1x32x64xf32>, tensor<1x32x1xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    %85 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7, %84 : tensor<64xf32>, tensor<1x32x64xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    %collapsed_39 = tensor.collapse_shape %85 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
    %86 = tensor.empty() : tensor<64x4xf32>
    %transposed_40 = linalg.transpose ins(%arg8 : tensor<4x64xf32>) outs(%86 : tensor<64x4xf32>) permutation = [1, 0] 
    %87 = tensor.empty() : tensor<32x4xf32>
    %88 = linalg.fill ins(%cst : f32) outs(%87 : tensor<32x4xf32>) -> tensor<32x4xf32>
    %89 = linalg.matmul ins(%collapsed_39, %transposed_40 : tensor<32x64xf32>, tensor<64x4xf32>) outs(%88 : tensor<32x4xf32>) -> tensor<32x4xf32>
    %90 = linalg.fill ins(%c0_i64 : i64) outs(%46 : tensor<32xi64>) -> tensor<32xi64>
    %91 = tensor.empty() : tensor<32xf32>
    %92 = linalg.fill ins(%cst_1 : f32) outs(%91 : tensor<32xf32>) -> tensor<32xf32>
    %93:2 = linalg.generic {indexing_maps = [#map12, #map16, #map16], iterator_types = ["parallel", "reduction"]} ins(%89 : tensor<32x4xf32>) outs(%92, %90 : tensor<32xf32>, tensor<32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_61: i64):
      %160 = linalg.index 1 : index
      %161 = arith.index_cast %160 : index to i64
      %162 = arith.maximumf %in, %out : f32
      %163 = arith.cmpf ogt, %in, %out : f32
      %164 = arith.select %163, %161, %out_61 : i64
      linalg.yield %162, %164 : f32, i64
    } -> (tensor<32xf32>, tensor<32xi64>)
    %expanded_41 = tensor.expand_shape %93#0 [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32>
    %94 = linalg.generic {indexing_maps = [#map12, #map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%89, %expanded_41 : tensor<32x4xf32>, tensor<32x1xf32>) outs(%87 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.subf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x4xf32>
    %95 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%94 : tensor<32x4xf32>) outs(%87 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = math.exp %in : f32
      linalg.yield %160 : f32
    } -> tensor<32x4xf32>
    %96 = tensor.empty() : tensor<32x1xf32>
    %97 = linalg.fill ins(%cst : f32) outs(%96 : tensor<32x1xf32>) -> tensor<32x1xf32>
    %98 = linalg.generic {indexing_maps = [#map12, #map11], iterator_types = ["parallel", "reduction"]} ins(%95 : tensor<32x4xf32>) outs(%97 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<32x1xf32>
    %99 = linalg.generic {indexing_maps = [#map12, #map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%95, %98 : tensor<32x4xf32>, tensor<32x1xf32>) outs(%87 : tensor<32x4xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.divf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x4xf32>
    %100 = tensor.empty() : tensor<4xi64>
    %101 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel"]} outs(%100 : tensor<4xi64>) {
    ^bb0(%out: i64):
      %160 = linalg.index 0 : index
      %161 = arith.index_cast %160 : index to i64
      linalg.yield %161 : i64
    } -> tensor<4xi64>
    %102:2 = linalg.generic {indexing_maps = [#map12, #map16, #map16], iterator_types = ["parallel", "reduction"]} ins(%99 : tensor<32x4xf32>) outs(%92, %90 : tensor<32xf32>, tensor<32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_61: i64):
      %160 = linalg.index 1 : index
      %161 = arith.index_cast %160 : index to i64
      %162 = arith.maximumf %in, %out : f32
      %163 = arith.cmpf ogt, %in, %out : f32
      %164 = arith.select %163, %161, %out_61 : i64
      linalg.yield %162, %164 : f32, i64
    } -> (tensor<32xf32>, tensor<32xi64>)
    %expanded_42 = tensor.expand_shape %102#0 [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32>
    %expanded_43 = tensor.expand_shape %102#1 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %103 = tensor.empty() : tensor<32x4xi1>
    %104 = linalg.generic {indexing_maps = [#map17, #map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%101, %expanded_43 : tensor<4xi64>, tensor<32x1xi64>) outs(%103 : tensor<32x4xi1>) {
    ^bb0(%in: i64, %in_61: i64, %out: i1):
      %160 = arith.cmpi eq, %in, %in_61 : i64
      linalg.yield %160 : i1
    } -> tensor<32x4xi1>
    %105 = linalg.generic {indexing_maps = [#map12, #map18, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%104, %cst_4, %99 : tensor<32x4xi1>, tensor<f32>, tensor<32x4xf32>) outs(%87 : tensor<32x4xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %160 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %160 : f32
    } -> tensor<32x4xf32>
    %106:2 = linalg.generic {indexing_maps = [#map12, #map16, #map16], iterator_types = ["parallel", "reduction"]} ins(%105 : tensor<32x4xf32>) outs(%92, %90 : tensor<32xf32>, tensor<32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_61: i64):
      %160 = linalg.index 1 : index
      %161 = arith.index_cast %160 : index to i64
      %162 = arith.maximumf %in, %out : f32
      %163 = arith.cmpf ogt, %in, %out : f32
      %164 = arith.select %163, %161, %out_61 : i64
      linalg.yield %162, %164 : f32, i64
    } -> (tensor<32xf32>, tensor<32xi64>)
    %expanded_44 = tensor.expand_shape %106#0 [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32>
    %expanded_45 = tensor.expand_shape %106#1 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %concat_46 = tensor.concat dim(1) %expanded_42, %expanded_44 : (tensor<32x1xf32>, tensor<32x1xf32>) -> tensor<32x2xf32>
    %concat_47 = tensor.concat dim(1) %expanded_43, %expanded_45 : (tensor<32x1xi64>, tensor<32x1xi64>) -> tensor<32x2xi64>
    %107 = linalg.generic {indexing_maps = [#map12, #map11], iterator_types = ["parallel", "reduction"]} ins(%concat_46 : tensor<32x2xf32>) outs(%97 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<32x1xf32>
    %108 = tensor.empty() : tensor<32x2xf32>
    %109 = linalg.generic {indexing_maps = [#map12, #map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%concat_46, %107 : tensor<32x2xf32>, tensor<32x1xf32>) outs(%108 : tensor<32x2xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.divf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x2xf32>
    %110 = tensor.empty() : tensor<32x2xi1>
    %111 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%concat_47 : tensor<32x2xi64>) outs(%110 : tensor<32x2xi1>) {
    ^bb0(%in: i64, %out: i1):
      %160 = arith.cmpi eq, %in, %c0_i64 : i64
      linalg.yield %160 : i1
    } -> tensor<32x2xi1>
    %112 = linalg.generic {indexing_maps = [#map12, #map12, #map18, #map12], iterator_types = ["parallel", "parallel"]} ins(%111, %109, %cst_2 : tensor<32x2xi1>, tensor<32x2xf32>, tensor<f32>) outs(%108 : tensor<32x2xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %160 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %160 : f32
    } -> tensor<32x2xf32>
    %113 = linalg.generic {indexing_maps = [#map12, #map11], iterator_types = ["parallel", "reduction"]} ins(%112 : tensor<32x2xf32>) outs(%97 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<32x1xf32>
    %114 = tensor.empty() : tensor<64x96xf32>
    %transposed_48 = linalg.transpose ins(%arg9 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %115 = tensor.empty() : tensor<32x96xf32>
    %116 = linalg.fill ins(%cst : f32) outs(%115 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %117 = linalg.matmul ins(%collapsed_39, %transposed_48 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %118 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%117 : tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.negf %in : f32
      %161 = math.exp %160 : f32
      %162 = arith.addf %161, %cst_0 : f32
      %163 = arith.divf %cst_0, %162 : f32
      linalg.yield %163 : f32
    } -> tensor<32x96xf32>
    %119 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%117, %118 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %transposed_49 = linalg.transpose ins(%arg10 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %120 = linalg.matmul ins(%collapsed_39, %transposed_49 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %121 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%119, %120 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %122 = tensor.empty() : tensor<96x64xf32>
    %transposed_50 = linalg.transpose ins(%arg11 : tensor<64x96xf32>) outs(%122 : tensor<96x64xf32>) permutation = [1, 0] 
    %123 = linalg.matmul ins(%121, %transposed_50 : tensor<32x96xf32>, tensor<96x64xf32>) outs(%12 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %124 = linalg.generic {indexing_maps = [#map11, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%113, %123 : tensor<32x1xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %125 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%cst_3, %124 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %126 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%concat_47 : tensor<32x2xi64>) outs(%110 : tensor<32x2xi1>) {
    ^bb0(%in: i64, %out: i1):
      %160 = arith.cmpi eq, %in, %c1_i64 : i64
      linalg.yield %160 : i1
    } -> tensor<32x2xi1>
    %127 = linalg.generic {indexing_maps = [#map12, #map12, #map18, #map12], iterator_types = ["parallel", "parallel"]} ins(%126, %109, %cst_2 : tensor<32x2xi1>, tensor<32x2xf32>, tensor<f32>) outs(%108 : tensor<32x2xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %160 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %160 : f32
    } -> tensor<32x2xf32>
    %128 = linalg.generic {indexing_maps = [#map12, #map11], iterator_types = ["parallel", "reduction"]} ins(%127 : tensor<32x2xf32>) outs(%97 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<32x1xf32>
    %transposed_51 = linalg.transpose ins(%arg12 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %129 = linalg.matmul ins(%collapsed_39, %transposed_51 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %130 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%129 : tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.negf %in : f32
      %161 = math.exp %160 : f32
      %162 = arith.addf %161, %cst_0 : f32
      %163 = arith.divf %cst_0, %162 : f32
      linalg.yield %163 : f32
    } -> tensor<32x96xf32>
    %131 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%129, %130 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %transposed_52 = linalg.transpose ins(%arg13 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %132 = linalg.matmul ins(%collapsed_39, %transposed_52 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %133 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%131, %132 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %transposed_53 = linalg.transpose ins(%arg14 : tensor<64x96xf32>) outs(%122 : tensor<96x64xf32>) permutation = [1, 0] 
    %134 = linalg.matmul ins(%133, %transposed_53 : tensor<32x96xf32>, tensor<96x64xf32>) outs(%12 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %135 = linalg.generic {indexing_maps = [#map11, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%128, %134 : tensor<32x1xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %136 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%125, %135 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %137 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%concat_47 : tensor<32x2xi64>) outs(%110 : tensor<32x2xi1>) {
    ^bb0(%in: i64, %out: i1):
      %160 = arith.cmpi eq, %in, %c2_i64 : i64
      linalg.yield %160 : i1
    } -> tensor<32x2xi1>
    %138 = linalg.generic {indexing_maps = [#map12, #map12, #map18, #map12], iterator_types = ["parallel", "parallel"]} ins(%137, %109, %cst_2 : tensor<32x2xi1>, tensor<32x2xf32>, tensor<f32>) outs(%108 : tensor<32x2xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %160 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %160 : f32
    } -> tensor<32x2xf32>
    %139 = linalg.generic {indexing_maps = [#map12, #map11], iterator_types = ["parallel", "reduction"]} ins(%138 : tensor<32x2xf32>) outs(%97 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<32x1xf32>
    %transposed_54 = linalg.transpose ins(%arg15 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %140 = linalg.matmul ins(%collapsed_39, %transposed_54 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %141 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.negf %in : f32
      %161 = math.exp %160 : f32
      %162 = arith.addf %161, %cst_0 : f32
      %163 = arith.divf %cst_0, %162 : f32
      linalg.yield %163 : f32
    } -> tensor<32x96xf32>
    %142 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%140, %141 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %transposed_55 = linalg.transpose ins(%arg16 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %143 = linalg.matmul ins(%collapsed_39, %transposed_55 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %144 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%142, %143 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %transposed_56 = linalg.transpose ins(%arg17 : tensor<64x96xf32>) outs(%122 : tensor<96x64xf32>) permutation = [1, 0] 
    %145 = linalg.matmul ins(%144, %transposed_56 : tensor<32x96xf32>, tensor<96x64xf32>) outs(%12 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %146 = linalg.generic {indexing_maps = [#map11, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%139, %145 : tensor<32x1xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %147 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%136, %146 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %148 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%concat_47 : tensor<32x2xi64>) outs(%110 : tensor<32x2xi1>) {
    ^bb0(%in: i64, %out: i1):
      %160 = arith.cmpi eq, %in, %c3_i64 : i64
      linalg.yield %160 : i1
    } -> tensor<32x2xi1>
    %149 = linalg.generic {indexing_maps = [#map12, #map12, #map18, #map12], iterator_types = ["parallel", "parallel"]} ins(%148, %109, %cst_2 : tensor<32x2xi1>, tensor<32x2xf32>, tensor<f32>) outs(%108 : tensor<32x2xf32>) {
    ^bb0(%in: i1, %in_61: f32, %in_62: f32, %out: f32):
      %160 = arith.select %in, %in_61, %in_62 : f32
      linalg.yield %160 : f32
    } -> tensor<32x2xf32>
    %150 = linalg.generic {indexing_maps = [#map12, #map11], iterator_types = ["parallel", "reduction"]} ins(%149 : tensor<32x2xf32>) outs(%97 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.addf %in, %out : f32
      linalg.yield %160 : f32
    } -> tensor<32x1xf32>
    %transposed_57 = linalg.transpose ins(%arg18 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %151 = linalg.matmul ins(%collapsed_39, %transposed_57 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %152 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %160 = arith.negf %in : f32
      %161 = math.exp %160 : f32
      %162 = arith.addf %161, %cst_0 : f32
      %163 = arith.divf %cst_0, %162 : f32
      linalg.yield %163 : f32
    } -> tensor<32x96xf32>
    %153 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%151, %152 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %transposed_58 = linalg.transpose ins(%arg19 : tensor<96x64xf32>) outs(%114 : tensor<64x96xf32>) permutation = [1, 0] 
    %154 = linalg.matmul ins(%collapsed_39, %transposed_58 : tensor<32x64xf32>, tensor<64x96xf32>) outs(%116 : tensor<32x96xf32>) -> tensor<32x96xf32>
    %155 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%153, %154 : tensor<32x96xf32>, tensor<32x96xf32>) outs(%115 : tensor<32x96xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x96xf32>
    %transposed_59 = linalg.transpose ins(%arg20 : tensor<64x96xf32>) outs(%122 : tensor<96x64xf32>) permutation = [1, 0] 
    %156 = linalg.matmul ins(%155, %transposed_59 : tensor<32x96xf32>, tensor<96x64xf32>) outs(%12 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %157 = linalg.generic {indexing_maps = [#map11, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%150, %156 : tensor<32x1xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.mulf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %158 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%147, %157 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%11 : tensor<32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<32x64xf32>
    %expanded_60 = tensor.expand_shape %158 [[0, 1], [2]] output_shape [1, 32, 64] : tensor<32x64xf32> into tensor<1x32x64xf32>
    %159 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78, %expanded_60 : tensor<1x32x64xf32>, tensor<1x32x64xf32>) outs(%0 : tensor<1x32x64xf32>) {
    ^bb0(%in: f32, %in_61: f32, %out: f32):
      %160 = arith.addf %in, %in_61 : f32
      linalg.yield %160 : f32
    } -> tensor<1x32x64xf32>
    return %159 : tensor<1x32x64xf32>
  }
}
