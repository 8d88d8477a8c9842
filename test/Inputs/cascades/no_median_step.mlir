// Written by test/Inputs/cascades/generate.py; do not edit.

// One step of a median by bisection: how many lie below the middle of the range.
func.func @no_median_step(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c_0 = arith.constant 0xFF800000 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 0x7F800000 : f32
  %c_3 = arith.constant 5.000000e-01 : f32
  %c_4 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_4 : tensor<?x?xf32>
  %c_5 = arith.constant 0.0 : f32
  %0 = tensor.empty(%n_size) : tensor<?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %3 = tensor.empty(%n_size) : tensor<?xf32>
  %4 = linalg.fill ins(%c_2 : f32) outs(%3 : tensor<?xf32>) -> tensor<?xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%4 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.minimumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %6 = tensor.empty(%n_size) : tensor<?xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%2, %5 : tensor<?xf32>, tensor<?xf32>) outs(%6 : tensor<?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.addf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %8 = tensor.empty(%n_size) : tensor<?xf32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%7 : tensor<?xf32>) outs(%8 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.mulf %in0, %c_3 : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %10 = tensor.empty(%n_size, %l_size) : tensor<?x?xi1>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %9 : tensor<?x?xf32>, tensor<?xf32>) outs(%10 : tensor<?x?xi1>) {
  ^bb0(%in0: f32, %in1: f32, %out: i1):
    %r0 = arith.cmpf olt, %in0, %in1 : f32
    linalg.yield %r0 : i1
  } -> tensor<?x?xi1>
  %12 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%11 : tensor<?x?xi1>) outs(%12 : tensor<?x?xf32>) {
  ^bb0(%in0: i1, %out: f32):
    %r0 = arith.uitofp %in0 : i1 to f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %14 = tensor.empty(%n_size) : tensor<?xf32>
  %15 = linalg.fill ins(%c_5 : f32) outs(%14 : tensor<?xf32>) -> tensor<?xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%13 : tensor<?x?xf32>) outs(%15 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  return %16 : tensor<?xf32>
}
