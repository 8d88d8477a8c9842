// The expected value of v under softmax of s, about a reference: the weights
// e^(s - m) are corrected when m moves, and the mean is weighted by what they are
// then.
func.func @expected(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %rows = tensor.dim %s, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m, %w, %c = cascade.fold [parallel, axis]
      ins(%s (d0, d1), %v (d0, d1) : tensor<?x?xf32>, tensor<?x?xf32>)
      state(%m0, %f0, %f0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    component #cascade.maximumf -> (d0) (%a, %b) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a, %b | %max) {
      %empty = arith.cmpf oeq, %max, %ninf : f32
      %ref = arith.select %empty, %zero, %max : f32
      %0 = arith.subf %a, %ref : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    } correct (%old_max, %old_sum, %old_mean | %max) {
      %empty = arith.cmpf oeq, %max, %ninf : f32
      %ref = arith.select %empty, %zero, %max : f32
      %0 = arith.subf %old_max, %ref : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %old_sum, %1 : f32
      cascade.yield %2 : f32
    }
    component #cascade.mean<weight = 1> -> (d0) (%a, %b | %max, %sum) {
      cascade.yield %b : f32
    }
  return %w, %c : tensor<?xf32>, tensor<?xf32>
}
