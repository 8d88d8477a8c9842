// RUN: redfuser-opt %s --redfuser-to-nvvm=rows=16 | FileCheck %s

// Fewer rows than a tile: casts around the fold on a tile were folded by cloning
// the fold inside a rewriter with a scope, which crashed.
// CHECK: gpu.binary
func.func @softmax(%x: tensor<4x7x129xf32>) -> tensor<4x7x129xf32> {
  %e = tensor.empty() : tensor<4x7x129xf32>
  %r = linalg.softmax dimension(2) ins(%x : tensor<4x7x129xf32>) outs(%e : tensor<4x7x129xf32>) -> tensor<4x7x129xf32>
  return %r : tensor<4x7x129xf32>
}
