// RUN: redfuser-opt %s --redfuser-gpu-kernels="chip=sm_90a threads=128" | FileCheck %s

// Grid sizes are numbers or expressions over the arguments' dimensions.
// CHECK: redfuser.manifest = "{
// CHECK-SAME: \22value\22:\22arg0\22
// CHECK-SAME: \22value\22:\22result0\22
// CHECK-SAME: \22block\22:[128,1,1]
// CHECK-SAME: \22cluster\22:[1,1,1]
// CHECK-SAME: \22dynamic_shared_memory\22:0
// CHECK-SAME: \22entry\22:\22dynamic\22
// CHECK-SAME: \22grid\22:[\22ceildiv(dim(arg0, 0), 2048)\22,1,1]
// CHECK-SAME: \22name\22:\22dynamic_0\22
// CHECK-SAME: \22grid\22:[2,1,1]
// CHECK-SAME: \22name\22:\22fixed_0\22
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%d0) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @fixed(%x: tensor<4000xf32>) -> tensor<4000xf32> {
  %e = tensor.empty() : tensor<4000xf32>
  %y = linalg.exp ins(%x : tensor<4000xf32>) outs(%e : tensor<4000xf32>) -> tensor<4000xf32>
  return %y : tensor<4000xf32>
}
