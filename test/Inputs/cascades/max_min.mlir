// Written by test/Inputs/cascades/generate.py; do not edit.

// Maximum and minimum of the same rows.
func.func @max_min(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c_0 = arith.constant 0xFF800000 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 0x7F800000 : f32
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
  return %2, %5 : tensor<?xf32>, tensor<?xf32>
}
