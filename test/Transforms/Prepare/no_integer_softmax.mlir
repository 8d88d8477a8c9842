// RUN: redfuser-opt %s --redfuser-decompose-aggregates -verify-diagnostics
// RUN: not redfuser-opt %s --redfuser-to-llvm 2>&1 | FileCheck %s
// RUN: not redfuser-opt %s --redfuser-to-nvvm 2>&1 | FileCheck %s
// RUN: redfuser-opt %s > %t.before
// RUN: redfuser-opt %s --redfuser-to-linalg > %t.after
// RUN: diff %t.before %t.after

// CHECK: error: {{.*}}expected a softmax of floats, got 'tensor<4x8xi32>'
func.func @integers(%x: tensor<4x8xi32>, %y: tensor<4x8xi32>) -> tensor<4x8xi32> {
  // expected-error @below {{expected a softmax of floats, got 'tensor<4x8xi32>'; convert the operand first}}
  %s = linalg.softmax dimension(1) ins(%x : tensor<4x8xi32>) outs(%y : tensor<4x8xi32>) -> tensor<4x8xi32>
  return %s : tensor<4x8xi32>
}
