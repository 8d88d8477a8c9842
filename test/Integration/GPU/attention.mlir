// Attention, fused by hand: forall over row blocks, a loop over keys that carries
// the running maximum, the sum and the unnormalised output.
// RUN: redfuser-gpu-check %s --dims=100,200,200
// RUN: redfuser-gpu-check %s --dims=65,129,129 --block-threads=64
// RUN: redfuser-gpu-check %s --dims=65,129,129 --shared-budget=600
// RUN: redfuser-gpu-check %s --dims=1,1,1
// RUN: redfuser-gpu-check %s --dims=3,0,0
// RUN: redfuser-gpu-check %s --dims=0,7,7

#q = affine_map<(d0,d1,d2)->(d0,d2)>
#k = affine_map<(d0,d1,d2)->(d1,d2)>
#s = affine_map<(d0,d1,d2)->(d0,d1)>
#id = affine_map<(d0,d1)->(d0,d1)>
#row = affine_map<(d0,d1)->(d0)>
#r1 = affine_map<(d0)->(d0)>
func.func @attention(%q: tensor<?x64xf32>, %k: tensor<?x64xf32>, %v: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %q, %c0 : tensor<?x64xf32>
  %m = tensor.dim %k, %c0 : tensor<?x64xf32>
  %c128 = arith.constant 128 : index
  %eo = tensor.empty(%n) : tensor<?x64xf32>
  %er = tensor.empty(%n) : tensor<?xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x64xf32>) -> tensor<?x64xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %r:3 = scf.forall (%i) = (0) to (%n) step (64) shared_outs(%mo = %m0, %lo = %l0, %oo = %o0) -> (tensor<?xf32>, tensor<?xf32>, tensor<?x64xf32>) {
    %sz = affine.min affine_map<(d0)[s0]->(64, s0 - d0)>(%i)[%n]
    %qt = tensor.extract_slice %q[%i,0][%sz,64][1,1] : tensor<?x64xf32> to tensor<?x64xf32>
    %mt = tensor.extract_slice %mo[%i][%sz][1] : tensor<?xf32> to tensor<?xf32>
    %lt = tensor.extract_slice %lo[%i][%sz][1] : tensor<?xf32> to tensor<?xf32>
    %ot = tensor.extract_slice %oo[%i,0][%sz,64][1,1] : tensor<?x64xf32> to tensor<?x64xf32>
    %st:3 = scf.for %j = %c0 to %m step %c128 iter_args(%mi = %mt, %li = %lt, %oi = %ot) -> (tensor<?xf32>, tensor<?xf32>, tensor<?x64xf32>) {
      %sk = affine.min affine_map<(d0)[s0]->(128, s0 - d0)>(%j)[%m]
      %kt = tensor.extract_slice %k[%j,0][%sk,64][1,1] : tensor<?x64xf32> to tensor<?x64xf32>
      %vt = tensor.extract_slice %v[%j,0][%sk,64][1,1] : tensor<?x64xf32> to tensor<?x64xf32>
      %es = tensor.empty(%sz, %sk) : tensor<?x?xf32>
      %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
      %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%qt, %kt : tensor<?x64xf32>, tensor<?x64xf32>) outs(%fs : tensor<?x?xf32>) -> tensor<?x?xf32>
      %em = tensor.empty(%sz) : tensor<?xf32>
      %mold = linalg.copy ins(%mi : tensor<?xf32>) outs(%em : tensor<?xf32>) -> tensor<?xf32>
      %mn = linalg.generic {indexing_maps=[#id,#row], iterator_types=["parallel","reduction"]} ins(%s : tensor<?x?xf32>) outs(%mi : tensor<?xf32>) {
        ^bb0(%a: f32, %acc: f32):
          %x = arith.maximumf %acc, %a : f32
          linalg.yield %x : f32
      } -> tensor<?xf32>
      %ep = tensor.empty(%sz, %sk) : tensor<?x?xf32>
      %p = linalg.generic {indexing_maps=[#id,#row,#id], iterator_types=["parallel","parallel"]} ins(%s, %mn : tensor<?x?xf32>, tensor<?xf32>) outs(%ep : tensor<?x?xf32>) {
        ^bb0(%a: f32, %b: f32, %c: f32):
          %isn = arith.cmpf oeq, %b, %ninf : f32
          %ref = arith.select %isn, %zero, %b : f32
          %d = arith.subf %a, %ref : f32
          %e = math.exp %d : f32
          linalg.yield %e : f32
      } -> tensor<?x?xf32>
      %ea = tensor.empty(%sz) : tensor<?xf32>
      %al = linalg.generic {indexing_maps=[#r1,#r1,#r1], iterator_types=["parallel"]} ins(%mold, %mn : tensor<?xf32>, tensor<?xf32>) outs(%ea : tensor<?xf32>) {
        ^bb0(%a: f32, %b: f32, %c: f32):
          %isn = arith.cmpf oeq, %b, %ninf : f32
          %ref = arith.select %isn, %zero, %b : f32
          %d = arith.subf %a, %ref : f32
          %e = math.exp %d : f32
          linalg.yield %e : f32
      } -> tensor<?xf32>
      %ls = linalg.generic {indexing_maps=[#r1,#r1], iterator_types=["parallel"]} ins(%al : tensor<?xf32>) outs(%li : tensor<?xf32>) {
        ^bb0(%a: f32, %c: f32):
          %e = arith.mulf %a, %c : f32
          linalg.yield %e : f32
      } -> tensor<?xf32>
      %ln = linalg.generic {indexing_maps=[#id,#row], iterator_types=["parallel","reduction"]} ins(%p : tensor<?x?xf32>) outs(%ls : tensor<?xf32>) {
        ^bb0(%a: f32, %acc: f32):
          %x = arith.addf %acc, %a : f32
          linalg.yield %x : f32
      } -> tensor<?xf32>
      %os = linalg.generic {indexing_maps=[#row,#id], iterator_types=["parallel","parallel"]} ins(%al : tensor<?xf32>) outs(%oi : tensor<?x64xf32>) {
        ^bb0(%a: f32, %c: f32):
          %e = arith.mulf %a, %c : f32
          linalg.yield %e : f32
      } -> tensor<?x64xf32>
      %on = linalg.matmul ins(%p, %vt : tensor<?x?xf32>, tensor<?x64xf32>) outs(%os : tensor<?x64xf32>) -> tensor<?x64xf32>
      scf.yield %mn, %ln, %on : tensor<?xf32>, tensor<?xf32>, tensor<?x64xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %st#0 into %mo[%i][%sz][1] : tensor<?xf32> into tensor<?xf32>
      tensor.parallel_insert_slice %st#1 into %lo[%i][%sz][1] : tensor<?xf32> into tensor<?xf32>
      tensor.parallel_insert_slice %st#2 into %oo[%i,0][%sz,64][1,1] : tensor<?x64xf32> into tensor<?x64xf32>
    }
  }
  %out = linalg.generic {indexing_maps=[#row,#id], iterator_types=["parallel","parallel"]} ins(%r#1 : tensor<?xf32>) outs(%r#2 : tensor<?x64xf32>) {
    ^bb0(%a: f32, %c: f32):
      %e = arith.divf %c, %a : f32
      linalg.yield %e : f32
  } -> tensor<?x64xf32>
  return %out : tensor<?x64xf32>
}
