// Softmax as one fold, written by hand; the readout is an op of its own.
func.func @softmax(%s: tensor<?x?xf32>, %e0: tensor<?xf32>, %e: tensor<?x?xf32>) -> (tensor<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %m0 = linalg.fill ins(%ninf : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %m, %l = cascade.fold [parallel, axis]
      ins(%s (d0, d1) : tensor<?x?xf32>)
      state(%m0, %l0 : tensor<?xf32>, tensor<?xf32>)
    component #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    } correct (%old_max, %old_sum | %max) {
      %0 = arith.subf %old_max, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %old_sum, %1 : f32
      cascade.yield %2 : f32
    }
  %out = linalg.generic {indexing_maps=[affine_map<(m,d)->(m,d)>, affine_map<(m,d)->(m)>, affine_map<(m,d)->(m)>, affine_map<(m,d)->(m,d)>], iterator_types=["parallel","parallel"]} ins(%s, %m, %l : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
   ^bb0(%x: f32, %a: f32, %b: f32, %c: f32):
     %d = arith.subf %x, %a : f32
     %p = math.exp %d : f32
     %q = arith.divf %p, %b : f32
     linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %out : tensor<?x?xf32>
}
