// RUN: redfuser-opt %s --redfuser-fold-to-gpu | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-gpu=shared-budget=232448 | FileCheck %s --check-prefix=LARGE
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, rows = 32, vector = 1, unroll = 8, keep = nothing}" \
// RUN:   | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-gpu=shared-budget=-1 --remark-format=emitRemark --remarks-filter=.* 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// The states of 32 threads for each of 32 columns were exchanged through 57344 bytes
// of shared memory, of which a block had 49152.

// CHECK-LABEL: func.func @columns
// CHECK: %[[BYTES:.*]] = arith.constant 28672 : i32
// CHECK: gpu.launch {{.*}} dynamic_shared_memory_size %[[BYTES]]
// LARGE: arith.constant 57344 : i32
// NONE: its threads exchange 0 bytes of state, a block has -1 bytes of shared memory
func.func @columns(%x: tensor<4096x64xf64>, %i: tensor<64xf64>)
    -> (tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>,
        tensor<64xf64>, tensor<64xf64>) {
  %r:7 = cascade.fold [parallel, axis]
      ins(%x (d1, d0) : tensor<4096x64xf64>)
      state(%i, %i, %i, %i, %i, %i, %i : tensor<64xf64>, tensor<64xf64>, tensor<64xf64>,
            tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>)
    component #cascade.addf -> (d0) (%a) {
      cascade.yield %a : f64
    }
    component #cascade.addf -> (d0) (%a | %0) {
      %1 = arith.mulf %a, %a : f64
      cascade.yield %1 : f64
    }
    component #cascade.maximumf -> (d0) (%a | %0, %1) {
      cascade.yield %a : f64
    }
    component #cascade.minimumf -> (d0) (%a | %0, %1, %2) {
      cascade.yield %a : f64
    }
    component #cascade.mulf -> (d0) (%a | %0, %1, %2, %3) {
      cascade.yield %a : f64
    }
    component #cascade.maxnumf -> (d0) (%a | %0, %1, %2, %3, %4) {
      cascade.yield %a : f64
    }
    component #cascade.minnumf -> (d0) (%a | %0, %1, %2, %3, %4, %5) {
      cascade.yield %a : f64
    }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6
      : tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>,
        tensor<64xf64>, tensor<64xf64>
}
