// The same limit in a kernel: it is clamped before anything is added to it.
// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-warpgroups | FileCheck %s
// CHECK: %[[LIMIT:.*]] = tensor.extract
// CHECK: gpu.launch
// CHECK: %[[LEAST:.*]] = arith.constant -2305843009213693952 : i64
// CHECK: %[[ONE:.*]] = arith.maxsi %[[LIMIT]], %[[LEAST]] : i64
// CHECK: arith.minsi %[[ONE]], %{{.*}} : i64
func.func @attention(%q: tensor<1x1x128x64xbf16>, %k: tensor<1x1x512x64xbf16>, %v: tensor<1x1x512x64xbf16>, %win_t: tensor<1xi64>) -> tensor<1x1x128x64xbf16> {
 %ninf0 = arith.constant 0xFF800000 : f32
 %c0z = arith.constant 0 : index
 %win = tensor.extract %win_t[%c0z] : tensor<1xi64>
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
  %d = arith.subi %p, %r : i64
  %cond = arith.cmpi slt, %d, %win : i64
  %y = arith.select %cond, %x, %ninf : f32
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
