// The mean and the variance of what a mask keeps; NaN that it drops stays out.
func.func @masked_variance(%x: tensor<?x?xf32>, %k: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %n, %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %k (d0, d1) : tensor<?x?xf32>, tensor<?x?xf32>)
      inits(%z, %z, %z : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %keep = arith.cmpf ogt, %b, %zero : f32
      %0 = arith.select %keep, %one, %zero : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count) {
      %keep = arith.cmpf ogt, %b, %zero : f32
      %0 = arith.select %keep, %a, %zero : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count, %sum) {
      %keep = arith.cmpf ogt, %b, %zero : f32
      %mean = arith.divf %sum, %count : f32
      %0 = arith.subf %a, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.select %keep, %1, %zero : f32
      cascade.yield %2 : f32
    }
  return %s, %v : tensor<?xf32>, tensor<?xf32>
}
