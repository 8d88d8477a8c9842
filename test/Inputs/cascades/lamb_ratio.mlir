// Written by test/Inputs/cascades/generate.py; do not edit.

// Trust ratio of LAMB: the norm of the weights over that of the update.
func.func @lamb_ratio(%weight: tensor<?xf32>, %update: tensor<?xf32>) -> tensor<?xf32> {
  %c_0 = arith.constant 0 : index
  %l_size = tensor.dim %weight, %c_0 : tensor<?xf32>
  %c_1 = arith.constant 0.0 : f32
  %c_2 = arith.constant 1.000000e-06 : f32
  %c_3 = arith.constant 1.000000e-02 : f32
  %0 = tensor.empty(%l_size) : tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%weight : tensor<?xf32>) outs(%0 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %2 = tensor.empty() : tensor<f32>
  %3 = linalg.fill ins(%c_1 : f32) outs(%2 : tensor<f32>) -> tensor<f32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%1 : tensor<?xf32>) outs(%3 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %5 = tensor.empty() : tensor<f32>
  %6 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%4 : tensor<f32>) outs(%5 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.sqrt %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %7 = tensor.empty(%l_size) : tensor<?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%update : tensor<?xf32>) outs(%7 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %9 = tensor.empty() : tensor<f32>
  %10 = linalg.fill ins(%c_1 : f32) outs(%9 : tensor<f32>) -> tensor<f32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%8 : tensor<?xf32>) outs(%10 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %12 = tensor.empty() : tensor<f32>
  %13 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%11 : tensor<f32>) outs(%12 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.sqrt %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %14 = tensor.empty() : tensor<f32>
  %15 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%13 : tensor<f32>) outs(%14 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %16 = tensor.empty() : tensor<f32>
  %17 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%6, %15 : tensor<f32>, tensor<f32>) outs(%16 : tensor<f32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.divf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %18 = tensor.empty(%l_size) : tensor<?xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%update, %17 : tensor<?xf32>, tensor<f32>) outs(%18 : tensor<?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %20 = tensor.empty(%l_size) : tensor<?xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%19 : tensor<?xf32>) outs(%20 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %c_3 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %22 = tensor.empty(%l_size) : tensor<?xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%weight, %21 : tensor<?xf32>, tensor<?xf32>) outs(%22 : tensor<?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  return %23 : tensor<?xf32>
}
