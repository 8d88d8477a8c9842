// RUN: redfuser-opt %s --redfuser-fold-to-gpu | FileCheck %s

// The merge of partial states of which one has columns: a thread has a column
// and merges its row's other components, too. What follows is in the kernel; a
// value of the row is stored by the first column's thread.

// CHECK-LABEL: func @merge
// CHECK-NOT: cascade.fold
// CHECK-DAG: %[[R:.*]] = memref.alloc() : memref<4x64xf32>
// CHECK-DAG: %[[L:.*]] = memref.alloc() : memref<4xf32>
// CHECK: gpu.launch
// CHECK-SAME: function(@merge_rows_0)
// CHECK-DAG: %[[RV:.*]] = memref.reinterpret_cast %[[R]]
// CHECK-DAG: %[[LV:.*]] = memref.reinterpret_cast %[[L]]
// CHECK-COUNT-12: memref.load {{.*}} : memref<6xf32, strided<[4]
// CHECK-COUNT-6: memref.load {{.*}} : memref<6xf32, strided<[256]
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: memref.store %{{.*}}, %[[RV]]
// CHECK: arith.cmpi eq
// CHECK: memref.store %{{.*}}, %[[LV]]
// CHECK: gpu.terminator
// CHECK-NOT: linalg.generic
func.func @merge(%m: tensor<6x4xf32>, %l: tensor<6x4xf32>, %o: tensor<6x4x64xf32>) -> (tensor<4x64xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %er = tensor.empty() : tensor<4xf32>
  %eo = tensor.empty() : tensor<4x64xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x64xf32>) -> tensor<4x64xf32>
  %f:3 = cascade.fold [parallel, parallel, axis]
      ins(%m (d2, d0), %l (d2, d0), %o (d2, d0, d1) : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4x64xf32>)
      state(%m0, %l0, %o0 : tensor<4xf32>, tensor<4xf32>, tensor<4x64xf32>)
    component #cascade.maximumf -> (d0) (%a, %b, %c) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a, %b, %c | %max) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %b, %1 : f32
      cascade.yield %2 : f32
    } correct (%om, %ol, %oo | %max) {
      %0 = arith.subf %om, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %ol, %1 : f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0, d1) (%a, %b, %c | %max, %sum) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %c, %1 : f32
      cascade.yield %2 : f32
    } correct (%om, %ol, %oo | %max, %sum) {
      %0 = arith.subf %om, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %oo, %1 : f32
      cascade.yield %2 : f32
    }
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%f#2, %f#1 : tensor<4x64xf32>, tensor<4xf32>) outs(%eo : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x64xf32>
  %lse = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%f#0, %f#1 : tensor<4xf32>, tensor<4xf32>) outs(%er : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = math.log %b : f32
    %1 = arith.addf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %r, %lse : tensor<4x64xf32>, tensor<4xf32>
}
