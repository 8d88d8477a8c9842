// Rows that begin between two vectors have whole vectors, on which nothing is
// guarded, and a few elements at their ends, a thread each.
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, vector = 8, unroll = 2, keep = registers}" --canonicalize --cse --split-input-file | FileCheck %s
// RUN: redfuser-opt %s --redfuser-fold-to-gpu="schedule={threads = 32, vector = 8, unroll = 1, keep = nothing}" --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=LOOP

// Wherever a row begins it has 64 vectors, two a thread, and 7 elements more.
// CHECK-LABEL: func @seven(
// CHECK-DAG:     %[[LANES:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[LENGTH:.*]] = arith.constant 519 : index
// CHECK:         gpu.launch blocks(%[[ROW:[^,]*]], {{.*}} threads(%[[THREAD:[^,]*]],
// CHECK:           %[[BEGIN:.*]] = arith.muli %[[ROW]], %[[LENGTH]]
// CHECK:           %[[BEHIND:.*]] = arith.remui %[[BEGIN]], %[[LANES]]
// CHECK:           %[[REST:.*]] = arith.subi %[[LANES]], %[[BEHIND]]
// CHECK:           %[[HEAD:.*]] = arith.remui %[[REST]], %[[LANES]]
// CHECK:           %[[MOST:.*]] = arith.subi %[[LENGTH]], %[[HEAD]]
// CHECK:           %[[VECTORS:.*]] = arith.divui %[[MOST]], %[[LANES]]
// CHECK:           %[[FIRST:.*]] = arith.muli %[[THREAD]], %[[LANES]]
// CHECK:           %[[SOURCE:.*]] = arith.addi %[[FIRST]], %[[HEAD]]
// CHECK-NOT:       arith.cmpi
// CHECK:           %[[INNER:.*]] = arith.muli %[[VECTORS]], %[[LANES]]
// CHECK:           %[[IS_HEAD:.*]] = arith.cmpi ult, %[[THREAD]], %[[HEAD]]
// CHECK:           %[[TAIL:.*]] = arith.addi %[[THREAD]], %[[INNER]]
// CHECK:           %[[END:.*]] = arith.select %[[IS_HEAD]], %[[THREAD]], %[[TAIL]]
// CHECK:           %[[EXISTS:.*]] = arith.cmpi ult, %[[END]], %[[LENGTH]]
// CHECK:           %[[ELEMENT:.*]] = scf.if %[[EXISTS]] -> (bf16)
// CHECK-NEXT:        memref.load %{{.*}}[%[[END]]]
// CHECK:           scf.if
// CHECK-NEXT:        vector.load %{{.*}}[%[[SOURCE]]]
// CHECK-NEXT:        vector.load
// CHECK:           scf.if %[[EXISTS]] -> (f32)
// CHECK-NEXT:        arith.extf %[[ELEMENT]]
// CHECK:           gpu.shuffle
// CHECK-COUNT-2:   vector.store
// CHECK:           scf.if %[[EXISTS]] {
// CHECK:             memref.store %{{.*}}, %{{.*}}[%[[END]]]
// A loop over two pieces, as all rows have, and one without vectors.
// LOOP-LABEL: func @seven(
// LOOP:         scf.for {{.*}} = %c0 to %c2 step %c1 iter_args
// LOOP:           llvm.load
// LOOP-NOT:     llvm.load
// LOOP:         arith.cmpi ult, %{{.*}}, %c519
// LOOP-NOT:     {{vector|llvm}}.load
// LOOP:         gpu.shuffle
#full = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @seven(%x: tensor<64x519xbf16>, %s0: tensor<64xf32>) -> tensor<64x519xbf16> {
  %e = tensor.empty() : tensor<64x519xbf16>
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x519xbf16>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      cascade.yield %0 : f32
    }
  %y = linalg.generic {indexing_maps = [#full, #row, #full], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x519xbf16>, tensor<64xf32>) outs(%e : tensor<64x519xbf16>) {
  ^bb0(%a: bf16, %b: f32, %o: bf16):
    %0 = arith.truncf %b : f32 to bf16
    %1 = arith.mulf %a, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<64x519xbf16>
  return %y : tensor<64x519xbf16>
}

// -----

// 63 or 64 vectors: the last thread loads another in place of one that its row
// does not have, so that no load waits for a branch.
// CHECK-LABEL: func @one(
// CHECK:         gpu.launch blocks({{.*}} threads(%[[THREAD:[^,]*]],
// CHECK:           %[[VECTORS:.*]] = arith.divui
// CHECK:           %[[SECOND:.*]] = arith.addi %[[THREAD]], %c32
// CHECK:           %[[EXISTS:.*]] = arith.cmpi ult, %[[SECOND]], %[[VECTORS]]
// CHECK:           %[[LAST:.*]] = arith.subi %[[VECTORS]], %c1
// CHECK:           arith.minui %[[SECOND]], %[[LAST]]
// CHECK:           vector.load
// CHECK-NEXT:      vector.load
// CHECK:           scf.if %[[EXISTS]] -> (f32)
func.func @one(%x: tensor<64x513xbf16>, %s0: tensor<64xf32>) -> tensor<64xf32> {
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x513xbf16>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// A row shorter than a vector has elements alone.
// CHECK-LABEL: func @no_vector(
// CHECK:         gpu.launch
// CHECK-NOT:     vector.load
// CHECK:         memref.load {{.*}} memref<5xbf16,
// CHECK-NOT:     vector.load
// CHECK:         gpu.shuffle
func.func @no_vector(%x: tensor<64x5xbf16>, %s0: tensor<64xf32>) -> tensor<64xf32> {
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x5xbf16>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}

// -----

// CHECK-LABEL: func @no_ends(
// CHECK:         gpu.launch
// CHECK-NOT:     -> (bf16)
// CHECK:         gpu.shuffle
func.func @no_ends(%x: tensor<64x512xbf16>, %s0: tensor<64xf32>) -> tensor<64xf32> {
  %s = cascade.fold [parallel, axis]
      ins(%x (d0, d1) : tensor<64x512xbf16>)
      state(%s0 : tensor<64xf32>)
    component #cascade.addf -> (d0) (%a) {
      %0 = arith.extf %a : bf16 to f32
      cascade.yield %0 : f32
    }
  return %s : tensor<64xf32>
}
