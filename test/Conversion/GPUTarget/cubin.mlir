// REQUIRES: ptxas
// RUN: redfuser-opt %s --redfuser-gpu-backend="chip=sm_80 format=bin" | FileCheck %s
// RUN: redfuser-opt %s --redfuser-gpu-backend="chip=sm_90a format=bin" | FileCheck %s

// CHECK: gpu.binary @redfuser_kernels [#gpu.object<#nvvm.target<{{.*}}>, properties = {O = 4 : i32}, bin = "\7FELF
func.func @exp(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%d0) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
