// moe_router, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_moe_router {
  func.func @moe_router(%arg0: tensor<20x32xf32>, %arg1: tensor<32x8xf32>) -> (tensor<20x2xf32>, tensor<20x2xi32>) {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<20x8xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<20x32xf32>, tensor<32x8xf32>) outs(%1 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %3 = tensor.empty() : tensor<20xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<20xf32>) -> tensor<20xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<20x8xf32>) outs(%4 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.maximumf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<20xf32>
    %6 = tensor.empty() : tensor<20x8xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<20xf32>) outs(%6 : tensor<20x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x8xf32>
    %8 = tensor.empty() : tensor<20x8xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %7 : tensor<20x8xf32>, tensor<20x8xf32>) outs(%8 : tensor<20x8xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %56 = arith.subf %in, %in_7 : f32
      linalg.yield %56 : f32
    } -> tensor<20x8xf32>
    %10 = tensor.empty() : tensor<20x8xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<20x8xf32>) outs(%10 : tensor<20x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = math.exp %in : f32
      linalg.yield %56 : f32
    } -> tensor<20x8xf32>
    %12 = tensor.empty() : tensor<20xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<20xf32>) -> tensor<20xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%11 : tensor<20x8xf32>) outs(%13 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.addf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<20xf32>
    %15 = tensor.empty() : tensor<20x8xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<20xf32>) outs(%15 : tensor<20x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x8xf32>
    %17 = tensor.empty() : tensor<20x8xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%11, %16 : tensor<20x8xf32>, tensor<20x8xf32>) outs(%17 : tensor<20x8xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %56 = arith.divf %in, %in_7 : f32
      linalg.yield %56 : f32
    } -> tensor<20x8xf32>
    %19 = tensor.empty() : tensor<8xi32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%19 : tensor<8xi32>) {
    ^bb0(%out: i32):
      %56 = linalg.index 0 : index
      %57 = arith.index_cast %56 : index to i32
      linalg.yield %57 : i32
    } -> tensor<8xi32>
    %21 = tensor.empty() : tensor<20x8xi32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%21 : tensor<20x8xi32>) {
    ^bb0(%out: i32):
      %56 = linalg.index 1 : index
      %57 = arith.index_cast %56 : index to i32
      linalg.yield %57 : i32
    } -> tensor<20x8xi32>
    %23 = tensor.empty() : tensor<20xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<20xf32>) -> tensor<20xf32>
    %25 = tensor.empty() : tensor<20xi32>
    %26 = linalg.fill ins(%c0_i32 : i32) outs(%25 : tensor<20xi32>) -> tensor<20xi32>
    %27:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%18, %22 : tensor<20x8xf32>, tensor<20x8xi32>) outs(%24, %26 : tensor<20xf32>, tensor<20xi32>) {
    ^bb0(%in: f32, %in_7: i32, %out: f32, %out_8: i32):
      %56 = arith.cmpf ogt, %out, %in : f32
      %57 = arith.cmpf une, %out, %out : f32
      %58 = arith.ori %56, %57 : i1
      %59 = arith.cmpf oeq, %out, %in : f32
      %60 = arith.cmpi slt, %out_8, %in_7 : i32
      %61 = arith.andi %59, %60 : i1
      %62 = arith.ori %58, %61 : i1
      %63 = arith.select %58, %out, %in : f32
      %64 = arith.select %62, %out_8, %in_7 : i32
      linalg.yield %63, %64 : f32, i32
    } -> (tensor<20xf32>, tensor<20xi32>)
    %expanded = tensor.expand_shape %27#1 [[0, 1]] output_shape [20, 1] : tensor<20xi32> into tensor<20x1xi32>
    %28 = tensor.empty() : tensor<20xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<20xf32>) -> tensor<20xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%18 : tensor<20x8xf32>) outs(%29 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.maximumf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<20xf32>
    %expanded_1 = tensor.expand_shape %30 [[0, 1]] output_shape [20, 1] : tensor<20xf32> into tensor<20x1xf32>
    %31 = tensor.empty() : tensor<20x8xi32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<8xi32>) outs(%31 : tensor<20x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20x8xi32>
    %33 = tensor.empty() : tensor<20x8xi32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%27#1 : tensor<20xi32>) outs(%33 : tensor<20x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20x8xi32>
    %35 = tensor.empty() : tensor<20x8xi1>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32, %34 : tensor<20x8xi32>, tensor<20x8xi32>) outs(%35 : tensor<20x8xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %56 = arith.cmpi eq, %in, %in_7 : i32
      linalg.yield %56 : i1
    } -> tensor<20x8xi1>
    %37 = tensor.empty() : tensor<20x8xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%36, %18 : tensor<20x8xi1>, tensor<20x8xf32>) outs(%37 : tensor<20x8xf32>) {
    ^bb0(%in: i1, %in_7: f32, %out: f32):
      %56 = arith.select %in, %cst, %in_7 : f32
      linalg.yield %56 : f32
    } -> tensor<20x8xf32>
    %39 = tensor.empty() : tensor<20xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<20xf32>) -> tensor<20xf32>
    %41 = tensor.empty() : tensor<20xi32>
    %42 = linalg.fill ins(%c0_i32 : i32) outs(%41 : tensor<20xi32>) -> tensor<20xi32>
    %43:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%38, %22 : tensor<20x8xf32>, tensor<20x8xi32>) outs(%40, %42 : tensor<20xf32>, tensor<20xi32>) {
    ^bb0(%in: f32, %in_7: i32, %out: f32, %out_8: i32):
      %56 = arith.cmpf ogt, %out, %in : f32
      %57 = arith.cmpf une, %out, %out : f32
      %58 = arith.ori %56, %57 : i1
      %59 = arith.cmpf oeq, %out, %in : f32
      %60 = arith.cmpi slt, %out_8, %in_7 : i32
      %61 = arith.andi %59, %60 : i1
      %62 = arith.ori %58, %61 : i1
      %63 = arith.select %58, %out, %in : f32
      %64 = arith.select %62, %out_8, %in_7 : i32
      linalg.yield %63, %64 : f32, i32
    } -> (tensor<20xf32>, tensor<20xi32>)
    %expanded_2 = tensor.expand_shape %43#1 [[0, 1]] output_shape [20, 1] : tensor<20xi32> into tensor<20x1xi32>
    %44 = tensor.empty() : tensor<20xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<20xf32>) -> tensor<20xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%38 : tensor<20x8xf32>) outs(%45 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.maximumf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<20xf32>
    %expanded_3 = tensor.expand_shape %46 [[0, 1]] output_shape [20, 1] : tensor<20xf32> into tensor<20x1xf32>
    %47 = tensor.empty() : tensor<20x2xf32>
    %inserted_slice = tensor.insert_slice %expanded_1 into %47[0, 0] [20, 1] [1, 1] : tensor<20x1xf32> into tensor<20x2xf32>
    %inserted_slice_4 = tensor.insert_slice %expanded_3 into %inserted_slice[0, 1] [20, 1] [1, 1] : tensor<20x1xf32> into tensor<20x2xf32>
    %48 = tensor.empty() : tensor<20x2xi32>
    %inserted_slice_5 = tensor.insert_slice %expanded into %48[0, 0] [20, 1] [1, 1] : tensor<20x1xi32> into tensor<20x2xi32>
    %inserted_slice_6 = tensor.insert_slice %expanded_2 into %inserted_slice_5[0, 1] [20, 1] [1, 1] : tensor<20x1xi32> into tensor<20x2xi32>
    %49 = tensor.empty() : tensor<20xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<20xf32>) -> tensor<20xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_4 : tensor<20x2xf32>) outs(%50 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.addf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<20xf32>
    %52 = tensor.empty() : tensor<20x2xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<20xf32>) outs(%52 : tensor<20x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<20x2xf32>
    %54 = tensor.empty() : tensor<20x2xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_4, %53 : tensor<20x2xf32>, tensor<20x2xf32>) outs(%54 : tensor<20x2xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %56 = arith.divf %in, %in_7 : f32
      linalg.yield %56 : f32
    } -> tensor<20x2xf32>
    return %55, %inserted_slice_6 : tensor<20x2xf32>, tensor<20x2xi32>
  }
}
