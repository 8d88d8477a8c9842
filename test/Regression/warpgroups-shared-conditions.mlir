// Conditions that share conditions: clauses doubled at each step.
// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-warpgroups -o /dev/null
func.func @attention(%q: tensor<1x1x128x64xbf16>, %k: tensor<1x1x512x64xbf16>, %v: tensor<1x1x512x64xbf16>) -> tensor<1x1x128x64xbf16> {
 %ninf0 = arith.constant 0xFF800000 : f32
 %c0z = arith.constant 0 : index
 %zero = arith.constant 0.0 : f32
 %ninf = arith.constant 0xFF800000 : f32
 %scale = arith.constant 0.125 : f32
 %es = tensor.empty() : tensor<1x1x128x512xf32>
 %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<1x1x128x512xf32>) -> tensor<1x1x128x512xf32>
 %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<1x1x128x64xbf16>, tensor<1x1x512x64xbf16>) outs(%s0 : tensor<1x1x128x512xf32>) {
 ^bb0(%a: bf16, %b: bf16, %c: f32):
  %x = arith.extf %a : bf16 to f32
  %y = arith.extf %b : bf16 to f32
  %z = arith.mulf %x, %y : f32
  %w = arith.addf %c, %z : f32
  linalg.yield %w : f32
 } -> tensor<1x1x128x512xf32>
 %xx = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<1x1x128x512xf32>) outs(%es : tensor<1x1x128x512xf32>) {
 ^bb0(%a: f32, %o: f32):
  %x = arith.mulf %a, %scale : f32
  %ii0 = linalg.index 0 : index
  %ii2 = linalg.index 2 : index
  %ii3 = linalg.index 3 : index
  %bb = arith.index_cast %ii0 : index to i64
  %r = arith.index_cast %ii2 : index to i64
  %p = arith.index_cast %ii3 : index to i64
  %z0 = arith.cmpi sle, %p, %r : i64
  %k0 = arith.constant 3 : i64
  %ca0 = arith.cmpi sle, %p, %k0 : i64
  %cb0 = arith.cmpi sge, %p, %k0 : i64
  %o0 = arith.ori %z0, %ca0 : i1
  %q0 = arith.ori %z0, %cb0 : i1
  %z1 = arith.andi %o0, %q0 : i1
  %k1 = arith.constant 4 : i64
  %ca1 = arith.cmpi sle, %p, %k1 : i64
  %cb1 = arith.cmpi sge, %p, %k1 : i64
  %o1 = arith.ori %z1, %ca1 : i1
  %q1 = arith.ori %z1, %cb1 : i1
  %z2 = arith.andi %o1, %q1 : i1
  %k2 = arith.constant 5 : i64
  %ca2 = arith.cmpi sle, %p, %k2 : i64
  %cb2 = arith.cmpi sge, %p, %k2 : i64
  %o2 = arith.ori %z2, %ca2 : i1
  %q2 = arith.ori %z2, %cb2 : i1
  %z3 = arith.andi %o2, %q2 : i1
  %k3 = arith.constant 6 : i64
  %ca3 = arith.cmpi sle, %p, %k3 : i64
  %cb3 = arith.cmpi sge, %p, %k3 : i64
  %o3 = arith.ori %z3, %ca3 : i1
  %q3 = arith.ori %z3, %cb3 : i1
  %z4 = arith.andi %o3, %q3 : i1
  %k4 = arith.constant 7 : i64
  %ca4 = arith.cmpi sle, %p, %k4 : i64
  %cb4 = arith.cmpi sge, %p, %k4 : i64
  %o4 = arith.ori %z4, %ca4 : i1
  %q4 = arith.ori %z4, %cb4 : i1
  %z5 = arith.andi %o4, %q4 : i1
  %k5 = arith.constant 8 : i64
  %ca5 = arith.cmpi sle, %p, %k5 : i64
  %cb5 = arith.cmpi sge, %p, %k5 : i64
  %o5 = arith.ori %z5, %ca5 : i1
  %q5 = arith.ori %z5, %cb5 : i1
  %z6 = arith.andi %o5, %q5 : i1
  %k6 = arith.constant 9 : i64
  %ca6 = arith.cmpi sle, %p, %k6 : i64
  %cb6 = arith.cmpi sge, %p, %k6 : i64
  %o6 = arith.ori %z6, %ca6 : i1
  %q6 = arith.ori %z6, %cb6 : i1
  %z7 = arith.andi %o6, %q6 : i1
  %k7 = arith.constant 10 : i64
  %ca7 = arith.cmpi sle, %p, %k7 : i64
  %cb7 = arith.cmpi sge, %p, %k7 : i64
  %o7 = arith.ori %z7, %ca7 : i1
  %q7 = arith.ori %z7, %cb7 : i1
  %z8 = arith.andi %o7, %q7 : i1
  %k8 = arith.constant 11 : i64
  %ca8 = arith.cmpi sle, %p, %k8 : i64
  %cb8 = arith.cmpi sge, %p, %k8 : i64
  %o8 = arith.ori %z8, %ca8 : i1
  %q8 = arith.ori %z8, %cb8 : i1
  %z9 = arith.andi %o8, %q8 : i1
  %k9 = arith.constant 12 : i64
  %ca9 = arith.cmpi sle, %p, %k9 : i64
  %cb9 = arith.cmpi sge, %p, %k9 : i64
  %o9 = arith.ori %z9, %ca9 : i1
  %q9 = arith.ori %z9, %cb9 : i1
  %z10 = arith.andi %o9, %q9 : i1
  %k10 = arith.constant 13 : i64
  %ca10 = arith.cmpi sle, %p, %k10 : i64
  %cb10 = arith.cmpi sge, %p, %k10 : i64
  %o10 = arith.ori %z10, %ca10 : i1
  %q10 = arith.ori %z10, %cb10 : i1
  %z11 = arith.andi %o10, %q10 : i1
  %k11 = arith.constant 14 : i64
  %ca11 = arith.cmpi sle, %p, %k11 : i64
  %cb11 = arith.cmpi sge, %p, %k11 : i64
  %o11 = arith.ori %z11, %ca11 : i1
  %q11 = arith.ori %z11, %cb11 : i1
  %z12 = arith.andi %o11, %q11 : i1
  %k12 = arith.constant 15 : i64
  %ca12 = arith.cmpi sle, %p, %k12 : i64
  %cb12 = arith.cmpi sge, %p, %k12 : i64
  %o12 = arith.ori %z12, %ca12 : i1
  %q12 = arith.ori %z12, %cb12 : i1
  %z13 = arith.andi %o12, %q12 : i1
  %k13 = arith.constant 16 : i64
  %ca13 = arith.cmpi sle, %p, %k13 : i64
  %cb13 = arith.cmpi sge, %p, %k13 : i64
  %o13 = arith.ori %z13, %ca13 : i1
  %q13 = arith.ori %z13, %cb13 : i1
  %z14 = arith.andi %o13, %q13 : i1
  %k14 = arith.constant 17 : i64
  %ca14 = arith.cmpi sle, %p, %k14 : i64
  %cb14 = arith.cmpi sge, %p, %k14 : i64
  %o14 = arith.ori %z14, %ca14 : i1
  %q14 = arith.ori %z14, %cb14 : i1
  %z15 = arith.andi %o14, %q14 : i1
  %k15 = arith.constant 18 : i64
  %ca15 = arith.cmpi sle, %p, %k15 : i64
  %cb15 = arith.cmpi sge, %p, %k15 : i64
  %o15 = arith.ori %z15, %ca15 : i1
  %q15 = arith.ori %z15, %cb15 : i1
  %z16 = arith.andi %o15, %q15 : i1
  %y = arith.select %z16, %x, %ninf : f32
  linalg.yield %y : f32
 } -> tensor<1x1x128x512xf32>
 %er = tensor.empty() : tensor<1x1x128xf32>
 %m0 = linalg.fill ins(%ninf0 : f32) outs(%er : tensor<1x1x128xf32>) -> tensor<1x1x128xf32>
 %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%xx : tensor<1x1x128x512xf32>) outs(%m0 : tensor<1x1x128xf32>) {
 ^bb0(%a: f32, %c: f32):
  %w = arith.maximumf %a, %c : f32
  linalg.yield %w : f32
 } -> tensor<1x1x128xf32>
 %e = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%xx, %m : tensor<1x1x128x512xf32>, tensor<1x1x128xf32>) outs(%es : tensor<1x1x128x512xf32>) {
 ^bb0(%a: f32, %b: f32, %o: f32):
  %y = arith.subf %a, %b : f32
  %w = math.exp %y : f32
  linalg.yield %w : f32
 } -> tensor<1x1x128x512xf32>
 %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<1x1x128xf32>) -> tensor<1x1x128xf32>
 %l = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%e : tensor<1x1x128x512xf32>) outs(%l0 : tensor<1x1x128xf32>) {
 ^bb0(%a: f32, %c: f32):
  %w = arith.addf %a, %c : f32
  linalg.yield %w : f32
 } -> tensor<1x1x128xf32>
 %eb = tensor.empty() : tensor<1x1x128x512xbf16>
 %pp = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e, %l : tensor<1x1x128x512xf32>, tensor<1x1x128xf32>) outs(%eb : tensor<1x1x128x512xbf16>) {
 ^bb0(%a: f32, %b: f32, %o: bf16):
  %y = arith.divf %a, %b : f32
  %w = arith.truncf %y : f32 to bf16
  linalg.yield %w : bf16
 } -> tensor<1x1x128x512xbf16>
 %eo = tensor.empty() : tensor<1x1x128x64xf32>
 %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<1x1x128x64xf32>) -> tensor<1x1x128x64xf32>
 %oo = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]} ins(%pp, %v : tensor<1x1x128x512xbf16>, tensor<1x1x512x64xbf16>) outs(%o0 : tensor<1x1x128x64xf32>) {
 ^bb0(%a: bf16, %b: bf16, %c: f32):
  %x = arith.extf %a : bf16 to f32
  %y = arith.extf %b : bf16 to f32
  %z = arith.mulf %x, %y : f32
  %w = arith.addf %c, %z : f32
  linalg.yield %w : f32
 } -> tensor<1x1x128x64xf32>
 %eq = tensor.empty() : tensor<1x1x128x64xbf16>
 %rr = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%oo : tensor<1x1x128x64xf32>) outs(%eq : tensor<1x1x128x64xbf16>) {
 ^bb0(%y: f32, %o: bf16):
  %w = arith.truncf %y : f32 to bf16
  linalg.yield %w : bf16
 } -> tensor<1x1x128x64xbf16>
 return %rr : tensor<1x1x128x64xbf16>
}
