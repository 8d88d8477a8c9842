// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s

// A reference behind two maxima with row values: both are taken into the start of the reduction, one out of
// what the other made. Nothing is left of the reduction that they were taken from, and it is erased once.

// CHECK-LABEL: func.func @two_sinks
// CHECK-NOT: "reduction"
// CHECK-COUNT-2: arith.maximumf
// CHECK: cascade.chain
// CHECK: reduce #cascade.maximumf
// CHECK: reduce #cascade.addf
// CHECK-NOT: linalg.generic
// CHECK: return
#rk = affine_map<(r,k)->(r,k)>
#r = affine_map<(r,k)->(r)>
#p = affine_map<(r)->(r)>
func.func @two_sinks(%x: tensor<4x64xf32>, %s1: tensor<4xf32>, %s2: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %ni = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %j = linalg.fill ins(%ni : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#rk, #r], iterator_types = ["parallel","reduction"]} ins(%x : tensor<4x64xf32>) outs(%j : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.maximumf %o, %a : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %m1 = linalg.generic {indexing_maps = [#p, #p, #p], iterator_types = ["parallel"]} ins(%m, %s1 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.maximumf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %m2 = linalg.generic {indexing_maps = [#p, #p, #p], iterator_types = ["parallel"]} ins(%m1, %s2 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.maximumf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %t = linalg.generic {indexing_maps = [#rk, #r, #r], iterator_types = ["parallel","reduction"]} ins(%x, %m2 : tensor<4x64xf32>, tensor<4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %d: f32, %o: f32):
    %y = arith.subf %a, %d : f32
    %u = math.exp %y : f32
    %q = arith.addf %o, %u : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %m2, %t : tensor<4xf32>, tensor<4xf32>
}
