// RUN: redfuser-opt %s | redfuser-opt | FileCheck %s
// RUN: redfuser-opt %s --mlir-print-op-generic | redfuser-opt | FileCheck %s

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
