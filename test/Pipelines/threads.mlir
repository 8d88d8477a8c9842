// Loops over rows on OpenMP threads; none where there is one thread.
// RUN: redfuser-opt %s --redfuser-to-llvm="threads=4" | FileCheck %s
// RUN: redfuser-opt %s --redfuser-to-llvm | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: llvm.func @softmax
// CHECK: omp.parallel num_threads(
// CHECK: omp.wsloop
// CHECK-NOT: scf.
// ONE-LABEL: llvm.func @softmax
// ONE-NOT: omp.
func.func @softmax(%x: tensor<256x640xf32>) -> tensor<256x640xf32> {
  %0 = tensor.empty() : tensor<256x640xf32>
  %1 = linalg.softmax dimension(1) ins(%x : tensor<256x640xf32>) outs(%0 : tensor<256x640xf32>) -> tensor<256x640xf32>
  return %1 : tensor<256x640xf32>
}
