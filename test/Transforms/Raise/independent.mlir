// RUN: redfuser-opt %s --redfuser-raise --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-raise --split-input-file --remark-format=emitRemark --remarks-filter='redfuser-raise' 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Reductions that read one tensor along one axis are one chain.

// REMARK: raised 2 reductions (maximumf, minimumf) over one axis
// CHECK-LABEL: func.func @minimum_and_maximum
// CHECK: cascade.chain [parallel, axis]
// CHECK-NEXT: ins(%arg0 (d0, d1) :
// CHECK: reduce #cascade.maximumf
// CHECK: reduce #cascade.minimumf
func.func @minimum_and_maximum(%x: tensor<4x8xf32>, %m0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %n = linalg.reduce { arith.minimumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  return %m, %n : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A mean beside softmax statistics, whose program order is not the chain's.
// REMARK: raised 3 reductions (maximumf, addf, addf) over one axis
// CHECK-LABEL: func.func @beside_softmax
// CHECK: cascade.chain
// CHECK: reduce #cascade.maximumf
// CHECK: reduce #cascade.addf
// CHECK-NEXT: cascade.yield %{{.*}} : f32
// CHECK: reduce #cascade.addf
// CHECK: math.exp
func.func @beside_softmax(%x: tensor<4x8xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %mean = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%l0 : tensor<4xf32>) dimensions = [1]
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %mean, %l : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Two chains over the same scores.
// REMARK: raised 4 reductions (maximumf, addf, maximumf, addf) over one axis
// CHECK-LABEL: func.func @two_softmaxes
// CHECK-COUNT-1: cascade.chain
// CHECK-NOT: cascade.chain
func.func @two_softmaxes(%x: tensor<4x8xf32>, %c: tensor<4x8xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %m1 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32, %acc: f32):
    %0 = arith.mulf %a, %s : f32
    %1 = arith.maximumf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %l1 = linalg.generic {indexing_maps = [#id, #id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %c, %m1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %s: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %s : f32
    %1 = arith.subf %0, %b : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %acc, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %l, %l1 : tensor<4xf32>, tensor<4xf32>
}
