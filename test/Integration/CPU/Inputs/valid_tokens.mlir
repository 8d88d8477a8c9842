// The variance of valid tokens, in three spellings: tokens that are not valid are multiplied
// by 0, replaced by the mean, or their deviations replaced by 0.
func.func @valid_tokens(%x: tensor<?x?xf32>, %k: tensor<?x?xi1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %n, %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %k (d0, d1) : tensor<?x?xf32>, tensor<?x?xi1>)
      inits(%z, %z, %z : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.uitofp %b : i1 to f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count) {
      %k1 = arith.uitofp %b : i1 to f32
      %0 = arith.mulf %a, %k1 : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count, %sum) {
      %c = arith.maximumf %count, %one : f32
      %mean = arith.divf %sum, %c : f32
      %0 = arith.subf %a, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      %k1 = arith.uitofp %b : i1 to f32
      %2 = arith.mulf %k1, %1 : f32
      cascade.yield %2 : f32
    }
  return %s, %v : tensor<?xf32>, tensor<?xf32>
}
func.func @partial_mask(%x: tensor<?x?xf32>, %k: tensor<?x?xi1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %n, %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %k (d0, d1) : tensor<?x?xf32>, tensor<?x?xi1>)
      inits(%z, %z, %z : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.select %b, %one, %zero : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count) {
      %0 = arith.select %b, %a, %zero : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count, %sum) {
      %mean = arith.divf %sum, %count : f32
      %x0 = arith.select %b, %a, %mean : f32
      %0 = arith.subf %x0, %mean : f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    }
  return %s, %v : tensor<?xf32>, tensor<?xf32>
}
func.func @masked_data(%x: tensor<?x?xf32>, %k: tensor<?x?xi1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %n, %s, %v = cascade.chain [parallel, axis]
      ins(%x (d0, d1), %k (d0, d1) : tensor<?x?xf32>, tensor<?x?xi1>)
      inits(%z, %z, %z : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    reduce #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.select %b, %one, %zero : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count) {
      %0 = arith.select %b, %a, %zero : f32
      cascade.yield %0 : f32
    }
    reduce #cascade.addf -> (d0) (%a, %b | %count, %sum) {
      %mean = arith.divf %sum, %count : f32
      %0 = arith.subf %a, %mean : f32
      %1 = arith.select %b, %0, %zero : f32
      %2 = arith.mulf %1, %1 : f32
      cascade.yield %2 : f32
    }
  return %s, %v : tensor<?xf32>, tensor<?xf32>
}
