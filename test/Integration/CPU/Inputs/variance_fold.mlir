// Mean and variance as one fold, written by hand: count n, reference c near the
// data, and the moments m1 = sum (x - c), m2 = sum (x - c)^2 about it. When c moves
// by D = c_old - c_new, m1 gains n D and m2 gains 2 D m1 + n D^2. Nothing cancels
// that the data does not.
func.func @variance(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %ei = tensor.empty(%rows) : tensor<?xi64>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %n0 = linalg.fill ins(%none : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %f0 = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %n, %c, %m1, %m2 = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%n0, %f0, %f0, %f0 : tensor<?xi64>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    component #cascade.addi -> (d0) (%a) {
      cascade.yield %one : i64
    }
    component #cascade.mean<weight = 0> -> (d0) (%a | %n_new) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a | %n_new, %c_new) {
      %0 = arith.subf %a, %c_new : f32
      cascade.yield %0 : f32
    } correct (%n_old, %c_old, %m1_old, %m2_old | %n_new, %c_new) {
      %count = arith.sitofp %n_old : i64 to f32
      %d = arith.subf %c_old, %c_new : f32
      %nd = arith.mulf %count, %d : f32
      %0 = arith.addf %m1_old, %nd : f32
      cascade.yield %0 : f32
    }
    component #cascade.addf -> (d0) (%a | %n_new, %c_new, %m1_new) {
      %0 = arith.subf %a, %c_new : f32
      %1 = arith.mulf %0, %0 : f32
      cascade.yield %1 : f32
    } correct (%n_old, %c_old, %m1_old, %m2_old | %n_new, %c_new, %m1_new) {
      %count = arith.sitofp %n_old : i64 to f32
      %d = arith.subf %c_old, %c_new : f32
      %dd = arith.mulf %two, %d : f32
      %cross = arith.mulf %dd, %m1_old : f32
      %sq = arith.mulf %d, %d : f32
      %nsq = arith.mulf %count, %sq : f32
      %0 = arith.addf %m2_old, %cross : f32
      %1 = arith.addf %0, %nsq : f32
      cascade.yield %1 : f32
    }
  %mean, %var = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
                       affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%n, %c, %m1, %m2 : tensor<?xi64>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
      outs(%e, %e : tensor<?xf32>, tensor<?xf32>) {
   ^bb0(%in: i64, %ic: f32, %i1: f32, %i2: f32, %o1: f32, %o2: f32):
     %count = arith.sitofp %in : i64 to f32
     %shift = arith.divf %i1, %count : f32
     %mu = arith.addf %ic, %shift : f32
     %square = arith.mulf %i1, %shift : f32
     %sum = arith.subf %i2, %square : f32
     %v = arith.divf %sum, %count : f32
     linalg.yield %mu, %v : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  return %mean, %var : tensor<?xf32>, tensor<?xf32>
}
