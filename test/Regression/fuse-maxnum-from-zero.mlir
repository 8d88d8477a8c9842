// RUN: redfuser run %s --check --data=nan | FileCheck %s
// RUN: redfuser run %s --check --data=normal | FileCheck %s

// A maximum of exponentials that ignores NaN and starts at zero. Its component starts at NaN, the identity: where
// all elements are NaN the result is the start, and not NaN.

// CHECK: check passed
func.func @starts_at_zero(%x: tensor<4x1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(r,k)->(r,k)>, affine_map<(r,k)->(r)>], iterator_types = ["parallel","reduction"]} ins(%x : tensor<4x1xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.addf %o, %a : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(r,k)->(r,k)>, affine_map<(r,k)->(r)>, affine_map<(r,k)->(r)>], iterator_types = ["parallel","reduction"]} ins(%x, %s : tensor<4x1xf32>, tensor<4xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %d: f32, %o: f32):
    %lo = arith.constant -1.0 : f32
    %hi = arith.constant 1.0 : f32
    %c0 = arith.maxnumf %d, %lo : f32
    %c = arith.minnumf %c0, %hi : f32
    %y = arith.subf %a, %c : f32
    %t = math.exp %y : f32
    %q = arith.maxnumf %o, %t : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %s, %m : tensor<4xf32>, tensor<4xf32>
}
