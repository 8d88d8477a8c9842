// Written by test/Inputs/cascades/generate.py; do not edit.

// Attention minus lambda times another attention over the same values.
func.func @differential_attention(%q1: tensor<?x32xf32>, %k1: tensor<?x32xf32>, %q2: tensor<?x32xf32>, %k2: tensor<?x32xf32>, %v: tensor<?x32xf32>, %lambda: f32) -> tensor<?x32xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %q1, %c_1 : tensor<?x32xf32>
  %l_size = tensor.dim %k1, %c_1 : tensor<?x32xf32>
  %c_2 = arith.constant 1.767767e-01 : f32
  %c_3 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q1, %k1 : tensor<?x32xf32>, tensor<?x32xf32>) outs(%1 : tensor<?x?xf32>) {
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
  %5 = tensor.empty(%n_size) : tensor<?xf32>
  %6 = linalg.fill ins(%c_3 : f32) outs(%5 : tensor<?xf32>) -> tensor<?xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%4 : tensor<?x?xf32>) outs(%6 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %8 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%4, %7 : tensor<?x?xf32>, tensor<?xf32>) outs(%8 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %10 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%9 : tensor<?x?xf32>) outs(%10 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %12 = tensor.empty(%n_size) : tensor<?xf32>
  %13 = linalg.fill ins(%c_0 : f32) outs(%12 : tensor<?xf32>) -> tensor<?xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%11 : tensor<?x?xf32>) outs(%13 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %15 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%11, %14 : tensor<?x?xf32>, tensor<?xf32>) outs(%15 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.divf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %17 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %18 = linalg.fill ins(%c_0 : f32) outs(%17 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q2, %k2 : tensor<?x32xf32>, tensor<?x32xf32>) outs(%18 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x?xf32>
  %20 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%19 : tensor<?x?xf32>) outs(%20 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %c_2 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %22 = tensor.empty(%n_size) : tensor<?xf32>
  %23 = linalg.fill ins(%c_3 : f32) outs(%22 : tensor<?xf32>) -> tensor<?xf32>
  %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%21 : tensor<?x?xf32>) outs(%23 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %25 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%21, %24 : tensor<?x?xf32>, tensor<?xf32>) outs(%25 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %27 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%26 : tensor<?x?xf32>) outs(%27 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %29 = tensor.empty(%n_size) : tensor<?xf32>
  %30 = linalg.fill ins(%c_0 : f32) outs(%29 : tensor<?xf32>) -> tensor<?xf32>
  %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%28 : tensor<?x?xf32>) outs(%30 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %32 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%28, %31 : tensor<?x?xf32>, tensor<?xf32>) outs(%32 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.divf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %34 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%33 : tensor<?x?xf32>) outs(%34 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %lambda : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %36 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%16, %35 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%36 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %38 = tensor.empty(%n_size) : tensor<?x32xf32>
  %39 = linalg.fill ins(%c_0 : f32) outs(%38 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%37, %v : tensor<?x?xf32>, tensor<?x32xf32>) outs(%39 : tensor<?x32xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x32xf32>
  return %40 : tensor<?x32xf32>
}
