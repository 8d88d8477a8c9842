// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s

// A splat of complex numbers has an element that no scalar constant could have. The
// term with it does not split; the program stays as it is.
// CHECK-LABEL: func.func @complex_splat
// CHECK: arith.constant dense<(1.000000e+00,2.000000e+00)>
// CHECK-NOT: cascade.chain
// CHECK: complex.re
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @complex_splat(%x: tensor<4x8xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<(1.0, 2.0)> : tensor<4x8xcomplex<f32>>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%e: f32, %acc: f32):
    %0 = arith.maximumf %e, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m, %c : tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xcomplex<f32>>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%e: f32, %max: f32, %z: complex<f32>, %acc: f32):
    %0 = arith.subf %e, %max : f32
    %1 = math.exp %0 : f32
    %2 = complex.re %z : complex<f32>
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}
