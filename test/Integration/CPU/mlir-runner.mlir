// The LLVM dialect that the pipeline leaves runs in the stock runner.
// RUN: redfuser-opt %s --pass-pipeline="builtin.module(redfuser-cpu-backend)" | mlir-runner -e main -entry-point-result=f32 | FileCheck %s --check-prefix=SUM
// RUN: redfuser-opt %s --redfuser-to-llvm | mlir-runner -e main -entry-point-result=f32 | FileCheck %s --check-prefix=SUM
// The softmax of a row sums to one.
// SUM: {{1.0000.*|9.9999.*e-01}}
func.func @main() -> f32 {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 0xFF800000, 5.0]]> : tensor<1x5xf32>
  %e = tensor.empty() : tensor<1x5xf32>
  %p = linalg.softmax dimension(1) ins(%x : tensor<1x5xf32>) outs(%e : tensor<1x5xf32>) -> tensor<1x5xf32>
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce ins(%p : tensor<1x5xf32>) outs(%i : tensor<f32>) dimensions = [0, 1]
    (%a: f32, %b: f32) {
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
    }
  %r = tensor.extract %s[] : tensor<f32>
  return %r : f32
}
