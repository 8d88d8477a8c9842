// Written by test/Inputs/cascades/generate.py; do not edit.

// Multi-head latent attention, one query per head: values are the first 512
//     columns of the keys.
func.func @mla_decode(%q: tensor<?x576xf32>, %latent: tensor<?x576xf32>) -> tensor<?x512xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %q, %c_1 : tensor<?x576xf32>
  %l_size = tensor.dim %latent, %c_1 : tensor<?x576xf32>
  %c_2 = arith.constant 4.166667e-02 : f32
  %c_3 = arith.constant 0xFF800000 : f32
  %0 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %latent : tensor<?x576xf32>, tensor<?x576xf32>) outs(%1 : tensor<?x?xf32>) {
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
  %5 = tensor.extract_slice %latent[0, 0] [%l_size, 512] [1, 1] : tensor<?x576xf32> to tensor<?x512xf32>
  %6 = tensor.empty(%n_size) : tensor<?xf32>
  %7 = linalg.fill ins(%c_3 : f32) outs(%6 : tensor<?xf32>) -> tensor<?xf32>
  %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%4 : tensor<?x?xf32>) outs(%7 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %9 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%4, %8 : tensor<?x?xf32>, tensor<?xf32>) outs(%9 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.subf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %11 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%10 : tensor<?x?xf32>) outs(%11 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = math.exp %in0 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %13 = tensor.empty(%n_size) : tensor<?xf32>
  %14 = linalg.fill ins(%c_0 : f32) outs(%13 : tensor<?xf32>) -> tensor<?xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%12 : tensor<?x?xf32>) outs(%14 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.addf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %16 = tensor.empty(%n_size, %l_size) : tensor<?x?xf32>
  %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%12, %15 : tensor<?x?xf32>, tensor<?xf32>) outs(%16 : tensor<?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.divf %in0, %in1 : f32
    linalg.yield %r0 : f32
  } -> tensor<?x?xf32>
  %18 = tensor.empty(%n_size) : tensor<?x512xf32>
  %19 = linalg.fill ins(%c_0 : f32) outs(%18 : tensor<?x512xf32>) -> tensor<?x512xf32>
  %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%17, %5 : tensor<?x?xf32>, tensor<?x512xf32>) outs(%19 : tensor<?x512xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x512xf32>
  return %20 : tensor<?x512xf32>
}
