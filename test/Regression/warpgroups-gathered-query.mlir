// A query that a table orders, which warpgroups do not load: it is gathered first, and the fold is theirs.
// RUN: redfuser-opt %s --redfuser-raise --redfuser-fuse --redfuser-fold-to-warpgroups | FileCheck %s
// CHECK: tensor.extract
// CHECK: gpu.launch
// CHECK: wgmma

func.func @attention(%qa: tensor<9x2x4x1x64xbf16>, %k: tensor<3x512x2x64xbf16>, %v: tensor<3x512x2x64xbf16>, %slot: tensor<3xi64>) -> (tensor<3x2x4x1x64xbf16>) {
%eq0 = tensor.empty() : tensor<3x2x4x1x64xbf16>
%q = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%slot : tensor<3xi64>) outs(%eq0 : tensor<3x2x4x1x64xbf16>) {
^bb0(%n: i64, %o: bf16):
 %at = arith.index_cast %n : i64 to index
 %c = linalg.index 1 : index
 %i = linalg.index 2 : index
 %j = linalg.index 3 : index
 %l = linalg.index 4 : index
 %x = tensor.extract %qa[%at, %c, %i, %j, %l] : tensor<9x2x4x1x64xbf16>
 linalg.yield %x : bf16
} -> tensor<3x2x4x1x64xbf16>

%zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 1.250000000e-01 : f32
  %es = tensor.empty() : tensor<3x2x4x1x512xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<3x2x4x1x512xf32>) -> tensor<3x2x4x1x512xf32>
  %t_s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x2x4x1x64xbf16>, tensor<3x512x2x64xbf16>) outs(%s0 : tensor<3x2x4x1x512xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %z = arith.mulf %x, %y : f32
    %w = arith.addf %c, %z : f32
    linalg.yield %w : f32
  } -> tensor<3x2x4x1x512xf32>
  %t_x = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t_s : tensor<3x2x4x1x512xf32>) outs(%es : tensor<3x2x4x1x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x0 = arith.mulf %a, %scale : f32
    linalg.yield %x0 : f32
  } -> tensor<3x2x4x1x512xf32>
  %er = tensor.empty() : tensor<3x2x4x1xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<3x2x4x1xf32>) -> tensor<3x2x4x1xf32>
  %t_m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%t_x : tensor<3x2x4x1x512xf32>) outs(%m0 : tensor<3x2x4x1xf32>) {
  ^bb0(%a: f32, %c: f32):
    %w = arith.maximumf %a, %c : f32
    linalg.yield %w : f32
  } -> tensor<3x2x4x1xf32>
  %t_e = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t_x, %t_m : tensor<3x2x4x1x512xf32>, tensor<3x2x4x1xf32>) outs(%es : tensor<3x2x4x1x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.subf %a, %b : f32
    %w = math.exp %y : f32
    linalg.yield %w : f32
  } -> tensor<3x2x4x1x512xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<3x2x4x1xf32>) -> tensor<3x2x4x1xf32>
  %t_l = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%t_e : tensor<3x2x4x1x512xf32>) outs(%l0 : tensor<3x2x4x1xf32>) {
  ^bb0(%a: f32, %c: f32):
    %w = arith.addf %a, %c : f32
    linalg.yield %w : f32
  } -> tensor<3x2x4x1xf32>
  %eb = tensor.empty() : tensor<3x2x4x1x512xbf16>
  %t_p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t_e, %t_l : tensor<3x2x4x1x512xf32>, tensor<3x2x4x1xf32>) outs(%eb : tensor<3x2x4x1x512xbf16>) {
  ^bb0(%a: f32, %b: f32, %o: bf16):
    %y = arith.divf %a, %b : f32
    %w = arith.truncf %y : f32 to bf16
    linalg.yield %w : bf16
  } -> tensor<3x2x4x1x512xbf16>
  %eo = tensor.empty() : tensor<3x2x4x1x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<3x2x4x1x64xf32>) -> tensor<3x2x4x1x64xf32>
  %t_o = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d1, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "parallel"]} ins(%t_p, %v : tensor<3x2x4x1x512xbf16>, tensor<3x512x2x64xbf16>) outs(%o0 : tensor<3x2x4x1x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %z = arith.mulf %x, %y : f32
    %w = arith.addf %c, %z : f32
    linalg.yield %w : f32
  } -> tensor<3x2x4x1x64xf32>
  %eq = tensor.empty() : tensor<3x2x4x1x64xbf16>
  %t_r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%t_o : tensor<3x2x4x1x64xf32>) outs(%eq : tensor<3x2x4x1x64xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %w = arith.truncf %a : f32 to bf16
    linalg.yield %w : bf16
  } -> tensor<3x2x4x1x64xbf16>
  return %t_r : tensor<3x2x4x1x64xbf16>
}
