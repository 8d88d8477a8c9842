// DistillationLoss, by torch 2.14.1 and torch-mlir 20261001.
// Written by test/Inputs/models/generate.py; do not edit.
//
// %arg0: input 0
// %arg1: input 1

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<() -> ()>
module {
  func.func @distillation_loss(%arg0: tensor<12x90xf32>, %arg1: tensor<12x90xf32>) -> tensor<f32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 2.000000e+00 : f32
    %cst_4 = arith.constant 1.200000e+01 : f32
    %cst_5 = arith.constant 4.000000e+00 : f32
    %0 = tensor.empty() : tensor<12x90xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.divf %in, %cst_3 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %2 = tensor.empty() : tensor<12xi64>
    %3 = linalg.fill ins(%c0_i64 : i64) outs(%2 : tensor<12xi64>) -> tensor<12xi64>
    %4 = tensor.empty() : tensor<12xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<12xf32>) -> tensor<12xf32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<12x90xf32>) outs(%5, %3 : tensor<12xf32>, tensor<12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %34 = linalg.index 1 : index
      %35 = arith.index_cast %34 : index to i64
      %36 = arith.maximumf %in, %out : f32
      %37 = arith.cmpf ogt, %in, %out : f32
      %38 = arith.select %37, %35, %out_7 : i64
      linalg.yield %36, %38 : f32, i64
    } -> (tensor<12xf32>, tensor<12xi64>)
    %expanded = tensor.expand_shape %6#0 [[0, 1]] output_shape [12, 1] : tensor<12xf32> into tensor<12x1xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %expanded : tensor<12x90xf32>, tensor<12x1xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %34 = arith.subf %in, %in_7 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = math.exp %in : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %9 = tensor.empty() : tensor<12x1xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<12x1xf32>) -> tensor<12x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<12x90xf32>) outs(%10 : tensor<12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.addf %in, %out : f32
      linalg.yield %34 : f32
    } -> tensor<12x1xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<12x1xf32>) outs(%9 : tensor<12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = math.log %in : f32
      linalg.yield %34 : f32
    } -> tensor<12x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%7, %12 : tensor<12x90xf32>, tensor<12x1xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %34 = arith.subf %in, %in_7 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.divf %in, %cst_3 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %15:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%14 : tensor<12x90xf32>) outs(%5, %3 : tensor<12xf32>, tensor<12xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %34 = linalg.index 1 : index
      %35 = arith.index_cast %34 : index to i64
      %36 = arith.maximumf %in, %out : f32
      %37 = arith.cmpf ogt, %in, %out : f32
      %38 = arith.select %37, %35, %out_7 : i64
      linalg.yield %36, %38 : f32, i64
    } -> (tensor<12xf32>, tensor<12xi64>)
    %expanded_6 = tensor.expand_shape %15#0 [[0, 1]] output_shape [12, 1] : tensor<12xf32> into tensor<12x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%14, %expanded_6 : tensor<12x90xf32>, tensor<12x1xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %34 = arith.subf %in, %in_7 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = math.exp %in : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%17 : tensor<12x90xf32>) outs(%10 : tensor<12x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.addf %in, %out : f32
      linalg.yield %34 : f32
    } -> tensor<12x1xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<12x90xf32>, tensor<12x1xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %34 = arith.divf %in, %in_7 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %13 : tensor<12x90xf32>, tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %34 = arith.mulf %in, %in_7 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %21 = tensor.empty() : tensor<12x90xi1>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<12x90xf32>) outs(%21 : tensor<12x90xi1>) {
    ^bb0(%in: f32, %out: i1):
      %34 = arith.cmpf oeq, %in, %cst_0 : f32
      linalg.yield %34 : i1
    } -> tensor<12x90xi1>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = math.log %in : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %23 : tensor<12x90xf32>, tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %34 = arith.mulf %in, %in_7 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map3, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %cst_2, %24 : tensor<12x90xi1>, tensor<f32>, tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %34 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %19 : tensor<12x90xf32>, tensor<12x90xf32>) outs(%21 : tensor<12x90xi1>) {
    ^bb0(%in: f32, %in_7: f32, %out: i1):
      %34 = arith.cmpf une, %in, %in_7 : f32
      linalg.yield %34 : i1
    } -> tensor<12x90xi1>
    %27 = linalg.generic {indexing_maps = [#map, #map3, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%26, %cst_1, %25 : tensor<12x90xi1>, tensor<f32>, tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %34 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %20 : tensor<12x90xf32>, tensor<12x90xf32>) outs(%0 : tensor<12x90xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %34 = arith.subf %in, %in_7 : f32
      linalg.yield %34 : f32
    } -> tensor<12x90xf32>
    %29 = tensor.empty() : tensor<f32>
    %30 = linalg.fill ins(%cst_0 : f32) outs(%29 : tensor<f32>) -> tensor<f32>
    %31 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction"]} ins(%28 : tensor<12x90xf32>) outs(%30 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.addf %in, %out : f32
      linalg.yield %34 : f32
    } -> tensor<f32>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%31 : tensor<f32>) outs(%29 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.divf %in, %cst_4 : f32
      linalg.yield %34 : f32
    } -> tensor<f32>
    %33 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%32 : tensor<f32>) outs(%29 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %34 = arith.mulf %in, %cst_5 : f32
      linalg.yield %34 : f32
    } -> tensor<f32>
    return %33 : tensor<f32>
  }
}
