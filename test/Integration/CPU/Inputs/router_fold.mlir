// Mixture-of-experts router as one fold, written by hand: softmax over the experts,
// the two largest with their positions, weights that sum to one.
//
// The state of top-k is k pairs (score, position), best first. Each is a component
// like any other: its term masks the positions of the better ones, and its
// correction applies the term to the pairs that the old state holds, the only ones
// of those seen that can be among the best again. Scores that are NaN are passed
// over.
func.func @router(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %none = arith.constant 9223372036854775807 : i64
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i0 = linalg.fill ins(%none : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m1, %i1, %m2, %i2, %s = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<?x?xf32>)
      state(%m0, %i0, %m0, %i0, %s0 : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>, tensor<?xf32>)
    component #cascade.maxnumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.minsi -> (d0) (%a | %m1) {
      %i = cascade.index 1
      %p = arith.index_cast %i : index to i64
      %is = arith.cmpf oeq, %a, %m1 : f32
      %v = arith.select %is, %p, %none : i64
      cascade.yield %v : i64
    } correct (%m1_old, %i1_old, %m2_old, %i2_old, %s_old | %m1) {
      %is = arith.cmpf oeq, %m1_old, %m1 : f32
      %v = arith.select %is, %i1_old, %none : i64
      cascade.yield %v : i64
    }
    component #cascade.maxnumf -> (d0) (%a | %m1, %i1) {
      %i = cascade.index 1
      %p = arith.index_cast %i : index to i64
      %first = arith.cmpi eq, %p, %i1 : i64
      %v = arith.select %first, %ninf, %a : f32
      cascade.yield %v : f32
    } correct (%m1_old, %i1_old, %m2_old, %i2_old, %s_old | %m1, %i1) {
      %first1 = arith.cmpi eq, %i1_old, %i1 : i64
      %v1 = arith.select %first1, %ninf, %m1_old : f32
      %first2 = arith.cmpi eq, %i2_old, %i1 : i64
      %v2 = arith.select %first2, %ninf, %m2_old : f32
      %v = arith.maxnumf %v1, %v2 : f32
      cascade.yield %v : f32
    }
    component #cascade.minsi -> (d0) (%a | %m1, %i1, %m2) {
      %i = cascade.index 1
      %p = arith.index_cast %i : index to i64
      %other = arith.cmpi ne, %p, %i1 : i64
      %is = arith.cmpf oeq, %a, %m2 : f32
      %second = arith.andi %other, %is : i1
      %v = arith.select %second, %p, %none : i64
      cascade.yield %v : i64
    } correct (%m1_old, %i1_old, %m2_old, %i2_old, %s_old | %m1, %i1, %m2) {
      %other1 = arith.cmpi ne, %i1_old, %i1 : i64
      %is1 = arith.cmpf oeq, %m1_old, %m2 : f32
      %second1 = arith.andi %other1, %is1 : i1
      %v1 = arith.select %second1, %i1_old, %none : i64
      %other2 = arith.cmpi ne, %i2_old, %i1 : i64
      %is2 = arith.cmpf oeq, %m2_old, %m2 : f32
      %second2 = arith.andi %other2, %is2 : i1
      %v2 = arith.select %second2, %i2_old, %none : i64
      %v = arith.minsi %v1, %v2 : i64
      cascade.yield %v : i64
    }
    component #cascade.addf -> (d0) (%a | %m1, %i1, %m2, %i2) {
      %max = arith.maxnumf %m1, %ninf : f32
      %empty = arith.cmpf oeq, %max, %ninf : f32
      %ref = arith.select %empty, %zero, %max : f32
      %d = arith.subf %a, %ref : f32
      %p = math.exp %d : f32
      cascade.yield %p : f32
    } correct (%m1_old, %i1_old, %m2_old, %i2_old, %s_old | %m1, %i1, %m2, %i2) {
      %max = arith.maxnumf %m1, %ninf : f32
      %empty = arith.cmpf oeq, %max, %ninf : f32
      %ref = arith.select %empty, %zero, %max : f32
      %old = arith.maxnumf %m1_old, %ninf : f32
      %d = arith.subf %old, %ref : f32
      %alpha = math.exp %d : f32
      %v = arith.mulf %s_old, %alpha : f32
      cascade.yield %v : f32
    }
  // p1 / (p1 + p2) = 1 / (1 + e^(m2 - m1)); the sum cancels.
  %w1, %w2 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%m1, %m2 : tensor<?xf32>, tensor<?xf32>) outs(%e, %e : tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o1: f32, %o2: f32):
    %d = arith.subf %b, %a : f32
    %p = math.exp %d : f32
    %sum = arith.addf %one, %p : f32
    %v1 = arith.divf %one, %sum : f32
    %v2 = arith.divf %p, %sum : f32
    linalg.yield %v1, %v2 : f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>)
  return %w1, %i1, %w2, %i2, %s : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>, tensor<?xi64>, tensor<?xf32>
}
