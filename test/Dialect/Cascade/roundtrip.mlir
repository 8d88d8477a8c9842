// RUN: redfuser-opt %s | redfuser-opt | FileCheck %s
// RUN: redfuser-opt %s --mlir-print-op-generic | redfuser-opt | FileCheck %s
// RUN: redfuser-opt %s --mlir-print-debuginfo | redfuser-opt | FileCheck %s
// RUN: redfuser-opt %s --emit-bytecode | redfuser-opt | FileCheck %s
// RUN: redfuser-opt %s | not grep ' $'

// CHECK-LABEL: func.func @attention
// CHECK: cascade.chain [parallel, axis, parallel]
// CHECK-NEXT: ins(%{{.*}} (d0, d1), %{{.*}} (d1, d2) : tensor<?x?xf32>, tensor<?x?xf32>)
// CHECK-NEXT: inits(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>)
// CHECK-NEXT: reduce #cascade.maximumf -> (d0) (%[[X:.*]], %{{.*}}) {
// CHECK-NEXT: cascade.yield %[[X]] : f32
// CHECK: reduce #cascade.addf -> (d0) (%{{.*}}, %{{.*}} | %{{.*}}) {
// CHECK: reduce #cascade.addf -> (d0, d2) (%{{.*}}, %{{.*}} | %{{.*}}, %{{.*}}) {
func.func @attention(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>,
    %m0: tensor<?xf32>, %l0: tensor<?xf32>, %o0: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m, %l, %o = cascade.chain [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d1, d2) : tensor<?x?xf32>, tensor<?x?xf32>)
      inits(%m0, %l0, %o0 : tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>)
    reduce #cascade.maximumf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    reduce #cascade.addf -> (d0) (%x, %y | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    }
    reduce #cascade.addf -> (d0, d2) (%x, %y | %max, %sum) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.divf %1, %sum : f32
      %3 = arith.mulf %2, %y : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @softmax_state
// CHECK: cascade.fold [parallel, axis]
// CHECK-NEXT: ins(
// CHECK-NEXT: state(
// CHECK-NEXT: component #cascade.maximumf -> (d0) (%{{.*}}) {
// CHECK: component #cascade.addf -> (d0) (%{{.*}} | %{{.*}}) {
// CHECK: } correct (%{{.*}}, %{{.*}} | %{{.*}}) {
func.func @softmax_state(%s: tensor<?x?xf32>, %m0: tensor<?xf32>, %l0: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %m, %l = cascade.fold [parallel, axis]
      ins(%s (d0, d1) : tensor<?x?xf32>)
      state(%m0, %l0 : tensor<?xf32>, tensor<?xf32>)
    component #cascade.maximumf -> (d0) (%x) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0) (%x | %max) {
      %0 = arith.subf %x, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    } correct (%old_max, %old_sum | %max) {
      %0 = arith.subf %old_max, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %old_sum, %1 : f32
      cascade.yield %2 : f32
    }
  return %m, %l : tensor<?xf32>, tensor<?xf32>
}

// Attributes, a position, captured values, 0-d results, an unused input.
// CHECK-LABEL: func.func @details
// CHECK-SAME: %[[SCALE:[a-z0-9]+]]: f32
// CHECK: cascade.chain [axis]
// CHECK-NEXT: ins(%{{.*}} (d0) : tensor<8xf16>)
// CHECK-NEXT: inits(%{{.*}} : tensor<f32>) {note = "kept"}
// CHECK-NEXT: reduce #cascade.addf -> () (%[[X:.*]]) {
// CHECK-NEXT: %[[I:.*]] = cascade.index 0
// CHECK: arith.mulf %{{.*}}, %[[SCALE]]
// CHECK: cascade.chain [parallel, axis]
// CHECK-NEXT: ins(%{{.*}} (d1) : tensor<?xi32>)
// CHECK: cascade.fold [parallel, axis]
// CHECK-NEXT: ins(%{{.*}} (d1) : tensor<?xi32>)
// CHECK-NEXT: state(%{{.*}} : tensor<4xf32>) {note}
func.func @details(%x: tensor<8xf16>, %y: tensor<?xi32>, %scale: f32,
    %init: tensor<f32>, %rows: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = cascade.chain [axis] ins(%x (d0) : tensor<8xf16>)
      inits(%init : tensor<f32>) {note = "kept"}
    reduce #cascade.addf -> () (%a) {
      %i = cascade.index 0
      %j = arith.index_cast %i : index to i32
      %f = arith.sitofp %j : i32 to f32
      %p = arith.mulf %f, %scale : f32
      cascade.yield %p : f32
    }
  %1 = cascade.chain [parallel, axis] ins(%y (d1) : tensor<?xi32>)
      inits(%rows : tensor<4xf32>)
    reduce #cascade.mulf -> (d0) (%a) {
      cascade.yield %scale : f32
    }
  %2 = cascade.fold [parallel, axis] ins(%y (d1) : tensor<?xi32>)
      state(%rows : tensor<4xf32>) {note}
    component #cascade.minimumf -> (d0) (%a) {
      cascade.yield %scale : f32
    }
  return %0, %1, %2 : tensor<f32>, tensor<4xf32>, tensor<4xf32>
}
