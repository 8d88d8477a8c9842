// The fold, its finalizer and its readout are one kernel.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 64, vector = 4, unroll = 4, keep = registers}" | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, rows = 4, vector = 4, unroll = 2, keep = nothing}" | FileCheck %s --check-prefix=STREAM
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, vector = 4, unroll = 1, keep = nothing, segments = 4}" | FileCheck %s --check-prefix=SEGMENTS
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, vector = 4, unroll = 2, keep = shared}" | FileCheck %s --check-prefix=SHARED

#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A row of 1024 in 256 vectors, four for each of 64 threads.
// CHECK-LABEL: func @softmax
// CHECK-NOT:   cascade.fold
// CHECK-DAG:   %[[IN:.*]] = bufferization.to_buffer %arg0 read_only
// CHECK-DAG:   %[[OUT:.*]] = memref.alloc() : memref<16x1024xf32>
// CHECK:       gpu.launch
// CHECK-SAME:  function(@softmax_rows_0)
// All vectors are loaded at once.
// CHECK-COUNT-4: vector.load {{.*}} {alignment = 16 : i64}
// The maximum: a tree, a warp, two warps; then the sum.
// CHECK:       arith.maximumf
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK:       gpu.barrier
// CHECK:       gpu.shuffle xor
// CHECK:       math.exp {{.*}} fastmath<afn>
// CHECK:       gpu.barrier
// CHECK:       arith.divf {{.*}} fastmath<arcp>
// CHECK:       vector.store
// CHECK-NOT:   linalg.generic
// CHECK:       bufferization.to_tensor %[[OUT]] restrict writable

// A loop carries maximum and sum of each thread; four warps never meet. What it
// loads is read again.
// STREAM:      gpu.launch
// STREAM:      scf.for {{.*}} -> (f32, f32)
// STREAM:        llvm.load
// STREAM:      gpu.shuffle xor
// STREAM-NOT:  gpu.barrier
// STREAM:      scf.for
// STREAM:        vector.load {{.*}}nontemporal = true
// STREAM:        vector.store

// SEGMENTS-DAG: memref.alloc() : memref<16x4xf32>
// SEGMENTS:     gpu.launch
// SEGMENTS-SAME: function(@softmax_rows_0)
// SEGMENTS-NOT: vector.store
// SEGMENTS:     gpu.launch
// SEGMENTS-SAME: function(@softmax_rows_0_merge)
// SEGMENTS:     vector.store

// SHARED:      gpu.dynamic_shared_memory
// SHARED:      vector.store {{.*}}#gpu.address_space<workgroup>
// SHARED:      vector.load {{.*}}#gpu.address_space<workgroup>

func.func @softmax(%x: tensor<16x1024xf32>) -> tensor<16x1024xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<16xf32>
  %full = tensor.empty() : tensor<16x1024xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%rows : tensor<16xf32>) -> tensor<16xf32>
  %m, %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<16x1024xf32>)
      state(%m0, %s0 : tensor<16xf32>, tensor<16xf32>)
    component #cascade.maximumf -> (d0) (%a) {
      cascade.yield %a : f32
    }
    component #cascade.addf -> (d0) (%a | %max) {
      %0 = arith.subf %a, %max : f32
      %1 = math.exp %0 : f32
      cascade.yield %1 : f32
    } correct (%old, %sum | %max) {
      %0 = arith.subf %old, %max : f32
      %1 = math.exp %0 : f32
      %2 = arith.mulf %sum, %1 : f32
      cascade.yield %2 : f32
    }
  %y = linalg.generic {indexing_maps = [#full, #row, #row, #full], iterator_types = ["parallel", "parallel"]} ins(%x, %m, %s : tensor<16x1024xf32>, tensor<16xf32>, tensor<16xf32>) outs(%full : tensor<16x1024xf32>) {
  ^bb0(%a: f32, %max: f32, %sum: f32, %out: f32):
    %0 = arith.subf %a, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.divf %1, %sum : f32
    linalg.yield %2 : f32
  } -> tensor<16x1024xf32>
  return %y : tensor<16x1024xf32>
}
