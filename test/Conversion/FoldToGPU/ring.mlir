// Rows through a ring in shared memory.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="clusters schedule={threads = 64, vector = 4, unroll = 1, keep = shared, cluster = 2, blocks = 4, stages = 4}" | FileCheck %s --check-prefixes=CHECK,CLUSTER
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="clusters schedule={threads = 64, vector = 4, unroll = 1, keep = shared, blocks = 4, stages = 4}" | FileCheck %s --check-prefixes=CHECK,BLOCK

// Words that other blocks have sent, the numbers of rows and states, are there
// for who waits with the scope of the cluster. Copies, the block's own states and
// what is told within it need no more than the block's.
// CHECK-LABEL: func @readout
// A counter in memory numbers the rows.
// CHECK:         memref.alloc() : memref<1xi32>
// CHECK:         gpu.launch
// CLUSTER:       mbarrier.try_wait.parity.acquire.cluster
// BLOCK:         mbarrier.try_wait.parity.shared::cta
// CHECK:         scf.while
// CHECK:         mbarrier.try_wait.parity.shared::cta
// CLUSTER:       st.async
// CHECK:         mbarrier.try_wait.parity.shared::cta
// What all rows read comes from shared memory in the order in which readouts name it.
// CHECK:         vector.load {{.*}} memref<{{[0-9]+}}xf16, #gpu.address_space<workgroup>>, vector<4xf16>
// CHECK:         vector.load {{.*}} memref<{{[0-9]+}}xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK:         vector.store
// The next row is another block's or cluster's, of whose blocks the first asks.
// CLUSTER:       mbarrier.try_wait.parity.acquire.cluster
// CLUSTER:       scf.if
// CHECK:         llvm.atomicrmw uinc_wrap
// CHECK:         scf.while
// CLUSTER-COUNT-2: st.async
// CLUSTER:       mbarrier.try_wait.parity.acquire.cluster
// CHECK:         llvm.atomicrmw uinc_wrap
// CHECK:         cp.async.bulk
// BLOCK-NOT:     acquire.cluster
// CHECK:         return
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#axis = affine_map<(d0, d1) -> (d1)>
func.func @readout(%x: tensor<64x512xf32>, %g: tensor<512xf16>, %h: tensor<512xf32>, %s0: tensor<64xf32>) -> tensor<64x512xf32> {
  %e = tensor.empty() : tensor<64x512xf32>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x512xf32>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.mulf %a, %a : f32
      cascade.yield %0 : f32
    }
  %y = linalg.generic {indexing_maps = [#full, #row, #axis, #axis, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %g, %h : tensor<64x512xf32>, tensor<64xf32>, tensor<512xf16>, tensor<512xf32>) outs(%e : tensor<64x512xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f16, %d: f32, %o: f32):
    %0 = arith.divf %a, %b : f32
    %1 = arith.extf %c : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %2, %d : f32
    linalg.yield %3 : f32
  } -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}

// Blocks with other numbers of pieces could forget whose turn it is: every so
// many-th row is a block's.
// CHECK-LABEL: func @rest
// CHECK-NOT:     llvm.atomicrmw
// CHECK:         return
func.func @rest(%x: tensor<64x520xf32>, %s0: tensor<64xf32>) -> tensor<64xf32> {
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x520xf32>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.mulf %a, %a : f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}
