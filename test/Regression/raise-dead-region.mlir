// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s

// Raising the block that comes first makes an op of a later block dead. That op
// holds a block that is still to be raised, so it stays.
// CHECK-LABEL: func.func @dead_region
// CHECK: cascade.chain
// CHECK: scf.if
// CHECK: linalg.generic
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @dead_region(%x: tensor<4x8xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.br ^later
^first:
  %m = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%e: f32, %unused: f32, %acc: f32):
    %0 = arith.maximumf %e, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%e: f32, %max: f32, %acc: f32):
    %0 = arith.subf %e, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
^later:
  %y = scf.if %c -> tensor<4x8xf32> {
    %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) {
    ^bb0(%e: f32, %out: f32):
      %0 = arith.addf %e, %e : f32
      linalg.yield %0 : f32
    } -> tensor<4x8xf32>
    scf.yield %d : tensor<4x8xf32>
  } else {
    scf.yield %x : tensor<4x8xf32>
  }
  cf.br ^first
}
