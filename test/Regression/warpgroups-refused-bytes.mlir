// RUN: redfuser-opt %s --redfuser-fold-to-warpgroups --remark-format=emitRemark --remarks-filter=.* -verify-diagnostics | FileCheck %s

// Values of 8 bits were separated from their fold before it was refused. What the attempt had made of them, sizes and
// buffers, was left when they were erased: a crash.

// CHECK-LABEL: func @transposed
// CHECK-COUNT-1: tensor.dim
// CHECK-NOT: tensor.dim
// CHECK-NOT: linalg.generic
// CHECK-NOT: bufferization
// CHECK-NOT: nvgpu
// CHECK: cascade.fold
// CHECK-NOT: cascade.fold
// CHECK: return
func.func @transposed(%q: tensor<128x64xbf16>, %k: tensor<?x64xbf16>, %v: tensor<64x?xf8E4M3FN>) -> tensor<128x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.000000e+00 : f32
  %n = tensor.dim %k, %c0 : tensor<?x64xbf16>
  %es = tensor.empty(%n) : tensor<128x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%es : tensor<128x?xf32>) -> tensor<128x?xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]
      ins(%q, %k : tensor<128x64xbf16>, tensor<?x64xbf16>) outs(%s0 : tensor<128x?xf32>) -> tensor<128x?xf32>
  %el = tensor.empty() : tensor<128xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<128xf32>) -> tensor<128xf32>
  %eo = tensor.empty() : tensor<128x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : tensor<128x64xf32>) -> tensor<128x64xf32>
  // expected-remark @+1 {{the fold is not computed by warpgroups: an operand of a product is not contiguous along the dimension that TMA loads rows of}}
  %l, %o = cascade.fold [parallel, axis, parallel]
      ins(%s (d0, d1), %v (d2, d1) : tensor<128x?xf32>, tensor<64x?xf8E4M3FN>)
      state(%l0, %o0 : tensor<128xf32>, tensor<128x64xf32>)
    component #cascade.addf -> (d0) (%x, %y) {
      cascade.yield %x : f32
    }
    component #cascade.addf -> (d0, d2) (%x, %y | %sum) {
      %0 = arith.truncf %x : f32 to bf16
      %e = arith.extf %0 : bf16 to f32
      %1 = arith.extf %y : f8E4M3FN to bf16
      %2 = arith.extf %1 : bf16 to f32
      %3 = arith.mulf %e, %2 : f32
      cascade.yield %3 : f32
    }
  return %o : tensor<128x64xf32>
}
