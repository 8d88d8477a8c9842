// Pairs of blocks, which nobody had asked for, sent each other states that are
// larger than the stages of 16 keys: beyond them lie references and row sums that
// a block still reads.
// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-warpgroups --remark-format=emitRemark --remarks-filter=.* 2>&1 | FileCheck %s --implicit-check-not='gpu.launch clusters'
// CHECK: remark: {{.*}}the fold is computed by warpgroups in {{[0-9]+}} segments, whose states are merged
// CHECK: gpu.launch blocks({{.*}} dynamic_shared_memory_size %c182000_i32
#score = affine_map<(b, r, k, d) -> (b, r, k)>
#query = affine_map<(b, r, k, d) -> (b, r, d)>
#key = affine_map<(b, r, k, d) -> (b, k, d)>
#all = affine_map<(b, r, k) -> (b, r, k)>
#row = affine_map<(b, r, k) -> (b, r)>
!scores = tensor<1x128x8192xf32>
!rows = tensor<1x128xf32>
func.func @attention(%q: tensor<1x128x896xbf16>, %k: tensor<1x8192x896xbf16>) -> tensor<1x128x512xbf16> {
  %v = tensor.extract_slice %k[0, 0, 0] [1, 8192, 512] [1, 1, 1] : tensor<1x8192x896xbf16> to tensor<1x8192x512xbf16>
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %es = tensor.empty() : !scores
  %s0 = linalg.fill ins(%zero : f32) outs(%es : !scores) -> !scores
  %s = linalg.generic {indexing_maps = [#query, #key, #score], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<1x128x896xbf16>, tensor<1x8192x896xbf16>) outs(%s0 : !scores) {
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
  %ep = tensor.empty() : tensor<1x128x8192xbf16>
  %p = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : !scores, !rows) outs(%ep : tensor<1x128x8192xbf16>) {
  ^bb0(%a: f32, %b: f32, %o: bf16):
    %y = arith.divf %a, %b : f32
    %w = arith.truncf %y : f32 to bf16
    linalg.yield %w : bf16
  } -> tensor<1x128x8192xbf16>
  %eo = tensor.empty() : tensor<1x128x512xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<1x128x512xf32>) -> tensor<1x128x512xf32>
  %o = linalg.generic {indexing_maps = [affine_map<(b, r, k, c) -> (b, r, k)>, affine_map<(b, r, k, c) -> (b, k, c)>, affine_map<(b, r, k, c) -> (b, r, c)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%p, %v : tensor<1x128x8192xbf16>, tensor<1x8192x512xbf16>) outs(%o0 : tensor<1x128x512xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %z = arith.mulf %x, %y : f32
    %w = arith.addf %c, %z : f32
    linalg.yield %w : f32
  } -> tensor<1x128x512xf32>
  %er16 = tensor.empty() : tensor<1x128x512xbf16>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<1x128x512xf32>) outs(%er16 : tensor<1x128x512xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %w = arith.truncf %a : f32 to bf16
    linalg.yield %w : bf16
  } -> tensor<1x128x512xbf16>
  return %r : tensor<1x128x512xbf16>
}
