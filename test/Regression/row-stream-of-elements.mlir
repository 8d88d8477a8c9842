// A row read element by element was marked as a stream of vectors, which the CPU's
// code for nontemporal vectors of one element does not take.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 16, rows = 32, vector = 1, unroll = 3, keep = nothing}" | FileCheck %s
// CHECK:     gpu.launch
// CHECK-NOT: nontemporal
func.func @largest(%x: tensor<1xbf16>, %m0: tensor<f32>) -> tensor<f32> {
  %m = cascade.fold [axis]
      ins(%x (d0) : tensor<1xbf16>)
      state(%m0 : tensor<f32>)
    component #cascade.maxnumf -> () (%a) {
      %0 = arith.extf %a : bf16 to f32
      cascade.yield %0 : f32
    }
  return %m : tensor<f32>
}
