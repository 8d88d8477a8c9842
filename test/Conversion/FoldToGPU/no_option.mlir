// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, vector = 4, unroll = 1, keep = registers, interleave = 2}" --split-input-file --remark-format=emitRemark --remarks-filter=.* -verify-diagnostics | FileCheck %s
// The option's schedule where it does not fit, with the chooser's in its place; and where it does.

// CHECK-LABEL: func @no_room
// CHECK: gpu.launch
func.func @no_room(%x: tensor<4x1000xf32>, %m0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @+2 {{the option's schedule #cascade.row_schedule<threads = 32, vector = 4, unroll = 1, keep = registers, interleave = 2> does not fit: the registers of the schedule hold 32 vectors, a row has 250; the chooser's is used, #cascade.row_schedule<threads = }}
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<4x1000xf32>)
      state(%m0 : tensor<4xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @no_later_fold
// CHECK:     gpu.launch
// CHECK-NOT: gpu.launch
func.func @no_later_fold(%x: tensor<64x128xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+2 {{does not fit: a thread has several rows at once of one fold, not of 2; the chooser's is used}}
  // expected-remark @+1 {{the fold, 1 more and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x128xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1), %m (d0) : tensor<64x128xf32>, tensor<64xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a, %b) {
      %0 = arith.divf %a, %b : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// Nothing is said of it where there is no kernel.
// CHECK-LABEL: func @no_kernel
// CHECK: cascade.fold
func.func @no_kernel(%x: tensor<64x8x4xf32>, %m0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-remark @+1 {{the fold gets no kernel of its own: inputs are contiguous neither along the axis nor along rows}}
  %m = cascade.fold [parallel, parallel, axis]
      ins(%x (d2, d1, d0) : tensor<64x8x4xf32>)
      state(%m0 : tensor<4x8xf32>)
    component #cascade.maximumf -> (d0, d1) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @fits
// CHECK: gpu.launch
func.func @fits(%x: tensor<64x128xf32>, %m0: tensor<64xf32>) -> tensor<64xf32> {
  // expected-remark @+1 {{the fold and 0 ops after it are computed together}}
  %m = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x128xf32>)
      state(%m0 : tensor<64xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
  return %m : tensor<64xf32>
}
