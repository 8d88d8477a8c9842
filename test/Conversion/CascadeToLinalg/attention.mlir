// RUN: redfuser-opt %s --redfuser-cascade-to-linalg | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="rows=4 axis=8 loops=for" --redfuser-cascade-to-linalg --canonicalize --cse --one-shot-bufferize="bufferize-function-boundaries" --canonicalize | FileCheck %s --check-prefix=BUFFER

// p = exp(s - m) is one tensor that the sum and the contraction share, alpha one
// vector that both corrections share.
// CHECK-LABEL: func.func @fold
// CHECK: %[[TILE:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: arith.maximumf
// CHECK: %[[NEW:.*]] = linalg.generic {{.*}} ins(%arg2, %[[TILE]]
// CHECK: arith.maximumf
// CHECK: %[[ALPHA:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%arg2, %[[NEW]]
// CHECK: math.exp
// CHECK: %[[L:.*]] = linalg.generic {{.*}} ins(%[[ALPHA]] : tensor<16xf32>) outs(%arg3
// CHECK: %[[P:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%arg0, %[[NEW]]
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[P]] : tensor<16x32xf32>) outs(%[[L]]
// CHECK: %[[O:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[ALPHA]] : tensor<16xf32>) outs(%arg4
// CHECK-NOT: math.exp
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[P]], %arg1 {{.*}} outs(%[[O]]
// CHECK: arith.mulf
// CHECK: arith.addf
// The old maximum is overwritten when nothing reads it any more.
// CHECK: linalg.generic {{.*}} ins(%[[TILE]] : tensor<16xf32>) outs(%arg2
// CHECK-NOT: cascade

// The loop carries its state in place.
// BUFFER-LABEL: func.func @fold
// BUFFER: scf.for
// BUFFER: scf.for
// After it, each state is copied onto itself: bufferization's way of ending a loop.
// BUFFER-COUNT-3: memref.copy
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @fold(%s: tensor<16x32xf32>, %v: tensor<32x8xf32>, %m0: tensor<16xf32>, %l0: tensor<16xf32>, %o0: tensor<16x8xf32>)
    -> (tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>) {
  %m, %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<16x32xf32>, tensor<32x8xf32>)
      state(%m0, %l0, %o0 : tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>)
    component #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    } correct (%old_max, %old_sum, %old_o | %max) {
      %0 = arith.subf %old_max, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %old_sum, %1 : f32
      cascade.yield %2 : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %1, %y : f32
      cascade.yield %2 : f32
    } correct (%old_max, %old_sum, %old_o | %max, %sum) {
      %0 = arith.subf %old_max, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %old_o, %1 : f32
      cascade.yield %2 : f32
    }
  return %m, %l, %o : tensor<16xf32>, tensor<16xf32>, tensor<16x8xf32>
}
