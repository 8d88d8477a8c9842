// cross_entropy_grad, by jax 0.10.2 and iree-base-compiler 3.13.0.
// Written by test/Inputs/jax/generate.py; do not edit.

module @jit_cross_entropy_grad {
  func.func @cross_entropy_grad(%arg0: tensor<24x100xf32>, %arg1: tensor<24xi32>) -> (tensor<f32>, tensor<24x100xf32>) {
    %cst = arith.constant 0.0416666679 : f32
    %cst_0 = arith.constant 2.400000e+01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<1x100xi32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<1x100xi32>) {
    ^bb0(%out: i32):
      %64 = linalg.index 1 : index
      %65 = arith.index_cast %64 : index to i32
      linalg.yield %65 : i32
    } -> tensor<1x100xi32>
    %2 = tensor.empty() : tensor<24x100xi32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<24xi32>) outs(%2 : tensor<24x100xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<24x100xi32>
    %4 = tensor.empty() : tensor<24x100xi32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<1x100xi32>) outs(%4 : tensor<24x100xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<24x100xi32>
    %6 = tensor.empty() : tensor<24x100xi1>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %5 : tensor<24x100xi32>, tensor<24x100xi32>) outs(%6 : tensor<24x100xi1>) {
    ^bb0(%in: i32, %in_4: i32, %out: i1):
      %64 = arith.cmpi eq, %in, %in_4 : i32
      linalg.yield %64 : i1
    } -> tensor<24x100xi1>
    %8 = tensor.empty() : tensor<24x100xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<24x100xi1>) outs(%8 : tensor<24x100xf32>) {
    ^bb0(%in: i1, %out: f32):
      %64 = arith.uitofp %in : i1 to f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %10 = tensor.empty() : tensor<24xf32>
    %11 = linalg.fill ins(%cst_2 : f32) outs(%10 : tensor<24xf32>) -> tensor<24xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<24x100xf32>) outs(%11 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.maximumf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<24xf32>
    %13 = tensor.empty() : tensor<24x100xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<24xf32>) outs(%13 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x100xf32>
    %15 = tensor.empty() : tensor<24x100xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %14 : tensor<24x100xf32>, tensor<24x100xf32>) outs(%15 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %64 = arith.subf %in, %in_4 : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %17 = tensor.empty() : tensor<24x100xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<24x100xf32>) outs(%17 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.exp %in : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %19 = tensor.empty() : tensor<24xf32>
    %20 = linalg.fill ins(%cst_1 : f32) outs(%19 : tensor<24xf32>) -> tensor<24xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%18 : tensor<24x100xf32>) outs(%20 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<24xf32>
    %expanded = tensor.expand_shape %21 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %22 = tensor.empty() : tensor<24x1xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<24x1xf32>) outs(%22 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = math.log %in : f32
      linalg.yield %64 : f32
    } -> tensor<24x1xf32>
    %24 = tensor.empty() : tensor<24x100xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<24x1xf32>) outs(%24 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x100xf32>
    %26 = tensor.empty() : tensor<24x100xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16, %25 : tensor<24x100xf32>, tensor<24x100xf32>) outs(%26 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %64 = arith.subf %in, %in_4 : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %28 = tensor.empty() : tensor<24x100xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9, %27 : tensor<24x100xf32>, tensor<24x100xf32>) outs(%28 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %64 = arith.mulf %in, %in_4 : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %30 = tensor.empty() : tensor<24xf32>
    %31 = linalg.fill ins(%cst_1 : f32) outs(%30 : tensor<24xf32>) -> tensor<24xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%29 : tensor<24x100xf32>) outs(%31 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<24xf32>
    %33 = tensor.empty() : tensor<24xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%32 : tensor<24xf32>) outs(%33 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.negf %in : f32
      linalg.yield %64 : f32
    } -> tensor<24xf32>
    %35 = tensor.empty() : tensor<f32>
    %36 = linalg.fill ins(%cst_1 : f32) outs(%35 : tensor<f32>) -> tensor<f32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%34 : tensor<24xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<f32>
    %38 = tensor.empty() : tensor<f32>
    %39 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%37 : tensor<f32>) outs(%38 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.divf %in, %cst_0 : f32
      linalg.yield %64 : f32
    } -> tensor<f32>
    %40 = tensor.empty() : tensor<f32>
    %41 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%40 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %42 = tensor.empty() : tensor<f32>
    %43 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%41 : tensor<f32>) outs(%42 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.negf %in : f32
      linalg.yield %64 : f32
    } -> tensor<f32>
    %44 = tensor.empty() : tensor<24x100xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<f32>) outs(%44 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x100xf32>
    %46 = tensor.empty() : tensor<24x100xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9, %45 : tensor<24x100xf32>, tensor<24x100xf32>) outs(%46 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %64 = arith.mulf %in, %in_4 : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %48 = tensor.empty() : tensor<24x100xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%47 : tensor<24x100xf32>) outs(%48 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.negf %in : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %50 = tensor.empty() : tensor<24xf32>
    %51 = linalg.fill ins(%cst_1 : f32) outs(%50 : tensor<24xf32>) -> tensor<24xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%49 : tensor<24x100xf32>) outs(%51 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<24xf32>
    %expanded_3 = tensor.expand_shape %52 [[0, 1]] output_shape [24, 1] : tensor<24xf32> into tensor<24x1xf32>
    %53 = tensor.empty() : tensor<24x1xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded_3, %expanded : tensor<24x1xf32>, tensor<24x1xf32>) outs(%53 : tensor<24x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %64 = arith.divf %in, %in_4 : f32
      linalg.yield %64 : f32
    } -> tensor<24x1xf32>
    %55 = tensor.empty() : tensor<24xf32>
    %56 = linalg.fill ins(%cst_1 : f32) outs(%55 : tensor<24xf32>) -> tensor<24xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%54 : tensor<24x1xf32>) outs(%56 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %64 = arith.addf %out, %in : f32
      linalg.yield %64 : f32
    } -> tensor<24xf32>
    %58 = tensor.empty() : tensor<24x100xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<24xf32>) outs(%58 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x100xf32>
    %60 = tensor.empty() : tensor<24x100xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%59, %18 : tensor<24x100xf32>, tensor<24x100xf32>) outs(%60 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %64 = arith.mulf %in, %in_4 : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    %62 = tensor.empty() : tensor<24x100xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%47, %61 : tensor<24x100xf32>, tensor<24x100xf32>) outs(%62 : tensor<24x100xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %64 = arith.addf %in, %in_4 : f32
      linalg.yield %64 : f32
    } -> tensor<24x100xf32>
    return %39, %63 : tensor<f32>, tensor<24x100xf32>
  }
}
