// PTX without a CUDA toolkit: no device library is looked for or called.
// RUN: env CUDA_HOME=/nonexistent PATH=/nonexistent %redfuser_obj/bin/redfuser-opt %s --redfuser-gpu-backend="chip=sm_80" | FileCheck %s -DCHIP=sm_80
// RUN: env CUDA_HOME=/nonexistent PATH=/nonexistent %redfuser_obj/bin/redfuser-opt %s --redfuser-gpu-backend="chip=sm_90a" | FileCheck %s -DCHIP=sm_90a

// CHECK:     llvm.func @_mlir_ciface_softmax
// CHECK:     gpu.binary @redfuser_kernels
// CHECK-NOT: .extern .func
// CHECK:     .target [[CHIP]]
// CHECK-NOT: .extern .func
// CHECK:     .entry softmax_0
// CHECK-NOT: .extern .func
// CHECK:     ex2.approx
// CHECK-NOT: .extern .func
func.func @softmax(%x: tensor<?x1000xf32>) -> tensor<?x1000xf32> {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x1000xf32>
  %e = tensor.empty(%d0) : tensor<?x1000xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<?x1000xf32>) outs(%e : tensor<?x1000xf32>) -> tensor<?x1000xf32>
  return %y : tensor<?x1000xf32>
}
