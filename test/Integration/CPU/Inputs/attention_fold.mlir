// Attention as one fold, written by hand; scores are a producer, out and lse are
// finalizers.
func.func @attention(%q: tensor<2x?x64xf32>, %k: tensor<2x?x64xf32>, %v: tensor<2x?x64xf32>) -> (tensor<2x?x64xf32>, tensor<2x?xf32>) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %q, %c1 : tensor<2x?x64xf32>
  %mm = tensor.dim %k, %c1 : tensor<2x?x64xf32>
  %e = tensor.empty(%n, %mm) : tensor<2x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b,m,n,k)->(b,m,k)>, affine_map<(b,m,n,k)->(b,n,k)>, affine_map<(b,m,n,k)->(b,m,n)>] ins(%q, %k : tensor<2x?x64xf32>, tensor<2x?x64xf32>) outs(%f : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %e1 = tensor.empty(%n) : tensor<2x?xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<2x?xf32>) -> tensor<2x?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<2x?xf32>) -> tensor<2x?xf32>
  %e2 = tensor.empty(%n) : tensor<2x?x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<2x?x64xf32>) -> tensor<2x?x64xf32>
  %m, %l, %o = cascade.fold [parallel, parallel, axis, parallel]
      ins(%s (d0, d1, d2), %v (d0, d2, d3) : tensor<2x?x?xf32>, tensor<2x?x64xf32>)
      state(%m0, %l0, %o0 : tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?x64xf32>)
    component #cascade.maximumf -> (d0, d1) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d1) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    } correct (%old_max, %old_sum, %oo | %max) {
      %0 = arith.subf %old_max, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %old_sum, %1 : f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0, d1, d3) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    } correct (%old_max, %old_sum, %oo | %max, %sum) {
      %0 = arith.subf %old_max, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %oo, %1 : f32
      cascade.yield %2 : f32
    }
  %out = linalg.generic {indexing_maps=[affine_map<(b,m,d)->(b,m,d)>, affine_map<(b,m,d)->(b,m)>, affine_map<(b,m,d)->(b,m,d)>], iterator_types=["parallel","parallel","parallel"]} ins(%o, %l : tensor<2x?x64xf32>, tensor<2x?xf32>) outs(%e2 : tensor<2x?x64xf32>) {
   ^bb0(%a: f32, %b: f32, %c: f32):
     %d = arith.divf %a, %b : f32
     linalg.yield %d : f32
  } -> tensor<2x?x64xf32>
  %lse = linalg.generic {indexing_maps=[affine_map<(b,m)->(b,m)>, affine_map<(b,m)->(b,m)>, affine_map<(b,m)->(b,m)>], iterator_types=["parallel","parallel"]} ins(%m, %l : tensor<2x?xf32>, tensor<2x?xf32>) outs(%e1 : tensor<2x?xf32>) {
   ^bb0(%a: f32, %b: f32, %c: f32):
     %d = math.log %b : f32
     %g = arith.addf %a, %d : f32
     linalg.yield %g : f32
  } -> tensor<2x?xf32>
  return %out, %lse : tensor<2x?x64xf32>, tensor<2x?xf32>
}
