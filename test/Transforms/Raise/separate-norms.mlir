// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s

// Two layer normalisations, the second over the sum of the first and of a
// product that reads it, as in a transformer. The second cannot be in one chain
// with the first, since the product depends on that: it reads its result as a
// tensor, and is one chain with the product behind it.

// CHECK-LABEL: func @norm_of_norm
// CHECK: %[[FIRST:.+]]:3 = cascade.chain
// CHECK: %[[NORM:.+]] = linalg.generic
// CHECK-SAME: %[[FIRST]]#
// CHECK: cascade.chain
// CHECK-NEXT: ins(%[[NORM]] (d0, d2), %[[FIRST]]#2 (d0, d2)
// CHECK-NOT: cascade.chain
func.func @norm_of_norm(%x: tensor<8x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x32xf32>) -> (tensor<8x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 64.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %row = tensor.empty() : tensor<8xf32>
  %start = linalg.fill ins(%zero : f32) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %all = tensor.empty() : tensor<8x64xf32>
  %startall = linalg.fill ins(%zero : f32) outs(%all : tensor<8x64xf32>) -> tensor<8x64xf32>
  %out = tensor.empty() : tensor<8x32xf32>
  %startout = linalg.fill ins(%zero : f32) outs(%out : tensor<8x32xf32>) -> tensor<8x32xf32>

  %sum = linalg.generic {indexing_maps = [affine_map<(i, l) -> (i, l)>, affine_map<(i, l) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x64xf32>) outs(%start : tensor<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %var = linalg.generic {indexing_maps = [affine_map<(i, l) -> (i, l)>, affine_map<(i, l) -> (i)>, affine_map<(i, l) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<8x64xf32>, tensor<8xf32>) outs(%start : tensor<8xf32>) {
  ^bb0(%a: f32, %s: f32, %acc: f32):
    %m = arith.divf %s, %n : f32
    %d = arith.subf %a, %m : f32
    %q = arith.mulf %d, %d : f32
    %r = arith.addf %acc, %q : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %norm = linalg.generic {indexing_maps = [affine_map<(i, l) -> (i, l)>, affine_map<(i, l) -> (i)>, affine_map<(i, l) -> (i)>, affine_map<(i, l) -> (i, l)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %var : tensor<8x64xf32>, tensor<8xf32>, tensor<8xf32>) outs(%all : tensor<8x64xf32>) {
  ^bb0(%a: f32, %s: f32, %q: f32, %o: f32):
    %m = arith.divf %s, %n : f32
    %d = arith.subf %a, %m : f32
    %v2 = arith.divf %q, %n : f32
    %e = arith.addf %v2, %eps : f32
    %r = math.rsqrt %e : f32
    %y = arith.mulf %d, %r : f32
    linalg.yield %y : f32
  } -> tensor<8x64xf32>
  %product = linalg.matmul ins(%norm, %w : tensor<8x64xf32>, tensor<64x64xf32>) outs(%startall : tensor<8x64xf32>) -> tensor<8x64xf32>
  %added = linalg.add ins(%norm, %product : tensor<8x64xf32>, tensor<8x64xf32>) outs(%all : tensor<8x64xf32>) -> tensor<8x64xf32>

  %sum2 = linalg.generic {indexing_maps = [affine_map<(i, l) -> (i, l)>, affine_map<(i, l) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%added : tensor<8x64xf32>) outs(%start : tensor<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %centered = linalg.generic {indexing_maps = [affine_map<(i, l) -> (i, l)>, affine_map<(i, l) -> (i)>, affine_map<(i, l) -> (i, l)>], iterator_types = ["parallel", "parallel"]}
      ins(%added, %sum2 : tensor<8x64xf32>, tensor<8xf32>) outs(%all : tensor<8x64xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %m = arith.divf %s, %n : f32
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<8x64xf32>
  %last = linalg.matmul ins(%centered, %v : tensor<8x64xf32>, tensor<64x32xf32>) outs(%startout : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %last : tensor<8x32xf32>
}
