// Written by test/Inputs/cascades/generate.py; do not edit.

// How often a row attains its maximum.
func.func @count_maxima(%x: tensor<?x?xf32>) -> tensor<?xi32> {
  %c_0 = arith.constant 0xFF800000 : f32
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xf32>
  %c_2 = arith.constant 1 : index
  %l_size = tensor.dim %x, %c_2 : tensor<?x?xf32>
  %c_3 = arith.constant 0 : i32
  %0 = tensor.empty(%n_size) : tensor<?xf32>
  %1 = linalg.fill ins(%c_0 : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in0: f32, %out: f32):
    %r0 = arith.maximumf %in0, %out : f32
    linalg.yield %r0 : f32
  } -> tensor<?xf32>
  %3 = tensor.empty(%n_size, %l_size) : tensor<?x?xi1>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %2 : tensor<?x?xf32>, tensor<?xf32>) outs(%3 : tensor<?x?xi1>) {
  ^bb0(%in0: f32, %in1: f32, %out: i1):
    %r0 = arith.cmpf oeq, %in0, %in1 : f32
    linalg.yield %r0 : i1
  } -> tensor<?x?xi1>
  %5 = tensor.empty(%n_size, %l_size) : tensor<?x?xi32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%4 : tensor<?x?xi1>) outs(%5 : tensor<?x?xi32>) {
  ^bb0(%in0: i1, %out: i32):
    %r0 = arith.extui %in0 : i1 to i32
    linalg.yield %r0 : i32
  } -> tensor<?x?xi32>
  %7 = tensor.empty(%n_size) : tensor<?xi32>
  %8 = linalg.fill ins(%c_3 : i32) outs(%7 : tensor<?xi32>) -> tensor<?xi32>
  %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%6 : tensor<?x?xi32>) outs(%8 : tensor<?xi32>) {
  ^bb0(%in0: i32, %out: i32):
    %r0 = arith.addi %in0, %out : i32
    linalg.yield %r0 : i32
  } -> tensor<?xi32>
  return %9 : tensor<?xi32>
}
