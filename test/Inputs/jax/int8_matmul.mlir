// int8_matmul, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_int8_matmul {
  func.func @int8_matmul(%arg0: tensor<21x64xf32>, %arg1: tensor<64x40xi8>, %arg2: tensor<40xf32>) -> tensor<21x40xf32> {
    %cst = arith.constant -1.270000e+02 : f32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 1.270000e+02 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<21x64xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<21x64xf32>) outs(%0 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.absf %in : f32
      linalg.yield %40 : f32
    } -> tensor<21x64xf32>
    %2 = tensor.empty() : tensor<21xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<21xf32>) -> tensor<21xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<21x64xf32>) outs(%3 : tensor<21xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.maximumf %out, %in : f32
      linalg.yield %40 : f32
    } -> tensor<21xf32>
    %expanded = tensor.expand_shape %4 [[0, 1]] output_shape [21, 1] : tensor<21xf32> into tensor<21x1xf32>
    %5 = tensor.empty() : tensor<21x1xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<21x1xf32>) outs(%5 : tensor<21x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.divf %in, %cst_0 : f32
      linalg.yield %40 : f32
    } -> tensor<21x1xf32>
    %7 = tensor.empty() : tensor<21x64xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<21x1xf32>) outs(%7 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x64xf32>
    %9 = tensor.empty() : tensor<21x64xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<21x64xf32>, tensor<21x64xf32>) outs(%9 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %40 = arith.divf %in, %in_2 : f32
      linalg.yield %40 : f32
    } -> tensor<21x64xf32>
    %11 = tensor.empty() : tensor<21x64xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<21x64xf32>) outs(%11 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.roundeven %in : f32
      linalg.yield %40 : f32
    } -> tensor<21x64xf32>
    %13 = tensor.empty() : tensor<f32>
    %14 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%13 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %15 = tensor.empty() : tensor<21x64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<f32>) outs(%15 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x64xf32>
    %17 = tensor.empty() : tensor<21x64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16, %12 : tensor<21x64xf32>, tensor<21x64xf32>) outs(%17 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %40 = arith.maximumf %in, %in_2 : f32
      linalg.yield %40 : f32
    } -> tensor<21x64xf32>
    %19 = tensor.empty() : tensor<f32>
    %20 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%19 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_0 : f32
    } -> tensor<f32>
    %21 = tensor.empty() : tensor<21x64xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<f32>) outs(%21 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x64xf32>
    %23 = tensor.empty() : tensor<21x64xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%22, %18 : tensor<21x64xf32>, tensor<21x64xf32>) outs(%23 : tensor<21x64xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %40 = arith.minimumf %in, %in_2 : f32
      linalg.yield %40 : f32
    } -> tensor<21x64xf32>
    %25 = tensor.empty() : tensor<21x64xi8>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%24 : tensor<21x64xf32>) outs(%25 : tensor<21x64xi8>) {
    ^bb0(%in: f32, %out: i8):
      %40 = arith.fptosi %in : f32 to i8
      linalg.yield %40 : i8
    } -> tensor<21x64xi8>
    %27 = tensor.empty() : tensor<21x40xi32>
    %28 = linalg.fill ins(%c0_i32 : i32) outs(%27 : tensor<21x40xi32>) -> tensor<21x40xi32>
    %29 = linalg.matmul ins(%26, %arg1 : tensor<21x64xi8>, tensor<64x40xi8>) outs(%28 : tensor<21x40xi32>) -> tensor<21x40xi32>
    %30 = tensor.empty() : tensor<21x40xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<21x40xi32>) outs(%30 : tensor<21x40xf32>) {
    ^bb0(%in: i32, %out: f32):
      %40 = arith.sitofp %in : i32 to f32
      linalg.yield %40 : f32
    } -> tensor<21x40xf32>
    %32 = tensor.empty() : tensor<21x40xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<21x1xf32>) outs(%32 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x40xf32>
    %34 = tensor.empty() : tensor<21x40xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31, %33 : tensor<21x40xf32>, tensor<21x40xf32>) outs(%34 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %40 = arith.mulf %in, %in_2 : f32
      linalg.yield %40 : f32
    } -> tensor<21x40xf32>
    %36 = tensor.empty() : tensor<21x40xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<40xf32>) outs(%36 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<21x40xf32>
    %38 = tensor.empty() : tensor<21x40xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%35, %37 : tensor<21x40xf32>, tensor<21x40xf32>) outs(%38 : tensor<21x40xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %40 = arith.mulf %in, %in_2 : f32
      linalg.yield %40 : f32
    } -> tensor<21x40xf32>
    return %39 : tensor<21x40xf32>
  }
}
