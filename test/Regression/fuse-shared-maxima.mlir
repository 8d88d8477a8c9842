// RUN: timeout 20 redfuser-opt %s --redfuser-raise --redfuser-fuse | FileCheck %s

// Each of a row of maxima reads the one before it twice: the bounds of the last are found in linear time.

// CHECK-LABEL: func.func @many_maxima
// CHECK: return
func.func @many_maxima(%x: tensor<4x64xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(r,k)->(r,k)>, affine_map<(r,k)->(r)>], iterator_types = ["parallel","reduction"]} ins(%x : tensor<4x64xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.addf %o, %a : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(r,k)->(r,k)>, affine_map<(r,k)->(r)>, affine_map<(r,k)->(r)>], iterator_types = ["parallel","reduction"]} ins(%x, %s : tensor<4x64xf32>, tensor<4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %d: f32, %o: f32):
    %p0 = arith.negf %d : f32
    %q0 = math.absf %d : f32
    %p1 = arith.maxnumf %p0, %q0 : f32
    %q1 = arith.minnumf %p0, %q0 : f32
    %p2 = arith.maxnumf %p1, %q1 : f32
    %q2 = arith.minnumf %p1, %q1 : f32
    %p3 = arith.maxnumf %p2, %q2 : f32
    %q3 = arith.minnumf %p2, %q2 : f32
    %p4 = arith.maxnumf %p3, %q3 : f32
    %q4 = arith.minnumf %p3, %q3 : f32
    %p5 = arith.maxnumf %p4, %q4 : f32
    %q5 = arith.minnumf %p4, %q4 : f32
    %p6 = arith.maxnumf %p5, %q5 : f32
    %q6 = arith.minnumf %p5, %q5 : f32
    %p7 = arith.maxnumf %p6, %q6 : f32
    %q7 = arith.minnumf %p6, %q6 : f32
    %p8 = arith.maxnumf %p7, %q7 : f32
    %q8 = arith.minnumf %p7, %q7 : f32
    %p9 = arith.maxnumf %p8, %q8 : f32
    %q9 = arith.minnumf %p8, %q8 : f32
    %p10 = arith.maxnumf %p9, %q9 : f32
    %q10 = arith.minnumf %p9, %q9 : f32
    %p11 = arith.maxnumf %p10, %q10 : f32
    %q11 = arith.minnumf %p10, %q10 : f32
    %p12 = arith.maxnumf %p11, %q11 : f32
    %q12 = arith.minnumf %p11, %q11 : f32
    %lo = arith.constant -1.0 : f32
    %hi = arith.constant 1.0 : f32
    %c0 = arith.maxnumf %p12, %lo : f32
    %c = arith.minnumf %c0, %hi : f32
    %y = arith.subf %a, %c : f32
    %t = math.exp %y : f32
    %q = arith.maximumf %o, %t : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %s, %m : tensor<4xf32>, tensor<4xf32>
}
