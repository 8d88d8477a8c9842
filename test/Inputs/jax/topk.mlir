// topk, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_topk {
  func.func @topk(%arg0: tensor<9x65xf32>) -> (tensor<9x3xf32>, tensor<9x3xi32>) {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<65xi32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%0 : tensor<65xi32>) {
    ^bb0(%out: i32):
      %44 = linalg.index 0 : index
      %45 = arith.index_cast %44 : index to i32
      linalg.yield %45 : i32
    } -> tensor<65xi32>
    %2 = tensor.empty() : tensor<9x65xi32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<9x65xi32>) {
    ^bb0(%out: i32):
      %44 = linalg.index 1 : index
      %45 = arith.index_cast %44 : index to i32
      linalg.yield %45 : i32
    } -> tensor<9x65xi32>
    %4 = tensor.empty() : tensor<9xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<9xf32>) -> tensor<9xf32>
    %6 = tensor.empty() : tensor<9xi32>
    %7 = linalg.fill ins(%c0_i32 : i32) outs(%6 : tensor<9xi32>) -> tensor<9xi32>
    %8:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0, %3 : tensor<9x65xf32>, tensor<9x65xi32>) outs(%5, %7 : tensor<9xf32>, tensor<9xi32>) {
    ^bb0(%in: f32, %in_10: i32, %out: f32, %out_11: i32):
      %44 = arith.cmpf ogt, %out, %in : f32
      %45 = arith.cmpf une, %out, %out : f32
      %46 = arith.ori %44, %45 : i1
      %47 = arith.cmpf oeq, %out, %in : f32
      %48 = arith.cmpi slt, %out_11, %in_10 : i32
      %49 = arith.andi %47, %48 : i1
      %50 = arith.ori %46, %49 : i1
      %51 = arith.select %46, %out, %in : f32
      %52 = arith.select %50, %out_11, %in_10 : i32
      linalg.yield %51, %52 : f32, i32
    } -> (tensor<9xf32>, tensor<9xi32>)
    %expanded = tensor.expand_shape %8#1 [[0, 1]] output_shape [9, 1] : tensor<9xi32> into tensor<9x1xi32>
    %9 = tensor.empty() : tensor<9xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<9xf32>) -> tensor<9xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<9x65xf32>) outs(%10 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.maximumf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<9xf32>
    %expanded_0 = tensor.expand_shape %11 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %12 = tensor.empty() : tensor<9x65xi32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<65xi32>) outs(%12 : tensor<9x65xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<9x65xi32>
    %14 = tensor.empty() : tensor<9x65xi32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8#1 : tensor<9xi32>) outs(%14 : tensor<9x65xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<9x65xi32>
    %16 = tensor.empty() : tensor<9x65xi1>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13, %15 : tensor<9x65xi32>, tensor<9x65xi32>) outs(%16 : tensor<9x65xi1>) {
    ^bb0(%in: i32, %in_10: i32, %out: i1):
      %44 = arith.cmpi eq, %in, %in_10 : i32
      linalg.yield %44 : i1
    } -> tensor<9x65xi1>
    %18 = tensor.empty() : tensor<9x65xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17, %arg0 : tensor<9x65xi1>, tensor<9x65xf32>) outs(%18 : tensor<9x65xf32>) {
    ^bb0(%in: i1, %in_10: f32, %out: f32):
      %44 = arith.select %in, %cst, %in_10 : f32
      linalg.yield %44 : f32
    } -> tensor<9x65xf32>
    %20 = tensor.empty() : tensor<9xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<9xf32>) -> tensor<9xf32>
    %22 = tensor.empty() : tensor<9xi32>
    %23 = linalg.fill ins(%c0_i32 : i32) outs(%22 : tensor<9xi32>) -> tensor<9xi32>
    %24:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%19, %3 : tensor<9x65xf32>, tensor<9x65xi32>) outs(%21, %23 : tensor<9xf32>, tensor<9xi32>) {
    ^bb0(%in: f32, %in_10: i32, %out: f32, %out_11: i32):
      %44 = arith.cmpf ogt, %out, %in : f32
      %45 = arith.cmpf une, %out, %out : f32
      %46 = arith.ori %44, %45 : i1
      %47 = arith.cmpf oeq, %out, %in : f32
      %48 = arith.cmpi slt, %out_11, %in_10 : i32
      %49 = arith.andi %47, %48 : i1
      %50 = arith.ori %46, %49 : i1
      %51 = arith.select %46, %out, %in : f32
      %52 = arith.select %50, %out_11, %in_10 : i32
      linalg.yield %51, %52 : f32, i32
    } -> (tensor<9xf32>, tensor<9xi32>)
    %expanded_1 = tensor.expand_shape %24#1 [[0, 1]] output_shape [9, 1] : tensor<9xi32> into tensor<9x1xi32>
    %25 = tensor.empty() : tensor<9xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<9xf32>) -> tensor<9xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%19 : tensor<9x65xf32>) outs(%26 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.maximumf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<9xf32>
    %expanded_2 = tensor.expand_shape %27 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %28 = tensor.empty() : tensor<9x65xi32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24#1 : tensor<9xi32>) outs(%28 : tensor<9x65xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<9x65xi32>
    %30 = tensor.empty() : tensor<9x65xi1>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13, %29 : tensor<9x65xi32>, tensor<9x65xi32>) outs(%30 : tensor<9x65xi1>) {
    ^bb0(%in: i32, %in_10: i32, %out: i1):
      %44 = arith.cmpi eq, %in, %in_10 : i32
      linalg.yield %44 : i1
    } -> tensor<9x65xi1>
    %32 = tensor.empty() : tensor<9x65xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31, %19 : tensor<9x65xi1>, tensor<9x65xf32>) outs(%32 : tensor<9x65xf32>) {
    ^bb0(%in: i1, %in_10: f32, %out: f32):
      %44 = arith.select %in, %cst, %in_10 : f32
      linalg.yield %44 : f32
    } -> tensor<9x65xf32>
    %34 = tensor.empty() : tensor<9xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<9xf32>) -> tensor<9xf32>
    %36 = tensor.empty() : tensor<9xi32>
    %37 = linalg.fill ins(%c0_i32 : i32) outs(%36 : tensor<9xi32>) -> tensor<9xi32>
    %38:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%33, %3 : tensor<9x65xf32>, tensor<9x65xi32>) outs(%35, %37 : tensor<9xf32>, tensor<9xi32>) {
    ^bb0(%in: f32, %in_10: i32, %out: f32, %out_11: i32):
      %44 = arith.cmpf ogt, %out, %in : f32
      %45 = arith.cmpf une, %out, %out : f32
      %46 = arith.ori %44, %45 : i1
      %47 = arith.cmpf oeq, %out, %in : f32
      %48 = arith.cmpi slt, %out_11, %in_10 : i32
      %49 = arith.andi %47, %48 : i1
      %50 = arith.ori %46, %49 : i1
      %51 = arith.select %46, %out, %in : f32
      %52 = arith.select %50, %out_11, %in_10 : i32
      linalg.yield %51, %52 : f32, i32
    } -> (tensor<9xf32>, tensor<9xi32>)
    %expanded_3 = tensor.expand_shape %38#1 [[0, 1]] output_shape [9, 1] : tensor<9xi32> into tensor<9x1xi32>
    %39 = tensor.empty() : tensor<9xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<9xf32>) -> tensor<9xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%33 : tensor<9x65xf32>) outs(%40 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.maximumf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<9xf32>
    %expanded_4 = tensor.expand_shape %41 [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
    %42 = tensor.empty() : tensor<9x3xf32>
    %inserted_slice = tensor.insert_slice %expanded_0 into %42[0, 0] [9, 1] [1, 1] : tensor<9x1xf32> into tensor<9x3xf32>
    %inserted_slice_5 = tensor.insert_slice %expanded_2 into %inserted_slice[0, 1] [9, 1] [1, 1] : tensor<9x1xf32> into tensor<9x3xf32>
    %inserted_slice_6 = tensor.insert_slice %expanded_4 into %inserted_slice_5[0, 2] [9, 1] [1, 1] : tensor<9x1xf32> into tensor<9x3xf32>
    %43 = tensor.empty() : tensor<9x3xi32>
    %inserted_slice_7 = tensor.insert_slice %expanded into %43[0, 0] [9, 1] [1, 1] : tensor<9x1xi32> into tensor<9x3xi32>
    %inserted_slice_8 = tensor.insert_slice %expanded_1 into %inserted_slice_7[0, 1] [9, 1] [1, 1] : tensor<9x1xi32> into tensor<9x3xi32>
    %inserted_slice_9 = tensor.insert_slice %expanded_3 into %inserted_slice_8[0, 2] [9, 1] [1, 1] : tensor<9x1xi32> into tensor<9x3xi32>
    return %inserted_slice_6, %inserted_slice_9 : tensor<9x3xf32>, tensor<9x3xi32>
  }
}
