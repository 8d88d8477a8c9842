// RUN: redfuser-opt %s --redfuser-raise --allow-unregistered-dialect --split-input-file | FileCheck %s

// Independent reductions that do not become one chain.

// CHECK-NOT: cascade

// Another axis.
func.func @rows_and_columns(%x: tensor<8x8xf32>, %m0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<8x8xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
  %n = linalg.reduce { arith.minimumf } ins(%x : tensor<8x8xf32>) outs(%m0 : tensor<8xf32>) dimensions = [0]
  return %m, %n : tensor<8xf32>, tensor<8xf32>
}

// -----

// Nothing is read twice.
func.func @other_tensors(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %m0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %n = linalg.reduce { arith.minimumf } ins(%y : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  return %m, %n : tensor<4xf32>, tensor<4xf32>
}

// -----

// The columns of the products would no longer be parallel.
func.func @products(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<8x32xf32>, %d0: tensor<4x16xf32>,
                    %e0: tensor<4x32xf32>, %s0: tensor<4xf32>) -> (tensor<4x16xf32>, tensor<4x32xf32>, tensor<4xf32>) {
  %d = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%d0 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %e = linalg.matmul ins(%a, %c : tensor<4x8xf32>, tensor<8x32xf32>) outs(%e0 : tensor<4x32xf32>) -> tensor<4x32xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%s0 : tensor<4xf32>) dimensions = [1]
  return %d, %e, %s : tensor<4x16xf32>, tensor<4x32xf32>, tensor<4xf32>
}

// -----

#vector = affine_map<(d0, d1) -> (d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Rows would have to wait for a sum that has none.
func.func @weights(%x: tensor<4x8xf32>, %w: tensor<8xf32>, %s0: tensor<f32>, %m0: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %s = linalg.reduce { arith.addf } ins(%w : tensor<8xf32>) outs(%s0 : tensor<f32>) dimensions = [0]
  %m = linalg.generic {indexing_maps = [#id, #vector, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<4x8xf32>, tensor<8xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %s, %m : tensor<f32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The second depends on the first through a tensor of the whole size.
func.func @dependent(%x: tensor<4x8xf32>, %m0: tensor<4xf32>, %e: tensor<4x8xf32>) -> tensor<4xf32> {
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %y = "test.op"(%m) : (tensor<4xf32>) -> tensor<4x8xf32>
  %n = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %n : tensor<4xf32>
}
