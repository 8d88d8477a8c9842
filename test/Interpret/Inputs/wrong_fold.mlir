// A sum of exponentials that is not corrected when the maximum moves.
func.func @wrong(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant -0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m, %s = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%m0, %s0 : tensor<?xf32>, tensor<?xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a | %max) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
  return %s : tensor<?xf32>
}
