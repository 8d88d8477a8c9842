// Vectors of 32 bytes that lie at another shift than the row were loaded as if of 16.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 2, rows = 16, vector = 8, unroll = 4, keep = nothing}" | FileCheck %s
// CHECK:     gpu.launch
// CHECK-NOT: llvm.intr.fshr
func.func @weights(%x: tensor<3x9xf32>, %w: tensor<9xf32>, %s0: tensor<3xf32>) -> tensor<3xf32> {
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %w (d1) : tensor<3x9xf32>, tensor<9xf32>)
      state(%s0 : tensor<3xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.mulf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<3xf32>
}
