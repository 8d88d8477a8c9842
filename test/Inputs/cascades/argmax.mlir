// Written by test/Inputs/cascades/generate.py; do not edit.

// Value and position of the maximum.
func.func @argmax(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c_0 = arith.constant 0xFF800000 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 0 : i64
  %0 = tensor.empty(%n_size) : tensor<?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.empty(%n_size) : tensor<?xi64>
  %3 = linalg.fill ins(%c_2 : i64) outs(%2 : tensor<?xi64>) -> tensor<?xi64>
  %4:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1, %3 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in0: f32, %out: f32, %out1: i64):
    %r0 = linalg.index 1 : index
    %r1 = arith.index_cast %r0 : index to i64
    %r2 = arith.maximumf %in0, %out : f32
    %r3 = arith.cmpf ogt, %in0, %out : f32
    %r4 = arith.select %r3, %r1, %out1 : i64
    linalg.yield %r2, %r4 : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %4#0, %4#1 : tensor<?xf32>, tensor<?xi64>
}
