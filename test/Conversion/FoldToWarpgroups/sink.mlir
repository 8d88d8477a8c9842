// RUN: redfuser compile %s --target=nvptx --chip=sm_90a -o %t.ptx && FileCheck %s < %t.ptx
// RUN: redfuser run %s --check --verdict="1 fused" | FileCheck %s --check-prefix=OK

// Attention with a sink per head: the divisor reads an input of the row, which the kernel
// reads where it writes its result.

// CHECK: .visible .entry sink_warpgroups_0(
// CHECK: wgmma
// OK: check passed
func.func @sink(%q: tensor<1x2x192x128xbf16>, %k: tensor<1x2x160x128xbf16>, %v: tensor<1x2x160x128xbf16>, %sink: tensor<2xf32>) -> tensor<1x2x192x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.08838834764 : f32
  %e0 = tensor.empty() : tensor<1x2x192x160xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x2x192x160xf32>) -> tensor<1x2x192x160xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b,h,n,l,d) -> (b,h,n,d)>, affine_map<(b,h,n,l,d) -> (b,h,l,d)>, affine_map<(b,h,n,l,d) -> (b,h,n,l)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%q, %k : tensor<1x2x192x128xbf16>, tensor<1x2x160x128xbf16>) outs(%f0 : tensor<1x2x192x160xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %z = arith.mulf %x, %y : f32
    %r = arith.addf %o, %z : f32
    linalg.yield %r : f32
  } -> tensor<1x2x192x160xf32>
  %sc = linalg.generic {indexing_maps = [affine_map<(b,h,n,l) -> (b,h,n,l)>, affine_map<(b,h,n,l) -> (b,h,n,l)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%s : tensor<1x2x192x160xf32>) outs(%e0 : tensor<1x2x192x160xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %a, %scale : f32
    linalg.yield %r : f32
  } -> tensor<1x2x192x160xf32>
  %em = tensor.empty() : tensor<1x2x192xf32>
  %fm = linalg.generic {indexing_maps = [affine_map<(b,h,n) -> (h)>, affine_map<(b,h,n) -> (b,h,n)>], iterator_types = ["parallel","parallel","parallel"]} ins(%sink : tensor<2xf32>) outs(%em : tensor<1x2x192xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1x2x192xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(b,h,n,l) -> (b,h,n,l)>, affine_map<(b,h,n,l) -> (b,h,n)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%sc : tensor<1x2x192x160xf32>) outs(%fm : tensor<1x2x192xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<1x2x192xf32>
  %ex = linalg.generic {indexing_maps = [affine_map<(b,h,n,l) -> (b,h,n,l)>, affine_map<(b,h,n,l) -> (b,h,n)>, affine_map<(b,h,n,l) -> (b,h,n,l)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%sc, %m : tensor<1x2x192x160xf32>, tensor<1x2x192xf32>) outs(%e0 : tensor<1x2x192x160xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %d = arith.subf %a, %c : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<1x2x192x160xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%em : tensor<1x2x192xf32>) -> tensor<1x2x192xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b,h,n,l) -> (b,h,n,l)>, affine_map<(b,h,n,l) -> (b,h,n)>], iterator_types = ["parallel","parallel","parallel","reduction"]} ins(%ex : tensor<1x2x192x160xf32>) outs(%fs : tensor<1x2x192xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<1x2x192xf32>
  %tot = linalg.generic {indexing_maps = [affine_map<(b,h,n) -> (b,h,n)>, affine_map<(b,h,n) -> (b,h,n)>, affine_map<(b,h,n) -> (h)>, affine_map<(b,h,n) -> (b,h,n)>], iterator_types = ["parallel","parallel","parallel"]} ins(%sum, %m, %sink : tensor<1x2x192xf32>, tensor<1x2x192xf32>, tensor<2xf32>) outs(%em : tensor<1x2x192xf32>) {
  ^bb0(%a: f32, %c: f32, %k0: f32, %o: f32):
    %d = arith.subf %k0, %c : f32
    %e = math.exp %d : f32
    %r = arith.addf %a, %e : f32
    linalg.yield %r : f32
  } -> tensor<1x2x192xf32>
  %eb = tensor.empty() : tensor<1x2x192x160xbf16>
  %p = linalg.generic {indexing_maps = [affine_map<(b,h,n,l) -> (b,h,n,l)>, affine_map<(b,h,n,l) -> (b,h,n)>, affine_map<(b,h,n,l) -> (b,h,n,l)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%ex, %tot : tensor<1x2x192x160xf32>, tensor<1x2x192xf32>) outs(%eb : tensor<1x2x192x160xbf16>) {
  ^bb0(%a: f32, %c: f32, %o: bf16):
    %d = arith.divf %a, %c : f32
    %r = arith.truncf %d : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<1x2x192x160xbf16>
  %eo = tensor.empty() : tensor<1x2x192x128xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<1x2x192x128xf32>) -> tensor<1x2x192x128xf32>
  %out = linalg.generic {indexing_maps = [affine_map<(b,h,n,d,l) -> (b,h,n,l)>, affine_map<(b,h,n,d,l) -> (b,h,l,d)>, affine_map<(b,h,n,d,l) -> (b,h,n,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%p, %v : tensor<1x2x192x160xbf16>, tensor<1x2x160x128xbf16>) outs(%fo : tensor<1x2x192x128xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %z = arith.mulf %x, %y : f32
    %r = arith.addf %o, %z : f32
    linalg.yield %r : f32
  } -> tensor<1x2x192x128xf32>
  %ebo = tensor.empty() : tensor<1x2x192x128xbf16>
  %ob = linalg.generic {indexing_maps = [affine_map<(b,h,n,d) -> (b,h,n,d)>, affine_map<(b,h,n,d) -> (b,h,n,d)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%out : tensor<1x2x192x128xf32>) outs(%ebo : tensor<1x2x192x128xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %r = arith.truncf %a : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<1x2x192x128xbf16>
  return %ob : tensor<1x2x192x128xbf16>
}
