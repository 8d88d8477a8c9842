// Written by test/Inputs/cascades/generate.py; do not edit.

// A rotary embedding: a product with a constant-size matrix per position.
func.func @single_rotary(%x: tensor<?x?x2xf32>, %rotation: tensor<?x?x2xf32>) -> tensor<?x?x?xf32> {
  %c_0 = arith.constant 0.0 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?x2xf32>
  %c_2 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_2 : tensor<?x?x2xf32>
  %d_size = tensor.dim %rotation, %c_2 : tensor<?x?x2xf32>
  %0 = tensor.empty(%n_size, %l_size, %d_size) : tensor<?x?x?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %rotation : tensor<?x?x2xf32>, tensor<?x?x2xf32>) outs(%1 : tensor<?x?x?xf32>) {
  ^bb0(%in0: f32, %in1: f32, %out: f32):
    %r0 = arith.mulf %in0, %in1 : f32
    %r1 = arith.addf %out, %r0 : f32
    linalg.yield %r1 : f32
  } -> tensor<?x?x?xf32>
  return %2 : tensor<?x?x?xf32>
}
