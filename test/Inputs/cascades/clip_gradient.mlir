// Written by test/Inputs/cascades/generate.py; do not edit.

// A gradient scaled to a norm of at most one.
func.func @clip_gradient(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c_0 = arith.constant 0 : index
  %l_size = tensor.dim %x, %c_0 : tensor<?xf32>
  %c_1 = arith.constant 0.0 : f32
  %c_2 = arith.constant 1.000000e-06 : f32
  %c_3 = arith.constant 1.000000e+00 : f32
  %0 = tensor.empty(%l_size) : tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%0 : tensor<?xf32>) {
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
  %7 = tensor.empty() : tensor<f32>
  %8 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%6 : tensor<f32>) outs(%7 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %9 = tensor.empty() : tensor<f32>
  %10 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%8 : tensor<f32>) outs(%9 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.divf %c_3, %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %11 = tensor.empty() : tensor<f32>
  %12 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%10 : tensor<f32>) outs(%11 : tensor<f32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.minimumf %in0, %c_3 : f32
    linalg.yield %r0 : f32
  } -> tensor<f32>
  %13 = tensor.empty(%l_size) : tensor<?xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %12 : tensor<?xf32>, tensor<f32>) outs(%13 : tensor<?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  return %14 : tensor<?xf32>
}
