// The LLVM dialect that the pipelines leave runs in the stock runner.
// RUN: redfuser-opt %s --redfuser-cpu-backend | mlir-runner -e main -entry-point-result=f32 | FileCheck %s
// RUN: redfuser-opt %s --redfuser-to-llvm | mlir-runner -e main -entry-point-result=f32 | FileCheck %s
// e^5 / (e^1 + e^2 + e^3 + e^5)
// CHECK: 8.309{{[0-9]*}}e-01
func.func @main() -> f32 {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 0xFF800000, 5.0]]> : tensor<1x5xf32>
  %e = tensor.empty() : tensor<1x5xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<1x5xf32>) outs(%e : tensor<1x5xf32>) -> tensor<1x5xf32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = tensor.extract %p[%c0, %c4] : tensor<1x5xf32>
  return %r : f32
}
