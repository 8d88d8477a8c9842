// Results of 128 columns in the place of rows that are 192 deep: those of the
// second warpgroup lay in the first one's rows.
// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-warpgroups | FileCheck %s
// CHECK: gpu.launch {{.*}} dynamic_shared_memory_size %c213096_i32
// CHECK: nvvm.setmaxregister increase
// CHECK: %[[BYTES:.*]] = arith.constant 24576 : i32
// CHECK-NEXT: %[[ROWS:.*]] = arith.muli %{{.*}}, %[[BYTES]] : i32
// CHECK-NEXT: arith.addi %[[ROWS]], %{{.*}} : i32
// CHECK: stmatrix
#score = affine_map<(b, r, k, d) -> (b, r, k)>
#query = affine_map<(b, r, k, d) -> (b, r, d)>
#key = affine_map<(b, r, k, d) -> (b, k, d)>
#all = affine_map<(b, r, k) -> (b, r, k)>
#row = affine_map<(b, r, k) -> (b, r)>
!scores = tensor<128x1024x1024xf32>
!rows = tensor<128x1024xf32>
func.func @attention(%q: tensor<128x1024x192xbf16>, %k: tensor<128x1024x192xbf16>, %v: tensor<128x1024x128xbf16>) -> tensor<128x1024x128xbf16> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : !scores
  %s0 = linalg.fill ins(%zero : f32) outs(%es : !scores) -> !scores
  %s = linalg.generic {indexing_maps = [#query, #key, #score], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<128x1024x192xbf16>, tensor<128x1024x192xbf16>) outs(%s0 : !scores) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %z = arith.mulf %x, %y : f32
    %w = arith.addf %c, %z : f32
    linalg.yield %w : f32
  } -> !scores
  %er = tensor.empty() : !rows
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : !rows) -> !rows
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : !scores) outs(%m0 : !rows) {
  ^bb0(%a: f32, %c: f32):
    %w = arith.maximumf %a, %c : f32
    linalg.yield %w : f32
  } -> !rows
  %e = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : !scores, !rows) outs(%es : !scores) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.subf %a, %b : f32
    %w = math.exp %y : f32
    linalg.yield %w : f32
  } -> !scores
  %l0 = linalg.fill ins(%zero : f32) outs(%er : !rows) -> !rows
  %l = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : !scores) outs(%l0 : !rows) {
  ^bb0(%a: f32, %c: f32):
    %w = arith.addf %a, %c : f32
    linalg.yield %w : f32
  } -> !rows
  %ep = tensor.empty() : tensor<128x1024x1024xbf16>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : !scores, !rows) outs(%ep : tensor<128x1024x1024xbf16>) {
  ^bb0(%a: f32, %b: f32, %o: bf16):
    %y = arith.divf %a, %b : f32
    %w = arith.truncf %y : f32 to bf16
    linalg.yield %w : bf16
  } -> tensor<128x1024x1024xbf16>
  %eo = tensor.empty() : tensor<128x1024x128xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x1024x128xf32>) -> tensor<128x1024x128xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, r, k, c) -> (b, r, k)>, affine_map<(b, r, k, c) -> (b, k, c)>, affine_map<(b, r, k, c) -> (b, r, c)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%p, %v : tensor<128x1024x1024xbf16>, tensor<128x1024x128xbf16>) outs(%o0 : tensor<128x1024x128xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %z = arith.mulf %x, %y : f32
    %w = arith.addf %c, %z : f32
    linalg.yield %w : f32
  } -> tensor<128x1024x128xf32>
  %er16 = tensor.empty() : tensor<128x1024x128xbf16>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<128x1024x128xf32>) outs(%er16 : tensor<128x1024x128xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %w = arith.truncf %a : f32 to bf16
    linalg.yield %w : bf16
  } -> tensor<128x1024x128xbf16>
  return %r : tensor<128x1024x128xbf16>
}
