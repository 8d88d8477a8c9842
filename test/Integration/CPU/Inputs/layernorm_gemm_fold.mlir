// LayerNorm followed by a matrix product as one fold, written by hand:
//   out[i, j] = sum_k (x[i, k] - mean_i) * rstd_i * w[k, j]
// State: count n and sum s (so the reference is the running mean c = s / n), the
// second moment m2 about it, a = sum (x - c) w and b = sum w. When c moves by
// D = c_old - c_new, m2 gains n D^2 and a gains D b. The correction of a reads the
// old value of b, a component of fewer dimensions, and both moments of the
// reference: more than a factor.
func.func @layernorm_gemm(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %cols = tensor.dim %w, %c1 : tensor<?x?xf32>
  %er = tensor.empty(%rows) : tensor<?xf32>
  %ec = tensor.empty(%cols) : tensor<?xf32>
  %erc = tensor.empty(%rows, %cols) : tensor<?x?xf32>
  %r0 = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %b0 = linalg.fill ins(%zero : f32) outs(%ec : tensor<?xf32>) -> tensor<?xf32>
  %a0 = linalg.fill ins(%zero : f32) outs(%erc : tensor<?x?xf32>) -> tensor<?x?xf32>
  %n, %s, %m2, %b, %a = cascade.fold [parallel, axis, parallel]
      ins(%x (d0, d1), %w (d1, d2) : tensor<?x?xf32>, tensor<?x?xf32>)
      state(%r0, %r0, %r0, %b0, %a0 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>)
    component #cascade.addf -> (d0) (%e, %f) {
      %one = arith.constant 1.0 : f32
      cascade.yield %one : f32
    }
    component #cascade.addf -> (d0) (%e, %f | %count) {
      cascade.yield %e : f32
    }
    component #cascade.addf -> (d0) (%e, %f | %count, %sum) {
      %c = arith.divf %sum, %count : f32
      %d = arith.subf %e, %c : f32
      %sq = arith.mulf %d, %d : f32
      cascade.yield %sq : f32
    } correct (%n_old, %s_old, %m2_old, %b_old, %a_old | %n_new, %s_new) {
      %nothing = arith.constant 0.0 : f32
      %none = arith.cmpf oeq, %n_old, %nothing : f32
      %c_old = arith.divf %s_old, %n_old : f32
      %c_new = arith.divf %s_new, %n_new : f32
      %diff = arith.subf %c_old, %c_new : f32
      %d = arith.select %none, %nothing, %diff : f32
      %dd = arith.mulf %d, %d : f32
      %gain = arith.mulf %n_old, %dd : f32
      %m2_new = arith.addf %m2_old, %gain : f32
      cascade.yield %m2_new : f32
    }
    component #cascade.addf -> (d2) (%e, %f | %count, %sum, %m) {
      cascade.yield %f : f32
    }
    component #cascade.addf -> (d0, d2) (%e, %f | %count, %sum, %m, %ws) {
      %c = arith.divf %sum, %count : f32
      %d = arith.subf %e, %c : f32
      %p = arith.mulf %d, %f : f32
      cascade.yield %p : f32
    } correct (%n_old, %s_old, %m2_old, %b_old, %a_old | %n_new, %s_new, %m2_new, %b_new) {
      %nothing = arith.constant 0.0 : f32
      %none = arith.cmpf oeq, %n_old, %nothing : f32
      %c_old = arith.divf %s_old, %n_old : f32
      %c_new = arith.divf %s_new, %n_new : f32
      %diff = arith.subf %c_old, %c_new : f32
      %d = arith.select %none, %nothing, %diff : f32
      %gain = arith.mulf %d, %b_old : f32
      %a_new = arith.addf %a_old, %gain : f32
      cascade.yield %a_new : f32
    }
  %out = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %m2, %n : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%erc : tensor<?x?xf32>) {
  ^bb0(%av: f32, %mv: f32, %nv: f32, %o: f32):
    %var = arith.divf %mv, %nv : f32
    %sum = arith.addf %var, %eps : f32
    %rstd = math.rsqrt %sum : f32
    %r = arith.mulf %av, %rstd : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %out : tensor<?x?xf32>
}
