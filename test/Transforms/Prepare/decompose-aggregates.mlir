// RUN: redfuser-opt %s --redfuser-decompose-aggregates | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: math.exp
// CHECK: arith.divf
func.func @softmax(%x: tensor<4x?xf32>, %e: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %p = linalg.softmax dimension(1) ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %p : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @concat
// CHECK-NOT: tensor.concat
// CHECK-COUNT-2: tensor.insert_slice
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// What has nothing to decompose stays.
// CHECK-LABEL: func.func @no_aggregate
// CHECK-NEXT: %{{.*}} = linalg.copy
// CHECK-NEXT: return
func.func @no_aggregate(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.copy ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
