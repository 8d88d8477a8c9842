// RUN: redfuser-opt %s --redfuser-raise | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A softmax of probabilities: their maximum could be deferred in the first chain, but
// starts the second, which needs it as it runs.

// CHECK-LABEL: func.func @softmax_of_softmax
// CHECK:       cascade.chain
// CHECK:         reduce #cascade.maximumf
// CHECK:         reduce #cascade.addf
// CHECK-NOT:     reduce
// CHECK:       cascade.chain
// CHECK:         reduce #cascade.maximumf
// CHECK:         reduce #cascade.addf
func.func @softmax_of_softmax(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%low : tensor<4xf32>) dimensions = [1]
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %m1 = linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m, %l : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) outs(%low : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.divf %1, %c : f32
    %3 = arith.maximumf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  %l1 = linalg.generic {indexing_maps = [#id, #row, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m, %l, %m1 : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.divf %1, %c : f32
    %3 = arith.subf %2, %d : f32
    %4 = math.exp %3 : f32
    %5 = arith.addf %acc, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<4xf32>
  return %l1 : tensor<4xf32>
}
