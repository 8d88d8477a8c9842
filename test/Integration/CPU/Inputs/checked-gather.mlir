// A gather that checks its index; columns of the result are of one row of %a.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @ext(%a: tensor<?x?xf32>, %ix: tensor<?x?xi32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %ix, %c0 : tensor<?x?xi32>
  %n = tensor.dim %ix, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel","parallel"]} ins(%ix : tensor<?x?xi32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: i32, %y: f32):
    %i = arith.index_cast %x : i32 to index
    %c = arith.constant 5 : index
    %ok = arith.cmpi slt, %i, %c : index
    cf.assert %ok, "index is too large"
    %t = tensor.extract %a[%i, %c0] : tensor<?x?xf32>
    linalg.yield %t : f32 } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
