// Written by test/Inputs/cascades/generate.py; do not edit.

// Gradients with respect to keys and values; lse and delta were saved.
func.func @attention_backward_dkdv(%q: tensor<?x32xf32>, %k: tensor<?x32xf32>, %v: tensor<?x32xf32>, %do: tensor<?x32xf32>, %lse: tensor<?xf32>, %delta: tensor<?xf32>) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %q, %c_1 : tensor<?x32xf32>
  %l_size = tensor.dim %k, %c_1 : tensor<?x32xf32>
  %c_2 = arith.constant 1.767767e-01 : f32
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<?x32xf32>, tensor<?x32xf32>) outs(%1 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x?xf32>
  %3 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<?x?xf32>) outs(%3 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %5 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%4, %lse : tensor<?x?xf32>, tensor<?xf32>) outs(%5 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %7 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%6 : tensor<?x?xf32>) outs(%7 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %9 = tensor.empty(%l_size) : tensor<?x32xf32>
  %10 = linalg.fill ins(%c_0 : f32) outs(%9 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%8, %do : tensor<?x?xf32>, tensor<?x32xf32>) outs(%10 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x32xf32>
  %12 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %13 = linalg.fill ins(%c_0 : f32) outs(%12 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%do, %v : tensor<?x32xf32>, tensor<?x32xf32>) outs(%13 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x?xf32>
  %15 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%14, %delta : tensor<?x?xf32>, tensor<?xf32>) outs(%15 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %17 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%8, %16 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%17 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %19 = tensor.empty(%l_size) : tensor<?x32xf32>
  %20 = linalg.fill ins(%c_0 : f32) outs(%19 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%18, %q : tensor<?x?xf32>, tensor<?x32xf32>) outs(%20 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x32xf32>
  %22 = tensor.empty(%l_size) : tensor<?x32xf32>
  %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%21 : tensor<?x32xf32>) outs(%22 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x32xf32>
  return %23, %11 : tensor<?x32xf32>, tensor<?x32xf32>
}
