// Attention as its formula reads.
#qk = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(n,k)>, affine_map<(m,n,k)->(m,n)>]
func.func @attention(%q: tensor<?x64xf32>, %k: tensor<?x64xf32>, %v: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %q, %c0 : tensor<?x64xf32>
  %len = tensor.dim %k, %c0 : tensor<?x64xf32>
  %es = tensor.empty(%n, %len) : tensor<?x?xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul indexing_maps = #qk ins(%q, %k : tensor<?x64xf32>, tensor<?x64xf32>) outs(%s0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %eo = tensor.empty(%n) : tensor<?x64xf32>
  %o0 = linalg.fill ins(%z : f32) outs(%eo : tensor<?x64xf32>) -> tensor<?x64xf32>
  %o = linalg.matmul ins(%p, %v : tensor<?x?xf32>, tensor<?x64xf32>) outs(%o0 : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %o : tensor<?x64xf32>
}
