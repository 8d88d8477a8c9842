// RUN: redfuser-opt %s --redfuser-fold-to-gpu | FileCheck %s

// Only the result says how long the axis is: the schedule, which had seen it, kept
// rows of an unknown length in registers.

#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @shift
// CHECK: gpu.launch
// CHECK: bufferization.to_tensor {{.*}} : memref<?x128xf32>
func.func @shift(%x: tensor<?x?xf32>, %n: index, %i: tensor<?xf32>) -> tensor<?x128xf32> {
  %s = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?x128xf32>
  %r = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x128xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x128xf32>
  return %r : tensor<?x128xf32>
}
