// Written by test/Inputs/cascades/generate.py; do not edit.

// Whether any, whether all.
func.func @any_all(%x: tensor<?x?xi1>) -> (tensor<?xi1>, tensor<?xi1>) {
  %c_0 = arith.constant false
  %c_1 = arith.constant 0 : index
  %n_size = tensor.dim %x, %c_1 : tensor<?x?xi1>
  %c_2 = arith.constant true
  %0 = tensor.empty(%n_size) : tensor<?xi1>
  %1 = linalg.fill ins(%c_0 : i1) outs(%0 : tensor<?xi1>) -> tensor<?xi1>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xi1>) outs(%1 : tensor<?xi1>) {
  ^bb0(%in0: i1, %out: i1):
    %r0 = arith.ori %in0, %out : i1
    linalg.yield %r0 : i1
  } -> tensor<?xi1>
  %3 = tensor.empty(%n_size) : tensor<?xi1>
  %4 = linalg.fill ins(%c_2 : i1) outs(%3 : tensor<?xi1>) -> tensor<?xi1>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xi1>) outs(%4 : tensor<?xi1>) {
  ^bb0(%in0: i1, %out: i1):
    %r0 = arith.andi %in0, %out : i1
    linalg.yield %r0 : i1
  } -> tensor<?xi1>
  return %2, %5 : tensor<?xi1>, tensor<?xi1>
}
