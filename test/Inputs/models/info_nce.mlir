// InfoNCE, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<() -> ()>
module {
  func.func @info_nce(%arg0: tensor<24x40xf32>, %arg1: tensor<24x40xf32>) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c24 = arith.constant 24 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 7.000000e-02 : f64
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 2.000000e+00 : f32
    %cst_5 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<24x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<24x1xf32>) -> tensor<24x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<24x40xf32>) outs(%1 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.absf %in : f32
      %53 = math.powf %52, %cst_4 : f32
      %54 = arith.addf %53, %out : f32
      linalg.yield %54 : f32
    } -> tensor<24x1xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<24x1xf32>) outs(%0 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.powf %in, %cst_3 : f32
      linalg.yield %52 : f32
    } -> tensor<24x1xf32>
    %4 = tensor.empty() : tensor<24x40xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %3 : tensor<24x40xf32>, tensor<24x1xf32>) outs(%4 : tensor<24x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.divf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<24x40xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg1 : tensor<24x40xf32>) outs(%1 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.absf %in : f32
      %53 = math.powf %52, %cst_4 : f32
      %54 = arith.addf %53, %out : f32
      linalg.yield %54 : f32
    } -> tensor<24x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<24x1xf32>) outs(%0 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.powf %in, %cst_3 : f32
      linalg.yield %52 : f32
    } -> tensor<24x1xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %7 : tensor<24x40xf32>, tensor<24x1xf32>) outs(%4 : tensor<24x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.divf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<24x40xf32>
    %9 = tensor.empty() : tensor<40x24xf32>
    %transposed = linalg.transpose ins(%8 : tensor<24x40xf32>) outs(%9 : tensor<40x24xf32>) permutation = [1, 0] 
    %10 = tensor.empty() : tensor<24x24xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<24x24xf32>) -> tensor<24x24xf32>
    %12 = linalg.matmul ins(%5, %transposed : tensor<24x40xf32>, tensor<40x24xf32>) outs(%11 : tensor<24x24xf32>) -> tensor<24x24xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<24x24xf32>) outs(%10 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.truncf %cst_2 : f64 to f32
      %53 = arith.divf %in, %52 : f32
      linalg.yield %53 : f32
    } -> tensor<24x24xf32>
    %14 = tensor.empty() : tensor<24xi64>
    %15 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel"]} outs(%14 : tensor<24xi64>) {
    ^bb0(%out: i64):
      %52 = linalg.index 0 : index
      %53 = arith.index_cast %52 : index to i64
      linalg.yield %53 : i64
    } -> tensor<24xi64>
    %16 = linalg.fill ins(%c0_i64 : i64) outs(%14 : tensor<24xi64>) -> tensor<24xi64>
    %17 = tensor.empty() : tensor<24xf32>
    %18 = linalg.fill ins(%cst_0 : f32) outs(%17 : tensor<24xf32>) -> tensor<24xf32>
    %19:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%13 : tensor<24x24xf32>) outs(%18, %16 : tensor<24xf32>, tensor<24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_10: i64):
      %52 = linalg.index 1 : index
      %53 = arith.index_cast %52 : index to i64
      %54 = arith.maximumf %in, %out : f32
      %55 = arith.cmpf ogt, %in, %out : f32
      %56 = arith.select %55, %53, %out_10 : i64
      linalg.yield %54, %56 : f32, i64
    } -> (tensor<24xf32>, tensor<24xi64>)
    %expanded = tensor.expand_shape %19#0 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %expanded : tensor<24x24xf32>, tensor<24x1xf32>) outs(%10 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.subf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<24x24xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<24x24xf32>) outs(%10 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.exp %in : f32
      linalg.yield %52 : f32
    } -> tensor<24x24xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%21 : tensor<24x24xf32>) outs(%1 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<24x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<24x1xf32>) outs(%0 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.log %in : f32
      linalg.yield %52 : f32
    } -> tensor<24x1xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %23 : tensor<24x24xf32>, tensor<24x1xf32>) outs(%10 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.subf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<24x24xf32>
    %25 = tensor.empty() : tensor<24xi1>
    %26 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%15 : tensor<24xi64>) outs(%25 : tensor<24xi1>) {
    ^bb0(%in: i64, %out: i1):
      %52 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %52 : i1
    } -> tensor<24xi1>
    %27 = linalg.generic {indexing_maps = [#map2, #map2, #map4, #map2], iterator_types = ["parallel"]} ins(%26, %15, %cst_5 : tensor<24xi1>, tensor<24xi64>, tensor<i64>) outs(%14 : tensor<24xi64>) {
    ^bb0(%in: i1, %in_10: i64, %in_11: i64, %out: i64):
      %52 = arith.select %in, %in_10, %in_11 : i64
      linalg.yield %52 : i64
    } -> tensor<24xi64>
    %expanded_6 = tensor.expand_shape %27 [[0, 1]] output_shape [24, 1] : tensor<24xi64> into tensor<24x1xi64>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_6 : tensor<24x1xi64>) outs(%1 : tensor<24x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %52 = linalg.index 0 : index
      %53 = arith.index_cast %in : i64 to index
      %54 = arith.cmpi slt, %53, %c24 : index
      cf.assert %54, "index must be smaller than dim size"
      %55 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %55, "index must be larger or equal to 0"
      %extracted = tensor.extract %24[%52, %53] : tensor<24x24xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x1xf32>
    %collapsed = tensor.collapse_shape %28 [[0, 1]] : tensor<24x1xf32> into tensor<24xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed : tensor<24xf32>) outs(%17 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.negf %in : f32
      linalg.yield %52 : f32
    } -> tensor<24xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map2, #map4, #map2], iterator_types = ["parallel"]} ins(%26, %29, %cst_1 : tensor<24xi1>, tensor<24xf32>, tensor<f32>) outs(%17 : tensor<24xf32>) {
    ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
      %52 = arith.select %in, %in_10, %in_11 : f32
      linalg.yield %52 : f32
    } -> tensor<24xf32>
    %31 = tensor.empty() : tensor<i64>
    %32 = linalg.fill ins(%c0_i64 : i64) outs(%31 : tensor<i64>) -> tensor<i64>
    %33 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["reduction"]} ins(%26 : tensor<24xi1>) outs(%32 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %52 = arith.extui %in : i1 to i64
      %53 = arith.addi %52, %out : i64
      linalg.yield %53 : i64
    } -> tensor<i64>
    %34 = tensor.empty() : tensor<f32>
    %35 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%33 : tensor<i64>) outs(%34 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %52 = arith.sitofp %in : i64 to f32
      linalg.yield %52 : f32
    } -> tensor<f32>
    %36 = linalg.fill ins(%cst : f32) outs(%34 : tensor<f32>) -> tensor<f32>
    %37 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["reduction"]} ins(%30 : tensor<24xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<f32>
    %38 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%37, %35 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.divf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<f32>
    %transposed_7 = linalg.transpose ins(%13 : tensor<24x24xf32>) outs(%10 : tensor<24x24xf32>) permutation = [1, 0] 
    %39:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%transposed_7 : tensor<24x24xf32>) outs(%18, %16 : tensor<24xf32>, tensor<24xi64>) {
    ^bb0(%in: f32, %out: f32, %out_10: i64):
      %52 = linalg.index 1 : index
      %53 = arith.index_cast %52 : index to i64
      %54 = arith.maximumf %in, %out : f32
      %55 = arith.cmpf ogt, %in, %out : f32
      %56 = arith.select %55, %53, %out_10 : i64
      linalg.yield %54, %56 : f32, i64
    } -> (tensor<24xf32>, tensor<24xi64>)
    %expanded_8 = tensor.expand_shape %39#0 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%transposed_7, %expanded_8 : tensor<24x24xf32>, tensor<24x1xf32>) outs(%10 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.subf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<24x24xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<24x24xf32>) outs(%10 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.exp %in : f32
      linalg.yield %52 : f32
    } -> tensor<24x24xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%41 : tensor<24x24xf32>) outs(%1 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<24x1xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<24x1xf32>) outs(%0 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.log %in : f32
      linalg.yield %52 : f32
    } -> tensor<24x1xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%40, %43 : tensor<24x24xf32>, tensor<24x1xf32>) outs(%10 : tensor<24x24xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.subf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<24x24xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_6 : tensor<24x1xi64>) outs(%1 : tensor<24x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %52 = linalg.index 0 : index
      %53 = arith.index_cast %in : i64 to index
      %54 = arith.cmpi slt, %53, %c24 : index
      cf.assert %54, "index must be smaller than dim size"
      %55 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %55, "index must be larger or equal to 0"
      %extracted = tensor.extract %44[%52, %53] : tensor<24x24xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x1xf32>
    %collapsed_9 = tensor.collapse_shape %45 [[0, 1]] : tensor<24x1xf32> into tensor<24xf32>
    %46 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_9 : tensor<24xf32>) outs(%17 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.negf %in : f32
      linalg.yield %52 : f32
    } -> tensor<24xf32>
    %47 = linalg.generic {indexing_maps = [#map2, #map2, #map4, #map2], iterator_types = ["parallel"]} ins(%26, %46, %cst_1 : tensor<24xi1>, tensor<24xf32>, tensor<f32>) outs(%17 : tensor<24xf32>) {
    ^bb0(%in: i1, %in_10: f32, %in_11: f32, %out: f32):
      %52 = arith.select %in, %in_10, %in_11 : f32
      linalg.yield %52 : f32
    } -> tensor<24xf32>
    %48 = linalg.generic {indexing_maps = [#map2, #map4], iterator_types = ["reduction"]} ins(%47 : tensor<24xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<f32>
    %49 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%48, %35 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.divf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<f32>
    %50 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = []} ins(%38, %49 : tensor<f32>, tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %52 = arith.addf %in, %in_10 : f32
      linalg.yield %52 : f32
    } -> tensor<f32>
    %51 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%50 : tensor<f32>) outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.divf %in, %cst_4 : f32
      linalg.yield %52 : f32
    } -> tensor<f32>
    return %51 : tensor<f32>
  }
}
