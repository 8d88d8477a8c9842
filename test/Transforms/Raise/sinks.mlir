// RUN: redfuser-opt %s --redfuser-raise --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// A score that is not along the axis becomes part of the maximum's init.

// CHECK-LABEL: func.func @sink
// CHECK-SAME:  %[[X:.*]]: tensor<4x8xf32>, %[[SINK:.*]]: tensor<4xf32>
// CHECK:       %[[M0:.*]] = linalg.fill
// CHECK:       %[[INIT:.*]] = linalg.generic {{.*}} ins(%[[M0]], %[[SINK]] :
// CHECK:         arith.maximumf
// CHECK:       %[[C:.*]]:2 = cascade.chain [parallel, axis]
// CHECK:         inits(%[[INIT]],
// CHECK:         reduce #cascade.maximumf
// CHECK:         reduce #cascade.addf
// CHECK-NOT:   linalg.reduce
// CHECK:       return %[[C]]#0, %[[C]]#1
func.func @sink(%x: tensor<4x8xf32>, %sink: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %ms = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %sink : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %ms : tensor<4x8xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %ms, %l : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// Where nothing is raised, all is as it was.

// CHECK-LABEL: func.func @no_chain
// CHECK:       %[[M:.*]] = linalg.reduce
// CHECK:       linalg.generic {{.*}} ins(%[[M]], %{{.*}} :
// CHECK:         arith.maximumf
// CHECK-NOT:   maximumf
// CHECK:         math.sin
// CHECK-NOT:   cascade
func.func @no_chain(%x: tensor<4x8xf32>, %sink: tensor<4xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %ms = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %sink : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %ms : tensor<4x8xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.sin %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %l : tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// The maximum itself is a result, too: it stays.

// CHECK-LABEL: func.func @no_move
// CHECK-NOT:   cascade
func.func @no_move(%x: tensor<4x8xf32>, %sink: tensor<4xf32>, %m0: tensor<4xf32>, %l0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) dimensions = [1]
  %ms = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %sink : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %ms : tensor<4x8xf32>, tensor<4xf32>) outs(%l0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %acc, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %m, %l : tensor<4xf32>, tensor<4xf32>
}
