// Components whose corrections read each other's old values are overwritten by one op,
// so that stock bufferization updates the state of a loop over tiles in place.
// RUN: redfuser-opt %s --redfuser-cascade-to-linalg | FileCheck %s
// RUN: redfuser-opt %s --redfuser-tile="axis=4" --redfuser-cascade-to-linalg --canonicalize \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s --check-prefix=BUFFER

// The larger and the smaller of two running sums, that are swapped as they go.
// CHECK-LABEL: func.func @mutual
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x64xf32>, %[[A0:[a-z0-9]+]]: tensor<8xf32>, %[[B0:[a-z0-9]+]]: tensor<8xf32>
// CHECK: %[[R:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel"]} ins({{.*}}) outs(%[[B0]], %[[A0]]
// CHECK: ^bb0({{.*}}, %[[B:[a-z0-9_]+]]: f32, %[[A:[a-z0-9_]+]]: f32):
// CHECK-DAG: arith.maximumf %[[A]], %[[B]]
// CHECK-DAG: arith.minimumf %[[A]], %[[B]]
// CHECK: return %[[R]]#1, %[[R]]#0

// BUFFER-LABEL: func.func @mutual
// BUFFER: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) ->
// BUFFER: linalg.generic {{.*}} outs(%[[B]], %[[A]]
// BUFFER-NOT: memref.copy
// BUFFER: scf.yield %[[A]], %[[B]]
func.func @mutual(%x: tensor<8x64xf32>, %a0: tensor<8xf32>, %b0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = cascade.fold [parallel, axis] ins(%x (d0, d1) : tensor<8x64xf32>)
      state(%a0, %b0 : tensor<8xf32>, tensor<8xf32>)
    component #cascade.addf -> (d0) (%e) {
      cascade.yield %e : f32
    } correct (%a, %b) {
      %v = arith.maximumf %a, %b : f32
      cascade.yield %v : f32
    }
    component #cascade.addf -> (d0) (%e | %a_new) {
      %n = arith.negf %e : f32
      cascade.yield %n : f32
    } correct (%a, %b | %a_new) {
      %v = arith.minimumf %a, %b : f32
      cascade.yield %v : f32
    }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
