// Rows over their sums, as a fold and its readout.
func.func @normalise(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %l = tensor.dim %x, %c1 : tensor<?x?xf32>
  %rows = tensor.empty(%n) : tensor<?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %sum = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>) state(%start : tensor<?xf32>)
    component #cascade.addf -> (d0) (%v) {
      cascade.yield %v : f32
    }
  %empty = tensor.empty(%n, %l) : tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%v: f32, %s: f32, %out: f32):
    %q = arith.divf %v, %s : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
