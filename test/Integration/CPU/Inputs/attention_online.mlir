// Attention with the state carried over key tiles, written by hand.
#qk = [affine_map<(m,n,k)->(m,k)>, affine_map<(m,n,k)->(n,k)>, affine_map<(m,n,k)->(m,n)>]
func.func @flash(%q: tensor<?x64xf32>, %k: tensor<?x64xf32>, %v: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %q, %c0 : tensor<?x64xf32>
  %len = tensor.dim %k, %c0 : tensor<?x64xf32>
  %eo = tensor.empty(%n) : tensor<?x64xf32>
  %em = tensor.empty(%n) : tensor<?xf32>
  %res:1 = scf.forall (%i) = (0) to (%n) step (32) shared_outs(%out = %eo) -> (tensor<?x64xf32>) {
    %tm = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
    %qt = tensor.extract_slice %q[%i, 0] [%tm, 64] [1, 1] : tensor<?x64xf32> to tensor<?x64xf32>
    %e1 = tensor.empty(%tm) : tensor<?xf32>
    %m0 = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
    %l0 = linalg.fill ins(%z : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
    %eot = tensor.empty(%tm) : tensor<?x64xf32>
    %o0 = linalg.fill ins(%z : f32) outs(%eot : tensor<?x64xf32>) -> tensor<?x64xf32>
    %st:3 = scf.for %j = %c0 to %len step %c32 iter_args(%m = %m0, %l = %l0, %o = %o0) -> (tensor<?xf32>, tensor<?xf32>, tensor<?x64xf32>) {
      %tn = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%j)[%len]
      %kt = tensor.extract_slice %k[%j, 0] [%tn, 64] [1, 1] : tensor<?x64xf32> to tensor<?x64xf32>
      %vt = tensor.extract_slice %v[%j, 0] [%tn, 64] [1, 1] : tensor<?x64xf32> to tensor<?x64xf32>
      %es = tensor.empty(%tm, %tn) : tensor<?x?xf32>
      %s0 = linalg.fill ins(%z : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
      %s = linalg.matmul indexing_maps = #qk ins(%qt, %kt : tensor<?x64xf32>, tensor<?x64xf32>) outs(%s0 : tensor<?x?xf32>) -> tensor<?x?xf32>
      // The old reference, copied: the new one is computed in place.
      %ec = tensor.empty(%tm) : tensor<?xf32>
      %old = linalg.copy ins(%m : tensor<?xf32>) outs(%ec : tensor<?xf32>) -> tensor<?xf32>
      %mn = linalg.generic {indexing_maps = [affine_map<(m,n)->(m,n)>, affine_map<(m,n)->(m)>], iterator_types=["parallel","reduction"]} ins(%s : tensor<?x?xf32>) outs(%m : tensor<?xf32>) {
      ^bb0(%a: f32, %b: f32):
        %r = arith.maximumf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<?xf32>
      %al = linalg.generic {indexing_maps = [affine_map<(m)->(m)>, affine_map<(m)->(m)>], iterator_types=["parallel"]} ins(%mn : tensor<?xf32>) outs(%old : tensor<?xf32>) {
      ^bb0(%a: f32, %b: f32):
        %isinf = arith.cmpf oeq, %a, %ninf : f32
        %g = arith.select %isinf, %z, %a : f32
        %d = arith.subf %b, %g : f32
        %r = math.exp %d : f32
        linalg.yield %r : f32
      } -> tensor<?xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m,n)->(m)>, affine_map<(m,n)->(m,n)>], iterator_types=["parallel","parallel"]} ins(%mn : tensor<?xf32>) outs(%s : tensor<?x?xf32>) {
      ^bb0(%a: f32, %b: f32):
        %isinf = arith.cmpf oeq, %a, %ninf : f32
        %g = arith.select %isinf, %z, %a : f32
        %d = arith.subf %b, %g : f32
        %r = math.exp %d : f32
        linalg.yield %r : f32
      } -> tensor<?x?xf32>
      %ls = linalg.generic {indexing_maps = [affine_map<(m)->(m)>, affine_map<(m)->(m)>], iterator_types=["parallel"]} ins(%al : tensor<?xf32>) outs(%l : tensor<?xf32>) {
      ^bb0(%a: f32, %b: f32):
        %r = arith.mulf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<?xf32>
      %ln = linalg.generic {indexing_maps = [affine_map<(m,n)->(m,n)>, affine_map<(m,n)->(m)>], iterator_types=["parallel","reduction"]} ins(%p : tensor<?x?xf32>) outs(%ls : tensor<?xf32>) {
      ^bb0(%a: f32, %b: f32):
        %r = arith.addf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<?xf32>
      %os = linalg.generic {indexing_maps = [affine_map<(m,d)->(m)>, affine_map<(m,d)->(m,d)>], iterator_types=["parallel","parallel"]} ins(%al : tensor<?xf32>) outs(%o : tensor<?x64xf32>) {
      ^bb0(%a: f32, %b: f32):
        %r = arith.mulf %a, %b : f32
        linalg.yield %r : f32
      } -> tensor<?x64xf32>
      %on = linalg.matmul ins(%p, %vt : tensor<?x?xf32>, tensor<?x64xf32>) outs(%os : tensor<?x64xf32>) -> tensor<?x64xf32>
      scf.yield %mn, %ln, %on : tensor<?xf32>, tensor<?xf32>, tensor<?x64xf32>
    }
    %fin = linalg.generic {indexing_maps = [affine_map<(m,d)->(m)>, affine_map<(m,d)->(m,d)>], iterator_types=["parallel","parallel"]} ins(%st#1 : tensor<?xf32>) outs(%st#2 : tensor<?x64xf32>) {
    ^bb0(%a: f32, %b: f32):
      %r = arith.divf %b, %a : f32
      linalg.yield %r : f32
    } -> tensor<?x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %fin into %out[%i, 0] [%tm, 64] [1, 1] : tensor<?x64xf32> into tensor<?x64xf32>
    }
  }
  return %res : tensor<?x64xf32>
}
